"""Worked examples of rules as text: files of cases, and the runner that plays them.

A file ``cases/<chapter>.txt`` of a game has cases such as ::

    W30 D10.8: a bureaucrat
        0 {bureaucrat}; 1 {E P 2C S}
        choose bureaucrat => asks 1: bureaucrat from E, P
        choose E => 0 [S]; 1 {P 2C S} [E]; pile S 39

The rules that it is about and its title; then lines of deeds and, behind ``=>``, of what is seen
after them.  Several are separated by a semicolon; one with a space before it belongs to a text.  A
line may begin with ``=>``; one that stands further to the right goes on with the line above; and
``#`` begins a comment.  Rows between bars at the end make a case of each: the first row has the
names that stand as ``<name>`` in the lines above.

The words are those of the vocabulary of the game, a subclass of `Vocabulary`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

_HEAD = re.compile(r"((?:[A-Z]\d+(?:\.\d+)? ?)+): (\S.*)")
Words = TypeVar("Words", bound=Callable[..., None])
_NAME = re.compile(r"<([a-z_ ]+)>")


class CaseError(AssertionError):
    """A case that fails, or that cannot be read; says where."""


class Differs(Exception):  # noqa: N818  - no mistake of the test
    """What is seen is not what was expected."""


class Step(NamedTuple):
    """A deed or a look of a case, and where it stands."""

    where: str
    text: str
    is_look: bool


@dataclass(frozen=True)
class Case:
    """A worked example: its rules, its name and its steps."""

    where: str
    numbers: tuple[str, ...]
    title: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return f"{' '.join(self.numbers)}: {self.title}"


def deed(pattern: str) -> Callable[[Words], Words]:
    """Let a method of a vocabulary be what such a text in front of ``=>`` does."""
    return lambda method: _as_word(method, False, pattern)


def look(pattern: str) -> Callable[[Words], Words]:
    """Let a method of a vocabulary be what such a text behind ``=>`` looks at."""
    return lambda method: _as_word(method, True, pattern)


def _as_word(method: Words, is_look: bool, pattern: str) -> Words:
    method.word = (is_look, re.compile(pattern))  # type: ignore[attr-defined]
    return method


class Vocabulary:
    """What lines of cases can say; a game adds its own words.

    Attributes
    ----------
    board
        The table of the game on which the case is played.
    """

    board: Any
    decisions: Callable[[int], Any]

    @deed(r"choose (.+)")
    def choose(self, names: str) -> None:
        self.board.choose(*names.split(", "))

    @look(r"asks (\d): ([a-z ]+?)(?: from (.+))?")
    def asks(self, seat: str, decision: str, offered: str | None) -> None:
        """See who is asked what, and which choices there are, in their order."""
        same((int(seat), decision), self.asked())
        if offered is not None:
            same(offered.split(", "), self.board.offered())

    def asked(self) -> tuple[int, str]:
        """Return who is asked, and what."""
        state = self.board.state
        what = type(self).decisions(state.decision)
        return int(state.due_seat), what.name.lower().replace("_", " ")

    @look(r"may (not )?(.+)")
    def may(self, no: str | None, names: str) -> None:
        """See whether choices are among those offered."""
        offered = self.board.offered()
        for name in names.split(", "):
            if self.is_offered(name, offered) == bool(no):
                raise Differs(f"{name} {'not ' if no else ''}to be offered", offered)

    def is_offered(self, name: str, offered: Sequence[str]) -> bool:
        return name in offered


def same(expected: object, seen: object) -> None:
    """Raise `Differs` if they are not."""
    if expected != seen:
        raise Differs(expected, seen)


def words_of(vocabulary: type[Vocabulary]) -> list[tuple[Any, bool, re.Pattern[str]]]:
    """Return the methods that texts name: whether such a text is a look, and how it reads."""
    methods = [getattr(vocabulary, name) for name in dir(vocabulary)]
    return [(each, *each.word) for each in methods if hasattr(each, "word")]


def read_cases(path: Path) -> list[Case]:
    """Return the cases of a file, one for each row of their tables."""
    cases: list[Case] = []
    block: list[tuple[int, str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if text and not text.startswith(" ") and block:
            cases += _read_block(path, block)
            block = []
        if text:
            block.append((number, text))
    cases += _read_block(path, block) if block else []
    names: set[str] = set()
    for case in cases:
        if str(case) in names:
            raise CaseError(f"{case.where}: there is another {case}")
        names.add(str(case))
    return cases


def play(case: Case, vocabulary: Vocabulary) -> None:
    """Play a case; raise `CaseError` where something else is seen than it says."""
    words = words_of(type(vocabulary))
    for step in case.steps:
        said = f"{step.where}: {step.text}"
        found = [
            (method, fitting.groups())
            for method, is_look, pattern in words
            if is_look == step.is_look and (fitting := pattern.fullmatch(step.text))
        ]
        if len(found) != 1:
            kind = "look" if step.is_look else "deed"
            raise CaseError(f"{said}: {len(found) or 'no'} words for a {kind} read so")
        ((method, parts),) = found
        try:
            method(vocabulary, *parts)
        except Differs as difference:
            expected, seen = difference.args
            raise CaseError(f"{said}\n  expected: {expected}\n  seen:     {seen}") from None
        except Exception as error:
            raise CaseError(f"{said}\n  {type(error).__name__}: {error}") from error


def params(folder: Path) -> list[Any]:
    """Return the cases of a folder as parameters of a test, with the marks of their rules."""
    return [
        pytest.param(case, id=str(case), marks=[pytest.mark.rule(each) for each in case.numbers])
        for path in sorted(folder.glob("*.txt"))
        for case in read_cases(path)
    ]


def _read_block(path: Path, block: list[tuple[int, str]]) -> Iterator[Case]:
    """Yield the cases of a head and the lines below it."""
    place = "/".join(path.parts[-5:])
    (first, head), *lines = _joined(block)
    where = f"{place}:{first}"
    found = _HEAD.fullmatch(head)
    if not found:
        raise CaseError(f"{where}: {head}: not like 'D10.8 W30: a title'")
    rows = [(number, _cells(text)) for number, text in lines if text.lstrip().startswith("|")]
    told = [(number, text) for number, text in lines if not text.lstrip().startswith("|")]
    numbers, title = tuple(found[1].split()), found[2]
    names = rows[0][1] if rows else []
    used = {name for _, text in told for name in _NAME.findall(text)}
    if used != set(names):
        raise CaseError(f"{where}: the lines name {sorted(used)}, the table {sorted(names)}")
    if len(rows) == 1:
        raise CaseError(f"{where}: a table without a row")
    if not rows:
        yield Case(where, numbers, title, _steps(place, told, {}))
    for number, cells in rows[1:]:
        if len(cells) != len(names):
            raise CaseError(f"{place}:{number}: {len(cells)} cells below {len(names)} names")
        steps = _steps(place, told, dict(zip(names, cells, strict=True)))
        of_row = f"{title} | {' | '.join(cells)}"
        yield Case(f"{place}:{number}", numbers, of_row, steps)


def _joined(block: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines of a case, each with those that go on with it."""
    lines: list[tuple[int, str]] = []
    for number, text in block:
        if text.startswith(" " * 8):
            first, before = lines.pop()
            lines.append((first, f"{before} {text.strip()}"))
        else:
            lines.append((number, text))
    return lines


def _cells(text: str) -> list[str]:
    return [cell.strip() for cell in text.strip().strip("|").split("|")]


def _steps(place: str, lines: list[tuple[int, str]], values: dict[str, str]) -> tuple[Step, ...]:
    """Return the steps of lines in which the names have these values."""
    steps = []
    for number, line in lines:
        for part, is_look in zip(line.split("=>", 1), (False, True), strict=False):
            for each in re.split(r"(?<! );", part):
                text = _NAME.sub(lambda name: values[name[1]], each).strip()
                if text:
                    steps.append(Step(f"{place}:{number}", text, is_look))
    if not any(step.is_look for step in steps):
        raise CaseError(f"{place}:{lines[0][0] if lines else 0}: a case that looks at nothing")
    return tuple(steps)
