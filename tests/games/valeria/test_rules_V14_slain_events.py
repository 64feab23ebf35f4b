"""Monster Events (V14): slain, on exhausted stacks, put back; with E72."""

import pytest

from balance.games.valeria.layout import ENDINGS, Decision
from tests.games.valeria.board import Board

EVENTS = ("bat_swarm", "kobold_thieves", "mimic")


def with_events(*events: str, **options) -> Board:
    """Return a game with these Monster Events, one for each player."""
    return Board(seats=len(events), monster_events=True, events=events, **options)


@pytest.mark.rule("E72")
@pytest.mark.rule("V6.4")
@pytest.mark.rule("V8.3")
@pytest.mark.rule("V14.10")
@pytest.mark.rule("V14.11")
@pytest.mark.rule("V19")
def test_a_slain_event_is_paid_and_rewarded_as_a_monster_and_makes_room_for_the_bottom_card():
    board = with_events(*EVENTS)
    board.reveal("bat_swarm", 12)
    board.give(1, "goblin*2 treant owlbear the_violet_thorn", strength=6)
    before = board.exhausted
    stack = board.exhausted_stack()
    board.act(1)
    board.choose("slay bat_swarm")
    assert board.goods(1) == (5, 0, 1, 0)  # and the Violet Thorn's magic
    assert board.owns(1, "bat_swarm") == 1
    assert board.event_on(12) == ""
    assert board.state.covered[12]
    assert board.exhausted == before
    assert board.exhausted_stack() == stack[:-1]
    assert board.top(12) == ""


@pytest.mark.rule("V14.10")
@pytest.mark.rule("V19")
def test_an_event_in_the_pile_counts_as_a_monster_of_no_area():
    edits = {"monsters.goblin_king.reward": "1 gold per monster + 10 gold per monster[area=hills]"}
    board = with_events(*EVENTS, edits=edits)
    board.give(0, "bat_swarm mimic", strength=6)
    board.uncover("goblin_king")
    board.act()
    board.choose("slay goblin_king")
    assert board.goods(0).gold == 3 + 10
    assert board.result()["parts"][0, 1] == 2 + 2 + 4  # points of Monsters


@pytest.mark.rule("V10.2")
@pytest.mark.rule("V14.10")
@pytest.mark.rule("V19")
def test_dukes_count_events_and_hrothgar_their_titans():
    board = with_events("sorcerer", "giant_leech", "mimic")
    board.give(0, "sorcerer mimic goblin")
    for duke, points in (("hrothgar_the_conqueror", 7), ("reese_the_firebrand", 3)):
        board.set_duke(0, duke)
        assert board.result()["fulfilled"][0] == points


@pytest.mark.rule("V14.10")
@pytest.mark.rule("V18.5")
def test_an_event_can_be_robbed():
    board = with_events(*EVENTS, domains="purloiners_perch")
    board.give(0, "rogue*2", gold=10)
    board.give(1, "mimic")
    board.act()
    board.choose("build purloiners_perch")
    assert (board.owns(0, "mimic"), board.owns(1, "mimic")) == (1, 0)
    assert board.goods(0).gold == 0  # no reward


@pytest.mark.rule("R31")
@pytest.mark.rule("V14.10")
def test_who_was_robbed_of_an_event_may_return_what_is_left():
    edits = {"domains.halfpenny_hill.ability": "action_start: return monster -> 3 vp"}
    board = with_events(*EVENTS, domains="purloiners_perch", edits=edits)
    board.give(0, "rogue*2", gold=10)
    board.give(1, "mimic halfpenny_hill")
    board.act()
    board.choose("build purloiners_perch")
    board.give(1, "goblin")
    board.act(1)
    assert board.may("return monster")


@pytest.mark.rule("V6.8")
@pytest.mark.rule("V14.10")
def test_a_bonus_action_may_slay_an_event():
    board = with_events(*EVENTS, domains="eye_of_asteraten")
    board.reveal("mimic", 12)
    board.give(0, "knight cleric", gold=8, magic=3)
    board.act()
    board.choose("build eye_of_asteraten", "0 magic")
    assert board.asked == (Decision.BONUS, 0)
    board.choose("slay mimic")
    assert board.owns(0, "mimic") == 1
    assert board.goods(0) == (5, 2, 0, 0)


@pytest.mark.rule("V8.3")
@pytest.mark.rule("V14.10")
def test_nothing_else_is_to_be_had_where_an_event_lies():
    board = with_events(*EVENTS)
    for stack, event in zip((0, 7, 16), EVENTS, strict=True):
        board.reveal(event, stack)
    board.give(0, gold=30, strength=30, magic=30)
    board.give(0, "peasant*3 knight*3 rogue*3 cleric*3")
    board.act()
    offered = board.offered()
    assert {f"slay {event}" for event in EVENTS} <= set(offered)
    assert len(offered) == 3 + 17 + 3  # resources, the other stacks, events
    assert len(set(offered)) == len(offered)


@pytest.mark.rule("R31")
@pytest.mark.rule("V14.10")
@pytest.mark.rule("V18.3")
@pytest.mark.parametrize(("pile", "possible"), [("mimic", False), ("mimic goblin", True)])
def test_an_event_cannot_be_returned(pile, possible):
    board = with_events(*EVENTS, domains="watcher_on_the_water")
    board.give(0, f"archer*2 {pile}", gold=6)
    board.act()
    board.choose("build watcher_on_the_water")
    assert board.may("return monster") == possible
    if possible:
        board.choose("return monster")
        assert board.owns(0, "mimic") == 1
        assert board.owns(0, "goblin") == 0


@pytest.mark.rule("V8.2")
@pytest.mark.rule("V9.1")
@pytest.mark.rule("V14.12")
def test_a_space_under_an_event_is_an_exhausted_stack():
    board = with_events(*EVENTS)
    board.exhaust(5, 6, 7, 8, 9, 10)
    assert sum(bool(board.event_on(stack)) for stack in range(20)) == 3
    assert board.exhausted == 6
    board.end_turn(2)
    assert board.is_over
    assert ENDINGS[board.result()["ending"]] == "exhausted stacks"


@pytest.mark.rule("R30")
@pytest.mark.rule("V14.12")
def test_events_are_no_monsters_for_the_end_by_monster_stacks():
    board = with_events(*EVENTS)
    board.exhaust(0, 1, 2, 3, 4)
    assert board.event_on(0)  # an event lies on a Monster stack
    board.end_turn(2)
    assert board.is_over
    assert ENDINGS[board.result()["ending"]] == "Monster stacks"


@pytest.mark.rule("R10")
@pytest.mark.rule("V8.4")
@pytest.mark.rule("V14.13")
def test_an_event_under_a_returned_card_goes_on_top_of_the_stack_without_markers():
    board = with_events(*EVENTS, domains="nest_of_the_weaver_witch")
    board.reveal("bat_swarm", board.stack_of("merchant"))
    board.roll(0, 3, 6)
    board.choose("mark bat_swarm")
    board.give(0, "peasant merchant", gold=6)
    board.act()
    stack, exhausted = board.exhausted_stack(), board.exhausted
    board.choose("build nest_of_the_weaver_witch", "return citizen", "return merchant")
    assert board.top(board.stack_of("merchant")) == "merchant"
    assert board.exhausted == exhausted - 1
    assert board.exhausted_stack() == ["bat_swarm", *stack]
    assert not board.state.markers.any()
    assert not board.may("slay bat_swarm")
    board.exhaust(12)
    assert board.event_on(12) == "bat_swarm"  # it has come back


@pytest.mark.rule("R10")
@pytest.mark.rule("V8.4")
@pytest.mark.parametrize("more", [(), (5, 7, 8)])  # three Exhausted cards are left, or none
def test_an_exhausted_card_under_a_returned_card_goes_under_the_stack(more):
    ability = "action_start: return citizen + return citizen -> 1 gold"
    board = with_events("bat_swarm", "mimic", edits={"domains.halfpenny_hill.ability": ability})
    board.reveal("bat_swarm", board.stack_of("merchant"))
    board.reveal("mimic", 16)
    board.exhaust(board.stack_of("champion"))
    board.exhaust(*more)
    left = [""] * (3 - len(more))
    assert board.exhausted_stack() == left
    board.give(0, "halfpenny_hill merchant champion")
    board.act()
    board.choose("return citizen", "return merchant")
    assert board.top(board.stack_of("champion")) == "champion"
    assert board.exhausted_stack() == ["bat_swarm", *left, ""]


@pytest.mark.rule("V14.11")
@pytest.mark.rule("V14.13")
def test_if_the_bottom_card_is_an_event_the_space_of_a_slain_one_stays_bare_for_good():
    nest = {"domains.halfpenny_hill.ability": "action_start: return citizen -> 1 gold"}
    board = with_events("bat_swarm", "mimic", edits=nest)
    merchants = board.stack_of("merchant")
    board.reveal("bat_swarm", merchants)
    board.reveal("mimic", 12)
    board.exhaust(5, 7, 8, 9)  # the stack has run out
    assert board.exhausted_stack() == []
    board.give(0, "halfpenny_hill merchant", strength=9, magic=9)
    board.act()
    board.choose("return citizen")
    assert board.exhausted_stack() == ["bat_swarm"]
    board.choose("slay mimic", "0 magic")
    assert board.exhausted_stack() == ["bat_swarm"]
    assert not board.event_on(12)
    board.exhaust(13)
    assert board.event_on(13) == "bat_swarm"  # and not on the bare space
    assert not board.event_on(12)


@pytest.mark.rule("V14.3")
@pytest.mark.rule("V14.11")
def test_a_space_that_found_the_stack_empty_is_covered_when_there_is_a_card_again():
    nest = {"domains.halfpenny_hill.ability": "action_start: return citizen -> 1 gold"}
    board = with_events("bat_swarm", "mimic", edits=nest)
    board.reveal("bat_swarm", board.stack_of("merchant"))
    board.exhaust(5, 7, 8, 9, 10, 11)  # one card too few
    assert board.exhausted_stack() == []
    assert not board.event_on(11)
    assert not board.state.covered[11]
    board.give(0, "halfpenny_hill merchant", gold=5)
    board.act()
    board.choose("return citizen")
    assert board.event_on(11) == "bat_swarm"


@pytest.mark.rule("V12.4")
@pytest.mark.rule("V14.14")
def test_the_resting_player_loses_nothing_to_events():
    board = with_events(*EVENTS, "sorcerer", "giant_leech")
    board.reveal("kobold_thieves", 12)
    for seat in range(5):
        board.give(seat, gold=3)
    board.roll(1, 6, 6)
    board.until(Decision.ACTION, 1)
    assert [board.goods(seat).gold for seat in range(5)] == [3, 2, 2, 2, 2]


@pytest.mark.rule("V14.3")
@pytest.mark.rule("V14.11")
@pytest.mark.parametrize("order", [(12, 6), (6, 12)])
def test_of_two_spaces_that_of_the_slain_event_takes_the_bottom_card(order):
    board = with_events("bat_swarm", "mimic", edits={"events.mimic.reward": "take citizen"})
    board.reveal("mimic", 12)
    board.keep_one(6)
    board.give(0, strength=3, magic=3)
    board.act()
    board.choose("slay mimic", "take merchant")
    assert board.asked == (Decision.COVER, 0)
    assert set(board.offered()) == {"cover 6", "cover 12"}
    board.choose(f"cover {order[0]}")
    assert board.event_on(6) == "bat_swarm"
    assert board.state.covered[12]
    assert board.exhausted_stack() == [""] * 3


@pytest.mark.rule("V14.3")
@pytest.mark.rule("V14.11")
@pytest.mark.parametrize("first", [11, 12])
def test_a_last_card_that_is_an_event_covers_only_the_other_space(first):
    edits = {
        "domains.halfpenny_hill.ability": "action_start: return citizen -> 1 gold",
        "events.mimic.reward": "take citizen[name=rogue]",
    }
    board = with_events("bat_swarm", "mimic", edits=edits)
    board.reveal("bat_swarm", board.stack_of("merchant"))
    board.reveal("mimic", 12)
    board.exhaust(5, 7, 8, 9)
    board.keep_one(11)
    board.give(0, "halfpenny_hill merchant", strength=3, magic=3)
    board.act()
    board.choose("return citizen", "slay mimic", f"cover {first}")
    assert board.asked == (Decision.ACTION, 0)
    assert board.event_on(11) == "bat_swarm"
    assert not board.event_on(12)
    assert board.exhausted_stack() == []


@pytest.mark.rule("V8.1")
@pytest.mark.rule("V14.3")
def test_the_active_player_covers_also_what_another_has_emptied():
    take = "take citizen[name=merchant] + take citizen[name=archer]"
    board = with_events(*EVENTS, edits={"citizens.rogue.effect_inactive": take})
    board.keep_one(board.stack_of("merchant"))
    board.keep_one(board.stack_of("archer"))
    board.give(1, "rogue")
    board.roll(0, 6, 1)
    assert board.asked == (Decision.HARVEST, 1)
    board.choose("rogue")
    assert board.asked == (Decision.COVER, 0)
