"""From text to a tree of lines: indentation, ``:`` and ``;``, and the words of a line."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

TOKEN = re.compile(r"\d+|[^\W\d]\w*|<=|>=|[-+*/()=<>,]|(\S)")
ARTICLES = ("a", "an", "the")


class ReadingError(ValueError):
    """What the page does not say, with the line in which it stands."""


@dataclass
class Node:
    """The words of a line before its colon, and the lines that belong to it."""

    head: str
    has_colon: bool = False
    below: list["Node"] = field(default_factory=list)


def read_lines(text: str) -> list[Node]:
    """Return the lines of a text, each with those that belong to it."""
    rows = []
    for raw in text.expandtabs(8).splitlines():
        row = raw.split("#", 1)[0].rstrip()
        if row.strip():
            rows.append((len(row) - len(row.lstrip()), row.strip()))
    nodes, rest = _block(rows, rows[0][0]) if rows else ([], [])
    if rest:
        raise ReadingError(f"indented less than the first line: {rest[0][1]}")
    return nodes


Rows = list[tuple[int, str]]


def _block(rows: Rows, indent: int) -> tuple[list[Node], Rows]:
    nodes: list[Node] = []
    while rows and rows[0][0] >= indent:
        depth, text = rows.pop(0)
        if depth > indent:
            raise ReadingError(f"indented below a line without a colon at its end: {text}")
        nodes += _segments(text)
        last = nodes[-1]
        while last.below:
            last = last.below[-1]
        if rows and rows[0][0] > indent and last.has_colon:
            last.below, rows = _block(rows, rows[0][0])
    return nodes, rows


def _segments(text: str) -> list[Node]:
    """Split one row: after a colon all that follows belongs to what is before it."""
    nodes: list[Node] = []
    while text.strip():
        match = re.search("[;:]", text)
        if match is None:
            return [*nodes, Node(text.strip())]
        head, text = text[: match.start()].strip(), text[match.end() :]
        if match.group() == ":":
            if head.split() == ["choose", "one"]:
                options = [_segments(option) for option in text.split("|") if text.strip()]
                if any(len(option) != 1 for option in options):
                    raise ReadingError(f"an option of several lines without a name: {text}")
                return [*nodes, Node(head, True, [option for (option,) in options])]
            below = _segments(text)
            lifted = next((i for i in range(len(below)) if _is_without_if(below, i)), len(below))
            return [*nodes, Node(head, True, below[:lifted]), *below[lifted:]]
        if head:
            nodes.append(Node(head))
    return nodes


def _is_without_if(nodes: list[Node], index: int) -> bool:
    """Tell if this is an `otherwise` which the node before it cannot have."""
    if nodes[index].head.split()[0] != "otherwise":
        return False
    before = nodes[index - 1].head.replace(",", "").split() if index else [""]
    can_have = before[0] in ("if", "only") or before[:2] == ["otherwise", "if"]
    return not can_have and not (
        before[0] == "choose" and {"card", "cards", "number", "player"} & set(before)
    )


def words_of(text: str) -> list[str]:
    """Return the words, numbers and signs of a line without articles."""
    words = []
    for match in TOKEN.finditer(text):
        if match.group(1):
            raise ReadingError(f"{match.group()} has no meaning in: {text}")
        if match.group() not in ARTICLES:
            words.append(match.group())
    return words


def same(word: str, name: str) -> bool:
    """Tell if a word is this name; either may have an ``s`` at its end."""
    return word == name or word + "s" == name or word == name + "s"


class Words:
    """The words of a line, read from the left."""

    def __init__(self, text: str) -> None:
        self.text, self.words, self.at = text, words_of(text), 0

    def fail(self, expected: str) -> ReadingError:
        """Return the error that something else was expected here."""
        here = " ".join(self.words[self.at :]) or "the end"
        return ReadingError(f"expected {expected}, not {here!r}, in: {self.text}")

    @property
    def ended(self) -> bool:
        """Whether all words are read."""
        return self.at == len(self.words)

    def end(self) -> None:
        """Fail if there is more."""
        if not self.ended:
            raise self.fail("the end of the line")

    def peek(self, *wanted: str) -> bool:
        """Tell if these words come next; `x|y` is one of both."""
        here = self.words[self.at : self.at + len(wanted)]
        return len(here) == len(wanted) and all(
            word in choice.split("|") for word, choice in zip(here, wanted, strict=True)
        )

    def take(self, *wanted: str) -> bool:
        """Read these words if they come next."""
        found = self.peek(*wanted)
        self.at += len(wanted) if found else 0
        return found

    def expect(self, *wanted: str) -> None:
        """Read these words, which must come next."""
        if not self.take(*wanted):
            raise self.fail(" ".join(wanted))

    def name(self, names: Iterable[str], exact: bool = False) -> str | None:
        """Read one of these names if it comes next: the longest, and rather without a changed s."""
        best: tuple[int, bool, str] | None = None
        for name in names:
            parts = name.split()
            here = self.words[self.at : self.at + len(parts)]
            if (
                len(here) == len(parts) > 0
                and here[:-1] == parts[:-1]
                and same(here[-1], parts[-1])
            ):
                found = (len(parts), here[-1] == parts[-1], name)
                if (found[1] or not exact) and (best is None or found[:2] > best[:2]):
                    best = found
        if best is None:
            return None
        self.at += best[0]
        return best[2]

    def expect_name(self, names: Iterable[str], kind: str) -> str:
        """Read one of these names, which must come next."""
        name = self.name(names)
        if name is None:
            raise self.fail(kind)
        return name
