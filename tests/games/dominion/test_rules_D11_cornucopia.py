"""Cards of Cornucopia for oneself (D11), with W41 to W45, W48 and W50."""

import pytest

from balance.games.dominion.layout import Decision, Phase
from tests.games.dominion.hands import Hands, cards


def played(card, hand="", kingdom="", **zones):
    """Return a table at which the card was played."""
    table = Hands(f"{card} {kingdom}").give(0, f"{card} {hand}", **zones).start()
    table.choose(card)
    return table


@pytest.mark.rule("W41")
@pytest.mark.rule("D11.1")
def test_a_hamlet():
    table = played("hamlet", "2E", deck="C S")
    assert table.asked == Decision.HAMLET_ACTION
    table.choose("E")
    assert table.asked == Decision.HAMLET_BUY
    table.choose("E")
    assert table.hand() == cards("C")
    assert table.numbers == (2, 2, 0)
    assert table.discard() == cards("2E")


@pytest.mark.rule("D11.1")
@pytest.mark.parametrize(
    ("chosen", "hand", "numbers"),
    [
        (("nothing", "nothing"), "2E C", (1, 1, 0)),
        (("E", "nothing"), "E C", (2, 1, 0)),
        (("nothing", "E"), "E C", (1, 2, 0)),
        (("C", "E"), "E", (2, 2, 0)),
    ],
)
def test_a_hamlet_brings_one_of_each_at_most(chosen, hand, numbers):
    table = played("hamlet", "2E", deck="C")
    table.choose(*chosen)
    assert table.hand() == cards(hand)
    assert table.numbers == numbers
    assert table.asked in (Decision.BUY, Decision.TREASURE)


@pytest.mark.rule("D11.1")
def test_a_hamlet_without_cards():
    table = played("hamlet")
    assert table.numbers == (1, 1, 0)
    table = played("hamlet", deck="E")
    table.choose("E")  # and none is left for a buy
    assert table.numbers == (2, 1, 0)


@pytest.mark.rule("W42")
@pytest.mark.rule("D11.3")
@pytest.mark.parametrize(
    ("hand", "drawn"), [("C S E G", 3), ("", 3), ("2C", 1), ("C", 3), ("C S C", 1)]
)
def test_a_menagerie(hand, drawn):
    table = played("menagerie", hand, deck="5D")
    assert table.hand() == cards(f"{hand} {drawn}D")
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D11.3")
def test_another_menagerie_in_hand_is_a_card_like_any_other():
    assert played("menagerie", "menagerie C", deck="5D").hand() == cards("menagerie C 3D")
    assert played("menagerie", "2menagerie", deck="5D").hand() == cards("2menagerie D")


@pytest.mark.rule("W43")
@pytest.mark.rule("D11.9")
def test_a_harvest():
    table = played("harvest", deck="C S C E G")
    assert table.discard() == cards("2C S E")
    assert table.numbers == (0, 1, 3)
    assert table.deck() == ["G"]


@pytest.mark.rule("D11.9")
@pytest.mark.rule("D4.3")
@pytest.mark.parametrize(
    ("deck", "discard", "coins"), [("", "", 0), ("C", "C", 1), ("C S", "3G", 3)]
)
def test_a_harvest_with_few_cards(deck, discard, coins):
    table = played("harvest", deck=deck, discard=discard)
    assert table.numbers == (0, 1, coins)
    assert table.owned() == cards(f"harvest {deck} {discard}")


@pytest.mark.rule("D11.9")
@pytest.mark.rule("D13.3")
def test_a_harvest_and_a_stash():
    table = played("harvest", kingdom="stash", deck="C", discard="stash 3E D")
    assert table.asked == Decision.PLACE_STASH
    table.choose("0")
    assert table.numbers[2] in (3, 4)
    assert table.discard().total() == 4
    assert table.discard() >= cards("C stash E")


@pytest.mark.rule("W44")
@pytest.mark.rule("D11.11")
def test_a_hunting_party_that_finds_nothing():
    table = played("hunting_party", "S E", deck="C C E", discard="S")
    assert table.hand() == cards("C S E")
    assert table.discard() == cards("C E S")
    assert not table.deck()
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D11.11")
def test_a_hunting_party():
    table = played("hunting_party", "S E", deck="C S E C G D")
    assert table.hand() == cards("C S E G")
    assert table.discard() == cards("S E C")
    assert table.deck() == ["D"]


@pytest.mark.rule("D11.11")
def test_a_hunting_party_finds_another_one():
    """The one that is played is in play, not in hand."""
    table = played("hunting_party", "C", deck="C hunting_party")
    assert table.hand() == cards("2C hunting_party")


@pytest.mark.rule("D11.11")
@pytest.mark.rule("D13.3")
def test_a_hunting_party_and_a_stash():
    table = played("hunting_party", "E", kingdom="stash", deck="C C", discard="stash 2E")
    assert table.asked == Decision.PLACE_STASH
    table.choose("2")
    assert table.hand() == cards("C E stash")
    assert table.discard() == cards("C 2E")


@pytest.mark.rule("W45")
@pytest.mark.rule("D11.4")
def test_a_farming_village():
    table = played("farming_village", kingdom="smithy", deck="E P X smithy C")
    assert table.hand() == cards("smithy")
    assert table.discard() == cards("E P X")
    assert table.deck() == ["C"]
    assert table.numbers == (2, 1, 0)


@pytest.mark.rule("D11.4")
def test_a_farming_village_that_finds_nothing():
    table = played("farming_village", deck="E P", discard="X")
    assert not table.hand()
    assert table.discard() == cards("E P X")
    assert table.numbers == (2, 1, 0)


@pytest.mark.rule("D11.4")
@pytest.mark.rule("D13.3")
def test_a_farming_village_and_a_stash():
    table = played("farming_village", kingdom="stash", deck="E", discard="stash D")
    assert table.asked == Decision.PLACE_STASH
    table.choose("1")
    assert table.hand() == cards("stash")
    assert table.discard() == cards("E D")


@pytest.mark.rule("D11.5")
def test_horse_traders_as_an_action():
    table = played("horse_traders", "2C E")
    assert (table.asked, table.state.left) == (Decision.DISCARD, 2)
    assert table.numbers == (0, 2, 3)
    table.choose("E")  # then there are Coppers only
    assert table.hand() == cards("C")
    assert table.discard() == cards("E C")


@pytest.mark.rule("D11.5")
@pytest.mark.parametrize("hand", ["", "E"])
def test_horse_traders_with_too_few_cards(hand):
    table = played("horse_traders", hand)
    assert not table.hand()
    assert table.discard() == cards(hand)
    assert table.numbers == (0, 2, 3)


@pytest.mark.rule("D11.6")
def test_a_remake():
    table = played("remake", "E C smithy", kingdom="smithy market village")
    assert table.asked == Decision.TRASH
    table.choose("smithy")
    assert table.offered() == ["D", "market"]
    table.choose("D")
    assert table.asked == Decision.TRASH
    table.choose("E")
    assert table.offered() == ["S", "village"]
    table.choose("village")
    assert table.discard() == cards("D village")
    assert table.trash() == cards("smithy E")


@pytest.mark.rule("D11.6")
@pytest.mark.parametrize(("hand", "trashed"), [("", ""), ("C", "C"), ("2C", "2C"), ("3C", "2C")])
def test_a_remake_trashes_two_cards_if_there_are(hand, trashed):
    table = played("remake", hand)
    assert table.trash() == cards(trashed)
    assert not table.discard()


@pytest.mark.rule("D11.6")
def test_a_remake_sees_the_piles_as_they_are_after_the_first_gain():
    table = Hands("remake").set_pile("S", 1).give(0, "remake 2E").start()
    table.choose("remake")
    assert table.discard() == cards("S")
    assert table.trash() == cards("2E")


@pytest.mark.rule("W50")
@pytest.mark.rule("D11.10")
@pytest.mark.rule("D2.8")
def test_a_horn_of_plenty():
    for gained, left in (("D", ""), ("laboratory", "horn_of_plenty")):
        table = Hands("horn_of_plenty village smithy laboratory adventurer")
        table.give(0, "horn_of_plenty", play="village smithy 2C S").start(0, Phase.BUY)
        table.choose("horn_of_plenty")
        assert table.asked == Decision.GAIN
        assert "adventurer" not in table.offered()
        table.choose(gained)
        assert table.in_play() == cards(f"village smithy 2C S {left}")
        assert table.trash() == (cards("") if left else cards("horn_of_plenty"))
        assert table.numbers == (1, 1, 0)
        assert table.asked == Decision.BUY


@pytest.mark.rule("D11.10")
def test_two_horns_of_plenty_are_one_name():
    table = Hands("horn_of_plenty gardens").give(0, "2horn_of_plenty C").start(0, Phase.BUY)
    table.choose("all", "horn_of_plenty")
    assert table.offered() == ["C", "E", "X"]
    table.choose("E")
    assert table.trash() == cards("horn_of_plenty")
    table.choose("horn_of_plenty", "C")
    assert table.in_play() == cards("C horn_of_plenty")


@pytest.mark.rule("D11.10")
@pytest.mark.parametrize("victory", ["E", "gardens"])
def test_any_victory_card_trashes_the_horn_and_a_curse_does_not(victory):
    for gained, trash in ((victory, "horn_of_plenty"), ("X", "")):
        table = Hands("horn_of_plenty gardens village")
        table.give(0, "horn_of_plenty", play="C S village").start(0, Phase.BUY)
        table.choose("horn_of_plenty", gained)
        assert table.trash() == cards(trash)


@pytest.mark.rule("D11.10")
def test_a_victory_card_gained_otherwise_trashes_no_horn():
    table = Hands("horn_of_plenty").give(0, "2C horn_of_plenty", deck="5G").start(0, Phase.BUY)
    table.choose("all", "horn_of_plenty", "C", "E")
    assert not table.trash()
    assert table.discard() == cards("3C E horn_of_plenty")


@pytest.mark.rule("D11.10")
def test_what_has_left_play_does_not_count_for_a_horn():
    table = Hands("horn_of_plenty feast village").give(0, "village feast horn_of_plenty").start()
    table.choose("village", "feast", "C", "horn_of_plenty")
    assert table.state.limit == 2


@pytest.mark.rule("D11.10")
@pytest.mark.rule("D5.2")
def test_a_horn_must_gain_if_it_can():
    table = Hands("horn_of_plenty").set_pile("C", 0).give(0, "horn_of_plenty", deck="5G")
    table.start(0, Phase.BUY)
    table.choose("horn_of_plenty")
    assert table.discard() == cards("X")  # the only card for up to 1, so nobody is asked
    table.set_pile("X", 0).give(0, "horn_of_plenty", deck="5G").start(0, Phase.BUY)
    table.choose("horn_of_plenty")
    assert table.owned() == cards("horn_of_plenty 5G")


PROVINCE_HANDS = [
    # one's own Province, another's, hand, draw pile, actions and coins after it
    ("", "", "S", ["E"], (1, 1, 1)),
    ("", "P", "", ["S", "E"], (1, 1, 0)),
    ("P", "", "followers", ["S", "E"], (1, 1, 1)),
    ("P", "P", "", ["followers", "S", "E"], (1, 1, 0)),
]


@pytest.mark.rule("W48")
@pytest.mark.rule("D11.7")
@pytest.mark.parametrize(("own", "other", "hand", "deck", "numbers"), PROVINCE_HANDS)
def test_a_tournament_in_four_cases(own, other, hand, deck, numbers):
    table = Hands("tournament").give(0, f"tournament {own}", deck="S E").give(1, other).start()
    table.choose("tournament")
    for seat in [seat for seat, has in enumerate((own, other)) if has]:
        assert (table.asked, table.due_seat) == (Decision.TOURNAMENT, seat)
        table.choose("yes")
    if own:
        assert table.asked == Decision.PRIZE
        prizes = ["bag_of_gold", "diadem", "followers", "princess", "trusty_steed"]
        assert table.offered() == ["D", *prizes]
        table.choose("followers")
        assert table.discard() == cards("P")
    assert table.hand() == cards(hand)
    assert table.deck() == deck
    assert table.numbers == numbers
    assert table.hand(1) == cards(other)
    assert ("followers" in table.prizes()) == (not own)


@pytest.mark.rule("D11.7")
def test_a_duchy_instead_of_a_prize():
    table = played("tournament", "P", deck="S")
    table.choose("yes", "D")
    assert table.hand() == cards("D")
    assert table.pile("D") == 7
    assert len(table.prizes()) == 5


@pytest.mark.rule("D11.7")
def test_nobody_has_to_reveal():
    table = Hands("tournament").give(0, "tournament P", deck="S").give(1, "P").start()
    table.choose("tournament", "no", "no")
    assert table.hand() == cards("P S")
    assert table.numbers == (1, 1, 1)


@pytest.mark.rule("D11.7")
@pytest.mark.rule("D2.11")
def test_in_a_tournament_others_reveal_in_turn_order():
    table = Hands("tournament", 4).give(1, "tournament P", deck="S")
    for seat in (0, 2, 3):
        table.give(seat, "P")
    table.start(1)
    table.choose("tournament")
    asked = []
    while table.asked == Decision.TOURNAMENT:
        asked.append(table.due_seat)
        table.choose("yes" if table.due_seat == 3 else "no")
    assert asked == [1, 2, 3, 0]
    assert table.hand(1) == cards("P")
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D11.7")
@pytest.mark.rule("D5.6")
def test_the_empty_prize_pile_may_be_named():
    table = Hands("tournament")
    for prize in sorted(table.prizes()):
        table.give(0, "tournament P", deck="S").start()
        table.choose("tournament", "yes", prize)
        assert table.hand() == cards(prize)
    table.give(0, "tournament P", deck="S").start()
    table.choose("tournament", "yes")
    assert table.offered() == ["D", "nothing"]
    table.choose("nothing")
    assert table.hand() == cards("S")
    assert table.discard() == cards("P")
