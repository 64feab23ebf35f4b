"""Terms (K2) and what is open (K13)."""

import numpy as np
import pytest

from balance.engine.layout import ENGINE_HIDDEN
from balance.errors import CardError
from tests.games.king_of_the_valley.board import Board


@pytest.mark.rule("K2.9")
@pytest.mark.rule("A35")
def test_a_limited_supply_of_gold_is_refused():
    with pytest.raises(CardError, match="gold_supply_unlimited"):
        Board(edits={"params.gold_supply_unlimited.value": 0})


@pytest.mark.rule("K13.1")
@pytest.mark.rule("K13.2")
@pytest.mark.rule("A33")
def test_hidden_is_the_order_of_the_piles_and_nothing_else():
    board = Board()
    view = board.session.view(1)[0]
    assert board.state.pile.any()
    assert not view["pile"].any()
    for name in board.state.dtype.names:
        if name not in (*ENGINE_HIDDEN, "pile"):
            assert np.array_equal(view[name], board.state[name]), name
    assert view["num_pile"] == 53
