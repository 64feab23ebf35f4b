"""Which effects fit which column of the sheets (V18.8); the others are rejected."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from balance.cards.effect_language import Ability, Item, Trade
from balance.cards.effect_reader import PlacedError
from balance.cards.sheet import one_of
from balance.engine.layout import MAX_CHOICES, MAX_SEATS
from balance.games.valeria.layout import Good, Op
from balance.games.valeria.sheets.effect_grammar import ANY, EFFECTS, LANGUAGE, TIMINGS, Cards

_FACES = 6
# A theft offers a choice for each amount from each other player, and one for nothing.
_MOST_STOLEN = (MAX_CHOICES - 1) // (MAX_SEATS - 1)
# All activations of a Harvest together must not offer more choices than a decision can hold.
_MOST_OPTIONS = 27


@dataclass(frozen=True)
class Known:
    """The words of the sheets that a filter may name (V18.2)."""

    citizens: tuple[str, ...]  # ids
    monsters: tuple[str, ...]  # ids, of events too, as slain events count as Monsters
    names: tuple[str, ...]  # that cards count as: ids of Citizens, and the names of Starters
    areas: tuple[str, ...]
    types: tuple[str, ...]

    def words(self, cards: Cards, test: str) -> tuple[str, ...]:
        """Return the words that a test ("name", "area" or "type") of this set may name."""
        if test == "name":
            by_set = {"citizen": self.citizens, "namesake": self.names, "monster": self.monsters}
            return by_set[cards.of]
        return self.areas if test == "area" else self.types


def check_plain(abilities: Iterable[Ability], known: Known) -> None:
    """Check ``effect_active``, ``effect_inactive`` or ``reward``; raise `PlacedError` (V18.8)."""
    for ability in abilities:
        _reject_timing(ability)
        _check(ability, known)


def check_ability(abilities: Iterable[Ability], known: Known) -> None:
    """Check ``ability``, the column of Domains; raise `PlacedError` (V18.8)."""
    for ability in abilities:
        if not ability.timing:
            raise PlacedError(
                ability.position,
                f"'{LANGUAGE.write_ability(ability)}' does not say when it works; expected one of "
                f"{', '.join(TIMINGS)} and a colon before it (V18.8)",
            )
        _check(ability, known)


def check_scoring(abilities: Sequence[Ability], known: Known) -> None:
    """Check ``scoring``, the column of Dukes; raise `PlacedError` (V18.8)."""
    for item in _one_bundle(abilities):
        if item.op != Op.GAIN or item.values["good"] != Good.VP:
            raise PlacedError(
                item.position,
                f"'{LANGUAGE.write_item(item)}' does not score; expected amounts of vp, with or "
                "without per, joined by + (V18.8)",
            )
    _check(abilities[0], known)


def check_instruction(abilities: Sequence[Ability], known: Known) -> None:
    """Check ``instruction``, the column of events; raise `PlacedError` (V18.8)."""
    for item in _one_bundle(abilities):
        if item.op not in (Op.MARK, Op.ALL_LOSE):
            raise PlacedError(
                item.position,
                f"'{LANGUAGE.write_item(item)}' needs an owner, and an event in the grid has none; "
                "expected mark and all lose, joined by + (V18.8)",
            )
    _check(abilities[0], known)


def _one_bundle(abilities: Sequence[Ability]) -> tuple[Item, ...]:
    """Return the items of an effect that may only be items joined by +."""
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
    """Reject what fits no column: effects at the wrong time, wrong goods, unknown words."""
    options = sum(_num_kinds(trade) for trade in ability.trades)
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
            if sum(_only(item) == "roll" for item in trade.items) != 1:
                raise PlacedError(
                    trade.position,
                    f"'{LANGUAGE.write_trade(trade)}' is an option after 'roll:'; expected "
                    "exactly one die in it (V18.8)",
                )


def _num_kinds(trade: Trade) -> int:
    """Return how many options a trade is: one for each kind that its `any` may be (V18.4)."""
    # Each player chooses alone what "all lose".
    chosen = [item for item in trade.items if item.op != Op.ALL_LOSE]
    return 3 ** sum(item.values.get("good") == ANY for item in chosen)


def _only(item: Item) -> str:
    """Return the only timing after which the item works, if there is one."""
    return EFFECTS[Op(item.op)].only


def _wrong_time(item: Item, timing: str) -> str:
    """Return why an item cannot work at that time, or an empty string."""
    only = _only(item)
    if only and timing != only:
        return f" works only after '{only}:' (V18.8)"
    if timing == "always" and not only:
        return " cannot always work; expected ignore plus or discount after 'always:' (V18.8)"
    return ""


def _wrong_good(item: Item) -> str:
    """Return why an item cannot be of that good, or an empty string."""
    good = item.values.get("good")
    if item.op == Op.MARK and good in (Good.VP, ANY):
        return ": expected gold, strength or magic (V18.8)"
    if item.op in (Op.DISCOUNT_BUILD, Op.DISCOUNT_RECRUIT) and good != Good.GOLD:
        return ": expected gold, which is what it costs (V18.8)"
    if item.op == Op.DISCOUNT_SLAY and good not in (Good.STRENGTH, Good.MAGIC):
        return ": expected strength or magic, which is what it costs (V18.8)"
    return ""


def _wrong_amount(item: Item) -> str:
    """Return why an item cannot be of that number, or an empty string."""
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
