"""What each column of the sheets rejects, though it is grammar (V18.8)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from balance.cards.effect_language import Ability, Item, Trade
from balance.cards.effect_reader import PlacedError
from balance.cards.sheet import one_of
from balance.engine.layout import MAX_CHOICES, MAX_SEATS
from balance.games.valeria.layout import Good, Op
from balance.games.valeria.sheets.grammar import ANY, LANGUAGE, TIMINGS, Cards

_DICE = (Op.DIE_SET, Op.DIE_LOWER, Op.DIE_RAISE)
_LASTING = (Op.IGNORE_PLUS, Op.DISCOUNT_SLAY, Op.DISCOUNT_RECRUIT, Op.DISCOUNT_BUILD)
_FACES = 6
# A theft offers a choice for each amount from each other player, and one for nothing.
_MOST_STOLEN = (MAX_CHOICES - 1) // (MAX_SEATS - 1)
# What all activations of a Harvest offer together must still find room.
_MOST_OPTIONS = 27


@dataclass(frozen=True)
class Known:
    """The words of the sheets that a filter may name (V18.2).

    Attributes
    ----------
    citizens, monsters : tuple of str
        Ids; slain events count as Monsters.
    names : tuple of str
        What a card may be counted as by name: ids of Citizens and the names of Starters.
    areas, types : tuple of str
    """

    citizens: tuple[str, ...]
    monsters: tuple[str, ...]
    names: tuple[str, ...]
    areas: tuple[str, ...]
    types: tuple[str, ...]

    def words(self, cards: Cards, test: str) -> tuple[str, ...]:
        """Return the words that may stand in a test of a set: "name", "area" or "type"."""
        if test == "name":
            by_set = {"citizen": self.citizens, "namesake": self.names, "monster": self.monsters}
            return by_set[cards.of]
        return self.areas if test == "area" else self.types


def check_plain(abilities: Iterable[Ability], known: Known) -> None:
    """Reject what does not fit ``effect_active``, ``effect_inactive`` and ``reward`` (V18.8).

    Raises
    ------
    PlacedError
        Says what does not fit, quoting it, and where it stands.
    """
    for ability in abilities:
        _reject_timing(ability)
        _check(ability, known)


def check_ability(abilities: Iterable[Ability], known: Known) -> None:
    """Reject what does not fit ``ability``, the column of Domains (V18.8).

    Raises
    ------
    PlacedError
        Says what does not fit, quoting it, and where it stands.
    """
    for ability in abilities:
        if not ability.timing:
            raise PlacedError(
                ability.position,
                f"'{LANGUAGE.write_ability(ability)}' does not say when it works; expected one of "
                f"{', '.join(TIMINGS)} and a colon before it (V18.8)",
            )
        _check(ability, known)


def check_scoring(abilities: Sequence[Ability], known: Known) -> None:
    """Reject what does not fit ``scoring``, the column of Dukes (V18.8).

    Raises
    ------
    PlacedError
        Says what does not fit, quoting it, and where it stands.
    """
    for item in _one_bundle(abilities):
        if item.op != Op.GAIN or item.values["good"] != Good.VP:
            raise PlacedError(
                item.position,
                f"'{LANGUAGE.write_item(item)}' does not score; expected amounts of vp, with or "
                "without per, joined by + (V18.8)",
            )
    _check(abilities[0], known)


def check_instruction(abilities: Sequence[Ability], known: Known) -> None:
    """Reject what does not fit ``instruction``, the column of events (V18.8).

    Raises
    ------
    PlacedError
        Says what does not fit, quoting it, and where it stands.
    """
    for item in _one_bundle(abilities):
        if item.op not in (Op.MARK, Op.ALL_LOSE):
            raise PlacedError(
                item.position,
                f"'{LANGUAGE.write_item(item)}' needs an owner, and an event in the grid has none; "
                "expected mark and all lose, joined by + (V18.8)",
            )
    _check(abilities[0], known)


def _one_bundle(abilities: Sequence[Ability]) -> tuple[Item, ...]:
    """Return the items of an effect that is nothing but items joined by +."""
    for ability in abilities:
        _reject_timing(ability)
    first = abilities[0]
    trade = first.trades[0]
    misfits = [
        *((";", ability.position) for ability in abilities[1:]),
        *(("|", option.position) for option in first.trades[1:]),
        *(("->", item.position) for item in trade.gains if trade.exchange),
    ]
    if misfits:
        sign, position = misfits[0]
        raise PlacedError(
            position, f"'{sign}' does not fit before this; expected items joined by + (V18.8)"
        )
    return trade.gains


def _reject_timing(ability: Ability) -> None:
    if ability.timing:
        raise PlacedError(
            ability.position,
            f"'{ability.timing}:' fits only the abilities of Domains; this column says itself "
            "when it works (V18.8)",
        )


def _check(ability: Ability, known: Known) -> None:
    """Reject what fits no column: verbs at the wrong time, wrong goods, unknown words."""
    options = sum(_kinds(trade) for trade in ability.trades)
    if options > _MOST_OPTIONS:
        raise PlacedError(
            ability.position,
            f"'{LANGUAGE.write_ability(ability)}' has {options} options, as each 'any' is one of "
            f"three; expected at most {_MOST_OPTIONS}",
        )
    for item in ability.items:
        misfit = _wrong_time(item, ability.timing) or _wrong_good(item) or _wrong_amount(item)
        if misfit:
            raise PlacedError(item.position, f"'{LANGUAGE.write_item(item)}'{misfit}")
        cards = item.values.get("per") or item.values.get("cards")
        if isinstance(cards, Cards):
            _check_words(cards, known)
    if ability.timing == "always" and (len(ability.trades) > 1 or ability.trades[0].exchange):
        raise PlacedError(
            ability.trades[-1].gains[0].position,
            "what always works is not chosen or paid for; expected only + (V18.8)",
        )
    if ability.timing == "roll":
        for trade in ability.trades:
            if sum(item.op in _DICE for item in trade.items) != 1:
                raise PlacedError(
                    trade.position,
                    f"'{LANGUAGE.write_trade(trade)}' is an option after 'roll:'; expected "
                    "exactly one die in it (V18.8)",
                )


def _kinds(trade: Trade) -> int:
    """Return how many options a trade is: one for each kind that its `any` may be (V18.4)."""
    # What all lose is asked of each player alone.
    chosen = [item for item in trade.items if item.op != Op.ALL_LOSE]
    return 3 ** sum(item.values.get("good") == ANY for item in chosen)


def _wrong_time(item: Item, timing: str) -> str:
    """Say why an item cannot work at that time; nothing if it can."""
    if item.op in _DICE and timing != "roll":
        return " works only after 'roll:' (V18.8)"
    if item.op in _LASTING and timing != "always":
        return " works only after 'always:' (V18.8)"
    if timing == "always" and item.op not in _LASTING:
        return " cannot always work; expected ignore plus or discount after 'always:' (V18.8)"
    return ""


def _wrong_good(item: Item) -> str:
    """Say why an item cannot be of that good; nothing if it can."""
    good = item.values.get("good")
    if item.op == Op.MARK and good in (Good.VP, ANY):
        return ": expected gold, strength or magic (V18.8)"
    if item.op in (Op.DISCOUNT_BUILD, Op.DISCOUNT_RECRUIT) and good != Good.GOLD:
        return ": expected gold, which is what it costs (V18.8)"
    if item.op == Op.DISCOUNT_SLAY and good not in (Good.STRENGTH, Good.MAGIC):
        return ": expected strength or magic, which is what it costs (V18.8)"
    return ""


def _wrong_amount(item: Item) -> str:
    """Say why an item cannot be of that number; nothing if it can."""
    if item.op == Op.DIE_SET and item.values["amount"] > _FACES:
        return f": a die shows at most {_FACES} (V18.8)"
    if item.op == Op.STEAL and item.values["amount"] > _MOST_STOLEN:
        return f": expected at most {_MOST_STOLEN}, as each amount up to it can be chosen"
    return ""


def _check_words(cards: Cards, known: Known) -> None:
    for test in ("name", "area", "type"):
        word = getattr(cards, test)
        words = known.words(cards, test) if word is not None else ()
        if word is not None and word not in words:
            raise PlacedError(
                cards.places[test],
                f"'{test}={word}' fits no card; expected {one_of(word, words)} (V18.8)",
            )
