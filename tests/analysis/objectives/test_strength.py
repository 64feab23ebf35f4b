"""What objectives are worth, on made-up records of known strengths."""

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments import arm_sums
from balance.analysis.measures import EXCESS, NUMBER
from balance.analysis.objectives.by_cell import by_cell
from balance.analysis.objectives.strength import (
    FAIR,
    STRONG,
    WEAK,
    chance_of_much,
    choice,
    index,
    main_of,
    points_by_source,
    strengths,
)
from balance.analysis.objectives.ways import games_by_way
from balance.runner.arms import ArmResult
from balance.scenario.experiments import BY_LOT, UNCHOSEN, Arm
from tests.analysis.conftest import make_match, make_records
from tests.sections import METRICS

NAMES = ("sun", "moon", "star", "comet")
STRENGTH = np.array([0.8, 0.0, 0.0, -0.8])  # log odds
OWN, REST = np.array([12, 9, 9, 9]), np.array([30, 30, 34, 30])  # mean points


@pytest.fixture(scope="module")
def match():
    return make_match(2, objectives=NAMES)


def played(match, games, is_forced, strength=STRENGTH, seed=1):
    """Return records: each seat is dealt two, and keeps one by lot, or mostly the stronger."""
    rng = np.random.default_rng(seed)
    dealt = rng.permuted(np.tile(np.arange(4), (games, 1)), axis=1).reshape(games, 2, 2)
    likes = rng.gumbel(size=dealt.shape) + (0 if is_forced else 3) * strength[dealt]
    place = likes.argmax(axis=2)[:, :, None]
    kept = np.take_along_axis(dealt, place, axis=2)[:, :, 0]
    if is_forced:
        dealt = np.stack([kept, np.full_like(kept, -1)], axis=2)
    apart = strength[kept[:, 0]] - strength[kept[:, 1]]
    won = (rng.random(games) < 1 / (1 + np.exp(-apart))).astype(int)
    fulfilled = OWN[kept] + rng.integers(-2, 3, kept.shape)
    return make_records(
        match, np.stack([won, 1 - won], axis=1), dealt=dealt, kept=kept, fulfilled=fulfilled,
        scores=fulfilled + REST[kept] + rng.integers(-3, 4, kept.shape),
    )  # fmt: skip


def sums_of(match, records):
    names = ("folds", "objectives", "meetings")
    return {name: METRICS[name].tally(records, match) for name in names}


def cell(
    match, games, is_forced = False, name = "baseline",
    strength = STRENGTH, played_arms = (), seed = 1,
):  # fmt: skip
    sums = sums_of(match, played(match, games, is_forced, strength, seed))
    return CellResult(name, match, games, games, sums, arms=tuple(played_arms))


def random_objective_options(match, games, strength=STRENGTH):
    sums = sums_of(match, played(match, games, True, strength, seed=2))
    return ArmResult(Arm("unchosen", UNCHOSEN, match), games, games, sums)


def told(match, games=30_000):
    return games_by_way(
        cell(match, games, played_arms=[random_objective_options(match, games)]), ()
    )


def truth(strength=STRENGTH):
    """Return how often each wins against the others."""
    wins = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return (wins.sum(axis=1) - 0.5) / (len(strength) - 1)


def test_forced_games_are_those_of_the_arm_else_of_a_variant_else_none(match):
    free, assigned = cell(match, 600), cell(match, 600, is_forced=True, name="assigned")
    assert [way and way.source for way in games_by_way(free, (free,))] == ["baseline", None]
    assert [way and way.source for way in games_by_way(free, (free, assigned))] == [
        "baseline",
        "assigned",
    ]
    assert [way and way.source for way in games_by_way(assigned, ())] == [None, "assigned"]
    both = cell(match, 600, played_arms=[random_objective_options(match, 600)])
    assert [way and way.source for way in games_by_way(both, (assigned,))] == [
        "baseline",
        "unchosen",
    ]
    assert games_by_way(CellResult("none", match, 0, 0, {}), ()) == (None, None)
    other = cell(make_match(2, objectives=(*NAMES[:3], "dusk")), 600, is_forced=True)
    assert games_by_way(free, (other,))[1] is None


def test_forced_win_rates_are_the_true_ones_and_kept_ones_are_not(match):
    free, forced = told(match)
    main = main_of(free, forced, match)
    rows = strengths(free, forced, main, match, 0.02).set_index("id")
    assert rows.index[0] == "sun"
    assert rows.index[-1] == "comet"
    rates = rows.loc[list(NAMES)]
    assert rates["forced_value"].to_numpy() == pytest.approx(truth(), abs=0.015)
    assert (rates["forced_low"] < truth()).all()
    assert (rates["forced_high"] > truth()).all()
    # Who chooses meets others who choose: what is kept wins less than it is worth.
    assert rates.loc["sun", "kept_value"] < truth()[0] - 0.03
    assert rows.loc["sun", "keep_value"] > 0.8
    assert rows.loc["comet", "keep_value"] < 0.2
    assert rates["verdict"].tolist() == [
        STRONG, FAIR, FAIR, WEAK
    ]  # fmt: skip
    assert rates["q"].iloc[[0, 3]].max() < 1e-6
    assert (rates["best_rank"].iloc[0], rates["worst_rank"].iloc[0]) == (1, 1)
    assert (rates["best_rank"].iloc[1], rates["worst_rank"].iloc[1]) == (2, 3)


def test_ratings_are_log_odds_in_elo_points(match):
    free, forced = told(match)
    rows = strengths(free, forced, main_of(free, forced, match), match, 0.02).set_index("id")
    rows = rows.loc[list(NAMES)]
    elo = STRENGTH * 400 / np.log(10)
    assert rows["rating_value"].to_numpy() == pytest.approx(elo, abs=15)
    # Strength shows among kept ones too, once it is allowed for whom they meet.
    assert rows["kept_rating_value"].to_numpy() == pytest.approx(elo, abs=40)


def test_points_of_its_own_and_others_are_told_apart(match):
    _, forced = told(match)
    assert forced is not None
    rows = points_by_source(forced)
    assert rows["own_value"].to_numpy() == pytest.approx(OWN - OWN.mean(), abs=0.06)
    assert rows["rest_value"].to_numpy() == pytest.approx(REST - REST.mean(), abs=0.08)
    assert (rows["own_high"] - rows["own_low"] < 0.12).all()
    assert (rows["own_low"] < OWN - OWN.mean()).all()
    assert (rows["own_high"] > OWN - OWN.mean()).all()


def test_without_forced_games_dealt_ones_are_judged_and_get_no_verdict(match):
    free, forced = games_by_way(cell(match, 5000), ())
    main = main_of(free, forced, match)
    rows = strengths(free, forced, main, match, 0.02)
    assert main.name == "dealt"
    assert rows["id"].iloc[0] == "sun"
    assert "forced_value" not in rows
    assert set(rows["verdict"]) == {""}
    assert rows["best_rank"].iloc[0] == 1


def test_too_few_games_give_no_intervals_and_no_ranks(match):
    free, forced = games_by_way(
        cell(match, 60, played_arms=[random_objective_options(match, 60)]), ()
    )
    main = main_of(free, forced, match)
    rows = strengths(free, forced, main, match, 0.02)
    for column in ("q", "best_rank", "own_value", "own_low", "rating_value", "rating_low"):
        assert rows[column].isna().all()
    assert index(free, forced, main, 0.02)["low"].isna().all()


def test_the_spread_is_that_of_the_true_rates(match):
    free, forced = told(match, 30_000)
    main = main_of(free, forced, match)
    rows = index(free, forced, main, 0.02).set_index(["measure", "how"])
    true = truth().std(ddof=1)
    wins = rows.loc[("spread of win rates", "forced")]
    assert wins["value"] == pytest.approx(true, abs=0.01)
    assert wins["low"] < true < wins["high"]
    elo = rows.loc[("spread of ratings, in Elo points", "forced")]
    true = STRENGTH.std(ddof=1) * 400 / np.log(10)
    assert elo["low"] < true < elo["high"]
    outside = rows.loc[("outside the band", "forced")]
    assert 0.45 < outside["value"] < 0.6
    assert chance_of_much(main) > 0.99
    assert ("spread of win rates", "kept") in rows.index


def test_where_all_are_alike_no_spread_is_seen(match):
    alike = np.zeros(4)
    both = cell(
        match, 60_000, strength=alike, played_arms=[random_objective_options(match, 60_000, alike)]
    )
    free, forced = games_by_way(both, ())
    main = main_of(free, forced, match)
    row = index(free, forced, main, 0.02).iloc[2]
    assert row["how"] == "forced"
    assert row["low"] == 0
    assert row["high"] < 0.02
    rows = strengths(free, forced, main, match, 0.02)
    assert set(rows["verdict"]) == {FAIR}
    assert rows["q"].min() > 0.01
    assert chance_of_much(main) < 0.01


def test_the_worth_of_a_choice_is_what_a_draw_costs(match):
    """Entry 0 wins 46 % with an objective drawn from two: its choice is worth 4 points."""
    marked = make_match(2, lineup=("marked", "same"))
    games = 40_000
    rng = np.random.default_rng(4)
    entry_wins = rng.random(games) < 0.46
    sits_first = np.arange(games) % 2 == 0
    first = entry_wins == sits_first
    scores = np.full((games, 2), 30)
    records = make_records(marked, np.stack([first, ~first], axis=1).astype(int), scores=scores)
    totals = {"arm": arm_sums.tally(records, marked)}
    arm = ArmResult(Arm("by lot", BY_LOT, marked), games // 2, games, totals)
    one = cell(match, 2000, played_arms=[arm])
    rows = choice(one)
    assert rows["measure"].tolist() == ["win rate", "points ahead of the others"]
    wins, points = rows.iloc[0], rows.iloc[1]
    assert wins["value"] == pytest.approx(0.04, abs=0.005)
    assert wins["low"] < 0.04 < wins["high"]
    assert wins["high"] - wins["low"] == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(games), rel=0.1)
    assert points["value"] == 0
    assert choice(cell(match, 2000)).empty


def test_what_is_stronger_in_one_cell_is_found(match):
    turned = np.array([0.8, 0.5, -0.5, -0.8])
    cells = [
        cell(match, 20_000, name="plain", seed=5),
        cell(match, 20_000, name="turned", strength=turned, seed=6),
    ]
    how, rows = by_cell(cells)
    assert how == "dealt"
    assert len(rows) == 8
    assert set(rows["unit"]) == {EXCESS}
    sure = rows[rows["q"] < 0.05].set_index(["cell", "id"])["value"]
    assert {("turned", "moon"), ("turned", "star"), ("plain", "moon")} <= set(sure.index)
    assert sure["turned", "moon"] > 0 > sure["turned", "star"]
    assert sure["plain", "moon"] == pytest.approx(-sure["turned", "moon"])
    forced = [
        cell(match, 5000, name=name, played_arms=[random_objective_options(match, 5000)])
        for name in ("a", "b")
    ]
    how, rows = by_cell(forced)
    assert how == "forced"
    assert (rows["value"] == 0).all()  # the same games
    assert rows["q"].isna().all() or (rows["q"] > 0.9).all()
    assert by_cell(cells[:1])[1].empty


def test_cells_of_more_players_are_compared_by_ratings(match):
    """Three players whose third never ranks above: the others are as strong as with two."""
    three = make_match(3, objectives=(*NAMES, "dusk"))
    records = played(match, 6000, is_forced=True)
    wider = make_records(
        three, np.pad(records["wins"][:, :2], ((0, 0), (0, 1))),
        dealt=np.pad(records["dealt"][:, :2], ((0, 0), (0, 1), (0, 0)), constant_values=-1),
        kept=np.pad(records["kept"][:, :2], ((0, 0), (0, 1)), constant_values=-1),
    )  # fmt: skip
    cells = [
        cell(match, 6000, is_forced=True, name="two"),
        CellResult("three", three, 6000, 6000, sums_of(three, wider)),
    ]
    how, rows = by_cell(cells)
    assert how == "forced"
    assert set(rows["unit"]) == {NUMBER}
    assert set(rows["id"]) == set(NAMES)
    assert rows["value"].abs().max() < 1e-6
    assert rows.loc[rows["id"] == "sun", "over_value"].min() > 100
