"""What the policy sees of the cards that it may buy or gain: a row of features and a kind for each.

A card is seen by its numbers and by what its special part is for, so that what is learnt of one
card holds for others like it, a designer's own too.
"""

from enum import IntEnum, auto

from balance.bots.policy import Kinds, Rows
from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.buying import buy, ends_in_defeat, gain, score_with
from balance.games.dominion.bots.position_value import brings_curses, cleans
from balance.games.dominion.layout import (
    CURSE,
    NOTHING,
    NUM_BASIC,
    PROVINCE,
    Decision,
    How,
    Special,
    Type,
)
from balance.games.dominion.rules.scoring import score
from balance.games.dominion.rules.supply import cost


class Choice(IntEnum):
    """Kinds of choices, each with weights of its own."""

    COPPER = 0  # the basic cards, in their order
    SILVER = auto()
    GOLD = auto()
    ESTATE = auto()
    DUCHY = auto()
    PROVINCE = auto()
    CURSE = auto()
    TERMINAL = auto()  # an Action that gives no Action
    CANTRIP = auto()  # an Action that gives one
    VILLAGE = auto()  # an Action that gives two or more
    OTHER = auto()  # a Treasure or Victory card of the Kingdom
    NOTHING = auto()


class Feature(IntEnum):
    """Features of a choice."""

    ONE = 0  # 1
    GREEDY = auto()  # 1 if greedy would choose it
    COST = auto()  # in fives
    CARDS = auto()  # that it draws
    ACTIONS = auto()  # that it gives
    BUYS = auto()
    COINS = auto()  # that it gives, also as a Treasure
    POINTS = auto()  # that it adds to the score now, in sixes
    CURSES = auto()  # 1 if it gives others Curses, while there are any
    ATTACK = auto()  # 1 for another Attack
    CLEANS = auto()  # 1 if it trashes without replacing
    TURNS_INTO = auto()  # 1 if it gains cards, or turns cards into others
    DIGS = auto()  # 1 if its special part draws, or gives coins
    COPIES = auto()  # owned, in fives
    FIRST = auto()  # 1 if none is owned
    LAST = auto()  # 1 / the cards left in its pile
    LEFT = auto()  # coins left after it, in fours
    WINS = auto()  # 1 if it ends the game with a win
    LOSES = auto()  # 1 if it ends the game with a defeat
    FREE = auto()  # 1 if it is gained and not bought


_NUM_FEATURES = len(Feature)


@inlined
def is_made(view: State) -> bool:
    """Return whether the policy makes the decision: what to buy or gain, but no Treasure alone."""
    return view.decision == Decision.BUY or (
        view.decision == Decision.GAIN and view.how & How.TREASURE == 0
    )


@inlined
def kind_of(table: Table, kind: int) -> int:
    """Return the kind of choice that a card is."""
    face = table.faces[kind]
    answer = wide(Choice.OTHER)
    if kind < NUM_BASIC:
        answer = kind
    elif face.types & Type.ACTION:
        answer = wide(Choice.TERMINAL) + min(wide(face.actions), wide(2))
    return answer


@inlined
def clear(row: Weights) -> None:
    """Set all features of a choice to 0."""
    for feature in range(_NUM_FEATURES):
        row[feature] = 0.0


@inlined
def turns_cards(special: int) -> bool:
    """Return whether a special part gains cards, or turns cards into others."""
    return (
        special == Special.WORKSHOP
        or special == Special.FEAST
        or special == Special.BUREAUCRAT
        or special == Special.REMODEL
        or special == Special.MINE
        or special == Special.HORN_OF_PLENTY
        or special == Special.JESTER
        or special == Special.TOURNAMENT
        or special == Special.REMAKE
    )


@inlined
def digs(special: int) -> bool:
    """Return whether a special part draws cards, or gives coins."""
    return (
        special == Special.LIBRARY
        or special == Special.ADVENTURER
        or special == Special.ENVOY
        or special == Special.HARVEST
        or special == Special.HUNTING_PARTY
        or special == Special.FARMING_VILLAGE
        or special == Special.MENAGERIE
        or special == Special.MONEYLENDER
        or special == Special.THRONE_ROOM
    )


@inlined
def write_card(view: State, table: Table, seat: int, kind: int, points: int, row: Weights) -> None:
    """Write what a card is good for; `points` is the score without it."""
    face = table.faces[kind]
    special = wide(face.special)
    row[Feature.COST] = 0.2 * face.cost
    row[Feature.CARDS] = face.cards
    row[Feature.ACTIONS] = face.actions
    row[Feature.BUYS] = face.buys
    row[Feature.COINS] = face.coins + face.worth
    if face.types & Type.VICTORY:
        row[Feature.POINTS] = (score_with(view, table, seat, kind) - points) / 6.0
    if brings_curses(special):
        row[Feature.CURSES] = 1.0 if view.piles[CURSE] > 0 else 0.0
    elif face.types & Type.ATTACK:
        row[Feature.ATTACK] = 1.0
    row[Feature.CLEANS] = 1.0 if cleans(special) else 0.0
    row[Feature.TURNS_INTO] = 1.0 if turns_cards(special) else 0.0
    row[Feature.DIGS] = 1.0 if digs(special) else 0.0
    owned = wide(view.seats[seat].owned[kind])
    row[Feature.COPIES] = 0.2 * owned
    row[Feature.FIRST] = 1.0 if owned == 0 else 0.0
    row[Feature.LAST] = 1.0 / view.piles[kind]


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
    if not is_made(view):
        return False
    is_buy = view.decision == Decision.BUY
    if is_buy:
        greedy = buy(view, table, seat, weights)
        budget = wide(view.coins)
    else:
        greedy = gain(view, table, seat, weights)
        budget = wide(view.limit)
    points = score(view, table, seat)
    for index in range(wide(view.num_choices)):
        kind = wide(view.choices[index])
        row = rows[index]
        clear(row)
        row[Feature.ONE] = 1.0
        row[Feature.GREEDY] = 1.0 if index == greedy else 0.0
        row[Feature.FREE] = 0.0 if is_buy else 1.0
        if kind == NOTHING:
            kinds[index] = Choice.NOTHING
            row[Feature.LEFT] = 0.25 * budget
            continue
        kinds[index] = kind_of(table, kind)
        write_card(view, table, seat, kind, points, row)
        row[Feature.LEFT] = 0.25 * (budget - cost(view, table, kind))
        if view.piles[kind] == 1 and (kind == PROVINCE or view.num_empty >= 2):
            is_lost = ends_in_defeat(view, table, seat, kind)
            row[Feature.LOSES if is_lost else Feature.WINS] = 1.0
    return True
