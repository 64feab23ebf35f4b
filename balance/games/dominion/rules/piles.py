"""Hands, draw piles and discard piles (D2, D4): where cards lie, and how they move.

A draw pile is its known upper part, `top`, above cards without an order.  Instead of a shuffle,
each card is drawn at random when it is taken: the chances are the same, and it costs less.
"""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import Player, State, Table, wide
from balance.engine.rng import below
from balance.games.dominion.layout import ANY, NOTHING, ROOM, Chance, Decision, Task

EMPTY, READY, LATER = 0, 1, 2  # what `pile_ready` returns
NOT_YET = -2  # instead of a card: the search goes on later
ALL_KINDS = -1  # as a set of kinds


@inlined
def bit(kind: int) -> int:
    """Return the bit of a kind in a set of kinds."""
    return wide(1) << wide(kind)


@inlined
def put_in_hand(player: Player, kind: int) -> None:
    """Add a card to the hand."""
    player.hand[kind] += 1
    player.hand_kinds |= bit(kind)
    player.num_hand += 1


@inlined
def leave_hand(player: Player, kind: int) -> None:
    """Take a card out of the hand."""
    player.hand[kind] -= 1
    player.num_hand -= 1
    if player.hand[kind] == 0:
        player.hand_kinds &= ~bit(kind)


@inlined
def put_on_discard(state: State, seat: int, kind: int) -> None:
    """Put a card on the discard pile of `seat` (D2.4)."""
    state.discards[seat, kind] += 1
    state.seats[seat].num_discard += 1


@inlined
def put_on_deck(player: Player, kind: int) -> None:
    """Put a card on top of the draw pile (D4.4)."""
    player.top[player.num_top] = kind
    player.num_top += 1


@inlined
def ask_yes_no(state: State, decision: int, seat: int) -> None:
    """Ask `seat` for a decision with the choices 0 and 1, mostly no and yes."""
    due(state, decision, seat)
    offer(state, 0)
    offer(state, 1)


@compiled
def discard(state: State, seat: int, kind: int) -> None:
    """Discard a card of the hand (D2.4)."""
    leave_hand(state.seats[seat], kind)
    put_on_discard(state, seat, kind)


@compiled
def pile_ready(state: State, table: Table, seat: int, what: int, first: int, second: int) -> int:
    """Return whether a card can be taken from the draw pile now: READY, EMPTY or LATER.

    If the draw pile is empty, the discard pile becomes a new one (D4.1).  If its owner must first
    place Stashes (D13.3), the task `what` that needs the card goes back on the agenda with its
    numbers `first` and `second`.  LATER is returned then, and the caller stops.
    """
    player = state.seats[seat]
    if player.num_top > 0 or player.num_deck > 0:
        return READY
    if player.num_discard == 0:
        return EMPTY
    for kind in range(ROOM):
        state.decks[seat, kind] = state.discards[seat, kind]
        state.discards[seat, kind] = 0
    player.num_deck = player.num_discard
    player.num_discard = 0
    if table.stashes != 0 and take_out_stashes(state, table, seat, what, first, second):
        return LATER
    return READY


@compiled
def take_out_stashes(
    state: State, table: Table, seat: int, what: int, first: int, second: int
) -> bool:
    """Take the Stashes out of the new draw pile of `seat`, who places them next (D13.3)."""
    player = state.seats[seat]
    is_any = False
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        copies = wide(state.decks[seat, kind])
        if copies > 0 and table.stashes & bit(kind):
            if not is_any:
                push(state, what, seat, first, second)
            is_any = True
            state.decks[seat, kind] = 0
            player.num_deck -= copies
            push(state, Task.PLACE_STASH, seat, kind, copies)
    return is_any


@compiled
def place_stash(state: State, seat: int, first: int, second: int) -> None:
    """Ask where in the draw pile the next Stash of kind `first` goes; `second` are left."""
    player = state.seats[seat]
    if second > 1:
        push(state, Task.PLACE_STASH, seat, first, second - 1)
    state.looked = first
    due(state, Decision.PLACE_STASH, seat)
    for above in range(pile_size(player) + 1):
        offer(state, above)


@compiled
def take_place_stash(state: State, seat: int, index: int) -> None:
    """Put the Stash below so many cards of the draw pile (D13.3)."""
    above = chosen(state, index)
    player = state.seats[seat]
    missing = above - wide(player.num_top)
    if missing > 0:  # random cards lie above it
        for place in range(wide(player.num_top) - 1, -1, -1):
            player.top[place + missing] = player.top[place]
        player.top[:missing] = ANY
        player.num_top += missing
    for place in range(wide(player.num_top), wide(player.num_top) - above, -1):
        player.top[place] = player.top[place - 1]
    player.top[wide(player.num_top) - above] = state.looked
    player.num_top += 1


@compiled
def pile_size(player: Player) -> int:
    """Return how many cards the draw pile has (D4.6)."""
    known = 0
    for place in range(player.num_top):
        if player.top[place] != ANY:
            known += 1
    return wide(player.num_deck) + known


@compiled
def take_card(state: State, seat: int) -> int:
    """Take the topmost card of the draw pile, which is not empty, and return its kind (D4.2)."""
    player = state.seats[seat]
    if player.num_top > 0:
        player.num_top -= 1
        kind = wide(player.top[player.num_top])
        if kind != ANY:
            return kind
    return take_any(state, seat)


@inlined
def take_any(state: State, seat: int) -> int:
    """Take a random card out of the lower part of the draw pile, and return its kind."""
    player = state.seats[seat]
    deck = state.decks[seat]
    rest = wide(below(state.streams[Chance.DRAW + seat], player.num_deck))
    player.num_deck -= 1
    # Most cards are of the first four kinds: find these without branches that are hard to predict.
    first = wide(deck[0])
    second = first + wide(deck[1])
    third = second + wide(deck[2])
    rest -= third + wide(deck[3])
    if rest < 0:
        rest += wide(deck[3])
        kind = 3 - wide(rest < 0) - wide(rest < second - third) - wide(rest < first - third)
    else:
        place = 3
        kind = 3
        while rest >= 0:
            place += 1
            kind = wide(state.kinds[place])
            rest -= wide(deck[kind])
    deck[kind] -= 1
    return kind


@compiled
def draw(state: State, table: Table, seat: int, count: int) -> None:
    """Draw so many cards into the hand, or as many as there are (D4.2).

    A rule must draw last: if the owner is asked where Stashes go, the rest is drawn later.
    """
    player = state.seats[seat]
    for left in range(count, 0, -1):
        if player.num_top > 0:
            kind = take_card(state, seat)
        else:
            empty = player.num_deck == 0
            if empty and pile_ready(state, table, seat, Task.DRAW, left, 0) != READY:
                return
            kind = take_any(state, seat)
        put_in_hand(player, kind)


@compiled
def pile_to_discard(state: State, seat: int) -> None:
    """Put the draw pile into the discard pile without looking at it (D4.5)."""
    player = state.seats[seat]
    for place in range(player.num_top):
        if player.top[place] != ANY:
            put_on_discard(state, seat, wide(player.top[place]))
    player.num_top = 0
    for kind in range(ROOM):
        state.discards[seat, kind] += state.decks[seat, kind]
        state.decks[seat, kind] = 0
    player.num_discard += player.num_deck
    player.num_deck = 0


@compiled
def reveal(state: State, seat: int) -> int:
    """Reveal the topmost card of the draw pile (D2.6), and return its kind."""
    kind = take_card(state, seat)
    state.victim = seat
    state.revealed[kind] += 1
    state.num_revealed += 1
    return kind


@compiled
def reveal_some(state: State, table: Table, seat: int, what: int, count: int) -> bool:
    """Reveal cards of a draw pile until `count` are revealed, or as many as there are (D4.2).

    Returns False if the owner is asked about Stashes first; the task `what` is done again then.
    """
    while state.num_revealed < count:
        ready = pile_ready(state, table, seat, what, 0, 0)
        if ready != READY:
            return ready == EMPTY
        reveal(state, seat)
    return True


@compiled
def reveal_until(state: State, table: Table, seat: int, what: int, wanted: int) -> int:
    """Reveal cards of a draw pile until one is among `wanted`, a set, and return its kind.

    NOTHING if there is none; NOT_YET if the owner is asked about Stashes first: the task `what`
    is done again then.
    """
    while True:
        ready = pile_ready(state, table, seat, what, 0, 0)
        if ready != READY:
            return wide(NOTHING if ready == EMPTY else NOT_YET)
        kind = reveal(state, seat)
        if wanted & bit(kind):
            return kind


@inlined
def unreveal(state: State, kind: int) -> None:
    """Remove a card from those that are revealed."""
    state.revealed[kind] -= 1
    state.num_revealed -= 1


@compiled
def discard_revealed(state: State, seat: int) -> None:
    """Put all revealed cards, which belong to `seat`, on its discard pile."""
    if state.num_revealed == 0:
        return
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        state.discards[seat, kind] += state.revealed[kind]
        state.revealed[kind] = 0
    state.seats[seat].num_discard += state.num_revealed
    state.num_revealed = 0


@compiled
def offer_hand(state: State, seat: int, kinds: int) -> None:
    """Offer each card of the hand that is among `kinds`, a set."""
    wanted = wide(state.seats[seat].hand_kinds) & kinds
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if wanted & bit(kind):
            offer(state, kind)
            wanted &= ~bit(kind)
            if wanted == 0:
                break
