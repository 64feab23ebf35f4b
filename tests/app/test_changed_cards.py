"""Copies of own sheets with changes play as the scenario with these changes does."""

import shutil
from pathlib import Path

import pytest

from balance.app.changed_scenario import write_changed_cards
from balance.app.commands.new import new_cards
from balance.errors import StoreError
from balance.scenario.files import read_scenario
from balance.scenario.model import Scenario
from balance.scenario.number_changes import numbers_of
from balance.scenario.prepare import prepare

TILES = Path(__file__).parents[2] / "balance/games/king_of_the_valley/data/tiles.csv"
DOCKS = Path(__file__).parents[2] / "examples/games/docks"
VALLEY = """
name = "own-cards"
game = "king_of_the_valley"
games = 2
players = 2
bots = "greedy"
[table]
tiles = "tiles.csv"
"""
CHANGES = {
    "valeria": {
        "citizens.ferryman.cost": 3,
        "dukes.marina_of_the_tides.scoring": "1 vp per domain",
        "monsters.goblin.vp": 5,  # printed: it is on no sheet of the designer's
    },
    "dominion": {"cards.alchemist.cost": 6},
}


def cell_of(folder):
    return prepare(read_scenario(str(folder / "own-cards.toml"))).cells[0]


def digest(cell, settings):
    return cell.table_with(settings).digest


@pytest.mark.parametrize("as_workbook", [False, True])
@pytest.mark.parametrize("game", ["valeria", "dominion"])
def test_the_copies_play_as_the_changes_do(tmp_path, game, as_workbook):
    if as_workbook:
        pytest.importorskip("openpyxl")
    new_cards(tmp_path / "old", game, as_workbook)
    shutil.copytree(tmp_path / "old", tmp_path / "new")
    cell = cell_of(tmp_path / "old")
    changes = CHANGES[game]
    written, lines = write_changed_cards(cell, changes, tmp_path / "new")
    assert len(lines) == (0 if as_workbook else len(written))
    assert len(written) == (1 if as_workbook or game == "dominion" else 2)
    assert {path.suffix for path in written} == {".xlsx" if as_workbook else ".csv"}
    printed = {key: value for key, value in changes.items() if "goblin" in key}
    assert digest(cell_of(tmp_path / "new"), printed) == digest(cell, changes)
    assert digest(cell_of(tmp_path / "old"), {}) == digest(cell, {}) != digest(cell, changes)


def test_tiles_change_by_their_joined_id(tmp_path):
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "own-cards.toml").write_text(VALLEY, encoding="utf-8")
        shutil.copyfile(TILES, tmp_path / name / "tiles.csv")
    cell = cell_of(tmp_path / "old")
    changes = {f"tiles.queen_{stage}.influence": 9 for stage in ("i", "ii", "iii")}
    write_changed_cards(cell, changes, tmp_path / "new")
    assert digest(cell_of(tmp_path / "new"), {}) == digest(cell, changes) != digest(cell, {})


def test_the_sheets_of_a_game_as_text_are_copied_with_numbers_of_copies(tmp_path):
    values = {"name": "docks", "game": str(DOCKS), "players": 2, "bots": "random", "games": 2}
    cell = prepare(Scenario.model_validate(values).at(tmp_path / "docks.toml")).cells[0]
    numbers = numbers_of(cell, ["boats.skiff.*"])
    assert numbers == {"boats.skiff.cost": 2, "boats.skiff.points": 1, "boats.skiff.count": 4}
    changes = {"boats.skiff.count": 5, "boats.skiff.cost": 3}
    (file,), lines = write_changed_cards(cell, changes, tmp_path / "new")
    assert file == tmp_path / "new" / "boats.csv"
    assert lines == [(
        "boats.csv", "skiff,Skiff,4,2,fishing,2,1,gain 2 fish,gain 1 fish,",
        "skiff,Skiff,5,3,fishing,2,1,gain 2 fish,gain 1 fish,",
    )]  # fmt: skip
    shutil.copytree(DOCKS, tmp_path / "docks")
    shutil.copyfile(file, tmp_path / "docks" / "boats.csv")
    again = {**values, "game": str(tmp_path / "docks")}
    copied = prepare(Scenario.model_validate(again).at(tmp_path / "docks.toml")).cells[0]
    assert digest(copied, {}) == digest(cell, changes) != digest(cell, {})


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    new_cards(tmp_path / "old", "valeria")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(StoreError, match=r"file.*cannot be written"):
        write_changed_cards(cell_of(tmp_path / "old"), CHANGES["valeria"], tmp_path / "file" / "x")
