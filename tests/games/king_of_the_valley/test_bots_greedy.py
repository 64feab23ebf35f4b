"""What the greedy bot does (B1), and how ties are broken."""

import numpy as np
import pytest

from balance.games.king_of_the_valley.bots.greedy import gain_of_swaps
from balance.games.king_of_the_valley.bots.lookahead import best_swaps
from balance.games.king_of_the_valley.bots.position_value import NUM_LEVELS, Trial
from balance.games.king_of_the_valley.layout import SPACES, STATE, Phase
from tests.games.king_of_the_valley.board import (
    BOARD_1,
    JESTER_BOARD,
    Board,
)
from tests.games.king_of_the_valley.bot_answers import (
    GREEDY,
    HEURISTICS,
    answer,
    answers,
    is_random,
    moving,
    sparse,
)


@pytest.mark.parametrize(
    ("tile", "most"), [("Q", 8), ("D", 6), ("C", 4), ("KA", 3), ("F", 0), ("W", 0), ("J", 0)]
)
@pytest.mark.parametrize("bot", ["greedy", "linear"])
def test_what_greedy_pays_on_the_hill(bot, tile, most):
    for row, price in enumerate((2, 3, 4, 6, 8, 10)):
        column = ["M"] * 6
        column[row] = tile
        board = Board(BOARD_1, "(5,5) (3,3)", left=" ".join(column), right=" ".join(["M"] * 6))
        board.give(0, gold=30)
        board.start(phase=Phase.RECRUIT)
        weights = GREEDY if bot == "linear" else {}
        wanted = f"left {row + 1}" if price <= most else "nobody"
        assert answer(board, bot, **weights) == wanted


def test_greedy_buys_what_gains_most():
    board = Board(BOARD_1, "(5,5) (3,3)", left="D Q F F F F", right="C F F Q F F")
    board.give(0, gold=30)
    board.start(phase=Phase.RECRUIT)
    assert answer(board) == "left 2"  # 5 - 1.5 against 4 - 1 and 5 - 3


@pytest.mark.parametrize(
    ("castle", "column"),
    [
        *[("", "Q"), ("Q", "D"), ("Q D", "C"), ("Q D C J@K", "F"), ("Q D C KA F", "Q")],
        *[("-Q D C KA F", "Q"), ("J@Q -D", "D"), ("Q D C KA F W", "Q")],
    ],
)
@pytest.mark.parametrize("bot", ["greedy", "linear"])
def test_where_greedy_puts_its_jester(bot, castle, column):
    board = Board(JESTER_BOARD, "(2,1) (1,5)")
    board.give(0, castle)
    board.start()
    board.choose("to (2,3)")
    assert answer(board, bot, **(GREEDY if bot == "linear" else {})) == column


def test_greedy_takes_the_most_influence_and_half_the_gold():
    assert answer(moving(r1c1="D", r5c5="C")) == "to (1,1)"
    assert answer(moving(r1c1="D", r5c5="T0/3")) == "to (1,1)"
    board = moving(r1c1="D", r5c5="C", r3c1="W")
    board.put("(5,5)", "C", coins=3)
    assert answer(board) == "to (5,5)"
    assert answer(moving("F", r1c1="KA", r5c5="Z")) == "to (5,5)"  # a queen for a farmer
    assert answer(moving("F", r1c1="Q", r5c5="Z")) == "to (1,1)"
    assert answer(moving(r1c1="C", r3c4="M", r1c4="D")) == "by (3,4) to (1,4)"
    assert answer(moving(r1c1="C", r3c4="M", r1c4="C", r5c1="F")) == "to (1,1)"


def test_ties_are_broken_at_random():
    board = moving(r1c1="Q", r5c5="Q", r5c1="Q", r3c5="D")
    assert is_random(answers(board, "greedy", 900), ["to (1,1)", "to (5,5)", "to (5,1)"])
    assert is_random(answers(board, "kingdom", 300), ["to (1,1)", "to (5,5)", "to (5,1)"])


@pytest.mark.parametrize("bot", HEURISTICS[:-1])  # `linear` may wait for more from a wizard
def test_all_give_the_lowest_tile_for_a_queen(bot):
    assert answer(moving("D W", r1c1="KA", r5c5="Z"), bot) == "to (5,5)"
    board = moving("D W", r1c1="KA", r5c5="Z")
    board.choose("to (5,5)")
    assert answer(board, bot) == "W for left 3"


@pytest.mark.parametrize("bot", ["greedy", "linear"])
def test_two_wizards_bring_the_two_highest_for_the_two_lowest(bot):
    weights = GREEDY if bot == "linear" else {}
    board = sparse("(3,1)", r3c2="Z", r3c4="Z", r1c1="KA")
    board.give(0, "F D W")
    board.start()
    board.choose("to (3,5) taking (3,2) (3,4)")
    (first,) = answers(board, bot, 1, **weights)
    board.choose(first)
    (second,) = answers(board, bot, 1, **weights)
    assert {first[:1], second[:1]} == {"F", "W"}
    assert {first[6:], second[6:]} == {"left 3", "right 3"}  # the queen and the duke


@pytest.mark.parametrize("swaps", [1, 2])
def test_what_swaps_gain_is_what_the_best_of_them_leave(swaps):
    """Greedy works it out from the highest and the lowest; `linear` tries them all."""
    lot = np.random.default_rng(swaps)
    weights = np.array([*GREEDY.values()])
    board = Board(BOARD_1, "(5,5) (3,3)")
    trial = Trial(np.empty(NUM_LEVELS, STATE), board.table, 0, weights, np.empty(SPACES))
    player = board.state.seats[0]
    gains = set()
    for _ in range(20):
        player.up[:] = 0
        player.num_knights = 0
        board.give(0, " ".join(lot.choice(["Q", "D", "C", "KA", "F", "W", "J@Q"], 3)[: swaps + 1]))
        board.state.hill[:] = lot.choice([1, 2, 3, 8, 10, 12], (2, 6))
        board.state.hill[1, 5] = 3
        trial.levels[:] = board.state
        before = player.up @ [5, 4, 3, 2, 2, 2, 2, 1, 1, *[0] * 6]
        best = best_swaps(trial, swaps)
        gold = 0.5 * int(player.gold)
        assert gain_of_swaps(board.state, board.table, 0, swaps) == best - before - gold
        gains.add(best - before)
    assert len(gains) > 3


def test_two_jesters_complete_a_kingdom_together():
    board = sparse("(3,1)", r3c2="J", r3c3="J", r1c1="KA")
    board.give(0, "C KA F")
    board.start()
    board.choose("to (3,4) taking (3,2) (3,3)")
    first = set(answers(board, "kingdom", 40))
    assert first == {"Q", "D"}
    board.choose("D")
    assert answer(board, "kingdom") == "Q"
