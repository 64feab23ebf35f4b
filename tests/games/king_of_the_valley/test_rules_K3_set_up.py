"""Set-up (K3) and the turn (K4), with the worked example X1."""

from collections import Counter

import pytest

from balance.games.king_of_the_valley.layout import Decision, Phase
from tests.games.king_of_the_valley.board import BOARD_1, Board, tiles


def stage(board, number):
    """The tiles of a stage."""
    size = board.table.stage_sizes[number]
    return Counter(board.names.codes[kind] for kind in board.table.stages[number, :size])


def rows(board, *numbers):
    """What lies in rows of the hill, left and right."""
    columns = [board.hill(side).split() for side in ("left", "right")]
    return [column[number - 1] for number in numbers for column in columns]


@pytest.mark.rule("X1")
@pytest.mark.rule("K3.2")
@pytest.mark.rule("K3.3")
@pytest.mark.rule("K3.4")
@pytest.mark.rule("K3.5")
@pytest.mark.rule("K3.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deal", [0, 1, 2])
def test_the_stages_lie_in_valley_hill_and_piles(seats, deal):
    board = Board(seats=seats, deal=deal)
    assert [stage(board, number).total() for number in range(3)] == [29, 30, 31]
    assert Counter(board.valley() + rows(board, 1, 2)) == stage(board, 0)
    assert len(board.pile()) == 53
    assert Counter(rows(board, 3, 4, 5, 6) + board.pile()[:22]) == stage(board, 1)
    assert Counter(board.pile()[22:]) == stage(board, 2)
    assert [board.gold(seat) for seat in range(seats)] == [2] * seats
    assert all(board.castle(seat) == tiles("") for seat in range(seats))


@pytest.mark.rule("K3.3")
def test_each_deal_is_shuffled_anew():
    layouts = {tuple(Board(deal=deal).valley()) for deal in range(5)}
    piles = {tuple(Board(deal=deal).pile()) for deal in range(5)}
    assert len(layouts) == len(piles) == 5
    assert Board(deal=3).pile() == Board(deal=3).pile()


@pytest.mark.rule("K3.2")
def test_seats_may_start_with_more_gold():
    board = Board(seats=3, extra_gold=(0, 1, 3), edits={"params.start_gold.value": 4})
    assert [board.gold(seat) for seat in range(3)] == [4, 5, 7]


@pytest.mark.rule("K4.2")
def test_a_turn_has_four_phases_in_this_order():
    board = Board(BOARD_1, "(5,5) (3,3)", left="F KB W C F D", right="Q W KA F C F")
    board.give(0, "Q C KA F", gold=3)
    board.start(phase=Phase.RECRUIT)
    order = []
    for name in ("left 1", "to (5,4)", "no", "left"):
        order.append((board.asked, Phase(board.state.phase)))
        board.choose(name)
    assert order == [
        (Decision.RECRUIT, Phase.RECRUIT),
        (Decision.COLLECT, Phase.COLLECT),
        (Decision.CLAIM, Phase.CLAIM),
        (Decision.REFILL, Phase.REFILL),
    ]
    assert board.next_seat == 1
