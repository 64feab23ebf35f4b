"""The rule of each task and of each decision: the table of contents of the rules."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import pop, skip_forced
from balance.engine.layout import State, Table, wide
from balance.games.king_of_the_valley.layout import Decision, Task
from balance.games.king_of_the_valley.rules.bonus import claim, offer_bonus
from balance.games.king_of_the_valley.rules.collect import choose_column, collect, offer_columns
from balance.games.king_of_the_valley.rules.hill import offer_recruits, offer_sides, recruit, refill
from balance.games.king_of_the_valley.rules.moves import offer_moves
from balance.games.king_of_the_valley.rules.setup import offer_places, place
from balance.games.king_of_the_valley.rules.tax import offer_taxes, offer_tiles, tax, turn_tiles
from balance.games.king_of_the_valley.rules.turns import end_turn, start_turn
from balance.games.king_of_the_valley.rules.wizard import offer_swaps, swap


@compiled
def step(state: State, table: Table) -> None:
    """Do the next task on the agenda; single choices are made without asking."""
    do_task(state, table)
    skip_forced(state, table, take)


@inlined
def do_task(state: State, table: Table) -> None:
    """Take the next task off the agenda and do it."""
    what, seat, first, second = pop(state)
    match what:
        case Task.PLACE:
            offer_places(state, table, seat)
        case Task.TURN:
            start_turn(state, table, seat)
        case Task.RECRUIT:
            offer_recruits(state, table, seat)
        case Task.COLLECT:
            offer_moves(state, table, seat)
        case Task.JESTER:
            offer_columns(state, seat)
        case Task.TAX:
            offer_taxes(state, table, seat, first)
        case Task.TURN_DOWN:
            offer_tiles(state, table, seat, first, second)
        case Task.SWAP:
            offer_swaps(state, seat)
        case Task.CLAIM:
            offer_bonus(state, table, seat)
        case Task.REFILL:
            offer_sides(state, seat)
        case Task.END_TURN:
            end_turn(state, table, seat)


@compiled
def take(state: State, table: Table, index: int) -> None:
    """Make the choice with that index."""
    seat = wide(state.due_seat)
    match state.decision:
        case Decision.PLACE:
            place(state, seat, index)
        case Decision.RECRUIT:
            recruit(state, table, seat, index)
        case Decision.COLLECT:
            collect(state, table, seat, index)
        case Decision.JESTER:
            choose_column(state, seat, index)
        case Decision.TAX:
            tax(state, table, seat, index)
        case Decision.TURN_DOWN:
            turn_tiles(state, seat, index)
        case Decision.SWAP:
            swap(state, seat, index)
        case Decision.CLAIM:
            claim(state, table, seat, index)
        case Decision.REFILL:
            refill(state, seat, index)
