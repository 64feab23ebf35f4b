"""The solo game (V13): the Dark Lord's attacks and captures, the second Harvest, the end."""

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.games.valeria.layout import (
    DARK_LORD,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    NUM_COLUMNS,
    Decision,
    Phase,
    Task,
)
from balance.games.valeria.rules.reach import leave
from balance.games.valeria.rules.stacks import lift, num_exhausted, top_card, turn_up
from balance.games.valeria.rules.tableau import change_tableau

_FREE = 6  # the number for which the player chooses the column
_MOST_EXHAUSTED = 5
_NO_MONSTERS, _FIVE_STACKS, _DESTROYED = 4, 5, 6  # places in ENDINGS


@compiled
def start_attacks(state: State, table: Table, seat: int) -> None:
    """Begin the Monsters Phase: each die attacks, with an option their sum too (V13.4, V13.7)."""
    state.phase = Phase.MONSTERS
    for i in range(2):
        state.attacks[i] = state.dice[i] if table.solo_uses_final_dice else state.rolled[i]  # R16
    total = wide(state.attacks[0]) + wide(state.attacks[1])
    state.attacks[2] = total if table.solo_sum_attacks and total <= _FREE else 0
    push(state, Task.ATTACK, seat, 0, 0)


@compiled
def offer_attacks(state: State, table: Table, seat: int) -> None:
    """Ask which attack is next, and on which column (V13.4, R15); some have no target (V13.5)."""
    due(state, Decision.ATTACK, seat)
    for i in range(len(state.attacks)):
        shown = wide(state.attacks[i])
        if shown == 0 or (i == 1 and shown == state.attacks[0]):
            continue  # equal dice attack alike
        for column in range(NUM_COLUMNS):
            aimed = column == shown - 1 or shown == _FREE
            forced = shown < _FREE and table.solo_exhausted_attacks
            if aimed and (state.heights[column] > 0 or forced):
                offer(state, column + NUM_COLUMNS * (shown - 1))
    if state.num_choices == 0:
        state.attacks[:] = 0  # the other attacks have no target


@compiled
def attack(state: State, seat: int, index: int) -> None:
    """Let the attack hit its column; the next one follows when it is finished (R15)."""
    choice = chosen(state, index)
    i = 0
    while state.attacks[i] != choice // NUM_COLUMNS + 1:
        i += 1
    state.attacks[i] = 0
    push(state, Task.ATTACK, seat, 0, 0)
    push(state, Task.CAPTURE, seat, choice % NUM_COLUMNS, 0)


@compiled
def offer_captures(state: State, table: Table, seat: int, column: int) -> None:
    """Ask which Citizen is captured, else a Domain; without either the game is lost (V13.6)."""
    upper = FIRST_CITIZENS + column
    lower = upper + NUM_COLUMNS
    domains = FIRST_DOMAINS + column
    due(state, Decision.CAPTURE, seat)
    if state.heights[upper] > 0:
        offer(state, upper)
    if state.heights[lower] > 0:
        offer(state, lower)
    if state.num_choices == 0:
        if state.heights[domains] > 0:
            offer(state, domains)
        else:
            end_game(state, _DESTROYED)  # V13.8


@compiled
def capture(state: State, table: Table, seat: int, index: int) -> None:
    """Put the card before the Dark Lord (V13.6)."""
    stack = chosen(state, index)
    leave(state, stack, top_card(state, stack))
    change_tableau(state, table, DARK_LORD, lift(state, table, stack), 1)
    if stack >= FIRST_DOMAINS:
        turn_up(state, stack)
    push(state, Task.COVER, seat, 0, 0)


@compiled
def start_second_harvest(state: State, seat: int) -> None:
    """Harvest the same roll again, with the right-hand abilities (V13.9)."""
    state.phase = Phase.SECOND_HARVEST
    push(state, Task.HARVEST, seat, 0, 0)
    if state.stealing:
        push(state, Task.STEAL_FIRST, seat, 0, 0)


@compiled
def check_end(state: State) -> None:
    """End the game at once if no Monsters are left or too many stacks exhausted (V13.10, R17)."""
    if state.exhausted[0] == NUM_COLUMNS:
        end_game(state, _NO_MONSTERS)
    elif num_exhausted(state) >= _MOST_EXHAUSTED:
        end_game(state, _FIVE_STACKS)


@compiled
def end_game(state: State, ending: int) -> None:
    """End the game at once."""
    state.phase = Phase.END
    state.ending = ending
    state.num_tasks = 0
