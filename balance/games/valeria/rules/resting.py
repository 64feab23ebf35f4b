"""The resting player of a game of five (V12)."""

from balance.engine.jit import inlined
from balance.engine.layout import State, Table, wide


@inlined
def is_resting(state: State, table: Table, seat: int) -> bool:
    """Return whether the seat rests: the player before the active one does (V12.2)."""
    if not table.rests:
        return False  # it saves a division for each seat and Harvest
    return seat == (wide(state.active) + wide(table.num_seats) - 1) % wide(table.num_seats)


@inlined
def is_in_play(state: State, table: Table, seat: int) -> bool:
    """Return whether the seat can be robbed, lose goods and be triggered (V12.4, R18)."""
    return not table.resting_not_in_play or not is_resting(state, table, seat)
