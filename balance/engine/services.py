"""The services that a game may offer beyond its rules; some commands and reports need one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from balance.compiling.jit import compiled
from balance.engine.layout import NOBODY, WIN, Choose, Record, State, Table, Weights, wide

if TYPE_CHECKING:
    from balance.engine.game import Bot, GameTable, Piece


class Narrator:
    """Narrates one game, for `balance play`; a game overrides methods to say more.

    Each method returns lines, with an empty line between paragraphs.  It compares the states before
    and after, so that rules need no logging.  `names` are the players' names, by seat.

    For a person who plays, the states are views of that person's seat, and what other seats choose
    at decisions in `secret` is not narrated.
    """

    secret: frozenset[int] = frozenset()  # decisions whose answer only the seat itself may know

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
        """Narrate the choice that was made, and its result."""
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

        `columns` has a value for each line under each heading; a column *win* is added.  `gap` is
        the least number of spaces between columns.
        """
        names = (*self.names, self.game_table.rival)[: self.game_table.num_sides]
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
    """The invariants of the rules, which `balance soak` checks in random games.

    ``check(dealt, state, table)`` returns 0, or the number in `broken` of an invariant that does
    not hold; `dealt` is the state after `begin`.  It is compiled.
    """

    check: Callable[[State, State, Table], int]
    broken: type[IntEnum]
    # Draws options for a number of players, so that random tables are played too.
    sample_options: Callable[[Random, int], BaseModel] | None = None


@dataclass(frozen=True)
class Handicap:
    """The conditions under which one entry of a line-up plays in a designed experiment."""

    card: str = ""  # the id of the card that `is_banned`, `surcharge` and `is_gift` are about
    # The entry may not take the card: rules look it up in the field `banned` of the seat.
    is_banned: bool = False
    surcharge: int = 0  # added to the price of the card, in its good; may be negative
    is_gift: bool = False  # the entry starts with a copy from outside of the supply
    goods: Mapping[str, int] = field(default_factory=dict)  # added to what the entry starts with
    random_objective: bool = False  # the objective is drawn from those dealt, instead of chosen


@dataclass(frozen=True)
class Experiments:
    """What designed experiments may change, to measure the value of a card or a number.

    ``handicap(game_table, entry, Handicap)`` returns the table on which an entry of the line-up
    plays under a handicap; it raises CardError where a card cannot have it.

    ``blank(game_table, card)``, for "supply", returns the cells of sheets that leave a card without
    an effect, at the same price; it is empty if no cells can do that.

    ``price_cell(game_table, card)``, for `balance price`, returns the cell that has the printed
    price of a card (``citizens.knight.cost``); it is empty if there is none.

    ``editable_numbers(game_table)``, for `balance sensitivity` and `tune`, returns the
    printed numbers of the cards at the table by cell (``citizens.knight.cost``).
    """

    designs: tuple[str, ...] = ()  # allowed for its cards, of "ban", "gift", "surcharge", "supply"
    handicap: Callable[[GameTable, int, Handicap], GameTable] | None = None
    blank: Callable[[GameTable, str], Mapping[str, object]] | None = None
    # For "compensation": by good, the option that adds to what each seat starts with (a list).
    extra_goods: Mapping[str, str] = field(default_factory=dict)
    # For "objectives": the options with which objectives are drawn instead of chosen.
    random_objective_options: Mapping[str, Any] = field(default_factory=dict)
    editable_numbers: Callable[[GameTable], Mapping[str, int]] | None = None
    price_cell: Callable[[GameTable, str], str] | None = None


@dataclass(frozen=True)
class RandomSetup:
    """A set-up that was drawn at random."""

    options: Mapping[str, Any]  # as in ``[table]`` of a scenario; the same for every deal
    pieces: tuple[str, ...]  # the ids of what was drawn, such as the cards of a Kingdom
    # Of each piece, what it was drawn as, such as the Citizen for 5; empty where all are alike.
    drawn_as: tuple[str, ...] = ()


@dataclass(frozen=True)
class Benchmark:
    """A table whose speed `balance bench` measures besides that of the usual table."""

    players: int
    options: Mapping[str, Any]  # of the table
    bots: tuple[str, ...] = ()  # one for each seat; empty for the usual bot in all of them


@dataclass(frozen=True)
class Setups:
    """The tables that a game offers: by name, at random, for comparing bots, for benchmarks."""

    named: Callable[[], tuple[Piece, ...]] = tuple  # for `balance list setups`
    # Draws a set-up for a number of players as players do; for `balance setups`.
    sample: Callable[[Random, int], RandomSetup] | None = None
    # By name, the options of the set-ups that are recommended for a number of players.
    recommended: Callable[[int], Mapping[str, Mapping[str, Any]]] = lambda players: {}
    test_tables: tuple[Mapping[str, Any], ...] = ({},)  # options of tables for comparing bots
    # Options of tables on which policies are taught; empty for those for comparing bots.
    training_tables: tuple[Mapping[str, Any], ...] = ()
    benchmarks: Mapping[str, Benchmark] = field(default_factory=dict)  # by what is special


@compiled
def rounds_begun(state: State, table: Table) -> int:
    """Return how many rounds have begun: the field `rounds` of the state."""
    return wide(state.rounds)


@compiled
def measure_nothing(state: State, table: Table, seat: int, row: NDArray[np.float64]) -> None:
    """Measure nothing."""


@compiled
def write_no_acts(state: State, table: Table, acts: NDArray[np.int64]) -> None:
    """Write that no choice is an act, as a game that names none."""
    acts[: state.num_choices] = NOBODY


@dataclass(frozen=True)
class Acts:
    """What players do that is counted, such as to hire or to build.

    ``names(game_table)`` returns the names, at most `MOST_ACTS`.  ``write(state, table, acts)``
    writes the number of its act for each offered choice into `acts` (int64), or `NOBODY` if it is
    none; it is compiled.
    """

    names: Callable[[GameTable], tuple[str, ...]] = lambda game_table: ()
    write: Callable[[State, Table, NDArray[np.int64]], None] = write_no_acts


MOST_ACTS = 62


@dataclass(frozen=True)
class RoundStatus:
    """How players stand after each round, so that reports show how games develop.

    It needs a `Game.write_record` that can write the record of a game in progress as if it ended
    then.  ``measure(state, table, seat, row)`` writes a number for each of `names` into `row`
    (float64); ``rounds(state, table)`` returns how many rounds have begun.  Both are compiled.

    For records by event and by round, `holdings` says where the state has what a seat holds: by
    name a number of ``state.seats``, such as ``goods[0]``, or a sum, such as ``up + down``, where
    an array counts with all its numbers; `taken` is the array there that counts the copies of each
    card that the seat has taken so far.

    ``write_cards(state, table, cards)`` writes for each offered choice the row of the card that it
    takes into `cards` (int64), or `NOBODY`: so reports tell a card that nobody can pay for from one
    that all leave.  It is compiled.
    """

    names: tuple[str, ...] = ()  # what is measured besides the score: "income per round"
    measure: Callable[[State, Table, int, NDArray[np.float64]], None] = measure_nothing
    rounds: Callable[[State, Table], int] = rounds_begun
    holdings: Mapping[str, str] = field(default_factory=dict)
    taken: str = "taken"
    acts: Acts = field(default_factory=Acts)
    write_cards: Callable[[State, Table, NDArray[np.int64]], None] = write_no_acts


@dataclass(frozen=True)
class Rollouts:
    """How the choices of a bot are rolled out, so that `balance tune-bot` can fit its weights.

    The bot values positions by a sum of features times its first `num_weights` weights.  Each
    choice is followed to the end of the seat's part of the turn, where
    ``write_features(state, table, seat, weights, row)`` writes the factors of these weights into
    `row` (float64); then a fast bot plays the game to its end for all seats.
    ``go_on(state, table, seat)`` does tasks until a decision is due or the seat's turn, or its part
    in the turn of another seat, is over; ``is_over(state, table, seat)`` returns whether it is, or
    whether the bot values this position within its turn.  The functions are compiled.
    """

    num_weights: int
    go_on: Callable[[State, Table, int], None]
    is_over: Callable[[State, Table, int], bool]
    write_features: Callable[[State, Table, int, Weights, NDArray[np.float64]], None]
    fast_bot: Choose
    first_fast_weight: int  # where the weights of the fast bot begin among those of the bot


@dataclass(frozen=True)
class ListChanges:
    """How bots that follow lists are varied, for `balance exploit`.

    ``choose`` is the function with which all of them choose.
    ``fits(bot, game_table)`` returns whether the table has the cards that a bot's list is built on.
    ``can_change(weights)`` returns whether a list can be changed and written.
    ``change(weights, game_table, draws)`` returns the weights of a list with one random change.
    ``text(weights)`` returns a list as the text of a file, which is read as the same list.
    """

    choose: Choose
    fits: Callable[[Bot, GameTable], bool]
    can_change: Callable[[Mapping[str, float]], bool]
    change: Callable[[Mapping[str, float], GameTable, Random], Mapping[str, float]]
    text: Callable[[Mapping[str, float]], str]


class PolicyShape(NamedTuple):
    """The sizes of a policy's network; see `balance.bots.policy`."""

    position: int  # features of a position
    choice: int  # features of a choice
    kinds: int  # kinds of choices, which have weights of their own
    hidden: int  # hidden units of the policy
    critic: int  # hidden units of the critic, which only training uses


def names_of(members: type[IntEnum]) -> tuple[str, ...]:
    """Return the names of features or kinds of choices, in their order, in lower case."""
    return tuple(name.lower() for name in members.__members__)


@dataclass(frozen=True)
class PolicyInputs:
    """What a policy sees of a decision, so that `balance train` can teach it.

    ``write_position(state, table, seat, weights, position)`` writes the features of the position
    into `position` (float64).  ``write_choices(state, table, seat, weights, position, rows,
    kinds)`` writes the features of each choice that is offered into its row of `rows` (float64)
    and its kind into `kinds` (int64); it returns whether the policy makes this decision.  Else
    `fallback` makes it.  They read nothing that the seat may not see.  `weights` are the bot's own
    ones, which come before those of the network.  All three are compiled.
    """

    position: tuple[str, ...]  # names of the features
    choice: tuple[str, ...]
    kinds: tuple[str, ...]
    write_position: Callable[..., None]
    write_choices: Callable[..., bool]
    fallback: Choose
    # Of each kind, the weight of the features with which training begins: kind -> feature -> weight
    start: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    hidden: int = 8  # hidden units of the policy
    critic: int = 8  # hidden units of the critic
    # Of the games that are learnt from, the share in which the fallback plays the other seats.
    against_fallback: float = 0.25

    @property
    def shape(self) -> PolicyShape:
        """The sizes of its network."""
        return PolicyShape(
            len(self.position), len(self.choice), len(self.kinds), self.hidden, self.critic
        )


# (seed, first, deals) -> values, int64, shape (deals, figures), and whether a deal counts, bool,
# shape (deals,).  The values must not depend on how deals are split into calls.  Several threads
# may call it at once.
Sampler: TypeAlias = Callable[[int, int, int], tuple[NDArray[np.int64], NDArray[np.bool_]]]


@dataclass(frozen=True)
class Figure:
    """A published number, and the tolerance for games."""

    # In the words of `balance.analysis.published_results`, such as ``points smithy_bm``, or of the
    # game's own `Sampler`.
    measure: str
    expected: float
    within: float  # the tolerance, in the unit of `expected`
    unit: str = ""  # ``%`` or nothing; shares without it are fractions
    trust: str = ""  # how reliable the number is: exact, high or medium


@dataclass(frozen=True)
class Reference:
    """Games with published results: `balance verify` plays them and compares."""

    name: str  # what is played, such as ``smithy_bm v big_money_ultimate``
    group: str  # the heading under which it is listed
    figures: tuple[Figure, ...]
    games: int  # enough to make the intervals much shorter than the tolerances
    bots: tuple[str, ...] = ()  # by seat in the first game of a deal; empty if `sample` is given
    table: Mapping[str, Any] = field(default_factory=dict)  # the options of the table
    source: str = ""  # where the figures were published
    sample: Sampler | None = None  # measures figures that records do not have
