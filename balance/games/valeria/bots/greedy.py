"""Greedy: takes what gains most at once, in victory points, by a sound value for everything.

It is for measuring: it plays every kind of decision sensibly and fast, and looks no move ahead.
"""

from balance.engine.jit import compiled, inlined
from balance.engine.layout import MAX_SEATS, State, Stream, Table, Weights
from balance.games.valeria.layout import (
    DONE,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    NO_CARD,
    NO_SET,
    NUM_STACKS,
    Decision,
    Good,
    Kind,
    Op,
    Timing,
)
from balance.games.valeria.rules.paying import count, price
from balance.games.valeria.rules.stacks import top_card

# Places in greedy.toml.
(_GOLD, _STRENGTH, _MAGIC, _INCOME, _ROUNDS, _, _, _DUKE, _POINT, _ROLE, _POWER, _SLAY, _RECRUIT,
 _BUILD, _WASTE) = range(15)  # fmt: skip


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice of the highest value."""
    best = 0
    most = -1e9
    for index in range(view.num_choices):
        worth = value_of(view, table, seat, weights, int(view.choices[index]))
        if worth > most:
            best = index
            most = worth
    return best


@compiled
def value_of(view: State, table: Table, seat: int, weights: Weights, choice: int) -> float:
    """Return what a choice is worth, in victory points."""
    match view.decision:
        case Decision.ACTION:
            if choice < FIRST_STACK_CHOICE:
                return weights[choice]
            return deal_value(view, table, seat, weights, choice - FIRST_STACK_CHOICE)
        case Decision.HARVEST | Decision.STEAL_FIRST | Decision.OPTION:
            return 0.0 if choice == DONE else option_value(view, table, seat, weights, choice)
        case Decision.PAY:
            good = view.subject
            return choice * (weights[good] - weights[_MAGIC])
        case Decision.BONUS:
            return 0.0 if choice == DONE else deal_value(view, table, seat, weights, choice)
        case Decision.TAKE:
            return card_value(view, table, seat, weights, top_card(view, choice))
        case Decision.RETURN:
            return -card_value(view, table, seat, weights, choice)
        case Decision.STEAL:
            return steal_value(view, table, weights, choice)
        case Decision.ROB:
            return float(view.seats[choice].monsters)
        case Decision.KEEP_DUKE:
            return duke_value(view, table, choice)
        case Decision.DICE:
            return dice_value(view, table, seat, weights, choice)
    return 0.0


@compiled
def deal_value(view: State, table: Table, seat: int, weights: Weights, stack: int) -> float:
    """Return what the top card of a stack is worth less its price."""
    card = top_card(view, stack)
    gold, strength, magic = price(view, table, seat, card)
    paid = gold * weights[_GOLD] + strength * weights[_STRENGTH] + magic * weights[_MAGIC]
    return card_value(view, table, seat, weights, card) - paid


@compiled
def card_value(view: State, table: Table, seat: int, weights: Weights, card: int) -> float:
    """Return what a card is worth to the player, whatever it costs."""
    face = table.cards[card]
    duke = int(view.seats[seat].duke) - 1
    worth = weights[_POINT] * face.vp + weights[_DUKE] * table.dukes[duke].points[card]
    if face.kind == Kind.MONSTER:
        return worth + weights[_SLAY] + gain_value(view, table, seat, weights, card, Timing.PLAIN)
    if face.kind == Kind.DOMAIN:
        worth += weights[_BUILD] + gain_value(view, table, seat, weights, card, Timing.NOW)
        return worth + weights[_POWER] * lasting(table, card) * rounds_left(view, table, weights)
    others = table.num_seats - 1
    income = harvest_value(view, table, seat, weights, face.first_active, face.end_active)
    income += others * harvest_value(
        view, table, seat, weights, face.first_inactive, face.end_inactive
    )
    worth += weights[_RECRUIT] + weights[_ROLE] * roles_lacking(view, table, seat, face.role)
    rounds = rounds_left(view, table, weights)
    return worth + weights[_INCOME] * income * face.chance * rounds


@inlined
def rounds_left(view: State, table: Table, weights: Weights) -> float:
    """Return how many rounds are expected to come."""
    horizon = weights[_ROUNDS + min(max(table.num_seats - 2, 0), 2)]
    return max(0.0, horizon - view.rounds)


@inlined
def lasting(table: Table, card: int) -> int:
    """Return how many lasting powers a Domain has."""
    powers = 0
    for row in range(table.cards[card].first_active, table.cards[card].end_active):
        if table.abilities[row].timing != Timing.NOW:
            powers += 1
    return powers


@compiled
def gain_value(
    view: State, table: Table, seat: int, weights: Weights, card: int, timing: int
) -> float:
    """Return what a card's abilities of this timing yield at once, by their best options."""
    worth = 0.0
    for row in range(table.cards[card].first_active, table.cards[card].end_active):
        if table.abilities[row].timing == timing:
            worth += ability_value(view, table, seat, weights, row)
    return worth


@compiled
def harvest_value(
    view: State, table: Table, seat: int, weights: Weights, first: int, end: int
) -> float:
    """Return what one activation of these abilities yields."""
    worth = 0.0
    for row in range(first, end):
        worth += ability_value(view, table, seat, weights, row)
    return worth


@compiled
def ability_value(view: State, table: Table, seat: int, weights: Weights, row: int) -> float:
    """Return the value of an ability's best option; nobody has to lose by it."""
    first = table.abilities[row].first_option
    best = 0.0
    for option in range(first, first + table.abilities[row].num_options):
        best = max(best, option_value(view, table, seat, weights, option))
    return best


@compiled
def option_value(view: State, table: Table, seat: int, weights: Weights, option: int) -> float:
    """Return what carrying out an option yields: gains less payments."""
    what = table.options[option]
    worth = weights[_POINT] * what.net[Good.VP]
    for good in range(Good.VP):
        worth += weights[good] * what.net[good]
    if what.varies or what.asks:
        for row in range(what.first_pay, what.end):
            sign = -1.0 if row < what.first_gain else 1.0
            worth += sign * item_value(view, table, seat, weights, row)
    return worth


@compiled
def item_value(view: State, table: Table, seat: int, weights: Weights, row: int) -> float:
    """Return the value of an item beyond its printed amount."""
    item = table.items[row]
    if item.op == Op.GAIN:
        if item.members == NO_SET:
            return 0.0
        each = weights[_POINT] if item.good == Good.VP else weights[item.good]
        return each * item.amount * count(view, table, seat, int(item.members))
    if item.op == Op.STEAL:
        return weights[item.good] * item.amount
    if item.op == Op.RETURN_MONSTER or item.op == Op.RETURN_CITIZEN:
        return 1.0  # a cheap card of the pile
    if item.op == Op.TAKE or item.op == Op.ROB:
        return 1.5  # a card for nothing
    return 0.0


@compiled
def roles_lacking(view: State, table: Table, seat: int, role: int) -> int:
    """Return how many Domains in view still lack a Citizen of this role."""
    lacking = 0
    have = view.seats[seat].roles[role]
    for stack in range(FIRST_DOMAINS, NUM_STACKS):
        card = top_card(view, stack)
        if card != NO_CARD and table.cards[card].icons[role] > have:
            lacking += 1
    return lacking


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
def duke_value(view: State, table: Table, duke: int) -> float:
    """Prefer the Duke who gives more for the cards in view, the cheap ones above all."""
    worth = 0.0
    for stack in range(NUM_STACKS):
        card = top_card(view, stack)
        if card != NO_CARD:
            face = table.cards[card]
            cost = int(face.cost) + int(face.strength) + int(face.magic)
            worth += table.dukes[duke].points[card] * view.heights[stack] / (2.0 + cost)
    if table.dukes[duke].divisor > 0:
        worth += 6.0 / table.dukes[duke].divisor
    return worth


@compiled
def dice_value(view: State, table: Table, seat: int, weights: Weights, choice: int) -> float:
    """Return what the own cards yield with the dice so changed, less what the change costs."""
    first, second = int(view.dice[0]), int(view.dice[1])
    if choice == DONE:
        return roll_value(view, table, seat, weights, first, second)
    option = choice // 2
    worth = option_value(view, table, seat, weights, option)
    for row in range(table.options[option].first_gain, table.options[option].end):
        item = table.items[row]
        shown = first if choice % 2 == 0 else second
        if item.op == Op.DIE_SET:
            shown = int(item.amount)
        elif item.op == Op.DIE_LOWER:
            shown -= int(item.amount)
        elif item.op == Op.DIE_RAISE:
            shown += int(item.amount)
        if choice % 2 == 0:
            first = shown
        else:
            second = shown
    return worth + roll_value(view, table, seat, weights, first, second)


@compiled
def roll_value(
    view: State, table: Table, seat: int, weights: Weights, first: int, second: int
) -> float:
    """Return what the own cards yield on a roll in the own turn."""
    worth = 0.0
    answers = table.answers[(first - 1) * 6 + second - 1]
    for i in range(answers.num_answers):
        card = answers.cards[i]
        owned = int(view.seats[seat].owned[card])
        if owned > 0:
            face = table.cards[card]
            worth += (owned * int(answers.times[i])) * harvest_value(
                view, table, seat, weights, face.first_active, face.end_active
            )
    return worth


