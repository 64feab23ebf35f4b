"""Batches of one match: compiled, or stepped from Python where a bot is ordinary Python."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.batch import Trouble, callable_bots, cast_of, machine
from balance.engine.game import Bot
from balance.engine.jit import is_compiled, is_compiling
from balance.engine.layout import MAX_SEATS, NOBODY, State
from balance.engine.session import Session, WatchError
from balance.engine.view import hidden_at
from balance.errors import BotError, LimitError
from balance.scenario.match import Match

MAX_DECISIONS = 20_000  # of a game, after which it is cut off and its record says so


class Batches:
    """Plays batches of a match; threads may share it.

    Parameters
    ----------
    match : Match
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        lineup = match.lineup
        self._seated = np.full((lineup.rotations, MAX_SEATS), NOBODY, np.int32)
        for rotation in range(lineup.rotations):
            self._seated[rotation, : len(lineup.seats)] = lineup.seated(rotation)
        bots = [entry.bot for entry in lineup.entries]
        self._is_watched = any(bot.source for bot in bots)
        self._is_stepped = is_compiling() and not all(is_compiled(bot.choose) for bot in bots)
        if not self._is_stepped:
            self._machine = machine(match.game)
        self._hidden = hidden_at(match.game, match.laid)

    def play(self, first: int, games: int) -> NDArray[Any]:
        """Play games `first` to `first` + `games` - 1.

        Returns
        -------
        records : array of game.record, shape (games,)

        Raises
        ------
        BotError
            If a bot did what no bot may do; the text names bot, game, seed and decision.
        LimitError
            If a game goes beyond its limits; the text names game, seed and decision, and what to
            change.
        """
        records = np.zeros(games, self.match.game.record)
        if self._is_stepped:
            for place in range(games):
                records[place] = self._step_through(first + place, self._session())[0]
        else:
            self._play_compiled(first, records)
        return records

    def _play_compiled(self, first: int, records: NDArray[Any]) -> None:
        match, game, machine = self.match, self.match.game, self._machine
        states = np.zeros(1, game.state)
        where = np.zeros(5, np.int64)
        tables = match.laid.table
        entries = match.lineup.entries
        watched = [entry.bot.source is not None for entry in entries]
        casts = cast_of([entry.weights for entry in entries], watched)
        if self._is_watched:  # they may write into these, which threads would share
            tables = tables.copy()
            kept = tables.tobytes(), casts["weights"].tobytes()
        bots = callable_bots([entry.bot.choose for entry in entries])
        try:
            machine(
                states, states.view(np.uint64), tables, game.begin, game.advance, game.take,
                game.keep, bots, casts, self._seated,
                match.seed, first, MAX_DECISIONS, self._hidden.words, self._hidden.masks,
                records, where,
            )  # fmt: skip
        except Exception as error:
            self._explain(int(where[1]))
            place = f"in game {where[1]} of seed {match.seed}, after decision {where[2]}"
            if isinstance(error, LimitError):
                raise LimitError(f"{game.title}, {place}: {error}.") from None
            error.add_note(f"{place} of seat {where[3]}")
            raise
        if where[0] != Trouble.NONE:
            self._explain(int(where[1]))
            raise RuntimeError(f"a bot was stopped for nothing that can be found: {where}")
        if self._is_watched and (tables.tobytes(), casts["weights"].tobytes()) != kept:
            for number in range(first, first + len(records)):
                self._explain(number)
            raise RuntimeError("a table or weights changed for no reason that can be found")

    def _explain(self, number: int) -> None:
        """Play a game again, step by step, to raise what its bot did wrong, if one did."""
        session = self._session()
        try:
            self._step_through(number, session)
        except BotError:
            raise
        except Exception:  # not a bot's: the caller raises what it met
            return

    def _session(self) -> Session:
        laid = replace(self.match.laid, table=self.match.laid.table.copy())
        return Session(self.match.game, laid, self.match.seed)

    def _step_through(self, number: int, session: Session) -> NDArray[Any]:
        """Play one game from Python; return its record, shape (1,)."""
        match = self.match
        deal, rotation = divmod(number, match.lineup.rotations)
        weights = [entry.weights.copy() for entry in match.lineup.entries]

        def answer(state: State) -> int:
            entry = int(state.lineup[state.due_seat])
            return answer_of(
                session, match.lineup.entries[entry].bot, match.lineup.labels[entry],
                weights[entry], number,
            )  # fmt: skip

        session.play(deal, self._seated[rotation].tolist(), answer, MAX_DECISIONS)
        return session.keep(number)


def answer_of(
    session: Session, bot: Bot, label: str, weights: NDArray[np.float64], number: int
) -> int:
    """Return a bot's answer to the decision that is due in a session.

    Raises
    ------
    BotError
        If the bot fails, writes into what it was given, or answers what is not offered; the
        text names bot, game number, seed and decision.
    """
    state = session.state
    offered = int(state.num_choices)
    name = session.game.decisions(int(state.decision)).name
    place = (
        f"in game {number} of seed {session.seed}, decision {int(state.num_decisions)} ({name}, "
        f"seat {int(state.due_seat)})"
    )
    show = f"(`balance play ... --game {number}` tells the game up to there)"
    try:
        index = session.ask(bot, weights)
    except WatchError as error:
        raise BotError(
            f"The bot {label!r} wrote into {error} {place}; it may only read {show}."
        ) from None
    except Exception as error:
        raise BotError(
            f"The bot {label!r} failed {place}: {type(error).__name__}: {error} {show}."
        ) from error
    is_index = isinstance(index, int | np.integer) and not isinstance(index, bool)
    if not is_index or not 0 <= index < offered:
        raise BotError(
            f"The bot {label!r} answered {index!r} {place}, where an index from 0 to "
            f"{offered - 1} is expected {show}."
        )
    return int(index)
