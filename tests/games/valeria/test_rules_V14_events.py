"""Monster Events (V14): revealed and carried out, markers on Monsters, with E69 to E71 and E85."""

from collections import Counter
from itertools import permutations

import pytest

from balance.games.valeria.layout import Decision, Phase
from tests.games.valeria.board import Board

EVENTS = ("bat_swarm", "kobold_thieves", "mimic")


def with_events(*events: str, **options) -> Board:
    """Return a game with these Monster Events, one for each player."""
    return Board(seats=len(events), monster_events=True, events=events, **options)


@pytest.mark.rule("V14.1")
@pytest.mark.rule("V14.2")
@pytest.mark.rule("V2.11")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_event_for_each_player_lies_on_the_exhausted_cards(seats):
    board = Board(seats=seats, monster_events=True)
    stack = board.exhausted_stack()
    assert all(stack[:seats])
    assert len(set(stack[:seats])) == seats
    assert stack[seats:] == [""] * 2 * seats


@pytest.mark.rule("V14.2")
def test_events_are_drawn_and_shuffled():
    board = Board(seats=2, monster_events=True)
    drawn, tops = Counter(), Counter()
    for deal in range(300):
        board.session.begin(deal, (0, 0))
        drawn.update(board.exhausted_stack()[:2])
        tops[board.exhausted_stack()[0]] += 1
    assert set(drawn) == {card.id for card in board.box.events}
    assert all(abs(times - 100) < 41 for times in drawn.values())  # five standard errors
    assert all(abs(times - 50) < 33 for times in tops.values())


@pytest.mark.rule("V14.2")
def test_events_can_be_chosen_or_drawn_from_those_named():
    board = with_events(*EVENTS)
    orders = set()
    for deal in range(60):
        board.session.begin(deal, (0,) * 3)
        orders.add(tuple(board.exhausted_stack()[:3]))
    assert orders == set(permutations(EVENTS))
    board = Board(seats=2, monster_events=True, events=EVENTS)
    assert set(board.exhausted_stack()[:2]) < set(EVENTS)


@pytest.mark.rule("V1.11")
@pytest.mark.rule("V14.2")
def test_the_exhausted_stack_is_hidden_and_revealed_events_are_not():
    board = with_events(*EVENTS)
    board.reveal("mimic", 7)
    for seat in range(3):
        view = board.session.view(seat)[0]
        assert not view["exhausted_stack"].any()
        assert view["events"][7] == board.state.events[7]


@pytest.mark.rule("V14.3")
@pytest.mark.rule("V8.1")
def test_the_first_spaces_are_covered_by_events_and_later_ones_by_exhausted_cards():
    board = with_events(*EVENTS)
    order = board.exhausted_stack()[:3]
    board.exhaust(7, 2, 16, 11)
    assert [board.event_on(stack) for stack in (7, 2, 16)] == order
    assert board.event_on(11) == ""
    assert board.state.covered[11]
    assert board.exhausted_stack() == [""] * 5


@pytest.mark.rule("V14.3")
@pytest.mark.parametrize("first", ["forest", "merchants"])
def test_of_two_empty_spaces_the_active_player_says_which_is_covered_first(first):
    board = with_events(*EVENTS)
    board.uncover("spider_queen")
    spaces = {"forest": 2, "merchants": board.stack_of("merchant")}
    board.keep_one(spaces["merchants"])
    board.give(1, strength=10, magic=3)
    board.act(1)
    top, following, _ = board.exhausted_stack()[:3]
    board.choose("slay spider_queen", "take citizen + 1 vp", "take merchant")
    assert board.asked == (Decision.COVER, 1)
    assert set(board.offered()) == {f"cover {space}" for space in spaces.values()}
    board.choose(f"cover {spaces.pop(first)}")
    ((_, other),) = spaces.items()
    assert board.event_on(other) == following
    assert {board.event_on(2), board.event_on(board.stack_of("merchant"))} == {top, following}
    assert board.asked == (Decision.ACTION, 1)


@pytest.mark.rule("E69")
@pytest.mark.rule("R8")
@pytest.mark.rule("V4.8")
@pytest.mark.rule("V14.4")
@pytest.mark.rule("V14.5")
@pytest.mark.rule("V14.7")
def test_bat_swarm_raises_the_price_of_a_monster_before_the_harvest():
    board = with_events(*EVENTS)
    board.reveal("bat_swarm", 12)
    board.give(0, "merchant", strength=1)
    board.roll(0, 2, 3)
    assert board.asked == (Decision.MARK, 0)
    assert board.state.phase == Phase.ROLL
    tops = ("goblin", "skeleton", "treant", "owlbear", "dire_bear", "bat_swarm")
    assert set(board.offered()) == {f"mark {name}" for name in tops}
    board.choose("mark goblin")
    assert board.asked == (Decision.HARVEST, 0)  # the Merchant
    board.until(Decision.ACTION)
    assert not board.may("slay goblin")
    board.give(0, strength=2)
    board.act()
    assert board.may("slay goblin")
    board.choose("slay goblin")
    assert board.goods(0).strength == 0


@pytest.mark.rule("V14.5")
@pytest.mark.rule("V19")
def test_an_event_may_mark_itself_or_another():
    board = with_events(*EVENTS)
    board.reveal("bat_swarm", 12)
    board.reveal("mimic", 6)
    board.roll(1, 1, 2)
    board.choose("mark bat_swarm")
    board.roll(1, 1, 2)
    board.choose("mark mimic")
    for event, strength, magic in (("bat_swarm", 7, 0), ("mimic", 4, 3)):
        board.give(0, strength=strength - 1, magic=0)
        board.act()
        assert not board.may(f"slay {event}")
        board.give(0, strength=strength, magic=magic)
        board.act()
        assert board.may(f"slay {event}")


@pytest.mark.rule("E70")
@pytest.mark.rule("R29")
@pytest.mark.rule("V14.4")
@pytest.mark.rule("V14.6")
@pytest.mark.parametrize("dice", [(6, 6), (2, 4), (6, 1)])
def test_kobold_thieves_take_once_from_all_who_have_gold(dice):
    board = with_events(*EVENTS)
    board.reveal("kobold_thieves", 12)
    board.give(0, "gargans_embrace", gold=5)  # to stop at
    board.give(1, gold=1)
    board.roll(1, *dice)
    board.until(Decision.ACTION, 1)
    assert [board.goods(seat).gold for seat in range(3)] == [4, 0, 0]


@pytest.mark.rule("V14.4")
def test_events_of_other_numbers_do_nothing():
    board = with_events(*EVENTS)
    for stack, event in enumerate(EVENTS):
        board.reveal(event, 10 + stack)
    board.roll(0, 4, 4)
    assert board.asked == (Decision.HARVEST, 0)
    assert not board.state.markers.any()


@pytest.mark.rule("V14.4")
@pytest.mark.parametrize("order", [("bat_swarm", "mimic"), ("mimic", "bat_swarm")])
def test_the_active_player_orders_the_events_that_are_due(order):
    board = with_events(*EVENTS)
    board.reveal("bat_swarm", 12)
    board.reveal("mimic", 6)
    board.reveal("kobold_thieves", 7)
    board.roll(2, 3, 2)
    assert board.asked == (Decision.EVENT, 2)
    assert set(board.offered()) == {"carry out bat_swarm", "carry out mimic"}
    board.choose(f"carry out {order[0]}")
    assert board.asked == (Decision.MARK, 2)
    board.choose("mark goblin")
    assert board.asked == (Decision.MARK, 2)
    assert board.state.markers.sum() == 1
    board.choose("mark goblin")
    assert board.asked == (Decision.ACTION, 2)
    assert board.state.markers.sum() == 2


@pytest.mark.rule("V4.7")
@pytest.mark.rule("V14.4")
def test_events_look_at_the_final_dice():
    board = with_events(*EVENTS)
    board.reveal("bat_swarm", 12)
    board.give(0, "palace_of_the_dawn")
    board.roll(0, 4, 6)
    assert board.asked == (Decision.DICE, 0)
    board.choose("die 1")
    assert board.asked == (Decision.MARK, 0)


@pytest.mark.rule("V14.7")
@pytest.mark.parametrize(
    ("strength", "magic", "possible"), [(2, 1, True), (1, 2, True), (0, 9, False), (2, 0, False)]
)
def test_markers_of_strength_and_magic_raise_both_prices(strength, magic, possible):
    board = with_events("bat_swarm", "corrupted_cleric")
    board.reveal("bat_swarm", 12)
    board.reveal("corrupted_cleric", 11)
    board.roll(0, 3, 6)
    board.choose("mark goblin")
    board.roll(0, 1, 5)
    board.choose("mark goblin")
    board.give(0, gold=0, strength=strength, magic=magic)
    board.act()
    assert board.may("slay goblin") == possible
    if possible:
        board.choose("slay goblin")
        assert board.goods(0) == (1, 0, 0, 0)


@pytest.mark.rule("E71")
@pytest.mark.rule("V14.7")
@pytest.mark.rule("V14.8")
@pytest.mark.rule("V19")
def test_gold_markers_are_a_bounty_for_the_slayer():
    board = with_events("mimic", "corrupted_cleric")
    board.reveal("mimic", 12)
    board.reveal("corrupted_cleric", 11)
    for dice in ((5, 6), (5, 6), (1, 6)):
        board.roll(0, *dice)
        board.choose("mark owlbear")
    board.give(1, gold=0, strength=4, magic=0)
    board.act(1)
    assert not board.may("slay owlbear")
    board.give(1, strength=4, magic=1)
    board.act(1)
    board.choose("slay owlbear")
    assert board.goods(1) == (2, 0, 2, 0)
    assert not board.state.markers.any()
    assert board.top(3) == "owlbear"  # the next one, without markers
    board.give(0, gold=0, strength=4)
    board.act()
    board.choose("slay owlbear")
    assert board.goods(0) == (0, 0, 2, 0)


@pytest.mark.rule("R11")
@pytest.mark.rule("V14.9")
def test_markers_stay_with_their_card_under_another():
    board = with_events("mimic", "bat_swarm", domains="watcher_on_the_water")
    board.reveal("bat_swarm", 12)
    board.roll(0, 3, 6)
    board.choose("mark goblin")
    board.give(0, "archer*2 goblin_king", gold=6)
    board.act()
    board.choose("build watcher_on_the_water", "return monster -> 3 vp")
    assert board.top(0) == "goblin_king"
    board.give(1, strength=6)
    board.act(1)
    board.choose("slay goblin_king")  # its own price
    assert board.goods(1).strength == 0
    board.give(1, strength=1)
    board.act(1)
    assert not board.may("slay goblin")
    board.give(1, strength=2)
    board.act(1)
    assert board.may("slay goblin")


@pytest.mark.rule("E85")
@pytest.mark.rule("V7.1")
@pytest.mark.rule("V7.5")
@pytest.mark.rule("V14.7")
@pytest.mark.parametrize("marked", [False, True])
def test_a_discount_is_taken_off_the_price_with_markers(marked):
    edits = {"domains.halfpenny_hill.ability": "always: discount slay 1 strength"}
    board = with_events("mimic", "bat_swarm", edits=edits)
    board.reveal("bat_swarm", 12)
    board.give(0, "halfpenny_hill")
    board.roll(0, 3, 6)
    board.choose("mark goblin" if marked else "mark owlbear")
    board.give(0, strength=0, magic=9)
    board.act()
    assert board.may("slay goblin") != marked
    board.give(0, strength=1, magic=0)
    board.act()
    board.choose("slay goblin")
    assert board.goods(0).strength == int(not marked)


@pytest.mark.rule("V14.5")
@pytest.mark.rule("V18.5")
def test_a_card_of_ones_own_may_mark_too():
    edits = {"domains.halfpenny_hill.ability": "action_start: mark 2 gold on monster"}
    board = Board(edits=edits)
    board.give(0, "halfpenny_hill", strength=1)
    board.act()
    assert board.asked == (Decision.MARK, 0)
    assert len(board.offered()) == 5
    board.choose("mark goblin", "slay goblin")
    assert board.goods(0) == (1 + 2, 0, 0, 0)


@pytest.mark.rule("V3.3")
@pytest.mark.rule("V14.6")
@pytest.mark.rule("V18.4")
def test_an_event_may_let_each_player_choose_what_to_lose():
    board = with_events(*EVENTS, edits={"events.mimic.instruction": "all lose 1 any"})
    board.reveal("mimic", 12)
    for seat in range(3):
        board.give(seat, gold=1, strength=1, magic=1)
    board.roll(1, 5, 6)
    for seat, kind in ((1, "gold"), (2, "magic"), (0, "strength")):
        assert board.asked == (Decision.LOSE, seat)
        assert board.goods(seat) == (1, 1, 1, 0)
        board.choose(f"lose {kind}")
    # and what the Starters harvest
    assert [board.goods(seat) for seat in (2, 0)] == [(2, 2, 0, 0), (2, 1, 1, 0)]


@pytest.mark.rule("V14.4")
@pytest.mark.rule("V18.3")
def test_an_instruction_of_two_parts_is_carried_out_in_their_order():
    instruction = "all lose 1 gold + mark 2 strength on monster"
    board = with_events(*EVENTS, edits={"events.mimic.instruction": instruction})
    board.reveal("mimic", 12)
    board.give(1, gold=1)
    board.roll(0, 5, 6)
    assert board.asked == (Decision.MARK, 0)
    assert board.goods(1).gold == 0
    board.choose("mark goblin")
    board.give(0, strength=2, magic=0)
    board.act()
    assert not board.may("slay goblin")
    board.give(0, strength=3)
    board.act()
    assert board.may("slay goblin")


@pytest.mark.rule("V14.4")
def test_what_an_event_does_comes_after_the_dice_powers_and_before_the_steals():
    board = with_events(*EVENTS, citizens="thief")
    board.reveal("kobold_thieves", 12)
    board.give(0, "thief")
    board.give(1, gold=1)
    board.roll(0, 6, 1)
    assert board.asked == (Decision.STEAL_FIRST, 0)
    assert board.goods(1).gold == 0
