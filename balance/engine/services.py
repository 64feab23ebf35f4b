"""What a game may offer beyond being playable: each service that it offers makes more possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from balance.engine.jit import compiled
from balance.engine.layout import WIN, Choose, Record, State, Table, Weights, wide

if TYPE_CHECKING:
    from balance.engine.game import GameTable, Piece


class Narrator:
    """Narrates one game in sentences, for `balance play`; a game overrides what it can say better.

    Each method returns lines; an empty line sets off a paragraph.  States are given as they were
    before and after.  No rule of a game has a line of logging in it.

    Parameters
    ----------
    game_table : GameTable
    names : tuple of str
        The players' names, by seat.
    """

    def __init__(self, game_table: GameTable, names: tuple[str, ...]) -> None:
        self.game_table = game_table
        self.table: Any = game_table.array[0]
        self.names = names

    def opening(self, state: State) -> list[str]:
        """Narrate the set-up."""
        return [*self.game_table.notes, ""] if self.game_table.notes else []

    def task(self, before: State, after: State) -> list[str]:
        """Narrate the task that was next on the agenda of `before`."""
        return []

    def choice(self, before: State, after: State, index: int) -> list[str]:
        """Narrate the choice that was made, and what came of it."""
        return [f"{self.names[before.due_seat]}: {self.describe(before, index)}."]

    def describe(self, state: State, index: int) -> str:
        """Return one of the offered choices in a few words."""
        return f"choice {state.choices[index]}"

    def closing(self, state: State, record: Record) -> list[str]:
        """Narrate the end."""
        lines = [""]
        for name, won in zip(self.names, record.wins, strict=False):
            if won:
                lines.append(f"{name} wins." if won == WIN else f"{name} shares the win.")
        return lines

    def score_sheet(self, record: Record, columns: Mapping[str, Any], gap: int = 4) -> list[str]:
        """Return a table with a line for each player, and for the rival if there is one.

        Parameters
        ----------
        record : record of the game
        columns : mapping of str to sequence
            Headings, and below each a value for each line; a column *win* is added.
        gap : int
            Spaces between columns, at least.
        """
        rival = self.game_table.rival
        names = (*self.names, rival) if rival else self.names
        wins = [f"{won / WIN:.2g}" if won else "-" for won in record.wins]
        table = {**columns, "win": wins}
        width = max(map(len, names))
        lines = [" " * width + "".join(f"{heading:>{len(heading) + gap}}" for heading in table)]
        for seat, name in enumerate(names):
            cells = (f"{values[seat]:>{len(heading) + gap}}" for heading, values in table.items())
            lines.append(f"{name:{width}}{''.join(cells)}")
        return lines


@dataclass(frozen=True)
class Invariants:
    """What must hold in every game: `balance soak` then plays random games and checks it.

    Attributes
    ----------
    check : function (dealt, state, table) -> int
        Checks a game under way; returns 0, or a number of `broken`.  `dealt` is the state as
        `begin` left it.  Compiled.
    broken : IntEnum
        The names of what `check` may find broken; 0 is nothing.
    sample_options : function (random.Random, num_seats) -> options, or None
        Draws options for so many players, so that random tables are played too.
    """

    check: Callable[[State, State, Table], int]
    broken: type[IntEnum]
    sample_options: Callable[[Random, int], BaseModel] | None = None


@dataclass(frozen=True)
class Handicap:
    """The conditions under which one entry of a line-up plays in a designed experiment.

    Attributes
    ----------
    card : str
        The id of the card that `is_banned`, `surcharge` and `is_gift` are about.
    is_banned : bool
        Whether the entry may not take it.
    surcharge : int
        How much more the entry pays for it, in the good of its price; less if negative.
    is_gift : bool
        Whether the entry starts with it, from outside of the supply.
    goods : mapping of str to int
        What the entry starts with in addition, of `Experiments.goods`.
    random_objective : bool
        Whether the entry's objective is drawn from those dealt to it, instead of chosen.
    """

    card: str = ""
    is_banned: bool = False
    surcharge: int = 0
    is_gift: bool = False
    goods: Mapping[str, int] = field(default_factory=dict)
    random_objective: bool = False


@dataclass(frozen=True)
class Experiments:
    """What designed experiments may change: they show what a card or a number of a game is worth.

    Attributes
    ----------
    designs : tuple of str
        The designs that the game allows of its cards: "ban", "gift", "price", "supply".
    handicap : function (game_table, entry, Handicap) -> GameTable, or None
        Returns the table on which an entry of the line-up plays under a handicap.  Raises
        CardError where a card cannot bear it.
    blank : function (game_table, id of a card) -> mapping, or None
        Returns the cells of sheets that leave the card nothing to do, at the same price; for
        "supply".  Empty where there are none.
    goods : tuple of str
        What players start with and pay with, as reports call it; seats are compensated in the
        first.
    extra_goods : mapping of str to str
        By good, the option that gives each seat more of it at the start, a list from the first
        seat; for "compensation".
    random_objective_options : mapping
        The options with which objectives are drawn instead of chosen; for "objectives".
    editable_numbers : function (game_table) -> mapping of str to int, or None
        Returns the numbers that a designer may change, by cell (``citizens.knight.cost``), as
        printed, of the cards that can come up at the table; for `balance sensitivity` and
        `tune-cards`.
    """

    designs: tuple[str, ...] = ()
    handicap: Callable[[GameTable, int, Handicap], GameTable] | None = None
    blank: Callable[[GameTable, str], Mapping[str, object]] | None = None
    goods: tuple[str, ...] = ()
    extra_goods: Mapping[str, str] = field(default_factory=dict)
    random_objective_options: Mapping[str, Any] = field(default_factory=dict)
    editable_numbers: Callable[[GameTable], Mapping[str, int]] | None = None


@dataclass(frozen=True)
class RandomSetup:
    """A set-up that was drawn at random.

    Attributes
    ----------
    options : mapping
        The options that set it up, as in ``[table]`` of a scenario; the same for every deal.
    pieces : tuple of str
        The ids of what was drawn, such as the cards of a Kingdom.
    """

    options: Mapping[str, Any]
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class Benchmark:
    """A table whose speed `balance bench` measures, besides that of the usual table.

    Attributes
    ----------
    players : int
    options : mapping
        Of the table.
    bots : tuple of str
        One for each seat; empty for the usual bot in all of them.
    """

    players: int
    options: Mapping[str, Any]
    bots: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setups:
    """Tables that a game has ready: to be named, drawn, compared on, or measured.

    Attributes
    ----------
    named : function () -> tuple of Piece
        Returns the set-ups that `balance list setups` shows.
    sample : function (random.Random, num_seats) -> RandomSetup, or None
        Draws a set-up as players do; for `balance setups`.
    test_tables : tuple of mapping
        The options of the tables on which bots are compared.
    benchmarks : mapping of str to Benchmark
        Tables whose speed is measured, by what is special about them.
    """

    named: Callable[[], tuple[Piece, ...]] = tuple
    sample: Callable[[Random, int], RandomSetup] | None = None
    test_tables: tuple[Mapping[str, Any], ...] = ({},)
    benchmarks: Mapping[str, Benchmark] = field(default_factory=dict)


@compiled
def rounds_begun(state: State, table: Table) -> int:
    """Return the field `rounds` of the state."""
    return wide(state.rounds)


@compiled
def measure_nothing(state: State, table: Table, seat: int, row: NDArray[np.float64]) -> None:
    """Measure nothing."""


@dataclass(frozen=True)
class RoundStatus:
    """How players stand after each round: reports then show how games develop.

    A game that offers it lets `Game.write_record` write the record of a game under way as if it
    ended there.  The functions are compiled.

    Attributes
    ----------
    names : tuple of str
        What is measured of a seat besides its score, with its unit: "income per round".
    measure : function (state, table, seat, row)
        Writes a number for each of `names` into `row`, float64.
    rounds : function (state, table) -> int
        Returns how many rounds have begun.
    """

    names: tuple[str, ...] = ()
    measure: Callable[[State, Table, int, NDArray[np.float64]], None] = measure_nothing
    rounds: Callable[[State, Table], int] = rounds_begun


@dataclass(frozen=True)
class Rollouts:
    """How the choices of a bot are rolled out, so that `balance tune-bot` can fit its weights.

    The bot values positions by a sum of features times weights, its first ones.  Each choice is
    followed to the end of the seat's part of the turn, where the features are written down; then
    a fast bot plays the game to its end for everybody.  The functions are compiled.

    Attributes
    ----------
    num_weights : int
        How many weights are fitted.
    is_over : function (state, table, seat) -> bool
        Returns whether the seat's turn, or its part in the turn of another seat, is over.
    write_features : function (state, table, seat, weights, row)
        Writes the factor of each of these weights in the position's value into `row`, float64.
    fast_bot : function (view, table, seat, weights, stream) -> int
    first_fast_weight : int
        Where the weights of the fast bot begin among those of the bot.
    """

    num_weights: int
    is_over: Callable[[State, Table, int], bool]
    write_features: Callable[[State, Table, int, Weights, NDArray[np.float64]], None]
    fast_bot: Choose
    first_fast_weight: int


# (seed, first, deals) -> values, int64, shape (deals, figures), and whether a deal counts, bool,
# shape (deals,).  The same for any cut into calls; several threads may call it at once.
Sampler: TypeAlias = Callable[[int, int, int], tuple[NDArray[np.int64], NDArray[np.bool_]]]


@dataclass(frozen=True)
class Figure:
    """A published number, and how far games may be off it.

    Attributes
    ----------
    measure : str
        What is measured, in the words of `balance.analysis.published_results`, such as
        ``points smithy_bm``; words of the game's own where it has a `Sampler`.
    expected : float
    within : float
        The tolerance, in the unit of `expected`.
    unit : str
        ``%`` or nothing; shares without it are fractions.
    trust : str
        How reliable the number is: exact, high or medium.
    """

    measure: str
    expected: float
    within: float
    unit: str = ""
    trust: str = ""


@dataclass(frozen=True)
class Reference:
    """Games with published results: `balance verify` plays them and compares.

    Attributes
    ----------
    name : str
        What is played, such as ``smithy_bm v big_money_ultimate``.
    group : str
        The heading under which it is listed.
    figures : tuple of Figure
    games : int
        A number of games that makes the intervals much narrower than the tolerances.
    bots : tuple of str
        One for each seat of the first game of a deal; empty where there is a `sample`.
    table : mapping
        The options of the table.
    source : str
        Where the figures come from.
    sample : Sampler or None
        Measures the figures itself, where they cannot be taken from records.
    """

    name: str
    group: str
    figures: tuple[Figure, ...]
    games: int
    bots: tuple[str, ...] = ()
    table: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    sample: Sampler | None = None
