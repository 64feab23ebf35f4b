"""The turn (K4) and the end of the game (K11)."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import push
from balance.engine.layout import State, Table, wide
from balance.errors import LimitError
from balance.games.king_of_the_valley.layout import GRID, MAX_TURNS, Phase, Task
from balance.games.king_of_the_valley.rules.scoring import fame

_CENTRE = GRID // 2


@inlined
def ring_of(space: int) -> int:
    """Return where a space lies, as in `Extra.START_CENTRE` and those that follow."""
    down, across = abs(space // GRID - _CENTRE), abs(space % GRID - _CENTRE)
    return max(down, across) + int(down == across == _CENTRE)


@compiled
def start_turn(state: State, table: Table, seat: int) -> None:
    """Put the phases of a turn (K4.2) on the agenda, the last one first."""
    if state.turns >= MAX_TURNS:
        raise LimitError(
            "more turns than a game may have (A32), as nobody can collect a tile any more; its "
            "sheets need more subjects"
        )
    state.turns += 1
    state.seats[seat].rings[ring_of(wide(state.seats[seat].king))] += 1
    state.active = seat
    state.recruits = 0
    state.bonuses = 0
    if seat == 0:
        state.rounds += 1
        for other in range(table.num_seats):
            state.seats[other].before_last = fame(state.seats[other], table)
    push(state, Task.END_TURN, seat, 0, 0)
    push(state, Task.REFILL, seat, 0, 0)
    push(state, Task.CLAIM, seat, 0, 0)
    push(state, Task.COLLECT, seat, 0, 0)
    state.phase = Phase.RECRUIT
    if state.rounds >= table.first_recruit_round:  # K5.1
        push(state, Task.RECRUIT, seat, 0, 0)


@compiled
def end_turn(state: State, table: Table, seat: int) -> None:
    """Go on with the next player, unless the game is over (K11.2)."""
    after = (seat + 1) % table.num_seats
    if state.triggered and after == 0:
        if state.extra_round or not table.extra_final_round:
            return
        state.extra_round = 1  # K11.4
    push(state, Task.TURN, after, 0, 0)
