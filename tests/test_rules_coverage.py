"""The numbers of a game's rules: what tests and code cite is there, what is there is tested."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.cases import read_cases

ROOT = Path(__file__).resolve().parent.parent
# A described game has its rules in its text.
GAMES = sorted(
    path.parent
    for path in (ROOT / "balance" / "games").glob("*/rules/")
    if path.parent.name != "described"
)
NUMBER = r"[A-Z]\d+(?:\.\d+)?"


def rules_of(game: Path) -> set[str]:
    """Return the numbers of rules, rulings and worked examples."""
    text = (game / "RULES.md").read_text(encoding="utf-8")
    return set(re.findall(rf"^- \*\*({NUMBER})\*\*", text, re.MULTILINE))


def chapters_of(game: Path) -> set[str]:
    """Return the numbers of the chapters."""
    text = (game / "RULES.md").read_text(encoding="utf-8")
    return set(re.findall(rf"^## ({NUMBER}) ", text, re.MULTILINE))


def citations() -> Iterator[tuple[Path, str]]:
    """Return what each ``pytest.mark.rule`` of the tests and each case cites, with its file."""
    for path in sorted((ROOT / "tests").rglob("cases/*.txt")):
        for case in read_cases(path):
            yield from ((path, number) for number in case.numbers)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for number in node.args:
                    assert isinstance(number, ast.Constant)
                    yield path, str(number.value)


CITED = list(citations())


def test_there_are_games_with_rules():
    assert GAMES
    assert len(CITED) > 100


def test_all_tests_of_rules_are_among_those_of_games_where_make_quick_looks_for_them():
    assert [path for path, _ in CITED if path.relative_to(ROOT).parts[1] != "games"] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_number_stands_for_two_rules(game):
    text = (game / "RULES.md").read_text(encoding="utf-8")
    numbers = re.findall(rf"^- \*\*({NUMBER})\*\*", text, re.MULTILINE)
    assert numbers
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rulings_and_worked_examples_are_numbered_without_gaps(game):
    counted: dict[str, list[int]] = {}
    for number in rules_of(game):
        if "." not in number:
            counted.setdefault(number[0], []).append(int(number[1:]))
    assert counted
    for letter, numbers in counted.items():
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), letter


def test_every_number_that_a_test_cites_is_a_rule():
    known = set().union(*(rules_of(game) | chapters_of(game) for game in GAMES))
    unknown = {f"{path.name}: {number}" for path, number in CITED if number not in known}
    assert not unknown


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_and_worked_example_is_cited_by_a_test(game):
    tests = ROOT / "tests" / "games" / game.name
    cited = {number for path, number in CITED if tests in path.parents}
    untested = rules_of(game) - cited
    assert not untested


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_number_that_the_code_cites_is_a_rule(game):
    rules = rules_of(game)
    letters = {number[0] for number in rules if "." in number}
    assert letters
    cited = re.compile(rf"\b((?:{'|'.join(sorted(letters))})\d+)\.(\d+)")
    found, unknown = 0, set()
    for path in sorted(game.rglob("*.py")):
        for chapter, rule in cited.findall(path.read_text(encoding="utf-8")):
            found += 1
            if f"{chapter}.{rule}" not in rules:
                unknown.add(f"{path.name}: {chapter}.{rule}")
    assert found
    assert not unknown
