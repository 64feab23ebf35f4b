"""A plain run whose findings another bot checks with a share of the games."""

import json
from functools import partial
from pathlib import Path

import pytest

from balance.analysis.metrics.fold_sums import folds_of
from balance.app.commands.check import check_requirements
from balance.app.commands.compare import compare_scenarios
from balance.app.commands.report import report_on
from balance.app.commands.run import RunOptions, report_again, run_scenario
from balance.app.output import Output
from balance.app.report_files import ReportFiles
from balance.runner.worker_pool import WorkerPool
from balance.scenario.overrides import Overrides
from tests.conftest import ROOT

TABLES = Output(files=ReportFiles(tables=True))
with_tables = partial(report_on, output=TABLES)
OPTIONS = RunOptions("balance run", pool=WorkerPool(1), progress=False)
TEXT = f"""
name = "pig"
game = "{ROOT / "examples" / "pig"}"
games = 6_000
players = 2
bots = "hold_at"
check_tiers = [{{ bot = "random", games = 1_000 }}, "hold_at"]
[[require]]
what = "shared_wins < 50%"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run with a check."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("checked"))
        Path("pig.toml").write_text(TEXT, encoding="utf-8")
        run_scenario("pig.toml", Overrides(), OPTIONS, with_tables)
        (page,) = Path.cwd().rglob("index.html")
    return page.parent


def report_of(folder):
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


def test_the_report_is_about_the_main_bot_and_findings_have_a_badge(folder):
    assert folder.name == "pig"
    report = report_of(folder)
    assert [(cell["name"], cell["games"]) for cell in report["cells"]] == [
        ("baseline", 6_000),
        ("random, baseline", 1_000),
    ]
    seats = [one for one in report["key_findings"] if one["section"] == "seats"]
    assert seats
    assert all("random and hold_at" in one["badge"] for one in seats)
    assert "tiers" in [section["name"] for section in report["sections"]]
    assert "1,000 games of random" in report["played_by"]


def test_the_main_games_are_those_of_a_run_without_a_check(folder, monkeypatch):
    monkeypatch.chdir(folder.parents[2])
    run = run_scenario("pig.toml", Overrides(bots=("hold_at",)), _into("plain"))
    checked = run_scenario("pig.toml", Overrides(), OPTIONS)
    assert not run.check_cells
    assert folds_of(checked.cells[0].totals).is_same(folds_of(run.cells[0].totals))


def test_the_same_again_plays_nothing_and_the_report_is_the_same(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder.parents[2])
    before = report_of(folder)["key_findings"]
    run_scenario(
        "pig.toml", Overrides(), RunOptions("balance run", pool=WorkerPool(1)), with_tables
    )
    assert "to play" not in capsys.readouterr().err
    report_again(folder, TABLES)
    assert report_of(folder)["key_findings"] == before


def test_at_first_use_the_first_answer_does_not_wait_for_the_check(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder.parents[2])
    monkeypatch.setattr("balance.app.commands.run.has_compiled_code", lambda home: False)
    options = RunOptions("balance run", pool=WorkerPool(1), out=Path("first"))
    run_scenario("pig.toml", Overrides(), options)
    said = capsys.readouterr().err
    answer = said.index("First answer, 6,000 games: seats 1 to 2 win ")
    assert said.index("1 of 2, baseline: 6,000 games to play") < answer
    assert answer < said.index("Compiling random, which checks this ...")
    assert said.index("Compiling random") < said.index("2 of 2, random, baseline: 1,000 games")


def test_requirements_are_checked_on_the_main_games_only(folder, monkeypatch):
    monkeypatch.chdir(folder.parents[2])
    answers, _ = check_requirements("pig.toml", Overrides(), _into("required"))
    assert len(answers) == 1
    report_again(folder.parents[2] / "required")  # its manifest is that of a run without checks


def test_both_sides_of_a_comparison_are_checked(folder, monkeypatch):
    monkeypatch.chdir(folder.parents[2])
    run = compare_scenarios(
        ["pig.toml"], Overrides(games=600, settings={"target": 50}), _into("compared"), with_tables
    )
    assert [cell.cell.name for cell in run.check_cells] == [
        "random, as it is",
        "random, target=50",
    ]
    report = report_of(folder.parents[2] / "compared")
    assert "comparison" in [section["name"] for section in report["sections"]]


def _into(name):
    return RunOptions("balance run", pool=WorkerPool(1), out=Path(name), progress=False)
