"""Which tiles and deeds a record says there were, by what the sheets allow (K1)."""

from pathlib import Path

import numpy as np
import pytest

from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import (
    FIRST_COLLECTOR,
    FIRST_ORDER,
    NUM_ORDERS,
    RECORD,
    Extra,
    Kind,
)
from balance.games.king_of_the_valley.record import write_available
from balance.games.king_of_the_valley.table.options import Options
from tests.games.king_of_the_valley.board import BOARD_1, Board

NUM_COLLECTORS = 8
KINDS = range(Kind.COLLECTOR + NUM_COLLECTORS)
ORDERS = range(FIRST_ORDER, FIRST_ORDER + NUM_ORDERS)
ROWS = range(Extra.HILL_1, Extra.HILL_1 + 6)
JESTERS = range(Extra.JESTER_QUEEN, Extra.JESTER_QUEEN + 6)


def missing(counts=(), **numbers):
    """The rows of a record that cannot come up, with other numbers at a table."""
    table = GAME.build_table(Options(), 2, {}, Path()).array.copy()[0]
    for kind, count in dict(counts).items():
        table.kinds[kind].count = count
    for name, number in numbers.items():
        table[name] = number
    record = np.zeros(1, RECORD)[0]
    write_available(table, record)
    assert not record.available[FIRST_COLLECTOR + NUM_COLLECTORS :].any()
    assert set(record.available) <= {0, 1}
    return {row for row in range(FIRST_COLLECTOR + NUM_COLLECTORS) if not record.available[row]}


@pytest.mark.rule("K8.1")
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_which_there_is_no_tile(kind):
    row = kind if kind < Kind.COLLECTOR else FIRST_COLLECTOR + kind - Kind.COLLECTOR
    others = {Kind.JESTER: JESTERS}.get(kind, ())
    assert missing({kind: 0}) == {row, *others}
    assert missing({kind: 1}) == set()


@pytest.mark.rule("K5.2")
@pytest.mark.rule("K9.3")
@pytest.mark.rule("K9.4")
def test_recruits_and_bonuses():
    assert missing(max_recruits_per_turn=0) == set(ROWS)
    assert missing(max_recruits_per_turn=1) == set()
    assert missing(kingdom_bonus_per_turn=0) == {Extra.BONUS}
    assert missing(kingdom_markers=0) == {Extra.BONUS}
    assert missing(kingdom_markers=1, kingdom_bonus_per_turn=1) == set()


@pytest.mark.rule("K12.2")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("most", "rows"),
    [
        (2, {Extra.ORDER_3, Extra.ORDER_4, Extra.ORDER_5}),
        (3, {Extra.ORDER_4, Extra.ORDER_5}),
        (4, {Extra.ORDER_5}),
        (5, set()),
        (6, set()),
    ],
)
def test_knights_of_the_largest_order(order, most, rows):
    assert missing(dict.fromkeys(ORDERS, 1) | {order: most}) == rows


@pytest.mark.rule("K12.2")
def test_knights_after_the_fifth_of_an_order_are_noted_only_as_knights():
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.give(0, "KC KC KC -KC -KC")
    board.start()
    board.choose("to (2,5) taking (4,5) (3,5)")
    taken = board.result()["taken"][0]
    assert {row: int(count) for row, count in enumerate(taken) if count} == {
        Kind.KNIGHT_A: 1,
        Kind.KNIGHT_C: 1,
        Extra.TWO_TILES: 1,
    }


@pytest.mark.rule("K6.3")
@pytest.mark.parametrize(
    ("fewest", "most", "rows"),
    [
        (2, 2, {Extra.THREE_TILES}),
        (2, 3, set()),
        (3, 3, {Extra.TWO_TILES}),
        (2, 4, set()),
        (3, 4, {Extra.TWO_TILES}),
        (4, 4, {Extra.TWO_TILES, Extra.THREE_TILES}),
    ],
)
def test_how_many_tiles_may_be_taken_together(fewest, most, rows):
    assert missing(same_name_min=fewest, same_name_max=most) == rows
