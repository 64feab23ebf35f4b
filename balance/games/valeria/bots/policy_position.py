"""What the policy sees of a position: the features of which its hidden units are sums."""

from enum import IntEnum, auto

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.valeria.bots.dukes import mean_points, resource_points
from balance.games.valeria.layout import (
    Good,
    Phase,
    Task,
)
from balance.games.valeria.rules.stacks import num_exhausted
from balance.games.valeria.rules.tableau import points_in_view

_TASKS = 8  # of the agenda, in which an action that is left stands


class Position(IntEnum):
    """Features of a position; numbers without an upper limit are scaled or saturate."""

    ONE = 0  # 1, for a constant
    ROUNDS = auto()  # begun, in tens
    EXHAUSTED = auto()  # stacks, as a share of those that end the game (V9.1c)
    MONSTER_STACKS = auto()  # exhausted, as a share of all (V9.1a)
    DOMAIN_STACKS = auto()
    ACTIONS = auto()  # left in the own turn, after this one; halves
    GOLD = auto()  # held / (held + 4)
    STRENGTH = auto()
    MAGIC = auto()
    GOLD_INCOME = auto()  # expected in a round
    STRENGTH_INCOME = auto()
    MAGIC_INCOME = auto()
    POINT_INCOME = auto()
    POINTS = auto()  # collected and printed, in twenties
    DUKE = auto()  # points from the Duke, in tens, but for those for resources
    LEAD = auto()  # points in view above those of the best other player, in tens
    CITIZENS = auto()  # cards taken, in fives
    MONSTERS = auto()
    DOMAINS = auto()
    POWERS = auto()  # lasting ones, in fives
    RIVAL_MONSTERS = auto()  # the most that another player has, in fives
    RIVAL_DOMAINS = auto()
    DUKE_MONSTERS = auto()  # mean points that the Duke gives for a Monster in the grid
    DUKE_CITIZENS = auto()
    DUKE_DOMAINS = auto()
    DUKE_RESOURCES = auto()  # points for a resource


@compiled
def write_position(
    view: State, table: Table, seat: int, weights: Weights, position: Weights
) -> None:
    """Write the features of the position for `seat`; see `Position`."""
    player = view.seats[seat]
    goods = player.goods
    position[Position.ONE] = 1.0
    position[Position.ROUNDS] = 0.1 * view.rounds
    position[Position.EXHAUSTED] = num_exhausted(view) / table.exhausted_end
    position[Position.MONSTER_STACKS] = 0.2 * view.exhausted[0]
    position[Position.DOMAIN_STACKS] = 0.2 * view.exhausted[2]
    position[Position.ACTIONS] = 0.5 * actions_left(view, seat)
    for good in range(3):
        position[Position.GOLD + good] = saturated(float(goods[good]))
    position[Position.CITIZENS] = 0.2 * player.citizens
    position[Position.MONSTERS] = 0.2 * player.monsters
    position[Position.DOMAINS] = 0.2 * player.domains
    position[Position.POWERS] = 0.2 * player.num_powers
    monsters, domains, most = wide(0), wide(0), wide(0)
    for other in range(wide(table.num_seats)):
        if other != seat:
            most = max(most, points_in_view(view, other))
            monsters = max(monsters, wide(view.seats[other].monsters))
            domains = max(domains, wide(view.seats[other].domains))
    position[Position.RIVAL_MONSTERS] = 0.2 * monsters
    position[Position.RIVAL_DOMAINS] = 0.2 * domains
    write_income(view, table, seat, position)
    position[Position.LEAD] = 2.0 * position[Position.POINTS] - 0.1 * most
    write_duke(view, table, wide(player.duke) - 1, position)


@inlined
def saturated(held: float) -> float:
    """Return a number from 0 to 1 that grows with what is held: a first unit counts the most."""
    return held / (held + 4.0)


@inlined
def actions_left(view: State, seat: int) -> int:
    """Return how many actions the seat has in this turn after the one in progress (V6.2)."""
    left = wide(0)
    if view.active == seat:
        if view.phase == Phase.ROLL or view.phase == Phase.HARVEST:
            left = wide(2)
        elif view.phase == Phase.ACTION:
            tasks = wide(view.num_tasks)
            for place in range(max(wide(0), tasks - _TASKS), tasks):
                if view.agenda[place].what == Task.ACTION:
                    left += 1
    return left


@inlined
def write_income(view: State, table: Table, seat: int, position: Weights) -> None:
    """Write the points, and the expected income of a round (V5.10) from plain activations."""
    owned = view.seats[seat].owned
    gold, strength, magic, points = 0.0, 0.0, 0.0, 0.0
    for place in range(wide(table.num_earners)):
        card = wide(table.earners[place])
        copies = owned[card]
        plain = table.cards[card].plain
        gold += copies * plain[Good.GOLD]
        strength += copies * plain[Good.STRENGTH]
        magic += copies * plain[Good.MAGIC]
        points += copies * plain[Good.VP]
    position[Position.GOLD_INCOME] = gold
    position[Position.STRENGTH_INCOME] = strength
    position[Position.MAGIC_INCOME] = magic
    position[Position.POINT_INCOME] = points
    position[Position.POINTS] = 0.05 * points_in_view(view, seat)
    duke = wide(view.seats[seat].duke) - 1
    extra = wide(0)
    if duke >= 0:
        each = table.dukes[duke].points
        for card in range(wide(table.num_cards)):
            extra += wide(owned[card]) * wide(each[card])
    position[Position.DUKE] = 0.1 * extra


@inlined
def write_duke(view: State, table: Table, duke: int, position: Weights) -> None:
    """Write what the Duke gives for the cards in the grid and for resources; 0 without a Duke."""
    position[Position.DUKE_RESOURCES] = resource_points(table, duke, 1.0)
    for kind in range(3):
        mean = mean_points(view, table, duke, kind) if duke >= 0 else 0.0
        position[Position.DUKE_MONSTERS + kind] = mean
