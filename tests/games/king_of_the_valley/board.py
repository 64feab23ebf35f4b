"""A table of King of the Valley laid out as a rule test wants it, played by naming the choices."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from balance.engine.agenda import push
from balance.engine.layout import NOBODY, WIN
from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import (
    FIRST_ORDER,
    NUM_ORDERS,
    SPACES,
    Decision,
    Phase,
    Task,
)
from balance.games.king_of_the_valley.table.options import BASE, Options
from tests.games.comparison import Comparison
from tests.games.king_of_the_valley.names import (
    COLUMNS,
    EMPTY,
    SIDES,
    SLOTS,
    Names,
    at,
    castle,
    space,
    spaces,
    tiles,
)
from tests.games.king_of_the_valley.referee import (
    DATA,
    Referee,
    Sheets,
    new_game,
    read_sheets,
    resumed,
)
from tests.games.king_of_the_valley.speech import Speech

__all__ = ["Board", "tiles"]

BOARD_1 = """
C  F  KB D  Q
F  F  W  C  D
KD W  W  F  KA
W  C  KB F  KC
F  KA C  D  F
"""
BOARD_2 = """
F  C  W  KA F
KB F  D  W  C
W  KC F  F  KD
F  W  C  KA T0/3
Q  F  M  W  D
"""
BOARD_3 = """
D  KA KC M  F
F  C  W  F  W
C  F  W  M  F
W  F  D  C  KB
F  KD F  W  C
"""
BOARD_4 = """
C  F  W  D  F
F  W  C  F  W
F  KA KB KA W
W  F  F  C  D
C  D  W  F  Q
"""
BOARD_9 = """
F  W  C  F  D
C  F  D  W  F
F  T0/3 T3/5 T4/7 D
W  C  F  F  W
D  F  W  C  F
"""
JESTER_BOARD = """
C  F  W  F  D
F  KA J  KB W
W  F  W  C  F
F  C  F  W  F
D  W  C  F  W
"""
CORNER_BOARD = """
F  W  D  KA KB
C  F  W  F  C
W  C  F  D  W
F  W  C  F  J
KC F  W  J  F
"""
WIZARD_BOARD = """
F  W  C  F  D
C  F  W  W  F
F  W  D  C  Z
W  C  F  F  W
D  F  W  C  F
"""
WIZARD_LEFT, WIZARD_RIGHT = "F T3/5 Q W KB C", "M F D W F J"

_TASKS = {
    Phase.COLLECT: Task.COLLECT,
    Phase.CLAIM: Task.CLAIM,
    Phase.REFILL: Task.REFILL,
}
# What a record counts from the beginning of a game on.
_COUNTED = ("gained", "rounds gained")


class Board:
    """A game in which nothing is on the agenda; without a valley, one that is about to begin.

    The referee plays beside the engine: whatever is asked, done and scored is compared, unless a
    player is barred from some tile.

    Parameters
    ----------
    valley
        Its tiles, row after row; "." is a space without one.
    kings
        Where they stand, seat after seat: ``"(5,5) (3,3)"``.
    left, right
        The hill columns, the foot first; without, as dealt.
    pile
        The tiles to draw, the next one first; without, as dealt.
    seats
        Number of players; seat 0 begins.
    edits
        Cells of the sheets to change.
    deal
        Its number.
    options
        Keys of the game's options.
    """

    def __init__(
        self,
        valley: str = "",
        kings: str = "",
        left: str | None = None,
        right: str | None = None,
        pile: str | None = None,
        seats: int = 2,
        edits: Mapping[str, object] | None = None,
        deal: int = 0,
        **options: Any,
    ) -> None:
        made = Options.model_validate(options)
        edited = tuple(sorted((edits or {}).items()))
        game_table = _laid(made, seats, edited)
        game_table = replace(game_table, array=game_table.array.copy())  # a test may change it
        self.table: Any = game_table.array[0]
        self.names = Names(self.table)
        self.session = Session(GAME, game_table, seed=1)
        self.num_seats = seats
        self.session.begin(deal, (0,) * seats)
        self._sheets = _sheets(made, edited)
        self._speech = Speech(self.session, self._sheets, seats)
        self._both: Comparison | None = None
        if not valley:
            stages = self._speech.stages()
            self._compare_with(new_game(self._sheets, stages, seats, made.extra_gold, True))
            self._go_on()
            return
        self._break_off()
        self._lay_valley(valley.split())
        for seat, king in enumerate(spaces(kings)):
            self.state.seats[seat].king = king
        for side, column in enumerate((left, right)):
            if column is not None:
                self.state.hill[side] = 0
                self.state.hill[side, : len(column.split())] = self._numbers(column)
                self.state.heights[side] = len(column.split())
        if pile is not None:
            self.set_pile(pile)

    @property
    def state(self) -> Any:
        return self.session.state

    # Setting up

    def give(
        self,
        seat: int,
        castle: str = "",
        gold: int | None = None,
        markers: int | None = None,
        taxed: str = "",
    ) -> None:
        """Put tiles into a castle, the oldest first, and set what else the player has."""
        player = self.state.seats[seat]
        for word in castle.split():
            slot = SLOTS.index(word.removeprefix("-"))
            if word.startswith("-"):
                player.down[slot] += 1
                continue
            player.up[slot] += 1
            if FIRST_ORDER <= slot < FIRST_ORDER + NUM_ORDERS:
                player.knights[player.num_knights] = slot - FIRST_ORDER
                player.num_knights += 1
        for column in taxed.split():
            player.taxed[COLUMNS.index(column)] = 1
        if gold is not None:
            player.gold = gold
        if markers is not None:
            player.markers = markers

    def put(self, where: str, tile: str, coins: int = 0) -> None:
        """Lay a tile on a space of the valley, with gold on it."""
        self.state.valley[space(where)] = 0 if tile == EMPTY else self.names.kind(tile) + 1
        self.state.coins[space(where)] = coins

    def put_king(self, seat: int, where: str) -> None:
        self.state.seats[seat].king = space(where)

    def set_pile(self, pile: str) -> None:
        """Let these be the tiles to draw."""
        numbers = self._numbers(pile)
        self.state.pile[:] = 0
        self.state.pile[: len(numbers)] = numbers
        self.state.num_pile = len(numbers)
        self.state.drawn = 0

    # Playing

    def start(self, seat: int = 0, phase: Phase = Phase.COLLECT, round_: int = 2) -> None:
        """Begin the turn of `seat` at this phase, and go on to the first decision."""
        self._break_off()
        self.state.rounds = round_ - (seat == 0)
        self._compare_with(resumed(self._sheets, self._speech.position(), seat, phase.name.lower()))
        push(self.state, Task.TURN, seat, 0, 0)
        self.session.step()
        while phase != Phase.RECRUIT and self._next_task() != _TASKS[phase]:
            self.state.num_tasks -= 1
        self._go_on()

    def next_turn(self) -> None:
        """Go on with the turn of the next player."""
        assert self._next_task() == Task.TURN
        if self._both:
            self._both.follow()
        self.session.step()
        if self._both:
            self._both.referee.next_turn()
        self._go_on()

    def choose(self, *names: str) -> None:
        """Take the choice with this name; then the next."""
        for name in names:
            offered = self.offered()
            assert name in offered, f"{name!r} is not one of {offered}"
            index = offered.index(name)
            if self._both:
                self._both.follow()
                self._both.referee.choose(self._speech.choices()[index])
            self.session.take(index)
            self._go_on()

    def finish(self) -> None:
        """Take a subject that is no jester and do nothing else until the turn is over."""
        while self.state.decision:
            if self.asked == Decision.COLLECT:
                plain = {f"to {at(i)}" for i in range(SPACES) if self._is_plain(i)}
                self.choose(next(name for name in self.offered() if name in plain))
            else:
                self.choose(self.offered()[0])

    def leave_referee(self) -> None:
        """Play on without the referee, as the test itself takes the steps of the engine."""
        self._both = None

    # Looking

    @property
    def asked(self) -> Decision:
        return Decision(self.state.decision)

    @property
    def due_seat(self) -> int:
        return int(self.state.due_seat)

    @property
    def is_over(self) -> bool:
        return self.session.is_over

    @property
    def next_seat(self) -> int | None:
        """Whose turn is next, when a turn is over; nobody's after the last."""
        assert not self.state.decision
        if self.is_over:
            return None
        return int(self.state.agenda[self.state.num_tasks - 1].seat)

    def offered(self) -> list[str]:
        """Return the names of the choices offered, in their order."""
        state = self.state
        assert state.decision, "nothing is due"
        choices = [int(choice) for choice in state.choices[: state.num_choices]]
        assert len(choices) == len(set(choices))
        return [self.names.of(state, choice) for choice in choices]

    def multi_takes(self) -> set[str]:
        """Return those of the moves offered that take several tiles."""
        assert self.asked == Decision.COLLECT
        return {name for name in self.offered() if "taking" in name}

    def castle(self, seat: int = 0) -> Counter[str]:
        return castle(self.state.seats[seat])

    def gold(self, seat: int = 0) -> int:
        return int(self.state.seats[seat].gold)

    def markers(self, seat: int = 0) -> int:
        return int(self.state.seats[seat].markers)

    def taxed(self, seat: int = 0) -> str:
        """Return the groups with a tax marker of this player."""
        marked = self.state.seats[seat].taxed
        return " ".join(column for i, column in enumerate(COLUMNS) if marked[i])

    def king(self, seat: int = 0) -> str:
        number = int(self.state.seats[seat].king)
        return "" if number == NOBODY else at(number)

    def tile(self, where: str) -> str:
        """Return what lies on a space of the valley."""
        return self.names.tile(int(self.state.valley[space(where)]))

    def coins(self, where: str) -> int:
        return int(self.state.coins[space(where)])

    def valley(self) -> list[str]:
        """Return the tiles of the valley, row after row."""
        return [self.names.tile(int(tile)) for tile in self.state.valley]

    def hill(self, side: str) -> str:
        """Return a hill column, the foot first."""
        row = SIDES.index(side)
        column = self.state.hill[row, : self.state.heights[row]]
        assert not self.state.hill[row, self.state.heights[row] :].any()
        return " ".join(self.names.tile(int(tile)) for tile in column)

    def pile(self) -> list[str]:
        """Return the tiles to draw, the next one first."""
        drawn = int(self.state.drawn)
        end = drawn + int(self.state.num_pile)
        assert not self.state.pile[:drawn].any()
        assert not self.state.pile[end:].any()
        pile = self.state.pile[drawn:end]
        return [self.names.tile(int(tile)) for tile in pile]

    def discarded(self) -> Counter[str]:
        """Return the specialists that are out of the game."""
        return +Counter(
            {code: int(self.state.discarded[i]) for i, code in enumerate(self.names.codes)}
        )

    @property
    def is_triggered(self) -> bool:
        """Whether the end is (K11.1)."""
        return bool(self.state.triggered)

    def result(self) -> Any:
        """Return the record of the game as it stands."""
        record = self.session.write_record(0)[0]
        referee = resumed(self._sheets, self._speech.position())
        left_out = _COUNTED if self.is_over else (*_COUNTED, "ending")
        Comparison(self.session, self._speech, referee).results(record, *left_out)
        return record

    def scores(self) -> list[int]:
        return [int(score) for score in self.result()["scores"][: self.num_seats]]

    def parts(self, seat: int = 0) -> dict[str, int]:
        """Return the parts of a score (K12) that are not 0."""
        parts = self.result()["parts"][seat]
        return {name: int(part) for name, part in zip(GAME.parts, parts, strict=True) if part}

    def wins(self) -> list[float]:
        return [int(win) / WIN for win in self.result()["wins"][: self.num_seats]]

    def _lay_valley(self, codes: list[str]) -> None:
        assert len(codes) == SPACES
        for number, code in enumerate(codes):
            self.put(at(number), code)
        empty = [number for number, code in enumerate(codes) if code == EMPTY]
        self.state.emptied[: len(empty)] = empty
        self.state.num_emptied = len(empty)

    def _numbers(self, codes: str) -> list[int]:
        return [self.names.kind(code) + 1 for code in codes.split()]

    def _is_plain(self, number: int) -> bool:
        return self.names.tile(int(self.state.valley[number])) in SLOTS[: SLOTS.index("J@Q")]

    def _next_task(self) -> Task | None:
        state = self.state
        return Task(int(state.agenda[state.num_tasks - 1].what)) if state.num_tasks else None

    def _go_on(self) -> None:
        """Go on to the next decision, or only to the next turn."""
        while not (self.is_over or self.state.decision) and self._next_task() != Task.TURN:
            self.session.step()
        if self._both:
            self._both.choices()

    def _compare_with(self, referee: Referee) -> None:
        is_barred = self.session.states["seats"]["banned"].any()
        self._both = None if is_barred else Comparison(self.session, self._speech, referee)

    def _break_off(self) -> None:
        """Leave undone whatever is under way."""
        self.state.num_tasks = 0
        self.state.decision = Decision.NONE


@cache
def _sheets(options: Options, edits: tuple[tuple[str, object], ...]) -> Sheets:
    """The referee's own reading of the tables."""
    names = {sheet: options.file_of(sheet) for sheet in options.sheet_keys}
    others = {
        sheet: DATA / "variants" / f"{sheet}_{name}.csv"
        for sheet, name in names.items()
        if name != BASE
    }
    return read_sheets(DATA, dict(edits), **others)


@cache
def _laid(options: Options, seats: int, edits: tuple[tuple[str, object], ...]) -> Any:
    return GAME.build_table(options, seats, dict(edits), Path())
