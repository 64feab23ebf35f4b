"""Paying (V7): the bill lies in the state while the player chooses how to split it."""

from balance.engine.choice import chosen, due, offer
from balance.engine.jit import compiled, inlined
from balance.engine.layout import State, Table
from balance.games.valeria.layout import (
    NUM_GOODS,
    Decision,
    Good,
    Kind,
)


@inlined
def price(state: State, table: Table, seat: int, card: int) -> tuple[int, int, int]:
    """Return the gold, strength and magic that the card costs this player (V6.4 - V6.7, V7.5)."""
    player = state.seats[seat]
    face = table.cards[card]
    kind = face.kind
    gold = int(face.cost)
    if kind == Kind.CITIZEN and player.ignore_plus == 0:
        gold += int(player.owned[card]) + int(face.namesakes)  # V6.5
    gold = max(0, gold - int(player.discounts[kind, Good.GOLD]))
    strength = max(0, int(face.strength) - int(player.discounts[kind, Good.STRENGTH]))
    magic = max(0, int(face.magic) - int(player.discounts[kind, Good.MAGIC]))
    return gold, strength, magic


@compiled
def count(state: State, table: Table, seat: int, members: int) -> int:
    """Return the size of a set of own cards (V18.4)."""
    owned = state.seats[seat].owned
    weights = table.sets[members]
    total = 0
    for card in range(table.num_cards):
        total += int(owned[card]) * int(weights[card])
    return total


@inlined
def affords(amount: int, held: int, spare: int) -> bool:
    """Tell whether gold or strength can be paid, at least 1 of it real, with spare magic (V7.1)."""
    return spare >= 0 and (amount == 0 or (held > 0 and amount <= held + spare))


@compiled
def can_pay(
    state: State, seat: int, gold: int, strength: int, magic: int, substitutes: int
) -> bool:
    """Tell whether some split of these amounts is affordable (V7.1 - V7.3)."""
    goods = state.seats[seat].goods
    no_gold = max(0, gold - int(goods[Good.GOLD]))
    no_strength = max(0, strength - int(goods[Good.STRENGTH]))
    if not substitutes:
        return no_gold == 0 and no_strength == 0 and magic <= goods[Good.MAGIC]
    if gold > 0 and goods[Good.GOLD] == 0:
        return False
    if strength > 0 and goods[Good.STRENGTH] == 0:
        return False
    return no_gold + no_strength + magic <= goods[Good.MAGIC]


@compiled
def owe(
    state: State, gold: int, strength: int, magic: int, points: int, substitutes: int
) -> None:
    """Write the bill; `substitutes` says whether magic may stand in for the rest (V7.1, V7.4)."""
    state.bill[Good.GOLD] = gold
    state.bill[Good.STRENGTH] = strength
    state.bill[Good.MAGIC] = magic
    state.bill[Good.VP] = points
    state.substitutes = substitutes


@compiled
def settle_bill(state: State, table: Table, seat: int) -> None:
    """Pay what is on the bill, asking for the split wherever there is a choice (V7.3)."""
    goods = state.seats[seat].goods
    bill = state.bill
    if state.substitutes:
        for good in range(Good.MAGIC):  # gold, then strength
            if bill[good] > 0:
                other = int(bill[Good.STRENGTH]) if good == Good.GOLD else 0
                reserve = int(bill[Good.MAGIC])
                if good == Good.GOLD:
                    reserve += max(0, other - int(goods[Good.STRENGTH]))
                least = max(0, int(bill[good]) - int(goods[good]))
                most = min(int(bill[good]) - 1, int(goods[Good.MAGIC]) - reserve)
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
    """Pay this part of the bill, so much of it in magic (V7.1)."""
    goods = state.seats[seat].goods
    goods[good] -= state.bill[good] - magic
    goods[Good.MAGIC] -= magic
    state.bill[good] = 0


@compiled
def choose_split(state: State, table: Table, seat: int, index: int) -> None:
    """Pay with the chosen amount of magic, then what is left of the bill (V7.3)."""
    pay_split(state, seat, int(state.subject), chosen(state, index))
    settle_bill(state, table, seat)
