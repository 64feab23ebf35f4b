"""Five players (V12), with E67, E68 and what E1 and E5 say of five."""

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board

RUINS = 1  # its column in the first game


def harvesters(board: Board) -> list[int]:
    """Return who is asked in the Harvest, in order; nobody takes anything."""
    seats = []
    while board.asked[0] == Decision.HARVEST:
        seats.append(board.asked[1])
        board.choose("done")
    return seats


@pytest.mark.rule("V12.1")
@pytest.mark.rule("E5")
@pytest.mark.rule("V2.5")
@pytest.mark.rule("V2.6")
@pytest.mark.rule("V2.7")
@pytest.mark.rule("V2.11")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_five_players_have_one_more_card_in_each_stack(edition):
    board = Board(seats=5, edition=edition, start_gold=2, start_magic=1)
    assert [board.height(stack) for stack in range(20)] == [6] * 15 + [4] * 5
    assert sum(bool(card) for stack in range(15, 20) for card in board.cards_in(stack)) == 5
    assert board.state.exhausted_cards == 10
    assert board.table.exhausted_end == 10
    assert [board.goods(seat) for seat in range(5)] == [(2, 0, 1, 0)] * 5


@pytest.mark.rule("E1")
@pytest.mark.rule("R24")
@pytest.mark.rule("V2.2")
@pytest.mark.rule("V17.1")
@pytest.mark.parametrize("setup", ["first_game_2e", "first_game_1e"])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_the_ruins_of_five_players_are_the_same_in_both_editions(setup, edition):
    board = Board(seats=5, setup=setup, edition=edition)
    wanted = ["skeleton"] * 3 + ["flaming_skeleton"] * 2 + ["skeleton_king"]
    assert board.cards_in(RUINS) == wanted


@pytest.mark.rule("V12.1")
@pytest.mark.rule("V2.9")
def test_every_duke_is_dealt_to_one_of_five():
    board = Board(seats=5)
    board.session.begin(0, (0,) * 5)
    dealt = [int(duke) for seat in range(5) for duke in board.state.seats[seat].dealt]
    assert sorted(dealt) == list(range(1, 11))


@pytest.mark.rule("V9.1")
@pytest.mark.rule("V12.1")
@pytest.mark.parametrize(("stacks", "over"), [(9, False), (10, True)])
def test_ten_exhausted_stacks_end_a_game_of_five(stacks, over):
    board = Board(seats=5)
    board.exhaust(*range(5, 14), *[15][: stacks - 9])
    board.end_turn(4)
    assert board.is_over == over


@pytest.mark.rule("E67")
@pytest.mark.rule("V5.3")
@pytest.mark.rule("V12.2")
@pytest.mark.rule("V12.3")
@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("active", range(5))
def test_who_has_just_had_a_turn_rests(active, edition):
    board = Board(seats=5, edition=edition)
    board.roll(active, 1, 2)  # nobody's Starters work: Herald or consolation for those who harvest
    left = [(active + far) % 5 for far in range(5)]
    assert harvesters(board) == left[:4]


@pytest.mark.rule("V5.3")
@pytest.mark.rule("V12.3")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_nothing_of_the_resting_player_works_in_the_harvest(edition):
    board = Board(seats=5, edition=edition, citizens="thief")
    board.give(4, "archer*2 thief knight")
    board.give(1, "archer*2")
    board.roll(0, 4, 4)  # doubles too
    board.until(Decision.ACTION)
    assert board.goods(4) == (0, 0, 0, 0)
    assert board.goods(1) == (0, 4, 0, 0)


@pytest.mark.rule("V5.6")
@pytest.mark.rule("V12.3")
@pytest.mark.parametrize(("thief", "asked"), [(1, True), (4, False)])
def test_the_resting_player_does_not_steal(thief, asked):
    edits = {"citizens.thief.effect_inactive": "steal 3 gold"}
    board = Board(seats=5, citizens="thief", edits=edits)
    board.give(thief, "thief")
    board.give(0, gold=3)
    board.roll(0, 3, 4)
    assert (board.asked == (Decision.STEAL_FIRST, thief)) == asked
    board.until(Decision.ACTION)
    assert board.goods(4).gold == 0


@pytest.mark.rule("V12.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_fewer_players_do_not_rest(seats):
    board = Board(seats=seats)
    board.roll(1, 1, 2)
    assert harvesters(board) == [(1 + far) % seats for far in range(seats)]


@pytest.mark.rule("E68")
@pytest.mark.rule("R18")
@pytest.mark.rule("V12.4")
@pytest.mark.rule("V12.5")
@pytest.mark.rule("V20")
@pytest.mark.parametrize(
    ("edition", "switches", "possible"),
    [
        ("second", {}, False),
        ("first", {}, True),
        ("second", {"resting_not_in_play": False}, True),
        ("first", {"resting_not_in_play": True}, False),
    ],
)
def test_the_resting_player_is_a_victim_only_if_in_play(edition, switches, possible):
    board = Board(seats=5, edition=edition, switches=switches, citizens="thief")
    board.give(0, "thief")
    board.give(1, gold=1)
    board.give(4, gold=9)
    board.roll(0, 6, 1)
    board.choose("thief: steal 3 gold")
    assert board.may("steal 1 gold from 1")
    assert board.may("steal 3 gold from 4") == possible


@pytest.mark.rule("R18")
@pytest.mark.rule("V12.3")
@pytest.mark.parametrize("not_in_play", [False, True])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_the_resting_player_harvests_nothing_whether_in_play_or_not(edition, not_in_play):
    board = Board(seats=5, edition=edition, switches={"resting_not_in_play": not_in_play})
    board.roll(0, 1, 2)
    assert harvesters(board) == [0, 1, 2, 3]


@pytest.mark.rule("R18")
@pytest.mark.rule("V12.4")
@pytest.mark.rule("V12.5")
@pytest.mark.parametrize(("edition", "possible"), [("second", False), ("first", True)])
def test_domains_too_take_nothing_from_a_player_out_of_play(edition, possible):
    edits = {
        "domains.halfpenny_hill.ability": "action_end: rob monster ; action_end: steal 1 magic"
    }
    board = Board(seats=5, edition=edition, edits=edits)
    board.give(0, "halfpenny_hill")
    board.give(1, "goblin", magic=1)
    board.give(4, "goblin_mage*2", magic=1)
    board.act()
    board.choose("gain gold", "gain gold", "halfpenny_hill: rob")
    if possible:
        assert board.offered() == ["rob 1", "rob 4"]
        board.choose("rob 1")
    assert board.owns(0, "goblin") == 1
    assert board.may("steal 1 magic from 1")
    assert board.may("steal 1 magic from 4") == possible


@pytest.mark.rule("R18")
@pytest.mark.rule("R25")
@pytest.mark.rule("V12.4")
@pytest.mark.rule("V18.5")
def test_if_only_the_resting_player_has_a_pile_nobody_is_robbed():
    board = Board(seats=5, edits={"domains.halfpenny_hill.ability": "action_end: rob monster"})
    board.give(0, "halfpenny_hill")
    board.give(4, "goblin")
    board.act()
    board.choose("gain gold", "gain gold")
    assert board.owns(4, "goblin") == 1
    assert board.is_over  # nothing was asked


@pytest.mark.rule("R18")
@pytest.mark.rule("V12.4")
@pytest.mark.rule("V12.5")
@pytest.mark.parametrize(
    ("edition", "switches", "points"),
    [
        ("second", {}, 0),
        ("first", {}, 2),
        ("second", {"resting_not_in_play": False}, 2),
        ("first", {"resting_not_in_play": True}, 0),
    ],
)
def test_what_waits_for_doubles_is_silent_while_its_owner_is_out_of_play(edition, switches, points):
    board = Board(seats=5, edition=edition, switches=switches)
    board.give(4, "gargans_embrace")
    board.give(0, "palace_of_the_dawn")
    board.give(3, "gargans_embrace")
    board.roll(0, 3, 3)
    board.until(Decision.ACTION)
    board.roll(0, 4, 3)
    board.choose("die 1")  # to a double three
    assert board.goods(3).vp == 2
    assert board.goods(4).vp == points


@pytest.mark.rule("V12.4")
@pytest.mark.rule("V18.5")
@pytest.mark.parametrize(("edition", "left"), [("second", 3), ("first", 2)])
def test_what_all_lose_is_not_lost_by_a_player_out_of_play(edition, left):
    edits = {"domains.halfpenny_hill.ability": "action_start: all lose 1 gold"}
    board = Board(seats=5, edition=edition, edits=edits)
    board.give(0, "halfpenny_hill")
    for seat in range(5):
        board.give(seat, gold=3)
    board.act()
    assert [board.goods(seat).gold for seat in range(5)] == [2, 2, 2, 2, left]


@pytest.mark.rule("V3.3")
@pytest.mark.rule("V12.4")
@pytest.mark.rule("V18.4")
@pytest.mark.parametrize(
    ("edition", "losers"), [("second", [1, 2, 3, 4]), ("first", [1, 2, 3, 4, 0])]
)
def test_who_loses_any_chooses_the_kind_the_active_player_first(edition, losers):
    edits = {"domains.halfpenny_hill.ability": "action_start: all lose 2 any"}
    board = Board(seats=5, edition=edition, edits=edits)
    board.give(1, "halfpenny_hill")
    for seat in range(5):
        board.give(seat, gold=3, strength=1)
    board.act(1)
    for seat in losers:
        assert board.asked == (Decision.LOSE, seat)
        assert set(board.offered()) == {"lose gold", "lose strength", "lose magic"}
        board.choose("lose strength" if seat == 2 else "lose gold")
    assert board.asked == (Decision.ACTION, 1)
    wanted = dict.fromkeys(losers, (1, 1, 0, 0)) | {2: (3, 0, 0, 0)}
    assert {seat: board.goods(seat) for seat in losers} == wanted


@pytest.mark.rule("V1.2")
@pytest.mark.rule("V12.6")
def test_five_players_hold_as_much_as_they_gain():
    board = Board(seats=5)
    for seat in range(5):
        board.give(seat, "knight", strength=1_000_000, vp=1_000)
    board.roll(2, 6, 3)
    assert [board.goods(seat).strength for seat in (2, 3, 4, 0)] == [1_000_002] * 4
    assert board.goods(1).strength == 1_000_000
