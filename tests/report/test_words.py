"""Templates: how they are written out, and that code and every file of words fit together."""

import ast
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from balance import report
from balance.report.number_format import Estimated
from balance.report.section import Style
from balance.report.words import MORE, SPECS, Words, WordsError

PACKAGE = Path(report.__file__).parent
FILES = sorted({*PACKAGE.rglob("*.toml")} - {PACKAGE / "templates" / "glossary.toml"}
               | {*PACKAGE.parent.glob("games/*/sections/*.toml")})  # fmt: skip
TEXT = """
title = "Of {game}"
[sentences]
wins = "{bot:cap} wins {rate:percent} of {games:count} {games:?game|games} (fair: {fair:exact_percent})."
names = "{names:list}; {names:semicolons}."
nested = "{count} {count:?{card}|{cards}}"
value = "{rate.value:percent}"
wrong = "{rate:much}"
[phrases]
seat = "seat {seat}"
[columns]
rate = { head = "win rate", name = "", style = "percent", tip = "Of {game}." }
cell = { head = "{cell}", name = "{place}_", style = "points", sure = "{place}_sure" }
[tables.rates]
title = "Win rates"
note = "Of {games:count} games."
lead = true
columns = [{ head = "{game} seat", name = "seat", style = "count" }, "...", "rate"]
[figures.rates]
title = "Win rates"
caption = "Of {game}."
axis = "win rate"
"""  # noqa: E501


@pytest.fixture
def words(tmp_path: Path) -> Words:
    file = tmp_path / "pig" / "text.toml"
    file.parent.mkdir()
    file.write_text(TEXT)
    return Words(file).with_facts(game="Pig", card="card", cards="cards")


def test_a_sentence_has_its_facts_raw_and_written(words: Words) -> None:
    rate = Estimated(0.2731, 0.2688, 0.2774)
    found = words.say("wins", bot="fox", rate=rate, games=1200, fair=0.25)
    assert found.text == "Fox wins 27.31% [26.88, 27.74] of 1,200 games (fair: 25%)."
    assert found.facts == {"bot": "fox", "rate": rate, "games": 1200, "fair": 0.25}
    assert words.say("value", rate=rate).text == "27.3%"
    one = words.say("wins", bot="fox", rate=0.5, games=1, fair=1 / 3)
    assert one.text == "Fox wins 50.0% of 1 game (fair: 33.3%)."


def test_lists_are_joined_and_phrases_are_facts(words: Words) -> None:
    names = [words.phrase("seat", seat=seat) for seat in (1, 2, 3)]
    found = words.say("names", names=names)
    assert found.text == "seat 1, seat 2 and seat 3; seat 1; seat 2; seat 3."
    assert [one.facts["seat"] for one in found.facts["names"]] == [1, 2, 3]


def test_words_of_a_plural_may_be_facts_that_all_templates_have(words: Words) -> None:
    assert words.say("nested", count=1).text == "1 card"
    found = words.say("nested", count=2)
    assert found.text == "2 cards"
    assert found.facts == {"count": 2, "card": "card", "cards": "cards"}


def test_a_table_is_declared_but_for_what_depends_on_the_data(words: Words) -> None:
    frame = pd.DataFrame({"seat": [1]})
    more = [words.column("cell", cell=cell, place=place) for place, cell in enumerate("ab")]
    table = words.table("rates", frame, save_as="by_seat", more=more, games=3, folded=True)
    assert (table.name, table.note) == ("by_seat", "Of 3 games.")
    assert (table.is_lead, table.is_folded) == (True, True)
    assert [column.head for column in table.columns] == ["Pig seat", "a", "b", "win rate"]
    assert [column.name for column in table.columns] == ["seat", "0_", "1_", ""]
    assert table.columns[1].sure == "0_sure"
    assert table.columns[3].tooltip == "Of Pig."
    short = words.table("rates", frame, drop=["seat"], note="")
    assert [column.style for column in short.columns] == [Style.PERCENT]


def test_a_section_is_called_as_its_folder_and_leaves_out_what_is_not_there(words: Words) -> None:
    finding = words.say("nested", count=1)
    section = words.section([finding, None], [None], [None], [finding.key("", 50.0), None])
    assert (section.name, section.title, section.finding) == ("pig", "Of Pig", "1 card")
    assert (len(section.findings), section.tables, len(section.key_findings)) == (1, (), 1)
    assert section.key_findings[0].facts == finding.facts


@pytest.mark.parametrize(
    ("name", "facts", "message"),
    [
        ("loses", {}, r"text\.toml: there is no sentences\.loses\.$"),
        ("wins", {"bot": "fox"}, r"sentences\.wins: the fact 'rate' is missing\.$"),
        ("wrong", {"rate": 0.5}, r"sentences\.wrong: 'much' is not a valid Style\.$"),
        ("value", {"rate": 0.5}, r"sentences\.value: .*has no attribute 'value'\.$"),
    ],
)
def test_a_mistake_in_a_template_is_a_clear_error(
    words: Words, name: str, facts: dict[str, Any], message: str
) -> None:
    with pytest.raises(WordsError, match=message):
        words.say(name, **facts)


def sources(file: Path) -> list[ast.Module]:
    """Return the code that uses the words of a file."""
    folder = PACKAGE if file.parent.name == "templates" else file.parent
    paths = [*folder.glob("*.py")] if file.stem == "text" else [
        file.with_suffix(".py"), *folder.glob(f"{file.stem}_*.py")
    ]  # fmt: skip
    return [
        ast.parse(path.read_text())
        for path in sorted(paths)
        if file.stem != "text" or path.with_suffix(".toml") not in FILES
    ]


def analyses(trees: list[ast.Module]) -> list[ast.Module]:
    """Return the analyses that such code imports: some templates are named after their keys."""
    modules = {
        node.module
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and "balance.analysis" in (node.module or "")
    }
    paths = [PACKAGE.parent.parent / f"{str(name).replace('.', '/')}.py" for name in modules]
    return [ast.parse(path.read_text()) for path in paths if path.is_file()]


def strings(nodes: list[ast.Module]) -> Iterator[str]:
    for tree in nodes:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def entries(file: Path) -> dict[str, Any]:
    """Return all templates, tables, figures and columns of a file, by dotted name."""
    found: dict[str, Any] = {}
    for key, value in tomllib.loads(file.read_text()).items():
        found |= {f"{key}.{name}": each for name, each in value.items()} if isinstance(
            value, dict
        ) else {key: value}  # fmt: skip
    return found


def templates(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from templates(each)
    elif isinstance(value, list):
        for each in value:
            yield from templates(each)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_template_can_be_written_out(file: Path) -> None:
    for template in templates(tomllib.loads(file.read_text())):
        for _, field, spec, conversion in string.Formatter().parse(template):
            assert field is None or field.split(".")[0].isidentifier(), template
            assert conversion is None, template
            assert not spec or spec in SPECS or (spec[0] == "?" and "|" in spec), template


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_code_uses_every_template_and_no_other(file: Path) -> None:
    trees, known = sources(file), entries(file)
    used = set(strings([*trees, *analyses(trees)]))
    if file.parent.name == "templates":
        used |= {part for path in file.parent.glob("*.html")
                 for part in path.read_text().split('"')}  # fmt: skip
    listed = {
        column
        for name, entry in known.items() if name.startswith("tables.")
        for column in entry.get("columns", []) if isinstance(column, str)
    }  # fmt: skip
    for name in known:
        last = name.rpartition(".")[2]
        is_listed = name.startswith("columns.") and last in listed
        is_title = name in ("title", "question")  # which `Words.section` uses
        is_used = name in used or last in used
        assert is_used or is_listed or is_title, f"no code uses {name}"
    for column in listed - {MORE}:
        assert f"columns.{column}" in known, f"there is no column {column}"
    folders = {"say": "sentences", "phrase": "phrases", "table": "tables", "column": "columns",
               "picture": "figures", "axis": "figures", "axes": "figures"}  # fmt: skip
    for tree in trees:
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            receiver = ast.unparse(node.func.value).rpartition(".")[2]
            if receiver not in ("words", "WORDS", "PAGE") or not node.args:
                continue
            first = node.args[0]
            for word in [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]:
                if isinstance(word, ast.Constant) and node.func.attr in (*folders, "text"):
                    place = folders.get(node.func.attr)
                    path = f"{place}.{word.value!s}" if place else str(word.value)
                    parts = path.split(".")
                    assert ".".join(parts[:2]) in known, f"there is no {path}"
                    if len(parts) > 2:
                        assert parts[2] in known[".".join(parts[:2])], f"there is no {path}"
