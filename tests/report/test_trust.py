"""How far to trust a report: games, bots, and how an estimate settles."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from balance.report import trust
from balance.report.json_values import whole_table
from balance.report.page import _only_bots
from balance.report.report_data import Played, ReportData
from balance.runner.arms import ArmResult
from balance.scenario.experiments import Arm
from balance.scenario.ladder_file import Ladder
from tests.analysis.comparison.test_tiers import tiers
from tests.analysis.conftest import make_match
from tests.report.conftest import finding_of, heads_of, names_of, report_data, table_of, variant

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
    """Return a run of bots with these names, on the ladder above."""
    monkeypatch.setattr(trust, "read_ladder", lambda game: LADDER)

    def play(*bots: str, games: int = 600) -> ReportData:
        match = make_match(2, lineup=bots)
        entries = tuple(
            replace(one, bot=replace(one.bot, name=one.label)) for one in match.lineup.entries
        )
        match = replace(match, lineup=replace(match.lineup, entries=entries))
        return report_data(variant(match, games))

    return play


def test_games_are_counted_and_an_estimate_is_followed_as_it_settles() -> None:
    section = trust.build(report_data(variant(make_match(2), 2048, first=0.6)))
    assert names_of(section) == ["games", "settled"]
    assert finding_of(section, "games").facts == {"games": 2048, "deals": 2048}
    facts = finding_of(section, "settled").facts
    assert (facts["half"], facts["deals"], facts["rate"]) == (1024, 2048, "win rate of seat 1")
    assert facts["now"].low < 0.6 < facts["now"].high
    assert abs(facts["change"]) < 5
    assert len(table_of(section, "trust_settling").frame) == 8
    assert [one.name for one in section.pictures] == ["trust_settling"]


def test_few_deals_are_a_warning() -> None:
    section = trust.build(report_data(variant(make_match(2), 100)))
    assert names_of(section) == ["games", "not_settled"]
    assert "Only 100 deals: below 256" in section.warning
    assert section.pictures == ()
    few = trust.build(report_data(variant(make_match(2), 600), variant(make_match(2), 12, "short")))
    assert 'Only 12 deals in "short"' in few.warning


def test_a_study_says_what_it_played_and_nothing_of_a_seat() -> None:
    data = report_data(variant(make_match(2), 7500))
    prices = (Played("the table as it is", (7500,)), Played("other prices", (30_000, 30_000)))
    section = trust.build(replace(data, played=prices))
    assert names_of(section) == ["study"]
    assert finding_of(section, "study").text == (
        "This study rests on 67,500 games: 7,500 to 30,000 of each of 3 versions of the game."
    )
    rows = table_of(section, "trust_played").frame.set_index("what")
    assert list(rows["games"]) == [7500, 60_000]
    assert section.pictures == ()
    assert not {"trust_settling", "trust_games"} & {one.name for one in section.tables}


def test_games_of_designed_experiments_are_counted_apart() -> None:
    match = make_match(2)
    arms = tuple(
        ArmResult(Arm(f"ban {name}", "ban", match, name), deals, 2 * deals, {})
        for name, deals in (("axe", 300), ("bow", 500), ("cup", 0))
    )
    section = trust.build(report_data(replace(variant(match, 600), arms=arms)))
    assert finding_of(section, "experiments").facts == {"games": 1600, "arms": 2}
    (row,) = table_of(section, "trust_arms").frame.to_dict("records")
    assert row == {"cell": "baseline", "kind": "ban", "arms": 2, "games": 1600, "fewest": 300,
                   "most": 500}  # fmt: skip
    plain = trust.build(report_data(variant(match, 600)))
    assert "trust_arms" not in [one.name for one in plain.tables]


def test_games_that_were_cut_off_are_a_warning() -> None:
    section = trust.build(report_data(variant(make_match(2), 600, cut_off=9)))
    assert "9 of 600 games were cut off" in section.warning
    assert "cut off" in heads_of(table_of(section, "trust_games"))


def test_a_game_without_a_ladder_says_so() -> None:
    section = trust.build(report_data(variant(make_match(2), 600)))
    assert "no published ladder" in section.warning
    assert "trust_bots" not in [one.name for one in section.tables]


def test_stronger_bots_than_those_that_played_are_named(played: Callable[..., ReportData]) -> None:
    section = trust.build(played("greedy", "greedy"))
    assert "Stronger bots than greedy are known: planner." in section.warning
    rows = table_of(section, "trust_bots").frame
    assert rows["measured"].tolist() == ["70.1% [69.0, 71.2] in 4,000 games"]
    file = whole_table(table_of(section, "trust_bots"))
    numbers = file[["value", "low", "high", "games"]].to_numpy().tolist()
    assert numbers == [pytest.approx([0.701, 0.69, 0.712, 4000])]
    assert "Stronger bots" not in trust.build(played("planner", "greedy")).warning


def test_random_bots_and_unknown_ones_are_warnings(played: Callable[..., ReportData]) -> None:
    assert "All bots play at random" in trust.build(played("random", "random")).warning
    section = trust.build(played("mine", "greedy"))
    assert "Not on the ladder, so of unknown strength: mine." in section.warning
    assert "at random" not in section.warning


def test_tiers_are_advised_where_there_are_none() -> None:
    assert "--tiers" in trust.build(report_data(variant(make_match(2), 600))).warning
    assert "--tiers" not in trust.build(report_data(*tiers({}, {}, {}))).warning


def test_results_of_the_self_test_are_shown_if_they_are_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data = report_data(variant(make_match(2), 600))
    monkeypatch.setattr(trust, "files", lambda package: tmp_path)
    assert "trust_selftest" not in [one.name for one in trust.build(data).tables]
    (tmp_path / "data").mkdir()
    check = {"check": "intervals cover", "wanted": "95%", "found": "94.9%"}
    results = {"version": "1.2", "date": "2026-11-22", "checks": [check]}
    (tmp_path / "data" / trust.SELFTEST).write_text(json.dumps(results))
    table = table_of(trust.build(data), "trust_selftest")
    assert table.frame["found"].tolist() == ["94.9%"]
    assert "1.2, 2026-11-22" in table.note


def test_a_player_against_the_game_itself_is_trusted_alike() -> None:
    rival = make_match(1, rival="Box")
    data = report_data(replace(variant(make_match(2), 600), match=rival))
    assert finding_of(trust.build(data), "settled").facts["rate"] == "win rate of the player"


def test_a_study_whose_answer_another_bot_played_is_no_study_of_one_bot() -> None:
    data = replace(report_data(variant(make_match(2), 400)), played=(Played("set", (4000,)),))
    assert any("one player strength only" in text for text in trust.warnings_of(data, None))
    assert _only_bots(data).startswith("Played by")
    checked = replace(data, check_tiers=("policy", "planner"))
    assert not any("one player strength only" in text for text in trust.warnings_of(checked, None))
    assert _only_bots(checked) == ""
