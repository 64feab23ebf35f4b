"""The loop that plays games to check the rules' invariants at many decisions.

The invariants of every game are checked here, those of one game by its `Invariants.check`.
"""

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.agenda import NO_DECISION, advance
from balance.engine.batch import BATCH, LINEUP, BotFault, ask_bot, open_game
from balance.engine.game import Game
from balance.engine.layout import MAX_SEATS, WIN, Record, State, Table
from balance.engine.loop_types import compiled_loop

EVERY = 8  # decisions between two checks


class Fault(IntEnum):
    """What may be wrong in any game; OWN is added to the numbers of a game's own faults."""

    NONE = 0
    FAILED = 1  # the rules raised an error
    ANSWERS = 2  # fewer than two choices, more than a state can hold, or a choice twice
    SEAT = 3  # a decision is due from an empty seat
    ANSWER = 4  # a bot made a choice that was not offered
    TASKS_LEFT = 5  # the game is over, but not all tasks are done
    WINS = 6  # the wins do not add up to one
    PARTS = 7  # the parts of a score do not add up to it
    WROTE = 8  # a bot wrote into the state, or into the random stream of another seat
    OWN = 100


class Sum(IntEnum):
    """The sums over all games, by index."""

    GAMES = 0
    DECISIONS = 1
    CHECKS = 2
    ENDLESS = 3  # games cut off at the limit of decisions
    LONGEST = 4  # the most decisions of a game that ended


@cache
def soak_player(game: Game) -> Callable[..., None]:
    """Return `_soak` for `game`, compiled or read from the cache."""
    return compiled_loop(_soak, game, _soak_types)


def _soak_types(of: Any) -> Any:
    types = of.types
    check = types.FunctionType(types.int64(of.state, of.state, of.table))
    return types.void(
        of.states, of.tables, of.rules, check, of.bots, of.array(LINEUP), of.array(BATCH),
        types.int64, of.records, types.int64[::1],
    )  # fmt: skip


@compiled
def no_check(dealt: State, state: State, table: Table) -> int:
    """Check nothing: for games without `Invariants`."""
    return 0


@compiled
def fault_in(state: State) -> int:
    """Return the fault in the decision that is due."""
    if state.num_choices < 2 or state.num_choices > len(state.choices):
        return Fault.ANSWERS
    for i in range(state.num_choices):
        for j in range(i):
            if state.choices[i] == state.choices[j]:
                return Fault.ANSWERS
    if state.due_seat < 0 or state.due_seat >= MAX_SEATS or state.lineup[state.due_seat] < 0:
        return Fault.SEAT
    return Fault.NONE


@compiled
def fault_in_record(record: Record, is_solo: bool) -> int:
    """Return the fault in the record of a finished game; a single player may also lose or draw."""
    won = 0
    for seat in range(MAX_SEATS):
        won += record.wins[seat]
        points = 0
        for part in range(record.parts.shape[1]):
            points += record.parts[seat, part]
        if points != record.scores[seat]:
            return Fault.PARTS
    if won != WIN and not (is_solo and (won == 0 or won == WIN // 2)):
        return Fault.WINS
    return Fault.NONE


def _soak(
    states: Any,
    tables: Any,
    rules: Any,
    check: Callable[..., int],
    bots: Any,
    lineups: Any,
    batches: Any,
    games: int,
    records: Any,
    sums: NDArray[np.int64],
) -> None:
    """Play games until one has a fault, which is then in the batch, see `Fault`.

    Parameters
    ----------
    states : array of game.state, shape (2,)
        The state of the game, and the state after its deal.
    tables, rules, bots, lineups, batches
        As in `balance.engine.batch`.
    check : function
        Of `Invariants`, or `no_check`.  It is called after the deal, at the end, and at every
        EVERY-th decision, with another offset in each game.
    records : array of game.record, shape (1,)
    sums : int64 array, shape (len(Sum),)
        The counts of these games are added to it.
    """
    begin, step, take, write_record = rules
    raw, raw_record = states[:1].view(np.uint64), records.view(np.uint8)
    raw_dealt = states[1:].view(np.uint64)
    state, dealt, table, lineup, batch = states[0], states[1], tables[0], lineups[0], batches[0]
    record = records[0]
    before, streams = np.empty(len(raw), np.uint64), np.empty((MAX_SEATS, 2), np.uint64)
    for number in range(batch.first, batch.first + games):
        batch.number = number
        batch.decision = 0
        open_game(state, raw, lineup, batch.seed, number)
        begin(state, table)
        raw_dealt[:] = raw
        advance(state, table, step)
        while state.decision != NO_DECISION and state.num_decisions < batch.limit:
            batch.decision = state.num_decisions
            is_checked = (state.num_decisions + number) % EVERY == 0 or state.num_decisions == 0
            if is_checked:
                before[:], streams[:] = raw, lineup.streams
                fault = fault_in(state)
                if fault == Fault.NONE:
                    own = check(dealt, state, table)
                    fault = Fault.OWN + own if own > 0 else 0
                if fault > 0:
                    batch.fault = fault
                    return
                sums[Sum.CHECKS] += 1
            seat = state.due_seat
            entry = state.lineup[seat]
            index = ask_bot(state, tables[lineup.table[entry]], seat, entry, bots, lineup, batch)
            if batch.fault != BotFault.NONE:
                batch.fault = Fault.ANSWER
                return
            if is_checked:
                streams[seat] = lineup.streams[seat]
                if (before != raw).any() or (streams != lineup.streams).any():
                    batch.fault = Fault.WROTE
                    return
            state.num_decisions += 1
            take(state, table, index)
            advance(state, table, step)
        batch.decision = state.num_decisions
        sums[Sum.GAMES] += 1
        sums[Sum.DECISIONS] += state.num_decisions
        if state.decision == NO_DECISION:
            sums[Sum.LONGEST] = max(sums[Sum.LONGEST], np.int64(state.num_decisions))
            if state.num_tasks != 0:
                batch.fault = Fault.TASKS_LEFT
                return
        else:
            sums[Sum.ENDLESS] += 1
        raw_record[:] = 0
        write_record(state, table, record)
        sums[Sum.ENDLESS] += record.stopped  # of a game that went on without a choice
        own = check(dealt, state, table)
        sums[Sum.CHECKS] += 1
        batch.fault = fault_in_record(record, table.num_seats == 1)
        if own > 0:
            batch.fault = Fault.OWN + own
        if batch.fault > 0:
            return
