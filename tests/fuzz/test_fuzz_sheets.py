"""Sheets of cards, one by one and as the box of a game: numbers stay, or a sentence says why."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.cards.sheet import SheetColumn, read_sheet
from balance.games.dominion.sheets.files import read_box as read_dominion
from balance.games.king_of_the_valley.sheets.box import read_box as read_valley
from balance.games.king_of_the_valley.table.options import Options
from balance.games.valeria.sheets.box import read_box as read_valeria
from balance.games.valeria.sheets.setups import read_setups
from tests.fuzz.cases import cases, outcome
from tests.fuzz.damage import damaged, damaged_bytes

GAMES = Path(__file__).parents[2] / "balance/games"
SHEETS = {
    path: path.read_text(encoding="utf-8")
    for path in (*GAMES.glob("*/data/*.csv"), *GAMES.glob("*/starter/**/*.csv"))
}
HEADS = {path: text.splitlines()[0].split(",") for path, text in SHEETS.items()}
STARTERS = {path.name: path.read_text(encoding="utf-8")
            for path in GAMES.glob("valeria/starter/*.csv")}  # fmt: skip
SETUPS = ((GAMES / "valeria/data/setups.toml").read_text(encoding="utf-8"),)
OWN = (GAMES / "dominion/starter/cards.csv").read_text(encoding="utf-8")
VALLEY = tuple(path for path in SHEETS if path.parent == GAMES / "king_of_the_valley/data")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("sheets")


@cases("sheets")
@given(chosen=st.sampled_from(sorted(SHEETS)), data=st.data())
def test_a_sheet_keeps_its_cells_or_is_refused_in_a_sentence(part, chosen, data, place):
    content = data.draw(damaged_bytes([SHEETS[chosen]]))
    file = place / "cards.csv"
    file.write_bytes(content)
    key = None if "id" in HEADS[chosen] else HEADS[chosen][:1]
    columns = [SheetColumn(name, blank=True) for name in HEADS[chosen]]
    rows, sentence = outcome(lambda: read_sheet(file, columns, key=key))
    if rows is None:
        assert "cards.csv" in sentence
        return
    text = content.decode("utf-8-sig")
    commas = list(csv.reader(io.StringIO(text, newline="")))
    whole = {cell.strip() for line in commas for cell in line}
    if all(len(line) == len(HEADS[chosen]) for line in commas if line):
        assert all(cell in whole for row in rows for cell in row.cells.values())


@cases("boxes")
@given(
    chosen=st.sampled_from(["valeria", "dominion", "king_of_the_valley", "setups"]), data=st.data()
)
def test_a_box_of_own_cards_is_read_or_refused_in_a_sentence(part, chosen, data, place):
    folder = place / "own"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    if chosen == "valeria":
        name = data.draw(st.sampled_from(sorted(STARTERS)))
        (folder / name).write_bytes(data.draw(damaged_bytes([STARTERS[name]])))
        read, sentence = outcome(lambda: read_valeria([folder]))
    elif chosen == "setups":
        text = data.draw(damaged(SETUPS))
        (folder / "setups.toml").write_text(text, encoding="utf-8", errors="surrogatepass")
        read, sentence = outcome(lambda: read_setups([folder / "setups.toml"]))
    elif chosen == "dominion":
        (folder / "cards.csv").write_bytes(data.draw(damaged_bytes([OWN])))
        read, sentence = outcome(lambda: read_dominion("cards.csv", {}, folder))
    else:
        sheet = data.draw(st.sampled_from(["tiles", "tax_collectors", "hill", "params"]))
        text = (GAMES / f"king_of_the_valley/data/{sheet}.csv").read_text(encoding="utf-8")
        (folder / f"{sheet}.csv").write_bytes(data.draw(damaged_bytes([text])))
        options = Options(**{sheet: f"{sheet}.csv"})
        read, sentence = outcome(lambda: read_valley(options, {}, folder))
    assert read is not None or sentence
