"""Promotional cards (D13), with the worked examples W56 to W59."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from balance.games.dominion.layout import Decision, Phase
from tests.games.dominion.hands import Hands, cards


def market(hand, deck, **zones):
    """Return a table at which a Black Market with this deck was played."""
    table = Hands("black_market horn_of_plenty").give(0, f"black_market {hand}", **zones)
    table.set_market(deck).start()
    table.choose("black_market")
    return table


@pytest.mark.rule("W58")
@pytest.mark.rule("D13.1")
def test_a_black_market():
    table = market("3C S", "witch village hamlet moat")
    assert table.numbers == (0, 1, 2)
    assert (table.asked, table.state.phase) == (Decision.TREASURE, Phase.ACTION)
    assert table.shown() == ["witch", "village", "hamlet"]
    table.choose("S", "C", "C", "C")
    assert table.numbers == (0, 1, 7)
    assert table.asked == Decision.MARKET_BUY
    assert table.offered() == ["nothing", "witch", "village", "hamlet"]
    table.choose("witch")
    assert table.numbers == (0, 1, 2)
    assert table.discard() == cards("witch")
    assert table.asked == Decision.MARKET_ORDER
    assert table.offered() == ["village", "hamlet"]
    table.choose("hamlet")
    assert table.market() == ["moat", "hamlet", "village"]
    assert table.in_play() == cards("black_market 3C S")
    assert table.asked == Decision.BUY
    table.choose("E")
    assert table.owned()["E"] == 1


@pytest.mark.rule("D13.1")
@pytest.mark.rule("D3.5")
def test_treasures_may_be_played_in_the_market_and_again_in_the_buy_phase():
    table = market("2C S", "witch village hamlet moat")
    table.choose("C", "nothing", "nothing")
    assert table.numbers == (0, 1, 3)
    assert table.asked == Decision.MARKET_ORDER
    table.choose("hamlet", "witch")
    assert table.market() == ["moat", "hamlet", "witch", "village"]
    assert table.asked == Decision.TREASURE
    assert table.hand() == cards("C S")
    table.choose("all")
    assert table.numbers == (0, 1, 6)
    assert table.state.phase == Phase.BUY


@pytest.mark.rule("D13.1")
@pytest.mark.rule("D3.5")
def test_what_is_bought_in_the_market_is_no_buy_of_the_buy_phase():
    table = market("2C", "moat hamlet cellar")
    table.choose("C", "nothing", "moat", "hamlet")
    assert table.numbers == (0, 1, 1)
    assert table.asked == Decision.TREASURE  # more Treasures may still be played
    table.choose("all")
    assert table.numbers == (0, 1, 2)


@pytest.mark.rule("D13.1")
@pytest.mark.parametrize(("deck", "shown"), [("", 0), ("witch", 1), ("witch moat", 2)])
def test_a_market_with_few_cards(deck, shown):
    table = market("2C", deck)
    assert table.asked == Decision.TREASURE  # Treasures may be played though nothing is there
    assert len(table.shown()) == shown
    table.choose("all")
    assert table.numbers == (0, 1, 4)
    if "moat" in deck:
        assert table.offered() == ["nothing", "moat"]
        table.choose("moat")
        assert table.market() == ["witch"]
    assert table.asked == Decision.BUY
    assert not table.shown()


@pytest.mark.rule("D13.1")
def test_one_card_at_most_is_bought_and_only_one_that_can_be_paid():
    table = market("", "moat adventurer hamlet")
    assert table.asked == Decision.MARKET_BUY  # no Treasure to play
    assert table.offered() == ["nothing", "moat", "hamlet"]
    table.choose("hamlet")
    assert table.asked == Decision.MARKET_ORDER
    table.choose("moat")
    assert table.market() == ["moat", "adventurer"]
    assert table.numbers == (0, 1, 0)


@pytest.mark.rule("D13.1")
@pytest.mark.rule("D11.10")
def test_a_horn_of_plenty_in_the_market():
    table = market("horn_of_plenty C", "moat adventurer hamlet")
    table.choose("all", "horn_of_plenty")
    assert (table.asked, table.state.limit) == (Decision.GAIN, 3)
    table.choose("S")
    assert table.asked == Decision.MARKET_BUY
    assert table.discard() == cards("S")


@pytest.mark.rule("D13.1")
@pytest.mark.rule("D6.1")
def test_a_black_market_played_twice():
    table = Hands("black_market throne_room").give(0, "throne_room black_market")
    table.set_market("moat hamlet cellar witch village").start()
    table.choose("throne_room", "moat", "cellar")
    assert table.market() == ["hamlet"]
    assert table.shown() == ["witch", "village", "cellar"]
    assert table.numbers == (0, 1, 2)
    table.choose("cellar", "village")
    assert table.market() == ["hamlet", "village", "witch"]
    assert table.discard() == cards("moat cellar")


@pytest.mark.rule("D13.1")
@pytest.mark.rule("D9.3")
def test_cards_of_the_market_have_no_pile():
    table = market("", "moat hamlet cellar")
    assert "moat" not in table.supply()
    table.choose("nothing", "moat", "hamlet")
    assert "moat" not in table.offered()


@pytest.mark.rule("W56")
@pytest.mark.rule("D13.2")
def test_an_envoy():
    table = Hands("envoy", 3).give(1, "envoy", deck="G S 2C E D").start(1)
    table.choose("envoy")
    assert (table.asked, table.due_seat) == (Decision.ENVOY, 2)
    assert table.offered() == ["C", "S", "G", "E"]
    table.choose("G")
    assert table.discard(1) == cards("G")
    assert table.hand(1) == cards("S 2C E")
    assert table.deck(1) == ["D"]


@pytest.mark.rule("D13.2")
@pytest.mark.rule("D4.2")
@pytest.mark.parametrize(
    ("deck", "hand", "discard"), [("", "", ""), ("G", "", "G"), ("2S", "S", "S")]
)
def test_an_envoy_with_few_cards(deck, hand, discard):
    table = Hands("envoy").give(0, "envoy", deck=deck).start()
    table.choose("envoy")
    assert table.hand() == cards(hand)
    assert table.discard() == cards(discard)


@pytest.mark.rule("D13.2")
@pytest.mark.rule("D13.3")
def test_an_envoy_and_a_stash():
    table = Hands("envoy stash").give(0, "envoy", deck="G", discard="stash 5E").start()
    table.choose("envoy")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 0)
    table.choose("3")
    assert (table.asked, table.due_seat) == (Decision.ENVOY, 1)
    table.choose("stash")
    assert table.hand() == cards("G 3E")
    assert table.discard() == cards("stash")


@pytest.mark.rule("W59")
@pytest.mark.rule("D13.3")
def test_two_stashes_on_top():
    table = Hands("smithy stash").give(0, "smithy", discard="2stash 4C 3E").start()
    table.choose("smithy")
    assert table.offered() == [str(place) for place in range(8)]
    table.choose("0")
    assert table.offered() == [str(place) for place in range(9)]
    table.choose("0")
    assert table.hand() >= cards("2stash")
    assert table.hand().total() == 3
    assert table.deck() == ["?"] * 6


@pytest.mark.rule("D13.3")
@pytest.mark.parametrize(
    ("first", "second", "deck"),
    [
        ("0", "0", "stash stash ? ? ?"),
        ("3", "3", "? ? ? stash stash"),
        ("3", "4", "? ? ? stash stash"),
        ("1", "0", "stash ? stash ? ?"),
        ("1", "1", "? stash stash ? ?"),
        ("1", "3", "? stash ? stash ?"),
        ("2", "0", "stash ? ? stash ?"),
    ],
)
def test_a_stash_goes_anywhere(first, second, deck):
    table = Hands("village stash").give(0, "village", discard="2stash 3E").start()
    table.choose("village", first, second)
    drawn, *rest = deck.split()
    assert table.hand() == cards(drawn.replace("?", "E"))
    assert table.deck() == rest
    assert table.under() == cards("3E") - table.hand()


@pytest.mark.rule("D13.3")
@pytest.mark.rule("D15.2")
def test_cards_around_a_stash_are_shuffled():
    first = Counter()
    for deal in range(150):
        table = Hands("moat stash", deal=deal).give(0, "moat", discard="stash C S G").start()
        table.choose("moat", "1")
        assert table.hand()["stash"] == 1
        first.update(table.hand() - cards("stash"))
    assert set(first) == {"C", "S", "G"}
    assert chisquare(list(first.values())).pvalue > 0.001


@pytest.mark.rule("D13.3")
@pytest.mark.rule("D3.7")
def test_a_stash_in_clean_up():
    table = Hands("stash").give(0, "3E", deck="2C", discard="stash 4S").start(0, Phase.BUY)
    table.choose("nothing")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 0)
    assert table.hand() == cards("2C")
    table.choose("7")
    assert table.hand().total() == 5
    assert table.deck()[-1] == "stash"
    assert table.next_seat == 1


@pytest.mark.rule("D13.3")
def test_a_lone_stash_need_not_be_placed():
    table = Hands("village stash").give(0, "village", discard="stash").start()
    table.choose("village")
    assert table.hand() == cards("stash")


@pytest.mark.rule("D13.3")
def test_a_stash_that_is_not_shuffled_is_not_placed():
    table = Hands("village stash").give(0, "village", deck="E", discard="stash 2C").start()
    table.choose("village")
    assert table.hand() == cards("E")
    assert table.discard() == cards("stash 2C")


@pytest.mark.rule("W57")
@pytest.mark.rule("D13.4")
@pytest.mark.rule("D3.7")
def test_a_walled_village_goes_back():
    table = Hands("walled_village smithy village")
    table.give(0, "E", deck="9D", play="walled_village smithy 2C S").start(0, Phase.BUY)
    table.choose("nothing")
    assert (table.asked, table.due_seat) == (Decision.WALLED_VILLAGE, 0)
    assert table.offered() == ["no", "yes"]
    table.choose("yes")
    assert table.hand() == cards("walled_village 4D")
    assert table.discard() == cards("smithy 2C S E")
    table.give(0, "E", deck="9D", play="walled_village village smithy").start(0, Phase.BUY)
    table.choose("nothing")
    assert table.hand() == cards("5D")


@pytest.mark.rule("D13.4")
def test_a_walled_village_may_be_discarded():
    table = Hands("walled_village").give(0, "walled_village", deck="9D").start()
    table.choose("walled_village")
    assert table.numbers == (2, 1, 0)
    assert table.hand() == cards("D")
    table.choose("nothing", "no")
    assert table.hand() == cards("5D")
    assert table.discard() == cards("walled_village D")


@pytest.mark.rule("D13.4")
@pytest.mark.parametrize(
    ("first", "second", "hand"),
    [("yes", "yes", "2walled_village 3D"), ("no", "yes", "walled_village 4D"), ("no", "no", "5D")],
)
def test_two_walled_villages(first, second, hand):
    table = Hands("walled_village").give(0, deck="9D", play="2walled_village").start(0, Phase.BUY)
    table.choose("nothing", first, second)
    assert table.hand() == cards(hand)


@pytest.mark.rule("D13.4")
@pytest.mark.parametrize(
    "play", ["3walled_village", "2walled_village smithy", "walled_village throne_room smithy"]
)
def test_with_three_actions_in_play_no_walled_village_goes_back(play):
    table = Hands("walled_village smithy throne_room")
    table.give(0, deck="9D", play=play).start(0, Phase.BUY)
    table.choose("nothing")
    assert table.hand() == cards("5D")


@pytest.mark.rule("D13.4")
def test_a_walled_village_may_need_no_shuffle():
    """It is put on the draw pile before the hand is discarded and drawn."""
    table = Hands("walled_village").give(0, "3E", deck="4C", play="walled_village S")
    table.start(0, Phase.BUY)
    table.choose("nothing", "yes")
    assert table.hand() == cards("walled_village 4C")
    assert table.discard() == cards("3E S")
