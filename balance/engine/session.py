"""A game stepped from Python: for tests, for narration, and for bots that are not compiled.

It uses the same functions and streams as a batch, so it plays the same game under a number.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.batch import LINEUP, open_game
from balance.engine.game import Bot, Game, GameTable
from balance.engine.layout import NOBODY, State, Weights
from balance.engine.rng import below, bot_keys, happens
from balance.engine.view import hidden_at


class WatchError(Exception):
    """A bot wrote into something that it may only read, which the message names."""


class Session:
    """One game at a time, stepped from outside.

    Attributes
    ----------
    states, tables, records : arrays of shape (1,)
    streams : uint64 array, shape (MAX_SEATS, 2)
        The streams of the bots, by seat.
    """

    def __init__(self, game: Game, game_table: GameTable, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.tables = game_table.array
        self.states = np.zeros(1, game.state)
        # Views of two fields, since a field of a scalar takes microseconds to read.
        self._decision, self._num_tasks = self.states["decision"], self.states["num_tasks"]
        self.records = np.zeros(1, game.record)
        self._hidden = hidden_at(game, game_table)
        self._lineups = np.zeros(1, LINEUP)
        self._lineups["bot_keys"] = bot_keys(seed)
        self.streams = self._lineups["streams"][0]

    @property
    def state(self) -> State:
        """The state, which steps change in place."""
        return self.states[0]

    def begin(self, deal: int, seated: Sequence[int]) -> None:
        """Set up the game of `deal` with these entries of the line-up in the seats; do no task."""
        lineup = self._lineups[0]
        lineup.rotations = 1
        lineup.seated[0] = NOBODY
        lineup.seated[0, : len(seated)] = seated
        open_game(self.state, self.states.view(np.uint64), lineup, self.seed, deal)
        self.game.begin(self.state, self.tables[0])

    @property
    def is_over(self) -> bool:
        """Whether no decision is due and no task is left."""
        return not self._decision[0] and not self._num_tasks[0]

    def step(self) -> None:
        """Do the next task on the agenda."""
        self.game.step(self.state, self.tables[0])

    def advance(self) -> None:
        """Do tasks until a decision is due or the game is over."""
        step, state, table = self.game.step, self.state, self.tables[0]
        while not self._decision[0] and self._num_tasks[0]:
            step(state, table)

    def take(self, index: int) -> None:
        """Make the offered choice with that index."""
        self.states["num_decisions"] += 1
        self.game.take(self.state, self.tables[0], index)

    def write_record(self, number: int) -> Any:
        """Return the record of the game so far, shape (1,), which the next call overwrites."""
        self.records.view(np.uint8)[:] = 0
        record = self.records[0]
        record.number = number
        record.decisions = self.state.num_decisions
        record.stopped = int(self.state.decision != 0)
        record.lineup[:] = self.state.lineup
        self.game.write_record(self.state, self.tables[0], record)
        return self.records

    def view(self, seat: int) -> NDArray[Any]:
        """Return a copy of the state in which all that `seat` may not see is 0, shape (1,)."""
        words, masks = self._hidden.words[seat], self._hidden.masks[seat]
        copy = self.states.view(np.uint64).copy()  # as a struct: field by field, 20 times slower
        places = words[1 : 1 + int(words[0])].astype(np.intp)
        copy[places] &= masks[1 : 1 + int(words[0])]
        view = copy.view(self.game.state)
        view["choices"][0, int(view["num_choices"][0]) :] = 0  # those of earlier decisions
        return view

    def ask(self, bot: Bot, weights: Weights) -> int:
        """Return the bot's answer to the decision that is due, or raise `WatchError`.

        With its noise, the answer is a random choice.
        """
        seat = int(self.state.due_seat)
        if bot.noise and happens(self.streams[seat], bot.noise):
            return int(below(self.streams[seat], int(self.state.num_choices)))
        others = np.arange(len(self.streams)) != seat
        table, numbers = self.tables.tobytes(), weights.tobytes()
        streams = self.streams[others]
        view = self.view(seat)
        before = view.tobytes()
        index = bot.choose(view[0], self.tables[0], seat, weights, self.streams[seat])
        if view.tobytes() != before:
            raise WatchError("the view")
        if self.tables.tobytes() != table:
            raise WatchError("the table")
        if weights.tobytes() != numbers:
            raise WatchError("its weights")
        if (self.streams[others] != streams).any():
            raise WatchError("the random stream of another seat")
        return index

    def play(
        self, deal: int, seated: Sequence[int], answer: Callable[[State], int], limit: int
    ) -> None:
        """Play a game to its end, or for `limit` decisions; `answer` returns a choice's index."""
        self.begin(deal, seated)
        self.advance()
        while self.state.decision != 0 and self.state.num_decisions < limit:
            self.take(answer(self.state))
            self.advance()
