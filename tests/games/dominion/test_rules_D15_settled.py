"""What leaves no choice is not asked (D15.3): one choice is taken, none is dropped."""

import pytest

from balance.engine.agenda import advance, due, offer
from balance.games.dominion.layout import NOTHING, Card, Decision
from balance.games.dominion.rules.dispatch import settle, step, take
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("D15.3")
def test_one_choice_is_taken():
    table = Hands().give(0, "2C")
    due(table.state, Decision.DISCARD, 0)
    table.state.left = 1
    offer(table.state, Card.copper)
    settle(table.state, table.table)
    assert table.state.decision == Decision.NONE
    assert table.discard() == cards("C")


@pytest.mark.rule("D15.3")
def test_one_choice_after_the_other_is_taken():
    table = Hands().give(0, "3C")
    due(table.state, Decision.DISCARD, 0)
    table.state.left = 2
    offer(table.state, Card.copper)
    settle(table.state, table.table)
    assert table.state.decision == Decision.NONE
    assert table.hand() == cards("C")


@pytest.mark.rule("D15.3")
def test_no_choice_is_dropped():
    table = Hands().give(0, "C")
    due(table.state, Decision.GAIN, 0)
    settle(table.state, table.table)
    assert table.state.decision == Decision.NONE
    assert table.owned() == cards("C")


@pytest.mark.rule("D15.3")
def test_two_choices_are_asked():
    table = Hands().give(0, "C E")
    due(table.state, Decision.DISCARD, 0)
    offer(table.state, Card.copper)
    offer(table.state, Card.estate)
    settle(table.state, table.table)
    assert table.asked == Decision.DISCARD
    assert table.hand() == cards("C E")


@pytest.mark.rule("D15.3")
def test_what_a_choice_leaves_without_one_is_settled_too():
    """A remodel of the only card in hand is not asked, what is gained for it is."""
    table = Hands("remodel").give(0, "remodel E").start()
    take(table.state, table.table, table.offered().index("remodel"))
    while not table.state.decision:
        step(table.state, table.table)
    assert table.asked == Decision.GAIN
    assert table.trash() == cards("E")


@pytest.mark.rule("D15.3")
def test_one_goes_on_to_the_next_decision_or_to_the_end():
    table = Hands("smithy", is_dealt=True, max_rounds=1)
    advance(table.state, table.table, step)
    assert table.asked == Decision.TREASURE
    turns = 0
    while table.state.decision:
        turns += table.asked == Decision.BUY
        take(table.state, table.table, table.offered().index("nothing"))
        advance(table.state, table.table, step)
    assert turns == 2
    assert table.is_over


@pytest.mark.rule("D15.3")
@pytest.mark.parametrize(
    ("hand", "asked"), [("smithy", Decision.ACTION), ("C", Decision.TREASURE), ("E", Decision.BUY)]
)
def test_what_may_be_declined_is_asked(hand, asked):
    table = Hands("smithy").give(0, hand).start()
    assert table.asked == asked
    assert table.state.num_choices >= 2
    assert NOTHING in table.state.choices[: table.state.num_choices]
