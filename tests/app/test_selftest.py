"""What `balance selftest` prints, writes, and returns."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.app.commands import selftest
from balance.app.commands.selftest import check_itself
from balance.cli.main import app
from balance.errors import ScenarioError
from balance.report import trust
from balance.selftest.check import Check

HOLDS = Check("two copies found unequal", "5%", "4.8% [4.4, 5.2] of 10,000", True)
FAILS = Check("intervals", "95 ± 1%", "91.0% [90.4, 91.6] of 10,000", False)


@pytest.fixture
def checks(monkeypatch):
    def play(*some):
        monkeypatch.setattr(selftest, "suite", lambda seed, sizes: iter(some))

    return play


def test_a_line_for_each_check_has_its_figures(checks, capsys):
    checks(HOLDS, FAILS)
    assert not check_itself(1, True, None)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "passed  two copies found unequal: 4.8% [4.4, 5.2] of 10,000; expected 5%"
    assert lines[1].startswith("FAILED  intervals: 91.0%")
    assert lines[2].startswith("1 of 2 checks failed; seed 1, ")


def test_the_exit_code_says_whether_all_hold(checks):
    checks(HOLDS)
    assert CliRunner().invoke(app, ["selftest", "--quick"]).exit_code == 0
    checks(HOLDS, FAILS)
    assert CliRunner().invoke(app, ["selftest", "--quick"]).exit_code == 1


def test_figures_are_written_as_the_report_reads_them(checks, tmp_path, monkeypatch):
    checks(HOLDS, FAILS)
    (tmp_path / "data").mkdir()
    check_itself(1, False, tmp_path / "data" / trust.SELFTEST)
    monkeypatch.setattr(trust, "files", lambda package: tmp_path)
    (table,) = trust._selftest()
    assert table.frame["found"].tolist() == [HOLDS.observed, FAILS.observed]
    stored = json.loads((tmp_path / "data" / trust.SELFTEST).read_text(encoding="utf-8"))
    assert set(stored) == {"version", "date", "checks"}


def test_a_missing_folder_is_an_error_before_anything_is_played(checks, capsys):
    checks(HOLDS)
    with pytest.raises(ScenarioError, match="in an existing folder"):
        check_itself(1, True, Path("nowhere/at/all.json"))
    assert capsys.readouterr().out == ""
