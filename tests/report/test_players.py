"""The line at the head of a report: who played, and how strong they are."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance.analysis.comparison.published_ratings import published_ratings
from balance.engine.game import Learning
from balance.report import players
from balance.report.players import learnt_before, takings_rest_on, who_played, who_was_asked
from balance.scenario.ladder_file import Ladder
from tests.analysis.comparison.test_tiers import tiers
from tests.analysis.conftest import make_match
from tests.report.conftest import report_data, variant

PUBLISHED = {
    "value": 74.91, "low": 74.1, "high": 75.7, "games": 10_000, "deals": 5_000,
    "date": "2026-11-24", "command": "balance ladder",
}  # fmt: skip
LADDER = Ladder.model_validate(
    {
        "order": ["random", "greedy", "policy", "deep"],
        "claim": [
            {"players": 3, "bot": "policy", "against": "greedy", "above": 0,
             "published": PUBLISHED},
            {"players": 2, "bot": "policy", "against": "greedy", "above": 50,
             "published": PUBLISHED},
            {"players": 1, "bot": "policy", "against": "greedy", "above": 50,
             "published": {**PUBLISHED, "value": 60.0, "low": 59.0, "high": 61.0}},
            {"players": 3, "bot": "deep", "against": "policy", "above": 0,
             "published": {**PUBLISHED, "value": 5.1, "low": 3.4, "high": 6.8}},
        ],
    }
)  # fmt: skip


@pytest.fixture(autouse=True)
def ladder(monkeypatch):
    monkeypatch.setattr(players, "read_ladder", lambda game: LADDER)


def played_by(*bots, noise=0.0):
    match = make_match(2, lineup=bots)
    entries = tuple(
        replace(one, bot=replace(one.bot, name=one.label, noise=noise))
        for one in match.lineup.entries
    )
    lineup = replace(match.lineup, entries=entries)
    return report_data(variant(replace(match, lineup=lineup), 400))


def test_a_bot_of_the_ladder_is_named_with_its_rung_for_two_players():
    said = who_played(played_by("policy"))
    assert "policy" in said
    assert "wins 75 of 100 two-player games against greedy" in said


def test_its_rating_is_that_of_the_ladder_for_the_players_of_the_report():
    said = who_played(played_by("policy"))
    rating = published_ratings(LADDER, 2)["policy"]
    assert rating.value == pytest.approx(190, abs=1)  # odds of 74.91 to 25.09
    low, high = rating.value - rating.half, rating.value + rating.half
    assert f"Its rating with 2 players is {rating.value:+.1f} [{low:+.1f}, {high:+.1f}];" in said
    assert "rating" not in who_played(played_by("deep"))  # only known with three players


def test_in_a_report_of_one_player_the_rung_is_of_one_player():
    data = played_by("policy")
    match = data.baseline.match
    alone = replace(match, game_table=replace(match.game_table, num_seats=1))
    said = who_played(report_data(replace(data.baseline, match=alone)))
    assert "has 60 of 100 points against greedy: one for a deal that it alone wins" in said
    assert (
        "Its rating with 1 player is +70.4 [+63.2, +77.7]; greedy has 0." in said
    )  # odds of 60 to 40


def test_with_more_players_a_rung_is_in_points_above_an_equal_share():
    assert "wins 5.1 more games in 100 than an equal share against policy" in who_played(
        played_by("deep")
    )


def test_a_bot_that_is_not_that_of_the_ladder_has_no_rung():
    assert "%" not in who_played(played_by("mine"))
    assert "%" not in who_played(played_by("policy", noise=0.1))


def test_a_line_up_of_several_bots_is_named_bot_by_bot():
    said = who_played(played_by("policy", "mine"))
    assert "policy and mine" in said
    assert "%" not in said


def test_tiers_are_named_from_the_weakest():
    assert "random, ox and cat" in who_played(report_data(*tiers({}, {}, {})))


def test_those_who_checked_are_named_with_their_games():
    data = played_by("policy")
    check = replace(data.baseline, name="deep, baseline", games=100, axes={"tier": "deep"})
    data = replace(data, check_cells=(check,), check_tiers=("policy", "deep"))
    assert "100 games of deep" in who_played(data)
    assert [cell.axes["tier"] for cell in data.tier_cells] == ["policy", "deep"]
    assert not data.has_tiers


def test_a_verdict_says_that_one_strength_was_asked_unless_several_were():
    alone = played_by("policy")
    assert who_was_asked(alone, alone.baseline) == "policy (the only player asked)"
    both = played_by("policy", "deep")
    assert who_was_asked(both, both.baseline, of_experiments=False) == (
        "policy and deep (the only players asked)"
    )
    by_cell = report_data(alone.baseline, played_by("deep").baseline)
    assert who_was_asked(by_cell, by_cell.baseline, of_experiments=False) == "policy"
    one, two = (replace(cell, name=name) for cell, name in zip(by_cell.variants, "ab", strict=True))
    beside = report_data(one, two)
    assert who_was_asked(beside, two, of_experiments=False) == 'deep in "b"'
    several = report_data(*tiers({}, {}, {}))
    assert who_was_asked(several, several.baseline, of_experiments=False) == "random"
    # The games are played by all, but no tier has experiments.
    assert who_was_asked(several, several.baseline) == "random (the only player asked)"


def test_of_one_of_the_cells_compared_those_who_checked_it_were_asked_too():
    cells = [replace(played_by("policy").baseline, name=name) for name in ("as it is", "dear")]
    checks = tuple(
        replace(cell, name=f"deep, {cell.name}", games=games,
                axes={"tier": "deep", "variant": cell.name})
        for cell, games in zip(cells, (100, 200), strict=True)
    )  # fmt: skip
    data = replace(report_data(*cells), check_cells=checks, check_tiers=("policy", "deep"))
    dear = data.of_cell("dear")
    assert [(one.axes["tier"], one.name) for one in dear.tier_cells] == [
        ("policy", "dear"), ("deep", "deep, dear"),
    ]  # fmt: skip
    assert who_was_asked(dear, dear.baseline, of_experiments=False) == "policy"
    unchecked = replace(data, check_cells=checks[:1]).of_cell("dear")
    assert who_was_asked(unchecked, unchecked.baseline, of_experiments=False) == (
        "policy (the only player asked)"
    )


def test_how_most_games_end_is_said_of_games_as_text():
    data = played_by("mine")
    assert "games end with" not in who_played(data)
    match = data.baseline.match
    described = replace(match, game=replace(match.game, described_in=Path("mine")))
    cell = variant(described, 400)
    shares = {name: float(cell.measures[f"ending {name}"].value) for name in match.game.endings}
    most = max(shares, key=shares.__getitem__)
    said = who_played(report_data(cell))
    assert f"Of 100 games {100 * shares[most]:.0f} end with: {most}." in said


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("new", "which learnt this game from 6,400 games against itself: +16 pp against greedy."),
        ("old", "which learnt an earlier version of this game from 6,400 games against itself;"),
    ],
)
def test_a_bot_that_has_learnt_the_game_says_how_strong_it_is(rules, said):
    data = played_by("mine")
    (entry,) = data.baseline.match.lineup.entries
    count = data.baseline.match.game_table.num_seats
    made = {"rules": rules, "games": 6400, "measured": "+16 pp against greedy"}
    learning = Learning(Path("policy.json"), "new", {count: made})
    taught = replace(entry, bot=replace(entry.bot, learning=learning))
    match = replace(
        data.baseline.match, lineup=replace(data.baseline.match.lineup, entries=(taught,))
    )
    assert said in who_played(report_data(variant(match, 400)))


@pytest.mark.parametrize(
    ("others", "said"),
    [(-5, "Among themselves deep players score"), (5, "do not rely on what follows")],
)
def test_a_bot_that_has_learnt_nothing_is_set_beside_those_that_check_it(others, said):
    data = played_by("mine")
    (entry,) = data.baseline.match.lineup.entries
    untaught = replace(entry, bot=replace(entry.bot, has_learnt=False))
    match = replace(
        data.baseline.match, lineup=replace(data.baseline.match.lineup, entries=(untaught,))
    )
    baseline = variant(match, 400)
    checks = variant(match, 400, more_points=others)
    check = replace(checks, name="deep, baseline", axes={"tier": "deep"})
    data = replace(report_data(baseline), check_cells=(check,), check_tiers=("deep", "mine"))
    assert "which has learnt nothing of this game yet" in who_played(data)
    assert said in who_played(data)


def test_what_takings_rest_on_is_said_in_the_same_words_everywhere():
    match = make_match(3, cards=("axe", "bow"))
    free, banned = takings_rest_on(match), takings_rest_on(match, is_banned=True)
    assert free.endswith("playing, 3 players, who all may take it")
    assert banned == free.replace("who all may take it", "one of whom may not take it")


def test_a_player_who_learnt_the_game_without_a_change_is_named():
    match = make_match(2, lineup=("greedy",))
    assert learnt_before(match) == ""
    (entry,) = match.lineup.entries
    learnt = replace(entry, bot=replace(entry.bot, learning=Learning(Path("policy.json"), "1a")))
    match = replace(match, lineup=replace(match.lineup, entries=(learnt,)))
    said = f"{entry.label} learnt this game as it is without the change"
    assert learnt_before(match).startswith(said)
    one = variant(match, 400)
    array = np.full(1, 77)
    table = replace(match.game_table, array=array)
    two = variant(replace(match, game_table=table), 400)
    assert said not in who_played(report_data(one))
    both = replace(report_data(one), variants=(one, two))
    assert said in who_played(both)
