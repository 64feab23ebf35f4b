"""What a designer begins from: the cards of `balance new cards --game dominion`."""

import csv
import re
import tomllib
from pathlib import Path

from balance.games.dominion.layout import Special
from balance.games.dominion.sheets.files import read_box
from balance.games.dominion.table import build
from balance.games.dominion.table.options import Options

STARTER = Path(build.__file__).parents[1] / "starter"
TEXT = (STARTER / "README.md").read_text(encoding="utf-8")


def test_the_starting_folder_has_cards_of_each_main_type():
    own = read_box("cards.csv", {}, STARTER).own
    assert len(own) == 4
    types = {kind for face in own for kind in face.row.words("types", "|")}
    assert types == {"Action", "Attack", "Victory", "Treasure"}
    assert any(face.special for face in own)


def test_its_scenario_plays_with_them():
    values = tomllib.loads((STARTER / "own-cards.toml").read_text(encoding="utf-8"))
    game_table = build.build_table(Options(**values["table"]), 2, {}, STARTER)
    names = {piece.id for piece in game_table.cards}
    assert {face.id for face in read_box("cards.csv", {}, STARTER).own} < names
    assert len(names) == 7 + 10
    (cell,) = values["variants"][0]["set"]
    assert cell.split(".")[1] in names


def test_its_readme_explains_each_column_and_each_special():
    with (STARTER / "cards.csv").open(encoding="utf-8") as sheet:
        columns = next(csv.reader(sheet))
    read = read_box(None, {}, Path()).faces[0].row.cells
    for column in {*columns, *read}:
        assert f"`{column}`" in TEXT, column
    words = set(re.findall(r"`([a-z_]+)`", TEXT.partition("of that name:")[2]))
    assert words >= {special.name.lower() for special in Special if special}
