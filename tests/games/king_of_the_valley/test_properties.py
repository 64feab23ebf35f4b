"""What holds in every game of King of the Valley (section 15), whoever plays it at which table."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from balance.compiling.jit import is_compiling
from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import MAX_PIECES, PARTS, Decision, Kind
from tests.games.king_of_the_valley.walks import Walk, any_walk
from tests.games.some_games import in_some_games

ALL_INFLUENCE, ALL_COUPLES, ALL_ORDER_POINTS = 142, 12, 32  # I9, with the numbers of the box
MAX_TURN_OF_TRIGGER = 54  # I4, with the numbers of the box
GAMES = 30 if is_compiling() else 6
in_games_by_lot = in_some_games(GAMES)


@pytest.mark.rule("K11.2")
@pytest.mark.rule("I5")
@in_games_by_lot
@given(walk=any_walk)
def test_every_game_ends_after_as_many_turns_of_each(walk: Walk) -> None:
    turns: Counter[int] = Counter()
    seen = 0

    def count(session: Session) -> None:
        nonlocal seen
        state = session.state
        if state.turns > seen:
            seen += 1
            assert state.turns == seen
            turns[int(state.active)] += 1

    session = walk.play(count)
    assert [turns[seat] for seat in range(walk.players)] == [session.state.rounds] * walk.players


def test_the_random_games_reach_every_decision_and_rare_tiles() -> None:
    decisions: Counter[Decision] = Counter()
    taken = np.zeros(MAX_PIECES, np.int64)
    for number in range(40):
        walk = Walk(number, GAME.seats[number % 3], number, number % 20 + 1, seeking=True)
        session = walk.play(lambda one: decisions.update([Decision(one.state.decision)]))
        taken += session.write_record(0)[0].taken.sum(axis=0)
    assert {decision for decision in Decision if decisions[decision] < 10} == {Decision.NONE}
    assert min(taken[Kind.MONK], taken[Kind.WIZARD], taken[Kind.JESTER]) > 20


@in_games_by_lot
@given(walk=any_walk)
def test_every_choice_is_offered_once_and_can_be_taken(walk: Walk) -> None:
    walk.check_choices()


@pytest.mark.rule("I10")
@in_games_by_lot
@given(walk=any_walk)
def test_the_same_seed_gives_the_same_game(walk: Walk) -> None:
    walk.check_repeats()


@pytest.mark.rule("I4")
@pytest.mark.rule("I9")
@in_games_by_lot
@given(walk=any_walk)
def test_no_more_is_scored_than_the_tiles_of_the_box_allow(walk: Walk) -> None:
    session = replace(walk, own=0).play()
    record = session.write_record(0)[0]
    table = session.tables[0]
    kinds = session.tables["kinds"][0]
    totals = dict(zip(PARTS, record.parts.sum(axis=0).tolist(), strict=True))
    assert (kinds["count"] * kinds["influence"]).sum() == ALL_INFLUENCE
    assert totals["influence"] <= ALL_INFLUENCE
    assert totals["couples"] <= ALL_COUPLES * table.couple_points
    assert totals["knight orders"] <= ALL_ORDER_POINTS
    assert totals["kingdom markers"] <= table.kingdom_markers * table.kingdom_marker_points
    assert record.turns < MAX_TURN_OF_TRIGGER + walk.players


@in_games_by_lot
@given(walk=any_walk)
def test_a_win_goes_to_most_fame_and_then_to_most_influence(walk: Walk) -> None:
    record = walk.play().write_record(0)[0]
    marks = [(record.scores[seat], record.parts[seat, 0]) for seat in range(walk.players)]
    winners = [seat for seat, mark in enumerate(marks) if mark == max(marks)]
    assert np.flatnonzero(record.wins).tolist() == winners
    assert record.scores.tolist() == record.parts.sum(axis=1).tolist()
