"""The supply, gaining and trashing (D5): what cards cost, and whose they are."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, offer_if
from balance.engine.layout import Player, State, Table, wide
from balance.games.dominion.layout import CURSE, MAX_TAKEN, Decision, How, Type
from balance.games.dominion.rules.bans import is_banned
from balance.games.dominion.rules.piles import (
    bit,
    leave_hand,
    put_in_hand,
    put_on_deck,
    put_on_discard,
)

TO_DISCARD, TO_DECK, TO_HAND = range(3)  # where a gained card goes (D5.3)


@inlined
def cost(state: State, table: Table, kind: int) -> int:
    """Return what a card costs now (D5.4)."""
    return max(0, wide(table.faces[kind].cost) - 2 * wide(state.princesses))


@inlined
def price(state: State, table: Table, seat: int, kind: int) -> int:
    """Return what `seat` pays for a card: its cost, plus the surcharge of a handicap."""
    paid = cost(state, table, kind)
    player = state.seats[seat]
    if player.surcharge != 0 and player.surcharged == kind:
        paid = max(0, paid + wide(player.surcharge))
    return paid


@inlined
def own(table: Table, player: Player, kind: int) -> None:
    """Add a card to those that the player owns (D2.2); the caller puts it into a zone."""
    face = table.faces[kind]
    player.owned[kind] += 1
    player.num_owned += 1
    player.points += face.points
    player.money += face.money
    player.num_treasures += (face.types & Type.TREASURE) != 0
    player.num_victories += (face.types & Type.VICTORY) != 0


@compiled
def disown(state: State, table: Table, seat: int, kind: int) -> None:
    """Put a card of `seat` on the trash (D2.4); the caller has taken it out of its zone."""
    player, face = state.seats[seat], table.faces[kind]
    player.owned[kind] -= 1
    player.num_owned -= 1
    player.points -= face.points
    player.money -= face.money
    player.num_treasures -= (face.types & Type.TREASURE) != 0
    player.num_victories -= (face.types & Type.VICTORY) != 0
    state.trash[kind] += 1


@compiled
def trash(state: State, table: Table, seat: int, kind: int) -> None:
    """Trash a card of the hand (D2.4)."""
    leave_hand(state.seats[seat], kind)
    disown(state, table, seat, kind)


@inlined
def receive(state: State, table: Table, seat: int, kind: int, where: int) -> None:
    """Give `seat` a card that was taken from a pile, and count it for the record."""
    player = state.seats[seat]
    own(table, player, kind)
    if player.taken[kind] < MAX_TAKEN:
        player.taken[kind] += 1
        player.rounds_taken[kind] += state.rounds
    if where == TO_DISCARD:
        put_on_discard(state, seat, kind)
    elif where == TO_DECK:
        put_on_deck(player, kind)
    else:
        put_in_hand(player, kind)


@compiled
def gain(state: State, table: Table, seat: int, kind: int, where: int) -> bool:
    """Gain a card of the supply (D2.5); return whether there was one (D5.1)."""
    if state.piles[kind] <= 0 or not state.in_supply & bit(kind):
        return False
    state.piles[kind] -= 1
    state.num_empty += state.piles[kind] == 0
    receive(state, table, seat, kind, where)
    return True


@compiled
def gain_prize(state: State, table: Table, seat: int, kind: int, where: int) -> None:
    """Gain a prize of the prize pile (D9.2)."""
    state.piles[kind] -= 1
    state.num_prizes -= 1
    receive(state, table, seat, kind, where)


@compiled
def curse(state: State, table: Table, seat: int) -> None:
    """Let `seat` gain a Curse, if one is left (D5.7)."""
    gain(state, table, seat, CURSE, TO_DISCARD)


@compiled
def ask_gain(state: State, table: Table, seat: int, routine: int, limit: int, how: int) -> None:
    """Ask which card of the supply is gained (D5.2), for the card whose Special is `routine`.

    `limit` is of its cost; `how` has bits of `How`.  A Horn of Plenty stands in `state.looked`.
    """
    due(state, Decision.GAIN, seat)
    state.routine = routine
    state.limit = limit
    state.how = how
    player = state.seats[seat]
    for place in range(state.num_supply):
        kind = wide(state.kinds[place])
        costs = cost(state, table, kind)
        fits = costs == limit if how & How.EXACTLY else costs <= limit
        if how & How.TREASURE and not table.treasures & bit(kind):
            fits = False
        offer_if(state, kind, fits and state.piles[kind] > 0 and not is_banned(player, kind))


@compiled
def take_gain(state: State, table: Table, seat: int, index: int) -> None:
    """Gain the card; a Victory card may trash the Horn of Plenty that brought it (D11.10)."""
    kind = chosen(state, index)
    how = wide(state.how)
    gain(state, table, seat, kind, TO_HAND if how & How.TO_HAND else TO_DISCARD)
    if how & How.BY_HORN and table.victories & bit(kind):
        horn = wide(state.looked)
        if state.in_play[horn] > 0:
            state.in_play[horn] -= 1
            disown(state, table, seat, horn)


@compiled
def ask_buy(state: State, table: Table, seat: int) -> None:
    """Ask which card of the supply is bought, if any (D3.5)."""
    due(state, Decision.BUY, seat)
    offer(state, -1)
    player = state.seats[seat]
    coins, discount = wide(state.coins), 2 * wide(state.princesses)
    if player.banned != 0 or player.surcharge != 0:
        ask_buy_handicapped(state, table, seat)
        return
    offered = 1
    for place in range(state.num_supply):  # fewer than there is room for choices
        kind = wide(state.kinds[place])
        state.choices[offered] = kind
        affordable = table.faces[kind].cost - discount <= coins
        offered += int(affordable and state.piles[kind] > 0)
    state.num_choices = offered


@compiled
def ask_buy_handicapped(state: State, table: Table, seat: int) -> None:
    """Offer what a seat that plays under a handicap may buy."""
    player = state.seats[seat]
    for place in range(state.num_supply):
        kind = wide(state.kinds[place])
        if (
            state.piles[kind] > 0
            and not is_banned(player, kind)
            and price(state, table, seat, kind) <= state.coins
        ):
            offer(state, kind)
