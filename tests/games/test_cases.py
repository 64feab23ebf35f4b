"""The runner of cases: what it reads, and that wrong cases fail where they are wrong."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.cases import CaseError, Vocabulary, deed, look, play, read_cases, same
from tests.games.dominion.vocabulary import Told as Dominion
from tests.games.king_of_the_valley.vocabulary import Told as Valley
from tests.games.valeria.vocabulary import Told as Valeria


class Counting(Vocabulary):
    """A number that can be added to."""

    count = 0

    @deed(r"add (\d+)")
    def add(self, number: str) -> None:
        if number == "13":
            raise ValueError("unlucky")
        self.count += int(number)

    @look(r"count (\d+)")
    def see(self, number: str) -> None:
        same(int(number), self.count)

    @deed(r"add (1+)")
    def add_ones(self, number: str) -> None:
        self.add(number)


Played = Callable[..., list[str]]


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """Return a function that plays all cases of a text, and returns their names."""

    def play_all(text: str, vocabulary: type[Vocabulary] = Counting) -> list[str]:
        path = tmp_path / "chapter.txt"
        path.write_text(text, encoding="utf-8")
        cases = read_cases(path)
        for case in cases:
            play(case, vocabulary())
        return [str(case) for case in cases]

    return play_all


def test_deeds_are_done_and_looked_at(played: Played) -> None:
    text = "# Numbers\n\nA1 B2.3: a sum\n    add 2; add 3 => count 5  # why\n    => count 5\n"
    assert played(text) == ["A1 B2.3: a sum"]


def test_each_row_is_a_case(played: Played) -> None:
    rows = "    | more | all |\n    | 2 | 2 |\n    | 3 | 3 |\n"
    text = f"A1: a sum\n    add <more> => count <all>\n{rows}"
    assert played(text) == ["A1: a sum | 2 | 2", "A1: a sum | 3 | 3"]
    with pytest.raises(CaseError, match=r"(?s)chapter.txt:2: count 4\n.*4\n.*3"):
        played(text.replace("| 3 |\n", "| 4 |\n"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("add 2 => count 3", "txt:2: count 3\n  expected: 3\n  seen:     2"),
        ("add 2\n    => count 2; count 1", "txt:3: count 1\n  expected: 1\n  seen:     2"),
        ("ad 2 => count 2", "txt:2: ad 2: no words for a deed"),
        ("add 2 => cuont 2", "txt:2: cuont 2: no words for a look"),
        ("count 0 => count 0", "txt:2: count 0: no words for a deed"),
        ("add 1 => count 1", "txt:2: add 1: 2 words for a deed"),
        ("add 13 => count 13", "txt:2: add 13\n  ValueError: unlucky"),
        ("add 2", "txt:2: a case that looks at nothing"),
        ("add 2 => count <n>", "txt:1: the lines name ['n'], the table []"),
        ("add 2 => count 2\n    | n |\n    | 2 |", "txt:1: the lines name [], the table ['n']"),
        ("=> count <n>\n    | n |\n    | 0 | 1 |", "txt:4: 2 cells below 1 names"),
        ("=> count <n>\n    | n |", "txt:1: a table without a row"),
    ],
)
def test_a_wrong_line_fails_and_is_named(played: Played, lines: str, message: str) -> None:
    with pytest.raises(CaseError, match=re.escape(message)):
        played(f"A1: a sum\n    {lines}\n")


@pytest.mark.parametrize("head", ["a sum", "A1 a sum", "A: a sum", "A1:"])
def test_a_case_has_a_rule_and_a_title(played: Played, head: str) -> None:
    with pytest.raises(CaseError, match=r"txt:1: .* not like"):
        played(f"{head}\n    => count 0\n")


def test_no_two_cases_have_one_name(played: Played) -> None:
    with pytest.raises(CaseError, match="txt:3: there is another A1: a sum"):
        played("A1: a sum\n    => count 0\nA1: a sum\n    => count 0\n")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("0 {smithi} => 0 {}", "2: 0 {smithi}\n  ValueError: no cards: smithi"),
        ("0 {} diskard C => 0 {}", "2: 0 {} diskard C\n  ValueError: not zones"),
        ("kingdom smithi => trash nothing", "2: kingdom smithi\n  ValueError: no cards: smithi"),
        ("0 {C} => may not smithi", "2: may not smithi\n  ValueError: no cards: smithi"),
        ("0 {C} => may nothing, S", "2: may nothing, S\n  expected: S to be offered"),
        ("0 {C} => may not C", "2: may not C\n  expected: C not to be offered"),
        ("0 {C}; choose S => trash nothing", "2: choose S\n  AssertionError: TREASURE: 'S'"),
        ("0 {C} => 0 {2C}", "2: 0 {2C}\n  expected: Counter({'C': 2})\n  seen:     Counter({'C'"),
        ("0 {C} => asks 1: treasure", "expected: (1, 'treasure')\n  seen:     (0, 'treasure')"),
        ("0 {C} => asks 0: treasure from all, C", "seen:     ['all', 'C', 'nothing']"),
    ],
)  # fmt: skip
def test_a_wrong_line_about_dominion_fails(played: Played, lines: str, message: str) -> None:
    with pytest.raises(CaseError, match=re.escape(message)):
        played(f"D3.5: a case\n    {lines}\n", Dominion)


@pytest.mark.parametrize(
    ("vocabulary", "lines", "message"),
    [
        (Valeria, "0: gobblin => 0 has nothing", "2: 0: gobblin\n  KeyError: 'gobblin'"),
        (Valeria, "domains gobblin => not over", "not all of these are Domains: gobblin"),
        (Valeria, "0 acts => may not slay gobblin", "ValueError: no card: gobblin"),
        (Valeria, "0: 1 gold; 0 acts => 0 has nothing", "expected: (0, 0, 0, 0)"),
        (Valley, "valley board 10 => not over", "2: not over\n  AssertionError"),
        (Valley, "valley board 1; kings (5,5) (3,3); put Y on (1,1) => over", "2: put Y on (1,1)"),
        (Valley, "valley board 1; kings (5,5) (3,3) => tile (1,1): D", "expected: D\n  seen: "),
    ],
)  # fmt: skip
def test_a_wrong_line_about_the_other_games_fails(
    played: Played, vocabulary: type[Vocabulary], lines: str, message: str
) -> None:
    with pytest.raises(CaseError, match=re.escape(message)):
        played(f"A1: a case\n    {lines}\n", vocabulary)
