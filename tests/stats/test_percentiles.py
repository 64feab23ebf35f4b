"""Percentiles among noisy members: their intervals hold the truth as often as they say."""

import numpy as np
import pytest
from scipy import stats

from balance.stats.percentiles import percentiles

REPEATS = 200
MEMBERS = 60
SHARES = np.array([0.02, 0.1, 0.5, 0.9, 0.98])


@pytest.mark.parametrize("shape", ["norm", "expon", "uniform"])
def test_the_interval_holds_the_true_share(shape, monkeypatch):
    """95 of 100 are 950 of 1,000; the shares of one population are no new draws, so 910."""
    monkeypatch.setattr("balance.stats.percentiles.DRAWS", 100)  # for time
    population, rng = getattr(stats, shape)(), np.random.default_rng(7)
    error = 0.8 * population.std()
    covered = 0
    for _ in range(REPEATS):
        members = population.rvs(MEMBERS, random_state=rng)
        drawn = members + error * rng.standard_normal(MEMBERS)
        errors = np.full(len(SHARES), error / 3)
        own = population.ppf(SHARES) + errors * rng.standard_normal(len(SHARES))
        _, low, high = percentiles(own, errors, drawn, np.full(MEMBERS, error))
        covered += ((low <= SHARES) & (high >= SHARES)).sum()
    assert covered >= 910


@pytest.mark.parametrize(
    ("means", "sd"),
    [([0.04, 0, -0.01, -0.03], 0.02), ([0.1, 0, -0.03, -0.07], 0.01), ([0, 0], 0.03)],
)
def test_the_interval_holds_the_true_share_of_a_mean_square(means, sd, monkeypatch):
    """Win rates of seats: of 200 repeats with two values each, 95 of 100 would be 380."""
    monkeypatch.setattr("balance.stats.percentiles.DRAWS", 100)  # for time
    rng, seats = np.random.default_rng(3), len(means)

    def true(number):
        off = means + sd * rng.standard_normal((number, seats))
        return off - off.mean(axis=1, keepdims=True)

    def seen(off, games):
        rates = np.array([rng.multinomial(games, 1 / seats + one) for one in off]) / games
        return (rates - 1 / seats)[:, None], np.sqrt(rates * (1 - rates) / games)[:, None]

    population, covered = (true(20_000) ** 2).mean(axis=1), 0
    for _ in range(REPEATS):
        own = true(2)
        _, low, high = percentiles(*seen(own, 1600), *seen(true(MEMBERS), 400))
        share = (population < (own**2).mean(axis=1)[:, None]).mean(axis=1)
        covered += ((low <= share) & (share <= high)).sum()
    assert covered >= 365


def test_noise_of_the_members_does_not_draw_a_value_to_the_middle():
    rng = np.random.default_rng(3)
    members = rng.standard_normal(400)
    drawn = members + rng.standard_normal(400)
    share, *_ = percentiles([1.5], [0.01], drawn, np.ones(400))
    naive = (drawn < 1.5).mean()
    assert abs(share[0] - stats.norm.cdf(1.5)) < abs(naive - stats.norm.cdf(1.5)) / 2


def test_a_value_beyond_all_members_is_not_certain_to_be_beyond_the_population():
    members = np.linspace(0, 1, 50)
    share, low, high = percentiles([5.0, -5.0], [0.1, 0.1], members, np.full(50, 0.01))
    assert 0.9 < low[0] < 0.97 < share[0] < high[0] <= 1
    assert 0 <= low[1] < share[1] < 0.03 < high[1] < 0.1


def test_members_that_are_all_alike_say_nothing_of_a_value_like_them():
    rng = np.random.default_rng(5)
    drawn = rng.standard_normal(100)
    _, low, high = percentiles([0.0], [1.0], drawn, np.ones(100))
    assert low[0] < 0.15
    assert high[0] > 0.85


def test_few_members_give_no_percentile():
    assert np.isnan(percentiles([1.0], [0.1], np.arange(5.0), np.ones(5))).all()
