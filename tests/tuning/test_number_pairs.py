"""Two numbers together, where none does alone."""

from balance.tuning.number_pairs import search_pairs
from balance.tuning.whole_numbers import Values


def points_per(a, b):
    """Return a result of "a points per b", and of what else there is."""
    return 0.1 + 0.6 * a / b


def singles_of(target, *values):
    """Return what came of values of each number, as (printed, {value: result})."""
    return [Values(printed, target, dict(results)) for printed, results in values]


def test_a_finer_step_is_found_between_two_that_overshoot():
    target, now = 0.36, points_per(1, 2)
    singles = singles_of(
        target,
        (1, {1: now, 2: points_per(2, 2)}),
        (2, {2: now, 3: points_per(1, 3), 1: points_per(1, 1)}),
    )
    played = []

    def play(values):
        played.append(values)
        return points_per(values[0], values[1])

    found = search_pairs(singles, target, now, lambda: False, play)
    best = min(found, key=lambda pair: abs(found[pair] - target))
    assert best == ((0, 2), (1, 5))
    assert found[best] == points_per(2, 5)
    assert len(played) == len({tuple(one.items()) for one in played})


def test_values_that_numbers_cannot_have_together_are_left_out():
    singles = singles_of(0.2, (1, {1: 0.5, 2: 0.7}), (2, {2: 0.5, 3: 0.1}))
    assert search_pairs(singles, 0.2, 0.5, lambda: False, lambda values: None) == {}


def test_no_pair_is_played_where_no_other_number_brings_the_result_back():
    singles = singles_of(0.2, (1, {1: 0.5, 2: 0.7}), (1, {1: 0.5, 2: 0.8}))
    assert search_pairs(singles, 0.2, 0.5, lambda: False, lambda values: 1 / 0) == {}
