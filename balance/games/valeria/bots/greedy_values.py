"""What things are worth to a greedy player, in victory points: goods, cards, effects."""

from typing import TypeAlias

from balance.engine.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.valeria.layout import (
    FIRST_DOMAINS,
    NO_CARD,
    NO_SET,
    NUM_STACKS,
    Good,
    Op,
    Role,
    Timing,
)
from balance.games.valeria.rules.paying import count
from balance.games.valeria.rules.stacks import top_card

# Places in greedy.toml; a good's place is its number.
(GOLD, STRENGTH, MAGIC, POINT, INCOME, ROUNDS, _, _, _, _, DUKE, ROLE, POWER, SLAY, RECRUIT,
 BUILD, LEFTOVER, MONSTERS, _, _) = range(20)  # fmt: skip
_LONG, _OVERTIME = 15, 0.25  # rounds of a long game, and points for each one more
Tastes: TypeAlias = tuple[float, ...]  # the weights, or those of the goods alone


@inlined
def unpacked(weights: Weights) -> Tastes:
    """Return the weights as a tuple; its first four are what a unit of each good is worth.

    Numbers travel into inlined functions for nothing, an array is counted by reference each time.
    """
    return (
        weights[0], weights[1], weights[2], weights[3], weights[4], weights[5], weights[6],
        weights[7], weights[8], weights[9], weights[10], weights[11], weights[12], weights[13],
        weights[14], weights[15], weights[16], weights[17], weights[18], weights[19],
    )  # fmt: skip


@inlined
def rounds_left(view: State, table: Table, weights: Weights) -> float:
    """Return how many rounds are expected to come."""
    horizon = weights[ROUNDS + table.num_seats - 1]
    return max(0.0, horizon - view.rounds)


@inlined
def points_value(view: State, table: Table, seat: int, tastes: Tastes, card: int) -> float:
    """Return what a card's points are worth, printed and by the Duke."""
    duke = wide(view.seats[seat].duke) - 1
    return tastes[POINT] * table.cards[card].vp + tastes[DUKE] * table.dukes[duke].points[card]


@inlined
def goods_value(values: Tastes, goods: Weights) -> float:
    """Return what amounts of goods are worth."""
    return (
        values[GOLD] * goods[Good.GOLD]
        + values[STRENGTH] * goods[Good.STRENGTH]
        + values[MAGIC] * goods[Good.MAGIC]
        + values[POINT] * goods[Good.VP]
    )


@inlined
def monster_value(view: State, table: Table, seat: int, tastes: Tastes, card: int) -> float:
    """Return what a Monster is worth, with its reward."""
    face = table.cards[card]
    worth = tastes[SLAY] + points_value(view, table, seat, tastes, card)
    worth += goods_value(tastes, face.plain)
    if face.varied:
        worth += varied_gain(view, table, seat, tastes[:4], card)
    return worth


@inlined
def citizen_value(
    view: State,
    table: Table,
    seat: int,
    tastes: Tastes,
    card: int,
    rounds: float,
    lacking: tuple[int, int, int, int],
) -> float:
    """Return what a Citizen is worth, with its income in the rounds to come."""
    face = table.cards[card]
    worth = tastes[RECRUIT] + points_value(view, table, seat, tastes, card)
    income = goods_value(tastes, face.plain)
    if face.varied:
        income += varied_income(view, table, seat, tastes[:4], card)
    return worth + tastes[ROLE] * lacking[face.role] + tastes[INCOME] * income * rounds


@inlined
def domain_value(
    view: State, table: Table, seat: int, tastes: Tastes, card: int, rounds: float
) -> float:
    """Return what a Domain is worth, with what it brings at once and its lasting powers."""
    face = table.cards[card]
    worth = tastes[BUILD] + points_value(view, table, seat, tastes, card)
    worth += goods_value(tastes, face.plain)
    if face.varied:
        worth += varied_gain(view, table, seat, tastes[:4], card)
    return worth + tastes[POWER] * face.lasting * rounds


@compiled
def varied_income(view: State, table: Table, seat: int, values: Tastes, card: int) -> float:
    """Return what a Citizen's activations other than plain gains yield in a round."""
    income = 0.0
    for row in range(wide(table.cards[card].first_active), wide(table.cards[card].end_inactive)):
        if not table.abilities[row].constant:
            income += table.abilities[row].rate * ability_value(view, table, seat, values, row)
    return income


@compiled
def varied_gain(view: State, table: Table, seat: int, values: Tastes, card: int) -> float:
    """Return what a reward or `now` other than a plain gain yields."""
    worth = 0.0
    for row in range(wide(table.cards[card].first_active), wide(table.cards[card].end_active)):
        what = table.abilities[row]
        if not what.constant and (what.timing == Timing.PLAIN or what.timing == Timing.NOW):
            worth += ability_value(view, table, seat, values, row)
    return worth


@inlined
def ability_value(view: State, table: Table, seat: int, values: Tastes, row: int) -> float:
    """Return the value of an ability's best option; nobody has to lose by it."""
    first = table.abilities[row].first_option
    best = 0.0
    for option in range(first, first + table.abilities[row].num_options):
        best = max(best, option_value(view, table, seat, values, option))
    return best


@inlined
def option_value(view: State, table: Table, seat: int, values: Tastes, option: int) -> float:
    """Return what carrying out an option yields: gains less payments."""
    what = table.options[option]
    worth = goods_value(values, what.net)
    if what.varies or what.asks:
        worth += unprinted_value(view, table, seat, values, option)
    return worth


@compiled
def unprinted_value(view: State, table: Table, seat: int, values: Tastes, option: int) -> float:
    """Return the value of an option's items beyond their printed amounts."""
    what = table.options[option]
    worth = 0.0
    for row in range(wide(what.first_pay), wide(what.end)):
        sign = -1.0 if row < what.first_gain else 1.0
        worth += sign * item_value(view, table, seat, values, row)
    return worth


@compiled
def item_value(view: State, table: Table, seat: int, values: Tastes, row: int) -> float:
    """Return the value of an item beyond its printed amount."""
    item = table.items[row]
    if item.op == Op.GAIN:
        if item.members == NO_SET:
            return 0.0
        each = values[POINT] if item.good == Good.VP else values[item.good]
        return each * item.amount * count(view, table, seat, wide(item.members))
    if item.op == Op.STEAL:
        return values[item.good] * item.amount
    if item.op == Op.RETURN_MONSTER or item.op == Op.RETURN_CITIZEN:
        # A cheap card of the pile; ever dearer, or some tables would play on for ever (R5).
        return 1.0 + _OVERTIME * max(0, wide(view.rounds) - _LONG)
    if item.op == Op.TAKE or item.op == Op.ROB:
        return 1.5  # a card for nothing
    return 0.0


@inlined
def roles_lacking(view: State, table: Table, seat: int) -> tuple[int, int, int, int]:
    """Return, for each role, how many Domains in view still lack a Citizen of it."""
    workers, soldiers, shadows, holies = 0, 0, 0, 0
    have = view.seats[seat].roles
    for stack in range(FIRST_DOMAINS, NUM_STACKS):
        card = top_card(view, stack)
        if card != NO_CARD:
            icons = table.cards[card].icons
            workers += icons[Role.WORKER] > have[Role.WORKER]
            soldiers += icons[Role.SOLDIER] > have[Role.SOLDIER]
            shadows += icons[Role.SHADOW] > have[Role.SHADOW]
            holies += icons[Role.HOLY] > have[Role.HOLY]
    return workers, soldiers, shadows, holies
