"""What buy lists answer to the other decisions of cards: S6."""

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands
from tests.games.dominion.lists import BIG_MONEY, answer, play


def asked(table, decision, seat=0):
    """Check that this is what is due, and return the table."""
    assert (table.asked, table.due_seat) == (decision, seat)
    return table


@pytest.mark.rule("S6")
@pytest.mark.parametrize("card", ["moat", "horse_traders"])
def test_reactions_are_always_used(card):
    table = Hands(f"militia {card}").give(0, "militia").give(1, f"{card} 4C").start()
    table.choose("militia")
    assert answer(asked(table, Decision.REACT, 1)) == card


@pytest.mark.rule("S6")
def test_a_bane_is_always_revealed():
    table = Hands("young_witch smithy", bane="woodcutter")
    table.give(0, "young_witch 2C", deck="2C").give(1, "woodcutter 4C").start()
    table.choose("young_witch")
    while table.due_seat == 0:
        play(table)
    assert answer(asked(table, Decision.YOUNG_WITCH, 1)) == "yes"


@pytest.mark.rule("S6")
def test_a_bureaucrat_meets_the_first_of_the_discard_order():
    table = Hands("bureaucrat gardens").give(0, "bureaucrat").give(1, "E D gardens 2C").start()
    table.choose("bureaucrat")
    assert answer(asked(table, Decision.BUREAUCRAT, 1)) == "D"


def spied(own, others, **more):
    """Return what is decided on both cards that a Spy sees."""
    table = Hands("spy thief smithy").give(0, "spy " + more.pop("hand", ""), deck=f"C {own}")
    table.give(1, deck=others).start(**more)
    table.choose("spy")
    return play(asked(table, Decision.SPY), count=2)


@pytest.mark.rule("S6")
@pytest.mark.parametrize(("card", "is_bad"), [("E", True), ("P", True), ("X", True), ("C", True),
                                             ("S", False), ("smithy", False)])  # fmt: skip
def test_a_spy_keeps_own_good_cards_and_leaves_others_bad_ones(card, is_bad):
    assert spied(card, card) == (["yes", "no"] if is_bad else ["no", "yes"])


@pytest.mark.rule("S6")
def test_a_spy_leaves_a_thief_his_prey():
    assert spied("S", "G", hand="thief") == ["no", "no"]
    assert spied("S", "smithy", hand="thief") == ["no", "yes"]
    assert spied("S", "G") == ["no", "yes"]


@pytest.mark.rule("S6")
@pytest.mark.parametrize(
    ("cards", "taken"),
    [("S G", "G"), ("C S", "S"), ("S stash", "stash"), ("horn_of_plenty S", "horn_of_plenty"),
     ("stash horn_of_plenty", "stash"), ("G stash", "G")],
)  # fmt: skip
def test_a_thief_takes_the_best_treasure_and_gains_all_but_copper(cards, taken):
    table = Hands("thief stash horn_of_plenty").give(0, "thief").give(1, deck=cards).start()
    table.choose("thief")
    assert play(asked(table, Decision.THIEF)) == [taken]
    assert answer(asked(table, Decision.THIEF_GAIN)) == taken


@pytest.mark.rule("S6")
def test_a_thief_gains_no_copper():
    table = Hands("thief", seats=3).give(0, "thief").give(1, deck="C E").give(2, deck="S C").start()
    table.choose("thief")
    while table.asked == Decision.THIEF:
        play(table)
    assert play(asked(table, Decision.THIEF_GAIN)) == ["S"]
    assert table.asked != Decision.THIEF_GAIN or answer(table) == "nothing"


@pytest.mark.rule("S6")
@pytest.mark.parametrize(("card", "who"), [("C", "victim"), ("X", "victim"), ("S", "self"),
                                          ("jester", "self")])  # fmt: skip
def test_a_jester_gives_copper_and_curses_away(card, who):
    table = Hands("jester").give(0, "jester").give(1, deck=card).start()
    table.choose("jester")
    assert answer(asked(table, Decision.JESTER)) == who


@pytest.mark.rule("S6")
@pytest.mark.parametrize(
    ("cards", "actions", "discarded"),
    [
        ("C S G E", 1, "G"),
        ("market G E", 1, "G"),  # no Action is left to play it
        ("market G E", 2, "market"),
        ("market smithy market", 1, "market"),
        ("E P C", 1, "C"),
    ],
)
def test_an_envoy_meets_the_last_of_the_discard_order(cards, actions, discarded):
    table = Hands("envoy market smithy").give(0, "envoy", deck=cards).start(actions=actions)
    table.choose("envoy")
    assert answer(asked(table, Decision.ENVOY, 1)) == discarded
    own = "buy\n gold\ndiscard\n gold\n market\n"
    assert answer(table, own) == discarded  # the cards are another player's


@pytest.mark.rule("S6")
def test_a_chancellor_always_puts_the_draw_pile_away():
    table = Hands("chancellor").give(0, "chancellor", deck="2G").start()
    table.choose("chancellor")
    assert answer(asked(table, Decision.CHANCELLOR)) == "yes"


@pytest.mark.rule("S6")
@pytest.mark.parametrize(
    ("hand", "actions", "card", "said"),
    [
        ("C", 1, "village", "yes"),  # no action is left
        ("C", 2, "village", "no"),
        ("C", 2, "smithy", "no"),
        ("smithy C", 2, "moat", "yes"),
        ("smithy C", 3, "moat", "no"),
        ("smithy C", 2, "village", "no"),
    ],
)
def test_a_library_sets_aside_what_cannot_be_played(hand, actions, card, said):
    table = Hands("library village smithy moat").give(0, "library " + hand, deck=f"{card} 9C")
    table.start(actions=actions).choose("library")
    assert answer(asked(table, Decision.LIBRARY)) == said


def tournament(text=BIG_MONEY, prizes="", duchies=8):
    """Return what is taken for a Province in a Tournament; these prizes are gone."""
    table = Hands("tournament").give(0, "tournament P C", deck="9C").give(1, "P").start()
    for prize in prizes.split():
        table.set_pile(prize, 0)
        table.state.num_prizes -= 1
        table.state.num_empty -= 1
    table.set_pile("D", duchies)
    table.choose("tournament")
    assert play(asked(table, Decision.TOURNAMENT)) == ["yes"]
    assert play(asked(table, Decision.TOURNAMENT, 1)) == ["yes"]
    return answer(asked(table, Decision.PRIZE), text)


@pytest.mark.rule("S6")
def test_prizes_are_taken_in_their_order():
    order = ["followers", "trusty_steed", "bag_of_gold", "princess", "diadem"]
    for place, prize in enumerate(order):
        assert tournament(prizes=" ".join(order[:place])) == prize
    assert tournament(prizes=" ".join(order)) == "D"


@pytest.mark.rule("S6")
def test_a_duchy_is_taken_if_the_list_wants_one():
    assert tournament("buy\n gold\n duchy\n") == "D"
    assert tournament("buy\n gold\n duchy if sup(province) <= 4\n") == "followers"
    assert tournament("buy\n gold\n duchy\n", duchies=0) == "followers"


def test_the_prize_lines_of_a_list_come_first():
    text = "buy\n gold\n duchy\nprizes\n diadem if own(gold) > 3\n princess\n"
    assert tournament(text) == "princess"
    assert tournament(text, prizes="princess") == "D"


@pytest.mark.rule("S6")
@pytest.mark.parametrize(("actions", "taken"), [(1, "cards actions"), (2, "cards coins")])
def test_a_trusty_steed_brings_cards_and_what_is_needed(actions, taken):
    table = Hands("tournament").give(0, "trusty_steed", deck="9C").start(actions=actions)
    table.choose("trusty_steed")
    assert answer(asked(table, Decision.TRUSTY_STEED)) == taken


@pytest.mark.rule("S6")
def test_a_walled_village_goes_back():
    table = Hands("walled_village").give(0, play="walled_village").start()
    while table.asked == Decision.BUY:
        table.choose("nothing")
    assert answer(asked(table, Decision.WALLED_VILLAGE)) == "yes"


@pytest.mark.rule("S6")
def test_stashes_go_on_top():
    table = Hands("stash smithy").give(0, "smithy", discard="stash 9C").start()
    table.choose("smithy")
    assert answer(asked(table, Decision.PLACE_STASH)) == "0"


def market(text, coins, deck="witch gardens village"):
    table = Hands("black_market").give(0, "black_market", deck="9C").set_market(deck)
    table.start(coins=coins - 2).choose("black_market")
    return answer(asked(table, Decision.MARKET_BUY), text)


@pytest.mark.rule("S6")
def test_a_black_market_is_bought_from_only_if_the_list_finds_nothing():
    assert market("buy\n gold\n", 5) == "witch"
    assert market("buy\n gold\n", 6) == "nothing"
    assert market("buy\n gold\n", 4) == "village"  # no Victory card


@pytest.mark.rule("S6")
def test_all_treasures_are_played_in_a_black_market():
    table = Hands("black_market").give(0, "black_market 2C S", deck="9C")
    table.set_market("witch gardens village").start().choose("black_market")
    assert answer(asked(table, Decision.TREASURE)) == "all"
