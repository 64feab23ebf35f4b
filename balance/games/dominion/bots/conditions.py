"""The conditions of buy lists in compiled code: each is a row of numbers (S2).

A list is one array of numbers: the slots with settings, then the entries of its sections one after
the other, then all conditions.  An entry is a kind, the index of its first condition, and how many
conditions it has.  A condition is five numbers, ``left * scale + shift OP right``.  To avoid
rounding, ``own(smithy) < treas/11`` is stored as ``own(smithy) * 11 + 0 < treas``.
"""

from enum import IntEnum

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.layout import CURSE, MAX_KINDS, PROVINCE, Type

NOT_FOUND = -1
NO_CARD = -1


class Slot(IntEnum):
    """The first numbers of a list."""

    GUARD = 0  # 1: it never ends a game that it loses (S1.3)
    KEEP = 1  # least coins of its Treasures after a Chapel (S5.2)
    ENOUGH = 2  # with as many cards to trash in hand, a Chapel trashes any Copper (S5.2)
    BUY = 3  # where each section ends; it begins where the one before it ends
    PLAY = 4
    DISCARD = 5
    TRASH = 6
    PRIZES = 7


FIRST_ENTRY = len(Slot)  # where the first section begins
ENTRY_SIZE = 3
CONDITION_SIZE = 5


class Term(IntEnum):
    """What a condition may count, of the bot's own seat unless it says otherwise."""

    NUMBER = 0  # nothing: the shift is the number
    OWN = 1  # cards of a kind, in all zones
    SUP = 2  # cards left in the pile of a kind
    HAND = 3  # cards of a kind in hand
    TREAS = 4  # Treasures owned
    VICT = 5  # Victory cards owned
    MONEY = 6  # nominal money of all cards owned
    GTE = 7  # gains to the end of the game
    TURN = 8
    COINS = 9
    ACTIONS = 10
    BUYS = 11
    CARDS = 12  # in hand
    TERMINALS = 13  # Actions owned that give no Action
    VILLAGES = 14  # cards owned that give two Actions or more
    PLAYERS = 15


OF_A_KIND = (Term.OWN, Term.SUP, Term.HAND)
# A term and its kind are one number, the kind in its last bits.
KIND_BITS = 6
LAST_KIND = (1 << KIND_BITS) - 1


class Op(IntEnum):
    """How the two sides of a condition are compared."""

    LESS = 0
    AT_MOST = 1
    EQUAL = 2
    AT_LEAST = 3
    MORE = 4


@compiled
def meets(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    entry: int,
    coins: int,
    lost: int,
    fewer: int,
) -> bool:
    """Return whether all conditions of the entry that begins at index `entry` hold.

    They are tested as if the seat had `coins`, and `fewer` cards less of the kind `lost`, which
    may be NO_CARD.
    """
    place = wide(weights[entry + 1])
    for _ in range(wide(weights[entry + 2])):
        left = value(view, table, seat, wide(weights[place]), coins, lost, fewer)
        right = wide(0)
        if weights[place + 2] != 0.0:
            right = value(view, table, seat, wide(weights[place + 2]), coins, lost, fewer)
        if not compare(
            left * weights[place + 3] + weights[place + 4], wide(weights[place + 1]), right
        ):
            return False
        place += CONDITION_SIZE
    return True


@compiled
def meets_now(view: State, table: Table, seat: int, weights: Weights, entry: int) -> bool:
    """Return whether all conditions of an entry hold with the coins and cards that there are."""
    return meets(view, table, seat, weights, entry, wide(view.coins), wide(NO_CARD), wide(0))


@inlined
def compare(left: float, op: int, right: int) -> bool:
    """Compare two numbers."""
    if op == Op.LESS:
        return left < right
    if op == Op.AT_MOST:
        return left <= right
    if op == Op.EQUAL:
        return left == right
    if op == Op.AT_LEAST:
        return left >= right
    return left > right


@compiled
def value(
    view: State, table: Table, seat: int, code: int, coins: int, lost: int, fewer: int
) -> int:
    """Return the value of a term with its kind (S2); see `meets`."""
    term, kind = code >> KIND_BITS, code & LAST_KIND
    player = view.seats[seat]
    match term:
        case Term.OWN:
            return wide(player.owned[kind]) - (fewer if kind == lost else 0)
        case Term.SUP:
            return wide(view.piles[kind]) if view.in_supply >> kind & 1 else 0
        case Term.MONEY:
            return wide(player.money) - (fewer * wide(table.faces[lost].money) if fewer else 0)
        case Term.TREAS:
            is_less = fewer > 0 and table.faces[lost].types & Type.TREASURE != 0
            return wide(player.num_treasures) - (fewer if is_less else 0)
        case Term.VICT:
            is_less = fewer > 0 and table.faces[lost].types & Type.VICTORY != 0
            return wide(player.num_victories) - (fewer if is_less else 0)
        case Term.COINS:
            return coins
        case Term.GTE:
            return gains_to_end(view)
        case Term.TURN:
            return wide(player.turns)
        case Term.ACTIONS:
            return wide(view.actions)
        case Term.BUYS:
            return wide(view.buys)
        case Term.HAND:
            return wide(player.hand[kind])
        case Term.CARDS:
            return wide(player.num_hand)
        case Term.TERMINALS:
            return count_actions(view, table, seat, 0, 0)
        case Term.VILLAGES:
            return count_actions(view, table, seat, 2, MAX_KINDS)
        case Term.PLAYERS:
            return wide(table.num_seats)
    return 0


@compiled
def gains_to_end(view: State) -> int:
    """Return how many gains could end the game: of Provinces, or of the three smallest piles."""
    least = middle = most = wide(view.piles[CURSE])
    seen = 0
    for place in range(view.num_supply):
        kind = wide(view.kinds[place])
        if kind == PROVINCE:
            continue
        left = wide(view.piles[kind])
        seen += 1
        if seen == 1 or left < least:
            least, middle, most = left, least, middle
        elif seen == 2 or left < middle:
            middle, most = left, middle
        elif seen == 3 or left < most:
            most = left
    return min(wide(view.piles[PROVINCE]), least + middle + most)


@compiled
def count_actions(view: State, table: Table, seat: int, low: int, high: int) -> int:
    """Return how many Actions a seat owns that give from `low` to `high` Actions."""
    count = 0
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        face = table.faces[kind]
        if face.types & Type.ACTION and low <= face.actions <= high:
            count += wide(view.seats[seat].owned[kind])
    return count


@compiled
def first_entry(
    view: State, table: Table, seat: int, weights: Weights, section: int, kinds: int
) -> int:
    """Return the first entry of a section for one of `kinds`, a set, whose conditions hold.

    NOT_FOUND if there is none.
    """
    entry = wide(weights[section - 1]) if section > Slot.BUY else wide(FIRST_ENTRY)
    end = wide(weights[section])
    while entry < end:
        if kinds >> wide(weights[entry]) & 1 and meets_now(view, table, seat, weights, entry):
            return entry
        entry += ENTRY_SIZE
    return NOT_FOUND


@compiled
def is_named(weights: Weights, section: int, kind: int) -> bool:
    """Return whether a section has an entry for a card, whatever its conditions."""
    entry = wide(weights[section - 1]) if section > Slot.BUY else wide(FIRST_ENTRY)
    while entry < wide(weights[section]):
        if wide(weights[entry]) == kind:
            return True
        entry += ENTRY_SIZE
    return False


@compiled
def offered(view: State) -> int:
    """Return the cards that are offered, a set of kinds."""
    kinds = wide(0)
    for index in range(view.num_choices):
        if view.choices[index] >= 0:
            kinds |= wide(1) << wide(view.choices[index])
    return kinds


@inlined
def index_of(view: State, choice: int) -> int:
    """Return the index of a choice; the first one if it is not offered."""
    for index in range(view.num_choices):
        if view.choices[index] == choice:
            return index
    return 0
