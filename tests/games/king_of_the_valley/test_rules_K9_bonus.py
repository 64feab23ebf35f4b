"""Phase 3, the kingdom bonus (K9), with the worked examples X25 to X27."""

import pytest

from balance.games.king_of_the_valley.layout import Decision, Phase
from balance.games.king_of_the_valley.rules.bonus import may_claim
from tests.games.king_of_the_valley.board import BOARD_1, Board, tiles


def claiming(castle, gold=2, others=0, **keys):
    """A board on which seat 0 comes to its Phase 3, the other player having `others` markers."""
    board = Board(BOARD_1, "(5,5) (3,3)", **keys)
    board.give(0, castle, gold=gold)
    board.give(1, markers=others)
    board.start(phase=Phase.CLAIM)
    return board


@pytest.mark.rule("X25")
@pytest.mark.rule("K9.1")
def test_the_bonus_takes_the_farmer_or_the_farmwoman():
    board = claiming("Q D C KA F W", gold=3)
    assert board.asked == Decision.CLAIM
    assert board.offered() == ["no", "Q D C KA F", "Q D C KA W"]
    board.choose("Q D C KA W")
    assert board.castle() == tiles("-Q -D -C -KA F -W")
    assert board.gold() == 8
    assert board.markers() == 1
    board = claiming("Q D C KA F W", gold=3)
    board.choose("Q D C KA F")
    assert board.castle() == tiles("-Q -D -C -KA -F W")


@pytest.mark.rule("K9.1")
@pytest.mark.rule("K9.2")
@pytest.mark.parametrize(
    ("castle", "may"),
    [
        ("Q D C KA F", True),
        ("Q D C KD W", True),
        ("J@Q J@D J@C J@K J@F", True),
        ("J@Q J@D J@C J@K J@W", True),
        ("D C KA F W", False),
        ("-Q D C KA F W", False),
        ("Q C KA F W", False),
        ("Q D KA F W", False),
        ("Q D C F W", False),
        ("Q D C KA -F -W", False),
    ],
)
def test_it_is_known_beforehand_whether_a_bonus_can_be_claimed(castle, may):
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.give(0, castle)
    assert may_claim(board.state, board.table, 0) == may
    assert not may_claim(board.state, board.table, 1)


@pytest.mark.rule("K9.3")
@pytest.mark.rule("A26")
def test_the_bonus_may_be_declined():
    board = claiming("Q D C KA F W")
    board.choose("no")
    assert board.castle() == tiles("Q D C KA F W")
    assert (board.gold(), board.markers()) == (2, 0)
    assert board.next_seat == 1


@pytest.mark.rule("X26")
@pytest.mark.rule("K9.3")
def test_one_bonus_a_turn():
    board = claiming("Q Q D D C C KA KB F F")
    assert board.offered() == ["no", "Q D C KA F", "Q D C KB F"]
    board.choose("Q D C KB F")
    assert board.next_seat == 1
    board.start(1)
    assert board.asked == Decision.COLLECT
    board.start(phase=Phase.CLAIM)
    assert board.offered() == ["no", "Q D C KA F"]
    board.choose("Q D C KA F")
    assert (board.gold(), board.markers()) == (12, 2)
    assert board.castle() == tiles("-Q -Q -D -D -C -C -KA -KB -F -F")


@pytest.mark.rule("X27")
@pytest.mark.rule("K9.1")
@pytest.mark.rule("A18")
@pytest.mark.parametrize(
    "castle", ["Q D C F W", "-Q D C KA F", "Q D C KA", "D C KA F", "Q C KA F", "Q D KA F"]
)
def test_all_five_values_are_needed_face_up(castle):
    assert claiming(castle).next_seat == 1


@pytest.mark.rule("X27")
@pytest.mark.rule("K9.2")
@pytest.mark.rule("K7.5")
def test_jesters_stand_in_for_their_column():
    board = claiming("J@Q D C KA J@W", gold=0)
    assert board.offered() == ["no", "J@Q D C KA J@W"]
    board.choose("J@Q D C KA J@W")
    assert board.castle() == tiles("-J@Q -D -C -KA -J@W")
    assert board.parts() == {"influence": 9, "kingdom markers": 5, "gold": 5}


@pytest.mark.rule("K9.2")
@pytest.mark.parametrize(
    "five", ["Q J@D C KA F", "Q D J@C KB W", "Q D C J@K F", "Q D C KD J@F", "J@Q J@D C KC W"]
)
def test_a_jester_serves_in_any_column(five):
    board = claiming(five)
    assert board.offered() == ["no", five]
    board.choose(five)
    assert board.castle() == tiles("-" + " -".join(five.split()))


@pytest.mark.rule("K9.2")
def test_all_five_may_be_jesters():
    board = claiming("J@Q J@D J@C J@K J@F")
    assert len(board.offered()) == 2
    board.choose("J@Q J@D J@C J@K J@F")
    assert board.castle() == tiles("-J@Q -J@D -J@C -J@K -J@F")
    assert board.markers() == 1


@pytest.mark.rule("K9.2")
def test_the_player_chooses_which_tile_of_a_column_is_turned():
    board = claiming("Q J@Q D J@D C J@C KA KB J@K F W J@F J@W")
    offered = board.offered()
    assert len(offered) == len(set(offered)) == 1 + 2 * 2 * 2 * 3 * 4
    board.choose("Q J@D C KB J@F")
    assert board.castle() == tiles("-Q J@Q D -J@D -C J@C KA -KB J@K F W -J@F J@W")


@pytest.mark.rule("A25")
def test_what_was_collected_in_this_turn_serves():
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.give(0, "Q D C KA")
    board.start()
    board.choose("to (4,4)")
    assert board.offered() == ["no", "Q D C KA F"]


@pytest.mark.rule("K9.4")
def test_without_a_marker_left_there_is_no_bonus():
    assert claiming("Q D C KA F", others=5).asked == Decision.CLAIM
    assert claiming("Q D C KA F", others=6).next_seat == 1


@pytest.mark.rule("K9.4")
def test_the_markers_of_all_players_are_counted():
    board = Board(BOARD_1, "(5,5) (3,3) (1,1)", seats=3)
    board.give(0, "Q D C KA F", markers=2)
    board.give(1, markers=2)
    board.give(2, markers=1)
    board.start(phase=Phase.CLAIM)
    assert board.asked == Decision.CLAIM
    board.give(2, markers=2)
    board.start(phase=Phase.CLAIM)
    assert board.next_seat == 1


@pytest.mark.rule("K9.1")
@pytest.mark.rule("K9.3")
def test_gold_points_markers_and_bonuses_a_turn_stand_in_the_sheet():
    edits = {
        "params.kingdom_bonus_gold.value": 4,
        "params.kingdom_marker_points.value": 7,
        "params.kingdom_bonus_per_turn.value": 2,
    }
    board = claiming("Q Q Q D D D C C C KA KA KA F F F", gold=0, edits=edits)
    board.choose("Q D C KA F", "Q D C KA F")
    assert board.next_seat == 1
    assert board.parts()["kingdom markers"] == 14
    assert board.gold() == 8
    none = {"params.kingdom_bonus_per_turn.value": 0}
    assert claiming("Q D C KA F", edits=none).next_seat == 1


@pytest.mark.rule("K9.3")
def test_a_second_bonus_is_for_the_player_whose_turn_it_is():
    board = Board(BOARD_1, "(5,5) (3,3)", edits={"params.kingdom_bonus_per_turn.value": 2})
    for seat in (0, 1):
        board.give(seat, "Q Q D D C C KA KA F F")
    board.start(1, phase=Phase.CLAIM)
    board.choose("Q D C KA F")
    assert (board.asked, board.due_seat) == (Decision.CLAIM, 1)
    board.choose("Q D C KA F")
    assert (board.markers(0), board.markers(1)) == (0, 2)


@pytest.mark.rule("K9.4")
def test_how_many_markers_there_are_stands_in_the_sheet():
    edits = {"params.kingdom_markers.value": 1}
    assert claiming("Q D C KA F", edits=edits).asked == Decision.CLAIM
    assert claiming("Q D C KA F", others=1, edits=edits).next_seat == 1
