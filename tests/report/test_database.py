"""report.sqlite: the tables and records of a run, with what each column means."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from balance.analysis.records import write_records
from balance.report.database import ABOUT, write_sqlite
from balance.report.exports import FullReport
from balance.report.json_values import whole_table
from balance.report.page import sections_of
from balance.report.report_data import ReportData


@pytest.fixture
def report(data: ReportData) -> FullReport:
    return FullReport(data, sections_of(data))


@pytest.fixture
def run(tmp_path: Path, data: ReportData) -> Path:
    """A folder with the records of a game, in two files."""
    for place in range(2):
        folder = tmp_path / "records" / f"variant={'ab'[place]}"
        folder.mkdir(parents=True)
        match = data.baseline.match
        write_records(np.zeros(3, match.game.record), match, folder / "0-2-0.parquet")
    return tmp_path


def test_sqlite_has_all_tables_the_records_and_the_dictionary(
    report: FullReport, run: Path
) -> None:
    with closing(sqlite3.connect(write_sqlite(report, run))) as base:
        tables = {table.name: table for one in report.with_trust for table in one.tables}
        names = {name for (name,) in base.execute("SELECT name FROM sqlite_master")}
        assert names == {*tables, *ABOUT, "games"}
        for name, table in tables.items():
            found = pd.read_sql(f'SELECT * FROM "{name}"', base)
            assert list(found.columns) == list(map(str, whole_table(table).columns))
            assert len(found) == len(whole_table(table))
        seats = report.data.baseline.match.game_table.num_seats
        rows = base.execute("SELECT variant, count(*) FROM games GROUP BY variant").fetchall()
        assert rows == [("a", 3 * seats), ("b", 3 * seats)]
        (meaning,) = base.execute(
            "SELECT meaning FROM about_columns WHERE \"table\" = 'games' AND \"column\" = 'seat'"
        ).fetchone()
        assert meaning == "1 plays first"
    metadata = json.loads((run / "report.metadata.json").read_text())
    described = metadata["databases"]["report"]["tables"]
    assert set(described) == {*tables, "games"}
    assert described["games"]["columns"]["seat"] == "1 plays first"


def test_what_another_program_left_beside_an_older_database_does_not_change_it(
    report: FullReport, run: Path
) -> None:
    path = write_sqlite(report, run)
    program = (
        "import os, sqlite3, sys\n"
        "base = sqlite3.connect(sys.argv[1])\n"
        "base.execute('pragma journal_mode=wal')\n"
        "base.execute('create index mine on games (seat)')\n"
        "base.execute('delete from games')\n"
        "base.commit()\n"
        "os._exit(0)\n"  # without closing it
    )
    subprocess.run([sys.executable, "-c", program, path], check=True)
    assert path.with_name("report.sqlite-wal").stat().st_size > 0
    with closing(sqlite3.connect(write_sqlite(report, run))) as base:
        seats = report.data.baseline.match.game_table.num_seats
        assert base.execute("SELECT count(*) FROM games").fetchall() == [(2 * 3 * seats,)]
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_run_without_records_has_no_such_table(report: FullReport, tmp_path: Path) -> None:
    for _ in range(2):  # an earlier one is replaced
        path = write_sqlite(report, tmp_path)
    with closing(sqlite3.connect(path)) as base:
        names = {name for (name,) in base.execute("SELECT name FROM sqlite_master")}
    assert "games" not in names
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "report.metadata.json", "report.sqlite",
    ]  # fmt: skip
