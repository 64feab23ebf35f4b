"""guides/analyse-records: its program and its queries run and give the right numbers."""

import contextlib
import io
import os
import re

import duckdb
import pandas as pd
import pytest

from balance.analysis.event_records import EVENT_COLUMNS, RECORD_TABLES, STANDING_COLUMNS
from balance.analysis.records import COLUMNS, write_records
from balance.runner.batches import Batches
from balance.runner.followed_games import GameFollower
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.store.shards import EVENTS, STANDINGS
from tests.conftest import ROOT
from tests.docs.pages import code_blocks, read_page

TEXT = read_page("guides/analyse-records")
QUERIES = code_blocks(TEXT, "sql")
REFERENCE = ROOT / "docs" / "reference" / "records.md"
TABLE = r"(?<=<!-- {0}columns -->\n\n).*?(?=\n\n<!-- end of {0}columns -->)"
GAMES, CUT = 400, 240  # played for the test, in two files


def query(mark):
    """Return the query that contains these words."""
    (found,) = [text for text in QUERIES if mark in text]
    return found


@pytest.fixture(scope="module")
def rec(tmp_path_factory):
    """A folder with the records of two cells, as the command of the page writes them."""
    folder = tmp_path_factory.mktemp("docs")
    for cell, shards in (("baseline", [(0, CUT), (CUT, GAMES)]), ("assigned", [(0, 20)])):
        values = {"name": "x", "game": "valeria", "seed": 1, "games": GAMES}
        values |= {"bots": ["greedy", "random"], "players": 2}
        match = prepare(Scenario.model_validate(values).at(ROOT / "x.toml")).cells[0].match
        home = folder / "rec" / "records" / f"variant={cell}"
        home.mkdir(parents=True)
        for first, end in shards:
            records = Batches(match).play(first, end - first)
            deals = f"{first // 2:012d}-{end // 2 - 1:012d}"
            write_records(records, match, home / f"{deals}-0123456789abcdef.parquet")
        if cell == "baseline":
            games = GameFollower(match).play(0, GAMES)
            for kind in (EVENTS, STANDINGS):
                table, home = RECORD_TABLES[kind], folder / "rec" / kind / f"variant={cell}"
                home.mkdir(parents=True)
                table.write([table.rows(games, match)], match, home / "all.parquet")
    return folder


@pytest.fixture
def ask(rec, monkeypatch):
    """Ask DuckDB in that folder; return its answer."""
    monkeypatch.chdir(rec)
    return duckdb.sql


@pytest.fixture
def rows(rec):
    return pd.read_parquet(rec / "rec" / "records" / "variant=baseline")


def test_there_are_queries():
    assert len(QUERIES) >= 9


@pytest.mark.parametrize("text", QUERIES)
def test_each_query_has_an_answer(ask, text):
    answer = ask(text)
    assert answer is None or len(answer.df()) > 0


def test_win_rates_are_those_of_pandas(ask, rows):
    found = ask(query("SELECT bot, seat")).df().set_index(["bot", "seat"])["rate"]
    expected = rows.groupby(["bot", "seat"], observed=True)["win"].mean()
    assert found.to_dict() == pytest.approx(expected.to_dict())


def test_the_interval_is_that_of_the_program_of_the_page(ask, rec, monkeypatch):
    monkeypatch.chdir(rec)
    (program,) = [text for text in code_blocks(TEXT, "python") if text.startswith("import math")]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(program, "rate.py", "exec"), {})
    value, low, high, deals = re.findall(r"[\d.]+", output.getvalue())
    ((rate, half_width),) = ask(query("half_width")).fetchall()
    assert float(value) == pytest.approx(100 * rate, abs=0.006)
    assert (float(high) - float(low)) / 2 == pytest.approx(100 * half_width, abs=0.006)
    assert int(deals) == GAMES // 2


def test_a_game_is_counted_once(ask):
    assert ask(query("SELECT rounds, count(*)")).df()["games"].sum() == GAMES
    assert ask(query("SELECT ending")).df()["games"].sum() == GAMES


def test_all_cards_are_there(ask, rows):
    found = ask(query("UNPIVOT")).df().set_index("card")
    cards = [column for column in rows.columns if column.startswith("taken_")]
    assert set(found.index) == {card for card in cards if rows[card].notna().any()}
    copies = rows["taken_mercenary"]
    assert found.loc["taken_mercenary", "copies"] == copies.sum()
    assert found.loc["taken_mercenary", "rate_with"] == pytest.approx(
        rows["win"][copies > 0].mean()
    )


def test_cells_have_the_names_of_their_folders(ask):
    assert ask(query("SELECT variant")).df()["variant"].tolist() == ["assigned", "baseline"]


def test_pandas_reads_all_cells_with_their_names(rec):
    rows = pd.read_parquet(rec / "rec" / "records", columns=["variant", "number", "win"])
    games = rows.groupby("variant", observed=True)["number"].nunique()
    assert games.to_dict() == {"assigned": 20, "baseline": GAMES}


def test_the_spreadsheet_has_a_row_for_each_seat(ask, rec):
    ask(query("COPY"))
    assert len(pd.read_csv(rec / "games.csv")) == 2 * GAMES


def test_copies_before_a_round_are_those_of_the_records(ask, rows):
    """A mean round of one copy says when it was taken."""
    found = ask(query("round < 5")).df().set_index("card")["copies"]
    few = rows[rows["taken_mercenary"] <= 1]
    early = few["round_mercenary"] < 5
    many = rows[rows["taken_mercenary"] > 1]["taken_mercenary"].sum()
    assert early.sum() <= found["mercenary"] <= early.sum() + many


def test_the_last_points_by_round_are_the_scores(rec, rows):
    standings = pd.read_parquet(rec / "rec" / "standings" / "variant=baseline")
    last = standings.groupby(["number", "seat"])["points"].last()
    assert last.to_dict() == rows.set_index(["number", "seat"])["score"].to_dict()


@pytest.mark.parametrize(
    ("which", "columns"),
    [("", COLUMNS), ("event ", EVENT_COLUMNS), ("standing ", STANDING_COLUMNS)],
)
def test_the_reference_has_a_golden_table_of_columns(which, columns):
    lines = ["| column | means |", "|---|---|"]
    lines += [f"| `{name}` | {meaning} |" for name, meaning in columns.items()]
    page = REFERENCE.read_text(encoding="utf-8")
    table = re.compile(TABLE.format(which), re.S)
    written = table.sub(lambda _: "\n".join(lines), page)
    if os.environ.get("BALANCE_GOLDEN") == "write":
        REFERENCE.write_text(written, encoding="utf-8")
    assert table.search(page)
    assert page == written
