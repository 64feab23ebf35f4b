"""The effect grammar of Valeria (V18.2 - V18.6): its verbs, and what their holes may hold."""

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

    Attributes
    ----------
    of : str
        "citizen", "namesake", "domain", "monster" or "icon".
    role, name, area, type
        What a card must have, None for any.
    cost_low, cost_high : int or None
        Bounds of the printed cost, both included.
    places : mapping of test to int
        Index of the character where its word begins in the text that it was read from.
    """

    of: str
    role: Role | None = None
    name: str | None = None
    area: str | None = None
    type: str | None = None
    cost_low: int | None = None
    cost_high: int | None = None
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Resources:
    """The total of gold, strength and magic, divided and rounded down (V18.4)."""

    divisor: int


@dataclass(frozen=True)
class _Filter:
    """A hole for the filter of a set, which may be left out where the set needs none."""

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
        tests = []
        if cards.role is not None:
            tests.append(f"role={cards.role.name.lower()}")
        tests += [
            f"{test}={getattr(cards, test)}"
            for test in ("name", "area", "type")
            if getattr(cards, test) is not None
        ]
        if cards.cost_low is not None:
            tests.append(f"cost>={cards.cost_low}")
        if cards.cost_high is not None:
            tests.append(f"cost<={cards.cost_high}")
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


LANGUAGE = Language(
    (
        Verb(Op.GAIN, "{amount} {good}{per}", pays=True, called="amounts"),
        Verb(Op.TAKE, "take citizen{cards}"),
        Verb(Op.STEAL, "steal {amount} {good}"),
        Verb(Op.ROB, "rob monster"),
        Verb(Op.RETURN_MONSTER, "return monster", pays=True),
        Verb(Op.RETURN_CITIZEN, "return citizen", pays=True),
        Verb(Op.MAY_SLAY, "may slay"),
        Verb(Op.MAY_RECRUIT, "may recruit"),
        Verb(Op.MAY_BUILD, "may build"),
        Verb(Op.LOSE, "lose {amount} {good}"),
        Verb(Op.ALL_LOSE, "all lose {amount} {good}"),
        Verb(Op.MARK, "mark {amount} {good} on monster"),
        Verb(Op.DIE_SET, "die = {amount}"),
        Verb(Op.DIE_LOWER, "die - {amount}"),
        Verb(Op.DIE_RAISE, "die + {amount}"),
        Verb(Op.IGNORE_PLUS, "ignore plus"),
        Verb(Op.DISCOUNT_SLAY, "discount slay {amount} {good}"),
        Verb(Op.DISCOUNT_RECRUIT, "discount recruit {amount} {good}"),
        Verb(Op.DISCOUNT_BUILD, "discount build {amount} {good}"),
    ),
    {
        "amount": Number(1, MOST),
        "good": OneOf(_GOODS),
        "per": _Per(),
        "cards": _Filter("citizen"),
    },
    TIMINGS,
)
