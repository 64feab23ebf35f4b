"""Playing a card (D3.3): Reactions (D7), its numbers, then its special part (D6, D10 to D13)."""

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.games.dominion.layout import GOLD, NOTHING, Decision, How, Special, Task, Type
from balance.games.dominion.rules import attacks, digging, exchanging, others
from balance.games.dominion.rules.piles import ask_yes_no, bit, draw, leave_hand, offer_hand
from balance.games.dominion.rules.supply import TO_DECK, ask_gain, gain

_WORKSHOP_COST = 4
_HORSE_TRADERS_DISCARDS = 2


@compiled
def play(state: State, table: Table, seat: int, kind: int) -> None:
    """Play an Action that lies in play already: reactions first if it attacks (D7.2)."""
    state.immune = 0
    if table.faces[kind].types & Type.ATTACK:
        push(state, Task.INSTRUCT, seat, kind, 0)
        for distance in range(table.num_seats - 1, 0, -1):
            other = (seat + distance) % wide(table.num_seats)
            if state.seats[other].hand_kinds & table.reactions:
                push(state, Task.REACT, other, kind, 0)
    else:
        instruct(state, table, seat, kind)


@compiled
def instruct(state: State, table: Table, seat: int, kind: int) -> None:
    """Carry out a card's plain numbers, then its special part (D2.10)."""
    face = table.faces[kind]
    state.actions += face.actions
    state.buys += face.buys
    state.coins += face.coins
    if face.cards == 0:
        if face.special != Special.NONE:
            routine(state, table, seat, kind)
        return
    if face.special != Special.NONE:
        push(state, Task.ROUTINE, seat, kind, 0)
    draw(state, table, seat, wide(face.cards))


@compiled
def routine(state: State, table: Table, seat: int, kind: int) -> None:
    """Carry out the special part of a card, after its plain numbers."""
    match table.faces[kind].special:
        case Special.CELLAR:  # D10.1
            exchanging.ask_cellar(state, table, seat, 0)
        case Special.CHAPEL:  # D10.2
            exchanging.ask_chapel(state, seat, wide(exchanging.CHAPEL_CARDS))
        case Special.CHANCELLOR:  # D10.4
            ask_yes_no(state, Decision.CHANCELLOR, seat)
        case Special.WORKSHOP:  # D10.7
            ask_gain(state, table, seat, Special.WORKSHOP, _WORKSHOP_COST, How.UP_TO)
        case Special.BUREAUCRAT:
            attacks.bureaucrat(state, table, seat)
        case Special.FEAST:
            exchanging.feast(state, table, seat, kind)
        case Special.MILITIA:  # D10.11
            attacks.militia(state, table, seat, Special.MILITIA)
        case Special.MONEYLENDER:
            exchanging.moneylender(state, table, seat)
        case Special.REMODEL:  # D10.13
            exchanging.ask_trash(state, table, seat, wide(Special.REMODEL))
        case Special.SPY:
            attacks.spy(state, table, seat)
        case Special.THIEF:
            attacks.thief(state, table, seat)
        case Special.THRONE_ROOM:  # D6.1
            push(state, Task.THRONE_ROOM, seat, 0, 0)
        case Special.COUNCIL_ROOM:
            others.council_room(state, table, seat)
        case Special.LIBRARY:
            digging.library(state, table, seat)
        case Special.MINE:  # D10.23
            exchanging.ask_trash(state, table, seat, wide(Special.MINE))
        case Special.WITCH:
            attacks.witch(state, table, seat)
        case Special.ADVENTURER:  # D10.25
            digging.dig_adventurer(state, table, seat, 0)
        case Special.HAMLET:
            others.hamlet(state, table, seat)
        case Special.FORTUNE_TELLER:
            attacks.fortune_teller(state, table, seat)
        case Special.MENAGERIE:
            others.menagerie(state, table, seat)
        case Special.FARMING_VILLAGE:
            digging.farming_village(state, table, seat)
        case Special.HORSE_TRADERS:  # D11.5
            push(state, Task.DISCARD, seat, _HORSE_TRADERS_DISCARDS, Special.HORSE_TRADERS)
        case Special.REMAKE:
            exchanging.remake(state, table, seat)
        case Special.TOURNAMENT:
            others.tournament(state, table, seat)
        case Special.YOUNG_WITCH:
            attacks.young_witch(state, table, seat)
        case Special.HARVEST:
            digging.harvest(state, table, seat)
        case Special.HUNTING_PARTY:
            digging.hunting_party(state, table, seat)
        case Special.JESTER:
            attacks.jester(state, table, seat)
        case Special.BAG_OF_GOLD:  # D12.1
            gain(state, table, seat, GOLD, TO_DECK)
        case Special.FOLLOWERS:
            attacks.followers(state, table, seat)
        case Special.PRINCESS:
            others.princess(state, table)
        case Special.TRUSTY_STEED:
            others.trusty_steed(state, table, seat)
        case Special.BLACK_MARKET:
            others.black_market(state, table, seat)
        case Special.ENVOY:
            digging.envoy(state, table, seat)
        case Special.WALLED_VILLAGE:  # D13.4
            state.walled = 1  # see `turns.clean_up`


@compiled
def react(state: State, table: Table, seat: int, first: int) -> None:
    """Ask for a Reaction to the attack of card `first`, and again after each (D7.2, D7.3)."""
    due(state, Decision.REACT, seat)
    state.looked = first
    offer(state, NOTHING)
    held = wide(state.seats[seat].hand_kinds) & wide(table.reactions)
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if held & bit(kind):
            special = table.faces[kind].special
            if special == Special.HORSE_TRADERS or not state.immune & bit(seat):
                offer(state, kind)


@compiled
def take_react(state: State, table: Table, seat: int, index: int) -> None:
    """Reveal a Moat (D7.4) or set Horse Traders aside (D7.5)."""
    kind = chosen(state, index)
    if kind == NOTHING:
        return
    if table.faces[kind].special == Special.HORSE_TRADERS:
        leave_hand(state.seats[seat], kind)
        state.seats[seat].aside += 1
    else:
        state.immune |= bit(seat)
    push(state, Task.REACT, seat, wide(state.looked), 0)


@compiled
def take_throne_room(state: State, table: Table, seat: int, index: int) -> None:
    """Play the Action twice (D6.1)."""
    kind = chosen(state, index)
    leave_hand(state.seats[seat], kind)
    state.in_play[kind] += 1
    push(state, Task.PLAY, seat, kind, 0)
    play(state, table, seat, kind)


@compiled
def throne_room(state: State, table: Table, seat: int) -> None:
    """Ask which Action of the hand is played twice, if there is one (D6.1)."""
    due(state, Decision.THRONE_ROOM, seat)
    offer_hand(state, seat, wide(table.actions))


@compiled
def play_treasure(state: State, table: Table, seat: int, kind: int) -> None:
    """Play a Treasure that lies in play already (D3.5)."""
    face = table.faces[kind]
    state.coins += face.worth
    if face.special == Special.DIADEM:
        state.coins += state.actions  # D12.2
    elif face.special == Special.HORN_OF_PLENTY:
        names = 0
        for place in range(state.num_kinds):
            names += state.in_play[wide(state.kinds[place])] > 0
        state.looked = kind
        ask_gain(state, table, seat, Special.HORN_OF_PLENTY, names, How.BY_HORN)
