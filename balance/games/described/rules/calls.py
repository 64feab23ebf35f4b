"""The step of a game with functions of its own, which lines call.

`balance.games.described.own_rules` loads this module once more for each such game, with the game's
functions in place of these.
"""

from balance.compiling.jit import compiled
from balance.engine.agenda import pop
from balance.engine.layout import State, Table
from balance.games.described import calls
from balance.games.described.layout import Task
from balance.games.described.rules import dispatch
from balance.games.described.rules.register import it_of, number_of


@compiled
def nothing(game: calls.Call) -> None:
    """Do nothing: the place of a function that a game does not have."""


called_0 = called_1 = called_2 = called_3 = called_4 = called_5 = called_6 = called_7 = nothing


@compiled
def step(state: State, table: Table) -> None:
    """Call a function if that is next; else do the next task, as in any described game."""
    if state.agenda[state.num_tasks - 1].what != Task.CALL:
        dispatch.step(state, table)
        return
    _, seat, number, register = pop(state)
    game = calls.Call(state, table, seat, it_of(register), number_of(register))
    match number:
        case 0:
            called_0(game)
        case 1:
            called_1(game)
        case 2:
            called_2(game)
        case 3:
            called_3(game)
        case 4:
            called_4(game)
        case 5:
            called_5(game)
        case 6:
            called_6(game)
        case 7:
            called_7(game)
