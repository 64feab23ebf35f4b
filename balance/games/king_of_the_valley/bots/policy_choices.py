"""What the policy sees of the choices of a decision: a row of features and a kind for each.

A choice is described by the tiles that it brings (or takes away), by what they add to the fame, and
by what it leaves in the valley for the next player and for the player's next turn.
"""

from enum import IntEnum, auto

import numpy as np

from balance.bots.policy import Kinds, Rows
from balance.compiling.jit import compiled, inlined
from balance.engine.layout import Player, State, Table, Weights, float64, int64, struct, wide
from balance.games.king_of_the_valley.bots.filling import entering_worth, entry_worth
from balance.games.king_of_the_valley.bots.greedy import gain_of_swaps
from balance.games.king_of_the_valley.bots.valley_actions import LINES
from balance.games.king_of_the_valley.layout import (
    COLLECTOR,
    COLLECTOR_BITS,
    END_BIT,
    FIRST_JESTER,
    FIRST_ORDER,
    GROUP,
    GROUP_BITS,
    HILL_ROWS,
    HILL_SPACES,
    MASK,
    MAX_TAKEN,
    MONKS_BIT,
    NUM_COLUMNS,
    NUM_ORDERS,
    SPACE,
    SPACE_BITS,
    SPACES,
    Column,
    Decision,
    Kind,
)
from balance.games.king_of_the_valley.rules.castle import all_in, count_face_up, is_knight
from balance.games.king_of_the_valley.rules.hill import RECRUIT_NOBODY
from balance.games.king_of_the_valley.rules.moves import stride

_NUM_VALUES = 5  # K9.1; the last is that of farmers and of farmwomen
_ALL_VALUES = (1 << _NUM_VALUES) - 1
_COUNTS = np.array([float(values.bit_count()) for values in range(_ALL_VALUES + 1)])
# What the valley is worth to whoever takes its tiles; one record, as each array takes time.
_VALLEY = struct(
    ("worths", float64, (SPACES,)),  # of the tile on each space, with the gold there
    ("levels", float64, (SPACES,)),  # these worths, each once, the highest first
    ("spaces", int64, (SPACES,)),  # with each of them, a bit each
)


class Choice(IntEnum):
    """Kinds of choices, each with weights of its own."""

    MOVE = 0  # K6
    RECRUIT = auto()  # K5
    NOBODY = auto()
    JESTER = auto()  # a column for it (K7.3)
    TAX = auto()  # groups (K8.3)
    SWAP = auto()  # K8.12
    SIDE = auto()  # of the hill, to fill the valley (K10.1)


class Feature(IntEnum):
    """Features of a choice; the comments say what they are for moves, then for others."""

    ONE = 0  # 1
    INFLUENCE = auto()  # in twos; of a side that of the tiles that enter the valley
    GOLD = auto()  # in twos; of a recruit less its price
    FAME = auto()  # points for orders and couples, in twos
    QUEEN = auto()  # tiles by column, here to FARMWOMAN
    DUKE = auto()
    COUNTESS = auto()
    KNIGHT = auto()
    FARMER = auto()
    FARMWOMAN = auto()
    JESTER = auto()
    ORDER = auto()  # for each knight, the others of its order in the castle
    VALUES = auto()  # of the five, how many more have a tile now
    BONUS = auto()  # 1 if all five have a tile now
    GROUP = auto()  # for each tile, the others of its group if it may be taxed
    NEED = auto()  # tiles that collectors turn down, in threes
    NEXT = auto()  # the best influence in a straight line from the end space, in twos
    DENIED = auto()  # influence taken that the next player's king has in a straight line, in twos
    RIVAL = auto()  # the best influence that it still has there, in twos
    EMPTIED = auto()  # spaces


_NUM_FEATURES = len(Feature)


@compiled
def write_choices(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    position: Weights,
    rows: Rows,
    kinds: Kinds,
) -> bool:
    """Write the features of the choices; return whether the policy makes the decision."""
    decision = view.decision
    if decision == Decision.COLLECT:
        write_moves(view, table, seat, rows, kinds)
    elif decision == Decision.RECRUIT:
        write_recruits(view, table, seat, rows, kinds)
    elif decision == Decision.REFILL:
        write_sides(view, table, seat, rows, kinds)
    elif decision == Decision.JESTER:
        write_columns(view, seat, rows, kinds)
    elif decision == Decision.TAX:
        write_groups(view, table, seat, rows, kinds)
    elif decision == Decision.SWAP:
        write_swaps(view, table, seat, rows, kinds)
    else:
        return False
    return True


@inlined
def clear(row: Weights) -> None:
    """Set all features of a choice to 0."""
    for feature in range(_NUM_FEATURES):
        row[feature] = 0.0


@inlined
def column_of(kind: int) -> int:
    """Return the column of a subject but a jester (K7.1)."""
    column = kind
    if kind >= FIRST_ORDER:
        column = wide(Column.KNIGHT)
        if kind >= FIRST_ORDER + NUM_ORDERS:
            column = kind - NUM_ORDERS + 1
    return column


@inlined
def value_of(column: int) -> int:
    """Return which of the five values a column has (K9.1), a bit."""
    return wide(1) << min(column, wide(_NUM_VALUES - 1))


@compiled
def values_held(player: Player) -> int:
    """Return the values with a face-up tile, a bit each."""
    held = wide(0)
    for column in range(NUM_COLUMNS):
        if count_face_up(player, column) > 0:
            held |= value_of(wide(column))
    return held


@inlined
def write_values(row: Weights, held: int, lost: int, added: int) -> None:
    """Write how many values are there that were not, less those lost, and whether all are."""
    now = held & ~lost | added
    row[Feature.VALUES] = _COUNTS[now] - _COUNTS[held]
    row[Feature.BONUS] = 1.0 if now == _ALL_VALUES else 0.0


@inlined
def order_worth(table: Table, knights: int) -> int:
    """Return the points for so many knights of an order (K12.2)."""
    return wide(table.order_points[min(knights, len(table.order_points) - 1)])


@inlined
def add_tile(row: Weights, table: Table, player: Player, kind: int, before: int) -> int:
    """Add a subject that comes to the castle, `before` others of the choice; return its value.

    The value is a bit; a jester has none before it lies in a column.
    """
    row[Feature.INFLUENCE] += 0.5 * table.kinds[kind].influence
    if kind == Kind.JESTER:
        row[Feature.JESTER] += 1.0
        return wide(0)
    column = column_of(kind)
    row[Feature.QUEEN + column] += 1.0
    if is_knight(kind):
        knights = all_in(player, kind)
        row[Feature.ORDER] += knights
        row[Feature.FAME] += 0.5 * (order_worth(table, knights + 1) - order_worth(table, knights))
    elif column >= Column.FARMER:
        partner = Kind.FARMWOMAN if column == Column.FARMER else Kind.FARMER
        if all_in(player, wide(partner)) > all_in(player, kind) + before:
            row[Feature.FAME] += 0.5 * table.couple_points
    if not player.taxed[column]:
        row[Feature.GROUP] += count_face_up(player, column) + before
    return value_of(column)


@inlined
def write_worths(view: State, table: Table, worths: Weights) -> None:
    """Write the worth of the tile on each space to whoever takes it, and the gold there."""
    for space in range(SPACES):
        tile = wide(view.valley[space])
        worths[space] = 0.5 * view.coins[space]
        if tile > 0:
            kind = tile - 1
            worths[space] += entry_worth(table, kind)
            if kind >= Kind.COLLECTOR:
                worths[space] += 0.5 * table.kinds[kind].gold


@inlined
def sort_worths(worths: Weights, levels: Weights, spaces: Kinds) -> int:
    """Write the worths of spaces, each once and the highest first, and where they occur.

    `spaces` are sets, a bit for each space.  Returns how many different worths there are.
    """
    count = 0
    for space in range(SPACES):
        worth = worths[space]
        place = count
        while place > 0 and levels[place - 1] < worth:
            place -= 1
        if place > 0 and levels[place - 1] == worth:
            spaces[place - 1] |= wide(1) << space
            continue
        for later in range(count, place, -1):
            levels[later], spaces[later] = levels[later - 1], spaces[later - 1]
        levels[place], spaces[place] = worth, wide(1) << space
        count += 1
    return count


@inlined
def best_in(levels: Weights, spaces: Kinds, count: int, wanted: int) -> float:
    """Return the highest worth of a space in the set `wanted`; 0 if it is empty."""
    for place in range(count):
        if spaces[place] & wanted:
            return levels[place]
    return 0.0


@compiled
def write_moves(view: State, table: Table, seat: int, rows: Rows, kinds: Kinds) -> None:
    """Write the moves of Phase 2 (K6); see `rules.moves` for their numbers."""
    player = view.seats[seat]
    king = wide(player.king)
    rival = wide(view.seats[(seat + 1) % wide(table.num_seats)].king)
    near = wide(LINES[rival])
    held = values_held(player)
    valley = np.empty(1, _VALLEY)[0]
    worths, levels, spaces = valley.worths, valley.levels, valley.spaces
    write_worths(view, table, worths)
    count = sort_worths(worths, levels, spaces)
    for index in range(wide(view.num_choices)):
        move = wide(view.choices[index])
        end, mask, monks = move >> END_BIT & SPACE, move & MASK, move >> MONKS_BIT
        row = rows[index]
        clear(row)
        kinds[index] = Choice.MOVE
        row[Feature.ONE] = 1.0
        coins, wizards = wide(0), wide(0)
        space = king
        taken = wide(0)
        while monks:
            space = (monks & SPACE) - 1
            coins += wide(view.coins[space]) - wide(table.monk_cost)
            taken |= wide(1) << space
            row[Feature.EMPTIED] += 1.0
            monks >>= SPACE_BITS
        step = end - space
        if mask:
            step = stride(space, end)
        else:
            mask = 1
        added, tiles = wide(0), wide(0)
        while mask:
            space += step
            if mask & 1:
                kind = wide(view.valley[space]) - 1
                coins += wide(view.coins[space])
                taken |= wide(1) << space
                row[Feature.EMPTIED] += 1.0
                if kind <= Kind.JESTER:
                    added |= add_tile(row, table, player, kind, tiles)
                    tiles += 1
                else:
                    coins += wide(table.kinds[kind].gold)
                    row[Feature.NEED] += table.kinds[kind].need / 3.0
                    wizards += wide(kind == Kind.WIZARD)
                if near >> space & 1:
                    row[Feature.DENIED] += 0.5 * worths[space]
            mask >>= 1
        if wizards:
            row[Feature.INFLUENCE] += 0.5 * gain_of_swaps(view, table, seat, wizards)
        row[Feature.GOLD] = 0.5 * coins * table.gold_points
        write_values(row, held, wide(0), added)
        next_spaces = LINES[end] & ~(taken | wide(1) << rival)
        row[Feature.NEXT] = 0.5 * best_in(levels, spaces, count, next_spaces)
        left = near & ~(taken | wide(1) << end)
        row[Feature.RIVAL] = 0.5 * best_in(levels, spaces, count, left)


@compiled
def write_recruits(view: State, table: Table, seat: int, rows: Rows, kinds: Kinds) -> None:
    """Write the tiles of the hill that may be recruited, and nobody (K5)."""
    player = view.seats[seat]
    held = values_held(player)
    for index in range(wide(view.num_choices)):
        choice = wide(view.choices[index])
        row = rows[index]
        clear(row)
        row[Feature.ONE] = 1.0
        if choice == RECRUIT_NOBODY:
            kinds[index] = Choice.NOBODY
            continue
        kinds[index] = Choice.RECRUIT
        place = choice - 1
        hill_row = place % HILL_ROWS
        kind = wide(view.hill[place // HILL_ROWS, hill_row]) - 1
        added = add_tile(row, table, player, kind, wide(0))
        write_values(row, held, wide(0), added)
        row[Feature.GOLD] = -0.5 * table.prices[hill_row] * table.gold_points


@compiled
def write_sides(view: State, table: Table, seat: int, rows: Rows, kinds: Kinds) -> None:
    """Write the columns of the hill that may fill the valley (K10.1)."""
    near = wide(LINES[wide(view.seats[(seat + 1) % wide(table.num_seats)].king)])
    own = wide(LINES[wide(view.seats[seat].king)])
    for index in range(wide(view.num_choices)):
        side = wide(view.choices[index])
        row = rows[index]
        clear(row)
        kinds[index] = Choice.SIDE
        row[Feature.INFLUENCE] = 0.5 * entering_worth(view, table, side)
        count = min(wide(view.num_emptied), wide(view.heights[side]))
        for place in range(count):
            space = wide(view.emptied[place])
            kind = wide(view.hill[side, place]) - 1
            worth = 0.5 * (entry_worth(table, kind) + view.coins[space])
            if near >> space & 1:
                row[Feature.RIVAL] = max(row[Feature.RIVAL], worth)
            if own >> space & 1:
                row[Feature.NEXT] = max(row[Feature.NEXT], worth)
            if kind < Kind.JESTER:
                row[Feature.QUEEN + column_of(kind)] += 1.0
        if count < view.heights[side]:
            kind = wide(view.hill[side, count]) - 1
            row[Feature.ONE] = 0.5 * entry_worth(table, kind)  # which comes to the foot


@compiled
def write_columns(view: State, seat: int, rows: Rows, kinds: Kinds) -> None:
    """Write the columns into which a jester may go (K7.3)."""
    player = view.seats[seat]
    held = values_held(player)
    for index in range(wide(view.num_choices)):
        column = wide(view.choices[index])
        row = rows[index]
        clear(row)
        kinds[index] = Choice.JESTER
        row[Feature.QUEEN + column] = 1.0
        if not player.taxed[column]:
            row[Feature.GROUP] = 1.0 * count_face_up(player, column)
        write_values(row, held, wide(0), value_of(column))


@compiled
def write_groups(view: State, table: Table, seat: int, rows: Rows, kinds: Kinds) -> None:
    """Write the groups that collectors may tax (K8.3); see `rules.tax` for their numbers."""
    player = view.seats[seat]
    held = values_held(player)
    for index in range(wide(view.num_choices)):
        groups = wide(view.choices[index])
        collectors = wide(view.collectors)
        row = rows[index]
        clear(row)
        kinds[index] = Choice.TAX
        lost = wide(0)
        for _ in range(MAX_TAKEN):
            if groups & GROUP:
                column = (groups & GROUP) - 1
                kind = wide(Kind.COLLECTOR) + (collectors & COLLECTOR) - 1
                size, need = count_face_up(player, column), wide(table.kinds[kind].need)
                row[Feature.QUEEN + column] = 1.0
                row[Feature.GROUP] += size - need
                if column < Column.FARMER and size <= need:
                    lost |= value_of(column)
            groups >>= GROUP_BITS
            collectors >>= COLLECTOR_BITS
        write_values(row, held, lost, wide(0))


@compiled
def write_swaps(view: State, table: Table, seat: int, rows: Rows, kinds: Kinds) -> None:
    """Write the swaps of a wizard: a tile of the castle for one of the hill (K8.12)."""
    player = view.seats[seat]
    held = values_held(player)
    for index in range(wide(view.num_choices)):
        choice = wide(view.choices[index])
        slot, place = choice // HILL_SPACES, choice % HILL_SPACES
        row = rows[index]
        clear(row)
        kinds[index] = Choice.SWAP
        row[Feature.ONE] = 1.0
        kind = wide(view.hill[place // HILL_ROWS, place % HILL_ROWS]) - 1
        added = add_tile(row, table, player, kind, wide(0))
        lost = wide(0)
        given = slot - FIRST_JESTER
        if slot < FIRST_JESTER:
            given = column_of(slot)
            row[Feature.QUEEN + given] -= 1.0
            row[Feature.INFLUENCE] -= 0.5 * table.kinds[slot].influence
            if is_knight(slot):
                knights = all_in(player, slot)
                row[Feature.ORDER] -= knights - 1
                less = order_worth(table, knights - 1) - order_worth(table, knights)
                row[Feature.FAME] += 0.5 * less
        else:
            row[Feature.JESTER] -= 1.0
        if count_face_up(player, given) == 1:
            lost = value_of(given)
        write_values(row, held, lost, added)
