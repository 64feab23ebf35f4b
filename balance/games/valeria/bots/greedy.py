"""Greedy: makes the choice with the highest immediate value, in victory points.

It is fast, decides sensibly everywhere and does not look ahead: a measure for other bots.
"""

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import MAX_SEATS, State, Stream, Table, Weights, wide
from balance.games.valeria.bots.dukes import duke_value
from balance.games.valeria.bots.greedy_values import (
    GOLD,
    MAGIC,
    ROUNDS,
    STRENGTH,
    Values,
    ability_value,
    as_tuple,
    citizen_value,
    domain_value,
    monster_value,
    option_value,
    roles_lacking,
    rounds_left,
)
from balance.games.valeria.layout import (
    DONE,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    Decision,
    Good,
    Kind,
    Op,
)
from balance.games.valeria.rules.actions import can_slay, card_at
from balance.games.valeria.rules.events import marker_place
from balance.games.valeria.rules.paying import (
    building_price,
    price,
    recruiting_price,
    slaying_price,
)

_PATIENCE = 3  # times the expected length of a game


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice with the highest value."""
    if view.decision == Decision.ACTION:
        if view.rounds > _PATIENCE * weights[ROUNDS + table.num_seats - 1]:
            return fast_action(view, seat)
        return best_action(view, table, seat, weights)
    if view.decision == Decision.HARVEST:
        return best_activation(view, table, seat, weights)
    if view.decision == Decision.PAY:  # all magic or none
        return view.num_choices - 1 if weights[view.subject] > weights[MAGIC] else 0
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
    """Return the index of the best action, by value less price."""
    values = as_tuple(weights)
    rounds = rounds_left(view, table, weights)
    lacking = roles_lacking(view, table, seat)
    best = 0
    most = weights[GOLD]
    for index in range(1, view.num_choices):
        choice = wide(view.choices[index])
        stack = choice - FIRST_STACK_CHOICE
        if stack < 0:
            worth = weights[choice]
        else:
            card = card_at(view, table, stack)
            if stack < FIRST_CITIZENS or (table.num_events and view.events[stack] > 0):
                worth = monster_value(view, table, seat, values, card)
                strength, magic = slaying_price(view, table, seat, stack, card)
                if table.marks:
                    worth += view.markers[marker_place(view, stack), Good.GOLD] * values[GOLD]
                worth -= strength * values[STRENGTH] + magic * values[MAGIC]
            elif stack < FIRST_DOMAINS:
                worth = citizen_value(view, table, seat, values, card, rounds, lacking)
                worth -= recruiting_price(view, table, seat, card) * values[GOLD]
            else:
                worth = domain_value(view, table, seat, values, card, rounds)
                worth -= building_price(view, table, seat, card) * values[GOLD]
        if worth > most:
            best = index
            most = worth
    return best


@compiled
def fast_action(view: State, seat: int) -> int:
    """Return the index of any card to take, else of the scarcest resource.

    It ends games in which resources score more than any card, so that all players would hoard.
    """
    goods = view.seats[seat].goods
    best = 0
    for index in range(1, view.num_choices):
        choice = wide(view.choices[index])
        if choice >= FIRST_STACK_CHOICE:
            return index
        if goods[choice] < goods[view.choices[best]]:
            best = index
    return best


@inlined
def best_activation(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the best activation, or of being done (V5.5)."""
    values = as_tuple(weights)[:4]
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
    """Return the value of a choice in victory points."""
    match view.decision:
        case Decision.STEAL_FIRST | Decision.OPTION:
            values = as_tuple(weights)[:4]
            return 0.0 if choice == DONE else option_value(view, table, seat, values, choice)
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
        case Decision.CAPTURE:
            return -swap_value(view, table, seat, weights, choice)
        case Decision.MARK:
            return mark_value(view, table, seat, weights, choice)
        case Decision.LOSE:
            return -weights[choice] * min(
                wide(view.seats[seat].goods[choice]), wide(table.items[view.subject].amount)
            )
    return 0.0


@compiled
def swap_value(view: State, table: Table, seat: int, weights: Weights, choice: int) -> float:
    """Return the value of a bonus action, of a Citizen to take or of a card to return."""
    values = as_tuple(weights)
    card = choice if view.decision == Decision.RETURN else card_at(view, table, choice)
    kind = table.cards[card].kind
    if kind == Kind.MONSTER:
        worth = monster_value(view, table, seat, values, card)
    elif kind == Kind.CITIZEN:
        lacking = roles_lacking(view, table, seat)
        rounds = rounds_left(view, table, weights)
        worth = citizen_value(view, table, seat, values, card, rounds, lacking)
    else:
        rounds = rounds_left(view, table, weights)
        worth = domain_value(view, table, seat, values, card, rounds)
    if view.decision == Decision.RETURN:
        return -worth
    if view.decision == Decision.BONUS:
        gold, strength, magic = price(view, table, seat, choice, card)
        worth -= gold * values[GOLD] + strength * values[STRENGTH] + magic * values[MAGIC]
    return worth


@compiled
def mark_value(view: State, table: Table, seat: int, weights: Weights, stack: int) -> float:
    """Return the value of markers on that Monster: gold where this seat can slay it.

    Strength and magic, which raise the price, go on Monsters that this seat cannot slay.
    """
    good = table.items[view.subject].good
    can = can_slay(view, table, seat, stack)
    if good == Good.GOLD:
        return weights[GOLD] if can else 0.0
    return 0.0 if can else weights[good]


@compiled
def steal_value(view: State, table: Table, weights: Weights, choice: int) -> float:
    """Return the value of stealing: as much as possible, from the richest player."""
    if choice == 0:
        return 0.0
    victim = (choice - 1) % MAX_SEATS
    amount = (choice - 1) // MAX_SEATS + 1
    goods = view.seats[victim].goods
    riches = goods[Good.GOLD] + goods[Good.STRENGTH] + goods[Good.MAGIC]
    return amount + 0.001 * riches


@compiled
def dice_value(view: State, table: Table, seat: int, weights: Weights, choice: int) -> float:
    """Return the yield of the own cards after changing the dice, less what the change costs."""
    values = as_tuple(weights)[:4]
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
    view: State, table: Table, seat: int, values: Values, first: int, second: int
) -> float:
    """Return the yield of the own cards for a roll in the own turn."""
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
