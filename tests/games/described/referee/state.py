"""Where cards, numbers and dice are in a game, what values are, and lines without choices."""

import operator
from bisect import insort
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from tests.games.described.referee.reading import Described
from tests.games.described.referee.values import Tree

MOST_DICE = 8
MOST_COUNTED = 250
MOST_REMEMBERED = 8
OF_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left // right if right else 0,
    "mod": lambda left, right: left % right if right else 0,
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "includes": operator.contains,
    "larger": max,
    "smaller": min,
}


def longest_run(numbers: set[int]) -> int:
    """Return how many of the numbers follow each other without a gap, at most."""
    runs = [0]
    for first in numbers:
        last = first
        while last in numbers:
            last += 1
        runs.append(last - first)
    return max(runs)


class Chance(Protocol):
    """Where cards drawn and dice rolled come from."""

    def new_turn(self, number: int) -> None:
        """Begin the turn with this number, from 0."""

    def draw(self, zone: str, seat: int | None, cards: list[str]) -> int:
        """Return which of the cards of a zone is drawn, by its index."""

    def roll(self, sides: int) -> int:
        """Return what one die shows."""


class Frame(NamedTuple):
    """For whom lines are carried out, and what `it` is."""

    you: int
    it: str | None = None
    origin: tuple[str, int] = ("", 0)
    chosen: int = 0
    asked: str | None = None  # the card in question after `where`


class State:
    """What there is in a game at a moment."""

    def __init__(self, game: Described, players: int, chance: Chance) -> None:
        self.game = game
        self.names, self.sheets = game.names, game.names.sheets
        self.players, self.chance = players, chance
        self.round = self.turn = self.leader = self.active = 0
        self.again = False
        self.dice: list[int] = []
        self.faces = 0
        self.secret: list[list[int]] = [[] for _ in range(players)]  # dice that others do not see
        self.secret_faces = [0] * players
        each: dict[str, Any] = {
            name: number.start for name, number in self.names.each_player.items()
        }
        self._each = [dict(each) for _ in range(players)]
        self._shared: dict[str, Any] = {
            name: number.start for name, number in self.names.shared.items()
        }
        self._zones: dict[tuple[str, int], list[str]] = {}  # cards in the order of the sheets
        # Where the order is kept: cards from the top; None is one that was shuffled in.
        self._piles: dict[tuple[str, int], list[str | None]] = {}
        self._counters: dict[tuple[str, int], dict[tuple[str, str], int]] = {}  # by name and card
        for name, zone in self.names.zones.items():
            for seat in range(players if zone.per_player else 1):
                self._zones[name, seat] = [
                    card.id
                    for card in self.sheets.cards.values()
                    for _ in range(card.count if card.sheet == zone.starts_with else 0)
                ]
                if zone.order == "kept":
                    self._shuffle((name, seat))

    def numbers(self, seat: int) -> dict[str, Any]:
        """Return the numbers of a player; one that holds a word is that word, `none` is 0."""
        return dict(self._each[seat])

    def secret_dice(self, seat: int) -> dict[str, int]:
        """Return what stands for the dice of a player that others do not see."""
        rolled = self.secret[seat]
        dice = [*rolled, *[0] * MOST_DICE][:MOST_DICE]
        return {
            "secret_dice": len(rolled), "secret_sides": self.secret_faces[seat],
            **{f"secret_die_{place + 1}": shown for place, shown in enumerate(dice)},
        }  # fmt: skip

    def shared(self) -> dict[str, Any]:
        """Return the numbers that belong to nobody."""
        return dict(self._shared)

    def zone(self, name: str, seat: int | None = None) -> dict[str, int]:
        """Return how many copies of each card are in a zone."""
        cards = self._zones[name, seat or 0]
        return {card: cards.count(card) for card in cards}

    def counters(self, name: str, seat: int | None = None) -> dict[tuple[str, str], int]:
        """Return what lies on the cards of a zone, by name and card; nothing that is 0."""
        lying = self._counters.get((name, seat or 0), {})
        return {key: count for key, count in lying.items() if count}

    def pile(self, name: str, seat: int | None = None) -> list[str | None] | None:
        """Return the cards of a zone from the top, if their order is kept."""
        return self._piles.get((name, seat or 0))

    def simple_line(self, kind: str, args: Tree, frame: Frame) -> None:
        """Carry out a line without a choice and without lines that belong to it."""
        match kind, args:
            case "gain" | "lose" | "pay", (amount, number):
                change = max(0, self.value(amount, frame)) * (1 if kind == "gain" else -1)
                self._change(number, self.value(number, frame) + change, frame)
            case "set", (number, value):
                self._change(number, self.value(value, frame), frame)
            case "roll", (count, sides):
                shown, faces = self.value(count, frame), self.value(sides, frame)
                self.faces = faces
                self.dice = [self.chance.roll(faces) for _ in range(min(shown, MOST_DICE))]
            case "roll secretly", (count, sides):
                shown, faces = self.value(count, frame), max(1, self.value(sides, frame))
                self.secret_faces[frame.you] = faces
                dice = [self.chance.roll(faces) for _ in range(min(shown, MOST_DICE))]
                self.secret[frame.you] = dice
            case "reroll", (number,):
                which = self.value(number, frame)
                if 1 <= which <= len(self.dice):
                    self.dice[which - 1] = self.chance.roll(self.faces)
            case "draw", (count, source, target):
                for _ in range(self.value(count, frame)):
                    self.draw_card(*self._way(source, target, frame))
            case "fill", (target, source, size):
                place = self.place(target, frame)
                for _ in range(self.value(size, frame) - len(self._zones[place])):
                    self.draw_card(*self._way(source, target, frame))
            case "move it", (target,):
                assert frame.it is not None
                self.move_card(frame.it, frame.origin, *self._way(target, target, frame)[1:3])
            case "move it from", (source, target):
                assert frame.it is not None
                self.move_card(frame.it, *self._way(source, target, frame)[:3])
            case "move all", (source, target, None) if self.place(target, frame) in self._piles:
                if self.place(source, frame) != self.place(target, frame):
                    for _ in range(len(self._zones[self.place(source, frame)])):
                        self.draw_card(*self._way(source, target, frame))
            case "move all", (source, target, where):
                if self.place(source, frame) == self.place(target, frame):
                    return
                for card in self.cards_of(source, where, frame):
                    self.move_card(card, *self._way(source, target, frame)[:3])
            case "move cards", (count, card, source, target):
                many = self.value(count, frame)
                self.move_card(card, *self._way(source, target, frame)[:3], many)
            case "put on it", (verb, amount, counter, zone):
                assert frame.it is not None
                place = self.place(zone, frame)
                self._put_on(verb, self.value(amount, frame), counter, place, frame.it)
            case "put on each", (verb, amount, counter, zone, where):
                place, many = self.place(zone, frame), self.value(amount, frame)
                for card in dict.fromkeys(self.cards_of(zone, where, frame)):
                    self._put_on(verb, many, counter, place, card)
            case "look", (zone, count, _):
                self._look(self.place(zone, frame), count and self.value(count, frame))
            case "shuffle", (zone,):
                self._shuffle(self.place(zone, frame))
            case "pass", (zone, direction):
                step = 1 if direction == "left" else -1
                piles = [self._zones[zone[1], seat] for seat in range(self.players)]
                ordered = [self._piles.get((zone[1], seat)) for seat in range(self.players)]
                lying = [self._counters.get((zone[1], seat), {}) for seat in range(self.players)]
                for seat in range(self.players):
                    taker = zone[1], (seat + step) % self.players
                    self._zones[taker], self._counters[taker] = piles[seat], lying[seat]
                    if (pile := ordered[seat]) is not None:
                        self._piles[taker] = pile
            case "take another turn", _:
                self.again = True
            case "become leader", _:
                self.leader = frame.you
            case _:
                raise AssertionError(kind)

    def _put_on(
        self, verb: str, amount: int, counter: str, place: tuple[str, int], card: str
    ) -> None:
        """Put something on a card that is there, or take it away."""
        if card in self._zones[place]:
            lying = self._counters.setdefault(place, {})
            more = max(0, amount) * (1 if verb == "put" else -1)
            lying[counter, card] = min(max(lying.get((counter, card), 0) + more, 0), MOST_COUNTED)

    def _has_left(self, card: str, place: tuple[str, int]) -> None:
        """Forget what lay on a card of which no copy is left."""
        if card not in self._zones[place]:
            lying = self._counters.get(place, {})
            self._counters[place] = {key: count for key, count in lying.items() if key[1] != card}

    def place(self, zone: Tree, frame: Frame) -> tuple[str, int]:
        """Return the name of a zone and whose it is, 0 if it is shared."""
        _, name, who = zone
        return name, 0 if who == "shared" else self._seat(who, frame)

    def _way(
        self, source: Tree, target: Tree, frame: Frame
    ) -> tuple[tuple[str, int], tuple[str, int], bool, bool]:
        """Return from where to where cards go, whether under what is there, and from below."""
        places = self.place(source, frame), self.place(target, frame)
        return *places, target[0] == "bottom", source[0] == "bottom"

    def _look(self, place: tuple[str, int], count: int | None) -> None:
        """Find out what is on top, of which players remember so many."""
        pile, seat = self._piles[place], place[1] if self.names.zones[place[0]].per_player else None
        most = MOST_REMEMBERED if count is None else min(max(count, 0), MOST_REMEMBERED)
        for depth, card in enumerate(pile[:most]):
            if card is None:
                cards = self._shuffled(place)
                pile[depth] = cards[self.chance.draw(place[0], seat, cards)]

    def _shuffle(self, place: tuple[str, int]) -> None:
        self._piles[place] = [None] * len(self._zones[place])

    def _shuffled(self, place: tuple[str, int]) -> list[str]:
        """Return the cards of which nobody knows where they lie, in the order of the sheets."""
        cards = list(self._zones[place])
        for card in self._piles[place]:
            if card is not None:
                cards.remove(card)
        return cards

    def _seat(self, who: str, frame: Frame) -> int:
        match who:
            case "you":
                return frame.you
            case "next":
                return (frame.you + 1) % self.players
            case "previous":
                return (frame.you - 1) % self.players
        return self.active if who == "active" else self.leader

    def cards_of(self, zone: Tree, where: Tree | None, frame: Frame) -> list[str]:
        """Return the cards of a zone for which a condition holds, in the order of the sheets."""
        cards = list(self._zones[self.place(zone, frame)])
        if where is None:
            return cards
        you, it, origin, chosen, _ = frame
        fitting = {
            card for card in set(cards) if self.value(where, Frame(you, it, origin, chosen, card))
        }
        return [card for card in cards if card in fitting]

    def move_card(
        self, card: str, source: tuple[str, int], target: tuple[str, int], under: bool = False,
        count: int = 1,
    ) -> None:  # fmt: skip
        """Move copies of a card, as many as there are: the topmost, onto or under what is there."""
        moved = min(count, self._zones[source].count(card))
        for _ in range(moved):
            if (pile := self._piles.get(source)) is not None:
                fitting = {card, None} if card in self._shuffled(source) else {card}
                del pile[next(place for place, one in enumerate(pile) if one in fitting)]
            self._zones[source].remove(card)
        self._has_left(card, source)
        for _ in range(moved):
            self._put(card, target, under)

    def _put(self, card: str, target: tuple[str, int], under: bool) -> None:
        insort(self._zones[target], card, key=self.sheets.order.__getitem__)
        if (pile := self._piles.get(target)) is not None:
            pile.insert(len(pile) if under else 0, card)

    def draw_card(
        self, source: tuple[str, int], target: tuple[str, int], under: bool = False,
        from_below: bool = False,
    ) -> None:  # fmt: skip
        """Move a random card, or the one at an end of a pile, if there is one."""
        name, seat = source
        zone = self.names.zones[name]
        if not self._zones[source] and zone.refill is not None:
            refill = zone.refill, seat if self.names.zones[zone.refill].per_player else 0
            self._zones[source], self._zones[refill] = self._zones[refill], []
            self._counters[refill] = {}
            for place in {source, refill} & self._piles.keys():
                self._shuffle(place)
        if pile := self._piles.get(source):
            card = pile.pop(-1 if from_below else 0)
            if card is None:
                cards = self._zones[source].copy()
                for known in filter(None, pile):
                    cards.remove(known)
                card = cards[self.chance.draw(name, seat if zone.per_player else None, cards)]
            self._zones[source].remove(card)
            self._has_left(card, source)
            self._put(card, target, under)
        elif cards := self._zones[source]:
            index = self.chance.draw(name, seat if zone.per_player else None, list(cards))
            card = cards.pop(index)
            self._has_left(card, source)
            self._put(card, target, under)

    def _change(self, number: Tree, value: Any, frame: Frame) -> None:
        _, name, who = number
        declared = self.names.shared if who == "shared" else self.names.each_player
        numbers = self._shared if who == "shared" else self._each[self._seat(who, frame)]
        numbers[name] = value if isinstance(value, str) else declared[name].clamp(value)

    def value(self, tree: Tree, frame: Frame) -> Any:
        """Return a number, a word, a set, or whether a condition holds."""
        kind, *parts = tree
        if (of_two := OF_TWO.get(kind)) is not None:
            return of_two(self.value(parts[0], frame), self.value(parts[1], frame))
        match kind:
            case "int" | "word":
                return 0 if parts[0] == "none" else parts[0]
            case "table":
                return self.names.table[parts[0]]
            case "number":
                name, who = parts
                numbers = self._shared if who == "shared" else self._each[self._seat(who, frame)]
                return numbers[name]
            case "column":
                assert frame.asked is not None
                return self.sheets.value(frame.asked, parts[0])
            case "column of it":
                assert frame.it is not None
                return self.sheets.value(frame.it, parts[0])
            case "counter of it" | "counter":
                counter, zone = parts
                card = frame.it if kind == "counter of it" else frame.asked
                assert card is not None
                return self._counters.get(self.place(zone, frame), {}).get((counter, card), 0)
            case "sum counted" | "highest counted" | "lowest counted":
                counter, zone, where = parts
                lying = self._counters.get(self.place(zone, frame), {})
                kinds = dict.fromkeys(self.cards_of(zone, where, frame))
                return self._over(
                    kind.split()[0], [lying.get((counter, card), 0) for card in kinds]
                )
            case "top":
                column, zone = parts
                pile = self._piles[self.place(zone, frame)]
                return self.sheets.value(pile[0], column) if pile and pile[0] else 0
            case "near top":
                near = self._piles[self.place(parts[1], frame)]
                near = near[: max(0, self.value(parts[0], frame))]
                return frame.asked in near
            case "count":
                return len(self.cards_of(parts[0], parts[1], frame))
            case "and":
                return self.value(parts[0], frame) and self.value(parts[1], frame)
            case "or":
                return self.value(parts[0], frame) or self.value(parts[1], frame)
            case "not":
                return not self.value(parts[0], frame)
            case "die":
                return self.dice[parts[0] - 1] if parts[0] <= len(self.dice) else 0
            case "showing":
                return self.dice.count(self.value(parts[0], frame))
            case "dice":
                return sum(self.dice)
            case "secret die":
                rolled = self.secret[self._seat(parts[1], frame)]
                return rolled[parts[0] - 1] if parts[0] <= len(rolled) else 0
            case "secret dice":
                return sum(self.secret[self._seat(parts[0], frame)])
            case "secret count":
                return len(self.secret[self._seat(parts[0], frame)])
            case "secret showing":
                number = self.value(parts[0], frame)
                return self.secret[self._seat(parts[1], frame)].count(number)
            case "chosen number":
                return frame.chosen
            case "round" | "turn" | "players":
                return getattr(self, kind)
            case "kinds":
                return len(set(self.cards_of(parts[0], parts[1], frame)))
            case "different":
                column, zone, where = parts
                held = {
                    self.sheets.value(card, column) for card in self.cards_of(zone, where, frame)
                }
                return len(held - {0} if self.sheets.columns[column].is_word else held)
            case "same" | "run":
                column, zone, where = parts
                cards = self.cards_of(zone, where, frame)
                values = [self.sheets.value(card, column) for card in cards]
                if kind == "run":
                    return longest_run({int(value) for value in values if isinstance(value, int)})
                if self.sheets.columns[column].is_word:
                    values = [value for value in values if value != 0]
                return max(Counter(values).values(), default=0)
            case "empty piles":
                name = self.names.zones[parts[0][1]].starts_with
                left = self._zones[self.place(parts[0], frame)]
                sheet = [card for card in self.sheets.cards.values() if card.sheet == name]
                return sum(card.count > 0 and card.id not in left for card in sheet)
            case "sum" | "highest" | "lowest":
                column, zone, where = parts
                cards = self.cards_of(zone, where, frame)
                return self._over(kind, [self.sheets.value(card, column) for card in cards])
            case "among":
                which, tree, others = parts
                seats = [seat for seat in range(self.players) if not others or seat != frame.you]
                return self._over(which, [self.value(tree, frame._replace(you=s)) for s in seats])
            case "player has":
                which, tree = parts
                each = (frame._replace(you=seat) for seat in range(self.players))
                holds = [bool(self.value(tree, one)) for one in each]
                return {"any": any(holds), "every": all(holds), "no": not any(holds)}[which]
        raise AssertionError(tree)

    def _over(self, kind: str, values: list[Any]) -> int:
        """Return one value of several, 0 of none."""
        functions: dict[str, Any] = {"sum": sum, "total": sum, "highest": max, "most": max}
        return functions.get(kind, min)(values) if values else 0
