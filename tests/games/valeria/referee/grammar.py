"""Reads effect texts (V18.2) into plain objects; no meaning is given to them here.

card     = ability { ";" ability }
ability  = [ timing ":" ] trade { "|" trade }
trade    = bundle [ "->" bundle ]
bundle   = item { "+" item }
"""

import itertools
import re
from dataclasses import dataclass, replace

GOODS = ("gold", "strength", "magic", "vp")
NOTHING = ("", "nothing", "none", "-", "\u2013", "0", "0 gold")
RESOURCES = ("gold", "strength", "magic")  # V1.2: victory points are not a resource
ROLES = ("worker", "soldier", "shadow", "holy")  # V1.3
TIMINGS = (
    "now",
    "roll",
    "any_doubles",
    "action_start",
    "on_slay",
    "on_gain_citizen",
    "action_end",
    "always",
)
_TOKEN = re.compile(r"\s*(\d+|[a-z][a-z0-9_]*|<=|>=|->|[|;:+\-=&\[\]])")


@dataclass(frozen=True)
class Condition:
    """One test of a filter: `role=holy`, `cost<=2`."""

    column: str
    sign: str
    value: str


@dataclass(frozen=True)
class CardSet:
    """What is counted after `per` (V18.4); `divisor` belongs to `3 resources`."""

    what: str
    tests: tuple[Condition, ...] = ()
    divisor: int = 1


@dataclass(frozen=True)
class Amount:
    """`2 gold`, `1 gold per domain`: to take, or on the left of `->` to pay."""

    number: int
    good: str
    per: CardSet | None = None


@dataclass(frozen=True)
class Take:
    """`take citizen[...]`."""

    tests: tuple[Condition, ...]


@dataclass(frozen=True)
class Steal:
    """`steal 3 gold`."""

    number: int
    good: str


@dataclass(frozen=True)
class Rob:
    """`rob monster`."""


@dataclass(frozen=True)
class Return:
    """`return monster`, `return citizen`."""

    what: str


@dataclass(frozen=True)
class May:
    """`may slay`, `may build`, `may recruit`."""

    action: str


@dataclass(frozen=True)
class Lose:
    """`lose 1 gold`."""

    number: int
    good: str


@dataclass(frozen=True)
class AllLose:
    """`all lose 1 gold`."""

    number: int
    good: str


@dataclass(frozen=True)
class Mark:
    """`mark 1 strength on monster`."""

    number: int
    good: str


@dataclass(frozen=True)
class Die:
    """`die = 6`, `die - 1`, `die + 1`."""

    sign: str
    number: int


@dataclass(frozen=True)
class IgnorePlus:
    """`ignore plus`."""


@dataclass(frozen=True)
class Discount:
    """`discount build 1 gold`."""

    action: str
    number: int
    good: str


Item = (
    Amount | Take | Steal | Rob | Return | May | Lose | AllLose | Mark | Die | IgnorePlus | Discount
)


@dataclass(frozen=True)
class Option:
    """A trade: what is paid (empty unless it is an exchange) and what follows."""

    pays: tuple[Item, ...]
    gains: tuple[Item, ...]
    exchange: bool


@dataclass(frozen=True)
class Ability:
    """One ability: its timing word ("" where there is none) and its options.

    `options` are those after `any` has become gold, strength and magic. `choice` says whether
    `|` is printed: only then an option is tested for a legal card (V18.3).
    """

    timing: str
    options: tuple[Option, ...]
    choice: bool


def items_of(ability: Ability) -> list[Item]:
    """All items of all options, paid or gained."""
    return [item for option in ability.options for item in (*option.pays, *option.gains)]


def is_plain(ability: Ability, *, counted: bool) -> bool:
    """Whether an ability only gains goods, without a choice: as printed, or `counted` too."""
    option = ability.options[0]
    return (
        len(ability.options) == 1
        and not option.exchange
        and all(isinstance(item, Amount) and (counted or item.per is None) for item in option.gains)
    )


def parse(text: str) -> tuple[Ability, ...]:
    """Read a cell of a card table: its abilities in the printed order, or none (V18.2)."""
    if text.strip().lower() in NOTHING:
        return ()
    reader = _Reader(text)
    abilities = [reader.ability()]
    while reader.skip(";"):
        abilities.append(reader.ability())
    if reader.tokens:
        raise ValueError(f"{reader.tokens[0]!r} is left over in {text!r} (V18.2)")
    return tuple(abilities)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        at = 0
        stripped = text.rstrip()
        while at < len(stripped):
            match = _TOKEN.match(stripped, at)
            if match is None:
                raise ValueError(f"cannot read {stripped[at:]!r} in {text!r} (V18.2)")
            self.tokens.append(match.group(1))
            at = match.end()

    def skip(self, token: str) -> bool:
        """Take the token if it comes next."""
        if self.tokens and self.tokens[0] == token:
            self.tokens.pop(0)
            return True
        return False

    def word(self, *allowed: str) -> str:
        """Take the next token, which must be one of those allowed (any word if none is named)."""
        if not self.tokens or (allowed and self.tokens[0] not in allowed):
            found = self.tokens[0] if self.tokens else "the end"
            raise ValueError(f"{found!r} in {self.text!r}: expected {allowed or 'a word'} (V18.2)")
        return self.tokens.pop(0)

    def number(self) -> int:
        token = self.word()
        if not token.isdigit() or int(token) < 1:
            raise ValueError(f"{token!r} in {self.text!r}: expected a number of 1 or more (V18.2)")
        return int(token)

    def ability(self) -> Ability:
        timing = ""
        if len(self.tokens) > 1 and self.tokens[1] == ":":
            timing = self.word(*TIMINGS)
            self.word(":")
        printed = [self.option()]
        while self.skip("|"):
            printed.append(self.option())
        if timing == "always" and len(printed) > 1:
            raise ValueError(f"{self.text!r}: an `always` cannot be chosen again and again")
        options = tuple(kind for option in printed for kind in _each_kind(option))
        return Ability(timing, options, choice=len(printed) > 1)

    def option(self) -> Option:
        first = self.bundle()
        if self.skip("->"):
            if not all(isinstance(item, Amount | Return) for item in first):
                raise ValueError(f"{self.text!r}: this cannot be paid (V18.8)")
            return Option(first, self.bundle(), exchange=True)
        return Option((), first, exchange=False)

    def bundle(self) -> tuple[Item, ...]:
        items = [self.item()]
        while self.skip("+"):
            items.append(self.item())
        return tuple(items)

    def item(self) -> Item:
        if self.tokens and self.tokens[0].isdigit():
            number, good = self.amount()
            return Amount(number, good, self.card_set() if self.skip("per") else None)
        verb = self.word(
            *("take", "steal", "rob", "return", "may", "lose", "all", "mark", "die"),
            *("ignore", "discount"),
        )
        match verb:
            case "take":
                self.word("citizen")
                return Take(self.filter())
            case "steal":
                return Steal(*self.amount())
            case "rob":
                self.word("monster")
                return Rob()
            case "return":
                return Return(self.word("monster", "citizen"))
            case "may":
                return May(self.word("slay", "build", "recruit"))
            case "lose":
                return Lose(*self.amount())
            case "all":
                self.word("lose")
                return AllLose(*self.amount())
            case "mark":
                number, good = self.number(), self.word(*RESOURCES)  # V18.8: neither vp nor any
                self.word("on")
                self.word("monster")
                return Mark(number, good)
            case "die":
                return Die(self.word("=", "-", "+"), self.number())
            case "ignore":
                self.word("plus")
                return IgnorePlus()
            case _:
                return Discount(self.word("slay", "build", "recruit"), *self.amount())

    def amount(self) -> tuple[int, str]:
        return self.number(), self.word(*GOODS, "any")

    def card_set(self) -> CardSet:
        if self.tokens and self.tokens[0].isdigit():
            divisor = self.number()
            self.word("resources")
            return CardSet("resources", divisor=divisor)
        what = self.word("citizen", "namesake", "domain", "monster", "icon")
        return CardSet(what, () if what == "domain" else self.filter())

    def filter(self) -> tuple[Condition, ...]:
        if not self.skip("["):
            return ()
        tests = [self.test()]
        while self.skip("&"):
            tests.append(self.test())
        self.word("]")
        return tuple(tests)

    def test(self) -> Condition:
        column = self.word("role", "name", "area", "type", "cost")
        sign = self.word("<=", ">=") if column == "cost" else self.word("=")
        return Condition(column, sign, self.word())


def _each_kind(option: Option) -> list[Option]:
    """`any` is one of three kinds (V18.4): one option for each, the first `any` slowest.

    `all lose 1 any` is left alone: there everybody who loses chooses the kind.
    """
    items = (*option.pays, *option.gains)
    open_items = [
        place
        for place, item in enumerate(items)
        if isinstance(item, Amount | Steal | Lose) and item.good == "any"
    ]
    options = []
    for kinds in itertools.product(RESOURCES, repeat=len(open_items)):
        chosen = list(items)
        for place, kind in zip(open_items, kinds, strict=True):
            item = items[place]
            assert isinstance(item, Amount | Steal | Lose)
            chosen[place] = replace(item, good=kind)
        split = len(option.pays)
        options.append(Option(tuple(chosen[:split]), tuple(chosen[split:]), option.exchange))
    return options
