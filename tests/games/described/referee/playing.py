"""A described game played line by line; at each decision it waits for an answer."""

from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from tests.games.described.referee.calls import call, functions_of
from tests.games.described.referee.reading import Described, Line, read_game
from tests.games.described.referee.state import Chance, Frame, State

MOST_LINES = 1_000_000
MOST_CHOSEN = 250


@dataclass
class Decision:
    """Whose choice it is, and what can be chosen."""

    seat: int
    choices: list[tuple[Any, ...]]


class EndTurnError(Exception):
    """Nothing more of the turn is carried out."""


class StopError(Exception):
    """Nothing more of the nearest `repeat` is carried out."""


class GameOverError(Exception):
    """The game has ended."""


Play = Generator[Decision, int, None]


@cache
def _read(
    folder: Path, players: int, numbers: tuple[tuple[str, int], ...], texts: tuple[bytes, ...]
) -> Described:
    """Read a folder once for all games that are played of it with the same texts."""
    return read_game(folder, players, dict(numbers))


class Referee(State):
    """One game of a described game, for a number of players.

    Attributes
    ----------
    decision
        What is to be decided, or None when the game is over.
    ending
        The name of the ending; `end game` after that line.
    """

    def __init__(
        self, folder: Path, players: int, chance: Chance, numbers: Mapping[str, int] | None = None
    ) -> None:
        texts = tuple(file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file())
        game = _read(folder, players, tuple((numbers or {}).items()), texts)
        super().__init__(game, players, chance)
        self._functions = (
            functions_of(folder / game.python, self.sheets.order) if game.python else {}
        )
        self.lines = 0
        self.ending = ""
        self.is_set_up = False
        self.decision: Decision | None = None
        self._play = self._game()
        self._go_on(None)

    def scores(self) -> list[dict[str, int]]:
        """Return the parts of each player's score."""
        return [
            {part: self.value(tree, Frame(seat)) for part, tree in self.game.score.items()}
            for seat in range(self.players)
        ]

    def winners(self) -> list[int]:
        """Return the seats that share the win."""
        if self.ending in self.game.endings:
            how = self.game.endings[self.ending][0]
            if how.startswith("all "):
                return [*range(self.players)] if how.startswith("all win") else []
        ranks = [
            [sum(parts.values()), *(self.value(tree, Frame(seat)) for tree in self.game.ties)]
            for seat, parts in enumerate(self.scores())
        ]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def take(self, index: int) -> None:
        """Answer the decision with one of its choices."""
        assert self.decision is not None
        assert 0 <= index < len(self.decision.choices)
        self._go_on(index)

    def _go_on(self, answer: int | None) -> None:
        try:
            self.decision = next(self._play) if answer is None else self._play.send(answer)
        except GameOverError as end:
            self.decision, self.ending = None, str(end)

    # How a game goes.

    def _game(self) -> Play:
        yield from self._phase("setup", self.leader)
        self.is_set_up = True
        while True:
            self.round += 1
            self._count_line()
            first = self.leader
            yield from self._phase("round", first)
            for distance in range(self.players if "turn" in self.game.parts else 0):
                seat = (first + distance) % self.players
                self.again = True
                while self.again:
                    self.again = False
                    self.chance.new_turn(self.turn)
                    self.turn += 1
                    yield from self._phase("turn", seat)
                    self._test("after turn")
            yield from self._phase("round_end", self.leader)
            self._test("after round")

    def _phase(self, part: str, you: int) -> Play:
        self.active = you
        with suppress(EndTurnError):
            yield from self._body(self.game.parts.get(part, []), Frame(you))

    def _test(self, moment: str) -> None:
        """End the game if an ending holds that is tested at this moment."""
        for name, (when, tree) in self.game.endings.items():
            if when.endswith(moment) and self.value(tree, Frame(self.active)):
                raise GameOverError(name)

    def _count_line(self) -> None:
        self.lines += 1
        if self.lines > MOST_LINES:
            raise RuntimeError(f"{self.game.title} does not end within {MOST_LINES:,} lines")

    def _body(self, body: list[Line], frame: Frame) -> Play:
        for place, line in enumerate(body):
            self._count_line()
            if line.kind == "pay either":
                yield from self._pay_either(line, body[place + 1 :], frame)
            else:
                yield from self._line(line, frame)
            if self.is_set_up and line.kind != "chained":
                self._test("at once")

    def _line(self, line: Line, frame: Frame) -> Play:
        match line.kind:
            case "if":
                holds = self.value(line.args[0], frame)
                yield from self._body(line.body if holds else line.otherwise or [], frame)
            case "chained":
                yield from self._line(line.body[0], frame)
            case "repeat":
                yield from self._repeat(line, frame)
            case "choose one":
                yield from self._choose_one(line, frame)
            case "choose card":
                yield from self._choose_card(line, frame)
            case "choose number":
                yield from self._choose_number(line, frame)
            case "choose player":
                yield from self._choose_player(line, frame)
            case "reroll any":
                sets = 2 ** min(len(self.dice), 7)
                index = yield from self._ask(frame.you, [("number", one) for one in range(sets)])
                for place in range(len(self.dice)):
                    if index >> place & 1:
                        self.dice[place] = self.chance.roll(self.faces)
            case "players":
                yield from self._each_player(line, frame)
            case "do":
                yield from self._body(self.game.steps[line.args[0]], frame)
            case "use it":
                assert frame.it is not None
                yield from self._body(self.game.cells[frame.it, line.args[0]], frame)
            case "use each":
                yield from self._use_each(line, frame)
            case "call":
                call(self, self._functions[line.args[0]], frame)
            case "end turn":
                if self.is_set_up:
                    self._test("at once")
                raise EndTurnError
            case "end game":
                raise GameOverError("end game")
            case "stop":
                raise StopError
            case _:
                self.simple_line(line.kind, line.args, frame)

    def _repeat(self, line: Line, frame: Frame) -> Play:
        kind, tree = line.args
        times = self.value(tree, frame) if kind == "times" else MOST_LINES
        try:
            for _ in range(times):
                self._count_line()
                if kind == "while" and not self.value(tree, frame):
                    break
                yield from self._body(line.body, frame)
        except StopError:
            pass

    def _each_player(self, line: Line, frame: Frame) -> Play:
        who, rank = line.args
        seats = [(frame.you + distance) % self.players for distance in range(self.players)]
        if who == "other":
            seats = seats[1:]
        elif who == "random":
            seats = [self.chance.roll(self.players) - 1]
        elif rank:
            values = {seat: self.value(rank[1], frame._replace(you=seat)) for seat in seats}
            best = (max if rank[0] == "most" else min)(values.values())
            seats = [seat for seat in seats if values[seat] == best]
            if who == "first":
                seats = seats[:1]
            elif who == "only" and len(seats) > 1:
                yield from self._body(line.otherwise or [], frame)
                return
        for seat in seats:
            yield from self._body(line.body, frame._replace(you=seat))

    def _use_each(self, line: Line, frame: Frame) -> Play:
        column, zone, where = line.args
        place = self.place(zone, frame)
        for card in self.sheets.cards:
            for _ in range(self._zones[place].count(card)):
                holds = where is None or self.value(where, frame._replace(asked=card))
                if card in self._zones[place] and holds:
                    inner = frame._replace(it=card, origin=place)
                    yield from self._body(self.game.cells[card, column], inner)

    # Choices.

    def _ask(self, seat: int, choices: list[tuple[Any, ...]]) -> Generator[Decision, int, int]:
        """Return the place of what is chosen among at least one choice."""
        if len(choices) == 1:
            return 0
        return (yield Decision(seat, choices))

    def _choose_one(self, line: Line, frame: Frame) -> Play:
        options: list[tuple[tuple[Any, ...], list[Line], Frame]] = []
        for place, option in enumerate(line.body):
            if option.kind == "answers":
                (choice,) = option.body
                each = self._answers(choice, frame)
                options += [((place, *label), choice.body, inner) for label, inner in each]
            elif (option.args[1] is None or self.value(option.args[1], frame)) and (
                self._can_begin(option.body, frame, with_cards=True)
            ):
                options.append((("option", option.args[0]), option.body, frame))
        if options:
            index = yield from self._ask(frame.you, [label for label, _, _ in options])
            yield from self._body(*options[index][1:])
        else:
            yield from self._body(line.otherwise or [], frame)

    def _answers(self, line: Line, frame: Frame) -> list[tuple[tuple[str, Any], Frame]]:
        """Return what can be answered to a choice, and the frame of its lines then."""
        if line.kind == "choose card":
            origin = self.place(line.args[0], frame)
            return [
                (("card", card), frame._replace(it=card, origin=origin))
                for card in self._choosable(line, frame)
            ]
        if line.kind == "choose number":
            numbers = self._choosable_numbers(line, frame)
            return [(("number", one), frame._replace(chosen=one)) for one in numbers]
        seats = self._choosable_players(line, frame)
        return [(("player", seat), frame._replace(you=seat)) for seat in seats]

    def _pay_either(self, line: Line, after: list[Line], frame: Frame) -> Play:
        pays = [*takewhile(lambda one: one.kind in ("pay", "pay either"), after)]
        possible = [
            place
            for place, pay in enumerate(line.args)
            if self._can_begin([Line("pay", pay), *pays], frame)
        ]
        index = 0
        if possible:
            labels: list[tuple[Any, ...]] = [("pay", place) for place in possible]
            index = possible[(yield from self._ask(frame.you, labels))]
        self.simple_line("pay", line.args[index], frame)

    def _choose_player(self, line: Line, frame: Frame) -> Play:
        fitting, may_decline = self._choosable_players(line, frame), line.args[2]
        if not fitting:
            yield from self._body(line.otherwise or [], frame)
            return
        labels: list[tuple[Any, ...]] = [("player", seat) for seat in fitting]
        index = yield from self._ask(frame.you, labels + [("decline",)] * may_decline)
        if index < len(fitting):
            yield from self._body(line.body, frame._replace(you=fitting[index]))
        else:
            yield from self._body(line.otherwise or [], frame)

    def _choosable_players(self, line: Line, frame: Frame) -> list[int]:
        others, has, _ = line.args
        seats = [(frame.you + distance) % self.players for distance in range(self.players)]
        return [
            seat
            for seat in seats[others:]
            if has is None or self.value(has, frame._replace(you=seat))
        ]

    def _choose_number(self, line: Line, frame: Frame) -> Play:
        numbers, may_decline = self._choosable_numbers(line, frame), line.args[3]
        index = 0
        if numbers:
            labels: list[tuple[Any, ...]] = [("number", number) for number in numbers]
            index = yield from self._ask(frame.you, labels + [("decline",)] * may_decline)
        if index < len(numbers):
            yield from self._body(line.body, frame._replace(chosen=numbers[index]))
        else:
            yield from self._body(line.otherwise or [], frame)

    def _choosable_numbers(self, line: Line, frame: Frame) -> list[int]:
        low, high = max(0, self.value(line.args[0], frame)), self.value(line.args[1], frame)
        where = line.args[2]
        return [
            number
            for number in range(low, min(high, MOST_CHOSEN) + 1)
            if where is None or self.value(where, frame._replace(chosen=number))
            if self._can_begin(line.body, frame._replace(chosen=number))
        ]

    def _choose_card(self, line: Line, frame: Frame) -> Play:
        zone, _, count, may_decline = line.args
        origin = self.place(zone, frame)
        chosen = 0
        for _ in range(1 if count is None else self.value(count, frame)):
            cards = self._choosable(line, frame)
            choices: list[tuple[Any, ...]] = [("card", card) for card in cards]
            if may_decline:
                choices.append(("decline",))
            if not choices:
                break
            index = yield from self._ask(frame.you, choices)
            if index == len(cards):
                break
            chosen += 1
            yield from self._body(line.body, frame._replace(it=cards[index], origin=origin))
        if chosen == 0:
            yield from self._body(line.otherwise or [], frame)

    def _choosable(self, line: Line, frame: Frame) -> list[str]:
        """Return the cards of a choice, each once, in the order of the sheets."""
        zone, where = line.args[:2]
        origin = self.place(zone, frame)
        return [
            card
            for card in dict.fromkeys(self.cards_of(zone, where, frame))
            if self._can_begin(line.body, frame._replace(it=card, origin=origin))
        ]

    def _can_begin(self, body: list[Line], frame: Frame, with_cards: bool = False) -> bool:
        """Tell if what a choice begins with can be paid, and then if there is a card to choose."""
        before = [dict(numbers) for numbers in self._each], dict(self._shared)
        try:
            for place, line in enumerate(body):
                if line.kind == "pay either":
                    return any(
                        self._can_begin([Line("pay", pay), *body[place + 1 :]], frame, with_cards)
                        for pay in line.args
                    )
                if line.kind == "pay":
                    if self.value(line.args[1], frame) < max(0, self.value(line.args[0], frame)):
                        return False
                    self.simple_line(line.kind, line.args, frame)
                elif line.kind == "choose card" and with_cards:
                    return bool(self._choosable(line, frame))
                else:
                    return True
            return True
        finally:
            self._each, self._shared = before
