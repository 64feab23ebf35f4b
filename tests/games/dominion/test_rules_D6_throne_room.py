"""Playing cards several times (D6), with the worked examples W22 to W24."""

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands, cards

ROOM = "throne_room"


def throned(card, hand="", kingdom="", other="", chosen=(), **zones):
    """Return a table at which a Throne Room plays the card twice."""
    table = Hands(f"{ROOM} {kingdom or card}").give(0, f"{ROOM} {card} {hand}", **zones)
    if other:
        table.give(1, **other)
    table.start()
    table.choose(ROOM, *chosen)
    return table


@pytest.mark.rule("W22")
@pytest.mark.rule("D6.1")
def test_a_throne_room_counts_actions():
    table = throned("market", deck="2E 3C")
    assert table.hand() == cards("2E")
    assert table.numbers == (2, 3, 2)
    assert table.in_play() == cards(f"{ROOM} market")


@pytest.mark.rule("W23")
@pytest.mark.rule("D6.2")
@pytest.mark.rule("D6.4")
def test_a_throne_room_on_a_throne_room():
    table = Hands("throne_room smithy militia")
    table.give(0, "2throne_room smithy militia", deck="8C").give(1, "5C").start()
    table.choose(ROOM)
    assert table.asked == Decision.THRONE_ROOM
    table.choose(ROOM)
    assert table.asked == Decision.THRONE_ROOM
    assert table.offered() == ["militia", "smithy"]
    table.choose("smithy")  # twice; the Militia is all that is left for the other two plays
    assert table.hand() == cards("6C")
    assert table.hand(1) == cards("3C")
    assert table.numbers == (0, 1, 4)
    assert table.in_play() == cards("2throne_room smithy militia")


@pytest.mark.rule("D6.2")
@pytest.mark.rule("D6.4")
def test_two_attacks_by_two_throne_rooms_are_four():
    table = Hands("throne_room witch")
    table.give(0, "2throne_room 2witch", deck="9C").start()
    table.choose(ROOM, ROOM)
    assert table.discard(1) == cards("4X")
    assert table.hand() == cards("8C")
    assert table.in_play() == cards("2throne_room 2witch")


@pytest.mark.rule("D6.2")
def test_a_throne_room_on_a_throne_room_without_another_action():
    table = Hands("throne_room moat").give(0, "2throne_room", deck="2C").start()
    table.choose(ROOM)
    assert table.numbers == (0, 1, 0)
    assert table.in_play() == cards("2throne_room")
    table = Hands("throne_room smithy").give(0, "2throne_room smithy", deck="9C").start()
    table.choose(ROOM, ROOM)
    assert table.hand() == cards("6C")  # and nothing is left for the second choice
    assert table.asked == Decision.TREASURE


@pytest.mark.rule("D6.2")
def test_the_second_choice_may_be_a_card_that_the_first_drew():
    table = Hands("throne_room smithy village")
    table.give(0, "2throne_room smithy", deck="5C village 4E").start()
    table.choose(ROOM, ROOM)
    assert table.hand() == cards("5C 2E")
    assert table.numbers[0] == 4  # 1 - 1 + 2 + 2
    assert table.in_play() == cards("2throne_room smithy village")


@pytest.mark.rule("W24")
@pytest.mark.rule("D6.3")
@pytest.mark.rule("D10.9")
def test_a_throne_room_on_a_feast():
    table = throned("feast", kingdom="feast market")
    assert table.trash() == cards("feast")
    assert table.asked == Decision.GAIN
    table.choose("market")
    assert table.asked == Decision.GAIN
    table.choose("D")
    assert table.discard() == cards("market D")
    assert table.trash() == cards("feast")
    assert table.in_play() == cards(ROOM)
    assert table.asked == Decision.BUY


@pytest.mark.rule("D6.1")
def test_a_throne_room_must_play_an_action_if_there_is_one():
    table = Hands("throne_room chapel").give(0, "throne_room chapel C").start()
    table.choose(ROOM)
    assert table.in_play() == cards("throne_room chapel")
    assert table.asked == Decision.CHAPEL
    table = Hands("throne_room moat").give(0, "throne_room C").start()
    table.choose(ROOM)
    assert table.asked == Decision.TREASURE


@pytest.mark.rule("D6.1")
def test_a_throne_room_asks_which_action_is_played_twice():
    table = Hands("throne_room smithy village").give(0, "throne_room smithy village C").start()
    table.choose(ROOM)
    assert table.offered() == ["village", "smithy"]
    table.choose("village")
    assert table.numbers == (4, 1, 0)
    assert table.hand() == cards("smithy C")


@pytest.mark.rule("D6.1")
def test_nothing_is_played_between_the_two_plays():
    table = (
        Hands("throne_room village chapel").give(0, "throne_room chapel village 4E").start(0, 0, 2)
    )
    table.choose(ROOM, "chapel")
    assert table.asked == Decision.CHAPEL
    table.choose("E", "nothing")
    assert table.asked == Decision.CHAPEL
    table.choose("E", "E", "nothing")
    assert table.trash() == cards("3E")
    assert table.asked == Decision.ACTION


@pytest.mark.rule("D6.4")
@pytest.mark.rule("D7.6")
def test_each_play_of_an_attack_is_answered_anew():
    table = throned("witch", kingdom="witch moat", other={"hand": "moat C"})
    assert (table.asked, table.due_seat) == (Decision.REACT, 1)
    table.choose("moat")
    assert table.asked == Decision.REACT
    table.choose("nothing")
    assert table.discard(1) == cards("X")


@pytest.mark.rule("D6.5")
@pytest.mark.rule("D11.10")
def test_a_card_played_twice_is_one_card_in_play():
    table = Hands("throne_room village horn_of_plenty")
    table.give(0, "throne_room village horn_of_plenty").start()
    table.choose(ROOM)
    assert table.in_play() == cards("throne_room village")
    table.choose("horn_of_plenty")
    assert (table.asked, table.state.limit) == (Decision.GAIN, 3)


@pytest.mark.rule("D6.5")
@pytest.mark.rule("D12.4")
def test_a_princess_played_twice_makes_cards_2_cheaper():
    table = throned("princess", kingdom="tournament")
    assert table.numbers == (0, 3, 0)
    assert set(table.offered()) == {*"CEX", "nothing"}
    table = throned("princess", kingdom="tournament").start(0, 1, coins=1)
    assert "S" in table.offered()
    assert "tournament" not in table.offered()


@pytest.mark.rule("D6.5")
@pytest.mark.rule("D13.4")
def test_a_walled_village_played_twice_is_one_card_beside_the_throne_room():
    table = throned("walled_village", deck="8C")
    assert table.numbers[0] == 4
    table.choose("nothing", "nothing")
    assert table.asked == Decision.WALLED_VILLAGE
    table.choose("yes")
    assert table.hand() == cards("walled_village 4C")


@pytest.mark.rule("D6.1")
@pytest.mark.parametrize(
    ("card", "kingdom", "deck", "chosen", "hand", "numbers"),
    [
        ("moneylender", "", "", (), "", (0, 1, 6)),
        ("laboratory", "", "4E", (), "2C 4E", (2, 1, 0)),
        ("festival", "", "", (), "2C", (4, 3, 4)),
        ("menagerie", "", "4E", (), "2C 2E", (2, 1, 0)),
        ("harvest", "", "C S G 5E", (), "2C", (0, 1, 5)),
        ("adventurer", "", "E S E G S 2C", (), "2C 2S G C", (0, 1, 0)),
        ("farming_village", "", "E S G", (), "2C S G", (4, 1, 0)),
        ("hunting_party", "", "C E 3C S E G", (), "4C E S", (2, 1, 0)),
        ("council_room", "", "8E", (), "2C 8E", (0, 3, 0)),
        ("library", "", "6E", (), "2C 5E", (0, 1, 0)),
        ("bag_of_gold", "tournament", "", (), "2C", (2, 1, 0)),
        ("horse_traders", "", "", (), "", (0, 3, 6)),
        ("tournament", "", "2E", (), "2C 2E", (2, 1, 2)),
        ("trusty_steed", "tournament", "9E", ("cards coins",) * 2, "2C 4E", (0, 1, 4)),
        ("walled_village", "", "2E", (), "2C 2E", (4, 1, 0)),
        ("woodcutter", "", "", (), "2C", (0, 3, 4)),
    ],
)
def test_each_action_can_be_played_twice(card, kingdom, deck, chosen, hand, numbers):
    table = throned(card, "2C", kingdom=kingdom, deck=deck, chosen=chosen)
    assert table.hand() == cards(hand)
    assert table.numbers == numbers
    assert table.in_play() == cards(f"{ROOM} {card}")
    table.owned()


@pytest.mark.rule("D6.1")
@pytest.mark.parametrize(
    ("card", "hand", "chosen", "trash", "left", "gained"),
    [
        ("workshop", "2C", ("S", "E"), "", "2C", "S E"),
        ("remodel", "E P", ("E", "S", "S"), "E P", "", "2S"),
        ("mine", "C S", ("C", "S", "G"), "C S", "S G", ""),
        ("remake", "3E S", ("E", "E", "E", "remake"), "3E S", "", "3S remake"),
        ("chapel", "5E", ("E",) * 5, "5E", "", ""),
    ],
)
def test_each_exchange_can_be_done_twice(card, hand, chosen, trash, left, gained):
    table = throned(card, hand, chosen=chosen)
    assert table.trash() == cards(trash)
    assert table.hand() == cards(left)
    assert table.discard() == cards(gained)
