"""What a position is made of, for bots that look ahead: each feature by a hand-made position."""

import numpy as np
import pytest

from balance.games.valeria import GAME
from balance.games.valeria.bots.position_value import (
    NUM_FEATURES,
    NUM_WEIGHTS,
    TIMES,
    Feature,
    Weight,
    measure,
    value,
    write_features,
)
from balance.games.valeria.layout import FIRST_DOMAINS, NUM_STACKS
from tests.games.valeria.board import Board


def facts_of(board: Board, seat: int = 0, rounds: float = 5.0) -> np.ndarray:
    facts = np.zeros(NUM_FEATURES)
    measure(board.state, board.table, seat, facts, rounds)
    return facts


def weights(**others: float) -> np.ndarray:
    """The weights of points and Duke are 1, all others 0 if not said."""
    planner = GAME.bots["planner"]
    named = dict.fromkeys(planner.weights, 0.0)
    named |= {"rounds": 10.0, "budget": 100.0}
    named |= {f"{name}_{time}": 1.0 for name in ("points", "duke") for time in TIMES_OF_GAME}
    assert set(others) <= set(named)
    return np.array(list((named | others).values()))


TIMES_OF_GAME = ("late", "middle", "early")


def test_weights_are_named_by_feature_and_time() -> None:
    names = list(GAME.bots["planner"].weights)
    wanted = [f"{one.name.lower()}_{time}" for one in Feature for time in TIMES_OF_GAME]
    assert names[:NUM_WEIGHTS] == wanted
    assert names[Weight.LEAD : Weight.BUDGET + 1] == ["lead", "rounds", "budget"]
    assert len(wanted) == NUM_FEATURES * TIMES


def test_points_are_those_collected_and_printed() -> None:
    board = Board()
    board.give(0, "goblin*2 emerald_stronghold", vp=3)
    assert facts_of(board)[Feature.POINTS] == 3 + 2 * 1 + 5
    assert facts_of(board, 1)[Feature.POINTS] == 0


def test_a_duke_counts_what_he_rewards() -> None:
    board = Board()
    board.give(0, "knight*2 peasant")
    board.set_duke(0, "reese_the_firebrand")  # 1 for a Citizen, Monster, Domain; 4 resources
    facts = facts_of(board)
    assert facts[Feature.DUKE] == 3
    assert facts[Feature.DUKE_RESOURCES] == 1 / 4
    assert facts[Feature.DUKE_MONSTERS] == facts[Feature.DUKE_CITIZENS] == 1


def test_leftovers_count_in_full_points_when_all_is_over() -> None:
    board = Board()
    board.set_duke(0, "reese_the_firebrand")
    board.give(0, gold=7)
    assert facts_of(board)[Feature.LEFTOVERS] == 7 / 4
    over = facts_of(board, rounds=0.0)
    assert (over[Feature.LEFTOVERS], over[Feature.DUKE], over[Feature.GOLD]) == (0, 1, 0)


@pytest.mark.rule("V5.10")
def test_income_is_expected_by_the_dice_table() -> None:
    board = Board(seats=2, citizens="peasant")
    before = facts_of(board)
    board.give(0, "peasant")
    gained = facts_of(board)[Feature.GOLD_INCOME] - before[Feature.GOLD_INCOME]
    # A Peasant works on 5, by a die (11 rolls, 1 of them twice) or the sum (4): active and
    # inactive once a round each, for 1 gold.
    assert gained == pytest.approx(2 * (12 + 4) / 36)


def test_roles_that_domains_in_view_want_are_lacking_until_they_are_there() -> None:
    board = Board()
    icons = sum(
        int(board.table.cards[board.state.tops[stack]].icons.sum())
        for stack in range(FIRST_DOMAINS, NUM_STACKS)
    )
    assert facts_of(board)[Feature.ROLES_LACKING] == icons > 0
    board.give(0, "knight")
    assert facts_of(board)[Feature.ROLES_LACKING] < icons


def test_what_the_next_player_can_take_is_left_to_it() -> None:
    board = Board()
    assert facts_of(board)[Feature.LEFT_TO_NEXT] == 0
    board.uncover("goblin_king")
    board.give(1, strength=6)
    assert facts_of(board)[Feature.LEFT_TO_NEXT] >= 4
    assert facts_of(board, 1)[Feature.LEFT_TO_NEXT] == 0  # seat 2 has nothing


@pytest.mark.rule("V9.1")
def test_when_the_end_has_come_only_the_score_counts() -> None:
    board = Board(seats=2)
    board.give(0, "goblin*3", gold=5, strength=5)
    board.state.rounds = 5
    rich = weights(gold_late=1.0, strength_late=1.0, gold_middle=1.0)
    facts = np.zeros(NUM_FEATURES)
    assert value(board.state, board.table, 0, rich, facts) > 3
    board.exhaust(5, 6, 7, 8)
    assert value(board.state, board.table, 0, rich, facts) == 3


@pytest.mark.parametrize("rounds", [0, 3, 6, 9, 12])
def test_the_value_is_the_sum_of_its_parts(rounds: int) -> None:
    board = Board(seats=4)
    board.state.rounds = rounds
    board.set_duke(2, "simon_the_unclean")
    board.give(2, "goblin peasant*2 emerald_stronghold", gold=4, magic=3)
    rng = np.random.default_rng(rounds)
    some = rng.normal(size=len(weights()))
    some[Weight.LEAD], some[Weight.ROUNDS] = 0.0, 10.0
    facts, row = np.zeros(NUM_FEATURES), np.full(NUM_WEIGHTS, np.nan)
    write_features(board.state, board.table, 2, some, row)
    found = value(board.state, board.table, 2, some, facts)
    assert found == pytest.approx(row @ some[:NUM_WEIGHTS])


def test_being_ahead_counts_more_as_the_end_comes_near() -> None:
    board = Board(seats=2)
    facts = np.zeros(NUM_FEATURES)
    worths = []
    board.give(0, vp=5)
    for rounds in (0, 8):
        board.state.rounds = rounds
        ahead = value(board.state, board.table, 0, weights(lead=1.0), facts)
        worths.append(ahead - value(board.state, board.table, 0, weights(), facts))
    assert 0 < worths[0] < worths[1]
