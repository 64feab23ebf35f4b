"""Tax collectors (K8.1 to K8.5), with the worked examples X21 to X24."""

from itertools import permutations

import pytest

from balance.games.king_of_the_valley.layout import Decision
from tests.games.king_of_the_valley.board import BOARD_9, Board, tiles

KINGS = "(3,1) (1,5)"


def taxing(castle="", taxed="", **keys):
    board = Board(BOARD_9, KINGS, **keys)
    board.give(0, castle, taxed=taxed)
    board.start()
    return board


@pytest.mark.rule("X21")
@pytest.mark.rule("K8.1")
@pytest.mark.rule("K8.2")
@pytest.mark.parametrize("castle", ["", "KA KB KC"])
def test_a_collector_without_a_need_just_pays(castle):
    board = taxing(castle)
    board.choose("to (3,2)")
    assert board.gold() == 5
    assert board.castle() == tiles(castle)
    assert board.taxed() == ""
    assert board.discarded() == tiles("T0/3")


@pytest.mark.rule("X22")
@pytest.mark.rule("K8.3")
@pytest.mark.rule("K7.5")
def test_three_knights_with_a_jester_among_them_are_taxed():
    board = taxing("KA KB J@K Q")
    board.choose("to (3,3)")
    assert board.gold() == 7
    assert board.castle() == tiles("-KA -KB -J@K Q")
    assert board.taxed() == "K"


@pytest.mark.rule("X22")
@pytest.mark.rule("K6.9")
@pytest.mark.rule("A18")
@pytest.mark.parametrize("castle", ["KA KB -KC", "Q D C", "F F W W", "KA KB J@Q", ""])
def test_without_a_group_that_is_large_enough_no_tax(castle):
    assert "to (3,3)" not in taxing(castle).offered()


@pytest.mark.rule("X23")
@pytest.mark.rule("K8.4")
def test_a_group_is_taxed_once():
    board = taxing("KA KB J@K Q")
    board.choose("to (3,3)")
    board.give(0, "KC KD KA")
    board.put_king(0, "(3,1)")
    board.put("(3,3)", "T3/6")
    board.start()
    assert "to (3,3)" not in board.offered()
    board.give(0, "W W W")
    board.start()
    board.choose("to (3,3)")
    assert board.taxed() == "K W"
    assert board.castle() == tiles("-KA -KB -J@K Q KC KD KA -W -W -W")


@pytest.mark.rule("K8.4")
def test_the_marker_of_another_player_does_not_matter():
    board = Board(BOARD_9, KINGS)
    board.give(0, "KA KB KC")
    board.give(1, taxed="K")
    board.start()
    board.choose("to (3,3)")
    assert board.taxed(0) == board.taxed(1) == "K"


@pytest.mark.rule("X24")
@pytest.mark.rule("K8.5")
def test_three_collectors_in_one_move():
    board = taxing("KA KB KC KD F F F")
    board.choose("to (3,5) taking (3,2) (3,3) (3,4)")
    assert board.gold() == 17
    assert board.castle() == tiles("-KA -KB -KC -KD -F -F -F")
    assert board.taxed() == "K F"
    assert board.discarded() == tiles("T0/3 T3/5 T4/7")
    assert board.asked == Decision.REFILL


@pytest.mark.rule("X24")
@pytest.mark.rule("A20")
@pytest.mark.parametrize(
    ("castle", "taxed", "moves"),
    [
        ("", "", 10),
        ("KA KB KC", "", 12),
        ("KA KB J@K", "", 12),
        ("KA KB KC KD", "", 14),
        ("KA KB KC KD F F F", "", 16),
        ("KA KB KC KD F F F", "K", 12),
    ],
)
def test_how_many_moves_there_are(castle, taxed, moves):
    assert len(taxing(castle, taxed).offered()) == moves


@pytest.mark.rule("X24")
@pytest.mark.rule("K8.5")
@pytest.mark.rule("A20")
def test_one_group_cannot_pay_two_collectors():
    assert taxing("KA KB KC KD").multi_takes() == {
        "to (3,4) taking (3,2) (3,3)",
        "to (3,5) taking (3,2) (3,4)",
    }
    eight = taxing("KA KB KC KD KA KB KC KD")
    assert "to (3,5) taking (3,3) (3,4)" not in eight.offered()


@pytest.mark.rule("A20")
def test_the_larger_need_must_find_the_larger_group():
    board = taxing("KA KB KC F F F")
    assert "to (3,4) taking (3,2) (3,3)" in board.offered()
    assert "to (3,5) taking (3,3) (3,4)" not in board.offered()
    board = taxing("KA KB KC F F F W W W W")
    board.choose("to (3,5) taking (3,3) (3,4)")
    assert board.offered() == ["K W", "F W"]
    board.choose("F W")
    assert board.castle() == tiles("KA KB KC -F -F -F -W -W -W -W")


@pytest.mark.rule("K8.5")
@pytest.mark.rule("A20")
@pytest.mark.parametrize("row", ["T3/5 T4/7 T5/9", "T5/9 T3/5 T4/7", "T4/7 T5/9 T3/5"])
@pytest.mark.parametrize(
    ("castle", "may"),
    [
        ("Q Q Q D D D D C C C C C", True),
        ("C C C C C Q Q Q D D D D", True),
        ("F F F F F F Q Q Q Q Q C C C", True),
        ("Q Q Q Q Q D D D D C C C", True),
        ("Q Q Q Q Q D D D C C C C", True),
        ("Q Q Q Q Q D D D D C C", False),
        ("Q Q D D D D C C C C C", False),
        ("Q Q Q D D D C C C C C", False),
        ("Q Q Q D D D D C C C C", False),
        ("D D D D D C C C C C", False),
        ("F F F F W W W W D D D D", False),
    ],
)
def test_three_collectors_need_three_groups(row, castle, may):
    board = Board(BOARD_9.replace("T0/3 T3/5 T4/7", row), KINGS)
    board.give(0, castle)
    board.start()
    assert ("to (3,5) taking (3,2) (3,3) (3,4)" in board.offered()) == may


@pytest.mark.rule("K8.3")
@pytest.mark.rule("K8.5")
def test_the_player_chooses_which_group_each_collector_taxes():
    board = taxing("KA KA KA KA F F F F D D D")
    board.choose("to (3,5) taking (3,2) (3,3) (3,4)")
    assert board.asked == Decision.TAX
    # In the order passed: none for T0/3, then T3/5, then T4/7.
    assert set(board.offered()) == {"- K F", "- F K", "- D K", "- D F"}
    board.choose("- K F")
    assert board.gold() == 2 + 3 + 5 + 7
    assert board.castle() == tiles("-KA -KA -KA KA -F -F -F -F D D D")
    assert board.taxed() == "K F"


@pytest.mark.rule("K8.5")
def test_each_of_three_collectors_may_tax_any_column():
    board = Board(BOARD_9.replace("T0/3 T3/5 T4/7", "T3/5 T4/7 T5/9"), KINGS)
    board.give(0, " ".join(f"{code} " * 5 for code in ("Q", "D", "C", "KB", "F", "W")))
    board.start()
    board.choose("to (3,5) taking (3,2) (3,3) (3,4)")
    assert board.asked == Decision.TAX
    assert set(board.offered()) == {" ".join(groups) for groups in permutations("QDCKFW", 3)}
    board.choose("Q F W")
    assert board.taxed() == "Q F W"
    assert board.gold() == 2 + 5 + 7 + 9
    turned = {code: count for code, count in board.castle().items() if code.startswith("-")}
    assert turned == {"-Q": 3, "-F": 4, "-W": 5}


@pytest.mark.rule("K8.5")
def test_after_each_other_the_groups_are_turned_down():
    board = taxing("KA KA KB KB F F F J@F J@F")
    board.choose("to (3,5) taking (3,3) (3,4)", "K F")
    assert board.asked == Decision.TURN_DOWN
    board.choose("KA KA KB")  # T3/5
    assert board.asked == Decision.TURN_DOWN
    board.choose("F F J@F J@F")  # T4/7
    assert board.castle() == tiles("-KA -KA -KB KB F -F -F -J@F -J@F")
    assert board.gold() == 14


@pytest.mark.rule("K8.3")
@pytest.mark.rule("A21")
@pytest.mark.rule("A22")
def test_exactly_the_need_is_turned_down_whichever_tiles():
    board = taxing("KA KA KB J@K KD -KD")
    board.choose("to (3,3)")
    assert board.asked == Decision.TURN_DOWN
    assert set(board.offered()) == {
        *("KA KA KB", "KA KA KD", "KA KA J@K", "KA KB KD", "KA KB J@K"),
        *("KA KD J@K", "KB KD J@K"),
    }
    board.choose("KB KD J@K")
    assert board.castle() == tiles("KA KA -KB -J@K -KD -KD")
    assert board.gold() == 7


@pytest.mark.rule("A22")
def test_jesters_or_real_tiles_of_other_columns():
    board = taxing("C C J@C J@C")
    board.choose("to (3,3)")
    assert set(board.offered()) == {"C C J@C", "C J@C J@C"}
    board.choose("C J@C J@C")
    assert board.castle() == tiles("C -C -J@C -J@C")


@pytest.mark.rule("A22")
def test_where_all_tiles_are_alike_there_is_no_choice():
    board = taxing("F F F F F")
    board.choose("to (3,3)")
    assert board.asked == Decision.REFILL
    assert board.castle() == tiles("-F -F -F F F")


@pytest.mark.rule("K6.11")
@pytest.mark.rule("K8.2")
def test_gold_on_a_collectors_tile_comes_with_it():
    board = Board(BOARD_9, KINGS)
    board.put("(3,2)", "T0/3", coins=1)
    board.start()
    board.choose("to (3,2)")
    assert board.gold() == 6


@pytest.mark.rule("K8.1")
def test_need_and_gold_stand_in_the_sheet():
    edits = {"tax_collectors.t2.requirement": 2, "tax_collectors.t2.gold": 9}
    board = Board(BOARD_9.replace("T3/5", "T2/9"), KINGS, edits=edits)
    board.give(0, "W W")
    board.start()
    board.choose("to (3,3)")
    assert board.gold() == 11
    assert board.castle() == tiles("-W -W")
    board = Board(
        BOARD_9.replace("T3/5", "T1/5"), KINGS, edits={"tax_collectors.t2.requirement": 1}
    )
    board.start()
    assert "to (3,3)" not in board.offered()
