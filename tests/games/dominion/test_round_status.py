"""What is looked at round by round besides points."""

import numpy as np
import pytest

from balance.games.dominion.layout import Card
from balance.games.dominion.services.round_status import ROUND_STATUS
from tests.games.dominion.walks import Walk
from tests.games.dominion.zones import new_state, new_table, own

START = {Card.copper: 7, Card.estate: 3}


@pytest.mark.parametrize(
    ("cards", "numbers"),
    [
        (START, [0.7, 10]),
        (START | {Card.gold: 2}, [13 / 12, 12]),
        ({Card.copper: 7, Card.silver: 3}, [1.3, 10]),
        ({}, [0, 0]),
    ],
)
def test_coins_per_card_and_cards(cards, numbers):
    states, tables = new_state(), new_table()
    own(states[0], tables[0], 1, cards)
    row = np.zeros(len(ROUND_STATUS.names))
    ROUND_STATUS.measure(states[0], tables[0], 1, row)
    assert row.tolist() == pytest.approx(numbers)


def test_rounds_that_have_begun():
    session = Walk(1, 2, 1, is_rich=False).play()
    assert (
        ROUND_STATUS.rounds(session.state, session.tables[0])
        == session.write_record(0)[0].rounds
        > 5
    )
