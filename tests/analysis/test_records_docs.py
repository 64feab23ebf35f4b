"""What docs/records.md asks of records is asked: its program, and each of its lines for DuckDB."""

import contextlib
import io
import re

import duckdb
import pandas as pd
import pytest

from balance.analysis.records import write_records
from balance.runner.batches import Batches
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
LINES = re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL)
GAMES, CUT = 400, 240  # played for the test, in two files


def line(mark):
    """Return the one line for DuckDB that holds these words."""
    (found,) = [text for text in LINES if mark in text]
    return found


@pytest.fixture(scope="module")
def rec(tmp_path_factory):
    """A folder with a run's records of two cells, as the page's command leaves them."""
    folder = tmp_path_factory.mktemp("docs")
    for cell, shards in (("baseline", [(0, CUT), (CUT, GAMES)]), ("assigned", [(0, 20)])):
        values = {"name": "x", "game": "valeria", "seed": 1, "games": GAMES}
        values |= {"bots": ["greedy", "random"], "players": 2}
        match = prepare(Scenario.model_validate(values).at(ROOT / "x.toml")).cells[0].match
        home = folder / "rec" / "records" / cell
        home.mkdir(parents=True)
        for first, end in shards:
            records = Batches(match).play(first, end - first)
            deals = f"{first // 2:012d}-{end // 2 - 1:012d}"
            write_records(records, match, home / f"{deals}-0123456789abcdef.parquet")
    return folder


@pytest.fixture
def ask(rec, monkeypatch):
    """Ask DuckDB in that folder; return its answer."""
    monkeypatch.chdir(rec)
    return duckdb.sql


@pytest.fixture
def rows(rec):
    return pd.read_parquet(rec / "rec" / "records" / "baseline")


def test_there_are_lines_to_ask():
    assert len(LINES) >= 9


@pytest.mark.parametrize("text", LINES)
def test_each_line_answers(ask, text):
    answer = ask(text)
    assert answer is None or len(answer.df()) > 0


def test_win_rates_are_those_of_pandas(ask, rows):
    found = ask(line("SELECT bot, seat")).df().set_index(["bot", "seat"])["rate"]
    expected = rows.groupby(["bot", "seat"], observed=True)["win"].mean()
    assert found.to_dict() == pytest.approx(expected.to_dict())


def test_the_interval_is_that_of_the_program_of_the_page(ask, rec, monkeypatch):
    monkeypatch.chdir(rec)
    (program,) = re.findall(r"```python\n(import math\n.*?)```", TEXT, re.DOTALL)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(program, "rate.py", "exec"), {})
    value, low, high, deals = re.findall(r"[\d.]+", said.getvalue())
    ((rate, give_or_take),) = ask(line("give_or_take")).fetchall()
    assert float(value) == pytest.approx(100 * rate, abs=0.006)
    assert (float(high) - float(low)) / 2 == pytest.approx(100 * give_or_take, abs=0.006)
    assert int(deals) == GAMES // 2


def test_a_game_is_counted_once(ask):
    assert ask(line("SELECT rounds, count(*)")).df()["games"].sum() == GAMES
    assert ask(line("SELECT ending")).df()["games"].sum() == GAMES


def test_all_cards_are_there(ask, rows):
    found = ask(line("UNPIVOT")).df().set_index("card")
    cards = [column for column in rows.columns if column.startswith("taken.")]
    assert set(found.index) == {card for card in cards if rows[card].notna().any()}
    copies = rows["taken.mercenary"]
    assert found.loc["taken.mercenary", "copies"] == copies.sum()
    assert found.loc["taken.mercenary", "rate_with"] == pytest.approx(
        rows["win"][copies > 0].mean()
    )


def test_cells_have_the_names_of_their_folders(ask):
    assert ask(line("parse_path")).df()["cell"].tolist() == ["assigned", "baseline"]


def test_the_spreadsheet_has_a_row_for_each_seat(ask, rec):
    ask(line("COPY"))
    assert len(pd.read_csv(rec / "games.csv")) == 2 * GAMES
