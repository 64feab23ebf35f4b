"""The value of a castle to the planner beyond its fame: small tables of weights (BP2).

The worth of a single tile follows from the same tables, so that the planner can value the next
actions of the next player and of itself (BP4).
"""

from balance.compiling.jit import compiled
from balance.engine.layout import Player, State, Table, Weights, wide
from balance.games.king_of_the_valley.bots.choosing import usual_five
from balance.games.king_of_the_valley.bots.features import (
    collectors_left,
    count_values,
    idle_jesters,
    outside,
)
from balance.games.king_of_the_valley.bots.weights import Weight
from balance.games.king_of_the_valley.layout import (
    FIRST_JESTER,
    FIRST_ORDER,
    HILL_ROWS,
    HILL_SPACES,
    NUM_COLUMNS,
    NUM_ORDERS,
    NUM_SLOTS,
    Kind,
    Phase,
    Worths,
)
from balance.games.king_of_the_valley.rules.bonus import markers_left, may_claim, turn_five
from balance.games.king_of_the_valley.rules.castle import all_in, count_face_up, is_knight
from balance.games.king_of_the_valley.rules.hill import may_have
from balance.games.king_of_the_valley.rules.scoring import fame

_COLLECTORS = 6  # with a need, in the game as printed
_LARGEST_GROUP = 5
_FIRST_GOLD = 4
_NUM_ORDER_STEPS = 4
_FAR = 1e3  # more than the worth of any tile


@compiled
def share_left(state: State) -> float:
    """Return which share of the piles is left."""
    return wide(state.num_pile) / max(1, wide(state.num_pile) + wide(state.drawn))


@compiled
def prospects(
    state: State, table: Table, seat: int, player: Player, weights: Weights, life: float
) -> float:
    """Return the prospects of `player`, a castle of the seat (BP2).

    `life` is 1, or less if the seat has few turns left.
    """
    early = share_left(state)
    worth = life * value_prospect(state, table, player, weights)
    worth += life * group_prospect(state, table, player, weights)
    worth += early * order_prospect(state, table, seat, player, weights)
    worth += early * couple_prospect(state, table, player, weights)
    gold = wide(player.gold)
    worth += early * weights[Weight.GOLD_EARLY] * gold
    worth += early * weights[Weight.FIRST_GOLD] * min(gold, _FIRST_GOLD)
    return worth + early * weights[Weight.JESTERS_EARLY] * idle_jesters(player)


@compiled
def value_prospect(state: State, table: Table, player: Player, weights: Weights) -> float:
    """Return the prospects of sets of the five values, while there are markers (K9)."""
    values = count_values(player)
    sets = min(values)
    more = 0
    for value in values:
        more += int(value > sets)
    worth = 0.0
    if markers_left(state, table) > 0:
        worth = weights[Weight.SETS] * sets
        if more > 0:
            worth += weights[Weight.VALUES_1 + more - 1]
        if values[0] > sets:
            worth += weights[Weight.VALUES_QUEEN]
    return worth


@compiled
def group_prospect(state: State, table: Table, player: Player, weights: Weights) -> float:
    """Return the prospects of groups that were not taxed, by collectors left (K8.3)."""
    worth = 0.0
    for column in range(NUM_COLUMNS):
        size = min(count_face_up(player, column), _LARGEST_GROUP)
        if size > 0 and not player.taxed[column]:
            worth += weights[Weight.GROUP_1 + size - 1]
    return worth * collectors_left(state, table) / _COLLECTORS


@compiled
def order_prospect(
    state: State, table: Table, seat: int, player: Player, weights: Weights
) -> float:
    """Return the prospects of knight orders that may still grow (K12.2)."""
    worth = 0.0
    for kind in range(FIRST_ORDER, FIRST_ORDER + NUM_ORDERS):
        knights = all_in(player, kind)
        if 0 < knights <= _NUM_ORDER_STEPS and outside(state, table, kind) >= max(1, 3 - knights):
            worth += weights[Weight.ORDER_1 + knights - 1]
    return worth


@compiled
def couple_prospect(state: State, table: Table, player: Player, weights: Weights) -> float:
    """Return the prospects of farmers and farmwomen without partners (K12.3)."""
    lacking = all_in(player, wide(Kind.FARMER)) - all_in(player, wide(Kind.FARMWOMAN))
    if lacking > 0:
        partners = min(lacking, outside(state, table, wide(Kind.FARMWOMAN)))
        return weights[Weight.SINGLE_FARMER] * partners
    partners = min(-lacking, outside(state, table, wide(Kind.FARMER)))
    return weights[Weight.SINGLE_FARMWOMAN] * partners


@compiled
def castle_value(
    state: State, spare: State, table: Table, seat: int, weights: Weights, life: float
) -> float:
    """Return fame and prospects of a castle, after claiming a bonus in this turn (BP1)."""
    spare.seats[seat] = state.seats[seat]
    player = spare.seats[seat]
    if state.phase <= Phase.CLAIM and may_claim(state, table, seat):
        turn_five(player, table, usual_five(player))
    return fame(player, table) + prospects(state, table, seat, player, weights, life)


@compiled
def worths_of_kinds(
    state: State,
    spare: State,
    table: Table,
    seat: int,
    weights: Weights,
    life: float,
    worths: Worths,
) -> float:
    """Write into `worths`, by kind, what one more tile adds to a castle; return its value (BP4).

    A jester goes to its best column; a tax collector counts its gold less the value of the group it
    needs; monks and wizards count nothing.  The castle is changed on the way and restored.
    """
    player = state.seats[seat]
    before = castle_value(state, spare, table, seat, weights, life)
    worths[:] = 0.0
    for kind in range(Kind.JESTER):
        player.up[kind] += 1
        if is_knight(kind):
            player.knights[player.num_knights] = kind - FIRST_ORDER
            player.num_knights += 1
        worths[kind] = castle_value(state, spare, table, seat, weights, life) - before
        player.up[kind] -= 1
        player.num_knights -= int(is_knight(kind))
    for column in range(NUM_COLUMNS):
        player.up[FIRST_JESTER + column] += 1
        more = castle_value(state, spare, table, seat, weights, life) - before
        player.up[FIRST_JESTER + column] -= 1
        worths[Kind.JESTER] = max(worths[Kind.JESTER], more)
    gold = 1.0 + share_left(state) * weights[Weight.GOLD_EARLY]
    for kind in range(Kind.COLLECTOR, table.num_kinds):
        need = min(wide(table.kinds[kind].need), _LARGEST_GROUP)
        worths[kind] = gold * table.kinds[kind].gold
        if need > 0:
            worths[kind] -= life * weights[Weight.GROUP_1 + need - 1]
    return before


@compiled
def swap_gain(
    state: State,
    spare: State,
    table: Table,
    seat: int,
    weights: Weights,
    life: float,
    worths: Worths,
) -> float:
    """Return the estimated gain of a wizard: the best tile of the hill for the least valuable."""
    player = state.seats[seat]
    best = -_FAR
    for place in range(HILL_SPACES):
        tile = wide(state.hill[place // HILL_ROWS, place % HILL_ROWS])
        if may_have(player, tile):
            best = max(best, worths[tile - 1])
    before = castle_value(state, spare, table, seat, weights, life)
    least = _FAR
    for slot in range(NUM_SLOTS):
        if player.up[slot] > 0:
            player.up[slot] -= 1
            # The order of the knights may be wrong here, so no bonus is claimed.
            after = fame(player, table) + prospects(state, table, seat, player, weights, life)
            player.up[slot] += 1
            least = min(least, before - after)
    return best - least
