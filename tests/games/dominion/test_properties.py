"""What holds in every game of Dominion (D15), whoever plays it with which cards."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.engine.jit import is_compiling
from balance.engine.session import Session
from balance.games.dominion.layout import Card, Decision, Special, Task
from balance.games.dominion.scoring import score
from balance.games.dominion.services.invariants import Broken, check
from tests.games.dominion.walks import Walk, play, session_of, walks
from tests.games.some_games import in_some_games

GAMES = 40 if is_compiling() else 3
in_games_by_lot = in_some_games(GAMES)


def look(session: Session, dealt: Any) -> Broken:
    return Broken(check(dealt[0], session.state, session.tables[0]))


@pytest.mark.rule("D15.1")
@pytest.mark.rule("D15.5")
@in_games_by_lot
@given(walk=walks)
def test_all_that_a_soak_looks_at_holds_at_every_decision(walk: Walk) -> None:
    session = session_of(walk)
    session.begin(0, (0,) * walk.players)
    dealt = session.states.copy()
    seen = 0

    def visit(session: Session) -> None:
        nonlocal seen
        seen += 1
        if is_compiling() or seen % 10 == 0:
            assert look(session, dealt) == Broken.NOTHING

    session = play(walk, visit, session)
    assert session.is_over
    assert look(session, dealt) == Broken.NOTHING


@pytest.mark.rule("D15.3")
@in_games_by_lot
@given(walk=walks)
def test_every_choice_is_offered_once_and_can_be_taken(walk: Walk) -> None:
    session = session_of(walk)
    session.begin(0, (0,) * walk.players)
    dealt = session.states.copy()
    copy = session_of(walk)

    def visit(session: Session) -> None:
        if session.state.num_decisions % (1 if is_compiling() else 20):
            return
        choices = session.state.choices[: session.state.num_choices].tolist()
        assert len(set(choices)) == len(choices) >= 2
        for index in range(len(choices)):
            copy.states[:] = session.states
            copy.take(index)
            copy.advance()
            assert look(copy, dealt) == Broken.NOTHING

    play(walk, visit, session)


@pytest.mark.skipif(not is_compiling(), reason="games by the hundred")
@pytest.mark.rule("D15.3")
def test_the_games_by_chance_come_to_every_decision_and_every_task() -> None:
    decisions: Counter[Decision] = Counter()
    for number in range(200):
        walk = Walk(number, 2 + number % 3, number, is_rich=number % 4 > 0)
        play(walk, lambda one: decisions.update([Decision(one.state.decision)]))
    assert {decision for decision in Decision if decisions[decision] < 5} == {Decision.NONE}


@pytest.mark.rule("D15.4")
@in_games_by_lot
@given(walk=walks)
def test_the_same_seed_gives_the_same_game(walk: Walk) -> None:
    first, second = play(walk), play(walk)
    assert first.states.tobytes() == second.states.tobytes()


@in_games_by_lot
@given(walk=walks, place=st.integers(0, 200))
def test_a_game_played_on_from_a_copy_ends_the_same(walk: Walk, place: int) -> None:
    copies: list[tuple[Any, int]] = []
    answers: list[int] = []

    def visit(session: Session) -> None:
        if session.state.num_decisions == place:
            copies.append((session.states.copy(), len(answers)))

    session = session_of(walk)
    take = session.take

    def noted(index: int) -> None:
        answers.append(index)
        take(index)

    session.take = noted  # type: ignore[method-assign]
    play(walk, visit, session)
    other = session_of(walk)
    for states, done in copies:
        other.states[:] = states
        other.advance()
        for index in answers[done:]:
            other.take(index)
            other.advance()
        assert other.is_over
        assert other.write_record(0).tobytes() == session.write_record(0).tobytes()


@pytest.mark.rule("D8.3")
@pytest.mark.rule("D8.4")
@in_games_by_lot
@given(walk=walks)
def test_a_win_goes_to_most_points_and_then_to_fewest_turns(walk: Walk) -> None:
    session = play(walk)
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
@given(walk=walks)
def test_what_was_gained_is_owned_or_was_trashed(walk: Walk) -> None:
    session = play(walk)
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
@given(walk=walks)
def test_no_turn_follows_the_one_that_ended_the_game(walk: Walk) -> None:
    endings: list[int] = []

    def visit(session: Session) -> None:
        endings.append(int(session.state.ending))
        waiting = session.state.agenda[: session.state.num_tasks]
        assert not (session.state.ending and (waiting["what"] == Task.TURN).any())

    session = play(walk, visit)
    assert session.state.ending
    first = next((i for i, ending in enumerate(endings) if ending), len(endings))
    assert all(endings[first:])
