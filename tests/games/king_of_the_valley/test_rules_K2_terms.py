"""Terms (K2) and what is open (K13)."""

import numpy as np
import pytest

from balance.engine.layout import ENGINE_HIDDEN
from balance.errors import CardError
from balance.games.king_of_the_valley.layout import Decision, Phase
from tests.games.king_of_the_valley.board import BOARD_1, BOARD_9, Board, tiles

KINGS_9 = "(3,1) (1,5)"


@pytest.mark.rule("K2.1")
def test_spaces_are_counted_from_the_top_left():
    board = Board(BOARD_1, "(1,2) (3,3)")
    assert board.valley()[:6] == ["C", "F", "KB", "D", "Q", "F"]
    assert board.tile("(1,5)") == "Q"
    assert board.tile("(5,1)") == "F"
    board.start()
    assert "to (1,5)" in board.offered()
    assert "to (5,1)" not in board.offered()


@pytest.mark.rule("K2.2")
@pytest.mark.rule("K5.5")
@pytest.mark.parametrize(
    ("place", "price", "left_behind"),
    [("right 1", 2, "W KA F C F"), ("right 2", 3, "Q KA F C F"), ("right 6", 10, "Q W KA F C")],
)
def test_a_hill_column_has_no_gaps_and_each_row_its_price(place, price, left_behind):
    board = Board(BOARD_1, "(5,5) (3,3)", left="F KB W C F D", right="Q W KA F C F")
    board.give(0, gold=10)
    board.start(phase=Phase.RECRUIT)
    board.choose(place)
    assert board.gold() == 10 - price
    assert board.hill("right") == left_behind
    assert board.hill("left") == "F KB W C F D"


@pytest.mark.rule("K2.3")
@pytest.mark.rule("K7.1")
@pytest.mark.rule("I8")
@pytest.mark.parametrize("tile", ["Q", "D", "C", "KA", "KD", "F", "W"])
def test_each_subject_goes_to_the_column_of_its_type(tile):
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.put("(5,4)", tile)
    board.start()
    board.choose("to (5,4)")
    assert board.castle() == tiles(tile)


@pytest.mark.rule("K2.4")
def test_all_collectors_are_same_named_and_a_jester_only_with_jesters():
    board = Board(BOARD_9, KINGS_9)
    board.give(0, "KA KB KC")
    board.start()
    assert "to (3,4) taking (3,2) (3,3)" in board.multi_takes()
    board.put("(3,2)", "J")
    board.put("(3,3)", "KA")
    board.start()
    assert not any("to (3,4)" in name for name in board.multi_takes())
    board.put("(3,3)", "J")
    board.start()
    assert "to (3,4) taking (3,2) (3,3)" in board.multi_takes()


@pytest.mark.rule("K2.5")
def test_a_group_is_a_column_with_its_jesters():
    board = Board(BOARD_9, KINGS_9)
    board.give(0, "D J@D J@D J@F F")
    board.start()
    board.choose("to (3,3)")
    assert board.castle() == tiles("-D -J@D -J@D J@F F")
    assert board.taxed() == "D"


@pytest.mark.rule("K2.6")
@pytest.mark.rule("A18")
def test_a_tile_that_was_turned_serves_no_more():
    board = Board(BOARD_9, KINGS_9)
    board.give(0, "Q D C KA KB KC F")
    board.start()
    board.choose("to (3,3)")
    assert board.castle() == tiles("Q D C -KA -KB -KC F")
    assert board.asked == Decision.REFILL


@pytest.mark.rule("K2.7")
@pytest.mark.rule("K4.1")
@pytest.mark.rule("A2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_is_a_turn_of_every_player_from_the_first_on(seats):
    board = Board(seats=seats)
    board.choose(*(f"(1,{seat + 1})" for seat in range(seats)))
    order = []
    for _ in range(3 * seats):
        board.next_turn()
        order.append((int(board.state.rounds), int(board.state.active)))
        board.finish()
    assert order == [(round_, seat) for round_ in (1, 2, 3) for seat in range(seats)]


@pytest.mark.rule("K2.8")
@pytest.mark.rule("K8.8")
def test_the_own_king_blocks_nothing_for_its_player():
    board = Board(BOARD_1, "(5,5) (5,1)")
    board.put("(5,3)", "M")
    board.start()
    assert "by (5,3) to (5,5)" in board.offered()
    assert "by (5,3) to (5,1)" not in board.offered()


@pytest.mark.rule("K2.9")
@pytest.mark.rule("A35")
def test_a_limited_supply_of_gold_is_refused():
    with pytest.raises(CardError, match="gold_supply_unlimited"):
        Board(edits={"params.gold_supply_unlimited.value": 0})


@pytest.mark.rule("K2.9")
@pytest.mark.rule("A19")
def test_tax_markers_are_no_limit():
    board = Board(BOARD_9, KINGS_9, edits={"params.tax_markers.value": 1})
    for seat in (0, 1):
        board.give(seat, "Q Q Q D D D C C C KA KB KC F F F W W W", taxed="D C F W")
    for _ in range(2):
        board.put_king(0, "(3,1)")
        board.put("(3,3)", "T3/5")
        board.start()
        board.choose("to (3,3)")
        if board.asked == Decision.TAX:
            assert board.offered() == ["Q", "K"]
            board.choose("Q")
    assert board.taxed() == "Q D C K F W"


@pytest.mark.rule("K13.1")
@pytest.mark.rule("K13.2")
@pytest.mark.rule("A33")
def test_hidden_is_the_order_of_the_piles_and_nothing_else():
    board = Board()
    view = board.session.view(1)[0]
    assert board.state.pile.any()
    assert not view["pile"].any()
    for name in board.state.dtype.names:
        if name not in (*ENGINE_HIDDEN, "pile"):
            assert np.array_equal(view[name], board.state[name]), name
    assert view["num_pile"] == 53
