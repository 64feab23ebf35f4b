"""Cards said back in plain words, so that a designer sees what the effects mean (V18)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import singledispatch

from balance.cards.effect_language import Ability, Item, Trade
from balance.cards.effect_reader import in_a_row
from balance.games.valeria.layout import Good, Op, Role
from balance.games.valeria.sheets.box import (
    NOTHING,
    Box,
    BoxCard,
    CitizenCard,
    DomainCard,
    DukeCard,
    EventCard,
    MonsterCard,
    StarterCard,
)
from balance.games.valeria.sheets.files import Origin
from balance.games.valeria.sheets.grammar import ANY, Cards, Resources

_ON_YOUR_TURN = "on your turn"
_ON_OTHERS_TURN = "on another's turn"
_ON_ANY_TURN = "on any turn"
_WHEN_SLAIN = "when slain"
_AT_THE_END = "at the end of the game"
_WHEN = {
    "now": "when built",
    "roll": "once in each of your Roll Phases",
    "any_doubles": "whenever anybody's dice show doubles",
    "action_start": "at the start of your Action Phase",
    "on_slay": "whenever you slay a Monster in your Action Phase",
    "on_gain_citizen": "whenever you gain a Citizen in your Action Phase",
    "action_end": "at the end of your Action Phase",
    "always": "always",
}
_ORIGIN = {
    Origin.OWN: "own",
    Origin.REPLACED: "replaces the printed",
    Origin.CHANGED: "changed",
}
_FIXED = {
    Op.ROB: "take a random Monster from another player's victory pile",
    Op.RETURN_MONSTER: "return one of your Monsters to the grid",
    Op.RETURN_CITIZEN: "return one of your Citizens to the grid",
    Op.MAY_SLAY: "slay a Monster at full cost, if you like",
    Op.MAY_RECRUIT: "recruit a Citizen at full cost, if you like",
    Op.MAY_BUILD: "build a Domain at full cost, if you like",
    Op.IGNORE_PLUS: "recruit without paying more for cards of the same name",
}
_WITH_AMOUNT = {
    Op.STEAL: "steal up to {} from another player",
    Op.LOSE: "lose up to {}",
    Op.ALL_LOSE: "make every player lose up to {}",
    Op.MARK: "put {} in markers on a Monster",
    Op.DISCOUNT_SLAY: "pay {} less to slay",
    Op.DISCOUNT_RECRUIT: "pay {} less to recruit",
    Op.DISCOUNT_BUILD: "pay {} less to build",
}
_WITH_NUMBER = {
    Op.DIE_SET: "set a die to {}",
    Op.DIE_LOWER: "lower a die by {}",
    Op.DIE_RAISE: "raise a die by {}",
}


def say_cards(box: Box, in_play: Collection[str]) -> tuple[str, ...]:
    """Say in words what the cards of a table do, a line each.

    Parameters
    ----------
    box : Box
    in_play : collection of str
        Ids of the cards that can be met at the table.

    Returns
    -------
    lines : tuple of str
        A designer's cards and changed ones first, in play or not, with the numbers on them;
        then the printed cards that are in play.
    """
    cards = box.cards.values()
    return (
        *(_own_in_words(card, card.id in in_play) for card in cards if card.origin),
        *(in_words(card) for card in cards if not card.origin and card.id in in_play),
    )


def _own_in_words(card: BoxCard, in_play: bool) -> str:
    what, *facts = _face(card)
    met = what if in_play else f"{what}, not in this set-up"
    facts.append(_counted_words(card.count, "copy", "copies"))
    return in_words(
        replace(card, name=f"{card.name} ({_ORIGIN[card.origin]} {met}: {', '.join(facts)})")
    )


@singledispatch
def in_words(card: BoxCard) -> str:
    """Say in words what a card does: its name, then a sentence for each ability.

    Parameters
    ----------
    card : BoxCard
        Any card of the box.

    Returns
    -------
    words : str
        Such as "Monk, on your turn: take 1 gold and 2 magic. On another's turn: may pay 1 gold
        for 2 magic."
    """
    raise TypeError(f"{type(card).__name__} is no card of the box")


@in_words.register
def _citizen(card: CitizenCard) -> str:
    return _sentences(card.name, _harvest(card.active, card.inactive))


@in_words.register
def _monster(card: MonsterCard) -> str:
    return _sentences(card.name, [(_WHEN_SLAIN, _abilities(card.reward))])


@in_words.register
def _domain(card: DomainCard) -> str:
    if not card.abilities:
        return f"{card.name}, once built: nothing."
    return _sentences(card.name, [(_WHEN[a.timing], _ability(a)) for a in card.abilities])


@in_words.register
def _duke(card: DukeCard) -> str:
    return _sentences(card.name, [(_AT_THE_END, f"score {_amounts(card.scoring)}")])


@in_words.register
def _starter(card: StarterCard) -> str:
    """Say when the Herald works (V5.8); the numbers of the others stand on the sheet."""
    cases = [
        case
        for case, works in (
            ("on doubles", card.on_doubles),
            ("if none of your other cards is activated", card.on_none),
        )
        if works
    ]
    harvest = _harvest(card.active, card.inactive)
    return _sentences(
        card.name,
        [(f"{when}, {' and '.join(cases)}" if cases else when, what) for when, what in harvest],
    )


@in_words.register
def _event(card: EventCard) -> str:
    rolled = f"when a die or the sum of both shows {card.number}"
    return _sentences(
        card.name,
        [(rolled, _abilities(card.instruction)), (_WHEN_SLAIN, _abilities(card.reward))],
    )


@singledispatch
def _face(card: BoxCard) -> list[str]:
    """Return what kind of card it is, and then what it says besides its effects."""
    raise TypeError(f"{type(card).__name__} is no card of the box")


@_face.register
def _citizen_face(card: CitizenCard) -> list[str]:
    role = card.role.name.lower()
    return ["Citizen", role, _activated_by(card.numbers), _price(gold=card.cost)]


@_face.register
def _monster_face(card: MonsterCard) -> list[str]:
    return [f"Monster of the {_spaced(card.area)}", _spaced(card.type), *_slain(card)]


@_face.register
def _domain_face(card: DomainCard) -> list[str]:
    roles = [
        f"{number} {role.name.lower()}"
        for role, number in zip(Role, card.icons, strict=True)
        if number
    ]
    citizens = "Citizen" if sum(card.icons) == 1 else "Citizens"
    needs = [f"needs {in_a_row(roles, 'and')} {citizens}"] if roles else []
    return ["Domain", _price(gold=card.cost), *needs, _points(card.vp)]


@_face.register
def _duke_face(card: DukeCard) -> list[str]:
    return ["Duke"]


@_face.register
def _starter_face(card: StarterCard) -> list[str]:
    numbers = [_activated_by(card.numbers)] if card.numbers else []
    return ["Starter", *numbers, f"counts as {_title(card.counts_as_name)} by name"]


@_face.register
def _event_face(card: EventCard) -> list[str]:
    return ["Monster Event", _spaced(card.type), *_slain(card)]


def _activated_by(numbers: Sequence[int]) -> str:
    return f"activated by {in_a_row([str(number) for number in numbers], 'and')}"


def _slain(card: MonsterCard | EventCard) -> list[str]:
    return [_price(strength=card.strength, magic=card.magic), _points(card.vp)]


def _price(**goods: int) -> str:
    prices = [f"{amount} {good}" for good, amount in goods.items() if amount]
    return f"costs {in_a_row(prices, 'and')}" if prices else "costs nothing"


def _points(number: int) -> str:
    return _counted_words(number, "victory point", "victory points")


def _counted_words(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _sentences(name: str, abilities: Iterable[tuple[str, str]]) -> str:
    """Join when and what of each ability to sentences, the first of them with the name."""
    sentences = [f"{when}: {what}." for when, what in abilities]
    return " ".join(
        f"{name}, {sentence}" if number == 0 else sentence[0].upper() + sentence[1:]
        for number, sentence in enumerate(sentences)
    )


def _harvest(active: Sequence[Ability], inactive: Sequence[Ability]) -> list[tuple[str, str]]:
    if active == inactive:
        return [(_ON_ANY_TURN, _abilities(active))]
    return [(_ON_YOUR_TURN, _abilities(active)), (_ON_OTHERS_TURN, _abilities(inactive))]


def _abilities(abilities: Iterable[Ability]) -> str:
    return "; and apart from that ".join(map(_ability, abilities)) or NOTHING


def _ability(ability: Ability) -> str:
    trades = ability.trades
    if ability.timing == "always":
        return in_a_row([_item(item) for item in ability.items], "and")
    # Using an ability of the Roll Phase is always optional (V18.6); "->" says so itself.
    if ability.timing == "roll":
        options = [_trade(t) if t.exchange else f"may {_bundle(t.gains)}" for t in trades]
    elif all(len(t.items) == 1 and _is_gain(t) for t in trades):
        return f"take {in_a_row([_amount(item) for t in trades for item in t.gains], 'or')}"
    else:
        options = [_trade(trade) for trade in trades]
    return options[0] if len(options) == 1 else f"either {', or '.join(options)}"


def _trade(trade: Trade) -> str:
    if not trade.exchange:
        return _bundle(trade.gains)
    counts = any(item.values.get("per") is not None for item in trade.pays)
    paid = f"may {_bundle(trade.pays, 'pay')}"
    # "for each ... for" would be hard to read
    if _is_gain(trade) and not counts:
        return f"{paid} for {_amounts(trade.gains)}"
    return f"{paid} to {_bundle(trade.gains)}"


def _is_gain(trade: Trade) -> bool:
    """Tell whether all that is got are amounts."""
    return not any(item.op != Op.GAIN for item in trade.gains)


def _bundle(items: Sequence[Item], verb: str = "take") -> str:
    """Say items one after the other, amounts in a row together: they are taken, or paid."""
    clauses: list[str] = []
    amounts: list[Item] = []
    for item in items:
        if item.op == Op.GAIN:
            amounts.append(item)
            continue
        if amounts:
            clauses.append(f"{verb} {_amounts(amounts)}")
            amounts = []
        clauses.append(_item(item))
    if amounts:
        clauses.append(f"{verb} {_amounts(amounts)}")
    return " and then ".join(clauses)


def _item(item: Item) -> str:
    op = Op(item.op)
    if op in _FIXED:
        return _FIXED[op]
    if op in _WITH_AMOUNT:
        return _WITH_AMOUNT[op].format(_amount(item))
    if op in _WITH_NUMBER:
        return _WITH_NUMBER[op].format(item.values["amount"])
    return f"take {_citizen_to_take(item.values['cards'])} from the grid"


def _amounts(items: Iterable[Item]) -> str:
    return in_a_row([_amount(item) for item in items], "and")


def _amount(item: Item) -> str:
    amount, good = item.values["amount"], item.values["good"]
    if good == ANY:
        what = "resource" if amount == 1 else "of one resource"
        # Whoever pays, steals or loses chooses (V18.4).
        whose = "their" if item.op == Op.ALL_LOSE else "your"
        words = f"{amount} {what} of {whose} choice"
    elif good == Good.VP:
        words = _points(amount)
    else:
        words = f"{amount} {Good(good).name.lower()}"
    per = item.values.get("per")
    if isinstance(per, Resources):
        return f"{words} for every {per.divisor} resources you have"
    return f"{words} for each {_counted(per)}" if per is not None else words


def _counted(cards: Cards) -> str:
    match cards.of:
        case "citizen":
            return f"{_citizen_words(cards)} you have"
        case "namesake":
            return f"{_title(cards.name)} you have, Starters included"
        case "monster":
            return f"{_monster_words(cards)} in your victory pile"
        case "icon":
            return f"{_role(cards)}icon you have"
    return "Domain you have"


def _citizen_to_take(cards: Cards) -> str:
    return f"any {_citizen_words(cards)}" if cards.name is None else f"a {_citizen_words(cards)}"


def _citizen_words(cards: Cards) -> str:
    kind = "Citizen" if cards.name is None else f"{_title(cards.name)}"
    bounds = [
        f"{bound} {cost}"
        for bound, cost in (("at least", cards.cost_low), ("at most", cards.cost_high))
        if cost is not None
    ]
    costing = f" that costs {' and '.join(bounds)}" if bounds else ""
    return f"{_role(cards)}{kind}{costing}"


def _monster_words(cards: Cards) -> str:
    kind = "Monster" if cards.name is None else _title(cards.name)
    typed = f"{_spaced(cards.type)} " if cards.type is not None else ""
    area = f" of the {_spaced(cards.area)}" if cards.area is not None else ""
    return f"{typed}{kind}{area}"


def _role(cards: Cards) -> str:
    return "" if cards.role is None else f"{cards.role.name.lower()} "


def _title(name: str | None) -> str:
    """Return an id as it would stand on a card."""
    return _spaced(name or "").title()


def _spaced(word: str) -> str:
    return word.replace("_", " ")
