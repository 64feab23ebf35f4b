"""Cards of the base game (D10) for oneself: draw, dig, discard, trash, gain; W35 to W40."""

import pytest

from balance.games.dominion.layout import Decision, Phase
from tests.games.dominion.hands import Hands, cards


def played(card, hand="", kingdom="", seats=2, **zones):
    """Return a table at which the card was played."""
    table = Hands(f"{card} {kingdom}", seats).give(0, f"{card} {hand}", **zones).start()
    table.choose(card)
    return table


@pytest.mark.rule("D10.1")
def test_a_cellar_discards_any_number_and_draws_as_many():
    table = played("cellar", "2E C", deck="S G D P")
    assert table.asked == Decision.CELLAR
    assert table.offered() == ["nothing", "C", "E"]
    table.choose("E", "C", "E")  # and nothing is left to discard
    assert table.hand() == cards("S G D")
    assert table.discard() == cards("2E C")
    assert table.in_play() == cards("cellar")
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D10.1")
def test_a_cellar_may_discard_nothing():
    table = played("cellar", "E C", deck="S")
    table.choose("nothing")
    assert table.hand() == cards("E C")
    assert table.deck() == ["S"]
    table = played("cellar", deck="S")
    assert table.deck() == ["S"]
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D10.1")
def test_cards_drawn_by_a_cellar_cannot_be_discarded():
    table = played("cellar", "E", deck="E S")
    table.choose("E")
    assert table.hand() == cards("E")
    assert table.asked == Decision.BUY


@pytest.mark.rule("D10.2")
@pytest.mark.parametrize("count", range(5))
def test_a_chapel_trashes_up_to_four(count):
    table = played("chapel", "6E")
    for _ in range(count):
        assert table.asked == Decision.CHAPEL
        table.choose("E")
    if count < 4:
        table.choose("nothing")
    assert table.asked == Decision.BUY
    assert table.trash() == cards(f"{count}E")
    assert table.owned() == cards(f"chapel {6 - count}E")


@pytest.mark.rule("D10.2")
def test_a_chapel_without_cards():
    table = played("chapel")
    assert table.asked == Decision.BUY
    assert table.in_play() == cards("chapel")


@pytest.mark.rule("D10.3")
def test_a_moat_draws_two_cards():
    assert played("moat", deck="C S G").hand() == cards("C S")


@pytest.mark.rule("D10.5")
@pytest.mark.rule("D10.6")
@pytest.mark.rule("D10.14")
@pytest.mark.rule("D10.19")
@pytest.mark.rule("D10.20")
@pytest.mark.rule("D10.22")
@pytest.mark.parametrize(
    ("card", "drawn", "numbers"),
    [
        ("village", 1, (2, 1, 0)),
        ("woodcutter", 0, (0, 2, 2)),
        ("smithy", 3, (0, 1, 0)),
        ("festival", 0, (2, 2, 2)),
        ("laboratory", 2, (1, 1, 0)),
        ("market", 1, (1, 2, 1)),
    ],
)
def test_plain_cards(card, drawn, numbers):
    table = played(card, deck="6C")
    assert table.hand() == +cards(f"{drawn}C")
    assert table.numbers == numbers


@pytest.mark.rule("D10.7")
def test_a_workshop():
    table = played("workshop", kingdom="smithy market")
    assert table.offered() == ["C", "S", "E", "X", "workshop", "smithy"]
    table.choose("X")
    assert table.discard() == cards("X")


@pytest.mark.rule("D10.9")
def test_a_feast_is_trashed_and_brings_a_card_for_up_to_five():
    table = played("feast", kingdom="market adventurer")
    assert table.trash() == cards("feast")
    assert table.offered() == ["C", "S", "E", "D", "X", "feast", "market"]
    table.choose("D")
    assert table.owned() == cards("D")
    assert not table.in_play()


@pytest.mark.rule("D10.10")
@pytest.mark.rule("D11.13")
@pytest.mark.parametrize("card", ["gardens", "fairgrounds"])
def test_victory_cards_cannot_be_played(card):
    table = Hands(card).give(0, card).start()
    assert table.asked == Decision.BUY


@pytest.mark.rule("W39")
@pytest.mark.rule("D10.12")
def test_a_moneylender():
    table = played("moneylender", "S E")
    assert table.numbers == (0, 1, 0)
    assert not table.trash()
    table = played("moneylender", "2C S")
    assert table.asked == Decision.TREASURE  # without being asked
    assert table.numbers == (0, 1, 3)
    assert table.trash() == cards("C")
    assert table.hand() == cards("C S")


@pytest.mark.rule("W38")
@pytest.mark.rule("D10.13")
def test_a_remodel():
    table = played("remodel", "G C")
    table.choose("G")
    assert set(table.offered()) == {*"CSGEDPX", "remodel"}
    table.choose("P")
    assert table.discard() == cards("P")
    assert table.trash() == cards("G")
    table = played("remodel")
    assert table.asked == Decision.BUY
    assert not table.trash()
    assert not table.discard()


@pytest.mark.rule("D10.13")
def test_a_remodel_may_bring_the_same_card_or_a_cheaper_one():
    table = played("remodel", "E C", kingdom="village market")
    table.choose("E")
    assert set(table.offered()) == {*"CSEX", "remodel", "village"}
    table.choose("E")
    assert table.owned() == cards("remodel C E")


@pytest.mark.rule("D10.17")
def test_a_throne_room_plays_an_action_twice():
    table = played("throne_room", "village", kingdom="village", deck="C S")
    assert table.hand() == cards("C S")
    assert table.numbers == (4, 1, 0)


@pytest.mark.rule("W40")
@pytest.mark.rule("D10.18")
def test_a_council_room():
    table = Hands("council_room moat", 3).give(0, "council_room", deck="6C")
    table.give(1, "moat", deck="S G").give(2, "", discard="E").start()
    table.choose("council_room")
    assert table.hand() == cards("4C")
    assert table.numbers == (0, 2, 0)
    assert table.hand(1) == cards("moat S")
    assert table.hand(2) == cards("E")
    assert not table.discard(2)


@pytest.mark.rule("D10.18")
def test_others_without_a_card_draw_none():
    table = played("council_room", deck="6C", seats=4)
    assert [table.hand(seat).total() for seat in range(4)] == [4, 0, 0, 0]


@pytest.mark.rule("D10.18")
@pytest.mark.rule("D13.3")
def test_others_may_have_to_place_a_stash_for_a_council_room():
    table = Hands("council_room stash", 3).give(0, "council_room", deck="6C")
    table.give(1, discard="stash C").give(2, discard="2stash").start()
    table.choose("council_room")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 1)
    table.choose("0")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 2)
    table.choose("0")
    assert table.hand(1) == cards("stash")
    assert table.hand(2) == cards("stash")
    assert table.hand() == cards("4C")


@pytest.mark.rule("W35")
@pytest.mark.rule("D10.21")
def test_a_library():
    table = Hands("library village smithy militia")
    table.give(0, "library 2C E village", deck="smithy S militia C G D").start()
    table.choose("library")
    assert table.asked == Decision.LIBRARY
    table.choose("yes")
    assert table.asked == Decision.LIBRARY
    table.choose("yes")
    assert table.hand() == cards("2C E village S C G")
    assert table.discard() == cards("smithy militia")
    assert table.deck() == ["D"]


@pytest.mark.rule("D10.21")
def test_a_library_may_keep_actions():
    table = Hands("library smithy moat").give(0, "library 5C", deck="smithy moat C").start()
    table.choose("library", "no", "no")
    assert table.hand() == cards("5C smithy moat")
    assert table.deck() == ["C"]


@pytest.mark.rule("D10.21")
@pytest.mark.parametrize("hand", ["7C", "8C"])
def test_a_library_with_a_full_hand(hand):
    table = played("library", hand, deck="S")
    assert table.hand() == cards(hand)
    assert table.deck() == ["S"]


@pytest.mark.rule("D10.21")
def test_a_library_with_too_few_cards():
    table = Hands("library smithy").give(0, "library C", deck="smithy", discard="E").start()
    table.choose("library", "yes")
    assert table.hand() == cards("C E")
    assert table.discard() == cards("smithy")
    table.owned()


@pytest.mark.rule("D10.21")
@pytest.mark.rule("D13.3")
def test_a_library_with_a_stash_in_the_shuffle():
    table = Hands("library smithy stash", deal=2)
    table.give(0, "library 4C", deck="smithy", discard="2E stash").start()
    table.choose("library", "yes")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 0)
    assert table.offered() == ["0", "1", "2"]
    table.choose("1")
    assert table.hand() == cards("4C E stash E")
    assert table.discard() == cards("smithy")
    assert not table.deck()


@pytest.mark.rule("W37")
@pytest.mark.rule("D10.23")
def test_a_mine():
    table = played("mine", "4C", kingdom="stash horn_of_plenty")
    assert table.asked == Decision.GAIN  # one of four Coppers is trashed
    assert table.offered() == ["C", "S"]
    table.choose("S")
    assert table.hand() == cards("3C S")
    table.choose("all")
    assert table.numbers == (0, 1, 5)
    assert not table.discard()


@pytest.mark.rule("D10.23")
def test_a_mine_may_bring_any_treasure_of_the_supply():
    table = played("mine", "S C E", kingdom="stash horn_of_plenty smithy")
    assert table.asked == Decision.TRASH
    assert table.offered() == ["C", "S"]
    table.choose("S")
    assert table.offered() == ["C", "S", "G", "horn_of_plenty", "stash"]
    table.choose("horn_of_plenty")
    assert table.hand() == cards("C E horn_of_plenty")


@pytest.mark.rule("D10.23")
def test_a_mine_without_a_treasure():
    table = played("mine", "E")
    assert not table.trash()
    assert table.asked == Decision.BUY


@pytest.mark.rule("D10.23")
def test_a_mine_must_trash_though_nothing_can_be_gained():
    table = Hands("mine").set_pile("C", 0).set_pile("S", 0).give(0, "mine C").start()
    table.choose("mine")
    assert table.trash() == cards("C")
    assert not table.hand()


@pytest.mark.rule("W36")
@pytest.mark.rule("D10.25")
@pytest.mark.rule("D4.3")
def test_an_adventurer_with_one_treasure():
    table = played("adventurer", kingdom="smithy", deck="E smithy S", discard="2E")
    assert table.hand() == cards("S")
    assert table.discard() == cards("3E smithy")
    assert not table.deck()


@pytest.mark.rule("D10.25")
def test_an_adventurer():
    table = played("adventurer", "E", kingdom="stash", deck="E stash D 2C")
    assert table.hand() == cards("E stash C")
    assert table.discard() == cards("E D")
    assert table.deck() == ["C"]


@pytest.mark.rule("D10.25")
@pytest.mark.rule("D13.3")
def test_an_adventurer_and_a_stash():
    table = played("adventurer", kingdom="stash", deck="S E", discard="stash 2E")
    assert table.asked == Decision.PLACE_STASH
    table.choose("2")
    assert table.hand() == cards("S stash")
    assert table.discard() == cards("3E")


@pytest.mark.rule("D10.4")
@pytest.mark.rule("D15.3")
def test_a_chancellor_asks_at_once():
    table = played("chancellor", "C", deck="C")
    assert (table.asked, table.state.phase) == (Decision.CHANCELLOR, Phase.ACTION)
    assert table.offered() == ["no", "yes"]
