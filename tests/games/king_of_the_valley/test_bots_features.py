"""The potentials, by hand; which tiles bots turn (BF5, BF6)."""

import pytest

from balance.games.king_of_the_valley.bots.choosing import tiles_to_turn, usual_five
from balance.games.king_of_the_valley.bots.features import (
    ALL_COLUMNS,
    FARMERS,
    KNIGHTS,
    collectors_left,
    couple_potential,
    idle_jesters,
    kingdom_potential,
    loses_value,
    order_potential,
    swap_hope,
    tax_potential,
)
from balance.games.king_of_the_valley.layout import Column, Kind, Phase
from tests.games.king_of_the_valley.board import BOARD_9, Board
from tests.games.king_of_the_valley.bot_answers import table_of


def player_with(castle, **keys):
    board = table_of()
    board.give(0, castle, **keys)
    return board.state.seats[0]


# Tpot


@pytest.mark.parametrize(
    ("castle", "taxed", "worth"),
    [
        ("", "", 0.0),
        ("Q", "", 0.3),
        ("F F", "", 1.0),
        ("F F F", "", 3.0),
        ("KA KB KC KD", "", 5.0),
        ("W W W W W", "", 7.0),
        ("W W W W W W W", "", 7.0),
        ("F F F KA KB KC KD J@Q", "", 8.3),
        ("F F F KA KB KC KD J@Q", "K", 3.3),
        ("-F -F -F F", "", 0.3),
        ("KA KB J@K", "", 3.0),
    ],
)
def test_groups_are_worth_what_collectors_may_pay(castle, taxed, worth):
    assert tax_potential(player_with(castle, taxed=taxed), ALL_COLUMNS, 6) == pytest.approx(worth)


def test_groups_are_worth_less_with_fewer_collectors_left():
    player = player_with("F F F KA KB KC KD Q")
    assert tax_potential(player, ALL_COLUMNS, 3) == pytest.approx(4.15)
    assert tax_potential(player, ALL_COLUMNS, 0) == 0.0
    assert tax_potential(player, KNIGHTS, 6) == 5.0
    assert tax_potential(player, FARMERS, 6) == 3.0


def test_collectors_without_a_need_do_not_count():
    for move, left in {"to (3,2)": 6, "to (3,3)": 5}.items():  # T0/3, T3/5
        board = Board(BOARD_9, "(3,1) (1,5)")
        board.give(0, "KA KB KC")
        assert collectors_left(board.state, board.table) == 6
        board.start()
        board.choose(move)
        assert collectors_left(board.state, board.table) == left


# Kpot


@pytest.mark.parametrize(
    ("castle", "worth"),
    [
        ("", 0.0),
        ("F", 1.0),
        ("F F W", 1.0),
        ("Q", 1.0 + 1.5),
        ("F KA", 2.5),
        ("F KA C", 4.5),
        ("F KA C D", 7.0),
        ("Q D C KA", 7.0 + 1.5),
        ("Q D C KA F", 9.0),
        ("Q D C KA W", 9.0),
        ("Q D C KA F W", 9.0 + 1.0),
        ("Q Q D C KA F", 9.0 + 1.0 + 1.5),
        ("Q Q D D C C KA KB F W", 9.0 + 6.0),
        ("Q Q D D C C KA KB F W W", 9.0 + 6.0 + 1.0),
        ("J@Q J@D C KA J@F", 9.0),
        ("-Q D C KA F", 7.0),
        ("Q D C KA -F", 7.0 + 1.5),
    ],
)
def test_what_lacks_for_a_bonus(castle, worth):
    assert kingdom_potential(player_with(castle)) == worth


@pytest.mark.parametrize(
    ("before", "after", "loses"),
    [
        ("Q F F", "Q -F -F", True),
        ("Q F F W", "Q -F -F W", False),
        ("KA KB KC KD", "-KA -KB -KC KD", False),
        ("KA KB J@K", "-KA -KB -J@K", True),
        ("KA KB -KC", "KA KB -KC", False),
    ],
)
def test_whether_a_value_is_lost(before, after, loses):
    assert loses_value(player_with(before), player_with(after)) == loses


# Opot


@pytest.mark.parametrize(
    ("own", "other", "worth"),
    [
        ("", "", 0.0),
        ("KA", "", 0.6),
        ("KA KB", "", 1.2),
        ("KA KA", "", 1.5),
        ("KA KA -KA", "", 1.0),
        ("KA KA KA KA", "", 1.5),
        ("KA KA KA KA KA", "", 0.0),
        ("KA", "KA KA", 0.6),
        ("KA", "KA KA -KA", 0.0),
        ("KA KA", "KA KA", 1.5),
        ("KA KA", "KA KA KA", 0.0),
        ("KA KA KA", "KA", 1.0),
        ("KA KA KA", "KA KA", 0.0),
        ("KA KA KA KA", "KA", 0.0),
        ("KA J@K J@K", "KA KA KA", 0.0),
    ],
)
def test_what_an_order_may_grow_to(own, other, worth):
    board = table_of(own, other)
    assert order_potential(board.state, board.table, 0) == pytest.approx(worth)


# Cpot


@pytest.mark.parametrize(
    ("own", "other", "worth"),
    [
        ("", "", 0.0),
        ("F W", "", 0.0),
        ("W", "", 0.8),
        ("W W -W F", "", 1.6),
        ("F F F W", "", 0.8),
        ("W W", " ".join(["F"] * 23), 0.8),
        ("W W", " ".join(["F"] * 24), 0.0),
        ("F F F", " ".join(["W"] * 10), 0.8),
        ("W J@F", "", 0.8),
    ],
)
def test_singles_may_find_partners(own, other, worth):
    board = table_of(own, other)
    assert couple_potential(board.state, board.table, 0) == pytest.approx(worth)


def test_jesters_in_hand_and_swaps_to_hope_for():
    board = table_of("J@Q J@Q -J@F F D")
    player = board.state.seats[0]
    assert idle_jesters(player) == 2
    assert swap_hope(board.state, board.table, player) == 10.0  # a jester for a queen, twice
    board.state.discarded[Kind.WIZARD] = 1
    assert swap_hope(board.state, board.table, player) == 5.0
    player.up[Kind.JESTER :] = 0
    assert swap_hope(board.state, board.table, player) == 4.0
    board.state.discarded[Kind.WIZARD] = 2
    assert swap_hope(board.state, board.table, player) == 0.0


# Which tiles to turn (BF5, BF6)


def turned(castle, column, need):
    """Return how many of each are turned: of the orders, or of the subjects; then jesters."""
    number = tiles_to_turn(player_with(castle), int(column), need)
    return [number >> 4 * i & 15 for i in range(5)]


@pytest.mark.parametrize(
    ("castle", "need", "counts"),
    [
        ("KA KB KB KC", 3, [1, 2, 0, 0, 0]),  # the largest order, then the oldest
        ("KC KB KB KA", 3, [0, 2, 1, 0, 0]),
        ("KA KB -KA", 1, [1, 0, 0, 0, 0]),  # face-down knights count too
        ("KB KA -KA KC", 2, [1, 1, 0, 0, 0]),
        ("KA KB KB KA KA", 3, [3, 0, 0, 0, 0]),
        ("KA KB KB KA KC", 3, [1, 2, 0, 0, 0]),  # two orders as large as each other: by age
        ("KB KA KA KB KC", 3, [2, 1, 0, 0, 0]),
        ("KB KA KB KA KC", 3, [1, 2, 0, 0, 0]),
        ("KB KA KA KB KC", 4, [2, 2, 0, 0, 0]),
        ("KD KA J@K KB", 3, [1, 1, 0, 1, 0]),  # jesters last
        ("KD KA J@K J@K", 4, [1, 0, 0, 1, 2]),
    ],
)
def test_knights_of_the_largest_order_turn_first(castle, need, counts):
    assert turned(castle, Column.KNIGHT, need) == counts


def test_subjects_turn_before_jesters():
    assert turned("F F J@F J@F", Column.FARMER, 3) == [2, 0, 0, 0, 1]
    assert turned("F F F F J@F J@F", Column.FARMER, 3) == [3, 0, 0, 0, 0]
    assert turned("J@W J@W J@W F", Column.FARMWOMAN, 3) == [0, 0, 0, 0, 3]


@pytest.mark.parametrize(
    ("castle", "five"),
    [
        ("Q D C KA F W", "Q D C KA F"),
        ("Q D C KA F W W", "Q D C KA W"),
        ("Q D C KA W", "Q D C KA W"),
        ("Q D C KA KB KB F W", "Q D C KB F"),
        ("Q J@Q D C J@K KA W J@F J@F", "Q D C KA J@F"),
        ("J@Q J@D J@C J@K J@W F", "J@Q J@D J@C J@K F"),
        ("J@Q J@D J@C J@K J@W W F", "J@Q J@D J@C J@K W"),
        ("J@Q D C KA J@W", "J@Q D C KA J@W"),
        ("Q D C KC KB -KB F", "Q D C KB F"),
    ],
)
def test_which_five_go_for_a_bonus(castle, five):
    board = table_of(castle)
    assert board.names.of(claiming(board).state, usual_five(board.state.seats[0])) == five


def claiming(board):
    board.start(phase=Phase.CLAIM)
    return board
