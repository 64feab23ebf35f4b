"""Carrying effects out (V11, V18)."""

from collections.abc import Sequence

from tests.games.valeria.referee import actions
from tests.games.valeria.referee.finishing import uncover, whole
from tests.games.valeria.referee.grammar import (
    RESOURCES,
    Ability,
    AllLose,
    Amount,
    Die,
    Item,
    Lose,
    Mark,
    May,
    Option,
    Return,
    Rob,
    Steal,
    Take,
)
from tests.games.valeria.referee.paying import can_afford, pay, price_of
from tests.games.valeria.referee.sheets import Monster, no_markers
from tests.games.valeria.referee.table import (
    Asking,
    Choice,
    Table,
    ask,
    passes,
    powers,
    returnable,
    size,
)

BANK = "bank"


def open_options(table: Table, seat: int, ability: Ability) -> list[int]:
    """Numbers of the options that can be carried out now (V11.4, V18.3)."""
    return [
        number
        for number, option in enumerate(ability.options)
        if can_afford(table, table.players[seat], option.pays)
        and (
            not (ability.choice or option.exchange)  # else whatever is possible happens
            or all(has_card(table, seat, item) for item in (*option.pays, *option.gains))
        )
    ]


def has_card(table: Table, seat: int, item: Item) -> bool:
    """Whether a `take`, `rob` or `return` has a legal card; true of everything else (V18.3)."""
    match item:
        case Take():
            return bool(_takable(table, item))
        case Rob():
            if table.solo:
                return any(stack.cards for stack in table.monsters)
            return bool(_victims(table, seat))
        case Return():
            return bool(returnable(table.players[seat], item.what))
        case _:
            return True


def carry_out(table: Table, seat: int, ability: Ability) -> Asking[None]:
    """A trigger, a `now` or a reward: compulsory but for `->` (V18.3, V18.6)."""
    numbers = open_options(table, seat, ability)
    if not numbers:
        return
    choices: list[Choice] = [("option", number) for number in numbers]
    if any(ability.options[number].exchange for number in numbers):
        choices.append(("decline",))
    answer = yield from ask("option", seat, choices)
    if answer != ("decline",):
        yield from carry_out_option(table, seat, ability.options[int(answer[1])])


def carry_out_option(table: Table, seat: int, option: Option, die: int = -1) -> Asking[None]:
    """Pay the left side, if there is one, then the items one by one; `die` is the die chosen."""
    if option.pays:
        price = price_of(table, table.players[seat], option.pays)
        yield from pay(table, seat, price, table.options.magic_substitutes_everywhere)
        for item in option.pays:
            if isinstance(item, Return):
                yield from _return(table, seat, item)
    for item in option.gains:
        yield from carry_out_item(table, seat, item, die)


def trigger(table: Table, timing: str, seats: Sequence[int]) -> Asking[None]:
    """All abilities of a timing owned at this moment, player by player."""
    waiting = [(seat, powers(table, table.players[seat], timing)) for seat in seats]
    for seat, abilities in waiting:
        named = [(built.card.id, number, ability) for built, number, ability in abilities]
        yield from in_any_order(table, seat, named)


def in_any_order(table: Table, seat: int, waiting: list[tuple[str, int, Ability]]) -> Asking[None]:
    """Abilities that wait at the same moment, in the order their owner likes (V3.3)."""
    while waiting:
        names: list[Choice] = [("next", card, number) for card, number, _ in waiting]
        answer = yield from ask("order", seat, names)
        _, _, ability = waiting.pop(names.index(answer))
        yield from whole(table, carry_out(table, seat, ability))


def look_at_dice(table: Table) -> Asking[None]:
    """Doubles trigger `any_doubles` of every player in play (V4.2, V4.6, V12.4)."""
    if table.is_double():
        yield from trigger(table, "any_doubles", table.in_play())


def gain_citizen(table: Table, seat: int, stack: int) -> Asking[None]:
    """The top card of a Citizen stack comes into a tableau (V6.5, V6.6)."""
    table.players[seat].citizens.append(table.citizens[stack].cards.pop(0))
    if table.phase == "action" and seat == table.active:  # V18.6
        yield from trigger(table, "on_gain_citizen", [seat])


def changed_die(value: int, change: Die) -> int:
    """What a die shows after a change, 0 if the change is not allowed (V4.4, R35)."""
    after = {"=": change.number, "-": value - change.number, "+": value + change.number}
    shown = after[change.sign]
    return shown if 1 <= shown <= 6 and shown != value else 0


def carry_out_item(table: Table, seat: int, item: Item, die: int = -1) -> Asking[None]:
    """One item for a player; instructions of events have no owner, and the active player's seat."""
    player = table.players[seat]
    match item:
        case Amount():
            player.goods[item.good] += item.number * size(table, player, item.per)
        case Take():
            stacks = _takable(table, item)
            if stacks:  # V11.6
                answer = yield from ask("take", seat, [("take", stack) for stack in stacks])
                yield from gain_citizen(table, seat, int(answer[1]))
        case Steal():
            yield from _steal(table, seat, item)
        case Rob():
            yield from _rob(table, seat)
        case Return():
            yield from _return(table, seat, item)
        case May():
            yield from actions.bonus(table, seat, item.action)
        case Lose():
            player.goods[item.good] -= min(item.number, player.goods[item.good])
        case AllLose():
            yield from _all_lose(table, item)
        case Mark():
            yield from _mark(table, item)
        case Die():
            table.dice[die] = changed_die(table.dice[die], item)
            yield from look_at_dice(table)
        case _:
            raise ValueError(f"{item} is no item to carry out (V18.8)")


def _takable(table: Table, item: Take) -> list[int]:
    """Citizen stacks whose top card passes the filter (V1.8)."""
    return [
        number
        for number, stack in enumerate(table.citizens)
        if stack.cards and passes(stack.cards[0], item.tests)
    ]


def _victims(table: Table, seat: int) -> list[int]:
    """Players in play who have a card in their victory pile (V12.4, R25)."""
    return [other.seat for other in table.others_in_play(seat) if other.pile]


def _steal(table: Table, seat: int, item: Steal) -> Asking[None]:
    """Up to that amount from one other player or from the bank, less if wanted (V18.5, R23)."""
    choices: list[Choice] = [("nothing",)]
    for other in table.others_in_play(seat):
        most = min(item.number, other.goods[item.good])
        choices += [("steal", other.seat, amount) for amount in range(1, most + 1)]
    if table.solo:  # V13.3
        choices += [("steal", BANK, amount) for amount in range(1, item.number + 1)]
    answer = yield from ask("steal", seat, choices)
    if answer != ("nothing",):
        amount = int(answer[2])
        table.players[seat].goods[item.good] += amount
        if answer[1] != BANK:
            table.players[int(answer[1])].goods[item.good] -= amount


def _rob(table: Table, seat: int) -> Asking[None]:
    """A random card of a pile, without reward and without `on_slay` (V18.5)."""
    if table.solo:
        _rob_grid(table, seat)
        return
    victims = _victims(table, seat)
    if not victims:
        return
    answer = yield from ask("rob", seat, [("rob", victim) for victim in victims])
    victim = int(answer[1])
    pile = table.players[victim].pile
    names = [card.id for card in pile]
    robbed = table.chance.robbed(table.turn, seat, victim, names)
    table.players[seat].pile.append(pile.pop(names.index(robbed)))


def _rob_grid(table: Table, seat: int) -> None:
    """The top card of the leftmost Monster stack that is not exhausted (V13.3)."""
    stack = next((stack for stack in table.monsters if stack.cards), None)
    if stack is not None:
        card = stack.cards.pop(0)
        card.markers = no_markers()
        table.players[seat].pile.append(card)


def _return(table: Table, seat: int, item: Return) -> Asking[None]:
    """A card goes on top of its stack in the grid, exhausted or not (V8.4, V15.3, R9)."""
    player = table.players[seat]
    cards = returnable(player, item.what)
    if not cards:
        return
    answer = yield from ask("return", seat, [("return", card.id) for card in cards])
    card = next(card for card in cards if card.id == answer[1])
    if isinstance(card, Monster):
        player.pile.remove(card)
        column = next(stack for stack in table.monsters if stack.area == card.area)
        uncover(table, column)
        column.cards.insert(0, card)
    else:
        player.citizens.remove(card)
        space = table.citizens[card.slot]
        uncover(table, space)
        space.cards.insert(0, card)


def _mark(table: Table, item: Mark) -> Asking[None]:
    """The active player, whoever owns the ability, marks a top Monster or an event (V14.5, R8)."""
    exposed = table.exposed()
    if exposed:
        answer = yield from ask("mark", table.active, [("mark", number) for number in exposed])
        exposed[int(answer[1])].markers[item.good] += item.number


def _all_lose(table: Table, item: AllLose) -> Asking[None]:
    """Everybody in play loses up to that amount; of `any` each chooses the kind (V18.5, V3.3)."""
    for seat in table.in_play():
        good = item.good
        if good == "any":
            answer = yield from ask("lose", seat, [("lose", kind) for kind in RESOURCES])
            good = str(answer[1])
        goods = table.players[seat].goods
        goods[good] -= min(item.number, goods[good])
