"""Greedy: takes what gains most at once, in victory points, by a sound value for everything.

It is for measuring: it plays every kind of decision sensibly and fast, and looks no move ahead.
"""

from typing import TypeAlias

from balance.engine.jit import compiled, inlined
from balance.engine.layout import MAX_SEATS, State, Stream, Table, Weights, wide
from balance.games.valeria.layout import (
    DONE,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    NO_CARD,
    NO_SET,
    NUM_STACKS,
    Decision,
    Good,
    Kind,
    Op,
    Role,
    Timing,
)
from balance.games.valeria.rules.paying import (
    building_price,
    count,
    price,
    recruiting_price,
    slaying_price,
)
from balance.games.valeria.rules.stacks import top_card

# Places in greedy.toml; a good's place is its number.
(_GOLD, _STRENGTH, _MAGIC, _POINT, _INCOME, _ROUNDS, _, _, _DUKE, _ROLE, _POWER, _SLAY, _RECRUIT,
 _BUILD, _LEFTOVER, _MONSTERS, _, _) = range(18)  # fmt: skip
Tastes: TypeAlias = tuple[float, ...]  # the weights, or those of the goods alone
_KINDS = (0, FIRST_CITIZENS, FIRST_DOMAINS, NUM_STACKS)  # stacks of Monsters, Citizens, Domains


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice of the highest value."""
    if view.decision == Decision.ACTION:
        return best_action(view, table, seat, weights)
    if view.decision == Decision.HARVEST:
        return best_activation(view, table, seat, weights)
    if view.decision == Decision.PAY:  # all magic or none
        return view.num_choices - 1 if weights[view.subject] > weights[_MAGIC] else 0
    best = 0
    most = -1e9
    for index in range(view.num_choices):
        worth = value_of(view, table, seat, weights, wide(view.choices[index]))
        if worth > most:
            best = index
            most = worth
    return best


@inlined
def best_action(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the best action: what it brings, less its price."""
    tastes = unpacked(weights)
    rounds = rounds_left(view, table, weights)
    lacking = roles_lacking(view, table, seat)
    best = 0
    most = weights[_GOLD]
    for index in range(1, view.num_choices):
        choice = wide(view.choices[index])
        stack = choice - FIRST_STACK_CHOICE
        if stack < 0:
            worth = weights[choice]
        else:
            card = top_card(view, stack)
            if stack < FIRST_CITIZENS:
                worth = monster_value(view, table, seat, tastes, card)
                strength, magic = slaying_price(view, table, seat, card)
                worth -= strength * tastes[_STRENGTH] + magic * tastes[_MAGIC]
            elif stack < FIRST_DOMAINS:
                worth = citizen_value(view, table, seat, tastes, card, rounds, lacking)
                worth -= recruiting_price(view, table, seat, card) * tastes[_GOLD]
            else:
                worth = domain_value(view, table, seat, tastes, card, rounds)
                worth -= building_price(view, table, seat, card) * tastes[_GOLD]
        if worth > most:
            best = index
            most = worth
    return best


@inlined
def best_activation(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the activation that yields most, or of being done (V5.5)."""
    values = unpacked(weights)[:4]
    best = 0
    most = 0.0
    for index in range(1, view.num_choices):
        worth = option_value(view, table, seat, values, wide(view.choices[index]))
        if worth > most:
            best = index
            most = worth
    return best


@compiled
def value_of(view: State, table: Table, seat: int, weights: Weights, choice: int) -> float:
    """Return what a choice is worth, in victory points."""
    match view.decision:
        case Decision.STEAL_FIRST | Decision.OPTION:
            return (
                0.0
                if choice == DONE
                else option_value(view, table, seat, unpacked(weights)[:4], choice)
            )
        case Decision.BONUS | Decision.TAKE | Decision.RETURN:
            return 0.0 if choice == DONE else swap_value(view, table, seat, weights, choice)
        case Decision.STEAL:
            return steal_value(view, table, weights, choice)
        case Decision.ROB:
            return float(view.seats[choice].monsters)
        case Decision.KEEP_DUKE:
            return duke_value(view, table, weights, choice)
        case Decision.DICE:
            return dice_value(view, table, seat, weights, choice)
    return 0.0


@compiled
def swap_value(view: State, table: Table, seat: int, weights: Weights, choice: int) -> float:
    """Return what a bonus action, a Citizen taken or a card returned is worth."""
    tastes = unpacked(weights)
    card = choice if view.decision == Decision.RETURN else top_card(view, choice)
    kind = table.cards[card].kind
    if kind == Kind.MONSTER:
        worth = monster_value(view, table, seat, tastes, card)
    elif kind == Kind.CITIZEN:
        lacking = roles_lacking(view, table, seat)
        rounds = rounds_left(view, table, weights)
        worth = citizen_value(view, table, seat, tastes, card, rounds, lacking)
    else:
        rounds = rounds_left(view, table, weights)
        worth = domain_value(view, table, seat, tastes, card, rounds)
    if view.decision == Decision.RETURN:
        return -worth
    if view.decision == Decision.BONUS:
        gold, strength, magic = price(view, table, seat, card)
        worth -= gold * tastes[_GOLD] + strength * tastes[_STRENGTH] + magic * tastes[_MAGIC]
    return worth


@inlined
def unpacked(weights: Weights) -> Tastes:
    """Return the weights as a tuple; its first four are what a unit of each good is worth.

    Numbers travel into inlined functions for nothing, an array is counted by reference each time.
    """
    return (
        weights[0], weights[1], weights[2], weights[3], weights[4], weights[5], weights[6],
        weights[7], weights[8], weights[9], weights[10], weights[11], weights[12], weights[13],
        weights[14], weights[15], weights[16], weights[17],
    )  # fmt: skip


@inlined
def rounds_left(view: State, table: Table, weights: Weights) -> float:
    """Return how many rounds are expected to come."""
    horizon = weights[_ROUNDS + min(max(table.num_seats - 2, 0), 2)]
    return max(0.0, horizon - view.rounds)


@inlined
def points_value(view: State, table: Table, seat: int, tastes: Tastes, card: int) -> float:
    """Return what a card's points are worth, printed and by the Duke."""
    duke = wide(view.seats[seat].duke) - 1
    return tastes[_POINT] * table.cards[card].vp + tastes[_DUKE] * table.dukes[duke].points[card]


@inlined
def goods_value(values: Tastes, goods: Weights) -> float:
    """Return what amounts of goods are worth."""
    return (
        values[_GOLD] * goods[Good.GOLD]
        + values[_STRENGTH] * goods[Good.STRENGTH]
        + values[_MAGIC] * goods[Good.MAGIC]
        + values[_POINT] * goods[Good.VP]
    )


@inlined
def monster_value(view: State, table: Table, seat: int, tastes: Tastes, card: int) -> float:
    """Return what a Monster is worth, with its reward."""
    face = table.cards[card]
    worth = tastes[_SLAY] + points_value(view, table, seat, tastes, card)
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
    worth = tastes[_RECRUIT] + points_value(view, table, seat, tastes, card)
    income = goods_value(tastes, face.plain)
    if face.varied:
        income += varied_income(view, table, seat, tastes[:4], card)
    return worth + tastes[_ROLE] * lacking[face.role] + tastes[_INCOME] * income * rounds


@inlined
def domain_value(
    view: State, table: Table, seat: int, tastes: Tastes, card: int, rounds: float
) -> float:
    """Return what a Domain is worth, with what it brings at once and its lasting powers."""
    face = table.cards[card]
    worth = tastes[_BUILD] + points_value(view, table, seat, tastes, card)
    worth += goods_value(tastes, face.plain)
    if face.varied:
        worth += varied_gain(view, table, seat, tastes[:4], card)
    return worth + tastes[_POWER] * face.lasting * rounds


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
        each = values[_POINT] if item.good == Good.VP else values[item.good]
        return each * item.amount * count(view, table, seat, wide(item.members))
    if item.op == Op.STEAL:
        return values[item.good] * item.amount
    if item.op == Op.RETURN_MONSTER or item.op == Op.RETURN_CITIZEN:
        return 1.0  # a cheap card of the pile
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


@compiled
def steal_value(view: State, table: Table, weights: Weights, choice: int) -> float:
    """Take all that can be taken, from the richest."""
    if choice == 0:
        return 0.0
    victim = (choice - 1) % MAX_SEATS
    amount = (choice - 1) // MAX_SEATS + 1
    goods = view.seats[victim].goods
    riches = goods[Good.GOLD] + goods[Good.STRENGTH] + goods[Good.MAGIC]
    return amount + 0.001 * riches


@compiled
def duke_value(view: State, table: Table, weights: Weights, duke: int) -> float:
    """Return the points to expect of a Duke: as many cards of each kind as one usually takes.

    Cards that count more will be preferred, so each card in view weighs as much as it gives.
    """
    worth = 0.0
    if table.dukes[duke].divisor > 0:
        worth += weights[_LEFTOVER] / table.dukes[duke].divisor
    for kind in range(len(_KINDS) - 1):
        points, squares = 0.0, 0.0
        for stack in range(_KINDS[kind], _KINDS[kind + 1]):
            card = top_card(view, stack)
            if card != NO_CARD:
                each = float(table.dukes[duke].points[card])
                points += each * view.heights[stack]
                squares += each * each * view.heights[stack]
        if points > 0.0:
            worth += weights[_MONSTERS + kind] * squares / points
    return worth


@compiled
def dice_value(view: State, table: Table, seat: int, weights: Weights, choice: int) -> float:
    """Return what the own cards yield with the dice so changed, less what the change costs."""
    values = unpacked(weights)[:4]
    first, second = wide(view.dice[0]), wide(view.dice[1])
    if choice == DONE:
        return roll_value(view, table, seat, values, first, second)
    option = choice // 2
    worth = option_value(view, table, seat, values, option)
    for row in range(wide(table.options[option].first_gain), wide(table.options[option].end)):
        item = table.items[row]
        shown = first if choice % 2 == 0 else second
        if item.op == Op.DIE_SET:
            shown = wide(item.amount)
        elif item.op == Op.DIE_LOWER:
            shown -= wide(item.amount)
        elif item.op == Op.DIE_RAISE:
            shown += wide(item.amount)
        if choice % 2 == 0:
            first = shown
        else:
            second = shown
    return worth + roll_value(view, table, seat, values, first, second)


@compiled
def roll_value(
    view: State, table: Table, seat: int, values: Tastes, first: int, second: int
) -> float:
    """Return what the own cards yield on a roll in the own turn."""
    worth = 0.0
    answers = table.answers[(first - 1) * 6 + second - 1]
    for i in range(answers.num_answers):
        card = answers.cards[i]
        owned = wide(view.seats[seat].owned[card])
        if owned > 0:
            face = table.cards[card]
            times = owned * wide(answers.times[i])
            for row in range(wide(face.first_active), wide(face.end_active)):
                worth += times * ability_value(view, table, seat, values, row)
    return worth
