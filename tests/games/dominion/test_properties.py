"""What holds in every game of Dominion (D15), whoever plays it with which cards."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.compiling.jit import is_compiling
from balance.engine.session import Session
from balance.games.dominion.layout import Card, Decision, Special, Task
from balance.games.dominion.rules.scoring import score
from tests.games.dominion.walks import Walk, any_walk
from tests.games.some_games import in_some_games

GAMES = 40 if is_compiling() else 3
in_games_by_lot = in_some_games(GAMES)


@pytest.mark.rule("D15.1")
@pytest.mark.rule("D15.5")
@in_games_by_lot
@given(walk=any_walk)
def test_all_that_a_soak_looks_at_holds_at_every_decision(walk: Walk) -> None:
    walk.check_invariants()


@pytest.mark.rule("D15.3")
@in_games_by_lot
@given(walk=any_walk)
def test_every_choice_is_offered_once_and_can_be_taken(walk: Walk) -> None:
    walk.check_choices()


@pytest.mark.skipif(not is_compiling(), reason="games by the hundred")
@pytest.mark.rule("D15.3")
def test_the_games_by_chance_come_to_every_decision_and_every_task() -> None:
    decisions: Counter[Decision] = Counter()
    for number in range(200):
        walk = Walk(number, 2 + number % 3, number, is_rich=number % 4 > 0)
        walk.play(lambda one: decisions.update([Decision(one.state.decision)]))
    assert {decision for decision in Decision if decisions[decision] < 5} == {Decision.NONE}


@pytest.mark.rule("D15.4")
@in_games_by_lot
@given(walk=any_walk)
def test_the_same_seed_gives_the_same_game(walk: Walk) -> None:
    walk.check_repeats()


@in_games_by_lot
@given(walk=any_walk, place=st.integers(0, 200))
def test_a_game_played_on_from_a_copy_ends_the_same(walk: Walk, place: int) -> None:
    walk.check_copy(place)


@pytest.mark.rule("D8.3")
@pytest.mark.rule("D8.4")
@in_games_by_lot
@given(walk=any_walk)
def test_a_win_goes_to_most_points_and_then_to_fewest_turns(walk: Walk) -> None:
    session = walk.play()
    state, record = session.state, session.write_record(0)[0]
    marks = [(int(record.scores[s]), -int(state.seats[s].turns)) for s in range(walk.players)]
    winners = [seat for seat, mark in enumerate(marks) if mark == max(marks)]
    if walk.players > 1:
        assert np.flatnonzero(record.wins).tolist() == winners
    assert record.scores.tolist() == record.parts.sum(axis=1).tolist()
    table = session.tables[0]
    assert [score(state, table, s) for s in range(walk.players)] == [mark[0] for mark in marks]


@pytest.mark.rule("D2.2")
@in_games_by_lot
@given(walk=any_walk)
def test_what_was_gained_is_owned_or_was_trashed(walk: Walk) -> None:
    session = walk.play()
    state: Any = session.state
    gained = state["seats"]["taken"].sum(axis=0)
    owned = state["seats"]["owned"].sum(axis=0, dtype=np.int64)
    dealt = np.zeros_like(owned)
    dealt[[Card.copper, Card.estate]] = 7 * walk.players, 3 * walk.players
    again = dealt + gained - owned - state.trash  # what a Thief gained out of the trash
    assert (again >= 0).all()
    if not (session.tables[0].faces["special"][state.kinds] == Special.THIEF).any():
        assert not again.any()


@pytest.mark.rule("D8.1")
@pytest.mark.rule("D8.2")
@in_games_by_lot
@given(walk=any_walk)
def test_no_turn_follows_the_one_that_ended_the_game(walk: Walk) -> None:
    endings: list[int] = []

    def visit(session: Session) -> None:
        endings.append(int(session.state.ending))
        waiting = session.state.agenda[: session.state.num_tasks]
        assert not (session.state.ending and (waiting["what"] == Task.TURN).any())

    session = walk.play(visit)
    assert session.state.ending
    first = next((i for i, ending in enumerate(endings) if ending), len(endings))
    assert all(endings[first:])
