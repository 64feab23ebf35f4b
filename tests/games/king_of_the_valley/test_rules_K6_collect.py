"""Phase 2, collecting from the valley (K6), with the worked examples X2 to X8 and X10 to X13."""

import pytest

from balance.errors import LimitError
from balance.games.king_of_the_valley.layout import MAX_TURNS, Decision, Phase
from balance.games.king_of_the_valley.rules.moves import LENGTHS, RAYS, list_moves
from tests.games.king_of_the_valley.board import (
    BOARD_1,
    BOARD_2,
    BOARD_4,
    CORNER_BOARD,
    JESTER_BOARD,
    Board,
    tiles,
)

LEFT, RIGHT = "F KB W C F D", "Q W KA F C F"
NO_TAKE = "T3/5 " * 25  # nothing can be collected with an empty castle


def collecting(valley, kings, seat=0, **keys):
    board = Board(valley, kings, LEFT, RIGHT, **keys)
    board.start(seat)
    return board


def singles(*ends):
    return {f"to {end}" for end in ends}


@pytest.mark.rule("X2")
@pytest.mark.rule("K6.3")
def test_a_single_take_is_the_tile_where_the_move_ends():
    board = collecting(BOARD_1, "(5,5) (3,3)")
    board.choose("to (5,4)")
    assert board.castle() == tiles("D")
    assert board.king() == "(5,4)"
    assert board.tile("(5,4)") == "."


@pytest.mark.rule("X3")
@pytest.mark.rule("K6.3")
@pytest.mark.rule("K2.4")
@pytest.mark.rule("A5")
@pytest.mark.parametrize(
    ("name", "castle", "emptied"),
    [
        ("to (2,5) taking (4,5) (3,5)", "KC KA", ["(4,5)", "(3,5)"]),
        ("to (2,5)", "D", ["(2,5)"]),
    ],
)
def test_two_knights_or_the_duke_behind_them(name, castle, emptied):
    board = collecting(BOARD_1, "(5,5) (3,3)")
    board.choose(name)
    assert board.castle() == tiles(castle)
    assert board.king() == "(2,5)"
    for where, tile in (("(4,5)", "KC"), ("(3,5)", "KA"), ("(2,5)", "D")):
        assert board.tile(where) == ("." if where in emptied else tile)


@pytest.mark.rule("X4")
@pytest.mark.rule("K6.2")
@pytest.mark.rule("K6.3")
def test_two_farmers_over_another_king():
    board = collecting(BOARD_1, "(5,5) (3,3)")
    to_the_corner = {name for name in board.offered() if "to (1,1)" in name}
    assert to_the_corner == {"to (1,1)", "to (1,1) taking (4,4) (2,2)"}
    board.choose("to (1,1) taking (4,4) (2,2)")
    assert board.castle() == tiles("F F")
    assert (board.tile("(3,3)"), board.tile("(1,1)")) == ("W", "C")


@pytest.mark.rule("K6.1")
@pytest.mark.rule("K2.1")
def test_straight_moves_go_in_eight_directions_as_far_as_the_edge():
    assert RAYS.shape == (25, 8, 4)
    assert LENGTHS.shape == (25, 8)
    ways = [
        (down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if (down, across) != (0, 0)
    ]
    for start in range(25):
        row, column = divmod(start, 5)
        for direction, (down, across) in enumerate(ways):
            steps = [(row + i * down, column + i * across) for i in range(1, 5)]
            inside = [5 * r + c for r, c in steps if r in range(5) and c in range(5)]
            assert list(RAYS[start, direction, : LENGTHS[start, direction]]) == inside


@pytest.mark.rule("X5")
@pytest.mark.rule("K6.1")
@pytest.mark.rule("K6.4")
def test_the_complete_list_of_red():
    board = collecting(BOARD_1, "(5,5) (3,3)")
    assert set(board.offered()) == {
        *singles("(4,4)", "(2,2)", "(1,1)", "(4,5)", "(3,5)", "(2,5)", "(1,5)"),
        *singles("(5,4)", "(5,3)", "(5,2)", "(5,1)"),
        "to (2,5) taking (4,5) (3,5)",
        "to (1,1) taking (4,4) (2,2)",
    }
    assert len(board.offered()) == 13


@pytest.mark.rule("X5")
@pytest.mark.rule("K6.1")
def test_the_complete_list_of_blue_in_the_centre():
    board = collecting(BOARD_1, "(5,5) (3,3)", seat=1)
    assert len(board.offered()) == 15
    assert not board.multi_takes()


@pytest.mark.rule("K6.3")
def test_from_the_centre_there_is_no_multi_take():
    board = collecting("F " * 25, "(3,3) (1,2)")
    assert len(board.offered()) == 16
    assert not board.multi_takes()


@pytest.mark.rule("X6")
@pytest.mark.rule("K6.6")
@pytest.mark.rule("K6.7")
@pytest.mark.rule("K2.8")
@pytest.mark.rule("A3")
def test_a_tile_under_another_king_cannot_be_taken():
    board = collecting(BOARD_1, "(5,5) (3,3)")
    assert not any("(3,3)" in name for name in board.offered())
    board = collecting(BOARD_1, "(5,5) (4,5)")
    assert len(board.offered()) == 12
    assert "to (3,3)" in board.offered()
    assert not any("(4,5)" in name for name in board.offered())


@pytest.mark.rule("X7")
@pytest.mark.rule("K6.7")
@pytest.mark.rule("A3")
@pytest.mark.rule("A4")
def test_a_multi_take_may_end_beside_another_king():
    board = collecting(BOARD_1, "(5,5) (2,5)")
    assert len(board.offered()) == 13
    assert "to (2,5)" not in board.offered()
    board.choose("to (2,5) taking (4,5) (3,5)")
    assert board.castle() == tiles("KC KA")
    assert board.king(0) == board.king(1) == "(2,5)"


@pytest.mark.rule("X8")
@pytest.mark.rule("K6.6")
@pytest.mark.rule("K6.8")
@pytest.mark.rule("K10.2")
def test_what_comes_to_lie_under_a_king_stays_there():
    board = collecting(BOARD_1, "(5,5) (3,3)")
    board.choose("to (5,4)", "left")
    assert board.tile("(5,4)") == "F"
    board.put_king(1, "(3,4)")
    board.start(1)
    assert not any("(5,4)" in name for name in board.offered())
    board.start(0)
    assert not any("(5,4)" in name for name in board.offered())
    board.put_king(0, "(5,5)")
    board.start(1)
    assert "to (5,4)" in board.offered()


@pytest.mark.rule("X10")
@pytest.mark.rule("K7.2")
@pytest.mark.rule("A10")
@pytest.mark.rule("K2.4")
def test_a_jester_in_the_valley_is_not_wild():
    board = collecting(JESTER_BOARD, "(2,1) (1,5)")
    assert len(board.offered()) == 14
    assert board.multi_takes() == {"to (2,5) taking (2,2) (2,4)", "to (5,4) taking (3,2) (4,3)"}


@pytest.mark.rule("X11")
@pytest.mark.rule("K6.5")
@pytest.mark.rule("A5")
@pytest.mark.rule("A7")
def test_two_or_three_of_three_knights():
    board = collecting(BOARD_4, "(3,1) (1,5)")
    assert len(board.offered()) == 16
    assert board.multi_takes() == {
        "to (3,4) taking (3,2) (3,3)",
        "to (3,5) taking (3,2) (3,4)",
        "to (3,5) taking (3,3) (3,4)",
        "to (3,5) taking (3,2) (3,3) (3,4)",
    }
    board.choose("to (3,5) taking (3,2) (3,3) (3,4)")
    assert board.castle() == tiles("KA KB KA")
    assert [board.tile(f"(3,{column})") for column in range(1, 6)] == ["F", ".", ".", ".", "W"]


@pytest.mark.rule("K2.4")
@pytest.mark.rule("K6.3")
@pytest.mark.parametrize("first", ["Q", "D", "C", "KA", "KD", "F", "W", "J", "M", "Z", "T0/3"])
@pytest.mark.parametrize("second", ["Q", "D", "C", "KA", "KD", "F", "W", "J", "M", "Z", "T0/3"])
def test_which_two_tiles_are_taken_together(first, second):
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.give(0, "F")
    board.put("(4,5)", first)
    board.put("(3,5)", second)
    board.start()
    same = first[0] == second[0] and first != "M"
    assert ("to (2,5) taking (4,5) (3,5)" in board.offered()) == same


@pytest.mark.rule("A8")
@pytest.mark.parametrize(
    ("least", "most", "taken"),
    [
        (2, 2, [(4, "(3,2) (3,3)"), (5, "(3,2) (3,4)"), (5, "(3,3) (3,4)")]),
        (3, 3, [(5, "(3,2) (3,3) (3,4)")]),
    ],
)
def test_how_many_are_taken_together_stands_in_the_sheet(least, most, taken):
    edits = {"params.same_name_min.value": least, "params.same_name_max.value": most}
    board = collecting(BOARD_4, "(3,1) (1,5)", edits=edits)
    assert board.multi_takes() == {f"to (3,{end}) taking {spaces}" for end, spaces in taken}


@pytest.mark.rule("X12")
@pytest.mark.rule("A9")
def test_a_knight_under_another_king_is_left_out():
    board = collecting(BOARD_4, "(3,1) (3,3)")
    assert len(board.offered()) == 12
    assert board.multi_takes() == {"to (3,5) taking (3,2) (3,4)"}


@pytest.mark.rule("X13")
@pytest.mark.rule("K6.4")
@pytest.mark.rule("A6")
@pytest.mark.rule("A8")
def test_what_lies_on_the_edge_is_in_no_multi_take():
    board = collecting(CORNER_BOARD, "(1,1) (5,1)")
    assert len(board.offered()) == 15
    assert board.multi_takes() == {
        "to (4,4) taking (2,2) (3,3)",
        "to (5,5) taking (2,2) (4,4)",
        "to (5,5) taking (3,3) (4,4)",
        "to (5,5) taking (2,2) (3,3) (4,4)",
    }
    assert "to (5,5)" in board.offered()


@pytest.mark.rule("K6.3")
@pytest.mark.rule("K2.4")
@pytest.mark.parametrize("code", ["Q", "D", "C", "KA", "F", "W", "J"])
def test_subjects_of_every_name_are_taken_together(code):
    rows = ["D C D C D" if code in ("F", "W") else "F W F W F"] * 5
    before, end = (next(each for each in pair if each != code) for pair in ("DC", "QD"))
    rows[2] = f"M {before} {code} {code} {end}"
    board = collecting(" ".join(rows), "(3,1) (1,3)")
    assert board.multi_takes() == {"to (3,5) taking (3,3) (3,4)"}
    rows[2] = f"M {code} T3/5 {code} {code}"
    board = collecting(" ".join(rows), "(3,1) (1,3)")
    assert board.multi_takes() == {"to (3,5) taking (3,2) (3,4)"}


@pytest.mark.rule("K6.3")
def test_a_tile_by_itself_is_no_pair_with_nothing():
    """Not even a queen, the first of all names."""
    rows = ["F W F W F"] * 2 + ["M D Q C D"] + ["F W F W F"] * 2
    assert not collecting(" ".join(rows), "(3,1) (1,3)").multi_takes()
    rows[2] = "M Q D C D"
    assert not collecting(" ".join(rows), "(3,1) (1,3)").multi_takes()


@pytest.mark.rule("K6.1")
@pytest.mark.rule("K6.6")
def test_the_moves_of_a_seat_can_be_listed_out_of_its_turn():
    board = collecting(BOARD_1, "(5,5) (3,3)")
    list_moves(board.state, board.table, 1)
    listed = sorted(board.state.choices[: board.state.num_choices])
    board.start(1)
    assert listed == sorted(board.state.choices[: board.state.num_choices])


@pytest.mark.rule("K6.3")
def test_other_tiles_may_lie_between_those_taken():
    board = collecting(CORNER_BOARD, "(1,1) (5,1)")
    board.choose("to (5,5) taking (2,2) (4,4)")
    assert board.castle() == tiles("F F")
    assert board.tile("(3,3)") == "F"


@pytest.mark.rule("K6.2")
@pytest.mark.rule("A37")
def test_an_empty_space_is_crossed_and_ends_only_a_multi_take():
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.put("(2,5)", ".")
    board.put("(5,4)", ".")
    board.start()
    assert "to (2,5) taking (4,5) (3,5)" in board.offered()
    assert "to (2,5)" not in board.offered()
    assert "to (1,5)" in board.offered()
    assert "to (5,4)" not in board.offered()
    assert "to (5,3)" in board.offered()


@pytest.mark.rule("K6.10")
@pytest.mark.rule("A38")
def test_a_collected_specialist_leaves_the_game():
    board = collecting(BOARD_2, "(3,5) (1,1)")
    board.choose("to (4,5)")
    assert board.discarded() == tiles("T0/3")
    assert board.castle() == tiles("")
    assert "T0/3" not in board.valley() + board.pile()


@pytest.mark.rule("K6.11")
@pytest.mark.rule("A39")
def test_gold_comes_with_the_tiles_taken_and_stays_on_those_passed():
    board = Board(BOARD_4, "(3,1) (1,5)", LEFT, RIGHT)
    for where in ("(3,2)", "(3,3)", "(3,4)", "(3,5)"):
        board.put(where, board.tile(where), coins=1)
    board.start()
    board.choose("to (3,5) taking (3,2) (3,4)")
    assert board.gold() == 4
    assert [board.coins(f"(3,{column})") for column in range(2, 6)] == [0, 1, 0, 1]


@pytest.mark.rule("K6.12")
@pytest.mark.rule("K10.5")
@pytest.mark.rule("A32")
def test_who_can_collect_nothing_skips_only_that():
    board = Board(NO_TAKE, "(5,5) (3,3)", LEFT, RIGHT, pile="Q D")
    board.give(0, "Q D C KA F -F -F")
    board.start(phase=Phase.RECRUIT)
    board.choose("left 1")
    assert board.asked == Decision.CLAIM
    assert board.king() == "(5,5)"
    board.choose("Q D C KA F")
    assert board.next_seat == 1
    assert board.valley() == NO_TAKE.split()
    assert board.hill("left") == "KB W C F D Q"
    assert board.hill("right") == RIGHT
    assert not board.is_triggered


@pytest.mark.rule("A32")
def test_more_than_two_hundred_turns_are_an_error():
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.state.turns = MAX_TURNS - 1
    board.start()
    assert board.state.turns == MAX_TURNS == 200
    board.finish()
    with pytest.raises(LimitError, match=r"A32.*need more subjects"):
        board.next_turn()
