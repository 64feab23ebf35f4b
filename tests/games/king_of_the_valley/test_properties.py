"""What holds in every game of King of the Valley (section 15), whoever plays it at which table."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from balance.engine.jit import is_compiling
from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import MAX_PIECES, PARTS, Decision, Kind
from balance.games.king_of_the_valley.services.invariants import Broken, check
from tests.games.king_of_the_valley.random_tables import Drawn, games, play, session_of
from tests.games.some_games import in_some_games

ALL_INFLUENCE, ALL_COUPLES, ALL_ORDER_POINTS = 142, 12, 32  # I9, with the numbers of the box
MAX_TURN_OF_TRIGGER = 54  # I4, with the numbers of the box
GAMES = 30 if is_compiling() else 6
in_games_by_lot = in_some_games(GAMES)


def look(session: Session, dealt: Any) -> Broken:
    return Broken(check(dealt[0], session.state, session.tables[0]))


@pytest.mark.rule("K11.2")
@pytest.mark.rule("I5")
@in_games_by_lot
@given(drawn=games)
def test_every_game_ends_after_as_many_turns_of_each(drawn: Drawn) -> None:
    turns: Counter[int] = Counter()
    seen = 0

    def count(session: Session) -> None:
        nonlocal seen
        state = session.state
        if state.turns > seen:
            seen += 1
            assert state.turns == seen
            turns[int(state.active)] += 1

    session = play(drawn, count)
    assert session.is_over
    assert [turns[seat] for seat in range(drawn.players)] == [session.state.rounds] * drawn.players


def test_the_random_games_reach_every_decision_and_rare_tiles() -> None:
    decisions: Counter[Decision] = Counter()
    taken = np.zeros(MAX_PIECES, np.int64)
    for number in range(40):
        drawn = Drawn(number, GAME.seats[number % 3], number, number % 20 + 1, seeking=True)
        session = play(drawn, lambda one: decisions.update([Decision(one.state.decision)]))
        taken += session.write_record(0)[0].taken.sum(axis=0)
    assert {decision for decision in Decision if decisions[decision] < 10} == {Decision.NONE}
    assert min(taken[Kind.MONK], taken[Kind.WIZARD], taken[Kind.JESTER]) > 20


@in_games_by_lot
@given(drawn=games)
def test_every_choice_is_offered_once_and_can_be_taken(drawn: Drawn) -> None:
    session = session_of(drawn)
    session.begin(0, (0,) * drawn.players)
    dealt = session.states.copy()
    copy = session_of(drawn)

    def visit(session: Session) -> None:
        choices = session.state.choices[: session.state.num_choices].tolist()
        assert len(set(choices)) == len(choices) >= 2
        for index in range(len(choices)):
            copy.states[:] = session.states
            copy.take(index)
            copy.advance()
            assert look(copy, dealt) == Broken.NOTHING

    play(drawn, visit, session)


@pytest.mark.rule("I10")
@in_games_by_lot
@given(drawn=games)
def test_the_same_seed_gives_the_same_game(drawn: Drawn) -> None:
    first, second = play(drawn), play(drawn)
    assert first.states.tobytes() == second.states.tobytes()


@pytest.mark.rule("I4")
@pytest.mark.rule("I9")
@in_games_by_lot
@given(drawn=games)
def test_no_more_is_scored_than_the_tiles_of_the_box_allow(drawn: Drawn) -> None:
    drawn = Drawn(drawn.seed, drawn.players, drawn.lot, 0, drawn.seeking)
    session = play(drawn)
    record = session.write_record(0)[0]
    table = session.tables[0]
    kinds = session.tables["kinds"][0]
    totals = dict(zip(PARTS, record.parts.sum(axis=0).tolist(), strict=True))
    assert (kinds["count"] * kinds["influence"]).sum() == ALL_INFLUENCE
    assert totals["influence"] <= ALL_INFLUENCE
    assert totals["couples"] <= ALL_COUPLES * table.couple_points
    assert totals["knight orders"] <= ALL_ORDER_POINTS
    assert totals["kingdom markers"] <= table.kingdom_markers * table.kingdom_marker_points
    assert record.turns < MAX_TURN_OF_TRIGGER + drawn.players


@in_games_by_lot
@given(drawn=games)
def test_a_win_goes_to_most_fame_and_then_to_most_influence(drawn: Drawn) -> None:
    record = play(drawn).write_record(0)[0]
    marks = [(record.scores[seat], record.parts[seat, 0]) for seat in range(drawn.players)]
    winners = [seat for seat, mark in enumerate(marks) if mark == max(marks)]
    assert np.flatnonzero(record.wins).tolist() == winners
    assert record.scores.tolist() == record.parts.sum(axis=1).tolist()
