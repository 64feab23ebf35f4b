"""The style of every sentence that a report can print, with sample numbers in it."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from balance.report.number_format import Estimated
from balance.report.section import ESTIMATES
from balance.report.words import MORE, Words
from tests.conftest import ROOT
from tests.report.test_words import FILES

WORDS = {
    "card": "card", "cards": "cards", "thing": "card", "things": "cards", "objective": "Duke",
    "objectives": "Dukes", "good": "gold", "kind": "Citizen", "kinds": "Citizens",
    "uses": "copies", "direction": "more", "piece": "card", "pieces": "cards", "unit": "points",
    "everyone": "all players", "winners": "winners", "others_word": "others",
    "bot": "greedy", "asked": "good players",
}  # fmt: skip
# Fields without a style that are whole numbers.
NUMBERS = {
    "count", "clear", "compared", "strong", "weak", "within", "outside", "unknown", "odd", "told",
    "unfair", "seats", "few", "many", "missing", "amount", "most",
    "listed", "arms", "points", "players", "printed", "closest", "lowest", "highest", "price",
    "off", "base", "groups", "folds", "fewest",
}  # fmt: skip
# Files whose sentences name cards; other names stand without an article.
OF_CARDS = {
    "cards", "card_pages", "interactions", "own_cards", "prices", "strongest", "synergy", "takings",
    "value",
}  # fmt: skip
OF_BOTS = {"duel", "tournament"}  # whose sentences begin with names of bots, as they are typed
IN_SENTENCES = re.compile(r"(sentences|actions|claims|verdicts\.(?!objective))")
CARDS = {"which", "name", "names", "others"}  # fields
NO_ARTICLE = re.compile(r"(?<![Tt]he )\b(Butcher|Archer)\b")
# What is compared or needed is never one.
MANY = {
    "compared", "few", "many", "folds", "fewest", "needed", "players", "deals_each", "least",
    "fewest_games", "fewest_deals", "versions", "cells", "most", "listed", "points", "changes",
}  # fmt: skip
# Where the code has another text for one, or lays words out.
EXEMPT = {
    "sentences.deep",
    "sentences.rare",
    "phrases.all_cells",
    "phrases.some_cells",
    "phrases.numbered",
}
NOUNS = (
    "game|deal|card|round|point|seat|finding|figure|table|pair|difference|price|variant|Duke|win|"
    "player|version|objective|change|arm|tier"
)
WRONG = {
    "several of one": rf"(?<![\d.,/+-])\b1 (?:{NOUNS})s\b",
    "one of several": rf"(?<![\d.,/+-])\b2 (?:{NOUNS})\b(?!-)",
    "a verb of several": rf"\b1 (?:(?:{NOUNS}) )?(?:are|were|have|differ|do)\b",
    "a verb of one": rf"\b2 (?:{NOUNS})s (?:is|was|has|differs|does)\b",
    "a before a vowel": r"\b[Aa] (?!one\b|uni|use|Uni|European)[aeiouAEIOU]\w",
    "an before a consonant": r"\b[Aa]n (?!hour|honest)[^aeiouAEIOU\W\d]\w",
    "less of what is counted": rf"\bless (?:{NOUNS})s\b",
    "fewer of what is one": r"\bfewer (?:gold|income|time|influence)\b",
    "two signs": r"[+±-][+-]\d|±\s[+-]",
    "a sign after what says it": r"\b(?:loses?|costs?|gains?|by|fewer|shorter|longer) [+-]\d",
    "two blanks, or one before a stop": r"\w {2,}\w| [,;.](?:\s|$)",
    "stops": r"[.,;]{2}(?!\.)",
    "what nobody says": r"ends so|at every look|not checked over",
    "a variant that is called as in code": r"\S [Cc]ells?\b|\b[Cc]ells? \S",
}


def templates(entry: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield all texts of a file of words, with their places."""
    if isinstance(entry, str):
        if entry != MORE:
            yield place, entry
    elif isinstance(entry, Mapping):
        for key, one in entry.items():
            if key not in ("name", "style", "sure"):
                yield from templates(one, f"{place}.{key}".strip("."))
    elif isinstance(entry, list):
        for one in entry:
            yield from templates(one, place)


def specs(template: str) -> dict[str, set[str]]:
    """Return the fields of a template with how they are written."""
    found: dict[str, set[str]] = {}
    for _, field, spec, _ in string.Formatter().parse(template):
        if field is not None:
            name, _, part = field.partition(".")
            how = "?" if (spec or "").startswith("?") else spec or ""
            found.setdefault(name, set()).add("percent" if part else how)
            for inner, more in specs(spec or "").items():
                found.setdefault(inner, set()).update(more)
    return found


def sample(name: str, used: set[str], number: int) -> Any:
    """Return a value for a field."""
    if used & {*map(str, ESTIMATES)}:
        return Estimated(0.25 * number, 0.2 * number, 0.3 * number)
    if used & {"list", "semicolons"} or (name in ("names", "others") and used & {"the", "The"}):
        return ["Butcher", "Archer"][:number] if name in CARDS else ["Simon", "Waryn"][:number]
    if used - {"", "cap", "the", "The"} or name in NUMBERS:
        return 20 if name in MANY else number
    return WORDS.get(name, "Butcher" if name in CARDS else "Simon")


def written(file: Path, template: str, number: int) -> str:
    """Return a template with sample facts."""
    facts = {name: sample(name, used, number) for name, used in specs(template).items()}
    return Words(file)._write("sample", template, facts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_sentence_is_in_good_style(file: Path) -> None:
    mistakes = []
    for place, template in templates(tomllib.loads(file.read_text(encoding="utf-8"))):
        for number in (1, 2) if place not in EXEMPT else ():
            text = written(file, template, number)
            mistakes += [
                f"{place}: {what}: {text}"
                for what, wrong in WRONG.items()
                if re.search(wrong, text)
            ]
            if file.stem in OF_CARDS and IN_SENTENCES.match(place) and NO_ARTICLE.search(text):
                mistakes.append(f"{place}: a card without an article: {text}")
            if place.startswith("sentences") and file.stem not in OF_BOTS and text[0].islower():
                mistakes.append(f"{place}: no capital at the head: {text}")
    assert mistakes == []


def test_mistakes_are_found() -> None:
    for text in (
        "1 games were played.", "2 game.", "1 card are rare.", "2 cards is rare.", "a objective",
        "an card", "less games", "it still loses +1.23 points", "± +2 points", "So  it is.", "So ,",
        "So..", "ends so: tie", "By cell",
    ):  # fmt: skip
        assert any(re.search(wrong, text) for wrong in WRONG.values()), text


def said_elsewhere() -> Iterator[tuple[str, str]]:
    """Yield the sentences in code, page templates and documentation, with their files."""
    for file in sorted((ROOT / "balance").rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and " " in text and id(node) not in docs:
                yield str(file.relative_to(ROOT)), text
    for file in sorted((ROOT / "balance").rglob("*.html")):
        for text in re.findall(r"[^<>{}%]+(?=<)", file.read_text(encoding="utf-8")):
            yield str(file.relative_to(ROOT)), text
    for file in sorted((ROOT / "docs").rglob("*.md")):
        plain = re.sub(r"```.*?```|`[^`]*`", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for text in re.split(r"\n(?=\n|[|#-])", plain):
            yield str(file.relative_to(ROOT)), text


# Where a cell is one of a sheet, or of the code.
OF_SHEETS = re.compile(
    r"balance/(cards/|games/\w+/sheets/|app/arguments)|docs/(design|reference/(moved|card-sheets|effects)"
    r"|guides/add-a-game)|sheet|spreadsheet"
)


def test_what_is_compared_is_a_variant_and_no_cell() -> None:
    wrong = re.compile(WRONG["a variant that is called as in code"])
    said = {(file, text) for file, text in said_elsewhere() if wrong.search(text)}
    assert [one for one in said if not OF_SHEETS.search(" ".join(one))] == []
