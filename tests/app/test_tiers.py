"""``balance run --tiers``: one job, one report, and going on."""

import io
import json
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console

from balance.app import notices
from balance.app.commands.report import report_on
from balance.app.commands.run import RunOptions, report_again, run_scenario
from balance.app.output import Output
from balance.app.report_files import ReportFiles
from balance.runner.worker_pool import WorkerPool
from balance.scenario.overrides import Overrides
from tests.conftest import ROOT

PIG = str(ROOT / "examples" / "pig" / "pig.toml")
TIERS = Overrides(games=600, tiers=("random", "hold_at@300"))
TABLES = Output(files=ReportFiles(tables=True))
with_tables = partial(report_on, output=TABLES)
OPTIONS = RunOptions("balance run", pool=WorkerPool(1))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run of two tiers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("tiers"))
        run_scenario(PIG, TIERS, OPTIONS, with_tables)
        (page,) = Path.cwd().rglob("index.html")
    return page.parent


def test_tiers_have_a_folder_of_their_own_and_a_cell_each(folder):
    assert folder.name == "pig-tiers"
    assert len(list((folder / "shards").iterdir())) == 2
    assert "Does it depend on how well one plays?" in (folder / "index.html").read_text(
        encoding="utf-8"
    )
    assert (folder / "tables" / "tiers.csv").is_file()


def test_the_same_again_plays_nothing_and_the_report_is_the_same(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder.parents[2])
    before = (folder / "tables" / "tiers.csv").read_bytes()
    run_scenario(PIG, TIERS, OPTIONS, with_tables)
    assert "to play" not in capsys.readouterr().err
    report_again(folder, TABLES)
    assert (folder / "tables" / "tiers.csv").read_bytes() == before


def test_a_tier_can_be_added_later(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder.parents[2])
    mine = folder.parents[2] / "mine.py"
    mine.write_text("def second(view, table, seat, weights, stream):\n    return 0\n")
    run_scenario(
        PIG, Overrides(games=600, tiers=(*TIERS.tiers, "mine.py:second@20")), OPTIONS, with_tables
    )
    told = capsys.readouterr().err
    assert "3 of 3, second: 20 games to play" in told
    assert "hold_at" not in told


def test_the_time_of_tiers_is_printed_if_it_is_long(pig_set_up, monkeypatch):
    notes = io.StringIO()
    ready = pig_set_up(tiers=["random", "hold_at"])
    notices.announce_tier_times(ready, 2, Console(file=notes))
    assert not notes.getvalue()
    monkeypatch.setattr(notices, "LONG_SECONDS", 0.0)
    notices.announce_tier_times(ready, 2, Console(file=notes, width=200))
    assert notes.getvalue().startswith("All tiers take about 1 s: random 1 s")


def test_a_noise_sweep_says_which_findings_hold_with_noise(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run_scenario(PIG, Overrides(games=6_000, noise=("0", "0.1", "0.2")), OPTIONS, with_tables)
    folder = tmp_path / "reports" / "pig" / "pig-noise"
    report = (folder / "report.md").read_text(encoding="utf-8")
    assert "## Findings under noise" in report
    assert "holds at 0, 10 and 20% noise; Win rate by seat" in report
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "holds at 0, 10 and 20% noise" in page
    findings = json.loads((folder / "report.json").read_text(encoding="utf-8"))["key_findings"]
    badges = {one["robustness"]: one["badge"] for one in findings}
    assert badges["stable"] == "holds at 0, 10 and 20% noise"
    assert "rounds (grows with noise" in " ".join(capsys.readouterr().out.split())
