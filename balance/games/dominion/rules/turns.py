"""The turn (D3) and the end of the game (D8): what a player does, phase by phase."""

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.games.dominion.layout import (
    ALL,
    HAND_SIZE,
    NOTHING,
    PROVINCE,
    ROOM,
    Decision,
    Phase,
    Special,
    Task,
)
from balance.games.dominion.rules.piles import (
    ask_yes_no,
    bit,
    draw,
    leave_hand,
    offer_hand,
    put_in_hand,
    put_on_deck,
)
from balance.games.dominion.rules.play import play, play_treasure
from balance.games.dominion.rules.scoring import score
from balance.games.dominion.rules.supply import TO_DISCARD, ask_buy, gain, price


@compiled
def turn(state: State, table: Table, seat: int) -> None:
    """Begin a turn (D3.2)."""
    player = state.seats[seat]
    state.turns += 1
    state.active = seat
    if seat == 0:
        state.rounds += 1
        for other in range(table.num_seats):
            state.seats[other].before_last = score(state, table, other)
    player.turns += 1
    state.phase = Phase.ACTION
    state.actions = 1
    state.buys = 1
    state.coins = player.extra_coins if player.turns == 1 else 0
    state.bought = 0
    if player.aside > 0:
        push(state, Task.ACT, seat, 0, 0)
        take_back(state, table, seat)
    else:
        act(state, table, seat)


@compiled
def take_back(state: State, table: Table, seat: int) -> None:
    """Take one set-aside Horse Traders back into the hand and draw a card (D11.5)."""
    player = state.seats[seat]
    player.aside -= 1
    if player.aside > 0:
        push(state, Task.TAKE_BACK, seat, 0, 0)
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if table.faces[kind].special == Special.HORSE_TRADERS:
            put_in_hand(player, kind)
            break
    draw(state, table, seat, 1)


@compiled
def act(state: State, table: Table, seat: int) -> None:
    """Ask which Action is played, if one can be (D3.3), or begin the Buy phase."""
    if state.actions > 0 and state.seats[seat].hand_kinds & table.actions:
        due(state, Decision.ACTION, seat)
        offer(state, NOTHING)
        offer_hand(state, seat, wide(table.actions))
    else:
        treasures(state, table, seat, 0)


@compiled
def take_action(state: State, table: Table, seat: int, index: int) -> None:
    """Play the Action (D3.3), or end the Action phase."""
    kind = chosen(state, index)
    if kind == NOTHING:
        treasures(state, table, seat, 0)
        return
    state.seats[seat].plays += 1
    state.actions -= 1
    leave_hand(state.seats[seat], kind)
    state.in_play[kind] += 1
    push(state, Task.ACT, seat, 0, 0)
    play(state, table, seat, kind)


@compiled
def treasures(state: State, table: Table, seat: int, first: int) -> None:
    """Ask which Treasures are played (D3.5); `first` is 1 within a Black Market (D13.1)."""
    if not first:
        state.phase = Phase.BUY
        if state.actions == 0 and state.seats[seat].hand_kinds & table.actions:
            state.seats[seat].stuck += 1
    held = wide(state.seats[seat].hand_kinds) & wide(table.treasures)
    if held == 0:
        if not first:
            buy(state, table, seat)
        return
    due(state, Decision.TREASURE, seat)
    state.routine = Special.BLACK_MARKET if first else Special.NONE
    if held & ~wide(table.horns):
        offer(state, ALL)
    offer_hand(state, seat, held)
    offer(state, NOTHING)


@compiled
def take_treasure(state: State, table: Table, seat: int, index: int) -> None:
    """Play the Treasure, or all of them whose order cannot matter, or go on to buying (D3.5)."""
    kind = chosen(state, index)
    in_market = state.routine == Special.BLACK_MARKET
    if kind == NOTHING:
        if not in_market:
            buy(state, table, seat)
    elif kind == ALL:
        play_all(state, table, seat)
        treasures(state, table, seat, wide(in_market))
    else:
        leave_hand(state.seats[seat], kind)
        state.in_play[kind] += 1
        push(state, Task.TREASURES, seat, wide(in_market), 0)
        play_treasure(state, table, seat, kind)


@compiled
def play_all(state: State, table: Table, seat: int) -> None:
    """Play all Treasures except Horns of Plenty: their order cannot matter."""
    player = state.seats[seat]
    held = wide(player.hand_kinds) & wide(table.treasures) & ~wide(table.horns)
    kind = 0
    while held != 0:
        if held & 1:
            copies = wide(player.hand[kind])
            player.hand[kind] = 0
            player.hand_kinds &= ~bit(kind)
            player.num_hand -= copies
            state.in_play[kind] += copies
            face = table.faces[kind]
            worth = wide(face.worth)
            if face.special == Special.DIADEM:  # D12.2
                worth += wide(state.actions)
            state.coins += copies * worth
        held >>= 1
        kind += 1


@compiled
def buy(state: State, table: Table, seat: int) -> None:
    """Ask for the next buy (D3.5), or clean up when no buy is left."""
    if state.buys > 0:
        ask_buy(state, table, seat)
    else:
        clean_up(state, table, seat, 0)


@compiled
def take_buy(state: State, table: Table, seat: int, index: int) -> None:
    """Pay for the card and gain it (D3.5)."""
    kind = chosen(state, index)
    if kind == NOTHING:
        clean_up(state, table, seat, 0)
        return
    player = state.seats[seat]
    if state.bought == 0 and player.turns <= len(player.opening):
        player.opening[player.turns - 1] = 1 + kind
    state.bought = 1
    state.buys -= 1
    state.coins -= price(state, table, seat, kind)
    gain(state, table, seat, kind, TO_DISCARD)
    buy(state, table, seat)


@compiled
def clean_up(state: State, table: Table, seat: int, first: int) -> None:
    """Discard hand and cards in play, draw a new hand, and pass the turn on (D3.7)."""
    state.phase = Phase.CLEAN_UP
    if state.walled > 0 and not first:
        push(state, Task.CLEAN_UP, seat, 1, 0)
        push_walled_villages(state, table, seat)
        return
    player = state.seats[seat]
    cards = wide(player.num_hand)
    for kind in range(ROOM):
        cards += wide(state.in_play[kind])
        state.discards[seat, kind] += player.hand[kind] + state.in_play[kind]
        player.hand[kind] = 0
        state.in_play[kind] = 0
    player.num_discard += cards
    player.num_hand = 0
    player.hand_kinds = 0
    state.princesses = 0
    state.walled = 0
    state.ending = find_ending(state, table, seat)
    if state.ending == 0:
        push(state, Task.TURN, (seat + 1) % table.num_seats, 0, 0)
    draw(state, table, seat, HAND_SIZE)


@compiled
def find_ending(state: State, table: Table, seat: int) -> int:
    """Return 1 + an index of ENDINGS if the game ends after this turn, or 0 (D8.1, D8.6, D15.6)."""
    if table.num_seats == 1:
        if state.seats[seat].owned[PROVINCE] >= table.solo_target:
            return 3
    elif state.piles[PROVINCE] == 0:
        return 1
    elif state.num_empty >= 3:
        return 2
    if state.rounds >= table.max_rounds and seat == table.num_seats - 1:
        return 4
    return 0


@compiled
def push_walled_villages(state: State, table: Table, seat: int) -> None:
    """Put a question to the owner on the agenda for each Walled Village in play (D13.4)."""
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if table.faces[kind].special == Special.WALLED_VILLAGE:
            for _ in range(state.in_play[kind]):
                push(state, Task.WALLED_VILLAGE, seat, kind, 0)


@compiled
def walled_village(state: State, table: Table, seat: int, first: int) -> None:
    """Ask whether a Walled Village goes on the draw pile, if it may (D13.4)."""
    others = -1
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if table.actions & bit(kind):
            others += wide(state.in_play[kind])
    if others <= 1:
        ask_yes_no(state, Decision.WALLED_VILLAGE, seat)
        state.looked = first


@compiled
def take_walled_village(state: State, seat: int, index: int) -> None:
    """Put the Walled Village on the draw pile, or leave it to be discarded (D13.4)."""
    if chosen(state, index):
        state.in_play[state.looked] -= 1
        put_on_deck(state.seats[seat], wide(state.looked))
