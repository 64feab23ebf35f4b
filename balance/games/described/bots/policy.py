"""The policy of described games: a network that self-play taught scores each choice.

What it sees follows from the description (`table.decisions`).  It does not look ahead, so it is
several times as fast as greedy, which makes the decisions of lines that the network does not know.
"""

from typing import NamedTuple

import numpy as np

from balance.bots.policy import Kinds, Rows, decide
from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.services import PolicyShape
from balance.games.described.bots import greedy
from balance.games.described.bots.value import ALL_ZONES, write_counters, write_holdings
from balance.games.described.layout import (
    ANSWERS,
    DECLINE,
    MAX_KINDS,
    NOBODY,
    Decision,
    Op,
)
from balance.games.described.rules.places import first_cell
from balance.games.described.table.decisions import GENERAL, PLAYERS

HIDDEN = 8  # hidden units, and as many of the critic
_FIRST = len(GENERAL)
_FIRST_NUMBER = len(PLAYERS)
_ROUNDS = 8.0  # a round's number is halfway to the highest value here
_NUMBER = 5.0  # so is a number of players here
_COUNT = 2.0  # and a number of cards here


class Scratch(NamedTuple):
    """The arrays in which a decision is computed."""

    position: Weights
    units: Weights
    worths: Weights
    scores: Weights
    kinds: Kinds
    rows: Rows


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice with the highest score."""
    of = table.policy
    shape = PolicyShape(
        wide(of.position), wide(of.choice), wide(of.kinds), wide(HIDDEN), wide(HIDDEN)
    )
    count = wide(view.num_choices)
    scratch = (
        Scratch(
            np.empty(shape.position),
            np.empty(shape.hidden),
            np.empty(shape.kinds * shape.choice),
            np.empty(count),
            np.empty(count, np.int64),
            np.empty((count, shape.choice)),
        ),
    )
    own = 2 * wide(table.num_features) + 1
    return decide(
        view, table, seat, weights, stream, own, shape, write_position, write_choices,
        greedy.choose, scratch,
    )  # fmt: skip


@inlined
def bounded(number: float, half: float) -> float:
    """Return a number brought between -1 and 1; `half` becomes one half."""
    return number / (abs(number) + half)


@compiled
def write_position(
    view: State, table: Table, seat: int, weights: Weights, position: Weights
) -> None:
    """Write the features of a position; see `table.decisions`.

    They are 0 where the network does not know the line that asks: the game may then have more of
    them than there is room for.
    """
    of = table.policy
    position[: of.position] = 0.0
    if of.slots[view.asked] == NOBODY:
        return
    seats, size = wide(table.num_seats), wide(table.num_features) - 1
    position[0] = 1.0
    position[1] = bounded(view.rounds, _ROUNDS)
    position[2] = 1.0 if view.active == seat else 0.0
    if view.num_dice > 0:
        total = 0.0
        for die in range(view.num_dice):
            total += view.dice[die]
        position[3] = view.dice[0] / view.sides
        if view.num_dice > 1:
            position[4] = view.dice[1] / view.sides
        position[5] = total / (view.num_dice * view.sides)
    own = position[_FIRST - 1 :]  # the first feature of holdings is the score
    write_holdings(view, table, seat, 1.0, own, ALL_ZONES)
    if table.has_counters:
        write_counters(view, table, seat, 1.0, own)
    numbers = wide(table.num_numbers)
    for number in range(table.num_shared):
        own[1 + numbers + number] = view.shared[number]
    first_zone, others = 1 + numbers + wide(table.num_shared), _FIRST + size
    share = 1.0 / max(seats - 1, 1)
    for other in range(seats):
        if other != seat:
            for number in range(numbers):
                position[others + number] += share * view.seats[other].numbers[number]
    for zone in range(table.num_zones):
        place = table.zones[zone].place
        if not table.zones[zone].per_player:
            own[first_zone + zone] = view.sizes[place]
        else:
            for other in range(seats):
                if other != seat:
                    position[others + numbers + zone] += share * view.sizes[place + other]
        if of.open[zone] != NOBODY:
            cell, first = first_cell(table, wide(zone), wide(0)), wide(of.open[zone])
            for card in range(table.zones[zone].num_kinds):
                position[first + card] = view.cards[cell + card]
        if of.summed[zone] != NOBODY:
            add_up(view, table, seat, zone, position)
    for place in range(_FIRST, of.position):
        is_number = place - _FIRST < first_zone - 1 or others <= place < others + numbers
        position[place] = bounded(position[place], _NUMBER if is_number else _COUNT)


@inlined
def add_up(view: State, table: Table, seat: int, zone: int, position: Weights) -> None:
    """Add up the columns of the cards in a zone, times their scales."""
    of, sums = table.policy, wide(table.policy.summed[zone])
    cell, kind = first_cell(table, wide(zone), seat), wide(table.zones[zone].first_kind)
    for card in range(table.zones[zone].num_kinds):
        copies = view.cards[cell + card]
        if copies > 0:
            for column in range(of.num_columns):
                value = table.attributes[kind + card, of.columns[column]]
                position[sums + column] += copies * value * of.scales[column]


@compiled
def write_choices(
    view: State, table: Table, seat: int, weights: Weights, position: Weights, rows: Rows,
    kinds: Kinds,
) -> bool:  # fmt: skip
    """Write the features of the choices; return whether the network knows the line that asks."""
    kind = wide(table.policy.slots[view.asked])
    if kind == NOBODY:
        return False
    for index in range(view.num_choices):
        kinds[index] = kind
        rows[index, :] = 0.0
    decision = view.decision
    if decision == Decision.OPTION:
        write_offered(view, table, seat, rows, kinds)
    else:
        write_answers(view, table, seat, rows, wide(view.asked), wide(0), wide(view.num_choices))
    return True


@compiled
def write_offered(view: State, table: Table, seat: int, rows: Rows, kinds: Kinds) -> None:
    """Write the options that are offered, and what is answered to those that are choices."""
    first, size = wide(0), wide(view.num_choices)
    while first < size:
        option, last = wide(view.choices[first]) % ANSWERS, first + 1
        if view.choices[first] < ANSWERS:
            rows[first, table.policy.slots[view.asked + 1 + option]] = 1.0
        else:
            while last < size and view.choices[last] % ANSWERS == option:
                last += 1
            asking = wide(table.code[view.asked + 1 + option].d)
            for index in range(first, last):
                kinds[index] = max(wide(table.policy.slots[asking]), wide(0))
            write_answers(view, table, seat, rows, asking, first, last)
        first = last


@compiled
def write_answers(
    view: State, table: Table, seat: int, rows: Rows, row: int, first: int, last: int
) -> None:
    """Write what is offered for the choice in a row of the program: a range of the choices."""
    op = table.code[row].op
    if op == Op.CHOOSE_CARD:
        write_cards(view, table, seat, rows, first, last)
    elif op == Op.CHOOSE_NUMBER:
        write_numbers(view, rows, first, last)
    else:
        write_players(view, table, seat, rows, first, last)


@inlined
def answer_at(view: State, index: int) -> int:
    """Return the card, number or player that a choice is, or DECLINE."""
    choice = wide(view.choices[index])
    return choice // ANSWERS - 1 if view.decision == Decision.OPTION else choice


@compiled
def write_cards(
    view: State, table: Table, seat: int, rows: Rows, first_index: int, last_index: int
) -> None:
    """Write the cards that are offered, and none."""
    of = table.policy
    own = np.zeros(MAX_KINDS)
    for zone in range(table.num_zones):
        if table.zones[zone].per_player:
            cell, first = first_cell(table, wide(zone), seat), wide(table.zones[zone].first_kind)
            for card in range(table.zones[zone].num_kinds):
                own[first + card] += view.cards[cell + card]
    for index in range(first_index, last_index):
        kind = answer_at(view, index)
        if kind == DECLINE:
            rows[index, 0] = 1.0
            continue
        rows[index, 1 + kind] = 1.0
        place = 1 + wide(table.num_kinds)
        for column in range(of.num_columns):
            value = table.attributes[kind, of.columns[column]]
            rows[index, place + column] = value * of.scales[column]
        place += wide(of.num_columns)
        for column in range(of.num_words):
            word, same = table.attributes[kind, of.words[column]], 0.0
            for other in range(table.num_kinds):
                if table.attributes[other, of.words[column]] == word:
                    same += own[other]
            rows[index, place + column] = bounded(same, _COUNT)
        rows[index, place + wide(of.num_words)] = bounded(own[kind], _COUNT)


@compiled
def write_numbers(view: State, rows: Rows, first: int, behind: int) -> None:
    """Write the numbers that are offered, which are in ascending order; nothing of none."""
    last = behind - 1
    if answer_at(view, last) == DECLINE:
        last -= 1
    most = answer_at(view, last)
    for index in range(first, last + 1):
        number = answer_at(view, index)
        rows[index, 0] = 1.0
        rows[index, 1] = bounded(number, _NUMBER)
        rows[index, 2] = number / max(most, 1)
        rows[index, 3] = 1.0 if index == first else 0.0
        rows[index, 4] = 1.0 if index == last else 0.0


@compiled
def write_players(view: State, table: Table, seat: int, rows: Rows, first: int, last: int) -> None:
    """Write the players that are offered, and none."""
    for index in range(first, last):
        other = answer_at(view, index)
        if other == DECLINE:
            rows[index, 0] = 1.0
            continue
        rows[index, 1] = 1.0
        rows[index, 2] = 1.0 if other == seat else 0.0
        rows[index, 3] = 1.0 if other == (seat + 1) % wide(table.num_seats) else 0.0
        for number in range(table.num_numbers):
            lead = view.seats[other].numbers[number] - view.seats[seat].numbers[number]
            rows[index, _FIRST_NUMBER + number] = bounded(lead, _NUMBER)
