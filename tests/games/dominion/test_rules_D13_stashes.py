"""Cards that dig for others while Stashes are placed (D13.3): all that was dug up waits."""

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("D13.3")
@pytest.mark.rule("D4.3")
@pytest.mark.parametrize(
    ("card", "deck", "answers", "hand"),
    [
        ("library", "village", ["yes"], "C"),
        ("adventurer", "E S X", [], "C"),
        ("farming_village", "E X", [], "C"),
        ("hunting_party", "2C", [], "2C"),  # of which one was drawn
        ("harvest", "E S", [], "C"),
        ("envoy", "E S", [], "C"),
    ],
)
def test_what_was_dug_up_waits_for_stashes(card, deck, answers, hand):
    table = Hands(f"{card} stash village").give(0, f"{card} C", deck, "stash 3E").start()
    table.choose(card, *answers)
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 0)
    assert table.hand() == cards(hand)
    assert not table.discard()
    assert table.numbers[2] == 0
    assert table.owned() == cards(f"{card} C {deck} stash 3E")


@pytest.mark.rule("D13.3")
@pytest.mark.rule("D4.3")
@pytest.mark.parametrize(("card", "deck"), [("fortune_teller", "C S"), ("thief", "C")])
def test_what_an_attack_dug_up_waits_for_stashes(card, deck):
    table = Hands(f"{card} stash").give(0, card).give(1, "D", deck, "stash 3E").start()
    table.choose(card)
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 1)
    assert table.hand(1) == cards("D")
    assert not table.discard(1)
    assert table.owned(1) == cards(f"D {deck} stash 3E")


@pytest.mark.rule("D13.3")
@pytest.mark.rule("D10.21")
def test_a_library_shuffles_in_no_action_that_is_set_aside():
    table = Hands("library stash village smithy")
    table.give(0, "library C", "village", "stash smithy").start()
    table.choose("library", "yes", "0", "yes")
    assert table.hand() == cards("C stash")
    assert table.discard() == cards("village smithy")
    assert not table.deck()
