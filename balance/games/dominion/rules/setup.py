"""Set-up (D1, D9): Kingdom, Bane, prizes, Black Market deck, and the first hands."""

from balance.compiling.jit import compiled
from balance.engine.agenda import push
from balance.engine.layout import State, Table, wide
from balance.engine.rng import below, shuffle
from balance.games.dominion.layout import (
    COPPER,
    ESTATE,
    HAND_SIZE,
    MAX_KINDS,
    NOTHING,
    NUM_BASIC,
    Chance,
    Special,
    Task,
)
from balance.games.dominion.rules.piles import bit, draw
from balance.games.dominion.rules.supply import own

_START = ((COPPER, 7), (ESTATE, 3))  # D1.3


@compiled
def begin(state: State, table: Table) -> None:
    """Set up the supply, and let each player draw a first hand (D1)."""
    lay_out(state, table)
    push(state, Task.TURN, 0, 0, 0)
    for seat in range(table.num_seats):
        player = state.seats[seat]
        for kind, copies in _START:
            for _ in range(copies):
                own(table, player, kind)
            state.decks[seat, kind] += copies
            player.num_deck += copies
        player.extra_coins = table.extra_coins[seat]
        set_handicap(state, table, seat)
        draw(state, table, seat, HAND_SIZE)


@compiled
def set_handicap(state: State, table: Table, seat: int) -> None:
    """Give the seat the handicap of its entry of the line-up: for experiments, not in the rules."""
    player = state.seats[seat]
    handicap = table.handicaps[state.lineup[seat]]
    player.banned = handicap.banned
    player.surcharged = handicap.surcharged
    player.surcharge = handicap.surcharge
    player.extra_coins += handicap.coins
    if handicap.gift > 0:
        gift = wide(handicap.gift) - 1
        own(table, player, gift)
        state.decks[seat, gift] += 1
        player.num_deck += 1


@compiled
def lay_out(state: State, table: Table) -> None:
    """Choose the Kingdom and set up all piles (D1.4 to D1.10), Bane, prizes and deck (D9)."""
    kingdom = draw_kingdom(state, table)
    market = 0
    if table.market != 0 and has_special(table, kingdom, Special.BLACK_MARKET):
        market = wide(table.market) & ~kingdom
    # A Black Market deck with a Young Witch needs the Bane as well (D9.4).
    if has_special(table, kingdom | market, Special.YOUNG_WITCH):
        state.bane = draw_bane(state, table, kingdom)
        if state.bane != NOTHING:
            kingdom |= bit(state.bane)
    else:
        state.bane = NOTHING
    if table.market != 0 and has_special(table, kingdom, Special.BLACK_MARKET):
        market = wide(table.market) & ~kingdom
    prizes = 0
    if table.prizes != 0 and has_special(table, kingdom | market, Special.TOURNAMENT):
        prizes = wide(table.prizes)
    basic = bit(NUM_BASIC) - 1
    state.in_supply = basic | kingdom
    add_kinds(state, table, basic | kingdom, True)
    state.num_supply = state.num_kinds
    add_kinds(state, table, prizes, True)
    state.num_prizes = state.num_kinds - state.num_supply
    first = wide(state.num_kinds)
    add_kinds(state, table, market, False)
    size = wide(state.num_kinds) - first
    for place in range(size):
        state.market[place] = state.kinds[first + place]
    state.num_market = size
    shuffle(state.streams[Chance.MARKET], state.market, size)


@compiled
def draw_kingdom(state: State, table: Table) -> int:
    """Return the kinds of the Kingdom: the fixed ones, and others drawn at random (D1.11)."""
    kingdom = 0
    for place in range(table.num_fixed):
        kingdom |= bit(table.pool[place])
    if table.num_kingdom > table.num_fixed:
        pool = table.pool.copy()
        for place in range(table.num_fixed, table.num_kingdom):
            left = wide(table.num_pool) - place
            other = place + wide(below(state.streams[Chance.KINGDOM], left))
            kingdom |= bit(pool[other])
            pool[other] = pool[place]
    return kingdom


@compiled
def draw_bane(state: State, table: Table, kingdom: int) -> int:
    """Return the Bane: the given one, or one drawn at random; NOTHING if there is none (D9.1)."""
    if table.bane != NOTHING:
        return wide(table.bane)
    candidates = wide(table.banes) & ~kingdom
    count = 0
    for kind in range(MAX_KINDS):
        count += (candidates >> kind) & 1
    if count == 0:
        return NOTHING
    rest = wide(below(state.streams[Chance.KINGDOM], count))
    for kind in range(MAX_KINDS):
        if candidates & bit(kind):
            if rest == 0:
                return wide(kind)
            rest -= 1
    return NOTHING


@compiled
def has_special(table: Table, kinds: int, special: int) -> bool:
    """Return whether a card among `kinds`, a set, has this special part."""
    kind = 0
    while kinds != 0:
        if kinds & 1 and table.faces[kind].special == special:
            return True
        kinds >>= 1
        kind += 1
    return False


@compiled
def add_kinds(state: State, table: Table, kinds: int, is_pile: bool) -> None:
    """Add kinds to those of the game, with or without piles."""
    kind = 0
    while kinds != 0:
        if kinds & 1:
            state.kinds[state.num_kinds] = kind
            state.num_kinds += 1
            if is_pile:
                state.piles[kind] = table.faces[kind].copies
        kinds >>= 1
        kind += 1
