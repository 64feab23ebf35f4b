"""What a Duke gives: for resources, for the cards in the grid, and in all to whom may keep it."""

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.valeria.bots.greedy_values import LEFTOVER, MONSTERS
from balance.games.valeria.layout import FIRST_CITIZENS, FIRST_DOMAINS, NO_CARD, NUM_STACKS
from balance.games.valeria.rules.stacks import top_card

_KINDS = (0, FIRST_CITIZENS, FIRST_DOMAINS, NUM_STACKS)  # stacks of Monsters, Citizens, Domains


@inlined
def resource_points(table: Table, duke: int, resources: float) -> float:
    """Return a Duke's points for so many resources, before rounding (V10.3); 0 without a Duke."""
    if duke < 0 or table.dukes[duke].divisor == 0:
        return 0.0
    return resources * table.dukes[duke].resource_points / table.dukes[duke].divisor


@inlined
def mean_points(view: State, table: Table, duke: int, kind: int) -> float:
    """Return the mean points of a Duke for the Monsters, Citizens or Domains in the grid."""
    points, stacks = 0, 0
    for stack in range(_KINDS[kind], _KINDS[kind + 1]):
        card = top_card(view, stack)
        if card != NO_CARD:
            stacks += 1
            points += wide(table.dukes[duke].points[card])
    return float(points) / max(1, stacks)


@compiled
def duke_value(view: State, table: Table, weights: Weights, duke: int) -> float:
    """Return the expected points of a Duke for the usual number of cards of each type.

    Cards are weighted with their points, as those that give more are taken more often.
    """
    worth = resource_points(table, duke, weights[LEFTOVER])
    for kind in range(len(_KINDS) - 1):
        points, squares = 0.0, 0.0
        for stack in range(_KINDS[kind], _KINDS[kind + 1]):
            card = top_card(view, stack)
            if card != NO_CARD:
                each = float(table.dukes[duke].points[card])
                points += each * view.heights[stack]
                squares += each * each * view.heights[stack]
        if points > 0.0:
            worth += weights[MONSTERS + kind] * squares / points
    return worth
