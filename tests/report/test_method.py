"""How far to trust a report: games, bots, and how an estimate settles."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from balance.report import method
from balance.report.report_data import ReportData
from balance.report.section import Section, Table
from balance.runner.arms import ArmResult
from balance.scenario.experiments import Arm
from balance.scenario.ladder_file import Ladder
from tests.analysis.comparison.test_tiers import tiers
from tests.analysis.conftest import make_match
from tests.report.conftest import report_data, variant

LADDER = Ladder.model_validate(
    {
        "order": ["random", "greedy", "planner"],
        "claim": [
            {"players": 2, "bot": "planner", "against": "greedy", "at_least": 60,
             "published": {"value": 70.1, "low": 69.0, "high": 71.2, "games": 4000, "deals": 2000,
                           "date": "2026-11-22", "command": "balance ladder"}},
            {"players": 4, "bot": "planner", "against": "greedy", "above": 5},
        ],
    }
)  # fmt: skip


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[..., ReportData]:
    """Return a story of bots with these names, on the ladder above."""
    monkeypatch.setattr(method, "read_ladder", lambda game: LADDER)

    def play(*bots: str, games: int = 600) -> ReportData:
        match = make_match(2, lineup=bots)
        entries = tuple(
            replace(one, bot=replace(one.bot, name=one.label)) for one in match.lineup.entries
        )
        match = replace(match, lineup=replace(match.lineup, entries=entries))
        return report_data(variant(match, games))

    return play


def table(section: Section, name: str) -> Table:
    return next(one for one in section.tables if one.name == name)


def test_it_says_how_many_games_there_are_and_how_an_estimate_settled() -> None:
    section = method.build(report_data(variant(make_match(2), 2048, first=0.6)))
    assert section.finding.startswith("The numbers rest on 2,048 games of 2,048 deals. From 1,024 ")
    assert " to 2,048 deals the win rate of seat 1 moved by " in section.finding
    assert len(table(section, "trust_settling").frame) == 8
    assert [one.name for one in section.pictures] == ["trust_settling"]


def test_with_few_deals_it_says_that_there_are_few() -> None:
    section = method.build(report_data(variant(make_match(2), 100)))
    assert section.finding.endswith("There are too few to see how an estimate settles.")
    assert "Only 100 deals: below 256 there are no intervals" in section.warning
    assert section.pictures == ()
    few = method.build(
        report_data(variant(make_match(2), 600), variant(make_match(2), 12, "short"))
    )
    assert 'Only 12 deals in "short": hardly anything can be told.' in few.warning


def test_games_of_designed_experiments_are_counted_apart() -> None:
    match = make_match(2)
    arms = tuple(
        ArmResult(Arm(f"ban {name}", "ban", match, name), deals, 2 * deals, {})
        for name, deals in (("axe", 300), ("bow", 500), ("cup", 0))
    )
    section = method.build(report_data(replace(variant(match, 600), arms=arms)))
    assert " 1,600 more were played in 2 arms of designed experiments." in section.finding
    (row,) = table(section, "trust_arms").frame.to_dict("records")
    assert row == {"cell": "baseline", "kind": "ban", "arms": 2, "games": 1600, "fewest": 300,
                   "most": 500}  # fmt: skip
    assert not [one for one in method.build(report_data(variant(match, 600))).tables
                if one.name == "trust_arms"]  # fmt: skip


def test_games_that_were_cut_off_are_a_warning() -> None:
    section = method.build(report_data(variant(make_match(2), 600, cut_off=9)))
    assert "9 of 600 games were cut off" in section.warning
    heads = [column.header for column in table(section, "trust_games").columns]
    assert "cut off" in heads


def test_a_game_without_a_ladder_says_so() -> None:
    section = method.build(report_data(variant(make_match(2), 600)))
    assert "The game has no published ladder" in section.warning
    assert "trust_bots" not in [one.name for one in section.tables]


def test_stronger_bots_than_those_that_played_are_named(played: Callable[..., ReportData]) -> None:
    section = method.build(played("greedy", "greedy"))
    assert "Stronger bots than greedy are known: planner." in section.warning
    rows = table(section, "trust_bots").frame
    assert rows["measured"].tolist() == ["70.1% [69.0, 71.2] in 4,000 games"]
    assert "Stronger bots" not in method.build(played("planner", "greedy")).warning


def test_bots_by_chance_and_unknown_ones_are_warnings(played: Callable[..., ReportData]) -> None:
    assert "All bots play by chance" in method.build(played("random", "random")).warning
    section = method.build(played("mine", "greedy"))
    assert "Not on the ladder, so of unknown strength: mine." in section.warning
    assert "All bots play by chance" not in section.warning


def test_tiers_are_not_warned_of() -> None:
    assert "--tiers would" in method.build(report_data(variant(make_match(2), 600))).warning
    assert "--tiers would" not in method.build(report_data(*tiers({}, {}, {}))).warning


def test_figures_of_the_self_test_are_shown_if_they_are_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data = report_data(variant(make_match(2), 600))
    monkeypatch.setattr(method, "files", lambda package: tmp_path)
    assert "trust_selftest" not in [one.name for one in method.build(data).tables]
    (tmp_path / "data").mkdir()
    check = {"check": "intervals cover", "wanted": "95%", "found": "94.9%"}
    kept = {"version": "1.2", "date": "2026-11-22", "checks": [check]}
    (tmp_path / "data" / method.SELFTEST).write_text(json.dumps(kept))
    found = table(method.build(data), "trust_selftest")
    assert found.frame["found"].tolist() == ["94.9%"]
    assert found.note.startswith("Of balance 1.2, 2026-11-22;")


def test_a_player_against_the_game_itself_is_trusted_alike() -> None:
    rival = make_match(1, rival="Box")
    data = report_data(replace(variant(make_match(2), 600), match=rival))
    section = method.build(data)
    assert "the win rate of the player moved by" in section.finding
