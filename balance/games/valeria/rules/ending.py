"""The end of an action, of a turn and of the game (V8.1, V9)."""

from balance.compiling.jit import compiled
from balance.engine.agenda import push
from balance.engine.layout import State, Table, wide
from balance.games.valeria.layout import NUM_COLUMNS, NUM_GOODS, Phase, Task
from balance.games.valeria.rules.events import offer_spaces
from balance.games.valeria.rules.solo import check_end
from balance.games.valeria.rules.stacks import cover_empty_spaces, num_exhausted
from balance.games.valeria.rules.tableau import check_held, wake_powers

_SEVERAL = 3  # place in ENDINGS


@compiled
def finish_action(state: State, table: Table) -> None:
    """Cover the spaces that became empty (V8.1); a solo game may end now (V13.10)."""
    state.acting = 0
    if table.num_events:
        offer_spaces(state, wide(state.active))
    else:
        cover_empty_spaces(state, table)
        if table.solo:
            check_end(state)


@compiled
def end_turn(state: State, table: Table, seat: int) -> None:
    """Check the end conditions; pass the dice on unless the game is over (V9.2 - V9.4)."""
    state.phase = Phase.END
    for owner in range(table.num_seats):
        wake_powers(state, table, owner)  # R12
        for good in range(NUM_GOODS):
            check_held(wide(state.seats[owner].goods[good]))
    if table.solo:
        push(state, Task.TURN, seat, 0, 0)
        return
    held = end_condition(state, table)
    if table.end_trigger_latched and state.end_reached == 0:
        state.end_reached = held  # R5
    if seat == table.num_seats - 1:
        if table.end_trigger_latched:
            held = wide(state.end_reached)
        if held > 0:
            state.ending = held - 1
            return
    push(state, Task.TURN, (seat + 1) % table.num_seats, 0, 0)


@compiled
def end_condition(state: State, table: Table) -> int:
    """Return 0, or 1 + the place in ENDINGS of the end condition that holds (V9.1)."""
    held = 0
    conditions = 0
    if state.exhausted[0] == NUM_COLUMNS:
        held = 1
        conditions += 1
    if state.exhausted[2] == NUM_COLUMNS:
        held = 2
        conditions += 1
    if num_exhausted(state) >= table.exhausted_end:
        held = 3
        conditions += 1
    return held if conditions < 2 else _SEVERAL + 1
