"""The loop that branches games where a card is taken.

Each game is played as it is.  Where a seat takes a card, the game goes back to the start of the
turn, is played on with a ban of the card for that seat until the turn ends, and without it to the
end, by the same bots with the same streams.  Then it goes on as it was.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import inlined
from balance.engine.agenda import NO_DECISION
from balance.engine.batch import BATCH, LINEUP, BotFault, ask_bot, open_game
from balance.engine.game import Game
from balance.engine.layout import NOBODY, State, Table, int64, struct, wide
from balance.engine.loop_types import compiled_loop
from balance.engine.view import Hidden, Words, cover, uncover

# A taking, with how the game ended for the seat as it was, and without that turn's taking.
TAKING = struct(
    ("place", int64),  # of the game among those played
    ("seat", int64),
    ("card", int64),  # its row
    ("rounds", int64),  # when it was taken
    ("wins", int64, (2,)),  # in 60ths: as it was, without
    ("leads", int64, (2,)),  # own score times the others, less the scores of the others
)
MOST_WORDS = 4  # of a state in which a ban is written


@cache
def branch_player(game: Game) -> Callable[..., int]:
    """Return `_play_branches` for `game`, compiled or read from the cache."""
    return compiled_loop(_play_branches, game, _branch_types)


def _branch_types(of: Any) -> Any:
    types = of.types
    return types.int64(
        of.states, of.tables, of.rules, of.bots, of.array(LINEUP), of.hidden, of.array(BATCH),
        types.int64[:, :, ::1], types.uint64[:, :, ::1], of.records,
        types.int64, of.array(TAKING),
    )  # fmt: skip


@inlined
def toggle(raw: Words, places: Any, patches: Any, seat: int, card: int) -> None:
    """Put a ban into a state, or take it away; see `balance.runner.takings.ban_patches`."""
    for i in range(places.shape[2]):
        if places[seat, card, i] != NOBODY:
            raw[places[seat, card, i]] ^= patches[seat, card, i]


@inlined
def write(spare: Any, raw_spare: Any, state: State, table: Table, write_record: Any) -> None:
    """Write the record of a game in progress."""
    raw_spare[:] = 0
    write_record(state, table, spare)


@inlined
def lead_of(spare: Any, table: Table, seat: int) -> int:
    """Return a seat's score times the others, less the scores of the others."""
    lead = wide(0)
    for other in range(table.num_seats):
        lead += wide(spare.scores[seat]) - wide(spare.scores[other])
    return lead


def _play_branches(
    states: Any,
    tables: Any,
    rules: Any,
    bots: Any,
    lineups: Any,
    hidden: Hidden,
    batches: Any,
    places: NDArray[np.int64],
    patches: NDArray[np.uint64],
    spares: Any,
    games: int,
    takings: Any,
) -> int:
    """Play games with their branches and write the takings, until a bot is at fault.

    Parameters
    ----------
    states, tables, rules, bots, lineups, hidden, batches
        As in `balance.engine.batch`.
    places, patches : int64 and uint64 arrays, shape (seats, cards, MOST_WORDS)
        Which words of a state change with a ban of a card for a seat, or NOBODY, and which bits;
        cards without any are not followed.
    spares : array of game.record, shape (1,)
    games : int
    takings : array of TAKING
        Those beyond its length are dropped.

    Returns
    -------
    takings : int
    """
    begin, step, take, write_record = rules
    raw, raw_spare = states.view(np.uint64), spares.view(np.uint8)
    words, masks = hidden
    covered = np.empty(words.shape[1], np.uint64)
    state, table, lineup, batch = states[0], tables[0], lineups[0], batches[0]
    spare = spares[0]
    seats, cards = places.shape[0], places.shape[1]
    turn_start, before, as_it_was = np.empty_like(raw), np.empty_like(raw), np.empty_like(raw)
    streams_at_start = lineup.streams.copy()
    streams_as_it_was = lineup.streams.copy()
    known = np.zeros((seats, cards), np.int64)  # copies taken so far
    noted = np.zeros((seats, cards), np.int64)  # the turn in which it was last branched
    written = 0
    for game in range(games):
        batch.number = batch.first + game
        open_game(state, raw, lineup, batch.seed, batch.number)
        begin(state, table)
        write(spare, raw_spare, state, table, write_record)
        for seat in range(seats):
            for card in range(cards):
                known[seat, card] = spare.taken[seat, card]
        noted[:] = -1
        turn, first = wide(spare.turns), written
        turn_start[:] = raw
        streams_at_start[:] = lineup.streams
        while True:
            if state.decision == NO_DECISION and state.num_tasks > 0:
                before[:] = raw
                step(state, table)
                write(spare, raw_spare, state, table, write_record)
                if spare.turns > turn:
                    turn = wide(spare.turns)
                    turn_start[:] = before
                    streams_at_start[:] = lineup.streams
            elif state.decision == NO_DECISION or state.num_decisions >= batch.limit:
                break
            else:
                seat = state.due_seat
                entry = state.lineup[seat]
                cover(raw, words, masks, seat, covered)
                index = ask_bot(
                    state, tables[lineup.table[entry]], seat, entry, bots, lineup, batch
                )
                uncover(raw, words, seat, covered)
                if batch.fault != BotFault.NONE:
                    return written
                state.num_decisions += 1
                take(state, table, index)
                write(spare, raw_spare, state, table, write_record)
            rounds = wide(spare.rounds)
            for pair in range(seats * cards):
                who, card = pair // cards, pair % cards
                if spare.taken[who, card] <= known[who, card]:
                    continue
                known[who, card] = spare.taken[who, card]
                if (
                    places[who, card, 0] == NOBODY
                    or noted[who, card] == turn
                    or written == len(takings)
                ):
                    continue
                noted[who, card] = turn
                as_it_was[:] = raw
                streams_as_it_was[:] = lineup.streams
                raw[:] = turn_start
                lineup.streams[:] = streams_at_start
                toggle(raw, places, patches, who, card)
                is_banned = True
                while True:
                    if state.decision == NO_DECISION and state.num_tasks > 0:
                        if is_banned:
                            before[:] = raw
                        step(state, table)
                        if is_banned:
                            write(spare, raw_spare, state, table, write_record)
                            if spare.turns > turn:
                                raw[:] = before
                                toggle(raw, places, patches, who, card)
                                is_banned = False
                    elif state.decision == NO_DECISION or state.num_decisions >= batch.limit:
                        break
                    else:
                        seat = state.due_seat
                        entry = state.lineup[seat]
                        cover(raw, words, masks, seat, covered)
                        index = ask_bot(
                            state, tables[lineup.table[entry]], seat, entry, bots, lineup, batch
                        )
                        uncover(raw, words, seat, covered)
                        if batch.fault != BotFault.NONE:
                            return written
                        state.num_decisions += 1
                        take(state, table, index)
                write(spare, raw_spare, state, table, write_record)
                taking = takings[written]
                taking.place, taking.seat, taking.card = game, who, card
                taking.rounds = rounds
                taking.wins[1] = spare.wins[who]
                taking.leads[1] = lead_of(spare, table, who)
                written += 1
                raw[:] = as_it_was
                lineup.streams[:] = streams_as_it_was
                write(spare, raw_spare, state, table, write_record)
        write(spare, raw_spare, state, table, write_record)
        for place in range(first, written):
            taking = takings[place]
            taking.wins[0] = spare.wins[taking.seat]
            taking.leads[0] = lead_of(spare, table, taking.seat)
    return written
