"""A game: what its folder must offer to be played, recorded and reported."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from balance.engine.layout import Choose, Record, State, Stream, Table, digest_of
from balance.engine.services import (
    Experiments,
    Invariants,
    Narrator,
    Reference,
    Rollouts,
    RoundStatus,
    Setups,
)
from balance.errors import CardError


@dataclass(frozen=True)
class Piece:
    """A card, an objective or a set-up, as reports name it."""

    id: str
    name: str
    kind: str = ""  # such as "Citizen"
    note: str = ""  # its price or effect, in a few words
    price: int = 0  # as printed, in its main good
    paid_in: str = ""  # that good, one of `Experiments.goods`; empty for what has no price


@dataclass(frozen=True)
class GameTable:
    """A table on which a game is played: its numbers, and the names that rules do not use.

    Attributes
    ----------
    array : array of game.table, shape (1,)
    num_seats : int
    cards, objectives : tuple of Piece
        In the order of the rows that records use; empty for a game without.
    starting_cards : tuple of Piece
        Cards that no record counts, such as those that all players start with; in the rows after
        `cards`.
    notes : tuple of str
        Sentences about the set-up, for the head of a report.
    card_texts : tuple of str
        What each card does, in plain words, so that a designer sees that it was understood.
    rival : str
        The name of the opponent whom the game itself plays against a single player.  Records then
        hold its score, parts and objective after those of the seats.
    unused_hidden : tuple of str
        Hidden fields of the state that stay empty at this table and need not be covered.
    """

    array: NDArray[Any]
    num_seats: int
    cards: tuple[Piece, ...] = ()
    objectives: tuple[Piece, ...] = ()
    starting_cards: tuple[Piece, ...] = ()
    notes: tuple[str, ...] = ()
    card_texts: tuple[str, ...] = ()
    rival: str = ""
    unused_hidden: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """A digest of the numbers: two tables of a game with the same one play the same games."""
        return digest_of(self.array)

    def new_notes(self, other: "GameTable") -> tuple[str, ...]:
        """Return the notes that another table does not have."""
        return tuple(note for note in self.notes if note not in other.notes)

    def row_of(self, card: str, what: str = "card") -> int:
        """Return the row of a card by its id.

        Raises
        ------
        CardError
            If there is none at this table.
        """
        for row, piece in enumerate(self.cards):
            if piece.id == card:
                return row
        raise CardError(f"there is no {what} {card!r} at this table")


@dataclass(frozen=True)
class Bot:
    """A policy: it chooses among the choices that its seat is offered.

    Attributes
    ----------
    name : str
    choose : function (view, table, seat, weights, stream) -> int
        Returns an index into ``view.choices[:view.num_choices]``.
    weights : mapping of str to float
        Numbers that `choose` gets as an array, in this order.
    summary : str
        How it plays, in a sentence.
    source : Path or None
        The file of a bot from outside the package.
    by_players : mapping of int to mapping
        Weights that differ for a number of players.
    suffix_weight : str
        The weight that a number after the name sets: ``iterations`` of ``search:200``; empty for
        none.
    rollouts : Rollouts or None
        How its weights can be fitted to rollouts.
    count_iterations : function or None
        For a bot that searches: like `choose`, but returns how many iterations the decision took,
        so that `balance bench` can measure them.
    ignores_hidden : bool
        Whether it never reads hidden fields, so that they need not be covered, which saves time;
        only for bots of the package, of which a test shows it.
    is_list : bool
        Whether it follows a list that was read from a file: its weights are then no numbers that
        could be tuned.
    """

    name: str
    choose: Choose
    weights: Mapping[str, float] = field(default_factory=dict)
    summary: str = ""
    source: Path | None = None
    by_players: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    suffix_weight: str = ""
    rollouts: Rollouts | None = None
    count_iterations: Choose | None = None
    ignores_hidden: bool = False
    is_list: bool = False

    @property
    def is_external(self) -> bool:
        """Whether its code is from outside the package, so that it may write where it must not."""
        return self.source is not None and not self.is_list

    def at(self, players: int) -> "Bot":
        """Return the bot with its weights for so many players."""
        return self.with_weights(self.by_players.get(players, {}))

    def with_weights(self, weights: Mapping[str, float]) -> "Bot":
        """Return the bot with some weights changed, for any number of players."""
        return replace(self, weights={**self.weights, **weights}, by_players={})

    def with_suffix(self, number: int) -> "Bot":
        """Return the bot ``name:number``, whose suffix weight is that number."""
        changed = {self.suffix_weight: float(number)}
        return replace(
            self,
            name=f"{self.name}:{number}",
            weights={**self.weights, **changed},
            by_players={count: {**own, **changed} for count, own in self.by_players.items()},
        )


@dataclass(frozen=True, eq=False)
class Game:
    """A game.

    Its rules are four compiled functions.  ``begin(state, table)`` sets up a zeroed state whose
    streams are open, and puts the first task on the agenda.  ``step(state, table)`` does the next
    task.  ``take(state, table, index)`` carries out a choice that was offered.
    ``write_record(state, table, record)`` writes the record of a finished game.  A game is over
    when no decision is due and no task is left.

    Attributes
    ----------
    name, title : str
        The name of its folder, and the name on the box.
    home : Path
        The folder of its sources.
    seats : tuple of int
        The numbers of players.
    state, table, record : numpy dtypes
    decisions, tasks : IntEnum
        The names of decisions (0 is none) and of tasks.
    begin, step, take, write_record : the rules
    options : pydantic model
        What ``[table]`` of a scenario may say.
    build_table : function (options, num_seats, edits, folder) -> GameTable
        `edits` changes cells of sheets: ``{"citizens.knight.cost": 3}``; relative paths in the
        options start from `folder`.  Raises CardError or ScenarioError.
    bots : mapping of str to Bot
        The usual one first.
    endings, parts : tuple of str
        What may end a game, and the parts of a score.
    hidden, own : tuple of str
        Fields of the state that no bot may see, and fields of a seat that only the seat may see.
    unscored : tuple of str
        Endings that decide a game whatever the scores are.
    card : str
        The word for what players take, such as "tile".
    deeds : tuple of str
        Kinds of `GameTable.cards` that are no cards but deeds of players which records count like
        cards, such as "Multi-take".
    objective : str
        The word for a secret goal, such as "Duke"; empty for a game without.
    starter_cards : Path or None
        A folder with example cards and a scenario, which `balance new cards` copies.
    determinise : function (state, table, seat, stream), or None
        Draws from `stream`, in place, all that `seat` cannot see, and opens the streams of all
        that chance will still do; `state` is a copy of the seat's view, and afterwards a state
        that may be played on.  For bots that search.  Compiled.
    read_list_bot : function (Path) -> Bot, or None
        Reads a bot from a file of data, such as a list of what to buy.  Raises BotError.
    published_results : function () -> tuple of Reference, or None
        Returns what is known of the game from elsewhere, for `balance verify`.
    sections : tuple of str
        Report sections of the game's own, as ``file.py:name`` from `home`; see
        `balance.scenario.section_files`.
    narrator, setups, experiments, invariants, round_status
        See `balance.engine.services`.
    """

    name: str
    title: str
    home: Path
    seats: tuple[int, ...]
    state: np.dtype[Any]
    table: np.dtype[Any]
    record: np.dtype[Any]
    decisions: type[IntEnum]
    tasks: type[IntEnum]
    begin: Callable[[State, Table], None]
    step: Callable[[State, Table], None]
    take: Callable[[State, Table, int], None]
    write_record: Callable[[State, Table, Record], None]
    options: type[BaseModel]
    build_table: Callable[[Any, int, Mapping[str, object], Path], GameTable]
    bots: Mapping[str, Bot]
    endings: tuple[str, ...]
    parts: tuple[str, ...] = ("points",)
    hidden: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    unscored: tuple[str, ...] = ()
    card: str = "card"
    deeds: tuple[str, ...] = ()
    objective: str = ""
    starter_cards: Path | None = None
    determinise: Callable[[State, Table, int, Stream], None] | None = None
    read_list_bot: Callable[[Path], Bot] | None = None
    published_results: Callable[[], tuple[Reference, ...]] | None = None
    sections: tuple[str, ...] = ()
    narrator: type[Narrator] = Narrator
    setups: Setups = field(default_factory=Setups)
    experiments: Experiments = field(default_factory=Experiments)
    invariants: Invariants | None = None
    round_status: RoundStatus | None = None
