"""Batches of games of one match: compiled, or stepped from Python where a bot is plain Python."""

import threading
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import is_compiled, is_compiling, plain
from balance.crash_notes import NUMBER, noted
from balance.engine.batch import (
    BATCH,
    BotFault,
    batch_player,
    lineup_arrays,
    new_batch,
    rules_of,
    tables_for,
)
from balance.engine.game import Bot
from balance.engine.layout import State
from balance.engine.session import Session, WatchError
from balance.engine.view import hidden_at
from balance.engine.watchdog import Watchdog, line_of
from balance.errors import BotError, LimitError, RulesError
from balance.runner.rules_errors import limit_error, rules_error
from balance.runner.watching import place_of, replay_hint, stuck_message, watch_games
from balance.scenario.code_errors import describe, line_in
from balance.scenario.match import Entry, Match

_NUMBER_AT = int(cast(Any, BATCH.fields)["number"][1])  # byte
_FIRST_GAMES = 10  # of a game as text; if none ends, its rules are wrong
MAX_DECISIONS = 20_000  # a game is cut off after so many, and its record says so


class Batches:
    """Plays batches of a match; threads may share it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        bots = [entry.bot for entry in match.lineup.entries]
        self._seated = match.lineup.by_rotation
        self._may_be_endless = match.game.described_in is not None
        self._is_watched = any(bot.is_external for bot in bots)
        self.is_stepped = is_compiling() and not all(is_compiled(bot.choose) for bot in bots)
        if not self.is_stepped:
            self._play_batch = batch_player(match.game)
        self._hidden = hidden_at(match.game, match.game_table)
        labels = " and ".join(dict.fromkeys(repr(label) for label in match.lineup.labels))
        replay = f" (to see it: {match.replay_of(0)})".replace("--game 0", f"--game {NUMBER}")
        self._in_progress = f"in game {NUMBER} of seed {match.seed}, with the bots {labels}" + (
            replay if match.replay_of(0) else ""
        )

    def play(self, first: int, games: int, limit: int | None = None) -> NDArray[Any]:
        """Play games `first` to `first` + `games` - 1; cut them off after so many decisions.

        Without a limit that is MAX_DECISIONS.

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
        if self._may_be_endless:
            self._may_be_endless = False
            self.check_ends()
        limit = MAX_DECISIONS if limit is None else limit
        records = np.zeros(games, self.match.game.record)
        with noted(self._in_progress, _NUMBER_AT) as memory:
            if self.is_stepped:
                batch: Any = new_batch(self.match.seed, first, limit, memory)[0]
                for place in range(games):
                    batch.number = first + place
                    records[place] = self._step_through(first + place, self._session(), limit)[0]
            else:
                self._play_compiled(first, records, limit, memory)
        return records

    def _play_compiled(
        self, first: int, records: NDArray[Any], limit: int, memory: memoryview | None
    ) -> None:
        match, game = self.match, self.match.game
        batches = new_batch(match.seed, first, limit, memory)
        states, batch = np.zeros(1, game.state), cast(Any, batches[0])
        entries = match.lineup.entries
        tables = tables_for(entries, match.game_table.array)
        bots, lineups = lineup_arrays(entries, self._seated, match.seed)
        if self._is_watched:  # their code may write into these, which threads would share
            before = tables.tobytes(), lineups["weights"].tobytes()
        try:
            with watch_games(match, states, batch):
                self._play_batch(
                    states, tables, rules_of(game), bots, lineups, self._hidden, batches, records
                )
        except (Exception, SystemExit) as error:
            number, decision = max(int(batch.number), first), int(batch.decision)
            self._explain(number)
            if isinstance(error, LimitError):
                raise limit_error(match, number, decision, error) from None
            if game.is_external:
                raise rules_error(match, number, decision, error) from error
            place = f"in game {number} of seed {match.seed}, after decision {decision}"
            error.add_note(f"{place} of seat {batch.seat}")
            raise
        if batch.fault != BotFault.NONE:
            self._explain(int(batch.number))
            raise RuntimeError(f"a bot was stopped for nothing that can be found: {batch}")
        if self._is_watched and (tables.tobytes(), lineups["weights"].tobytes()) != before:
            if len(records) > 1:  # find the game that does it
                for number in range(first, first + len(records)):
                    self.play(number, 1, limit)
            self._explain(first)
            raise RuntimeError("a table or weights changed for no reason that can be found")

    def check_ends(self) -> None:
        """Refuse a game as text of which none of the first games ends.

        Raises
        ------
        BotError, LimitError
        """
        self._may_be_endless = False
        if all(self.play(number, 1)["stopped"][0] for number in range(_FIRST_GAMES)):
            session = self._session()
            self._step_through(0, session, MAX_DECISIONS)
            why = self.match.game_table.why_endless(session.state) or (
                f"no ending held in {MAX_DECISIONS:,} decisions"
            )
            labels = ", ".join(self.match.lineup.labels)
            raise LimitError(
                f"{self.match.game.title}: none of the first {_FIRST_GAMES} games ended, played "
                f"by {labels}: {why}."
            )

    def check(self, number: int) -> None:
        """Play a game step by step: after each answer, what a bot may only read is as before.

        Raises
        ------
        BotError, RulesError, LimitError
        """
        self._step_through(number, self._session(), MAX_DECISIONS)

    def _explain(self, number: int) -> None:
        """Play a game again, step by step, to raise the error of its bot, if there is one."""
        session = self._session()
        try:
            self._step_through(number, session, MAX_DECISIONS)
        except (BotError, RulesError):
            raise
        except Exception:  # not a bot's: the caller raises its own
            return

    def _session(self) -> Session:
        game_table = replace(self.match.game_table, array=self.match.game_table.array.copy())
        return Session(self.match.game, game_table, self.match.seed)

    def _step_through(self, number: int, session: Session, limit: int) -> NDArray[Any]:
        """Play one game from Python; return its record, shape (1,)."""
        match = self.match
        deal, rotation = divmod(number, match.lineup.rotations)
        weights = [entry.weights.copy() for entry in match.lineup.entries]

        def answer(state: State) -> int:
            entry = int(state.lineup[state.due_seat])
            return choice_of_bot(
                session, match, match.lineup.entries[entry], weights[entry], number
            )

        session.play(deal, self._seated[rotation].tolist(), answer, limit)
        return session.write_record(number)


def choice_of_bot(
    session: Session, match: Match, entry: Entry, weights: NDArray[np.float64], number: int
) -> int:
    """Return a bot's choice at the decision that is due in a session.

    Parameters
    ----------
    match : Match
        The match that the session plays.
    entry : Entry
        The bot's.
    weights : float64 array
        A copy of the entry's, for this session.
    number : int
        Of the game.

    Raises
    ------
    BotError
        If the bot fails, writes into its arguments, or answers what is not offered; the text
        names bot, game number, seed and decision, and the command that replays the game.
    """
    state, bot, name = session.state, entry.bot, f"The bot {entry.label!r}"
    offered = int(state.num_choices)
    kind, seat = int(state.decision), int(state.due_seat)
    place = place_of(match, number, int(state.num_decisions), kind, seat)
    hint = replay_hint(match, number)
    thread = threading.get_ident()
    if offered < 1:
        raise RulesError(f"{match.game.title} offers no choice {place}{hint}")

    def explain() -> str:
        line = bot.source and line_of(thread, bot.source)
        at = f" at line {line} of {bot.source.name}" if bot.source and line else ""
        return stuck_message(match, entry, place, at, number)

    try:
        is_watched = bot.is_external or match.game.is_external
        with Watchdog(lambda: place, explain) if is_watched else nullcontext():
            index = session.ask(bot, weights)
    except WatchError as error:
        raise BotError(f"{name} wrote into {error} {place}; it may only read{hint}") from None
    except (Exception, SystemExit) as error:
        text = _cause(error, session, bot, weights)
        raise BotError(f"{name} failed {place}: {text}{hint}") from error
    is_index = isinstance(index, int | np.integer) and not isinstance(index, bool)
    if not is_index or not 0 <= index < offered:
        raise BotError(
            f"{name} answered {index!r} {place}, where an index from 0 to {offered - 1} is "
            f"expected{hint}"
        )
    return int(index)


def _cause(error: BaseException, session: Session, bot: Bot, weights: NDArray[np.float64]) -> str:
    """Return what went wrong in a bot, and where.

    Compiled code has no lines, so the bot is asked again as plain Python, if it fails there too.
    """
    game, source = session.game, bot.source or Path()
    structs = (game.state, game.table)
    if not line_in(error, source) and is_compiled(bot.choose):
        try:
            session.ask(replace(bot, choose=plain(bot.choose)), weights)
        except (Exception, SystemExit) as again:
            if type(again) is type(error):
                return describe(error, source, structs) + line_in(again, source)
    return describe(error, source, structs)
