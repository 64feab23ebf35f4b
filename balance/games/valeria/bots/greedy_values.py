"""The values of goods, cards and effects for the greedy bot, in victory points."""

from typing import TypeAlias

from balance.compiling.jit import compiled, inlined
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

# Places of the weights of greedy.toml; the place of a good is its number.
(GOLD, STRENGTH, MAGIC, POINT, INCOME, ROUNDS, _, _, _, _, DUKE, ROLE, POWER, SLAY, RECRUIT,
 BUILD, LEFTOVER, MONSTERS, _, _) = range(20)  # fmt: skip
_LONG_GAME = 15  # rounds
_OVERTIME = 0.25  # points for each further round
Values: TypeAlias = tuple[float, ...]  # the weights, or those of the goods alone


@inlined
def as_tuple(weights: Weights) -> Values:
    """Return the weights as a tuple; the first four are the values of a unit of each good.

    Inlined functions take a tuple for free; for an array numba counts references each time.
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
def points_value(view: State, table: Table, seat: int, values: Values, card: int) -> float:
    """Return the value of a card's points, printed and from the Duke."""
    duke = wide(view.seats[seat].duke) - 1
    return values[POINT] * table.cards[card].vp + values[DUKE] * table.dukes[duke].points[card]


@inlined
def goods_value(values: Values, goods: Weights) -> float:
    """Return the value of amounts of goods."""
    return (
        values[GOLD] * goods[Good.GOLD]
        + values[STRENGTH] * goods[Good.STRENGTH]
        + values[MAGIC] * goods[Good.MAGIC]
        + values[POINT] * goods[Good.VP]
    )


@inlined
def monster_value(view: State, table: Table, seat: int, values: Values, card: int) -> float:
    """Return the value of a Monster, with its reward."""
    face = table.cards[card]
    worth = values[SLAY] + points_value(view, table, seat, values, card)
    worth += goods_value(values, face.plain)
    if face.varied:
        worth += varied_gain(view, table, seat, values[:4], card)
    return worth


@inlined
def citizen_value(
    view: State,
    table: Table,
    seat: int,
    values: Values,
    card: int,
    rounds: float,
    lacking: tuple[int, int, int, int],
) -> float:
    """Return the value of a Citizen, with its income in the remaining rounds."""
    face = table.cards[card]
    worth = values[RECRUIT] + points_value(view, table, seat, values, card)
    income = goods_value(values, face.plain)
    if face.varied:
        income += varied_income(view, table, seat, values[:4], card)
    return worth + values[ROLE] * lacking[face.role] + values[INCOME] * income * rounds


@inlined
def domain_value(
    view: State, table: Table, seat: int, values: Values, card: int, rounds: float
) -> float:
    """Return the value of a Domain, with its immediate effects and lasting powers."""
    face = table.cards[card]
    worth = values[BUILD] + points_value(view, table, seat, values, card)
    worth += goods_value(values, face.plain)
    if face.varied:
        worth += varied_gain(view, table, seat, values[:4], card)
    return worth + values[POWER] * face.lasting * rounds


@compiled
def varied_income(view: State, table: Table, seat: int, values: Values, card: int) -> float:
    """Return the value in a round of a Citizen's activations other than plain gains."""
    income = 0.0
    for row in range(wide(table.cards[card].first_active), wide(table.cards[card].end_inactive)):
        if not table.abilities[row].constant:
            income += table.abilities[row].rate * ability_value(view, table, seat, values, row)
    return income


@compiled
def varied_gain(view: State, table: Table, seat: int, values: Values, card: int) -> float:
    """Return the value of a reward or `now` other than plain gains."""
    worth = 0.0
    for row in range(wide(table.cards[card].first_active), wide(table.cards[card].end_active)):
        what = table.abilities[row]
        if not what.constant and (what.timing == Timing.PLAIN or what.timing == Timing.NOW):
            worth += ability_value(view, table, seat, values, row)
    return worth


@inlined
def ability_value(view: State, table: Table, seat: int, values: Values, row: int) -> float:
    """Return the value of an ability's best option, at least 0."""
    first = table.abilities[row].first_option
    best = 0.0
    for option in range(first, first + table.abilities[row].num_options):
        best = max(best, option_value(view, table, seat, values, option))
    return best


@inlined
def option_value(view: State, table: Table, seat: int, values: Values, option: int) -> float:
    """Return the value of carrying out an option: gains less payments."""
    what = table.options[option]
    worth = goods_value(values, what.net)
    if what.varies or what.asks:
        worth += unprinted_value(view, table, seat, values, option)
    return worth


@compiled
def unprinted_value(view: State, table: Table, seat: int, values: Values, option: int) -> float:
    """Return the value of an option's items beyond their printed amounts."""
    what = table.options[option]
    worth = 0.0
    for row in range(wide(what.first_pay), wide(what.end)):
        sign = -1.0 if row < what.first_gain else 1.0
        worth += sign * item_value(view, table, seat, values, row)
    return worth


@compiled
def item_value(view: State, table: Table, seat: int, values: Values, row: int) -> float:
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
        # A cheap card; the value rises in long games, or some would never end (R5).
        return 1.0 + _OVERTIME * max(0, wide(view.rounds) - _LONG_GAME)
    if item.op == Op.TAKE or item.op == Op.ROB:
        return 1.5  # a free card
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
