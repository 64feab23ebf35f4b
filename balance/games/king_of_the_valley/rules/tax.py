"""Tax collectors (K8.1 - K8.5): the group that each one taxes, and the tiles turned face-down.

The groups are one choice, of 3 bits for each collector in the order passed over: 1 + the column, or
0 for a collector without a need.  The tiles of a group are another, of 4 bits for how many of each
kind: the orders A to D in the knights' column, else its own subjects; from bit 16 on the jesters.
On the agenda each collector taken has 5 bits, the first one the lowest: 1 + its number.
"""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import Player, State, Table, wide
from balance.games.king_of_the_valley.layout import (
    COLLECTOR,
    COLLECTOR_BITS,
    COUNT,
    COUNT_BITS,
    FIRST_JESTER,
    FIRST_ORDER,
    GROUP,
    GROUP_BITS,
    JESTERS_BIT,
    MAX_TAKEN,
    NUM_COLUMNS,
    NUM_ORDERS,
    Column,
    Decision,
    Kind,
    Task,
)
from balance.games.king_of_the_valley.rules.castle import count_face_up, own_slot, turn_down


@compiled
def can_be_taxed(
    state: State, table: Table, seat: int, first: int, second: int, third: int
) -> bool:
    """Return whether collectors of these kinds (0 for none) may be taken together (K8.5, A20).

    Each with a need must tax a different group: the largest need the largest group, and so on.
    """
    first = wide(table.kinds[first].need)
    second = wide(table.kinds[second].need)
    third = wide(table.kinds[third].need)
    largest = middle = smallest = 0  # groups without a marker
    player = state.seats[seat]
    for column in range(NUM_COLUMNS):
        if not player.taxed[column]:
            size = count_face_up(player, column)
            if size > largest:
                largest, middle, smallest = size, largest, middle
            elif size > middle:
                middle, smallest = size, middle
            elif size > smallest:
                smallest = size
    high, low = max(first, second, third), min(first, second, third)
    return high <= largest and first + second + third - high - low <= middle and low <= smallest


@compiled
def offer_taxes(state: State, table: Table, seat: int, collectors: int) -> None:
    """Ask which groups the collectors tax, each a different one (K8.3, K8.5)."""
    due(state, Decision.TAX, seat)
    state.collectors = collectors
    first = collectors & COLLECTOR
    second = collectors >> COLLECTOR_BITS & COLLECTOR
    third = collectors >> 2 * COLLECTOR_BITS
    for one in range(NUM_COLUMNS + 1):
        if not may_tax(state, table, seat, first, one):
            continue
        for two in range(NUM_COLUMNS + 1):
            if (two and two == one) or not may_tax(state, table, seat, second, two):
                continue
            for three in range(NUM_COLUMNS + 1):
                if three and three in (one, two):
                    continue
                if may_tax(state, table, seat, third, three):
                    offer(state, one | two << GROUP_BITS | three << 2 * GROUP_BITS)


@inlined
def may_tax(state: State, table: Table, seat: int, collector: int, group: int) -> bool:
    """Return whether a collector, 1 + its number or 0 for none, fits a group, 1 + column or 0."""
    need = wide(table.kinds[Kind.COLLECTOR - 1 + collector].need) if collector else 0
    if need == 0 or group == 0:
        return need == 0 and group == 0
    player = state.seats[seat]
    return not player.taxed[group - 1] and count_face_up(player, group - 1) >= need


@compiled
def tax(state: State, table: Table, seat: int, index: int) -> None:
    """Take the gold (K8.2, K8.3), mark the groups (K8.4) and have tiles turned down."""
    groups = chosen(state, index)
    collectors = wide(state.collectors)
    player = state.seats[seat]
    for i in range(MAX_TAKEN - 1, -1, -1):
        collector = collectors >> i * COLLECTOR_BITS & COLLECTOR
        if collector:
            kind = Kind.COLLECTOR - 1 + collector
            player.gold += table.kinds[kind].gold
            group = groups >> i * GROUP_BITS & GROUP
            if group:
                player.taxed[group - 1] = 1
                push(state, Task.TURN_DOWN, seat, kind, group - 1)


@compiled
def offer_tiles(state: State, table: Table, seat: int, kind: int, column: int) -> None:
    """Ask which tiles of the group to turn face-down (K8.3, A21, A22)."""
    due(state, Decision.TURN_DOWN, seat)
    state.group = column
    player = state.seats[seat]
    need = wide(table.kinds[kind].need)
    jesters = wide(player.up[FIRST_JESTER + column])
    if column != Column.KNIGHT:
        subjects = wide(player.up[own_slot(column)])
        for turned in range(max(0, need - subjects), min(jesters, need) + 1):
            offer(state, need - turned | turned << JESTERS_BIT)
        return
    up_a, up_b = wide(player.up[FIRST_ORDER]), wide(player.up[FIRST_ORDER + 1])
    up_c, up_d = wide(player.up[FIRST_ORDER + 2]), wide(player.up[FIRST_ORDER + 3])
    for turned in range(min(jesters, need) + 1):
        for a in range(min(up_a, need - turned) + 1):
            for b in range(min(up_b, need - turned - a) + 1):
                left = need - turned - a - b
                for c in range(max(0, left - up_d), min(up_c, left) + 1):
                    counts = a | b << COUNT_BITS | c << 2 * COUNT_BITS
                    offer(state, counts | left - c << 3 * COUNT_BITS | turned << JESTERS_BIT)


@compiled
def turn_tiles(state: State, seat: int, index: int) -> None:
    """Turn the chosen tiles face-down (K8.3)."""
    turn_counted(state.seats[seat], wide(state.group), chosen(state, index))


@compiled
def turn_counted(player: Player, column: int, counts: int) -> None:
    """Turn tiles of a group face-down; `counts` has how many of each kind."""
    if column == Column.KNIGHT:
        for order in range(NUM_ORDERS):
            turn_down(player, FIRST_ORDER + order, counts >> order * COUNT_BITS & COUNT)
    else:
        turn_down(player, own_slot(column), counts & COUNT)
    turn_down(player, FIRST_JESTER + column, counts >> JESTERS_BIT)
