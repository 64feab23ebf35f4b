"""Code that pages quote exists: excerpts, names of fields, paths of files."""

import re

import pytest

from tests.conftest import ROOT
from tests.docs.pages import DOCS, code_blocks, in_rows, read_page
from tests.test_layers import LAYERS

PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "CONTRIBUTING.md"]
GAMES = {
    "Valeria": "valeria",
    "Dominion": "dominion",
    "King of the Valley": "king_of_the_valley",
}
BASES = [ROOT, ROOT / "balance", *(ROOT / "balance" / "games" / game for game in GAMES.values())]
INDICES = {
    "column", "good", "kind", "resource", "role", "row", "seat", "side", "slot", "space", "stack",
    "stage", "view",
}  # fmt: skip
_FILE = re.compile(r"`((?!tables|figures|my-cards)[\w.-]+/[\w/.-]+\.(?:py|toml|csv|md|ipynb))`")
_FIELD = re.compile(r"(?<!\w)[a-z]\w+")


def test_the_guide_to_games_quotes_pig():
    source = (ROOT / "examples" / "pig" / "__init__.py").read_text(encoding="utf-8")
    excerpts = code_blocks(read_page("guides/add-a-game"), "python")
    assert len(excerpts) == 11
    assert [text for text in excerpts if text not in source] == excerpts[-2:]  # not of Pig
    scenario = (ROOT / "examples" / "pig" / "pig.toml").read_text(encoding="utf-8")
    for line in code_blocks(read_page("guides/add-a-game"), "toml")[0].splitlines():
        assert line in scenario


@pytest.mark.parametrize("part", GAMES)
def test_what_bots_see_are_fields_of_the_game(part):
    folder = ROOT / "balance" / "games" / GAMES[part]
    engine = (ROOT / "balance" / "engine" / "layout.py").read_text(encoding="utf-8")
    layout = engine + (folder / "layout.py").read_text(encoding="utf-8")
    rules = "".join(file.read_text(encoding="utf-8") for file in folder.glob("rules/*.py"))
    rows = in_rows(read_page("reference/bot-views"), part)
    names = {name for row in rows for name in _FIELD.findall(row)} - INDICES
    assert len(names) > 20
    known = {name for name in names if f'"{name}"' in layout or f"def {name}(" in rules}
    assert names - known == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_files_that_a_page_names_exist(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)
    named = set(_FILE.findall(text))
    assert {path for path in named if not any((base / path).exists() for base in BASES)} == set()


def test_the_page_on_design_has_every_package():
    packages = {name for layer in LAYERS for name in layer} - {"__main__"}
    assert in_rows(read_page("design"), "Packages") == packages
    assert len(read_page("design").splitlines()) <= 300
