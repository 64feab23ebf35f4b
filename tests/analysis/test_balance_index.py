"""The balance index, on made-up records whose spreads are known."""

import numpy as np
import pytest

from balance.analysis.balance_index import (
    DUKE_SPREAD,
    MEAN_ROUNDS,
    MEASURES,
    NEVER_BOUGHT,
    SEAT_EFFECT,
    SEAT_GAP,
    Aim,
    Aims,
    target_verdict,
    usual_aims,
)
from balance.analysis.metrics.fold_sums import tally
from balance.stats.jackknife import Replicates, estimate
from balance.stats.verdict import Verdict

DEALS = 5120


@pytest.fixture
def made_up(make_match, make_records):
    """Return sums of games of two seats: who wins how often, whose goals win, what is taken."""

    def make(first=0.5, goals=(0.0, 0.0, 0.0, 0.0), taken=(0.5, 0.5), seed=5, deals=DEALS):
        rng = np.random.default_rng(seed)
        match = make_match(2, cards=("axe", "bow"), objectives=("a", "b", "c", "d"))
        dealt = np.argsort(rng.random((deals, 4)), axis=1)[:, :2]  # one goal a seat
        chance = first + np.array(goals)[dealt[:, 0]] - np.array(goals)[dealt[:, 1]]
        wins = (rng.random(deals) < chance).astype(int)
        copies = (rng.random((deals, 2)) < np.array(taken)).astype(int)
        records = make_records(
            match, np.stack([wins, 1 - wins], axis=1), rounds=rng.integers(8, 13, deals),
            dealt=np.where(np.arange(2) < 1, dealt[:, :, None], -1), kept=dealt,
            taken=np.stack([copies, copies * 0], axis=1), available=np.ones((deals, 2), int),
        )  # fmt: skip
        return tally(records, match), match

    return make


def value(name, sums, match):
    return float(MEASURES[name].of(sums, match).value[0])


def test_seats_are_as_far_from_an_equal_share_as_they_are(made_up):
    sums, match = made_up(first=0.56)
    assert value(SEAT_EFFECT, sums, match) == pytest.approx(0.06, abs=0.02)
    assert value(SEAT_GAP, sums, match) == pytest.approx(
        abs(sums.wins[:, 0].sum() / 60 / DEALS - 0.5)
    )


def test_noise_is_no_spread(made_up):
    found = [
        value(name, *made_up(seed=seed, deals=1024))
        for seed in range(40)
        for name in (SEAT_EFFECT, DUKE_SPREAD)
    ]
    # Both are off to either side alike; the noise of a rate, 1.6 pp and more, is taken out.
    assert abs(np.mean(np.sign(found))) < 0.4
    assert abs(np.mean(found)) < 0.006


def test_the_spread_of_goals_is_found(made_up):
    goals = np.array([0.15, 0.05, -0.05, -0.15])
    sums, match = made_up(goals=goals, deals=20_480)
    # A goal meets the others alike: what it wins above a half is 4/3 of its own.
    assert value(DUKE_SPREAD, sums, match) == pytest.approx(4 / 3 * goals.std(ddof=1), abs=0.015)


def test_cards_that_are_hardly_taken_count_and_those_on_the_edge_count_half(made_up):
    for taken, share in (((0.5, 0.5), 0.0), ((0.0, 0.5), 0.5), ((0.0, 0.002), 1.0)):
        assert value(NEVER_BOUGHT, *made_up(taken=taken)) == pytest.approx(share)
    assert 0.1 < value(NEVER_BOUGHT, *made_up(taken=(0.01, 0.5))) < 0.4


def test_deeds_are_no_cards(make_match, make_records):
    match = make_match(2, cards=("axe",), deeds=("bonus",))
    records = make_records(
        match, np.tile([1, 0], (512, 1)), available=np.ones((512, 2), int),
        taken=np.tile([[1, 0], [0, 0]], (512, 1, 1)),
    )  # fmt: skip
    assert value(NEVER_BOUGHT, tally(records, match), match) == 0


def test_the_index_is_the_weighted_sum_of_what_is_off(made_up):
    sums, match = made_up(first=0.56, taken=(0.0, 0.5))
    aims = Aims(
        {
            SEAT_GAP: Aim(high=0.02, weight=2.0),
            NEVER_BOUGHT: Aim(high=0.1),
            MEAN_ROUNDS: Aim(12.0, 14.0),
        }
    )
    found = aims.balance(sums, match)
    gap, rounds = value(SEAT_GAP, sums, match), value(MEAN_ROUNDS, sums, match)
    parts = {name: float(part.value[0]) for name, part in found.parts.items()}
    assert parts[SEAT_GAP] == pytest.approx(2 * 100 * (gap - 0.02))
    assert parts[NEVER_BOUGHT] == pytest.approx(4.0)
    assert parts[MEAN_ROUNDS] == pytest.approx(12 - rounds)
    assert float(found.index.value[0]) == pytest.approx(sum(parts.values()))
    assert found.deals == DEALS


def test_usually_all_spread_is_too_much_and_length_is_to_stay(made_up):
    sums, match = made_up()
    aims = usual_aims(sums, match)
    assert set(aims.of) == {DUKE_SPREAD, SEAT_EFFECT, NEVER_BOUGHT, MEAN_ROUNDS}
    assert float(aims.balance(sums, match).parts[MEAN_ROUNDS].value[0]) == 0


def test_a_game_without_goals_has_no_spread_between_them(make_match, make_records):
    match = make_match(2)
    sums = tally(make_records(match, np.tile([1, 0], (512, 1))), match)
    found = usual_aims(sums, match).balance(sums, match)
    assert set(found.measures) == {SEAT_EFFECT, MEAN_ROUNDS}


def test_with_fewer_deals_than_folds_there_is_no_interval(made_up):
    sums, match = made_up(deals=200)
    found = estimate(usual_aims(sums, match).balance(sums, match).index)
    assert np.isnan(found.low[0])


def test_the_interval_of_the_index_holds_the_truth(made_up):
    truth, inside = None, 0
    whole, match = made_up(first=0.56, deals=200_000)
    aims = Aims({SEAT_EFFECT: Aim(high=0)})
    truth = 6.0
    for seed in range(100):
        sums, match = made_up(first=0.56, seed=100 + seed, deals=1024)
        found = estimate(aims.balance(sums, match).index)
        inside += bool(found.low[0] <= truth <= found.high[0])
    assert float(aims.balance(whole, match).index.value[0]) == pytest.approx(truth, abs=0.3)
    assert 88 <= inside <= 99


def test_a_verdict_needs_the_whole_interval():
    def measured(value, error):
        folds = 256
        without = value + np.linspace(-1, 1, folds)[:, None] * error * np.sqrt(3 / (folds - 1))
        return Replicates(np.array([value]), without, np.array([folds]))

    aim = Aim(high=0.03)
    assert target_verdict(measured(0.02, 0.001), aim) == Verdict.YES
    assert target_verdict(measured(0.04, 0.001), aim) == Verdict.NO
    assert target_verdict(measured(0.03, 0.001), aim) == Verdict.UNDECIDED
    assert target_verdict(measured(0.02, np.nan), aim) == Verdict.UNDECIDED
    assert (
        target_verdict(measured(0.0, 0.002), Aim(low=0.0, high=0.03)) == Verdict.YES
    )  # none is below 0
