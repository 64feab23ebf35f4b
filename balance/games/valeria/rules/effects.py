"""The effects of cards (V18): options are carried out, and their items take effect."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import MAX_SEATS, State, Table, wide
from balance.engine.rng import below, restart_stream
from balance.games.valeria.layout import (
    ANY_GOOD,
    BANNED,
    DARK_LORD,
    DONE,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    MAX_ROBS,
    NO_AREA,
    NO_CARD,
    NO_SET,
    NUM_GOODS,
    NUM_RESOURCES,
    Chance,
    Decision,
    Good,
    Kind,
    Op,
    Task,
)
from balance.games.valeria.rules.events import offer_mark
from balance.games.valeria.rules.paying import can_pay, count, settle_bill, surcharge, write_bill
from balance.games.valeria.rules.stacks import home_of, leftmost_monster, lift, put_back, top_card
from balance.games.valeria.rules.tableau import (
    change_tableau,
    check_held,
    get_card,
    trigger_on_citizen,
)
from balance.games.valeria.rules.triggers import gain_constant, is_in_play, trigger_on_doubles


@compiled
def amount_of(state: State, table: Table, seat: int, row: int) -> int:
    """Return the amount of an item at this moment (V18.4)."""
    item = table.items[row]
    if item.members != NO_SET:
        return wide(item.amount) * count(state, table, seat, wide(item.members))
    if item.divisor > 0:
        goods = state.seats[seat].goods
        held = wide(goods[Good.GOLD]) + wide(goods[Good.STRENGTH]) + wide(goods[Good.MAGIC])
        return wide(item.amount) * (held // wide(item.divisor))
    return wide(item.amount)


@compiled
def payment(state: State, table: Table, seat: int, option: int) -> tuple[int, int, int, int]:
    """Return the gold, strength, magic and points left of the option's ``->`` (V18.3)."""
    gold, strength, magic, points = 0, 0, 0, 0
    for row in range(wide(table.options[option].first_pay), wide(table.options[option].first_gain)):
        if table.items[row].op == Op.GAIN:
            amount = amount_of(state, table, seat, row)
            good = table.items[row].good
            if good == Good.GOLD:
                gold += amount
            elif good == Good.STRENGTH:
                strength += amount
            elif good == Good.MAGIC:
                magic += amount
            else:
                points += amount
    return gold, strength, magic, points


@compiled
def can_carry_out(state: State, table: Table, seat: int, option: int) -> bool:
    """Return whether an option may be chosen: payable, and with a card for each verb (V18.3)."""
    choice = table.options[option]
    if choice.certain:
        return True
    if choice.printed and not table.magic_substitutes_everywhere:
        goods = state.seats[seat].goods
        return (
            (goods[Good.GOLD] >= choice.paid[Good.GOLD])
            & (goods[Good.STRENGTH] >= choice.paid[Good.STRENGTH])
            & (goods[Good.MAGIC] >= choice.paid[Good.MAGIC])
            & (goods[Good.VP] >= choice.paid[Good.VP])
        )
    if choice.pays:
        gold, strength, magic, points = payment(state, table, seat, option)
        if points > state.seats[seat].goods[Good.VP]:
            return False
        substitutes = wide(table.magic_substitutes_everywhere)  # R4
        if not can_pay(state, seat, gold, strength, magic, substitutes):
            return False
    return has_cards_for(state, table, seat, option)


@compiled
def has_cards_for(state: State, table: Table, seat: int, option: int) -> bool:
    """Return whether there is a card for each verb of the option that needs one (V18.3)."""
    choice = table.options[option]
    player = state.seats[seat]
    monsters = wide(player.monsters) - wide(player.events)  # events cannot be returned (R31)
    citizens = wide(player.citizens)
    for row in range(wide(choice.first_pay), wide(choice.end)):
        match table.items[row].op:
            case Op.RETURN_MONSTER:
                monsters -= 1
            case Op.RETURN_CITIZEN:
                citizens -= 1
            case Op.TAKE:
                if not can_take(state, table, seat, row):
                    return False
            case Op.ROB:
                if not can_rob(state, table, seat):
                    return False
    return monsters >= 0 and citizens >= 0


@compiled
def can_take(state: State, table: Table, seat: int, row: int) -> bool:
    """Return whether a top Citizen of the grid passes the item's filter (V18.5)."""
    for stack in range(FIRST_CITIZENS, FIRST_DOMAINS):
        if can_take_from(state, table, seat, row, stack):
            return True
    return False


@inlined
def can_take_from(state: State, table: Table, seat: int, row: int, stack: int) -> bool:
    """Return whether the stack's top Citizen passes the filter, and no handicap forbids it."""
    card = top_card(state, stack)
    counts = table.sets[table.items[row].members].counts
    return (card != NO_CARD) and (counts[card] > 0) and surcharge(state, seat, card) < BANNED


@compiled
def can_rob(state: State, table: Table, seat: int) -> bool:
    """Return whether there is a Monster to rob: in another pile, or in the grid of a solo game."""
    if table.solo:
        return leftmost_monster(state) >= 0
    has_victim = False
    for victim in range(table.num_seats):
        has_victim = has_victim or can_be_robbed(state, table, seat, victim)
    return has_victim


@inlined
def can_be_robbed(state: State, table: Table, seat: int, victim: int) -> bool:
    """Return whether the victim is in play and has a victory pile (V12.4, V18.5, R25)."""
    return (victim != seat) & (state.seats[victim].monsters > 0) & is_in_play(state, table, victim)


@compiled
def resolve(state: State, table: Table, seat: int, ability: int) -> None:
    """Carry out an ability, or ask which of its options (V11.4, V18.3)."""
    what = table.abilities[ability]
    first = wide(what.first_option)
    if what.constant:
        gain_constant(state, table, seat, ability, 1)
        return
    if what.num_options == 1 and not table.options[first].exchange:
        carry_out(state, table, seat, first, 0)
        return
    due(state, Decision.OPTION, seat)
    state.subject = ability
    for option in range(first, first + what.num_options):
        if table.options[option].exchange and can_carry_out(state, table, seat, option):
            offer(state, DONE)
            break
    for option in range(first, first + what.num_options):
        if can_carry_out(state, table, seat, option):
            offer(state, option)


@compiled
def choose_option(state: State, table: Table, seat: int, index: int) -> None:
    """Carry out the option chosen, unless it was declined (V18.3)."""
    option = chosen(state, index)
    if option != DONE:
        carry_out(state, table, seat, option, 0)


@compiled
def carry_out(state: State, table: Table, seat: int, option: int, die: int) -> None:
    """Pay what is left of the ``->``, then let each item take effect in turn (V18.3)."""
    choice = table.options[option]
    if choice.printed and not table.magic_substitutes_everywhere:
        goods = state.seats[seat].goods
        for good in range(NUM_GOODS):
            goods[good] += choice.gained[good] - choice.paid[good]
        return
    if choice.moves and not state.acting:
        state.acting = 1  # until it and all that it triggers is done
        push(state, Task.COVER, seat, 0, 0)  # V8.1, outside of actions
    if choice.pays:
        gold, strength, magic, points = payment(state, table, seat, option)
        write_bill(state, gold, strength, magic, points, wide(table.magic_substitutes_everywhere))
        if state.substitutes:
            push_items(state, seat, wide(choice.first_gain), wide(choice.end), die)
            push_returns(state, table, seat, option)
            settle_bill(state, table, seat)
            return
        settle_bill(state, table, seat)
    if choice.asks:
        push_items(state, seat, wide(choice.first_gain), wide(choice.end), die)
        push_returns(state, table, seat, option)
        return
    for row in range(wide(choice.first_gain), wide(choice.end)):
        apply_item(state, table, seat, row, die)


@inlined
def push_items(state: State, seat: int, first: int, end: int, die: int) -> None:
    """Put items on the agenda, so that the first is done first."""
    for row in range(end - 1, first - 1, -1):
        push(state, Task.ITEM, seat, row, die)


@compiled
def push_returns(state: State, table: Table, seat: int, option: int) -> None:
    """Put the cards to be returned as a payment on the agenda (V18.3)."""
    for row in range(wide(table.options[option].first_pay), wide(table.options[option].first_gain)):
        if table.items[row].op != Op.GAIN:
            push(state, Task.ITEM, seat, row, 0)


@compiled
def apply_item(state: State, table: Table, seat: int, row: int, die: int) -> None:
    """Let one item of an effect take effect for `seat` (V18.4, V18.5)."""
    item = table.items[row]
    match item.op:
        case Op.GAIN:
            held = wide(state.seats[seat].goods[item.good]) + amount_of(state, table, seat, row)
            check_held(held)
            state.seats[seat].goods[item.good] = held
        case Op.TAKE:
            offer_take(state, table, seat, row)
        case Op.STEAL:
            offer_steal(state, table, seat, row)
        case Op.ROB:
            if table.solo:
                rob_grid(state, table, seat)
            else:
                offer_rob(state, table, seat)
        case Op.RETURN_MONSTER:
            offer_return(state, table, seat, Kind.MONSTER)
        case Op.RETURN_CITIZEN:
            offer_return(state, table, seat, Kind.CITIZEN)
        case Op.MAY_SLAY:
            push(state, Task.BONUS, seat, Kind.MONSTER, 0)
        case Op.MAY_RECRUIT:
            push(state, Task.BONUS, seat, Kind.CITIZEN, 0)
        case Op.MAY_BUILD:
            push(state, Task.BONUS, seat, Kind.DOMAIN, 0)
        case Op.LOSE:
            lose(state, seat, wide(item.good), wide(item.amount))
        case Op.ALL_LOSE:
            all_lose(state, table, row)
        case Op.MARK:
            offer_mark(state, row)
        case Op.DIE_SET | Op.DIE_LOWER | Op.DIE_RAISE:
            state.dice[die] = changed_die(table, row, wide(state.dice[die]))
            trigger_on_doubles(state, table)


@compiled
def changed_die(table: Table, row: int, value: int) -> int:
    """Return what a die with this value shows after the item (V18.5)."""
    item = table.items[row]
    if item.op == Op.DIE_LOWER:
        return value - wide(item.amount)
    if item.op == Op.DIE_RAISE:
        return value + wide(item.amount)
    return wide(item.amount)


@inlined
def lose(state: State, seat: int, good: int, amount: int) -> None:
    """Lose up to that amount (V18.5)."""
    goods = state.seats[seat].goods
    goods[good] = max(0, wide(goods[good]) - amount)


@compiled
def all_lose(state: State, table: Table, row: int) -> None:
    """Let every player in play lose up to the amount (V14.6, V14.14)."""
    item = table.items[row]
    for distance in range(table.num_seats - 1, -1, -1):  # the active player comes first (V3.3)
        loser = (wide(state.active) + distance) % wide(table.num_seats)
        if is_in_play(state, table, loser):
            if item.good == ANY_GOOD:
                push(state, Task.LOSE, loser, row, 0)
            else:
                lose(state, loser, wide(item.good), wide(item.amount))


@compiled
def offer_loss(state: State, seat: int, row: int) -> None:
    """Ask the player which kind to lose (V18.4)."""
    due(state, Decision.LOSE, seat)
    state.subject = row
    for good in range(NUM_RESOURCES):
        offer(state, good)


@compiled
def lose_kind(state: State, table: Table, seat: int, index: int) -> None:
    """Lose up to the amount of that kind (V18.4)."""
    good = chosen(state, index)
    lose(state, seat, good, wide(table.items[state.subject].amount))


@inlined
def offer_take(state: State, table: Table, seat: int, row: int) -> None:
    """Ask which top Citizen to take (V6.6); with none there nothing happens (V11.6)."""
    due(state, Decision.TAKE, seat)
    state.subject = row
    for stack in range(FIRST_CITIZENS, FIRST_DOMAINS):
        if can_take_from(state, table, seat, row, stack):
            offer(state, stack)


@compiled
def take_citizen(state: State, table: Table, seat: int, index: int) -> None:
    """Take the Citizen, free of charge (V6.6)."""
    get_card(state, table, seat, lift(state, table, chosen(state, index)))
    trigger_on_citizen(state, seat)


@inlined
def offer_steal(state: State, table: Table, seat: int, row: int) -> None:
    """Ask from whom to take how much (V18.5, R23): nothing, or what somebody has."""
    due(state, Decision.STEAL, seat)
    state.subject = row
    offer(state, 0)
    item = table.items[row]
    if table.solo:  # from the bank (V13.3)
        for amount in range(wide(item.amount), 0, -1):
            offer(state, 1 + DARK_LORD + MAX_SEATS * (amount - 1))
        return
    for victim in range(table.num_seats):
        if victim != seat and is_in_play(state, table, victim):
            most = min(wide(item.amount), wide(state.seats[victim].goods[item.good]))
            for amount in range(most, 0, -1):
                offer(state, 1 + victim + MAX_SEATS * (amount - 1))


@compiled
def steal(state: State, table: Table, seat: int, index: int) -> None:
    """Move the goods from the victim to the player (V18.5)."""
    choice = chosen(state, index)
    if choice == 0:
        return
    victim = (choice - 1) % MAX_SEATS
    amount = (choice - 1) // MAX_SEATS + 1
    good = table.items[state.subject].good
    if not table.solo:
        state.seats[victim].goods[good] -= amount
    state.seats[seat].goods[good] += amount


@inlined
def offer_rob(state: State, table: Table, seat: int) -> None:
    """Ask whose victory pile to rob (V18.5, R25)."""
    due(state, Decision.ROB, seat)
    for victim in range(table.num_seats):
        if can_be_robbed(state, table, seat, victim):
            offer(state, victim)


@compiled
def rob_grid(state: State, table: Table, seat: int) -> None:
    """Take the top card of the leftmost Monster stack, without reward (V13.3)."""
    stack = leftmost_monster(state)
    if stack >= 0:
        get_card(state, table, seat, lift(state, table, stack))


@compiled
def rob(state: State, table: Table, seat: int, index: int) -> None:
    """Move a random card from the victim's pile to one's own, without reward (V18.5)."""
    victim = chosen(state, index)
    pile = state.seats[victim].owned
    restart_stream(state, Chance.ROB, state.turns * MAX_ROBS + state.robs)
    state.robs += 1
    left = below(state.streams[Chance.ROB], wide(state.seats[victim].monsters))
    for card in range(table.num_cards):
        if table.cards[card].kind == Kind.MONSTER:
            left -= wide(pile[card])
            if left < 0:
                change_tableau(state, table, victim, card, -1)
                get_card(state, table, seat, card)
                return


@inlined
def offer_return(state: State, table: Table, seat: int, kind: int) -> None:
    """Ask which own Monster or Citizen to return to the grid (V18.5)."""
    due(state, Decision.RETURN, seat)
    owned = state.seats[seat].owned
    for card in range(table.num_cards):
        face = table.cards[card]
        is_event = kind == Kind.MONSTER and face.area == NO_AREA  # R31
        if owned[card] > 0 and face.kind == kind and not is_event:
            offer(state, card)


@compiled
def return_card(state: State, table: Table, seat: int, index: int) -> None:
    """Put the card on top of its stack in the grid (V8.4, R9)."""
    card = chosen(state, index)
    change_tableau(state, table, seat, card, -1)
    put_back(state, table, home_of(state, table, card), card)
