"""The search: its weights, its candidates, its budget, and that it plays as the policy in doubt."""

from typing import Any

import numpy as np
import pytest

from balance.bots.policy_search import FIRST_POLICY, WIDTH, candidates_of
from balance.bots.search import DOUBT, ITERATIONS
from balance.compiling.jit import is_compiling, plain
from balance.engine.rng import open_stream
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.bots import greedy, policy, search
from balance.games.valeria.bots.policy import INPUTS, NUM_OWN
from balance.games.valeria.table.options import Options
from tests.games.valeria.referee.sheets import DATA

SEARCH, POLICY = GAME.bots["search"].at(2), GAME.bots["policy"].at(2)
pytestmark = pytest.mark.skipif(not is_compiling(), reason="takes minutes uncompiled")


def asked(count: int, deal: int = 0) -> list[tuple[Session, Any]]:
    """Return the views of the first decisions with three choices or more of a game of policies."""
    session = Session(GAME, GAME.build_table(Options(), 2, {}, DATA), seed=5)
    session.begin(deal, (0, 0))
    session.advance()
    views: list[tuple[Session, Any]] = []
    while len(views) < count:
        view = session.view(int(session.state.due_seat)).copy()
        if view[0].num_choices > 2:
            views.append((session, view[0]))
        session.take(session.ask(POLICY, POLICY.numbers))
        session.advance()
    return views


def stream_of(number: int) -> np.ndarray:
    stream = np.zeros(2, np.uint64)
    open_stream(stream, np.uint64(1), number, 0)
    return stream


def decided(session: Session, view: Any, **weights: float) -> tuple[int, int]:
    numbers = SEARCH.with_weights(weights).numbers
    index, spent = search.decide(view, session.tables[0], int(view.due_seat), numbers, stream_of(1))
    return int(index), int(spent)


def test_its_weights_are_its_own_then_those_of_the_policy():
    names = tuple(SEARCH.weights)
    assert names[ITERATIONS] == "iterations"
    assert names[DOUBT] == "doubt"
    assert names[WIDTH] == "width"
    assert names[FIRST_POLICY:] == tuple(f"greedy_{name}" for name in POLICY.weights)
    assert len(POLICY.weights) == NUM_OWN
    assert (SEARCH.numbers[FIRST_POLICY:] == POLICY.numbers).all()


def test_candidates_are_the_best_choices_of_the_policy_its_own_first():
    for session, view in asked(12):
        seat, numbers = int(view.due_seat), SEARCH.with_weights({"width": 3.0}).numbers
        candidates = np.full(200, -1)
        size = plain(candidates_of)(
            view, session.tables[0], seat, numbers, stream_of(2), NUM_OWN, INPUTS.shape,
            INPUTS.write_position, INPUTS.write_choices, greedy.choose,
            np.zeros(1, policy.SCRATCH), candidates,
        )  # fmt: skip
        tried = candidates[:size].tolist()
        assert size == 3
        assert len(set(tried)) == size
        assert all(0 <= index < view.num_choices for index in tried)
        assert tried[0] == policy.choose(
            view, session.tables[0], seat, POLICY.numbers, stream_of(2)
        )


def test_it_spends_no_more_than_its_budget():
    for session, view in asked(4):
        _, spent = decided(session, view, iterations=40.0)
        assert 0 < spent <= 40


@pytest.mark.parametrize("weights", [{"iterations": 1.0}, {"iterations": 30.0, "doubt": 1e9}])
def test_without_a_budget_or_in_doubt_it_answers_as_the_policy_does(weights):
    for session, view in asked(6):
        own = policy.choose(
            view, session.tables[0], int(view.due_seat), POLICY.numbers, stream_of(1)
        )
        assert decided(session, view, **weights)[0] == own
