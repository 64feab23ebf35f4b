"""What a game folder must offer: one `Game`; the rest of the toolkit knows nothing else of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from balance.engine.layout import Choose, Record, State, Stream, Table
from balance.engine.published_results import Reference


@dataclass(frozen=True)
class Piece:
    """Something that reports call by name: a card, an objective, a set-up."""

    id: str
    name: str
    kind: str = ""  # such as "Citizen"
    note: str = ""  # its price or effect, in a few words
    price: int = 0  # what it costs mostly, as printed
    paid_in: str = ""  # in which of `Game.goods`; empty for what has no price


@dataclass(frozen=True)
class GameTable:
    """A table laid for a game: its numbers, and the names that compiled code does not know.

    Attributes
    ----------
    array : array of game.table, shape (1,)
    num_seats : int
    cards, objectives : tuple of Piece
        In the order of the rows that records use; empty for a game without.
    starting_cards : tuple of Piece
        What no record counts, such as the cards that players start with; in the rows after the
        cards.
    digest : str
        Of all sheets and options: two tables with one digest play the same games.
    notes : tuple of str
        What lies on the table, a sentence each, for the head of a report.
    card_texts : tuple of str
        What each card does, in plain words, so that a designer sees that it was understood.
    rival : str
        Whom a single player plays against where no other player is: the game's own side.  Records
        then hold his score, parts and objective after those of the seats.
    unused_hidden : tuple of str
        Hidden fields of the state that stay empty at this table: covering them would only cost.
    """

    array: NDArray[Any]
    num_seats: int
    cards: tuple[Piece, ...] = ()
    objectives: tuple[Piece, ...] = ()
    starting_cards: tuple[Piece, ...] = ()
    digest: str = ""
    notes: tuple[str, ...] = ()
    card_texts: tuple[str, ...] = ()
    rival: str = ""
    unused_hidden: tuple[str, ...] = ()

    def new_notes(self, other: "GameTable") -> tuple[str, ...]:
        """Return the notes that another table does not have."""
        return tuple(note for note in self.notes if note not in other.notes)


@dataclass(frozen=True)
class Handicap:
    """What one entry of a line-up plays under while the others do not: a designed experiment.

    Attributes
    ----------
    card : str
        The id of the card that `is_banned`, `surcharge` and `is_gift` are about.
    is_banned : bool
        Whether the entry may not take it.
    surcharge : int
        How much more the entry pays for it, of what its price is in; less if below 0.
    is_gift : bool
        Whether the entry starts with it, from outside of the supply.
    goods : mapping of str to int
        What the entry starts with on top, of `Game.goods`.
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
class RandomSetup:
    """A set-up drawn by lot.

    Attributes
    ----------
    options : mapping
        That lay it, as in ``[table]`` of a scenario: nothing of it is drawn anew from deal to deal.
    pieces : tuple of str
        The ids of what was drawn, such as the cards of a Kingdom.
    """

    options: Mapping[str, Any]
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class Benchmark:
    """A table whose speed is measured beside that of the usual one.

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
class RoundStatus:
    """What is looked at round by round in games under way, besides what `Game.write_record` scores.

    A game that offers one lets `write_record` write the record of a game under way as if it
    ended there.
    The functions are compiled ones.

    Attributes
    ----------
    rounds : function (state, table) -> int
        How many rounds have begun.
    names : tuple of str
        What a seat has beside its points, as reports call it, with its unit: "income per round".
    measure : function (state, table, seat, row), or None
        Writes into `row`, float64, a number for each of `names`; None is for a game without any.
    """

    rounds: Callable[[State, Table], int]
    names: tuple[str, ...] = ()
    measure: Callable[[State, Table, int, NDArray[np.float64]], None] | None = None


@dataclass(frozen=True)
class Bot:
    """A policy: state to choice.

    Attributes
    ----------
    name : str
    choose : function (view, table, seat, weights, stream) -> int
        Returns an index into ``view.choices[:view.num_choices]``.
    weights : mapping of str to float
        The numbers of the bot's TOML file; `choose` gets them as an array in this order.
    summary : str
        How it plays, in a sentence.
    source : Path or None
        Where a bot from outside the package stands; one that is code is watched for writes.
    by_players : mapping of int to mapping
        Weights that are others for so many players.
    suffix_weight : str
        The weight that a number after the name sets: ``iterations`` of ``search:200``; empty for
        a bot without.
    rollouts : function or None
        Plays a deal and writes what each choice led to, so that weights can be fitted to it; see
        `balance.bots.rollouts.play_rollouts`.  Compiled.
    num_fitted : int
        How many weights, the first ones, are learnt so: what the value of a position is made of.
    count_iterations : function or None
        Like `choose`, but returns how many iterations the decision took: of a bot that searches,
        so that `balance bench` can say how fast it does.
    is_uncovered : bool
        Whether nothing is covered before it, which saves time where little is thought: only for
        bots of the package, of which a test shows that they look at nothing hidden.
    is_list : bool
        Whether the weights are a list that was read from a file, for one bot of the package that
        follows lists: no numbers that could be tuned.
    """

    name: str
    choose: Choose
    weights: Mapping[str, float] = field(default_factory=dict)
    summary: str = ""
    source: Path | None = None
    by_players: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    suffix_weight: str = ""
    rollouts: Callable[..., int] | None = None
    num_fitted: int = 0
    count_iterations: Choose | None = None
    is_uncovered: bool = False
    is_list: bool = False

    @property
    def is_external(self) -> bool:
        """Whether its code is from outside the package, and may write where no bot may."""
        return self.source is not None and not self.is_list

    def at(self, players: int) -> "Bot":
        """Return the bot with its weights for so many players."""
        return self.with_weights(self.by_players.get(players, {}))

    def with_weights(self, weights: Mapping[str, float]) -> "Bot":
        """Return the bot with some of its weights changed, for any number of players."""
        return replace(self, weights={**self.weights, **weights}, by_players={})

    def with_suffix(self, number: int) -> "Bot":
        """Return the bot with its dial set, ``name:number``."""
        changed = {self.suffix_weight: float(number)}
        return replace(
            self,
            name=f"{self.name}:{number}",
            weights={**self.weights, **changed},
            by_players={count: {**own, **changed} for count, own in self.by_players.items()},
        )


class Narrator(Protocol):
    """Tells a game in sentences that a player would say; each method returns lines.

    States are given as they were before and after; a line may be empty to set off a paragraph.
    """

    def opening(self, state: State) -> list[str]:
        """Tell the set-up."""

    def task(self, before: State, after: State) -> list[str]:
        """Tell what the task that was next on the agenda of `before` did."""

    def choice(self, before: State, after: State, index: int) -> list[str]:
        """Tell which choice was made and what it did."""

    def describe(self, state: State, index: int) -> str:
        """Say one of the offered choices in a few words."""

    def closing(self, state: State, record: Record) -> list[str]:
        """Tell the scores."""


@dataclass(frozen=True)
class Game:
    """A game.

    The functions are compiled ones.  ``begin(state, table)`` sets up a zeroed state whose streams
    are open and puts the first task on the agenda; ``step(state, table)`` does the next task;
    ``advance(state, table)`` steps until a decision is due or the game is over (no task left);
    ``take(state, table, index)`` carries out the choice with that index; ``keep(state, table,
    record)`` writes the record of a finished game.

    Attributes
    ----------
    name, title : str
        The folder's name, and the name on the box.
    home : Path
        The folder of its sources.
    seats : tuple of int
        The numbers of players it can be played with.
    state, table, record : numpy dtypes
    hidden, own : tuple of str
        Fields of the state that no bot may see, and those of a seat that only the seat may see.
    decisions, tasks : IntEnum
        Names of what is asked (0 is nothing) and of what stands on the agenda.
    endings, parts : tuple of str
        What may end a game, and what a score is made of.
    unscored : tuple of str
        Endings that decide a game without a count of points.
    card : str
        What a thing to take is called, such as "tile".
    deeds : tuple of str
        Kinds of `GameTable.cards` that are none, but what players do, such as "Multi-take": records
        count them alike.
    objective : str
        What a secret goal is called, such as "Duke"; empty for a game without.
    options : pydantic model
        What ``[table]`` of a scenario may say.
    build_table : function (options, num_seats, edits, folder) -> Laid
        `edits` changes cells of the sheets: ``{"citizens.knight.cost": 3}``; `folder` is what
        relative paths in the options start from.  Raises CardError or ScenarioError.
    narrator : function (laid, names of the seats) -> Narrator
    setups : function () -> tuple of Piece
        The set-ups that `list setups` shows.
    bots : mapping of str to Bot
    benchmarks : mapping of str to Benchmark
        Tables whose speed is measured beside that of the usual one, by what is said of them.
    starter_cards : Path or None
        A folder with example cards and a scenario, from which a designer's own begin.
    check : function (dealt, state, table) -> int, or None
        Looks at a game under way for what must always hold: 0 if it does, else which of `broken`.
        `dealt` is the state as `begin` left it.  Compiled.
    broken : IntEnum or None
        Names of what `check` may find (0 is nothing).
    sample_options : function (random.Random, num_seats) -> options, or None
        Options by lot, any that fit so many players, to try the rules far and wide.
    determinise : function (state, table, seat, stream), or None
        Draws anew in place, from `stream`, all that `seat` cannot tell, and opens the streams of
        all that chance will still do; `state` is a copy of the seat's view, and afterwards a state
        in which everybody may play on.  Compiled.
    test_tables : tuple of mapping
        The options of the tables at which bots are compared: those that matter, one after the
        other; default options where none are named.
    goods : tuple of str
        What players start with and pay with, by the name that reports use; the first is the one
        in which seats are compensated.
    extra_goods : mapping of str to str
        The option that gives each seat more of a good to start with, a list from the first seat.
    designs : tuple of str
        The designed experiments that the game allows of its cards: "ban", "gift", "price",
        "supply".
    handicap : function (laid, entry, Handicap) -> Laid, or None
        Lays the table anew so that one entry of the line-up plays under a handicap.  Raises
        CardError where the card cannot bear it.
    blank : function (laid, id of a card) -> mapping, or None
        The cells of sheets that make the card one that does nothing, at the same price; empty
        where there are none.
    numbers : function (laid) -> mapping of str to int, or None
        The numbers that a designer may change, by cell (``citizens.knight.cost``), as printed, of
        what can be met at the table.
    random_objective_options : mapping
        The options with which objectives are drawn by lot instead of chosen; empty without.
    round_status : Standing or None
        What is looked at round by round, for the shape of games.
    references : function () -> tuple of Reference, or None
        The figures that are known of the game from elsewhere, for `balance verify`.
    read_list_bot : function (Path) -> Bot, or None
        Reads a bot that is data, such as a list of what to buy: for files that are no Python.
        Raises BotError.
    sample_setup : function (random.Random, num_seats) -> Drawn, or None
        One of the set-ups that players draw by lot, for `balance setups`.
    """

    name: str
    title: str
    home: Path
    seats: tuple[int, ...]
    state: np.dtype[Any]
    table: np.dtype[Any]
    record: np.dtype[Any]
    hidden: tuple[str, ...]
    own: tuple[str, ...]
    decisions: type[IntEnum]
    tasks: type[IntEnum]
    begin: Callable[[State, Table], None]
    step: Callable[[State, Table], None]
    advance: Callable[[State, Table], None]
    take: Callable[[State, Table, int], None]
    write_record: Callable[[State, Table, Record], None]
    options: type[BaseModel]
    build_table: Callable[[Any, int, Mapping[str, object], Path], GameTable]
    narrator: Callable[[GameTable, tuple[str, ...]], Narrator]
    setups: Callable[[], tuple[Piece, ...]]
    bots: Mapping[str, Bot]
    endings: tuple[str, ...]
    parts: tuple[str, ...] = ("points",)
    unscored: tuple[str, ...] = ()
    benchmarks: Mapping[str, Benchmark] = field(default_factory=dict)
    starter_cards: Path | None = None
    card: str = "card"
    deeds: tuple[str, ...] = ()
    objective: str = ""
    check: Callable[[State, State, Table], int] | None = None
    broken: type[IntEnum] | None = None
    sample_options: Callable[[Random, int], BaseModel] | None = None
    determinise: Callable[[State, Table, int, Stream], None] | None = None
    test_tables: tuple[Mapping[str, Any], ...] = ({},)
    goods: tuple[str, ...] = ()
    extra_goods: Mapping[str, str] = field(default_factory=dict)
    designs: tuple[str, ...] = ()
    handicap: Callable[[GameTable, int, Handicap], GameTable] | None = None
    blank: Callable[[GameTable, str], Mapping[str, object]] | None = None
    numbers: Callable[[GameTable], Mapping[str, int]] | None = None
    random_objective_options: Mapping[str, Any] = field(default_factory=dict)
    round_status: RoundStatus | None = None
    references: Callable[[], tuple[Reference, ...]] | None = None
    read_list_bot: Callable[[Path], Bot] | None = None
    sample_setup: Callable[[Random, int], RandomSetup] | None = None
