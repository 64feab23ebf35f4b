"""The grammar of card texts (V18.2 - V18.6): the effects, their words, and sets of cards.

A new effect needs its number in `layout.Op`, its entry in `EFFECTS` here and its function in
`rules/effects.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from balance.cards.effect_language import Language, Number, OneOf, Verb
from balance.cards.effect_reader import Cursor
from balance.games.valeria.layout import Good, Op, Role, Timing

ANY: Final = -1  # "any": one kind of gold, strength or magic, to be chosen (V18.4)
MOST = 999  # of anything in an effect: far above what a card gives, and safe to add up
TIMINGS = tuple(timing.name.lower() for timing in Timing if timing != Timing.PLAIN)

_ROLES = {role.name.lower(): role for role in Role}
_GOODS = {good.name.lower(): good for good in Good} | {"any": ANY}

# The tests that fit each set (V18.8), and the sets that must have one (V18.2).
_TESTS = {
    "citizen": ("role", "name", "cost"),
    "namesake": ("name",),
    "domain": (),
    "monster": ("area", "type", "name"),
    "icon": ("role",),
}
_FILTERED = ("namesake", "icon")
_BOUNDS = {"<=": "cost_high", ">=": "cost_low"}


@dataclass(frozen=True)
class Cards:
    """A set of cards that is counted or taken from (V18.4), with its filter (V18.2).

    None stands for any role, name, area, type or printed cost.
    """

    of: str  # "citizen", "namesake", "domain", "monster" or "icon"
    role: Role | None = None
    name: str | None = None
    area: str | None = None
    type: str | None = None
    cost_low: int | None = None  # included
    cost_high: int | None = None  # included too
    # By test, the index of the character where its word begins in the text.
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Resources:
    """The total of gold, strength and magic, divided and rounded down (V18.4)."""

    divisor: int


@dataclass(frozen=True)
class _Filter:
    """A hole for the filter of a set; it may be left out where the set needs none."""

    of: str

    def parse(self, cursor: Cursor) -> Cards:
        tests: dict[str, Any] = {}
        places: dict[str, int] = {}
        if self.of in _FILTERED:
            cursor.read("[")
        elif not _TESTS[self.of] or not cursor.skip("["):
            return Cards(self.of)
        self._parse_test(cursor, tests, places)
        while self._left(tests) and cursor.skip("&"):
            self._parse_test(cursor, tests, places)
        cursor.read("]")
        return Cards(self.of, **tests, places=places)

    def _left(self, tests: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        """Return the tests not yet there, with their signs: two roles, say, fit no card."""
        costs = tuple(sign for sign, bound in _BOUNDS.items() if bound not in tests)
        signs = {test: costs if test == "cost" else ("=",) for test in _TESTS[self.of]}
        return {test: left for test, left in signs.items() if left and test not in tests}

    def _parse_test(self, cursor: Cursor, tests: dict[str, Any], places: dict[str, int]) -> None:
        left = self._left(tests)
        test = cursor.read(*left)
        sign = cursor.read(*left[test])
        places[test] = cursor.position
        if test == "cost":
            tests[_BOUNDS[sign]] = cursor.number(1, MOST)
        elif test == "role":
            tests[test] = _ROLES[cursor.read(*_ROLES)]
        else:
            tests[test] = cursor.word("an id" if test == "name" else f"a word for the {test}")

    def write(self, cards: Cards) -> str:
        role = None if cards.role is None else cards.role.name.lower()
        words = (("role=", role), ("name=", cards.name), ("area=", cards.area))
        more = (("type=", cards.type), ("cost>=", cards.cost_low), ("cost<=", cards.cost_high))
        tests = [f"{test}{word}" for test, word in (*words, *more) if word is not None]
        return f"[{' & '.join(tests)}]" if tests else ""


@dataclass(frozen=True)
class _Per:
    """A hole for what an amount is multiplied by; it may be left out."""

    def parse(self, cursor: Cursor) -> Cards | Resources | None:
        if not cursor.skip("per"):
            return None
        if cursor.next.isdigit():
            divisor = cursor.number(1, MOST)
            cursor.read("resources")
            return Resources(divisor)
        if not cursor.next or cursor.next not in _TESTS:
            cursor.stick(*_TESTS, "a number of resources")
        return _Filter(cursor.read(*_TESTS)).parse(cursor)

    def write(self, value: Cards | Resources | None) -> str:
        if value is None:
            return ""
        if isinstance(value, Resources):
            return f" per {value.divisor} resources"
        return f" per {value.of}{_Filter(value.of).write(value)}"


@dataclass(frozen=True)
class Effect:
    """What an item of a card text may do: its grammar, its words, and what the table must know."""

    op: Op
    template: str  # how it stands on the sheet
    words: str  # {amount} is a number with its good, {number} a number, {cards} a set of cards
    only: str = ""  # the timing that it needs, "roll" or "always"; empty if any but "always" fits
    pays: bool = False  # it may stand left of "->"
    needs_card: bool = False  # it moves a card: an option needs one that can be moved (V18.3)
    moves: bool = False  # it may lead to moving cards
    asks: bool = True  # it may need a decision, and so the agenda
    called: str = ""  # what messages call it, if not by its template


_EFFECTS = (
    Effect(Op.GAIN, "{amount} {good}{per}", "", pays=True, asks=False, called="amounts"),
    Effect(Op.TAKE, "take citizen{cards}", "take {cards} from the grid", needs_card=True),
    Effect(Op.STEAL, "steal {amount} {good}", "steal up to {amount} from another player"),
    Effect(
        Op.ROB,
        "rob monster",
        "take a random Monster from another player's victory pile",
        needs_card=True,
    ),
    Effect(
        Op.RETURN_MONSTER,
        "return monster",
        "return one of your Monsters to the grid",
        pays=True,
        needs_card=True,
    ),
    Effect(
        Op.RETURN_CITIZEN,
        "return citizen",
        "return one of your Citizens to the grid",
        pays=True,
        needs_card=True,
    ),
    Effect(Op.MAY_SLAY, "may slay", "slay a Monster at full cost, if you like", moves=True),
    Effect(
        Op.MAY_RECRUIT, "may recruit", "recruit a Citizen at full cost, if you like", moves=True
    ),
    Effect(Op.MAY_BUILD, "may build", "build a Domain at full cost, if you like", moves=True),
    Effect(Op.LOSE, "lose {amount} {good}", "lose up to {amount}", asks=False),
    Effect(
        Op.ALL_LOSE, "all lose {amount} {good}", "make every player lose up to {amount}", asks=False
    ),
    Effect(Op.MARK, "mark {amount} {good} on monster", "put {amount} in markers on a Monster"),
    Effect(Op.DIE_SET, "die = {amount}", "set a die to {number}", "roll", moves=True),
    Effect(Op.DIE_LOWER, "die - {amount}", "lower a die by {number}", "roll", moves=True),
    Effect(Op.DIE_RAISE, "die + {amount}", "raise a die by {number}", "roll", moves=True),
    Effect(
        Op.IGNORE_PLUS,
        "ignore plus",
        "recruit without paying more for cards of the same name",
        "always",
    ),
    Effect(
        Op.DISCOUNT_SLAY, "discount slay {amount} {good}", "pay {amount} less to slay", "always"
    ),
    Effect(
        Op.DISCOUNT_RECRUIT,
        "discount recruit {amount} {good}",
        "pay {amount} less to recruit",
        "always",
    ),
    Effect(
        Op.DISCOUNT_BUILD, "discount build {amount} {good}", "pay {amount} less to build", "always"
    ),
)
EFFECTS = {effect.op: effect for effect in _EFFECTS}
_AMOUNT = "an amount stands alone, such as 2 gold"
# What is often written, in lower case, and what is meant.
_HINTS = {
    **dict.fromkeys(("gain", "get", "receive", "draw", "earn", "gains", "you"), _AMOUNT),
    **dict.fromkeys(_GOODS, "a number stands before it, such as 1 gold"),
    **dict.fromkeys(("one", "two", "three", "four", "five", "a", "an"), "write numbers in digits"),
    **dict.fromkeys(("coin", "coins", "money", "g"), "did you mean 'gold'?"),
    **dict.fromkeys(("mana", "spell", "m"), "did you mean 'magic'?"),
    **dict.fromkeys(("power", "attack", "might", "s"), "did you mean 'strength'?"),
    **dict.fromkeys(("point", "points", "victory", "score"), "did you mean 'vp'?"),
    **dict.fromkeys(("resource", "resources", "wild", "choice"), "did you mean 'any'?"),
    **dict.fromkeys(
        (*_ROLES, *(f"{role}s" for role in _ROLES)),
        "cards of a role are citizen[role=worker], their icons icon[role=worker]",
    ),
    **dict.fromkeys("()", "there are no brackets; | is either, + is both, + binds first"),
    **dict.fromkeys("-+", "a gain is 1 gold, a loss is lose 1 gold, a payment is 1 gold -> 2 vp"),
    **dict.fromkeys(("each", "every"), "did you mean 'per'?"),
    **dict.fromkeys(("pay", "spend", "discard"), "a payment stands before ->: 1 gold -> 2 vp"),
    **dict.fromkeys(("end", "start", "when", "after"), "did you mean 'action_end'?"),
    "doubles": "did you mean 'any_doubles'?",
}
LANGUAGE = Language(
    tuple(Verb(e.op, e.template, pays=e.pays, called=e.called) for e in _EFFECTS),
    {
        "amount": Number(1, MOST),
        "good": OneOf(_GOODS),
        "per": _Per(),
        "cards": _Filter("citizen"),
    },
    TIMINGS,
    _HINTS,
)
