"""The sections on the shape of games, and on skill and luck."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from balance.engine.game import Bot
from balance.engine.layout import State, Table, Weights
from balance.engine.trajectories import NO_ROUND_STATUS
from balance.report.key_findings import picture_link
from balance.report.report_data import ReportData
from balance.report.section import ESTIMATES, Section
from balance.report.sections import shape, skill
from balance.runner.replays import Replays
from balance.scenario.match import Entry, Match
from tests.analysis.conftest import make_match
from tests.analysis.made_up_curves import walks
from tests.analysis.test_skill import replays
from tests.report.conftest import build_report, finding_of, names_of, report_data, table_of, variant


@pytest.fixture(scope="module")
def match() -> Match:
    return make_match(2)


def followed(match: Match, games: int = 300, **changes: object) -> ReportData:
    one = replace(variant(match, 400), trajectories=walks(games))
    return replace(report_data(one), **changes)  # type: ignore[arg-type]


def built(data: ReportData) -> Section:
    section = shape.build(data)
    assert section is not None
    return section


def test_the_findings_are_when_games_are_decided_and_who_leads(match: Match) -> None:
    section = built(followed(match))
    assert names_of(section) == ["half_time", "decided", "close"]
    assert finding_of(section, "half_time").facts["equal"] == 0.5
    decided = finding_of(section, "decided").facts
    assert 0 < decided["decided"].value < 1
    assert section.warning == ""
    assert [key.table for key in section.key_findings] == ["shape"]


def test_every_estimate_has_an_interval(match: Match) -> None:
    for table in built(followed(match)).tables:
        for column in table.columns:
            if column.style in ESTIMATES:
                values = table.frame[f"{column.name}value"]
                low, high = table.frame[f"{column.name}low"], table.frame[f"{column.name}high"]
                assert (low <= values).all()
                assert (values <= high).all()


def test_a_target_comes_first_and_is_drawn(match: Match) -> None:
    section = built(followed(match, rounds=(10, 10)))
    facts = section.findings[0].facts
    assert (facts["fewest"], facts["most"]) == (10, 10)
    assert facts["share"].value == pytest.approx(2 / 3, abs=0.001)
    shares = [facts[name].value for name in ("share", "short", "long")]
    assert sum(shares) == pytest.approx(1)
    assert len(section.key_findings) == 2
    assert "target" in section.pictures[0].caption


def test_with_too_few_games_there_are_no_chances(match: Match) -> None:
    section = built(followed(match, 150))
    assert "150 games" in section.warning
    assert "decided" not in names_of(section)
    assert "shape_calibration" not in [table.name for table in section.tables]
    assert section.key_findings == ()


def test_where_no_game_ended_there_is_nothing_else_to_say(match: Match) -> None:
    data = followed(match)
    trajectories = replace(walks(40), stopped=np.ones(40, np.bool_))
    section = built(replace(data, variants=(replace(data.baseline, trajectories=trajectories),)))
    assert names_of(section) == ["none_ended"]
    assert section.findings[0].facts["games"] == 40


def test_games_worth_a_look_have_a_command(match: Match) -> None:
    games = table_of(built(followed(match)), "shape_games")
    commands = games.frame["command"]
    assert commands.str.fullmatch(r"balance play made-up --game \d+").all()
    assert games.frame["kind"].value_counts().to_dict() == {
        "most dramatic": 5, "longest": 5, "most lopsided": 5,
    }  # fmt: skip


def test_cells_stand_side_by_side(match: Match) -> None:
    one = replace(variant(match, 400), trajectories=walks(300))
    section = built(
        report_data(one, replace(one, name="longer", trajectories=walks(300, rounds=14)))
    )
    cells = table_of(section, "shape_cells").frame
    assert cells["cell"].tolist() == ["baseline", "longer"]
    assert cells["rounds_value"][1] > cells["rounds_value"][0] + 3


def test_without_trajectories_there_is_no_section(match: Match) -> None:
    assert shape.build(report_data(variant(match, 400))) is None


def test_bots_of_ordinary_python_are_given_as_the_reason(match: Match) -> None:
    def think(view: State, table: Table, seat: int, weights: Weights, stream: object) -> int:
        return 0

    slow = Entry("thinker", Bot("thinker", think))
    game = replace(match.game, round_status=NO_ROUND_STATUS)
    lineup = replace(match.lineup, entries=(slow,))
    section = shape.build(report_data(variant(replace(match, game=game, lineup=lineup), 400)))
    assert section is not None
    assert "'thinker'" in finding_of(section, "not_followed").facts["reason"]


def test_points_that_no_one_has_are_not_drawn(match: Match) -> None:
    trajectories = walks(300)
    flat = replace(trajectories, values=trajectories.values * np.array([1, 0], np.float32))
    data = followed(match)
    section = built(replace(data, variants=(replace(data.baseline, trajectories=flat),)))
    assert "shape_rounds_1" not in [picture.name for picture in section.pictures]


def luck(match: Match, *played: Replays) -> Section:
    section = skill.build(report_data(replace(variant(match, 400), replays=played)))
    assert section is not None
    return section


def test_skill_is_how_often_the_better_bot_wins_and_what_wins_depend_on(match: Match) -> None:
    one = replays(0.5)
    equals = Replays(
        "good", ("good",), np.zeros((1, 2), np.int64), one.wins[:, :1], one.scores[:, :1]
    )
    section = luck(match, equals, one)
    assert names_of(section) == ["better", "among_equals"]
    better, equal = (finding.facts for finding in section.findings)
    assert (better["better"], better["other"], better["equals"]) == ("good", "bad", "")
    assert 0.7 < better["wins"].value < 0.8
    assert better["skill"].value == pytest.approx(2 * better["wins"].value - 1)
    shares = [part.facts["share"].value for part in equal["parts"]]
    assert shares == sorted(shares, reverse=True)
    assert [table.name for table in section.tables] == ["skill", "skill_contests", "skill_points"]
    assert section.warning == ""
    split = section.tables[0].frame
    parts = split[[f"{part}_value" for part in ("skill", "seat", "set_up", "luck", "bots")]]
    assert parts.sum(axis=1).to_numpy() == pytest.approx([1, 1], abs=0.1)


def test_with_too_few_deals_there_are_no_intervals(match: Match) -> None:
    section = luck(match, replays(0.5, deals=10))
    assert "good v bad" in section.warning
    assert "10 deals" in section.warning
    assert pd.isna(section.tables[0].frame["skill_low"]).all()


def test_without_replays_there_is_no_section(match: Match) -> None:
    assert skill.build(report_data(variant(match, 400))) is None


def test_both_stand_on_the_page(match: Match, tmp_path: Path) -> None:
    one = replace(variant(match, 400), trajectories=walks(300), replays=(replays(0.5),))
    page = build_report(replace(report_data(one), rounds=(9, 12)), tmp_path).read_text("utf-8")
    assert 'id="table-shape_games"' in page
    assert 'id="table-skill_contests"' in page
    for name in ("shape_length", "shape_chances", "shape_calibration", "skill"):
        assert f'<figure id="{picture_link(name)}"' in page


def test_it_is_as_on_its_golden_page(match: Match, golden: Callable[[Section], None]) -> None:
    golden(built(followed(match)))


def test_skill_is_as_on_its_golden_page(match: Match, golden: Callable[[Section], None]) -> None:
    golden(luck(match, replays(0.5)))
