"""Batches of games of one match: compiled, or stepped from Python where a bot is plain Python."""

import threading
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from balance.crash_notes import NUMBER, noted
from balance.engine.batch import (
    BATCH,
    NOT_BEGUN,
    BotFault,
    batch_player,
    lineup_arrays,
    new_batch,
    rules_of,
)
from balance.engine.game import Bot
from balance.engine.jit import is_compiled, is_compiling, plain
from balance.engine.layout import State
from balance.engine.session import Session, WatchError
from balance.engine.view import hidden_at
from balance.engine.watchdog import VARIABLE, Watchdog, line_of, patience
from balance.errors import BotError, LimitError, RulesError
from balance.scenario.match import Entry, Match

_NUMBER_AT = int(cast(Any, BATCH.fields)["number"][1])  # byte
MAX_DECISIONS = 20_000  # a game is cut off after so many, and its record says so


def warm_up(match: Match) -> None:
    """Compile what a match needs, or load it from the cache, by playing one deal."""
    Batches(match).play(0, match.lineup.rotations)


class Batches:
    """Plays batches of a match; threads may share it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        bots = [entry.bot for entry in match.lineup.entries]
        self._seated = match.lineup.by_rotation
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
        with noted(self._in_progress, _NUMBER_AT) as memory:
            if self.is_stepped:
                batch: Any = new_batch(self.match.seed, first, MAX_DECISIONS, memory)[0]
                for place in range(games):
                    batch.number = first + place
                    records[place] = self._step_through(first + place, self._session())[0]
            else:
                self._play_compiled(first, records, memory)
        return records

    def _play_compiled(self, first: int, records: NDArray[Any], memory: memoryview | None) -> None:
        match, game = self.match, self.match.game
        batches = new_batch(match.seed, first, MAX_DECISIONS, memory)
        states, batch = np.zeros(1, game.state), cast(Any, batches[0])
        tables = match.game_table.array
        entries = match.lineup.entries
        bots, lineups = lineup_arrays(entries, self._seated, match.seed)
        if self._is_watched:  # their code may write into these, which threads would share
            tables = tables.copy()
            before = tables.tobytes(), lineups["weights"].tobytes()
        try:
            with self._watch(states, batch) if self._is_watched else nullcontext():
                self._play_batch(
                    states, tables, rules_of(game), bots, lineups, self._hidden, batches, records
                )
        except (Exception, SystemExit) as error:
            self._explain(max(int(batch.number), first))
            place = f"in game {batch.number} of seed {match.seed}, after decision {batch.decision}"
            if isinstance(error, LimitError):
                raise LimitError(f"{game.title}, {place}: {error}.") from None
            if game.is_external:
                raise RulesError(
                    f"{game.title}, {place}: the rules failed: {type(error).__name__}: {error}"
                    f"{replay_hint(match, int(batch.number))}"
                ) from error
            error.add_note(f"{place} of seat {batch.seat}")
            raise
        if batch.fault != BotFault.NONE:
            self._explain(int(batch.number))
            raise RuntimeError(f"a bot was stopped for nothing that can be found: {batch}")
        if self._is_watched and (tables.tobytes(), lineups["weights"].tobytes()) != before:
            if len(records) > 1:  # find the game that does it
                for number in range(first, first + len(records)):
                    self.play(number, 1)
            self._explain(first)
            raise RuntimeError("a table or weights changed for no reason that can be found")

    def _watch(self, states: NDArray[Any], batch: Any) -> Watchdog:
        """Return a watchdog for the bots from outside the package."""
        match = self.match

        def deciding() -> Entry:
            rotation = int(batch.number) % match.lineup.rotations
            return match.lineup.entries[self._seated[rotation, int(batch.seat)]]

        def look() -> tuple[int, int] | None:
            if batch.number == NOT_BEGUN or not deciding().bot.is_external:
                return None
            return int(batch.number), int(batch.decision)

        def explain() -> str:
            kind, seat = int(states["decision"][0]), int(batch.seat)
            place = place_of(match, int(batch.number), int(batch.decision), kind, seat)
            return stuck_message(match, deciding().label, place, "", int(batch.number))

        return Watchdog(look, explain)

    def _explain(self, number: int) -> None:
        """Play a game again, step by step, to raise the error of its bot, if there is one."""
        session = self._session()
        try:
            self._step_through(number, session)
        except BotError:
            raise
        except Exception:  # not a bot's: the caller raises its own
            return

    def _session(self) -> Session:
        game_table = replace(self.match.game_table, array=self.match.game_table.array.copy())
        return Session(self.match.game, game_table, self.match.seed)

    def _step_through(self, number: int, session: Session) -> NDArray[Any]:
        """Play one game from Python; return its record, shape (1,)."""
        match = self.match
        deal, rotation = divmod(number, match.lineup.rotations)
        weights = [entry.weights.copy() for entry in match.lineup.entries]

        def answer(state: State) -> int:
            entry = int(state.lineup[state.due_seat])
            return answer_of(session, match, match.lineup.entries[entry], weights[entry], number)

        session.play(deal, self._seated[rotation].tolist(), answer, MAX_DECISIONS)
        return session.write_record(number)


def answer_of(
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

    def explain() -> str:
        line = bot.source and line_of(thread, bot.source)
        at = f" at line {line} of {bot.source.name}" if bot.source and line else ""
        return stuck_message(match, entry.label, place, at, number)

    try:
        with Watchdog(lambda: place, explain) if bot.is_external else nullcontext():
            index = session.ask(bot, weights)
    except WatchError as error:
        raise BotError(f"{name} wrote into {error} {place}; it may only read{hint}") from None
    except (Exception, SystemExit) as error:
        line = _line_of(error, bot) or _line_in_python(error, session, bot, weights)
        text = f"{type(error).__name__}: {error}{line}"
        raise BotError(f"{name} failed {place}: {text}{hint}") from error
    is_index = isinstance(index, int | np.integer) and not isinstance(index, bool)
    if not is_index or not 0 <= index < offered:
        raise BotError(
            f"{name} answered {index!r} {place}, where an index from 0 to {offered - 1} is "
            f"expected{hint}"
        )
    return int(index)


def place_of(match: Match, number: int, decision: int, kind: int, seat: int) -> str:
    """Return a description of the decision and game."""
    name = match.game.decisions(kind).name
    return f"in game {number} of seed {match.seed}, decision {decision} ({name}, seat {seat})"


def replay_hint(match: Match, number: int) -> str:
    """Return the end of a message: the command that shows the game up to there."""
    command = match.replay_of(number)
    return f". To see the game up to there: {command}" if command else "."


def stuck_message(match: Match, label: str, place: str, at: str, number: int) -> str:
    """Return the message for a bot that has not answered for too long."""
    return (
        f"The bot {label!r} has not answered for {patience():g} seconds {place}: it is stuck{at}, "
        f"and only ending the program stops it. (Set {VARIABLE}=300 before the command to wait "
        f"longer, {VARIABLE}=0 to wait for ever.){replay_hint(match, number).removeprefix('.')}"
    )


def _line_of(error: BaseException, bot: Bot) -> str:
    """Return the line of the bot's file at which it failed; compiled code has no lines."""
    line = None
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == str(bot.source):
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return f" ({bot.source.name}, line {line})" if bot.source and line else ""


def _line_in_python(
    error: BaseException, session: Session, bot: Bot, weights: NDArray[np.float64]
) -> str:
    """Return the line at which a compiled bot fails as plain Python, if it fails there too."""
    if not is_compiled(bot.choose):
        return ""
    try:
        session.ask(replace(bot, choose=plain(bot.choose)), weights)
    except (Exception, SystemExit) as again:
        return _line_of(again, bot) if type(again) is type(error) else ""
    return ""
