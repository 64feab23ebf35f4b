"""The search for a whole number by playing."""

import pytest

from balance.tuning.whole_numbers import MOST_VALUES, search


def played(function, lowest=0):
    """Return a play function, and the list of the values that it was asked for."""
    asked = []

    def play(value):
        asked.append(value)
        return function(value) if value >= lowest else None

    return play, asked


@pytest.mark.parametrize(("target", "expected"), [(0.25, 5), (0.5, 10), (0.1, 2), (1.0, 20)])
def test_the_nearest_whole_number_is_found(target, expected):
    play, _ = played(lambda value: value / 20)
    assert search(3, target, 3 / 20, play).best == expected


def test_the_neighbour_on_the_other_side_is_played():
    play, _ = played(lambda value: 1 / value, lowest=1)
    values = search(2, 0.28, 0.5, play)  # 1/3 and 1/4 are neighbours
    assert (values.best, values.on_other_side) == (4, 3)


def test_a_number_without_effect_stays():
    play, asked = played(lambda value: 0.4)
    assert search(3, 0.25, 0.4, play).best == 3
    assert asked == [2, 4]


def test_a_refused_value_ends_the_search_at_the_last_possible_one():
    play, _ = played(lambda value: value / 10, lowest=2)
    assert search(5, 0.0, 0.5, play).best == 2


def test_a_target_out_of_reach_ends_after_some_values():
    play, asked = played(lambda value: 1 - 1 / (value + 1))
    search(1, 2.0, 0.5, play)
    assert len(asked) <= MOST_VALUES + 1
