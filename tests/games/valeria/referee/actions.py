"""The actions (V6.3 to V6.8, V14.10) and their prices (V7.5, V14.7)."""

from tests.games.valeria.referee import effects
from tests.games.valeria.referee.finishing import AFTER_EVENT
from tests.games.valeria.referee.grammar import RESOURCES, Discount, IgnorePlus, Item
from tests.games.valeria.referee.paying import can_pay, pay
from tests.games.valeria.referee.sheets import Domain, Event, Monster, no_markers
from tests.games.valeria.referee.table import (
    Asking,
    Built,
    Choice,
    Player,
    Table,
    ask,
    powers,
    same_name,
)


def action(table: Table, seat: int) -> Asking[None]:
    """One of the two actions (V6.2)."""
    choices: list[Choice] = [("gain", good) for good in RESOURCES]
    for kind in ("slay", "recruit", "build"):
        choices += possible(table, seat, kind)
    answer = yield from ask("action", seat, choices)
    if answer[0] == "gain":  # V6.3
        table.players[seat].goods[str(answer[1])] += 1
    else:
        yield from _act(table, seat, answer)


def bonus(table: Table, seat: int, kind: str) -> Asking[None]:
    """A bonus action, which may be declined (V6.8)."""
    choices: list[Choice] = [("decline",), *possible(table, seat, kind)]
    answer = yield from ask("bonus", seat, choices)
    if answer != ("decline",):
        yield from _act(table, seat, answer)


def possible(table: Table, seat: int, kind: str) -> list[Choice]:
    """The stacks whose top card the player may slay, recruit or build."""
    player = table.players[seat]
    if kind == "slay":
        numbers = [
            number
            for number, card in table.exposed().items()
            if can_pay(player, slay_price(table, player, card), True)
        ]
    elif kind == "recruit":
        numbers = [
            number
            for number, citizens in enumerate(table.citizens)
            if citizens.cards and can_pay(player, recruit_price(table, player, number), True)
        ]
    else:
        numbers = [
            number
            for number, domains in enumerate(table.domains)
            if domains.cards
            and domains.face_up
            and has_roles(player, domains.cards[0])
            and can_pay(player, build_price(table, player, number), True)
        ]
    return [(kind, number) for number in numbers]


def slay_price(table: Table, player: Player, card: Monster) -> dict[str, int]:
    """Strength and magic with their markers (V6.4, V14.7), then less the discounts (V7.5)."""
    strength = card.strength + card.markers["strength"]
    magic = card.magic + card.markers["magic"]
    return {
        "strength": _less(table, player, "slay", "strength", strength),
        "magic": _less(table, player, "slay", "magic", magic),
    }


def recruit_price(table: Table, player: Player, stack: int) -> dict[str, int]:
    """Gold of the top Citizen with the surcharge for its name (V6.5)."""
    card = table.citizens[stack].cards[0]
    ignored = any(isinstance(item, IgnorePlus) for item in _always(table, player))
    surcharge = 0 if ignored else same_name(player, card.id)
    return {"gold": _less(table, player, "recruit", "gold", card.cost + surcharge)}


def build_price(table: Table, player: Player, stack: int) -> dict[str, int]:
    """Gold of the Domain (V6.7)."""
    return {"gold": _less(table, player, "build", "gold", table.domains[stack].cards[0].cost)}


def has_roles(player: Player, card: Domain) -> bool:
    """Enough Citizen cards of every role; Starters and Domain icons do not help (V6.7)."""
    return all(
        sum(citizen.role == role for citizen in player.citizens) >= icons
        for role, icons in card.icons.items()
    )


def _always(table: Table, player: Player) -> list[Item]:
    return [
        item
        for _, _, ability in powers(table, player, "always")
        for item in ability.options[0].gains
    ]


def _less(table: Table, player: Player, kind: str, good: str, full: int) -> int:
    """The full price less all discounts, never below 0 (V7.5)."""
    discounts = [item for item in _always(table, player) if isinstance(item, Discount)]
    off = sum(item.number for item in discounts if (item.action, item.good) == (kind, good))
    return max(0, full - off)


def _act(table: Table, seat: int, choice: Choice) -> Asking[None]:
    acts = {"slay": _slay, "recruit": _recruit, "build": _build}
    yield from acts[str(choice[0])](table, seat, int(choice[1]))


def _slay(table: Table, seat: int, number: int) -> Asking[None]:
    """V6.4: pay, card to the pile, bounty (V14.8) and reward, then `on_slay`."""
    player = table.players[seat]
    card = table.exposed()[number]
    yield from pay(table, seat, slay_price(table, player, card), True)
    stack = table.spaces()[number]
    if isinstance(card, Event):
        stack.cover = AFTER_EVENT  # V14.11
    else:
        stack.cards.pop(0)
    player.pile.append(card)
    player.goods["gold"] += card.markers["gold"]
    card.markers = no_markers()
    reward = [(card.id, place, ability) for place, ability in enumerate(card.reward)]
    yield from effects.in_any_order(table, seat, reward)
    if table.phase == "action" and seat == table.active:  # V18.6
        yield from effects.trigger(table, "on_slay", [seat])


def _recruit(table: Table, seat: int, stack: int) -> Asking[None]:
    """V6.5: pay, card to the tableau."""
    yield from pay(table, seat, recruit_price(table, table.players[seat], stack), True)
    yield from effects.gain_citizen(table, seat, stack)


def _build(table: Table, seat: int, stack: int) -> Asking[None]:
    """V6.7: pay, card to the tableau, `now`, and only then the next Domain is turned up."""
    player = table.players[seat]
    space = table.domains[stack]
    yield from pay(table, seat, build_price(table, player, stack), True)
    card = space.cards.pop(0)
    space.face_up = False
    player.domains.append(Built(card, table.turn))
    at_once = [
        (card.id, number, ability)
        for number, ability in enumerate(card.abilities)
        if ability.timing == "now"
    ]
    yield from effects.in_any_order(table, seat, at_once)
    space.face_up = True
