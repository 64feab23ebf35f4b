"""A bot for Valeria that searches with the toolkit's own search.

Try it with ``balance duel examples/bots/thinker.py:ponder greedy --games 200``.

The search uses a fast bot twice: for the choice that another one must beat, and for everybody's
choices in the games that it plays to their end.  Here that is `thrifty`, from the file beside.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from thrifty import thrifty  # type: ignore[import-not-found]

from balance.bots.search import NUM_OWN, all_choices, play_out, search_choices
from balance.engine.layout import State, Stream, Table, Weights
from balance.games.valeria import GAME
from balance.games.valeria.services.determinise import determinise

step, take, write_record = GAME.step, GAME.take, GAME.write_record
STATE, RECORD = GAME.state, GAME.record


def ponder(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Try each choice with the same luck; thrifty plays on for everybody."""
    usual = thrifty(view, table, seat, weights[NUM_OWN:], stream)
    candidates = np.empty(len(view.choices), np.int64)
    size = all_choices(view, usual, candidates)
    states = np.empty(2, STATE)
    records = np.zeros(2, RECORD)
    return search_choices(
        view, table, seat, weights, stream, candidates, np.zeros(size),
        determinise, try_out, states, records,
    )[0]  # fmt: skip


def try_out(
    state: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    index: int,
    records: NDArray[Any],
) -> float:
    """Return the worth of a choice: thrifty plays on for everybody to the end of the game."""
    rest = weights[NUM_OWN:]  # thrifty's weights come after those of the search
    return play_out(
        state, table, seat, weights, stream, index, records, rest,
        step, take, write_record, thrifty,
    )  # fmt: skip
