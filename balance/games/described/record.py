"""The record of a game."""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import ONLY_THERE, WIN, Record, State, Table, wide
from balance.engine.record import share_win
from balance.errors import LimitError
from balance.games.described.layout import ALL_WIN, MAX_DEALT, NOBODY, Taking
from balance.games.described.rules.places import copies_in_play, next_kind, place_of
from balance.games.described.rules.scoring import score_seat, tie_break


@compiled
def write_record(state: State, table: Table, record: Record) -> None:
    """Write how a game went; who has the highest score has won, or all together."""
    if state.stuck != 0:
        record.stopped = 1
    record.rounds = state.rounds
    record.turns = state.turns
    record.ending = state.ending
    for kind in range(table.num_kinds):
        if copies_in_play(state, table, kind) > 0 and table.can_be_taken[kind] != Taking.NEVER:
            reached = was_within_reach(state, table, kind)
            record.available[kind] = wide(1) if reached else wide(ONLY_THERE)
    for seat in range(table.num_seats):
        score_seat(state, table, record, wide(seat))
        write_objective(state, table, record, wide(seat))
        for kind in range(table.num_kinds):
            record.taken[seat, kind] = state.seats[seat].taken[kind]
            record.rounds_taken[seat, kind] = state.seats[seat].rounds_taken[kind]
    if table.is_common:
        for seat in range(table.num_seats):
            is_won = table.endings[state.ending].wins == ALL_WIN
            record.wins[seat] = WIN // wide(table.num_seats) if is_won else wide(0)
    else:
        share_win(state, table, record, tie_break)


@inlined
def was_within_reach(state: State, table: Table, kind: int) -> bool:
    """Return whether a card lay in a zone from which a choice was offered, if it is chosen."""
    if table.can_be_taken[kind] != Taking.BY_CHOICE:
        return True
    lay = wide(state.lay[kind >> 6] >> np.uint64(kind & 63) & np.uint64(1)) != 0
    for seat in range(table.num_seats):
        lay = lay or state.seats[seat].taken[kind] > 0
    return lay


@inlined
def write_objective(state: State, table: Table, record: Record, seat: int) -> None:
    """Write which objectives a seat was dealt, which one it kept, and what that pays."""
    of = table.objectives
    record.kept[seat] = NOBODY
    for place in range(MAX_DEALT):
        record.dealt[seat, place] = state.seats[seat].dealt[place]
    count = wide(0)
    if of.kept_in != NOBODY:
        count = wide(state.sizes[place_of(table, wide(of.kept_in), seat)])
    if count == 0:
        return
    if count > 1:
        raise LimitError("a player keeps several objectives; expected one in the zone for it")
    kept = next_kind(state, table, wide(of.kept_in), seat, wide(0)) - wide(of.first_kind)
    record.kept[seat] = kept
    record.fulfilled[seat] = record.parts[seat, of.part]
    if of.offered_in == NOBODY:
        record.dealt[seat, 0] = kept
