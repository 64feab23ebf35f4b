"""Attacks and Reactions (D7), with the worked examples W27, W29, W47 and W53."""

import pytest

from balance.engine.agenda import advance
from balance.games.dominion.layout import Decision
from balance.games.dominion.rules.dispatch import step
from tests.games.dominion.hands import Hands, cards

ATTACKS = {
    *("bureaucrat", "militia", "spy", "thief", "witch", "fortune_teller", "jester"),
    *("young_witch", "followers"),
}
NO_ATTACKS = ("council_room", "tournament", "envoy")


@pytest.mark.rule("D7.1")
@pytest.mark.parametrize("card", sorted(ATTACKS))
def test_a_reaction_is_asked_for_when_an_attack_is_played(card):
    kingdom = "tournament" if card == "followers" else card
    table = Hands(f"{kingdom} moat", bane="village" if card == "young_witch" else None)
    table.give(0, card, deck="9C").give(1, "moat 4C", deck="9C").start()
    table.choose(card)
    assert (table.asked, table.due_seat) == (Decision.REACT, 1)
    assert table.offered() == ["nothing", "moat"]


@pytest.mark.rule("D7.1")
@pytest.mark.parametrize("card", NO_ATTACKS)
def test_what_only_affects_others_is_no_attack(card):
    table = Hands(f"{card} moat").give(0, card, deck="5C").give(1, "moat 4C").start()
    table.choose(card)
    assert table.asked != Decision.REACT


@pytest.mark.rule("D7.2")
@pytest.mark.parametrize("card", ["militia", "witch", "spy"])
def test_reactions_come_before_any_instruction(card):
    table = Hands(f"{card} moat").give(0, card, deck="9C").give(1, "moat 4C", deck="C").start()
    table.choose(card)
    assert table.asked == Decision.REACT
    assert not table.hand()
    assert table.numbers == (0, 1, 0)
    assert table.in_play() == cards(card)


@pytest.mark.rule("D7.2")
@pytest.mark.rule("D2.11")
def test_reactions_are_asked_for_in_turn_order():
    table = Hands("witch moat", 4)
    for seat in (0, 1, 3):
        table.give(seat, "moat C")
    table.give(2, "witch moat", deck="2C").start(2)
    table.choose("witch")
    asked = []
    while table.asked == Decision.REACT:
        asked.append(table.due_seat)
        table.choose("nothing" if table.due_seat == 0 else "moat")
    assert asked == [3, 0, 1]
    assert [table.discard(seat)["X"] for seat in range(4)] == [1, 0, 0, 0]


@pytest.mark.rule("D7.3")
def test_several_reactions_to_one_attack():
    table = Hands("militia moat horse_traders")
    table.give(0, "militia").give(1, "moat 2horse_traders 2C").start()
    table.choose("militia")
    assert table.offered() == ["nothing", "moat", "horse_traders"]
    table.choose("horse_traders")
    assert table.offered() == ["nothing", "moat", "horse_traders"]
    table.choose("moat")
    assert table.offered() == ["nothing", "horse_traders"]
    table.choose("horse_traders")
    assert table.aside(1) == 2
    assert table.hand(1) == cards("moat 2C")


@pytest.mark.rule("W27")
@pytest.mark.rule("D7.4")
@pytest.mark.rule("D10.24")
def test_a_moat():
    table = Hands("witch moat", 3).set_pile("X", 5)
    table.give(0, "witch", deck="2C").give(1, "moat 4C").give(2, "5C").start()
    table.choose("witch")
    assert (table.asked, table.due_seat) == (Decision.REACT, 1)
    table.choose("moat")
    assert table.hand() == cards("2C")
    assert not table.discard(1)
    assert table.hand(1) == cards("moat 4C")
    assert table.discard(2) == cards("X")
    assert table.pile("X") == 4


@pytest.mark.rule("D7.4")
def test_a_moat_may_be_shown_where_an_attack_would_do_nothing():
    table = Hands("witch moat").set_pile("X", 0).give(0, "witch").give(1, "moat").start()
    table.choose("witch")
    assert table.offered() == ["nothing", "moat"]


@pytest.mark.rule("D7.4")
@pytest.mark.parametrize("card", sorted(ATTACKS))
def test_whoever_shows_a_moat_is_unaffected(card):
    kingdom = "tournament" if card == "followers" else card
    table = Hands(f"{kingdom} moat", 3, bane="village" if card == "young_witch" else None)
    table.give(0, card, deck="9C")
    table.give(1, "moat E 3C", deck="S G")
    table.give(2, "5C", deck="C E")
    table.start()
    table.choose(card, "moat")
    while table.asked not in (Decision.BUY, Decision.TREASURE):
        assert table.due_seat != 1
        table.choose(table.offered()[-1])
    assert table.hand(1) == cards("moat E 3C")
    assert table.deck(1) == ["S", "G"]
    assert not table.discard(1)
    assert table.owned(1) == cards("moat E 3C S G")


@pytest.mark.rule("D7.4")
def test_a_moat_of_the_attacker_is_no_use():
    table = Hands("spy moat").give(0, "spy moat", deck="C E").start()
    table.choose("spy")
    assert table.asked == Decision.SPY


@pytest.mark.rule("D7.5")
def test_horse_traders_set_aside_cannot_be_used_again():
    table = Hands("witch horse_traders throne_room")
    table.give(0, "throne_room witch", deck="4C").give(1, "horse_traders C").start()
    table.choose("throne_room")
    assert table.offered() == ["nothing", "horse_traders"]
    table.choose("horse_traders")
    assert table.asked == Decision.TREASURE  # nothing left to react with the second time
    assert table.discard(1) == cards("2X")
    assert table.aside(1) == 1


@pytest.mark.rule("D7.5")
@pytest.mark.rule("D10.11")
@pytest.mark.rule("D11.5")
@pytest.mark.parametrize(("hand", "left"), [("3C", 0), ("4C", 1), ("2C", 0)])
def test_horse_traders_make_the_hand_smaller_for_a_militia(hand, left):
    table = (
        Hands("militia horse_traders").give(0, "militia").give(1, f"horse_traders {hand}").start()
    )
    table.choose("militia", "horse_traders")
    assert table.discard(1).total() == left
    assert table.hand(1).total() == min(3, int(hand[0]))


@pytest.mark.rule("D7.6")
@pytest.mark.rule("D6.4")
def test_a_moat_works_for_one_play_of_one_card():
    table = Hands("witch militia moat village")
    table.give(0, "village witch militia", deck="9C").give(1, "moat 2C E S").start()
    table.choose("village", "witch", "moat")
    assert not table.discard(1)
    table.choose("militia")
    assert table.offered() == ["nothing", "moat"]
    table.choose("nothing")
    assert (table.asked, table.due_seat) == (Decision.DISCARD, 1)


@pytest.mark.rule("D7.7")
@pytest.mark.rule("D15.3")
def test_whether_one_reacts_is_ones_own_decision():
    table = Hands("witch moat horse_traders").give(0, "witch", deck="2C")
    table.give(1, "moat horse_traders").start()
    table.choose("witch", "nothing")
    assert table.discard(1) == cards("X")
    assert table.aside(1) == 0


@pytest.mark.rule("W29")
@pytest.mark.rule("D10.11")
@pytest.mark.parametrize("hand", ["", "C", "2C E"])
def test_a_militia_and_small_hands(hand):
    table = Hands("militia").give(0, "militia").give(1, hand).start()
    table.choose("militia")
    assert table.hand(1) == cards(hand)
    assert table.numbers == (0, 1, 2)
    assert table.asked == Decision.BUY


@pytest.mark.rule("W47")
@pytest.mark.rule("D11.5")
@pytest.mark.rule("D12.3")
@pytest.mark.rule("D3.2")
def test_two_horse_traders_against_followers():
    table = Hands("tournament horse_traders")
    table.give(0, "followers", deck="9C").give(1, "2horse_traders 3C", deck="E S 5D").start()
    table.choose("followers", "horse_traders", "horse_traders")
    assert table.discard(1) == cards("X")
    assert table.hand(1) == cards("3C")
    assert table.aside(1) == 2
    table.end_turn()
    table.next_turn()
    assert table.due_seat == 1
    assert table.hand(1) == cards("3C 2horse_traders E S")
    assert table.aside(1) == 0
    assert table.numbers == (1, 1, 0)
    assert table.asked == Decision.ACTION


@pytest.mark.rule("D11.5")
@pytest.mark.rule("D3.2")
def test_two_horse_traders_come_back_in_one_turn():
    table = Hands("witch horse_traders").set_pile("X", 0)
    table.give(0, "witch", deck="9C").give(1, "2horse_traders C", deck="E S D").start()
    table.choose("witch", "horse_traders", "horse_traders")
    table.end_turn()
    before = int(table.state.turns)
    advance(table.state, table.table, step)  # as games go on, turns and all
    assert (table.asked, table.due_seat) == (Decision.ACTION, 1)
    assert table.hand(1) == cards("2horse_traders C E S")
    assert table.aside(1) == 0
    assert table.state.turns == before + 1
    assert table.state.seats[1].turns == 1


@pytest.mark.rule("D11.5")
@pytest.mark.rule("D4.2")
def test_horse_traders_come_back_though_there_is_no_card_to_draw():
    table = Hands("witch horse_traders").set_pile("X", 0)
    table.give(0, "witch", deck="9C").give(1, "2horse_traders").start()
    table.choose("witch", "horse_traders", "horse_traders")
    table.end_turn()
    table.next_turn()
    assert table.hand(1) == cards("2horse_traders")


@pytest.mark.rule("D11.5")
@pytest.mark.rule("D13.3")
def test_horse_traders_come_back_by_a_shuffle_with_a_stash():
    table = Hands("witch horse_traders stash").set_pile("X", 0)
    table.give(0, "witch", deck="9C").give(1, "2horse_traders C", discard="stash 2E").start()
    table.choose("witch", "horse_traders", "horse_traders")
    table.end_turn()
    table.next_turn()
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 1)
    table.choose("1")
    assert table.hand(1) == cards("2horse_traders C stash E")
    assert table.asked == Decision.ACTION
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D7.4")
@pytest.mark.rule("D10.15")
def test_a_spy_looks_at_the_own_card_though_all_others_are_immune():
    table = Hands("spy moat").give(0, "spy", deck="C E").give(1, "moat", deck="G").start()
    table.choose("spy", "moat")
    assert (table.asked, table.state.victim) == (Decision.SPY, 0)
    table.choose("yes")
    assert table.discard() == cards("E")
    assert table.deck(1) == ["G"]


@pytest.mark.rule("W53")
@pytest.mark.rule("D11.8")
def test_a_young_witch_with_a_moat_as_bane():
    for reaction, bane in (("moat", None), ("nothing", "yes")):
        table = Hands("young_witch", bane="moat")
        table.give(0, "young_witch 2E", deck="2C").give(1, "moat 2C S E").start()
        table.choose("young_witch")
        assert table.asked == Decision.REACT
        table.choose(reaction, "E", "E")
        assert table.hand() == cards("2C")
        if bane:
            assert (table.asked, table.due_seat) == (Decision.YOUNG_WITCH, 1)
            table.choose(bane)
        assert table.asked == Decision.TREASURE
        assert not table.discard(1)
        assert table.hand(1) == cards("moat 2C S E")
