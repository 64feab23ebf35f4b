"""Cards that discard, trash or exchange cards (D10, D11): Cellar, Chapel, Remodel and so on."""

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.games.dominion.layout import COPPER, NOTHING, Decision, How, Special, Task
from balance.games.dominion.rules.piles import ALL_KINDS, discard, draw, offer_hand
from balance.games.dominion.rules.supply import ask_gain, cost, disown, trash

CHAPEL_CARDS = 4
_MONEYLENDER_COINS = 3
_FEAST_COST = 5
_REMODEL_MORE, _MINE_MORE, _REMAKE_MORE = 2, 3, 1


@compiled
def discard_cards(state: State, seat: int, first: int, second: int) -> None:
    """Ask for the next of `first` cards to discard, for the card whose Special is `second`."""
    if first <= 0 or state.seats[seat].num_hand == 0:
        return
    due(state, Decision.DISCARD, seat)
    state.routine = second
    state.left = min(first, wide(state.seats[seat].num_hand))
    offer_hand(state, seat, ALL_KINDS)


@compiled
def discard_to(state: State, seat: int, first: int, second: int) -> None:
    """Let `seat` discard down to `first` cards in hand (D10.11)."""
    discard_cards(state, seat, wide(state.seats[seat].num_hand) - first, second)


@compiled
def take_discard(state: State, seat: int, index: int) -> None:
    """Discard the card, and go on if there are more to discard."""
    discard(state, seat, chosen(state, index))
    discard_cards(state, seat, wide(state.left) - 1, wide(state.routine))


@compiled
def ask_cellar(state: State, table: Table, seat: int, first: int) -> None:
    """Ask for one more card to discard, after `first`; at last draw as many (D10.1)."""
    if state.seats[seat].num_hand == 0:
        draw(state, table, seat, first)
        return
    due(state, Decision.CELLAR, seat)
    state.left = first
    offer(state, NOTHING)
    offer_hand(state, seat, ALL_KINDS)


@compiled
def take_cellar(state: State, table: Table, seat: int, index: int) -> None:
    """Discard the card and go on, or draw."""
    kind = chosen(state, index)
    if kind == NOTHING:
        draw(state, table, seat, wide(state.left))
        return
    discard(state, seat, kind)
    ask_cellar(state, table, seat, wide(state.left) + 1)


@compiled
def ask_chapel(state: State, seat: int, first: int) -> None:
    """Ask for one of up to `first` cards to trash (D10.2)."""
    if first > 0 and state.seats[seat].num_hand > 0:
        due(state, Decision.CHAPEL, seat)
        state.left = first
        offer(state, NOTHING)
        offer_hand(state, seat, ALL_KINDS)


@compiled
def take_chapel(state: State, table: Table, seat: int, index: int) -> None:
    """Trash the card and go on, or stop."""
    kind = chosen(state, index)
    if kind != NOTHING:
        trash(state, table, seat, kind)
        ask_chapel(state, seat, wide(state.left) - 1)


@compiled
def feast(state: State, table: Table, seat: int, kind: int) -> None:
    """Trash this card if it is in play, and gain one costing up to 5 (D10.9)."""
    if state.in_play[kind] > 0:
        state.in_play[kind] -= 1
        disown(state, table, seat, kind)
    ask_gain(state, table, seat, Special.FEAST, _FEAST_COST, How.UP_TO)


@compiled
def moneylender(state: State, table: Table, seat: int) -> None:
    """Trash a Copper for 3 coins, if there is one (D10.12)."""
    if state.seats[seat].hand[COPPER] > 0:
        trash(state, table, seat, COPPER)
        state.coins += _MONEYLENDER_COINS


@compiled
def remake(state: State, table: Table, seat: int) -> None:
    """Twice: trash a card and gain one that costs exactly 1 more (D11.6)."""
    push(state, Task.REMAKE, seat, 1, 0)
    ask_trash(state, table, seat, wide(Special.REMAKE))


@compiled
def ask_remake(state: State, table: Table, seat: int, first: int) -> None:
    """Go on with a Remake, which is to be done `first` more times."""
    if first > 1:
        push(state, Task.REMAKE, seat, first - 1, 0)
    ask_trash(state, table, seat, wide(Special.REMAKE))


@compiled
def ask_trash(state: State, table: Table, seat: int, first: int) -> None:
    """Ask which card of the hand is trashed (D5.5), for the card whose Special is `first`."""
    due(state, Decision.TRASH, seat)
    state.routine = first
    kinds = wide(table.treasures) if first == Special.MINE else wide(ALL_KINDS)
    offer_hand(state, seat, kinds)


@compiled
def take_trash(state: State, table: Table, seat: int, index: int) -> None:
    """Trash the card, and ask which card is gained for it (D10.13, D10.23, D11.6)."""
    kind = chosen(state, index)
    costs = cost(state, table, kind)
    trash(state, table, seat, kind)
    match state.routine:
        case Special.REMODEL:
            ask_gain(state, table, seat, Special.REMODEL, costs + _REMODEL_MORE, How.UP_TO)
        case Special.MINE:
            how = How.TREASURE | How.TO_HAND
            ask_gain(state, table, seat, Special.MINE, costs + _MINE_MORE, how)
        case Special.REMAKE:
            ask_gain(state, table, seat, Special.REMAKE, costs + _REMAKE_MORE, How.EXACTLY)
