"""What cards do, in words, so that a designer can check the meaning of the texts (V18)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

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
    HarvestCard,
    MonsterCard,
    SlainCard,
    StarterCard,
)
from balance.games.valeria.sheets.effect_grammar import ANY, EFFECTS, Cards, Resources
from balance.games.valeria.sheets.files import Origin

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


def describe_cards(box: Box, in_play: Collection[str]) -> tuple[str, ...]:
    """Return a line of words for each card; `in_play` has the ids of the cards of the table.

    Each has the numbers on it.  Own and changed cards come first, in play or not; then the printed
    cards that are in play.
    """
    cards = box.cards.values()
    return (
        *(_describe_own_card(card, card.id in in_play) for card in cards if card.origin),
        *(_describe_printed(card) for card in cards if not card.origin and card.id in in_play),
    )


def _describe_printed(card: BoxCard) -> str:
    what, *facts = _face(card)
    name = f"{card.name} ({what}: {', '.join(facts)})" if facts else card.name
    return describe_card(replace(card, name=name))


def _describe_own_card(card: BoxCard, in_play: bool) -> str:
    what, *facts = _face(card)
    met = what if in_play else f"{what}, not in this set-up"
    facts.append(_counted_words(card.count, "copy", "copies"))
    return describe_card(
        replace(card, name=f"{card.name} ({_ORIGIN[card.origin]} {met}: {', '.join(facts)})")
    )


def describe_card(card: BoxCard) -> str:
    """Return what a card does: its name, then a sentence for each ability.

    Such as "Monk, on your turn: take 1 gold and 2 magic. On another's turn: may pay 1 gold for
    2 magic."
    """
    match card:
        case HarvestCard():
            abilities = _harvest(card)
        case MonsterCard():
            abilities = [(_WHEN_SLAIN, _abilities(card.reward))]
        case EventCard():
            rolled = f"when a die or the sum of both shows {card.number}"
            abilities = [(rolled, _abilities(card.instruction))]
            abilities += [(_WHEN_SLAIN, _abilities(card.reward))]
        case DomainCard(abilities=()):
            abilities = [("once built", NOTHING)]
        case DomainCard():
            abilities = [(_WHEN[each.timing], _ability(each)) for each in card.abilities]
        case DukeCard():
            abilities = [(_AT_THE_END, f"score {_amounts(card.scoring)}")]
        case _:
            raise TypeError(f"{type(card).__name__} is not a card of the box")
    return _sentences(card.name, abilities)


def _face(card: BoxCard) -> list[str]:
    """Return the type of a card, then all that is printed on it besides its effects."""
    match card:
        case CitizenCard():
            role = card.role.name.lower()
            return ["Citizen", role, _activated_by(card.numbers), _price(gold=card.cost)]
        case StarterCard():
            numbers = [_activated_by(card.numbers)] if card.numbers else []
            return ["Starter", *numbers, f"counts as {_title(card.counts_as_name)} by name"]
        case MonsterCard():
            return [f"Monster of the {_spaced(card.area)}", _spaced(card.type), *_slain(card)]
        case EventCard():
            return ["Monster Event", _spaced(card.type), *_slain(card)]
        case DomainCard():
            icons = zip(card.icons, Role, strict=True)
            roles = [f"{number} {role.name.lower()}" for number, role in icons if number]
            citizens = "Citizen" if sum(card.icons) == 1 else "Citizens"
            needs = [f"needs {in_a_row(roles, 'and')} {citizens}"] if roles else []
            return ["Domain", _price(gold=card.cost), *needs, _points(card.vp)]
    return ["Duke"]


def _activated_by(numbers: Sequence[int]) -> str:
    return f"activated by {in_a_row([str(number) for number in numbers], 'and')}"


def _slain(card: SlainCard) -> list[str]:
    return [_price(strength=card.strength, magic=card.magic), _points(card.vp)]


def _price(**goods: int) -> str:
    prices = [f"{amount} {good}" for good, amount in goods.items() if amount]
    return f"costs {in_a_row(prices, 'and')}" if prices else "costs nothing"


def _points(number: int) -> str:
    return _counted_words(number, "victory point", "victory points")


def _counted_words(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _sentences(name: str, abilities: Iterable[tuple[str, str]]) -> str:
    """Join the pairs of when and what to sentences, the first of them with the card's name."""
    sentences = [f"{when}: {what}." for when, what in abilities]
    return " ".join(
        f"{name}, {sentence}" if number == 0 else sentence[0].upper() + sentence[1:]
        for number, sentence in enumerate(sentences)
    )


def _harvest(card: HarvestCard) -> list[tuple[str, str]]:
    cases: list[str] = []
    if isinstance(card, StarterCard):  # the Herald (V5.8)
        cases += ["on doubles"] * card.on_doubles
        cases += ["if none of your other cards is activated"] * card.on_none
    when = [(_ON_YOUR_TURN, card.active), (_ON_OTHERS_TURN, card.inactive)]
    if card.active == card.inactive:
        when = [(_ON_ANY_TURN, card.active)]
    herald = f", {' and '.join(cases)}" if cases else ""
    return [(f"{turn}{herald}", _abilities(abilities)) for turn, abilities in when]


def _abilities(abilities: Iterable[Ability]) -> str:
    return "; and apart from that ".join(map(_ability, abilities)) or NOTHING


def _ability(ability: Ability) -> str:
    trades = ability.trades
    if ability.timing == "always":
        return in_a_row([_item(item) for item in ability.items], "and")
    # An ability of the Roll Phase is always optional (V18.6); with "->" the words say so anyway.
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
    """Return whether only amounts are gained."""
    return not any(item.op != Op.GAIN for item in trade.gains)


def _bundle(items: Sequence[Item], verb: str = "take") -> str:
    """Return items one after the other, with successive amounts together, taken or paid."""
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
    values = item.values
    return EFFECTS[Op(item.op)].words.format(
        number=values.get("amount"),
        amount=_amount(item) if "good" in values else "",
        cards=_citizen_to_take(values["cards"]) if "cards" in values else "",
    )


def _amounts(items: Iterable[Item]) -> str:
    return in_a_row([_amount(item) for item in items], "and")


def _amount(item: Item) -> str:
    amount, good = item.values["amount"], item.values["good"]
    if good == ANY:
        what = "resource" if amount == 1 else "of one resource"
        # The player who pays, steals or loses chooses (V18.4).
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
    """Return an id as the name on a card."""
    return _spaced(name or "").title()


def _spaced(word: str) -> str:
    return word.replace("_", " ")
