"""What the planner sees (BP)."""

import numpy as np
import pytest

from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.bots.prospects import castle_value, worths_of_kinds
from balance.games.king_of_the_valley.layout import (
    MAX_KINDS,
    STATE,
    Decision,
    Kind,
    Phase,
)
from balance.games.king_of_the_valley.rules.scoring import fame
from tests.games.king_of_the_valley.board import BOARD_1, Board
from tests.games.king_of_the_valley.bot_answers import (
    KINGS,
    answer,
    moving,
    sparse,
    table_of,
)

PLANNER = GAME.bots["planner"].weights
NONE = {name: 0.0 for name in PLANNER if name != "tables"}  # fame alone


def weights_of(**weights):
    return np.array([*(PLANNER | weights).values()], float)


def worth(board, seat=0, life=1.0, **weights):
    spare = np.empty(1, STATE)
    spare[0] = board.state
    return castle_value(board.state, spare[0], board.table, seat, weights_of(**weights), life)


# V of a castle (BP1, BP2)


def test_without_prospects_a_castle_is_worth_its_fame():
    board = table_of("Q D KA KA KA F W W")
    board.state.phase = Phase.CLAIM
    assert worth(board, **NONE) == fame(board.state.seats[0], board.table)


def test_a_bonus_that_will_be_claimed_is_counted_already():
    board = table_of("Q D C KA F")
    player = board.state.seats[0]
    before = fame(player, board.table)
    for phase, more in ((Phase.RECRUIT, 10), (Phase.CLAIM, 10), (Phase.REFILL, 0)):
        board.state.phase = phase
        assert worth(board, **NONE) == before + more
    assert player.up[Kind.QUEEN] == 1  # it was only thought of


def test_no_bonus_is_counted_without_a_marker_or_after_one():
    board = table_of("Q D C KA F")
    board.state.phase = Phase.CLAIM
    before = fame(board.state.seats[0], board.table)
    board.state.bonuses = 1
    assert worth(board, **NONE) == before
    board.state.bonuses = 0
    board.state.seats[1].markers = 6
    assert worth(board, **NONE) == before


@pytest.mark.parametrize(
    ("castle", "weights", "more"),
    [
        ("Q", {"values_1": 2.0}, 2.0),
        ("Q", {"values_queen": 0.5}, 0.5),
        ("D D", {"values_1": 2.0, "values_queen": 0.5}, 2.0),
        ("D C F W", {"values_3": 3.0}, 3.0),
        ("-Q D", {"values_1": 2.0}, 2.0),
        ("KA KB J@K", {"group_3": 4.0}, 4.0),
        ("F F F F F F", {"group_5": 4.0}, 4.0),
        ("KA KA KB", {"order_1": 1.0, "order_2": 3.0}, 4.0),
        ("F F W", {"single_farmer": 2.0, "single_farmwoman": 7.0}, 2.0),
        ("W W", {"single_farmwoman": 2.0}, 4.0),
        ("J@Q J@K", {"jesters_early": 1.5}, 3.0),
    ],
)
def test_prospects_are_read_from_tables(castle, weights, more):
    board = table_of(castle)
    board.state.phase = Phase.REFILL
    assert worth(board, **(NONE | weights)) - worth(board, **NONE) == pytest.approx(more)


def test_gold_promises_less_as_the_piles_go_down():
    board = table_of()
    board.give(0, gold=6)
    score = worth(board, **NONE)
    assert worth(board, **(NONE | {"gold_early": 0.5})) == score + 3.0
    assert worth(board, **(NONE | {"first_gold": 0.5})) == score + 2.0  # four of them
    board.state.drawn = board.state.num_pile
    assert worth(board, **(NONE | {"gold_early": 0.5})) == score + 1.5


def test_with_few_turns_left_values_and_groups_promise_less():
    board = table_of("Q F F F")
    board.state.phase = Phase.REFILL
    weights = NONE | {"values_2": 3.0, "group_3": 4.0}
    for life in (0.0, 0.5, 1.0):
        assert worth(board, life=life, **weights) - worth(board, **NONE) == 7.0 * life


# What a tile more is worth (BP4)


def test_a_tile_is_worth_what_it_adds():
    board = table_of("Q D C KA KA")
    state = board.state
    state.phase = Phase.COLLECT
    before = state.seats[0].up.tolist(), int(state.seats[0].num_knights)
    spare, worths = np.empty(1, STATE), np.empty(MAX_KINDS)
    spare[0] = state
    numbers = weights_of(**NONE)
    assert worths_of_kinds(state, spare[0], board.table, 0, numbers, 1.0, worths) == 16 + 2
    assert (state.seats[0].up.tolist(), state.seats[0].num_knights) == before
    assert worths[Kind.DUKE] == 4
    assert worths[Kind.KNIGHT_B] == 2
    assert worths[Kind.KNIGHT_A] == 2 + 3  # the third of its order
    assert worths[Kind.FARMER] == 1 + 10  # a bonus
    assert worths[Kind.JESTER] == 10
    assert worths[Kind.WIZARD] == worths[Kind.MONK] == 0
    gold = [board.table.kinds[kind].gold for kind in range(Kind.COLLECTOR, Kind.COLLECTOR + 8)]
    assert worths[Kind.COLLECTOR : Kind.COLLECTOR + 8].tolist() == gold


# What it does


def test_it_takes_what_completes_a_bonus():
    board = moving("Q D C KA", r1c1="Q", r5c5="F")
    assert answer(board, "planner", **NONE) == "to (5,5)"
    assert answer(board, "greedy") == "to (1,1)"


def test_it_recruits_with_the_move_after_it_in_mind():
    """The duke lies in reach and the countess on the hill: with both there is a bonus."""
    board = sparse("(3,3)", "(1,5)", r1c1="D", r5c5="Q")
    board.state.hill[:] = 0
    board.state.hill[0, :2] = Kind.COUNTESS + 1, Kind.QUEEN + 1
    board.state.heights[:] = 2, 0
    board.give(0, "Q KA F", gold=3)
    board.start(phase=Phase.RECRUIT)
    weights = NONE | {"window": 9.0}
    assert answer(board, "planner", **weights) == "left 1"
    assert answer(board, "planner", **NONE) == "left 2"  # by its castle alone a queen is best
    board.choose("left 1")
    assert answer(board, "planner", **weights) == "to (1,1)"


def test_it_leaves_the_next_player_less():
    """Blue reaches one of two dukes, so this one is taken."""
    board = sparse(other="(1,4)", r1c1="D", r5c1="D")
    board.start()
    assert answer(board, "planner", **(NONE | {"rival_next": -0.5, "window": 9.0})) == "to (1,1)"


def test_it_stays_near_what_it_will_want():
    """Two farmers in reach; from one of them the queen is in line."""
    board = sparse("(3,1)", "(1,2)", r4c1="F", r5c1="F", r5c5="Q")
    board.state.hill[:] = Kind.FARMER + 1
    board.start()
    weights = NONE | {"own_next": 0.5, "window": 9.0}
    assert answer(board, "planner", **weights) == "to (5,1)"


def test_it_plays_its_last_turn_for_points():
    board = moving("Q D C", r1c1="D", r5c5="KA")
    board.state.triggered = 1
    assert answer(board, "planner") == "to (1,1)"


def test_which_five_are_claimed_goes_by_rule():
    board = Board(BOARD_1, KINGS)
    board.give(0, "Q D C KA F W")
    board.start(phase=Phase.CLAIM)
    assert board.asked == Decision.CLAIM
    assert answer(board, "planner") == answer(board, "kingdom")
