"""The loop that plays games and writes how all seats stand after each round, and what happens.

What happens is seen from outside, as numbers of the state that change, so that rules need no
logging.  A game can be played again from its set-up with other luck, so that the effect of the
set-up can be separated from that of later chance, and this from the chance of the bots.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import NO_DECISION
from balance.engine.batch import BATCH, LINEUP, BotFault, ask_bot, open_game
from balance.engine.game import Game
from balance.engine.layout import (
    MAX_SEATS,
    NOBODY,
    Record,
    State,
    Table,
    int32,
    int64,
    struct,
    wide,
)
from balance.engine.loop_types import compiled_loop
from balance.engine.record import write_header
from balance.engine.rng import draw, open_bot_stream, open_stream, reseed
from balance.engine.services import RoundStatus
from balance.engine.view import Hidden, cover, uncover

MAX_HOLDINGS = 8  # numbers that a seat holds
SET_UP = 0  # `what` of an event that precedes all tasks and choices

# What a task or a choice changed for a seat, and what followed from it before the next choice.
EVENT = struct(
    ("is_open", int32),  # 1 while more may follow
    ("seat", int32),
    ("rounds", int32),  # begun
    ("turns", int32),
    ("what", int32),  # the decision, or minus the task
    ("actor", int32),  # the seat whose task or choice it was
    ("card", int32),  # its row, or NOBODY
    ("is_price", int32),  # 1 if the seat has paid, and no more
    ("paid", int32, (MAX_HOLDINGS,)),
    ("gained", int32, (MAX_HOLDINGS,)),
)
# A number of the state that is watched.
WATCHED = struct(
    ("place", int64),  # its first byte
    ("width", int64),  # in bytes: 1, 2 or 4
    ("holding", int64),  # what it is a part of, or NOBODY
    ("card", int64),  # the row of the card whose copies it counts, or NOBODY
    ("known", int64),  # as it was
)
# A word of the state with watched numbers.
WATCHED_WORD = struct(
    ("seat", int64),
    ("first", int64),  # number in it
    ("end", int64),
)

MOST_DEEDS = 4_000  # acts that are counted of a game
# What a seat chose where acts were offered.
DEED = struct(
    ("seat", int32),
    ("rounds", int32),  # begun
    ("chosen", int32),  # act, or NOBODY
    ("offered", int64),  # acts, as bits
)

LUCK_SOURCE = 1 << 21  # the source of other luck, far from all other sources


@cache
def trajectory_player(game: Game) -> Callable[..., int]:
    """Return `_play_trajectories` for `game`, compiled or read from the cache."""
    return compiled_loop(_play_trajectories, game, _trajectory_types)


def _trajectory_types(of: Any) -> Any:
    types = of.types
    rounds = of.function(types.int64)
    measure = of.function(types.void, types.int64, types.float64[::1])
    write_acts = of.function(types.void, types.int64[::1])
    return types.int64(
        of.states, of.tables, of.rules, types.Tuple((rounds, measure, write_acts, write_acts)),
        of.bots,
        of.array(LINEUP), of.hidden, of.array(BATCH), types.int64[:, ::1], of.records, of.records,
        types.float32[:, :, :, ::1], types.uint64[::1], of.array(WATCHED_WORD), of.array(WATCHED),
        types.int64[::1], of.array(EVENT), of.array(EVENT), types.int64[:, ::1],
        types.int64[:, :, :, :, ::1], types.int64[:, :, ::1],
    )  # fmt: skip


@compiled
def no_rounds(state: State, table: Table) -> int:
    """Count no rounds."""
    return 0


NO_ROUND_STATUS = RoundStatus(rounds=no_rounds)  # of a game that offers none


@inlined
def write_row(
    row: NDArray[np.float32],
    state: State,
    table: Table,
    record: Record,
    measure: Callable[..., None],
    measured: NDArray[np.float64],
) -> None:
    """Write the score of each seat, and what is measured of it; the rest is 0."""
    for seat in range(row.shape[0]):
        row[seat, 0] = record.scores[seat]
        measure(state, table, seat, measured)
        for i in range(row.shape[1] - 1):
            row[seat, 1 + i] = measured[i]


@inlined
def number_at(raw8: Any, raw16: Any, raw32: Any, one: Any) -> int:
    """Return a watched number of the state, from its bytes or its words of 2 or 4 bytes."""
    if one.width == 1:
        value = wide(raw8[one.place])
    elif one.width == 2:
        value = wide(raw16[one.place >> 1])
    else:
        value = wide(raw32[one.place >> 2])
    return value


@compiled
def add_holdings(
    row: NDArray[np.float32],
    raw8: NDArray[np.int8],
    raw16: NDArray[np.int16],
    raw32: NDArray[np.int32],
    words: Any,
    numbers: Any,
    first: int,
) -> None:
    """Add what each seat holds to the columns of a row from `first` on."""
    for i in range(len(words)):
        for k in range(words[i].first, words[i].end):
            one = numbers[k]
            if one.holding == NOBODY:
                continue
            row[words[i].seat, first + one.holding] += number_at(raw8, raw16, raw32, one)


@inlined
def close_events(pending: Any, events: Any, written: int) -> int:
    """Write the seats' open events; return how many are written then, though there be no room."""
    for seat in range(len(pending) - 1):
        if pending[seat].is_open:
            written = close_event(pending[seat], events, written)
    return written


@inlined
def close_event(event: Any, events: Any, written: int) -> int:
    """Write an open event; return how many are written then."""
    event.is_open = 0
    if written < len(events):
        events[written] = event
    return written + 1


@inlined
def note_deed(deed: Any, marks: NDArray[np.int64], count: int, index: int) -> bool:
    """Write which acts were offered and which was chosen; return whether several were offered."""
    offered = wide(0)
    for choice in range(count):
        if marks[choice] != NOBODY:
            offered |= wide(1) << marks[choice]
    deed.offered, deed.chosen = offered, marks[index]
    return count > 1 and offered != 0


@compiled
def add_deeds(acted: NDArray[np.int64], deeds: Any, count: int, rounds: int) -> None:
    """Add up what was offered and chosen in each third of the rounds of a game."""
    for place in range(count):
        deed = deeds[place]
        third = min(3 * (max(wide(deed.rounds), wide(1)) - 1) // max(rounds, wide(1)), wide(2))
        for act in range(acted.shape[2]):
            if deed.offered >> act & 1:
                acted[third, deed.seat, act, 0] += 1
        if deed.chosen != NOBODY:
            acted[third, deed.seat, deed.chosen, 1] += 1


@compiled
def count_offers(
    offers: NDArray[np.int64], marks: NDArray[np.int64], count: int, index: int
) -> None:
    """Count each card that is offered once, however many choices take it, and the one chosen."""
    for choice in range(count):
        card, is_new = marks[choice], True
        if not 0 <= card < len(offers):
            continue
        for before in range(choice):
            is_new &= marks[before] != card
        if is_new:
            offers[card, 0] += 1
            offers[card, 1] += marks[index] == card


def _play_trajectories(
    states: Any,
    tables: Any,
    rules: Any,
    round_status: Any,
    bots: Any,
    lineups: Any,
    hidden: Hidden,
    batches: Any,
    wanted: NDArray[np.int64],
    records: Any,
    spares: Any,
    rows: NDArray[np.float32],
    watched: NDArray[np.uint64],
    watched_words: Any,
    numbers: Any,
    places: NDArray[np.int64],
    pending: Any,
    events: Any,
    counts: NDArray[np.int64],
    acted: NDArray[np.int64],
    offers: NDArray[np.int64],
) -> int:
    """Play games and write their records, rows and events, until a bot is at fault.

    Parameters
    ----------
    states, tables, rules, bots, lineups, hidden, batches
        As in `balance.engine.batch`; the number of the batch is the game's place in `wanted`.
    round_status : tuple of functions
        `rounds` and `measure` of a `RoundStatus`, `write` of its `Acts`, and `write_cards`.
    wanted : int64 array, shape (games, 3)
        Of each game its number; its luck after the set-up and the luck of its bots, where 0 is the
        deal's own.
    records, spares : arrays of game.record, shapes (games,) and (1,)
        The spare one is for scores of games in progress.
    rows : float32 array, shape (games, rows, seats, 1 + measures + holdings)
        Row k is after k rounds, the last one written at the end: the score as if the game ended
        then, what is measured, and what the seat holds.  With too few rows, the first ones and the
        last are written.
    watched : uint64 array, shape (words,)
        Places of words of the state, by seat; those with cards before others.
    watched_words : array of WATCHED_WORD
        What each of them has.
    numbers : array of WATCHED
        Of these words.
    places : int64 array, shape (2,)
        Where the state has the number of its turn, in bytes, or NOBODY; the first column of `rows`
        with what the seat holds.
    pending : array of EVENT, shape (MAX_SEATS + 1,)
        The open event of each seat; the last one says what is being done.
    events : array of EVENT
        Without room for any, nothing is watched.
    counts : int64 array, shape (games, 2)
        The numbers of rows and of events written.
    acted : int64 array, shape (games, 3, seats, acts, 2)
        How often an act was offered and how often it was chosen, in each third of the rounds.
    offers : int64 array, shape (games, cards, 2)
        How often a card could be taken by a choice among several, and how often it was.

    Returns
    -------
    games : int
        How many games were played whole; fewer than wanted if there was no room for their events.
    """
    begin, step, take, write_record = rules
    rounds, measure, write_acts, write_cards = round_status
    raw, raw_spare = states.view(np.uint64), spares.view(np.uint8)
    raw8, raw16, raw32 = states.view(np.int8), states.view(np.int16), states.view(np.int32)
    known = np.zeros(len(watched), np.uint64)
    words, masks = hidden
    covered = np.empty(words.shape[1], np.uint64)
    state, table, lineup, batch = states[0], tables[0], lineups[0], batches[0]
    spare = spares[0]
    luck = np.empty(2, np.uint64)
    room, is_watching, now = rows.shape[1], len(events) > 0, pending[len(pending) - 1]
    measured = np.zeros(rows.shape[3], np.float64)
    all_events = wide(0)
    num_acts, marks = acted.shape[3], np.empty(len(state.choices), np.int64)
    deeds = np.empty(MOST_DEEDS if num_acts > 0 else 0, DEED)
    for game in range(len(wanted)):
        number = wanted[game, 0]
        batch.number = game
        open_game(state, raw, lineup, batch.seed, number)
        if wanted[game, 2] > 0:
            for seat in range(MAX_SEATS):
                open_bot_stream(
                    lineup.streams[seat],
                    lineup.bot_keys[seat],
                    number // lineup.rotations,
                    wanted[game, 2],
                )
        open_stream(luck, state.key, LUCK_SOURCE, wanted[game, 1])
        begin(state, table)
        if wanted[game, 1] > 0:
            reseed(state, draw(luck))
        written, noted, begun, turns = 0, all_events, wide(0), wide(0)
        known[:] = 0
        for i in range(len(numbers)):
            numbers[i].known = 0
        now.what, now.actor, is_choice = SET_UP, NOBODY, False
        done = 0
        while True:
            if is_watching:  # here, as numba would count the references to each array of a function
                if places[0] != NOBODY:
                    turns = wide(raw32[places[0] >> 2])
                if is_choice or begun != now.rounds or turns != now.turns:
                    noted = close_events(pending, events, noted)
                now.rounds, now.turns = begun, turns
                looked, first_card = wide(NOBODY), wide(NOBODY)
                for i in range(len(watched)):
                    if raw[watched[i]] == known[i]:
                        continue
                    known[i] = raw[watched[i]]
                    word = watched_words[i]
                    if word.seat != looked:
                        looked, first_card = word.seat, wide(NOBODY)
                    for k in range(word.first, word.end):
                        one, event = numbers[k], pending[word.seat]
                        change = number_at(raw8, raw16, raw32, one) - one.known
                        if change == 0:
                            continue
                        one.known += change
                        for _ in range(change if one.card != NOBODY else wide(1)):
                            if one.card != NOBODY and event.is_open and not event.is_price:
                                noted = close_event(event, events, noted)
                            if not event.is_open:
                                pending[word.seat] = now
                                event.seat, event.is_open = word.seat, 1
                            if one.card != NOBODY:
                                event.what, event.actor = now.what, now.actor
                                event.card, event.is_price = one.card, 0
                                if first_card == NOBODY:
                                    first_card = noted
                        if one.holding == NOBODY:
                            continue
                        if first_card != NOBODY and first_card < min(noted, len(events)):
                            event = events[first_card]
                        if change < 0:
                            event.paid[one.holding] -= change
                        else:
                            event.gained[one.holding] += change
                            event.is_price = 0
            if not is_choice and written + 1 < room and begun > written:
                raw_spare[:] = 0
                write_record(state, table, spare)
                write_row(rows[game, written], state, table, spare, measure, measured)
                add_holdings(
                    rows[game, written], raw8, raw16, raw32, watched_words, numbers, places[1]
                )
                written += 1
            is_choice = state.decision != NO_DECISION
            if not is_choice:
                if state.num_tasks == 0:
                    break
                task = state.agenda[state.num_tasks - 1]
                now.what, now.actor = -task.what, task.seat
                step(state, table)
            else:
                if state.num_decisions >= batch.limit:
                    break
                seat = state.due_seat
                entry = state.lineup[seat]  # which is hidden from the bots
                now.what, now.actor = state.decision, seat
                is_covered = not lineup.uncovered[entry]
                if is_covered:
                    cover(raw, words, masks, seat, covered)
                index = ask_bot(
                    state, tables[lineup.table[entry]], seat, entry, bots, lineup, batch
                )
                if is_covered:
                    uncover(raw, words, seat, covered)
                if batch.fault != BotFault.NONE:
                    return game
                state.num_decisions += 1
                if done < len(deeds):
                    write_acts(state, table, marks)
                    if note_deed(deeds[done], marks, wide(state.num_choices), index):
                        deeds[done].seat, deeds[done].rounds = seat, begun
                        done += 1
                if offers.shape[1] > 0 and state.num_choices > 1:
                    write_cards(state, table, marks)
                    count_offers(offers[game], marks, wide(state.num_choices), index)
                take(state, table, index)
            if is_watching or room > 0 or num_acts > 0:
                begun = rounds(state, table)
        record = records[game]
        write_header(record, state, number)
        write_record(state, table, record)
        add_deeds(acted[game], deeds, done, begun)
        if room > 0:
            write_row(rows[game, written], state, table, record, measure, measured)
            add_holdings(rows[game, written], raw8, raw16, raw32, watched_words, numbers, places[1])
            written += 1
        noted = close_events(pending, events, noted)
        if is_watching and noted > len(events):
            return game
        counts[game, 0], counts[game, 1] = written, noted - all_events
        all_events = noted
    return len(wanted)
