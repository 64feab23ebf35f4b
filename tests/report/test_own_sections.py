"""Sections from outside: loaded, counted, played in other processes, refused with a sentence."""

import os

import pytest

from balance.app.commands.report import metrics_for, report_data
from balance.app.refusals import check_sections
from balance.compiling.trusted_code import VARIABLE
from balance.errors import ScenarioError, StoreError, WorkerError
from balance.report.definitions import sections_in
from balance.report.page import sections_of
from balance.runner.cell_player import CellPlayer
from balance.runner.remote import pack, unpack
from balance.runner.run import play_run, read_run
from balance.runner.worker_pool import PROCESSES, WorkerPool
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.store.run_folder import RunFolder
from tests.conftest import ROOT

SECTION = """
from dataclasses import dataclass

import numpy as np

from balance.analysis.metrics.metric import Metric
from balance.report.section import Finding, Section, SectionDefinition
from balance.store.sums import Sums
from one import ONE


@dataclass(frozen=True)
class Count(Sums):
    games: np.ndarray


def tally(records, match):
    return Count(np.array([ONE * len(records)]))


def build(data):
    games = int(data.about("count").sums_of("count", Count).games[0])
    return Section("", "Count", (Finding("count", f"{games} games.", {"games": games}),))


count = SectionDefinition(build, {"count": Metric(tally, Count)})
bare = SectionDefinition(lambda data: Section("", "Bare", ()))
broken = SectionDefinition(lambda data: 3, {"broken": Metric(lambda records, match: 1 / 0, Count)})
wrong = SectionDefinition(build, {"wrong": Metric(lambda records, match: 3, Count)})
seats = SectionDefinition(build)
never = SectionDefinition(build, {"never": Metric(tally, Count, lambda match: False)})
again = SectionDefinition(build, {"pace": Metric(tally, Count)})
number = 3
"""


@pytest.fixture
def prepared(tmp_path):
    """Return a function that prepares Pig with sections of a file beside the scenario."""
    (tmp_path / "my.py").write_text(SECTION)
    (tmp_path / "one.py").write_text("ONE = 1\n")
    game = os.path.relpath(ROOT / "examples" / "pig", tmp_path)

    def make(*sections):
        values = {"name": "pig", "game": game, "seed": 7, "games": 40, "bots": ["hold_at"] * 2}
        scenario = Scenario.model_validate({**values, "sections": sections})
        return prepare(scenario.at(tmp_path / "pig.toml"))

    return make


def played(ready, folder, pool=1):
    return play_run(ready, metrics_for, RunFolder(folder), "balance run pig.toml", pool)


def test_a_section_beside_the_scenario_is_in_the_report_after_those_of_the_package(
    prepared, tmp_path
):
    run = played(prepared("my.py:count", "seats", "busts"), tmp_path / "run")
    sections = sections_of(report_data(run))
    assert [section.name for section in sections] == ["seats", "busts", "count"]
    assert sections[-1].findings[0].facts == {"games": 40}


def test_a_section_without_metrics_counts_nothing(prepared, tmp_path):
    run = played(prepared("my.py:bare"), tmp_path / "run")
    assert [section.title for section in sections_of(report_data(run))] == ["Bare"]


def test_sums_of_another_version_are_not_mixed_up(prepared, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    played(prepared("my.py:count"), tmp_path / "run")
    assert read_run(tmp_path / "run", metrics_for).cells[0].games == 40
    (tmp_path / "one.py").write_text("ONE = 2\n")
    with pytest.raises(StoreError, match="another version"):
        read_run(tmp_path / "run", metrics_for)
    with pytest.raises(StoreError, match="contains another run"):
        played(prepared("my.py:count"), tmp_path / "run")


@pytest.mark.system
def test_other_processes_count_the_same(prepared, tmp_path):
    ready = prepared("my.py:count", "busts")
    here = played(ready, tmp_path / "here").cells[0].totals
    there = played(ready, tmp_path / "there", WorkerPool(1, PROCESSES)).cells[0].totals
    for metric in ("count", "turns"):
        one, two = here[metric].arrays(), there[metric].arrays()
        assert one.keys() == two.keys()
        assert all((one[name] == two[name]).all() for name in one)


def test_a_metric_travels_by_name(prepared):
    ready = prepared("my.py:count")
    match = ready.cells[0].match
    tallies = metrics_for(ready, match).tallies
    there = unpack(pack(CellPlayer(match, tallies))).tallies
    assert there["count"] == tallies["count"]


def test_a_metric_without_a_name_is_refused_elsewhere(prepared):
    ready = prepared("my.py:broken")
    match = ready.cells[0].match
    with pytest.raises(WorkerError, match="--backend threads"):
        pack(CellPlayer(match, metrics_for(ready, match).tallies))


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("seat", r"pig.toml: sections, number 1 = 'seat': .*did you mean 'seats'\?"),
        ("my.py:seats", r"sections, number 1 = 'my.py:seats': .*another section 'seats'"),
        ("other.py:busts", r"sections, number 1 = 'other.py:busts': .*another section 'busts'"),
        ("none.py:count", r"none.py: no such file, where the section 'count' is expected"),
        ("my.py:cuont", r"my.py: a section 'cuont' .* did you mean 'count'\?"),
        ("my.py:number", r"my.py: 'number' is of type int, where a SectionDefinition is expected"),
        ("my.py:again", r"my.py: there is another metric 'pace'"),
        ("my.py:never", r"pig.toml: sections: 'never': these games have nothing for it"),
        ("fails.py:count", r"fails.py: cannot be run: line 2: ZeroDivisionError"),
    ],
)
def test_what_cannot_be_a_section_is_refused(prepared, tmp_path, section, message):
    (tmp_path / "fails.py").write_text("\n1 / 0\n")
    with pytest.raises(ScenarioError, match=message) as error:
        check_sections(prepared(section))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("broken", r"my.py: the metric 'broken' failed: line 28: ZeroDivisionError"),
        ("wrong", r"my.py: the metric 'wrong' returned int, where Count is expected"),
    ],
)
def test_a_metric_that_fails_is_named(prepared, tmp_path, section, message):
    with pytest.raises(ScenarioError, match=message):
        played(prepared(f"my.py:{section}"), tmp_path / "run")


def test_a_section_that_fails_is_named(prepared):
    section = sections_in(prepared("my.py:broken").section_files)["broken"]
    with pytest.raises(ScenarioError, match="the section 'broken' returned int, where Section"):
        section.build(None)
