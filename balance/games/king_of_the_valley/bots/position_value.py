"""The value V of a position for a seat: a sum of features times weights.

It depends on the position alone and is always added up in the same order, so that equal positions
have exactly equal values.  Features with weight 0 are not computed.

Whether this turn is the seat's last, and how many more it may have, follows from the tiles left in
the piles and the gaps to fill.  It certainly is the last if the end has been triggered, if the
piles cannot fill the gaps, or if the seats behind use them up in this round by taking one tile
each.  With an extra final round only that round has last turns.
"""

from typing import Any, NamedTuple

from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.king_of_the_valley.bots.features import (
    ALL_COLUMNS,
    FARMERS,
    KNIGHTS,
    collectors_left,
    couple_potential,
    idle_jesters,
    kingdom_potential,
    order_potential,
    swap_hope,
    tax_potential,
)
from balance.games.king_of_the_valley.bots.filling import threat
from balance.games.king_of_the_valley.bots.prospects import castle_value
from balance.games.king_of_the_valley.bots.valley_actions import (
    LINES,
    NO_WORTH,
    best_action,
    best_from,
    value_spaces,
)
from balance.games.king_of_the_valley.bots.weights import Weight
from balance.games.king_of_the_valley.layout import (
    HILL_SPACES,
    NUM_SIDES,
    SPACES,
    Kind,
    Phase,
    Worths,
)
from balance.games.king_of_the_valley.rules.hill import may_fill
from balance.games.king_of_the_valley.rules.moves import closed_to
from balance.games.king_of_the_valley.rules.scoring import (
    count_couples,
    fame,
    influence,
    order_points,
)

_MOST_TILES = 7  # that a turn may use up: six spaces emptied (I4) and a recruit
_FADING, _KINGDOM_FADING = 3.0, 2.0  # own turns left below which potentials count less
_LOW_ROWS = 2

SPARE = 3  # the level on which refills are tried
NUM_LEVELS = 4


class Trial(NamedTuple):
    """What bots need to try choices of a seat and to value the positions after them."""

    levels: NDArray[Any]  # of STATE, shape (NUM_LEVELS,): copies of the view, see `lookahead`
    table: Table
    seat: int
    weights: Weights
    notes: Worths  # scratch for the worths of spaces, shape (SPACES,) or more


@compiled
def looks_at_valley(weights: Weights) -> bool:
    """Return whether any weight is for what is in the valley or on the hill."""
    looks = False
    for weight in range(Weight.OWN_BEST, Weight.CLOSING + 1):
        looks = looks or weights[weight] != 0.0
    return looks


@compiled
def value(trial: Trial, state: State) -> float:
    """Return V of the position for the seat of the trial; its level SPARE is overwritten."""
    table, seat, weights = trial.table, trial.seat, trial.weights
    if weights[Weight.TABLES] != 0.0:
        life = life_of(turns_left(state, table, seat), weights)
        return castle_value(state, trial.levels[SPARE], table, seat, weights, life)
    player = state.seats[seat]
    worth = weights[Weight.INFLUENCE] * influence(player, table)
    if weights[Weight.ORDERS] != 0.0:
        worth += weights[Weight.ORDERS] * order_points(player, table)
    if weights[Weight.COUPLES] != 0.0:
        worth += weights[Weight.COUPLES] * (count_couples(player, table) * table.couple_points)
    worth += weights[Weight.MARKERS] * (player.markers * table.kingdom_marker_points)
    worth += weights[Weight.GOLD] * (player.gold * table.gold_points)
    share, kingdom_share = 1.0, 1.0
    if weights[Weight.FADE] != 0.0:
        turns = turns_left(state, table, seat)
        if turns == 0.0:
            return worth
        share = min(1.0, turns / _FADING)
        kingdom_share = min(1.0, turns / _KINGDOM_FADING)
    more = castle_potential(state, table, seat, weights, kingdom_share)
    if state.phase > Phase.COLLECT and looks_at_valley(weights):
        more += valley_value(trial, state)
    return worth + share * more


@compiled
def life_of(turns: float, weights: Weights) -> float:
    """Return the share at which prospects count with this many own turns to come."""
    return min(1.0, turns / weights[Weight.FADING]) if weights[Weight.FADING] > 0.0 else 1.0


@compiled
def castle_potential(
    state: State, table: Table, seat: int, weights: Weights, kingdom_share: float
) -> float:
    """Return the value of what a castle may still become."""
    player = state.seats[seat]
    worth = 0.0
    if weights[Weight.KINGDOM] != 0.0:
        worth += weights[Weight.KINGDOM] * kingdom_share * kingdom_potential(player)
    all_groups, knights = weights[Weight.TAX], weights[Weight.TAX_KNIGHTS]
    farmers = weights[Weight.TAX_FARMERS]
    if all_groups != 0.0 or knights != 0.0 or farmers != 0.0:
        collectors = collectors_left(state, table)
        if all_groups != 0.0:
            worth += all_groups * tax_potential(player, ALL_COLUMNS, collectors)
        if knights != 0.0:
            worth += knights * tax_potential(player, KNIGHTS, collectors)
        if farmers != 0.0:
            worth += farmers * tax_potential(player, FARMERS, collectors)
    early = wide(state.num_pile) / max(1, wide(state.num_pile) + wide(state.drawn))
    orders = weights[Weight.KNIGHTS] + early * weights[Weight.KNIGHTS_EARLY]
    if orders != 0.0:
        worth += orders * order_potential(state, table, seat)
    pairs = weights[Weight.PAIRS] + early * weights[Weight.PAIRS_EARLY]
    if pairs != 0.0:
        worth += pairs * couple_potential(state, table, seat)
    worth += weights[Weight.GOLD_EARLY] * early * player.gold
    if weights[Weight.JESTERS_EARLY] != 0.0:
        worth += weights[Weight.JESTERS_EARLY] * early * idle_jesters(player)
    if weights[Weight.WIZARDS] != 0.0:
        worth += weights[Weight.WIZARDS] * swap_hope(state, table, player)
    return worth


@inlined
def gaps(state: State) -> int:
    """Return how many tiles this turn draws from the piles, as far as is known."""
    count = HILL_SPACES + wide(state.num_emptied)
    for side in range(NUM_SIDES):
        count -= wide(state.heights[side])
    # Before the move of Phase 2, which will take at least one tile.
    return count + int(state.phase <= Phase.COLLECT)


@compiled
def turns_left(state: State, table: Table, seat: int) -> float:
    """Return how many own turns to expect after this one; 0 only if this one is surely the last."""
    behind = wide(table.num_seats) - 1 - seat
    left = wide(state.num_pile) - gaps(state)
    extra = 0.0
    if table.extra_final_round:
        if state.extra_round:
            return 0.0
        extra = 1.0
    if state.triggered or left < behind:
        return extra
    used = wide(state.num_pile) + wide(state.drawn) - left
    a_turn = max(1.0, used / max(1, wide(state.turns)))
    if left < behind * a_turn:
        return extra + left / (behind * a_turn)
    return extra + 1.0 + (left - behind * a_turn) / (wide(table.num_seats) * a_turn)


@compiled
def valley_value(trial: Trial, state: State) -> float:
    """Return the value to the seat of the tiles left in the valley and on the hill."""
    table, seat, weights, worths = trial.table, trial.seat, trial.weights, trial.notes
    worth = 0.0
    king = wide(state.seats[seat].king)
    if weights[Weight.OWN_BEST] != 0.0 or weights[Weight.OWN_SAFE] != 0.0:
        worth += weights[Weight.OWN_BEST] * best_action(state, table, seat, worths)
        if weights[Weight.OWN_SAFE] != 0.0:
            worth += weights[Weight.OWN_SAFE] * best_safe(state, table, seat, worths)
    if weights[Weight.GOLD_NEAR] != 0.0:
        for space in range(SPACES):
            if LINES[king] >> space & 1:
                worth += weights[Weight.GOLD_NEAR] * state.coins[space]
    if weights[Weight.CLOSING] != 0.0 and state.num_pile - gaps(state) < _MOST_TILES:
        worth += weights[Weight.CLOSING] * lead(state, table, seat)
    denying = weights[Weight.NEXT_BEST]
    denying += weights[Weight.NEXT_BEST_SHARED] / (wide(table.num_seats) - 1)
    handed, under = weights[Weight.HANDED], weights[Weight.UNDER_KING]
    if denying != 0.0 or handed != 0.0 or under != 0.0:
        worth += refill_value(trial, state, denying, handed, under)
    return worth


@compiled
def best_safe(state: State, table: Table, seat: int, worths: Worths) -> float:
    """Return the best own action without tiles that opponents reach in a straight move."""
    closed = closed_to(state, table, seat)
    value_spaces(state, table, seat, worths, 1.0, 1.0, closed)
    for other in range(table.num_seats):
        king = wide(state.seats[other].king)
        if other != seat and king >= 0:
            for space in range(SPACES):
                if LINES[king] >> space & 1:
                    worths[space] = NO_WORTH
    return best_from(state, table, seat, worths, 1.0, closed, wide(state.seats[seat].king))


@compiled
def lead(state: State, table: Table, seat: int) -> float:
    """Return 1 if the seat's fame is the highest, -1 if another's is, 0 if it shares the lead."""
    others = -1
    for other in range(table.num_seats):
        if other != seat:
            others = max(others, fame(state.seats[other], table))
    own = fame(state.seats[seat], table)
    return float(int(own > others) - int(own < others))


@compiled
def refill_value(trial: Trial, state: State, denying: float, handed: float, under: float) -> float:
    """Return the value of the refill that leaves the next player least (BF7, threat)."""
    table, seat, spare = trial.table, trial.seat, trial.levels[SPARE]
    least = 1e9
    worth = 0.0
    for side in range(NUM_SIDES):
        if state.num_emptied > 0 and may_fill(state, side):
            best = threat(state, spare, table, seat, trial.notes, side)
            if best < least:
                least = best
                worth = denying * best + handed * nobles_entering(state, side)
                kind = wide(spare.valley[wide(state.seats[seat].king)]) - 1
                if 0 <= kind < Kind.JESTER:
                    worth += under * table.kinds[kind].influence
    return worth


@compiled
def nobles_entering(state: State, side: int) -> int:
    """Return how many queens and dukes the bottom rows of a column bring into the valley."""
    count = 0
    rows = min(_LOW_ROWS, wide(state.num_emptied), wide(state.heights[side]))
    for row in range(rows):
        count += int(0 < state.hill[side, row] <= Kind.DUKE + 1)
    return count
