"""The tree of a search with a policy: what is tried at a decision, and when two are the same."""

import numpy as np
import pytest

from balance.bots.policy_search import (
    EXPLORING,
    FIRST_POLICY,
    NODE,
    WIDENING,
    WIDTH,
    child_of,
    choice_in_tree,
    key_of,
)
from balance.bots.search import ITERATIONS

STATE = np.dtype(
    (
        np.record,
        [
            ("decision", np.int32),
            ("due_seat", np.int32),
            ("num_choices", np.int32),
            ("choices", np.int32, (8,)),
        ],
    )
)
SCORES = (1.0, 5.0, 2.0, 4.0)  # of the choices 10, 11, 12 and 13


def asked(choices=(10, 11, 12, 13), decision=1, seat=0):
    state = np.zeros(1, STATE)[0]
    state.decision, state.due_seat, state.num_choices = decision, seat, len(choices)
    state.choices[: len(choices)] = choices
    return state


def weights(**given: float) -> np.ndarray:
    numbers = np.zeros(FIRST_POLICY)
    numbers[[ITERATIONS, WIDTH, WIDENING, EXPLORING]] = 50.0, 3.0, 10.0, 0.0
    for name, value in given.items():
        numbers[{"width": WIDTH, "exploring": EXPLORING}[name]] = value
    return numbers


def tried(results, visits, **given: float):
    """Return the choice that is made at a decision met so often, where some were tried.

    `results` is the number of visits and the mean result by choice.
    """
    numbers, state = weights(**given), asked()
    tree = np.zeros(9, NODE)
    decision = child_of(tree, 0, key_of(state))
    tree[decision].visits = visits
    for choice, (times, mean) in results.items():
        place = child_of(tree, decision, choice)
        tree[place].visits, tree[place].total = times, times * mean
    index, place = choice_in_tree(tree, decision, state, np.array(SCORES), numbers)
    assert tree[place].key == state.choices[index]
    return int(state.choices[index])


def test_at_first_the_choice_of_the_policy_alone_is_made():
    assert tried({}, visits=0) == 11
    assert tried({11: (9, 0.1)}, visits=9) == 11


@pytest.mark.parametrize(("visits", "new"), [(10, 13), (40, 12)])
def test_a_further_choice_is_tried_after_so_many_visits(visits, new):
    known = {choice: (visits // 2, 0.5) for choice in (11, 13) if choice != new}
    assert tried(known, visits) == new


def test_no_more_choices_are_tried_than_the_width():
    known = {11: (300, 0.5), 13: (300, 0.6), 12: (300, 0.4)}
    assert tried(known, visits=900) == 13
    assert tried(known, visits=900, width=4.0) == 10


def test_the_best_so_far_is_made_or_what_was_seldom_tried():
    known = {11: (30, 0.5), 13: (4, 0.45)}
    assert tried(known, visits=34) == 11
    assert tried(known, visits=34, exploring=0.5) == 13


def test_decisions_are_the_same_if_the_same_choices_led_to_them_and_are_offered():
    tree = np.zeros(9, NODE)
    one = child_of(tree, 0, key_of(asked()))
    assert child_of(tree, 0, key_of(asked())) == one
    others = [
        child_of(tree, 0, key_of(asked(seat=1))),
        child_of(tree, 0, key_of(asked(decision=2))),
        child_of(tree, 0, key_of(asked((10, 11, 12)))),
        child_of(tree, 0, key_of(asked((11, 10, 12, 13)))),
        child_of(tree, one, key_of(asked())),
    ]
    assert len({one, *others}) == 6
