"""Which column bots fill the valley from (BF7), and where they place their king (BF8)."""

import numpy as np
import pytest

from balance.compiling.jit import is_compiling
from balance.engine.layout import NOBODY
from balance.games.king_of_the_valley.bots.position_value import best_safe
from balance.games.king_of_the_valley.bots.valley_actions import best_action
from balance.games.king_of_the_valley.layout import SPACES, Phase
from tests.games.king_of_the_valley.board import (
    BOARD_1,
    Board,
)
from tests.games.king_of_the_valley.bot_answers import (
    GREEDY,
    HEURISTICS,
    answer,
    answers,
    is_random,
    sparse,
)

# Filling the valley (BF7)


def filling(left, right, emptied="(5,4)", kings="(5,5) (1,2)", **keys):
    """Return a board on which the move that empties spaces has just been made."""
    board = Board(BOARD_1, kings, left=left, right=right, **keys)
    board.start(phase=Phase.REFILL)
    for i, where in enumerate(emptied.split()):
        board.put(where, ".")
        board.state.emptied[i] = (int(where[1]) - 1) * 5 + int(where[3]) - 1
        board.state.num_emptied = i + 1
    board.start(phase=Phase.REFILL)
    return board


@pytest.mark.parametrize("bot", HEURISTICS)
def test_the_cheap_column_brings_less(bot):
    keys = {"refill": 1}
    assert answer(filling("D F F F F F", "C Q F F F F"), bot, **keys) == "right"
    assert answer(filling("J F F F F F", "C Q F F F F"), bot, **keys) == "left"
    assert answer(filling("J F F F F F", "M Q F F F F"), bot, **keys) == "right"
    two = filling("D F F F F F", "C C F F F F", "(5,4) (4,5)")
    assert answer(two, bot, **keys) == "left"
    alike = filling("D F F F F F", "C KA F F F F", "(5,4) (4,5)")
    assert is_random(answers(alike, bot, 300, **keys), ["left", "right"])


def test_at_the_end_the_other_column_goes_on():
    """Neither holds enough for three spaces, so both bring all they have, or all but the last."""
    board = filling("F", "Q F", "(5,4) (4,5) (5,5)", pile="")
    assert is_random(answers(board, "greedy", 300), ["left", "right"])
    board = filling("F F", "Q C", "(5,4) (4,5) (5,5)", pile="")
    assert answer(board) == "left"  # 1 + 1 + 5 against 5 + 3 + 1


@pytest.mark.parametrize("bot", HEURISTICS)
def test_a_threat_is_what_the_next_player_can_take(bot):
    """Blue on (1,1) reaches (5,5), not (5,4): the queen may go where it cannot take it."""
    board = sparse("(2,5)", "(1,1)", r1c3="F", r3c2="F")
    board.state.hill[:] = 0
    board.start(phase=Phase.REFILL)
    board.state.hill[0, :2] = board.names.kind("Q") + 1, board.names.kind("F") + 1
    board.state.hill[1, :2] = board.names.kind("KA") + 1, board.names.kind("C") + 1
    board.state.heights[:] = 2
    board.state.emptied[:2] = 23, 24
    board.state.num_emptied = 2
    board.start(phase=Phase.REFILL)
    assert answer(board, bot, refill=2) == "left"
    assert answer(board, bot, refill=1) == "right"
    assert is_random(answers(board, bot, 200, refill=0), ["left", "right"])


# Where the king starts (BF8)


def beginning(*kings, **tiles):
    """Return a game that begins in a valley of farmers; some kings stand already."""
    board = Board()
    for number in range(SPACES):
        board.put(f"({number // 5 + 1},{number % 5 + 1})", "F")
    for where, tile in tiles.items():
        board.put(f"({where[1]},{where[3]})", tile)
    if kings:
        board.choose(*kings)
    return board


# Uncompiled, `linear` takes a second to place a king.
LIKE_GREEDY = [("greedy", {}), ("linear", GREEDY)][: 1 + is_compiling()]
IN_LINE = {f"(1,{i})" for i in range(2, 6)} | {f"({i},1)" for i in range(2, 6)}
IN_LINE |= {f"({i},{i})" for i in range(2, 6)}


@pytest.mark.parametrize(("bot", "weights"), LIKE_GREEDY)
def test_a_king_starts_where_the_best_tile_is_in_reach(bot, weights):
    board = beginning(r1c1="Q")
    assert set(answers(board, bot, 150, **weights)) == IN_LINE
    board = beginning("(1,1)", r1c1="Q", r2c4="D")
    assert "(2,4)" not in answers(board, bot, 30, **weights)
    assert set(answers(board, bot, 150, **(weights | {"placement": 0}))) == set(board.offered())


@pytest.mark.parametrize(("bot", "weights"), LIKE_GREEDY)
def test_a_king_may_start_on_what_the_start_player_wants(bot, weights):
    board = beginning("(1,3)", r1c1="Q", r5c5="Q")
    assert answer(board, bot, **(weights | {"placement": 2})) == "(1,1)"
    first = beginning(r1c1="Q")
    assert set(answers(first, bot, 150, **(weights | {"placement": 2}))) == IN_LINE


def test_a_king_not_placed_yet_stands_nowhere():
    """Red reaches queen and farmer; from (5,5), of number 24, blue would reach the queen."""
    board = sparse("(2,5)", "(5,5)", r3c5="Q", r2c4="F")
    worths = np.empty(SPACES)
    assert best_action(board.state, board.table, 1, worths) == 5
    assert best_safe(board.state, board.table, 0, worths) == 1
    board.state.seats[1].king = NOBODY
    assert best_action(board.state, board.table, 1, worths) == 0
    assert best_safe(board.state, board.table, 0, worths) == 5
