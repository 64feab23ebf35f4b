"""What the policy sees of the choices of a decision: a row of features and a kind for each.

For a card that is a purchase, and for every choice that changes what the player holds, the best
card that can be bought next is looked up: with what is left if an action is left in this turn,
else with what is left and the income of a round.
"""

from enum import IntEnum, auto
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.valeria.bots.dukes import duke_value
from balance.games.valeria.bots.greedy_values import ROUNDS, as_tuple, option_value
from balance.games.valeria.bots.policy_position import Position, saturated, write_duke
from balance.games.valeria.bots.policy_purchases import (
    PURCHASES,
    best_purchase,
    write_prices,
    write_purchases,
)
from balance.games.valeria.layout import (
    DONE,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    Decision,
    Good,
    Task,
)
from balance.games.valeria.rules.actions import card_at
from balance.games.valeria.rules.paying import affords

Rows = NDArray[np.float64]
Kinds = NDArray[np.int64]

_PATIENCE = 3  # times the expected length of a game; then greedy ends it
_NONE = -1  # no stack


class Choice(IntEnum):
    """Kinds of choices, each with weights of its own."""

    GOLD = 0  # a unit of it as an action (V6.3)
    STRENGTH = auto()
    MAGIC = auto()
    MONSTER = auto()  # to slay, recruit, build or take
    CITIZEN = auto()
    DOMAIN = auto()
    GAIN = auto()  # an option of an effect
    PAY_GOLD = auto()  # magic in place of gold (V7.3)
    PAY_STRENGTH = auto()
    DECLINE = auto()
    DUKE = auto()  # to keep (V2.9)


class Feature(IntEnum):
    """Features of a choice; the comments say what they are for cards, then for others."""

    WORTH = 0  # what greedy thinks of it, in points
    ONE = auto()  # 1; of a payment the magic
    POINTS = auto()  # printed; held of the resource, saturated
    DUKE = auto()  # points from the Duke; income of the resource
    PRICE = auto()  # in gold or strength
    MAGIC = auto()  # of a price; own copies of a Citizen; lasting powers of a Domain
    GAIN_GOLD = auto()  # of a Citizen expected in a round, else at once
    GAIN_STRENGTH = auto()
    GAIN_MAGIC = auto()
    GAIN_POINTS = auto()
    NEXT = auto()  # greedy's value of the best purchase after it in this turn
    LATER = auto()  # likewise in the next turn
    RIVAL = auto()  # 1 if the next player can afford it now
    LAST = auto()  # 1 / the cards left in its stack


NUM_POSITION = len(Position)


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
    scratch = np.empty(1, PURCHASES)
    decision = view.decision
    if decision == Decision.ACTION:
        if view.rounds > _PATIENCE * weights[ROUNDS + table.num_seats - 1]:
            return False
        write_actions(view, table, seat, weights, position, rows, kinds, scratch)
        return True
    if decision == Decision.PAY:
        write_payments(view, table, seat, weights, position, rows, kinds, scratch)
        return True
    if (
        decision == Decision.HARVEST
        or decision == Decision.OPTION
        or decision == Decision.STEAL_FIRST
    ):
        write_options(view, table, seat, weights, position, rows, kinds, scratch)
        return True
    if decision == Decision.KEEP_DUKE:
        write_dukes(view, table, weights, position, rows, kinds)
        return True
    return False


@inlined
def write_reach(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    position: Weights,
    purchases: Any,
    gold: float,
    strength: float,
    magic: float,
) -> None:
    """Value the cards that can be bought after choices that leave at most so much."""
    if position[Position.ACTIONS] <= 0.0:
        gold += position[Position.GOLD_INCOME]
        strength += position[Position.STRENGTH_INCOME]
        magic += position[Position.MAGIC_INCOME]
    write_purchases(view, table, seat, weights, purchases, gold, strength, magic)


@inlined
def write_follow(
    row: Weights,
    position: Weights,
    purchases: Any,
    without: int,
    gold: float,
    strength: float,
    magic: float,
) -> None:
    """Write the best purchase after a choice that leaves the player with so much."""
    if position[Position.ACTIONS] > 0.0:
        row[Feature.NEXT] = best_purchase(purchases, without, gold, strength, magic)
        row[Feature.LATER] = 0.0
    else:
        gold += position[Position.GOLD_INCOME]
        strength += position[Position.STRENGTH_INCOME]
        magic += position[Position.MAGIC_INCOME]
        row[Feature.NEXT] = 0.0
        row[Feature.LATER] = best_purchase(purchases, without, gold, strength, magic)


@compiled
def write_actions(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    position: Weights,
    rows: Rows,
    kinds: Kinds,
    scratch: Any,
) -> None:
    """Write the choices of an action: a resource, or a card to buy."""
    purchases = scratch[0]
    write_prices(view, table, seat, purchases)
    goods = view.seats[seat].goods
    gold, strength = float(goods[Good.GOLD]), float(goods[Good.STRENGTH])
    magic = float(goods[Good.MAGIC])
    # What cards give at once, at most; a resource gives 1.
    most_gold, most_strength, most_magic = 1.0, 1.0, 1.0
    for index in range(wide(view.num_choices)):
        stack = wide(view.choices[index]) - FIRST_STACK_CHOICE
        if stack >= 0:
            plain = table.cards[card_at(view, table, stack)].plain
            most_gold = max(most_gold, plain[Good.GOLD])
            most_strength = max(most_strength, plain[Good.STRENGTH])
            most_magic = max(most_magic, plain[Good.MAGIC])
    write_reach(
        view, table, seat, weights, position, purchases,
        gold + most_gold, strength + most_strength, magic + most_magic,
    )  # fmt: skip
    rival = view.seats[(seat + 1) % wide(table.num_seats)].goods
    duke = wide(view.seats[seat].duke) - 1
    for index in range(wide(view.num_choices)):
        choice = wide(view.choices[index])
        row = rows[index]
        stack = choice - FIRST_STACK_CHOICE
        if stack < 0:
            kinds[index] = choice
            row[:] = 0.0
            row[Feature.WORTH] = weights[choice]
            row[Feature.ONE] = 1.0
            row[Feature.POINTS] = position[Position.GOLD + choice]
            row[Feature.DUKE] = position[Position.GOLD_INCOME + choice]
            write_follow(
                row, position, purchases, _NONE, gold + (choice == Good.GOLD),
                strength + (choice == Good.STRENGTH), magic + (choice == Good.MAGIC),
            )  # fmt: skip
            continue
        card = card_at(view, table, stack)
        face = table.cards[card]
        need, spell = purchases.need[stack], purchases.magic[stack]
        row[Feature.WORTH] = purchases.gain[stack]
        row[Feature.ONE] = 1.0
        row[Feature.POINTS] = face.vp
        row[Feature.DUKE] = table.dukes[duke].points[card] if duke >= 0 else 0.0
        row[Feature.PRICE] = 0.25 * need
        row[Feature.GAIN_GOLD] = face.plain[Good.GOLD]
        row[Feature.GAIN_STRENGTH] = face.plain[Good.STRENGTH]
        row[Feature.GAIN_MAGIC] = face.plain[Good.MAGIC]
        row[Feature.GAIN_POINTS] = face.plain[Good.VP]
        row[Feature.LAST] = 1.0 / max(1, wide(view.heights[stack]))
        left_gold, left_strength, left_magic = gold, strength, magic - spell
        if purchases.slain[stack]:
            kinds[index] = Choice.MONSTER
            row[Feature.MAGIC] = 0.25 * spell
            left_strength -= need
            held = wide(rival[Good.STRENGTH])
        else:
            left_gold -= need
            held = wide(rival[Good.GOLD])
            if stack < FIRST_DOMAINS:
                kinds[index] = Choice.CITIZEN
                row[Feature.MAGIC] = view.seats[seat].owned[card]
            else:
                kinds[index] = Choice.DOMAIN
                row[Feature.MAGIC] = face.lasting
        if kinds[index] != Choice.CITIZEN:  # its reward comes at once
            left_gold += face.plain[Good.GOLD]
            left_strength += face.plain[Good.STRENGTH]
            left_magic += face.plain[Good.MAGIC]
        left_magic += min(0.0, left_gold) + min(0.0, left_strength)
        write_follow(
            row, position, purchases, stack, max(0.0, left_gold), max(0.0, left_strength),
            left_magic,
        )  # fmt: skip
        spare = wide(rival[Good.MAGIC]) - wide(spell)
        row[Feature.RIVAL] = 1.0 if affords(wide(need), held, spare) else 0.0


@compiled
def write_options(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    position: Weights,
    rows: Rows,
    kinds: Kinds,
    scratch: Any,
) -> None:
    """Write the options of effects (V18.4), and declining them."""
    values = as_tuple(weights)
    purchases = scratch[0]
    is_active = position[Position.ACTIONS] > 0.0
    goods = view.seats[seat].goods
    gold, strength = float(goods[Good.GOLD]), float(goods[Good.STRENGTH])
    magic = float(goods[Good.MAGIC])
    if is_active:
        most_gold, most_strength, most_magic = 0.0, 0.0, 0.0
        for index in range(wide(view.num_choices)):
            option = wide(view.choices[index])
            if option != DONE:
                net = table.options[option].net
                most_gold = max(most_gold, net[Good.GOLD])
                most_strength = max(most_strength, net[Good.STRENGTH])
                most_magic = max(most_magic, net[Good.MAGIC])
        write_prices(view, table, seat, purchases)
        write_reach(
            view, table, seat, weights, position, purchases,
            gold + most_gold, strength + most_strength, magic + most_magic,
        )  # fmt: skip
    for index in range(wide(view.num_choices)):
        option = wide(view.choices[index])
        row = rows[index]
        row[:] = 0.0
        if option == DONE:
            kinds[index] = Choice.DECLINE
            row[Feature.ONE] = 1.0
            if is_active:
                write_follow(row, position, purchases, _NONE, gold, strength, magic)
            continue
        what = table.options[option]
        kinds[index] = Choice.GAIN
        row[Feature.WORTH] = option_value(view, table, seat, values[:4], option)
        row[Feature.ONE] = 1.0
        row[Feature.PRICE] = what.exchange
        row[Feature.MAGIC] = what.asks
        for good in range(4):
            row[Feature.GAIN_GOLD + good] = what.net[good]
        if is_active:
            write_follow(
                row, position, purchases, _NONE, gold + what.net[Good.GOLD],
                strength + what.net[Good.STRENGTH], magic + what.net[Good.MAGIC],
            )  # fmt: skip


@compiled
def write_payments(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    position: Weights,
    rows: Rows,
    kinds: Kinds,
    scratch: Any,
) -> None:
    """Write the splits of a payment: units of magic in place of gold or strength (V7.3)."""
    good = wide(view.subject)
    task = view.agenda[wide(view.num_tasks) - 1]
    stack = wide(task.first) if task.what == Task.GET else wide(_NONE)
    goods = view.seats[seat].goods
    bill = wide(view.bill[good])
    gold, strength = float(goods[Good.GOLD]), float(goods[Good.STRENGTH])
    purchases = scratch[0]
    write_prices(view, table, seat, purchases)
    write_reach(
        view, table, seat, weights, position, purchases, gold, strength,
        float(goods[Good.MAGIC]),
    )  # fmt: skip
    if good == Good.STRENGTH:
        gold -= view.bill[Good.GOLD]
    for index in range(wide(view.num_choices)):
        paid = wide(view.choices[index])
        row = rows[index]
        row[:] = 0.0
        kinds[index] = Choice.PAY_GOLD if good == Good.GOLD else Choice.PAY_STRENGTH
        left_gold, left_strength = gold, strength
        if good == Good.GOLD:
            left_gold -= bill - paid
            left = left_gold
        else:
            left_strength -= bill - paid
            left = left_strength
        left_magic = float(goods[Good.MAGIC] - paid) - view.bill[Good.MAGIC]
        row[Feature.WORTH] = paid * (weights[good] - weights[Good.MAGIC])
        row[Feature.ONE] = 0.25 * paid
        row[Feature.POINTS] = saturated(max(0.0, left))
        row[Feature.DUKE] = saturated(max(0.0, left_magic))
        write_follow(
            row, position, purchases, stack, max(0.0, left_gold), max(0.0, left_strength),
            max(0.0, left_magic),
        )  # fmt: skip


@compiled
def write_dukes(
    view: State, table: Table, weights: Weights, position: Weights, rows: Rows, kinds: Kinds
) -> None:
    """Write the Dukes that were dealt: what each gives for the cards in the grid (V2.9)."""
    seen = np.empty(NUM_POSITION)
    for index in range(wide(view.num_choices)):
        duke = wide(view.choices[index])
        row = rows[index]
        row[:] = 0.0
        kinds[index] = Choice.DUKE
        write_duke(view, table, duke, seen)
        row[Feature.WORTH] = duke_value(view, table, weights, duke)
        row[Feature.ONE] = 1.0
        row[Feature.GAIN_GOLD] = seen[Position.DUKE_MONSTERS]
        row[Feature.GAIN_STRENGTH] = seen[Position.DUKE_CITIZENS]
        row[Feature.GAIN_MAGIC] = seen[Position.DUKE_DOMAINS]
        row[Feature.GAIN_POINTS] = seen[Position.DUKE_RESOURCES]
