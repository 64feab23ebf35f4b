"""Wizards (K8.11 to K8.13), with the worked examples X18 to X20."""

import pytest

from balance.games.king_of_the_valley.layout import Decision, Phase
from balance.games.king_of_the_valley.rules.hill import is_subject
from tests.games.king_of_the_valley.board import (
    WIZARD_BOARD,
    WIZARD_LEFT,
    WIZARD_RIGHT,
    Board,
    tiles,
)
from tests.games.king_of_the_valley.names import SLOTS

TWO_WIZARDS = WIZARD_BOARD.replace("F  W  D  C  Z", "F  Z  W  Z  D")
SUBJECTS = [  # on the hill of X18
    *("left 1", "left 3", "left 4", "left 5", "left 6"),
    *("right 2", "right 3", "right 4", "right 5", "right 6"),
]


def meeting(castle, valley=WIZARD_BOARD, left=WIZARD_LEFT, right=WIZARD_RIGHT, **keys):
    board = Board(valley, "(3,1) (1,5)", left, right, **keys)
    board.give(0, castle)
    board.start()
    return board


@pytest.mark.rule("X18")
@pytest.mark.rule("K8.11")
@pytest.mark.rule("K8.12")
@pytest.mark.rule("A16")
@pytest.mark.rule("A18")
def test_a_farmer_for_the_queen():
    board = meeting("F -KA")
    assert len(board.offered()) == 12
    board.choose("to (3,5)")
    assert board.asked == Decision.SWAP
    assert board.offered() == [f"F for {place}" for place in SUBJECTS]
    board.choose("F for left 3")
    assert board.asked == Decision.REFILL
    assert board.castle() == tiles("Q -KA")
    assert board.hill("left") == "F T3/5 F W KB C"
    assert board.hill("right") == WIZARD_RIGHT
    assert board.gold() == 2
    assert board.discarded() == tiles("Z")


@pytest.mark.rule("X19")
@pytest.mark.rule("K8.11")
@pytest.mark.rule("K6.9")
@pytest.mark.rule("A17")
@pytest.mark.rule("A18")
@pytest.mark.parametrize(
    ("castle", "left", "right"),
    [
        ("-F -KA", WIZARD_LEFT, WIZARD_RIGHT),
        ("", WIZARD_LEFT, WIZARD_RIGHT),
        ("F -KA", "T3/5 M", "Z"),
        ("F -KA", "", ""),
    ],
)
def test_without_a_subject_on_both_sides_no_wizard(castle, left, right):
    board = meeting(castle, left=left, right=right)
    assert len(board.offered()) == 11
    assert "to (3,5)" not in board.offered()


@pytest.mark.rule("K8.11")
@pytest.mark.rule("A17")
@pytest.mark.parametrize("row", range(6))
@pytest.mark.parametrize("side", ["left", "right"])
def test_one_subject_anywhere_on_the_hill_is_enough(side, row):
    columns = {"left": ["M"] * 6, "right": ["T3/5"] * 6}
    columns[side][row] = "Q"
    board = meeting("F", left=" ".join(columns["left"]), right=" ".join(columns["right"]))
    board.choose("to (3,5)")
    assert board.castle() == tiles("Q")
    assert board.hill(side).split()[row] == "F"


@pytest.mark.rule("K8.11")
@pytest.mark.rule("K8.12")
@pytest.mark.parametrize("slot", SLOTS)
def test_one_face_up_tile_of_any_kind_and_column_is_enough(slot):
    board = meeting(slot, left="C", right="M Z")
    board.choose("to (3,5)")
    assert board.castle() == tiles("C")
    assert board.hill("left") == slot.partition("@")[0]


@pytest.mark.rule("K5.3")
@pytest.mark.rule("K8.11")
def test_neither_specialists_nor_nothing_is_a_subject():
    board = Board()
    subjects = {board.names.tile(tile) for tile in range(21) if is_subject(tile)}
    assert subjects == {"Q", "D", "C", "KA", "KB", "KC", "KD", "F", "W", "J"}


@pytest.mark.rule("K6.9")
@pytest.mark.rule("A17")
@pytest.mark.rule("A20")
@pytest.mark.parametrize(("castle", "left"), [("-F", WIZARD_LEFT), ("F", "M T3/5")])
def test_two_wizards_need_what_one_needs(castle, left):
    assert not meeting(castle, TWO_WIZARDS, left=left, right="Z").multi_takes()


@pytest.mark.rule("X20")
@pytest.mark.rule("K8.13")
def test_two_wizards_two_swaps():
    board = meeting("F W", TWO_WIZARDS)
    board.choose("to (3,5) taking (3,2) (3,4)", "F for left 3")
    assert board.asked == Decision.SWAP
    assert {name.split()[0] for name in board.offered()} == {"Q", "W"}
    board.choose("W for right 3")
    assert board.castle() == tiles("Q D")
    assert board.hill("left") == "F T3/5 F W KB C"
    assert board.hill("right") == "M F W W F J"
    assert board.discarded() == tiles("Z Z")
    assert board.asked == Decision.REFILL


@pytest.mark.rule("X20")
@pytest.mark.rule("K8.13")
@pytest.mark.rule("A16")
def test_the_second_swap_may_use_what_the_first_one_brought():
    board = meeting("F", TWO_WIZARDS)
    board.choose("to (3,5) taking (3,2) (3,4)", "F for left 4")
    assert board.offered() == [f"W for {place}" for place in SUBJECTS]
    board.choose("W for left 3")
    assert board.castle() == tiles("Q")
    assert board.hill("left") == "F T3/5 W F KB C"


@pytest.mark.rule("K8.13")
def test_the_second_swap_may_take_back_what_the_first_one_gave():
    board = meeting("F", TWO_WIZARDS)
    board.choose("to (3,5) taking (3,2) (3,4)", "F for left 3", "Q for left 3")
    assert board.castle() == tiles("F")
    assert board.hill("left") == WIZARD_LEFT


@pytest.mark.rule("K8.12")
@pytest.mark.rule("K8.13")
def test_a_jester_of_the_first_swap_has_its_column_before_the_second():
    board = meeting("F", TWO_WIZARDS)
    board.choose("to (3,5) taking (3,2) (3,4)", "F for right 6")
    assert board.asked == Decision.JESTER
    board.choose("K")
    assert board.asked == Decision.SWAP
    assert {name.split()[0] for name in board.offered()} == {"J@K"}
    board.choose("J@K for left 5")
    assert board.castle() == tiles("KB")
    assert board.hill("left") == "F T3/5 Q W J C"
    assert board.hill("right") == "M F D W F F"


@pytest.mark.rule("K8.12")
@pytest.mark.rule("K8.13")
def test_all_swaps_are_made_by_the_player_who_took_the_wizards():
    board = Board(TWO_WIZARDS, "(1,5) (3,1)", WIZARD_LEFT, WIZARD_RIGHT)
    board.give(0, "D")
    board.give(1, "F")
    board.start(1)
    board.choose("to (3,5) taking (3,2) (3,4)", "F for right 6")
    assert (board.asked, board.due_seat) == (Decision.JESTER, 1)
    board.choose("C")
    assert (board.asked, board.due_seat) == (Decision.SWAP, 1)
    board.choose("J@C for left 3")
    assert (board.castle(0), board.castle(1)) == (tiles("D"), tiles("Q"))


@pytest.mark.rule("A16")
def test_like_may_be_swapped_for_like():
    board = meeting("F -KA")
    board.choose("to (3,5)", "F for left 1")
    assert board.castle() == tiles("F -KA")
    assert board.hill("left") == WIZARD_LEFT


@pytest.mark.rule("K8.12")
def test_what_lies_face_up_of_each_kind_may_be_given():
    board = meeting("Q KA KA KD J@W -F", left="C", right="M")
    board.choose("to (3,5)")
    assert board.offered() == [f"{slot} for left 1" for slot in ("Q", "KA", "KD", "J@W")]
    board.choose("KD for left 1")
    assert board.castle() == tiles("Q KA KA C J@W -F")


@pytest.mark.rule("A40")
def test_a_tile_given_away_may_be_recruited_by_anybody():
    board = meeting("F -KA")
    board.choose("to (3,5)", "F for left 3")
    board.give(1, gold=4)
    board.start(1, Phase.RECRUIT)
    board.choose("left 3")
    assert board.castle(1) == tiles("F")
    assert board.gold(1) == 0
