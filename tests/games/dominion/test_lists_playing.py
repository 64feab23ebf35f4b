"""Which Actions and Treasures buy lists play: S3."""

import pytest

from balance.games.dominion.bots.orders import DISCARD_PLACES, NOT_PLAYED, PLAY_PLACES
from balance.games.dominion.layout import Card, Decision, Phase
from tests.games.dominion.hands import Hands
from tests.games.dominion.lists import answer, play

NO_ACTIONS = (Card.gardens, Card.fairgrounds, Card.horn_of_plenty, Card.diadem, Card.stash)
ACTIONS = [card for card in Card if card > Card.curse and card not in NO_ACTIONS]


def chosen(hand, actions=1, text="buy\n province\n gold\n silver\n", kingdom=None, **more):
    """Return the Action that a list plays first."""
    words = [card for card in hand.split() if card.isalpha() or "_" in card]
    names = sorted({card for card in words if len(card) > 1 and not card[0].isdigit()})
    table = Hands(kingdom or " ".join(names)).give(0, hand, deck="9C", **more)
    return answer(table.start(actions=actions), text)


def test_every_card_of_the_box_has_its_place_in_the_orders():
    assert all(PLAY_PLACES[card] < NOT_PLAYED for card in ACTIONS)
    assert sorted(DISCARD_PLACES) == list(range(len(Card)))


@pytest.mark.rule("S3.1")
def test_what_stands_first_in_the_order_is_played():
    assert chosen("smithy village market C") == "village"
    assert chosen("smithy market C") == "market"


@pytest.mark.rule("S3.2")
@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("menagerie village C S", "menagerie"),
        ("menagerie village C C", "village"),
        ("menagerie cellar C C", "menagerie"),
        ("menagerie menagerie C S village", "menagerie"),
        ("menagerie menagerie menagerie village", "village"),
        ("tournament hunting_party P", "tournament"),
        ("tournament hunting_party C", "hunting_party"),
        ("tournament laboratory P", "laboratory"),
        ("witch harvest", "witch"),
        ("jester library", "jester"),
        ("library adventurer", "library"),
        ("moneylender envoy C", "moneylender"),
        ("moneylender envoy S", "envoy"),
        ("envoy mine C", "envoy"),
        ("council_room smithy C", "council_room"),
        ("smithy feast C", "smithy"),
        ("bureaucrat woodcutter", "bureaucrat"),
        ("chancellor militia", "chancellor"),
        ("thief black_market", "thief"),
        ("black_market fortune_teller", "black_market"),
        ("fortune_teller moat", "fortune_teller"),
        ("moat workshop", "moat"),
        ("moat remake C C", "moat"),
        ("remake workshop C C", "remake"),
        ("remake workshop C S", "workshop"),
        ("remake C S", "nothing"),
        ("moneylender S", "nothing"),
        ("chapel militia X X E", "chapel"),
        ("chapel militia X X S", "militia"),
        ("chapel workshop X S", "chapel"),
        ("chapel S G", "nothing"),
    ],
)
def test_the_play_order(hand, first):
    assert chosen(hand, discard="4G") == first


@pytest.mark.rule("S3.3")
@pytest.mark.parametrize("card", ["smithy", "council_room", "envoy", "library"])
def test_cards_are_drawn_first_with_two_actions_left(card):
    assert chosen(f"{card} laboratory throne_room", actions=2) == card
    assert chosen(f"{card} village", actions=2) == "village"
    assert chosen(f"{card} laboratory", actions=1) == "laboratory"


@pytest.mark.rule("S3.5")
def test_a_throne_room_needs_another_action():
    assert chosen("throne_room 2C") == "nothing"
    assert chosen("throne_room smithy") == "throne_room"


@pytest.mark.rule("S3.5")
@pytest.mark.parametrize(
    ("hand", "doubled"),
    [
        ("throne_room smithy moat", "smithy"),
        ("throne_room throne_room chapel moneylender S", "throne_room"),
        ("throne_room chapel moneylender S", "chapel"),
        ("throne_room remake chapel 3E", "remake"),
        ("throne_room throne_room moat", "moat"),
    ],
)
def test_what_a_throne_room_doubles(hand, doubled):
    kingdom = "throne_room smithy moat chapel moneylender remake"
    table = Hands(kingdom).give(0, hand, deck="9C").start()
    table.choose("throne_room")
    if table.asked == Decision.THRONE_ROOM:
        assert answer(table) == doubled
    else:
        assert table.in_play()[doubled]


def test_the_play_lines_of_a_list_come_first():
    text = "buy\n gold\nplay\n smithy if own(gold) > 0\n moat\n"
    assert chosen("village smithy", text=text, discard="G") == "smithy"
    assert chosen("village smithy moat", text=text) == "moat"
    assert chosen("village smithy", text=text) == "village"
    assert chosen("smithy", text=text) == "nothing"  # its lines say when it is played


@pytest.mark.rule("S3.4")
def test_all_treasures_are_played_at_once():
    table = Hands("stash").give(0, "2C S stash E").start()
    assert table.asked == Decision.TREASURE
    assert answer(table) == "all"


@pytest.mark.rule("S3.4")
@pytest.mark.parametrize(
    ("play_area", "text", "expected"),
    [
        ("", "silver", "nothing"),  # one name: nothing of the list costs 1
        ("C S", "silver", "horn_of_plenty"),
        ("C S", "gold", "nothing"),
        ("horn_of_plenty", "copper", "horn_of_plenty"),
    ],
)
def test_a_horn_of_plenty_is_played_last_and_for_a_card_of_the_list(play_area, text, expected):
    table = Hands("horn_of_plenty").give(0, "horn_of_plenty C", play=play_area)
    table.start(phase=Phase.BUY)
    assert table.asked == Decision.TREASURE
    assert answer(table, f"buy\n {text}\n") == "all"
    table = Hands("horn_of_plenty").give(0, "horn_of_plenty", play=play_area)
    table.start(phase=Phase.BUY)
    assert answer(table, f"buy\n {text}\n") == expected


@pytest.mark.rule("S3.4")
def test_a_horn_of_plenty_counts_each_name_once():
    table = Hands("horn_of_plenty").give(0, "2horn_of_plenty", play="C S").start(phase=Phase.BUY)
    assert play(table, "buy\n silver\n", 1) == ["horn_of_plenty"]  # C, S and the Horn
