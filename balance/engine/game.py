"""A game: what its folder must define so that it can be played, recorded and reported."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from balance.compiling.sources import rules_digest
from balance.engine.layout import Choose, Record, State, Stream, Table, digest_of
from balance.engine.services import (
    Experiments,
    Invariants,
    ListChanges,
    Narrator,
    PolicyInputs,
    Reference,
    Rollouts,
    RoundStatus,
    Setups,
)
from balance.errors import CardError

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Piece:
    """The name of a card, an objective or a set-up in reports."""

    id: str
    name: str
    kind: str = ""  # such as "Citizen"
    note: str = ""  # its price or effect, in a few words
    price: int = 0  # as printed, in its main good
    paid_in: str = ""  # that good, such as gold; empty for what has no price
    above: tuple[str, ...] = ()  # ids of the cards that lie on it, so have to be taken first


@dataclass(frozen=True)
class GameTable:
    """A table on which a game is played: its numbers, and the names that rules do not use."""

    array: NDArray[Any]  # of game.table, shape (1,)
    num_seats: int
    cards: tuple[Piece, ...] = ()  # in the order of the rows of records
    objectives: tuple[Piece, ...] = ()  # likewise
    starting_cards: tuple[Piece, ...] = ()  # in no record; their rows follow those of `cards`
    notes: tuple[str, ...] = ()  # sentences about the set-up, for the head of a report
    card_texts: tuple[str, ...] = ()  # what each card does, for designers to check
    # The name of the opponent that the rules play against a single player.  Records then have its
    # score, parts and objective after those of the seats.
    rival: str = ""
    # Whether all players win together or lose to the rival, which then has no place in records.
    is_common: bool = False
    unused_hidden: tuple[str, ...] = ()  # hidden fields that stay empty and need not be covered
    # Where what is hidden depends on the table, in place of the game's fields: the bytes of a state
    # that each seat may see, uint8 of shape (MAX_SEATS, bytes), 255 or 0.
    visible: NDArray[np.uint8] | None = None
    # What counts as taking a card, where that is said on the page: "into harbour".  Records then
    # say of each game in `available` whether the card lay where it could be chosen.
    taking: str = ""
    # The numbers in the state of all cards of its sheets, by id, for lists that name cards.
    kinds: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """A digest of the numbers: tables with the same digest play the same games."""
        return digest_of(self.array)

    @property
    def num_sides(self) -> int:
        """How many places records and states have: one for each seat, and one for the rival."""
        return self.num_seats + bool(self.rival and not self.is_common)

    def new_notes(self, other: "GameTable") -> tuple[str, ...]:
        """Return the notes that the other table does not have."""
        return tuple(note for note in self.notes if note not in other.notes)

    def why_endless(self, state: State) -> str:
        """Return where the rules went on without a choice in a game; nothing if they did not."""
        return ""

    def row_of(self, card: str, what: str = "card") -> int:
        """Return the row of a card by its id, or raise CardError."""
        for row, piece in enumerate(self.cards):
            if piece.id == card:
                return row
        raise CardError(f"there is no {what} {card!r} at this table")


@dataclass(frozen=True)
class Learning:
    """What a bot learns of a game that is described as text, and where that is kept."""

    file: Path  # of its networks, in the folder of the game
    rules: str  # a digest of what it learns from: the lines, and the cells that they read
    made: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # by players, how it learnt

    def is_fresh(self, players: int) -> bool:
        """Return whether it has learnt the game as it is now, with so many players."""
        return self.made.get(players, {}).get("rules") == self.rules


@dataclass(frozen=True)
class Bot:
    """A policy: it chooses among the choices that its seat is offered.

    ``choose(view, table, seat, weights, stream)`` returns an index into
    ``view.choices[:view.num_choices]``; it gets the `weights` as an array, in their order.
    """

    name: str
    choose: Choose
    weights: Mapping[str, float] = field(default_factory=dict)
    summary: str = ""  # how it plays, in a sentence
    source: Path | None = None  # the file of a bot from outside the package
    by_players: Mapping[int, Mapping[str, float]] = field(default_factory=dict)  # other weights
    suffix_weight: str = ""  # set by a number after the name: `iterations` of ``search:200``
    rollouts: Rollouts | None = None  # how its weights can be fitted to rollouts
    # Of a bot that searches: like `choose`, but returns the iterations that the decision took.
    count_iterations: Choose | None = None
    # Whether it never reads hidden fields, which then need not be covered; only for bots of the
    # package, which a test checks.
    ignores_hidden: bool = False
    has_learnt: bool = True  # whether its weights are of this game, and not those it begins with
    learning: Learning | None = None  # of a game as text: what it learns, and where that is kept
    # Whether it was read from a file of data, such as a list or networks, and cannot be tuned.
    is_list: bool = False
    # The cards from outside the box that a list names: their numbers in its weights, by id.
    own_kinds: Mapping[str, int] = field(default_factory=dict)
    inputs: PolicyInputs | None = None  # of a policy, which `balance train` teaches
    networks: Mapping[int, tuple[float, ...]] = field(default_factory=dict)  # by players
    # Of a bot at a table: numbers without names, after those above; a network, or plans.
    network: tuple[float, ...] = ()
    noise: float = 0.0  # the chance with which it takes a random choice instead, 0 to 1

    @property
    def full_name(self) -> str:
        """Its name with its noise: ``greedy~0.1``."""
        return noisy_name(self.name, self.noise)

    @property
    def is_external(self) -> bool:
        """Whether its code is from outside the package, so that it may write into the view."""
        return self.source is not None and not self.is_list

    def at(self, players: int) -> "Bot":
        """Return the bot with its weights for this number of players.

        Without a network for this number it has that for the nearest one.
        """
        bot = self.with_weights(self.by_players.get(players, {}))
        if not self.networks:
            return bot
        nearest = min(self.networks, key=lambda count: (abs(count - players), count))
        return replace(bot, network=self.networks[nearest])

    @property
    def numbers(self) -> NDArray[np.float64]:
        """All its weights in their order, those of its network last.

        Raises
        ------
        ValueError
            If it has networks by number of players, and `at` has not chosen one.
        """
        if self.networks and not self.network:
            raise ValueError(f"{self.name} has networks by number of players; use .at(players).")
        return np.array([*self.weights.values(), *self.network], dtype=np.float64)

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


def noisy_name(name: str, noise: float) -> str:
    """Return the name of a bot with its noise, from which the same number is read again."""
    return f"{name}~{repr(noise).removesuffix('.0')}" if noise else name


def network_digest(bot: Bot) -> str:
    """Return a digest of the numbers of a bot's network, as 16 hexadecimal digits."""
    return sha256(np.array(bot.network, dtype=np.float64).tobytes()).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its types, its rules, and the services that it offers (`balance.engine.services`).

    The rules are four compiled functions.  ``begin(state, table)`` sets up a zeroed state whose
    streams are open, and puts the first task on the agenda.  ``step(state, table)`` does the next
    task.  ``take(state, table, index)`` carries out a choice that was offered.
    ``write_record(state, table, record)`` writes the record of a finished game.  A game is over
    when no decision is due and no task is left.

    ``build_table(options, num_seats, edits, folder)`` makes a table: `edits` changes cells of
    sheets, such as ``{"citizens.knight.cost": 3}``; relative paths in the options start from
    `folder`.  It raises CardError or ScenarioError.

    ``determinise(state, table, seat, stream)``, for bots that search, gets a copy of the seat's
    view as `state`.  It draws all that the seat cannot see from `stream`, and opens the streams of
    all later chance, so that the state can be played on.  It is compiled.
    """

    name: str  # of its folder
    title: str  # on the box
    home: Path  # the folder of its sources
    seats: tuple[int, ...]  # the numbers of players
    state: np.dtype[Any]
    table: np.dtype[Any]
    record: np.dtype[Any]
    decisions: type[IntEnum]  # 0 is none
    tasks: type[IntEnum]
    begin: Callable[[State, Table], None]
    step: Callable[[State, Table], None]
    take: Callable[[State, Table, int], None]
    write_record: Callable[[State, Table, Record], None]
    options: type[BaseModel]  # of ``[table]`` in a scenario
    build_table: Callable[[Any, int, Mapping[str, object], Path], GameTable]
    bots: Mapping[str, Bot]  # the one that speeds are measured with first
    endings: tuple[str, ...]  # what may end a game
    default_bot: str = ""  # plays where a scenario names no bot; empty is the first of `bots`
    # Bots from the weakest to the strongest, the default one among them: the others play a share of
    # the games, so that findings are checked with another strength of play.
    check_tiers: tuple[str, ...] = ()
    parts: tuple[str, ...] = ("points",)  # of a score; those without a name do not exist
    hidden: tuple[str, ...] = ()  # fields of the state that no bot may see
    own: tuple[str, ...] = ()  # fields of a seat that only this seat may see
    for_records: tuple[str, ...] = ()  # fields of the state that only records read: not observed
    # Whether players play for the mean score of many games, as when they bet, and not to win.
    is_for_score: bool = False
    unscored: tuple[str, ...] = ()  # endings that decide a game whatever the scores are
    card: str = "card"  # the word for what players take, such as "tile"
    # Kinds of `GameTable.cards` that are actions which records count like cards: "Multi-take".
    deeds: tuple[str, ...] = ()
    objective: str = ""  # the word for a secret goal, such as "Duke"; empty if there are none
    starter_cards: Path | None = None  # a folder with example cards, for `balance new cards`
    determinise: Callable[[State, Table, int, Stream], None] | None = None
    # Reads a bot from a file of data, such as a buy list; raises BotError.
    read_list_bot: Callable[[Path], Bot] | None = None
    # Returns a list with own cards as numbered at a table; raises BotError if it lacks one.
    fit_list: Callable[[Bot, GameTable], Bot] | None = None
    list_changes: ListChanges | None = None  # how its lists are varied
    published_results: Callable[[], tuple[Reference, ...]] | None = None  # for `balance verify`
    sections: tuple[str, ...] = ()  # the game's own report sections, as ``file.py:name``
    narrator: type[Narrator] = Narrator
    setups: Setups = field(default_factory=Setups)
    experiments: Experiments = field(default_factory=Experiments)
    invariants: Invariants | None = None
    round_status: RoundStatus | None = None
    described_in: Path | None = None  # the folder of a game that is described as text
    own_rules: str = ""  # of such a game: the digest of its own Python file, if it has one

    @property
    def place(self) -> Path:
        """The folder that is named to play it: of its sources, or of its description."""
        return self.described_in or self.home

    @property
    def rules_digest(self) -> str:
        """A digest of the sources that its records depend on."""
        return self.own_rules or rules_digest(self.home)

    @property
    def usual_bot(self) -> str:
        """The name of the bot that plays where a scenario names none."""
        return self.default_bot or next(iter(self.bots), "random")

    @property
    def is_external(self) -> bool:
        """Whether its code, or a part of it, is from outside the package."""
        return bool(self.own_rules) or not self.home.resolve().is_relative_to(_PACKAGE)
