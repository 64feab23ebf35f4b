"""Parts of a variance: no bias, and intervals that hold what is true."""

import numpy as np
import pytest

from balance.stats.intervals import Floats
from balance.stats.jackknife import estimate
from balance.stats.variance_components import PARTS, decided_by_skill, shares, split

SKILL, SEAT, SET_UP, LUCK, BOTS = 0.5, 0.3, 1.0, 0.7, 0.4
TRUTH = np.array([SKILL, SEAT, SET_UP, LUCK, BOTS]) ** 2
GROUPS = np.array([0, 1, 1, 0])  # bots in the seats of two rotations
SEATS = np.array([0, 1, 0, 1])


def results(rng: np.random.Generator, deals: int, seat: float = SEAT) -> Floats:
    """Return results of two seats, what one has the other lacks."""
    means = np.where(GROUPS == 0, SKILL, -SKILL) + np.where(SEATS == 0, seat, -seat)
    random = (
        rng.normal(0, SET_UP, (deals, 1, 1, 1))
        + rng.normal(0, LUCK, (deals, 1, 2, 1))
        + rng.normal(0, BOTS, (deals, 1, 2, 2))
    )
    return np.asarray(means[None, :, None, None] + random * np.array([1, -1, 1, -1])[:, None, None])


def test_the_parts_have_no_bias_and_their_intervals_hold_the_truth() -> None:
    rng = np.random.default_rng(5)
    found, held = [], np.zeros(len(PARTS))
    for _ in range(400):
        one = split(results(rng, 200), GROUPS)
        share = shares(one)
        found.append(one.parts.value)
        held += (share.low <= TRUTH / TRUTH.sum()) & (TRUTH / TRUTH.sum() <= share.high)
    error = np.std(found, axis=0) / 20
    assert (np.abs(np.mean(found, axis=0) - TRUTH) <= 3 * error + 1e-9).all()
    assert (held / 400 > 0.92).all()


def test_no_seat_effect_is_held_by_its_interval() -> None:
    rng = np.random.default_rng(6)
    found = [shares(split(results(rng, 100, 0.0), GROUPS)) for _ in range(200)]
    assert np.mean([one.low[1] == 0 for one in found]) > 0.9
    assert all(one.high[1] > 0 for one in found)


def test_all_that_varies_is_told_of() -> None:
    outcome = results(np.random.default_rng(7), 4_000)
    whole = split(outcome, GROUPS).parts.value.sum()
    assert whole == pytest.approx(outcome.var(), rel=0.02)


def test_bots_without_chance_have_no_part() -> None:
    outcome = np.random.default_rng(8).normal(size=(50, 2, 2, 1)).repeat(2, axis=3)
    found = shares(split(outcome, np.array([0, 0])))
    assert found.value[4] == found.low[4] == found.high[4] == 0
    assert found.value[0] == 0


def test_too_few_deals_have_no_interval_and_fewer_no_value() -> None:
    few = shares(split(results(np.random.default_rng(9), 10), GROUPS))
    assert np.isfinite(few.value).all()
    assert np.isnan(few.low).all()
    none = shares(split(results(np.random.default_rng(9), 2), GROUPS))
    assert np.isnan(none.value).all()


@pytest.mark.parametrize(
    ("wins", "equal", "decided"), [(0.75, 0.5, 0.5), (1.0, 0.25, 1.0), (0.25, 0.25, 0.0)]
)
def test_games_as_if_decided_by_skill(wins: float, equal: float, decided: float) -> None:
    found = estimate(decided_by_skill(np.full(40, wins), equal))
    assert found.value == pytest.approx([decided])
    assert found.low == pytest.approx(found.high)
