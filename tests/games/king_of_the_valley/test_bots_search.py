"""The search: it answers as the policy in doubt, and else by its luck alone."""

import pytest

from balance.compiling.jit import is_compiling
from balance.games.king_of_the_valley.layout import Decision
from tests.games.king_of_the_valley.board import Board
from tests.games.king_of_the_valley.bot_answers import index_by

pytestmark = pytest.mark.skipif(not is_compiling(), reason="takes a minute uncompiled")


@pytest.mark.parametrize("widening", [1.0, 20.0])
def test_it_answers_as_the_policy_without_a_budget_and_else_by_its_luck_alone(widening):
    board = Board()
    for _ in range(20):
        # Of a view, as it draws anew what is covered there.
        asked = board.session.view(int(board.state.due_seat))[0], board.table
        assert index_by(*asked, "search", 1, iterations=1.0) == index_by(*asked, "policy", 1)
        searched = index_by(*asked, "search", 1, iterations=40.0, widening=widening)
        assert searched == index_by(*asked, "search", 1, iterations=40.0, widening=widening)
        assert 0 <= searched < board.state.num_choices
        board.choose(board.offered()[searched])
        if board.asked == Decision.NONE:
            board.next_turn()
