"""The parts of a game's record that all games write in the same way."""

from collections.abc import Callable

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import NO_DECISION
from balance.engine.layout import MAX_SEATS, WIN, Record, State, Table, wide


@inlined
def write_header(record: Record, state: State, number: int) -> None:
    """Write the number of a game, its decisions, whether it was cut off, and who sat where."""
    record.number = number
    record.decisions = state.num_decisions
    record.stopped = int(state.decision != NO_DECISION)
    for seat in range(MAX_SEATS):
        record.lineup[seat] = state.lineup[seat]


@inlined
def share_win(state: State, table: Table, record: Record, tie_break: Callable[..., int]) -> None:
    """Give the win to the highest score; ties go to the highest tie-break, or share the win.

    The scores of the record are already written; `tie_break` is a function
    (state, table, record, seat) -> int.
    """
    best = most = winners = wide(0)
    for seat in range(wide(table.num_seats)):
        score, tie = wide(record.scores[seat]), wide(tie_break(state, table, record, seat))
        if winners == 0 or score > best or (score == best and tie > most):
            best, most, winners = score, tie, wide(1)
        elif score == best and tie == most:
            winners += 1
    for seat in range(wide(table.num_seats)):
        if record.scores[seat] == best and tie_break(state, table, record, seat) == most:
            record.wins[seat] = WIN // winners


@compiled
def no_tie_break(state: State, table: Table, record: Record, seat: int) -> int:
    """Break no tie: equal scores share the win."""
    return 0


@compiled
def lead(table: Table, record: Record, seat: int) -> int:
    """Return how many points the seat is ahead of the best other; a single player has a rival."""
    most = -(1 << 30)
    for other in range(max(wide(2), wide(table.num_seats))):
        if other != seat:
            most = max(most, wide(record.scores[other]))
    return wide(record.scores[seat]) - most
