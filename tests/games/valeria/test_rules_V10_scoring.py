"""Scoring and winning (V10), with the worked examples E62 to E66."""

import pytest

from tests.games.valeria.board import Board

DUKE = 3  # place in the parts of a score


@pytest.mark.rule("E62")
@pytest.mark.rule("V10.2")
@pytest.mark.rule("V10.3")
def test_waryn_counts_icons_on_citizens_and_domains_and_the_sum_of_resources():
    board = Board()
    board.give(0, "peasant*2 merchant rogue mercenary rogues_landing", gold=6, magic=1, strength=10)
    board.set_duke(0, "waryn_lord_of_rogues")
    assert board.result()["parts"][0, DUKE] == 15


@pytest.mark.rule("E63")
@pytest.mark.rule("R3")
@pytest.mark.rule("V1.4")
@pytest.mark.parametrize(("are_citizens", "points"), [(False, 18), (True, 21)])
def test_reese_counts_no_starters(are_citizens, points):
    board = Board(switches={"starters_are_citizens": are_citizens})
    cards = "archer*6 goblin*3 treant*4 halfpenny_hill shattered_hand eye_of_asteraten"
    board.give(0, cards, gold=2, strength=5, magic=2)
    board.set_duke(0, "reese_the_firebrand")
    assert board.result()["parts"][0, DUKE] == points


@pytest.mark.rule("R3")
@pytest.mark.rule("V18.4")
@pytest.mark.parametrize("are_citizens", [False, True])
def test_starters_never_pass_a_filter_of_citizens(are_citizens):
    edits = {"citizens.cleric.effect_active": "1 magic per citizen[role=worker]"}
    board = Board(edits=edits, switches={"starters_are_citizens": are_citizens})
    board.give(0, "cleric peasant")
    board.roll(0, 1, 3)
    assert board.goods(0).magic == 1


@pytest.mark.rule("E64")
@pytest.mark.rule("V10.2")
@pytest.mark.rule("V19")
def test_hrothgar_counts_titans_once_more():
    board = Board()
    board.give(0, "goblin*3 giant goblin_mage", gold=3)
    board.set_duke(0, "hrothgar_the_conqueror")
    assert board.result()["parts"][0, DUKE] == 12


@pytest.mark.rule("E65")
@pytest.mark.rule("V10.1")
def test_a_whole_score_is_the_sum_of_its_parts():
    board = Board()
    cards = "goblin*2 goblin_mage treant dire_bear foxgrove_palisade purloiners_perch"
    board.give(0, cards, gold=2, magic=3, vp=4)
    board.set_duke(0, "cornelius_the_dreamer")
    result = board.result()
    assert list(result["parts"][0]) == [4, 8, 5, 7, 0, 0]  # nothing of No Dukes
    assert result["scores"][0] == 24
    assert result["fulfilled"][0] == 7


@pytest.mark.rule("V10.2")
@pytest.mark.rule("V10.3")
@pytest.mark.rule("V0.5")
@pytest.mark.rule("V19")
@pytest.mark.parametrize(
    ("duke", "points"),
    [
        ("cornelius_the_dreamer", 3 + 2),
        ("elsyn_saint_of_shadows", 6 + 2 + 1),
        ("elisium_the_allsmith", 4 + 3 + 1 + 3 + 1),
        ("hrothgar_the_conqueror", 8 + 1 + 1),
        ("isabella_the_righteous", 3 + 6 + 2),
        ("lekzandr_the_protector", 4 + 6 + 2),
        ("node_master_of_swords", 3 + 2 + 2),
        ("reese_the_firebrand", 8 + 4 + 1 + 1),
        ("simon_the_unclean", 4 + 3 + 3),
        ("waryn_lord_of_rogues", 4 + 2 + 2),
    ],
)
def test_every_duke_scores_what_is_printed(duke, points):
    board = Board()
    # Icons with those of the Emerald Stronghold: 4 workers, 3 soldiers, 1 shadow, 3 holy
    cards = "peasant*2 butcher archer knight rogue cleric*2 emerald_stronghold"
    board.give(0, f"{cards} goblin*2 owlbear giant", gold=2, strength=2, magic=3, vp=9)
    board.set_duke(0, duke)
    assert board.result()["parts"][0, DUKE] == points


@pytest.mark.rule("E66")
@pytest.mark.rule("R6")
@pytest.mark.rule("V10.4")
@pytest.mark.parametrize(("pile", "wins"), [(True, [0, 60, 0]), (False, [60, 0, 0])])
def test_of_those_tied_the_one_with_fewest_cards_wins(pile, wins):
    board = Board(switches={"tiebreak_counts_pile": pile})
    board.give(0, "archer*7 halfpenny_hill shattered_hand rogues_landing gargans_embrace goblin*9")
    board.give(1, "archer*9 halfpenny_hill shattered_hand rogues_landing goblin*7")
    tie_at_41(board)
    assert list(board.result()["wins"][:3]) == wins


@pytest.mark.rule("E66")
@pytest.mark.rule("V10.4")
def test_with_as_many_cards_those_tied_share_the_win():
    board = Board()
    board.give(0, "archer*8 halfpenny_hill goblin*7")
    board.give(1, "archer*7 halfpenny_hill goblin*8")
    tie_at_41(board)
    assert list(board.result()["wins"][:3]) == [30, 30, 0]


@pytest.mark.rule("V10.4")
def test_the_highest_score_wins_whoever_has_more_cards():
    board = Board()
    board.give(0, "archer*8", vp=2)
    board.give(1, vp=1)
    assert list(board.result()["wins"][:3]) == [60, 0, 0]


def tie_at_41(board: Board) -> None:
    """Let the first two players have collected what they lack of 41 points."""
    for seat in (0, 1):
        board.give(seat, vp=41 - int(board.result()["scores"][seat]))
    assert list(board.result()["scores"][:2]) == [41, 41]
