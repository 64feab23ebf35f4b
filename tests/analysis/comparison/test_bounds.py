"""Bounds on how far numbers may move: what they look at, and what breaks them."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from balance.analysis.comparison.bounds import (
    BROKEN,
    Bound,
    judge_bounds,
    keys_named,
    looked_at,
    read_bound,
)
from balance.analysis.comparison.differences import (
    COMPARED,
    ONLY_SECOND,
    UNKNOWN,
    apart,
    differences,
    what_came_of,
)
from balance.analysis.metrics.fold_sums import FoldSums
from balance.errors import ScenarioError
from tests.analysis.comparison.test_differences import cell
from tests.analysis.conftest import make_match

MATCH = make_match(4, objectives=("sun", "moon", "star", "comet"), cards=("axe", "bow"))


def compared(one, two):
    """Return the differences of two cells, and all numbers that either has."""
    measures = [each.measures.compared for each in (one, two)]
    rows = differences([one, two])
    numbers = what_came_of(measures[0], measures[1], rows)
    return rows.assign(cell="a"), numbers.assign(cell="a")


def test_a_seat_between_first_and_last_can_break_a_bound_on_seats():
    def only_seat_2(each):
        sums = each.sums_of("folds", FoldSums)
        wins = sums.bot_wins.copy()
        wins[..., 1] += wins[..., 2]
        wins[..., 2] = 0
        return dataclasses.replace(
            each, sums={**each.sums, "folds": dataclasses.replace(sums, bot_wins=wins)}
        )

    one = cell(MATCH, "one")
    rows, numbers = compared(one, only_seat_2(cell(MATCH, "two")))
    bounds = [read_bound("seats=1pp")]
    judged = judge_bounds(rows, looked_at(numbers, bounds), bounds)
    assert len(judged) == 4
    assert set(judged.loc[judged["ruling"] == BROKEN, "key"]) == {"seat 2 of 4", "seat 3 of 4"}


NUMBERS = pd.DataFrame(
    [
        ("dealt simon_zealot", "dealt", "Simon the Zealot", "simon_zealot"),
        ("dealt mico", "dealt", "Mico the Merciful", "mico"),
        ("dealt micah", "dealt", "Micah", "micah"),
        ("kept mico", "kept", "Mico the Merciful", "mico"),
        ("seat 2 of 3", "seats", "seat 2 player's advantage", ""),
        ("rounds", "pace", "rounds", ""),
    ],
    columns=["key", "topic", "measure", "id"],
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("dealt simon", {"dealt simon_zealot"}),
        ("dealt Simon the", {"dealt simon_zealot"}),
        ("dealt mico", {"dealt mico"}),
        ("kept mic", {"kept mico"}),
        ("dealt mic*", {"dealt mico", "dealt micah"}),
        ("dealt", {"dealt simon_zealot", "dealt mico", "dealt micah"}),
        ("all", set(NUMBERS["key"])),
    ],
)
def test_a_bound_names_a_topic_a_pattern_or_a_beginning(name, keys):
    assert keys_named(NUMBERS, Bound(name)) == keys


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("dealt mic", "'dealt mic' is the beginning of 'dealt mico', 'dealt micah': expected one"),
        ("seat", "'seat' is the beginning of 'seats', 'seat 2 of 3'"),
        ("dealt simeon", "did you mean"),
    ],
)
def test_a_beginning_of_several_or_none_is_an_error(name, said):
    with pytest.raises(ScenarioError, match=said):
        keys_named(NUMBERS, Bound(name))


def test_a_bound_that_meets_numbers_in_one_cell_only_is_fine_and_says_so():
    numbers = NUMBERS.assign(unit="share", state=COMPARED)
    cells = [numbers.assign(cell="a"), numbers[:3].assign(cell="b")]
    table = looked_at(pd.concat(cells), [Bound("kept", 0.01, "pp")])
    assert list(table["cell"]) == ["a"]


@pytest.mark.parametrize("state", [ONLY_SECOND, UNKNOWN])
def test_a_bound_of_which_nothing_was_compared_is_an_error(state):
    numbers = NUMBERS.assign(unit="share", state=state, cell="a")
    with pytest.raises(ScenarioError, match="none of its numbers could be compared"):
        looked_at(numbers, [Bound("kept", 0.01, "pp")])


def test_a_number_without_an_estimate_is_unknown():
    one, two = cell(MATCH, "one").measures.compared, cell(MATCH, "two").measures.compared
    place = one.places["taken axe"]
    known = np.arange(len(one.about)) != place
    one = dataclasses.replace(one, values=one.values.where(known))
    numbers = what_came_of(one, two, apart(one, two))
    assert list(numbers.loc[numbers["state"] == UNKNOWN, "key"]) == ["taken axe"]
