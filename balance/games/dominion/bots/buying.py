"""What a buy list buys and gains (S1)."""

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.conditions import (
    ENTRY_SIZE,
    FIRST_ENTRY,
    NO_CARD,
    NOT_FOUND,
    Slot,
    index_of,
    meets,
    offered,
)
from balance.games.dominion.layout import NOTHING, PROVINCE, How, Type
from balance.games.dominion.rules.scoring import (
    CARDS_A_POINT,
    NAMES_A_STEP,
    STEP,
    count_names,
    count_owned,
    score,
)
from balance.games.dominion.rules.supply import cost, price

ANY_COST = 1 << 30
DISCOUNT = 2  # for each Princess in play (D5.4)


@compiled
def wanted(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    kinds: int,
    limit: int,
    coins: int,
    lost: int,
    fewer: int,
) -> int:
    """Return the first entry of the buy list that applies (S1.1), or NOT_FOUND.

    Its card is one of `kinds`, a set, is left in its pile and costs at most `limit` as printed; see
    `meets` for the rest.
    """
    entry, end = wide(FIRST_ENTRY), wide(weights[Slot.BUY])
    while entry < end:
        kind = wide(weights[entry])
        if (
            kinds >> kind & 1
            and view.piles[kind] > 0
            and table.faces[kind].cost <= limit
            and meets(view, table, seat, weights, entry, coins, lost, fewer)
            and not (view.piles[kind] == 1 and is_barred(view, table, seat, weights, kind))
        ):
            return entry
        entry += ENTRY_SIZE
    return NOT_FOUND


@compiled
def is_barred(view: State, table: Table, seat: int, weights: Weights, kind: int) -> bool:
    """Return whether the guard forbids the last card of a pile (S1.3)."""
    return weights[Slot.GUARD] != 0.0 and ends_in_defeat(view, table, seat, kind)


@compiled
def ends_in_defeat(view: State, table: Table, seat: int, kind: int) -> bool:
    """Return whether taking the last card of a pile would end the game in a defeat (S1.3)."""
    if kind != PROVINCE and view.num_empty < 2:
        return False
    own = score_with(view, table, seat, kind)
    turns = wide(view.seats[seat].turns)
    for other in range(table.num_seats):
        if other != seat:
            points = score(view, table, other)
            if points > own or (points == own and view.seats[other].turns < turns):
                return True
    return False


@compiled
def score_with(view: State, table: Table, seat: int, kind: int) -> int:
    """Return what a seat would score with one more card of a kind (D8.3)."""
    player = view.seats[seat]
    points = wide(player.points) + wide(table.faces[kind].points)
    if table.gardens:
        gardens = count_owned(player, wide(table.gardens)) + (wide(table.gardens) >> kind & 1)
        points += gardens * ((wide(player.num_owned) + 1) // CARDS_A_POINT)
    if table.fairgrounds:
        points += fairgrounds_with(view, table, seat, kind)
    return points


@compiled
def fairgrounds_with(view: State, table: Table, seat: int, kind: int) -> int:
    """Return the points of a seat's Fairgrounds with one more card of a kind."""
    player = view.seats[seat]
    count = count_owned(player, wide(table.fairgrounds)) + (wide(table.fairgrounds) >> kind & 1)
    names = count_names(view, seat) + int(player.owned[kind] == 0)
    return count * STEP * (names // NAMES_A_STEP)


@compiled
def for_sale(view: State, table: Table, seat: int, coins: int) -> int:
    """Return the cards that a seat with a handicap could buy, a set of kinds."""
    kinds = wide(0)
    for place in range(view.num_supply):
        kind = wide(view.kinds[place])
        if price(view, table, seat, kind) <= coins:
            kinds |= wide(1) << kind
    return kinds


@compiled
def coins_in_reach(view: State, table: Table, seat: int) -> int:
    """Return the coins so far plus those of all Treasures in hand, without special parts."""
    coins = wide(view.coins)
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        coins += wide(view.seats[seat].hand[kind]) * wide(table.faces[kind].worth)
    return coins


@inlined
def best_buy(
    view: State, table: Table, seat: int, weights: Weights, coins: int, lost: int, fewer: int
) -> int:
    """Return the entry that would be bought with so many coins (S1.1, S5.1), or NOT_FOUND."""
    player = view.seats[seat]
    kinds = wide(view.in_supply) & ~wide(player.banned)
    limit = coins + DISCOUNT * wide(view.princesses)
    if player.surcharge != 0:
        kinds &= for_sale(view, table, seat, coins)
        limit = wide(ANY_COST)
    return wanted(view, table, seat, weights, kinds, limit, coins, lost, fewer)


@compiled
def best_gain(
    view: State, table: Table, seat: int, weights: Weights, cost: int, lost: int, fewer: int
) -> int:
    """Return the entry that would be gained costing up to so much (S1.4), or NOT_FOUND."""
    kinds = wide(view.in_supply) & ~wide(view.seats[seat].banned)
    limit = cost + DISCOUNT * wide(view.princesses)
    return wanted(view, table, seat, weights, kinds, limit, wide(view.coins), lost, fewer)


@compiled
def buy(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the card to buy, or of nothing (S1.1)."""
    entry = best_buy(view, table, seat, weights, wide(view.coins), wide(NO_CARD), wide(0))
    if entry == NOT_FOUND:
        return wide(0)  # nothing is offered first
    return index_of(view, wide(weights[entry]))


@compiled
def gain(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the card to gain (S1.4); a Mine brings the dearest Treasure (S5.4)."""
    if not view.how & How.TREASURE:
        entry = wanted(
            view, table, seat, weights, offered(view), wide(ANY_COST), wide(view.coins),
            wide(NO_CARD), wide(0),
        )  # fmt: skip
        if entry != NOT_FOUND:
            return index_of(view, wide(weights[entry]))
    return dearest_or_cheapest(view, table)


@compiled
def dearest_or_cheapest(view: State, table: Table) -> int:
    """Return the index of the dearest card that is no Victory card or Curse, else the cheapest."""
    best = cheapest = wide(0)
    most, least = NOTHING, ANY_COST
    for index in range(view.num_choices):
        kind = wide(view.choices[index])
        costs = cost(view, table, kind)
        if costs < least:
            cheapest, least = index, costs
        if table.faces[kind].types & (Type.VICTORY | Type.CURSE) == 0 and costs > most:
            best, most = index, costs
    return best if most > NOTHING else cheapest
