"""No Dukes (V16), with E74."""

import pytest

from balance.games.valeria.layout import PARTS, Decision
from tests.games.valeria.board import Board

ICONS, MAJORITIES = PARTS.index("icons and leftovers"), PARTS.index("majorities")


def without_dukes(**options) -> Board:
    return Board(dukes="none", **options)


def majorities(board: Board) -> list[int]:
    parts = board.result()["parts"]
    return [int(parts[seat, MAJORITIES]) for seat in range(board.num_seats)]


def example() -> Board:
    """Return the three players of E74."""
    board = without_dukes()
    citizens = "peasant*2 merchant knight archer rogue cleric"
    board.give(
        0, f"{citizens} halfpenny_hill the_orb_of_urdr goblin*5", gold=3, strength=4, magic=1
    )
    board.give(1, "archer*7 shattered_hand eye_of_asteraten rogues_landing treant*6")
    board.give(2, "knight*5 gargans_embrace skeleton*6")
    return board


@pytest.mark.rule("V16.1")
def test_no_dukes_are_dealt_and_none_is_asked_for():
    board = without_dukes()
    board.begin()
    assert board.asked[0] != Decision.KEEP_DUKE
    assert board.state.turns == 1
    result = board.result()
    assert list(result["kept"][:3]) == [-1] * 3
    assert (result["dealt"][:3] == -1).all()
    assert not result["fulfilled"].any()


@pytest.mark.rule("E74")
@pytest.mark.rule("R22")
@pytest.mark.rule("V16.1")
@pytest.mark.rule("V16.2")
def test_icons_leftovers_and_majorities_take_the_place_of_dukes():
    board = example()
    parts = board.result()["parts"]
    assert parts[0, ICONS] == 6 + 2 + 4 + 4 + 2
    assert majorities(board) == [3, 13, 3]
    assert parts[0, ICONS] + parts[0, MAJORITIES] == 21


@pytest.mark.rule("V16.1")
@pytest.mark.rule("V10.1")
def test_the_rest_of_the_score_is_as_usual():
    board = example()
    board.give(0, vp=5)
    result = board.result()
    assert list(result["parts"][0]) == [5, 5, 2 + 1, 0, 18, 3]
    assert result["scores"][0] == 5 + 5 + 3 + 18 + 3


@pytest.mark.rule("R22")
@pytest.mark.rule("V16.1")
@pytest.mark.rule("V16.2")
@pytest.mark.parametrize(
    ("switches", "points"),
    [
        ({}, [3, 13, 3]),
        ({"no_duke_majority": 1}, [3, 7, 3]),
        ({"no_duke_tie": 0}, [0, 7, 0]),
        ({"no_duke_majority": 10, "no_duke_tie": 4}, [4, 18, 4]),
    ],
)
def test_the_size_of_a_majority_is_a_ruling(switches, points):
    board = without_dukes(switches=switches)
    board.give(0, "archer*7 goblin*5 halfpenny_hill the_orb_of_urdr")
    board.give(1, "archer*7 shattered_hand eye_of_asteraten rogues_landing treant*6")
    board.give(2, "knight*5 gargans_embrace skeleton*6")
    assert majorities(board) == points


@pytest.mark.rule("R22")
@pytest.mark.rule("V16.2")
def test_a_majority_of_nothing_is_none():
    board = without_dukes()
    board.give(1, "goblin")
    assert majorities(board) == [0, 7, 0]


@pytest.mark.rule("V16.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_may_share_a_majority(seats):
    board = without_dukes(seats=seats)
    for seat in range(seats):
        board.give(seat, "goblin archer")
    assert majorities(board) == [6] * seats


@pytest.mark.rule("R3")
@pytest.mark.rule("R22")
@pytest.mark.rule("V16.1")
@pytest.mark.parametrize(("are_citizens", "points"), [(False, [0, 0, 0]), (True, [3, 3, 3])])
def test_starters_are_no_citizens_for_a_majority_either(are_citizens, points):
    board = without_dukes(switches={"starters_are_citizens": are_citizens})
    assert majorities(board) == points


@pytest.mark.rule("V14.10")
@pytest.mark.rule("V16.1")
def test_slain_events_count_for_the_majority_of_monsters():
    board = without_dukes(monster_events=True, events=("mimic", "bat_swarm", "sorcerer"))
    board.give(0, "goblin*2")
    board.give(1, "goblin mimic sorcerer")
    assert majorities(board) == [0, 7, 0]


@pytest.mark.rule("V10.3")
@pytest.mark.rule("V16.1")
@pytest.mark.parametrize(("resources", "points"), [(2, 0), (3, 1), (8, 2), (9, 3)])
def test_leftovers_are_added_up_and_divided_by_three(resources, points):
    board = without_dukes()
    board.give(0, gold=resources - 2, strength=1, magic=1, vp=40)
    assert board.result()["parts"][0, ICONS] == points


@pytest.mark.rule("V10.4")
@pytest.mark.rule("V16.3")
def test_of_those_tied_the_one_with_fewest_cards_wins():
    board = without_dukes()
    board.give(0, "knight*2")  # 2 icons, 7 for the most Citizens
    board.give(1, vp=9)
    assert list(board.result()["scores"][:2]) == [9, 9]
    assert list(board.result()["wins"][:3]) == [0, 60, 0]


@pytest.mark.rule("V10.4")
@pytest.mark.rule("V16.3")
def test_with_as_many_cards_those_tied_share_the_win():
    board = without_dukes()
    for seat in (0, 2):
        board.give(seat, "knight*2")
    assert list(board.result()["wins"][:3]) == [30, 0, 30]
