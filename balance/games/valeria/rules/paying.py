"""Prices and paying (V7): the bill is in the state while the player decides how to split it."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer
from balance.engine.layout import State, Table, wide
from balance.games.valeria.layout import BANNED, NUM_GOODS, Decision, Good, Kind
from balance.games.valeria.rules.bans import is_banned
from balance.games.valeria.rules.events import marker_place


@inlined
def price(state: State, table: Table, seat: int, stack: int, card: int) -> tuple[int, int, int]:
    """Return the gold, strength and magic that the card there costs this player (V6.4 - V6.7)."""
    kind = table.cards[card].kind
    if kind == Kind.MONSTER:
        strength, magic = slaying_price(state, table, seat, stack, card)
        return 0, strength, magic
    if kind == Kind.CITIZEN:
        return recruiting_price(state, table, seat, card), 0, 0
    return building_price(state, table, seat, card), 0, 0


@inlined
def slaying_price(state: State, table: Table, seat: int, stack: int, card: int) -> tuple[int, int]:
    """Return the strength and magic of the Monster there, less discounts (V6.4, V7.5, V14.7)."""
    if not table.marks:
        return unmarked_price(state, table, seat, card)
    face = table.cards[card]
    discounts = state.seats[seat].discounts[Kind.MONSTER]
    markers = state.markers[marker_place(state, stack)]
    strength = wide(face.strength) + wide(markers[Good.STRENGTH]) - wide(discounts[Good.STRENGTH])
    strength += surcharge(state, seat, card)
    magic = wide(face.magic) + wide(markers[Good.MAGIC]) - wide(discounts[Good.MAGIC])
    return max(0, strength), max(0, magic)


@inlined
def unmarked_price(state: State, table: Table, seat: int, card: int) -> tuple[int, int]:
    """Return the strength and magic of a Monster without markers, less discounts (V6.4, V7.5)."""
    face = table.cards[card]
    discounts = state.seats[seat].discounts
    strength = wide(face.strength) - wide(discounts[Kind.MONSTER, Good.STRENGTH])
    strength += surcharge(state, seat, card)
    magic = wide(face.magic) - wide(discounts[Kind.MONSTER, Good.MAGIC])
    return max(0, strength), max(0, magic)


@inlined
def recruiting_price(state: State, table: Table, seat: int, card: int) -> int:
    """Return the gold for a Citizen, 1 more for each card of its name (V6.5, V7.5)."""
    player = state.seats[seat]
    gold = wide(table.cards[card].cost) - wide(player.discounts[Kind.CITIZEN, Good.GOLD])
    gold += surcharge(state, seat, card)
    if player.ignore_plus == 0:
        gold += wide(player.owned[card]) + wide(table.cards[card].namesakes)
    return max(0, gold)


@inlined
def building_price(state: State, table: Table, seat: int, card: int) -> int:
    """Return the gold for a Domain, less discounts (V6.7, V7.5)."""
    discount = state.seats[seat].discounts[Kind.DOMAIN, Good.GOLD]
    return max(0, wide(table.cards[card].cost) + surcharge(state, seat, card) - wide(discount))


@inlined
def surcharge(state: State, seat: int, card: int) -> int:
    """Return how much more the card costs this seat because of a handicap; not in the rules."""
    player = state.seats[seat]
    dearer = wide(player.surcharge) * (card == player.dearer)
    return dearer + BANNED * is_banned(player, card)


@compiled
def count(state: State, table: Table, seat: int, members: int) -> int:
    """Return the size of a set of own cards (V18.4)."""
    owned = state.seats[seat].owned
    what = table.sets[members]
    total = 0
    for i in range(what.num_members):
        card = what.members[i]
        total += wide(owned[card]) * wide(what.counts[card])
    return total


@inlined
def affords(amount: int, held: int, spare: int) -> bool:
    """Return whether this can be paid, at least 1 of it without the spare magic (V7.1)."""
    return (spare >= 0) & ((amount == 0) | ((held > 0) & (amount <= held + spare)))


@compiled
def can_pay(
    state: State, seat: int, gold: int, strength: int, magic: int, substitutes: int
) -> bool:
    """Return whether the player can pay these amounts with some split (V7.1 - V7.3)."""
    goods = state.seats[seat].goods
    no_gold = max(0, gold - wide(goods[Good.GOLD]))
    no_strength = max(0, strength - wide(goods[Good.STRENGTH]))
    if not substitutes:
        return no_gold == 0 and no_strength == 0 and magic <= goods[Good.MAGIC]
    if gold > 0 and goods[Good.GOLD] == 0:
        return False
    if strength > 0 and goods[Good.STRENGTH] == 0:
        return False
    return no_gold + no_strength + magic <= goods[Good.MAGIC]


@compiled
def write_bill(
    state: State, gold: int, strength: int, magic: int, points: int, substitutes: int
) -> None:
    """Write the bill; with `substitutes` magic may replace gold and strength (V7.1, V7.4)."""
    state.bill[Good.GOLD] = gold
    state.bill[Good.STRENGTH] = strength
    state.bill[Good.MAGIC] = magic
    state.bill[Good.VP] = points
    state.substitutes = substitutes


@compiled
def settle_bill(state: State, table: Table, seat: int) -> None:
    """Pay the bill, asking for the split wherever there is a choice (V7.3)."""
    goods = state.seats[seat].goods
    bill = state.bill
    if state.substitutes:
        for good in range(Good.MAGIC):  # gold, then strength
            if bill[good] > 0:
                other = wide(bill[Good.STRENGTH]) if good == Good.GOLD else 0
                reserve = wide(bill[Good.MAGIC])
                if good == Good.GOLD:
                    reserve += max(0, other - wide(goods[Good.STRENGTH]))
                least = max(0, wide(bill[good]) - wide(goods[good]))
                most = min(wide(bill[good]) - 1, wide(goods[Good.MAGIC]) - reserve)
                if most > least:
                    due(state, Decision.PAY, seat)
                    state.subject = good
                    for magic in range(least, most + 1):
                        offer(state, magic)
                    return
                pay_split(state, seat, good, least)
    for good in range(NUM_GOODS):
        goods[good] -= bill[good]
        bill[good] = 0


@compiled
def pay_split(state: State, seat: int, good: int, magic: int) -> None:
    """Pay this part of the bill, `magic` of it in magic (V7.1)."""
    goods = state.seats[seat].goods
    goods[good] -= state.bill[good] - magic
    goods[Good.MAGIC] -= magic
    state.bill[good] = 0


@compiled
def choose_split(state: State, table: Table, seat: int, index: int) -> None:
    """Pay with the chosen amount of magic, then the rest of the bill (V7.3)."""
    pay_split(state, seat, wide(state.subject), chosen(state, index))
    settle_bill(state, table, seat)
