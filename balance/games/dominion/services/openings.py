"""The first four turns with fixed buys, played many times: for figures that are known exactly.

Records do not have the hands during a game.  So one player plays alone by the rules, buys what the
opening says and then nothing, and the hands are read between decisions.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.agenda import advance
from balance.engine.layout import State, wide
from balance.engine.rng import open_streams
from balance.games.dominion.layout import (
    COPPER,
    DUCHY,
    ESTATE,
    NOTHING,
    NUM_BASIC,
    SILVER,
    STATE,
    Card,
    Decision,
)
from balance.games.dominion.rules.dispatch import step, take
from balance.games.dominion.rules.piles import draw
from balance.games.dominion.rules.play import instruct
from balance.games.dominion.rules.setup import begin, lay_out
from balance.games.dominion.table.build import build_table
from balance.games.dominion.table.options import Options

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

TURNS = 4
COINS, FIRST, SECOND = range(3)  # what is counted of a turn


@dataclass(frozen=True)
class Opening:
    """What is bought in the first two turns."""

    split: int = 0  # coins of the better hand; other deals do not count.  0: all do, and none buys
    on_more: int = NOTHING  # the kind that is bought with the better hand
    on_less: int = NOTHING  # and with the other one
    plays: bool = False  # whether an Action in hand is played

    @property
    def share(self) -> float:
        """The share of deals with this split (D1.3)."""
        return {0: 1.0, 4: 5 / 6, 5: 1 / 6}[self.split]


@dataclass(frozen=True)
class Shown:
    """A card that is played over a fresh draw pile."""

    kind: int
    deck: Mapping[int, int]  # the copies of each kind in the draw pile
    drawn: int = 0  # cards that are drawn into the hand before


OPENINGS: Mapping[str, Opening] = {
    "start": Opening(),
    "silver, silver": Opening(4, SILVER, SILVER),
    "silver, nothing": Opening(5, SILVER),
    "smithy, silver": Opening(4, Card.smithy, SILVER, plays=True),
    "laboratory, nothing": Opening(5, Card.laboratory, plays=True),
    "feast, silver": Opening(4, Card.feast, SILVER),
    "two terminals": Opening(4, Card.smithy, Card.woodcutter),
}
SHOWN: Mapping[str, Shown] = {
    "harvest, start deck": Shown(Card.harvest, {COPPER: 7, ESTATE: 3}),
    "harvest, two silvers": Shown(Card.harvest, {COPPER: 7, SILVER: 2, ESTATE: 3}),
    "menagerie": Shown(Card.menagerie, {COPPER: 3, SILVER: 3, ESTATE: 3, DUCHY: 3}, drawn=4),
}


@dataclass(frozen=True)
class OpeningSampler:
    """Measures figures of an opening; see `balance.engine.services.Sampler`."""

    opening: Opening
    measures: tuple[str, ...]

    def __call__(self, seed: int, first: int, deals: int) -> tuple[Ints, Bools]:
        """Play so many deals from `first` on."""
        opening = self.opening
        seen, counted = np.zeros((deals, TURNS, 3), np.int64), np.zeros(deals, np.bool_)
        states = np.zeros(1, STATE)
        play_openings(
            states, states.view(np.uint64), self._table, seed, first, opening.split,
            int(opening.on_more), int(opening.on_less), opening.plays, seen, counted,
        )  # fmt: skip
        return np.stack([measure(name, seen) for name in self.measures], axis=1), counted

    @cached_property
    def _table(self) -> NDArray[Any]:
        return _table_with([self.opening.on_more, self.opening.on_less])


@dataclass(frozen=True)
class ShownSampler:
    """Measures the coins that a card brings, or whether it draws three cards."""

    shown: Shown
    measures: tuple[str, ...]

    def __call__(self, seed: int, first: int, deals: int) -> tuple[Ints, Bools]:
        """Play the card so many times."""
        deck = np.zeros(NUM_BASIC, np.int64)
        for kind, copies in self.shown.deck.items():
            deck[kind] = copies
        states, seen = np.zeros(1, STATE), np.zeros((deals, 2), np.int64)
        play_card(
            states, states.view(np.uint64), self._table, seed, first, int(self.shown.kind), deck,
            self.shown.drawn, seen,
        )  # fmt: skip
        values = {"mean coins": seen[:, 0], "three cards": seen[:, 1] == self.shown.drawn + 3}
        columns = [values[name].astype(np.int64) for name in self.measures]
        return np.stack(columns, axis=1), np.ones(deals, np.bool_)

    @cached_property
    def _table(self) -> NDArray[Any]:
        return _table_with([self.shown.kind])


def measure(name: str, seen: Ints) -> Ints:
    """Return a measure of each deal: a number of coins, or 1 where a condition holds.

    `name` begins with when: ``turn 3``, or ``once``, ``twice`` or ``never`` in turns 3 and 4; then
    comes the condition, such as ``coins >= 6``.  `seen`, of shape (deals, turns, 3), has for each
    turn the coins, and how many of the cards bought first and second were in hand.
    """
    when, _, what = name.rpartition(": ")
    if what == "mean coins":
        turns = [int(turn) - 1 for turn in re.findall(r"\d+", when)]
        return np.asarray(seen[:, turns, COINS].sum(axis=1))
    if not when:
        return _of_deals(what, seen).astype(np.int64)
    each = _of_turns(what, seen)
    if when.startswith("turn "):
        return each[:, int(when.removeprefix("turn ")) - 1].astype(np.int64)
    times = each[:, 2:].sum(axis=1)
    holds = {"never": times == 0, "once": times >= 1, "twice": times == 2}
    return np.asarray(holds[when], np.int64)


def _of_turns(what: str, seen: Ints) -> Bools:
    """Return in which turns a condition holds, shape (deals, turns)."""
    coins, first, second = seen[:, :, COINS], seen[:, :, FIRST] > 0, seen[:, :, SECOND] > 0
    if match := re.fullmatch(r"coins (=|>=) (\d+)", what):
        wanted = int(match[2])
        return np.asarray(coins == wanted if match[1] == "=" else coins >= wanted)
    named = {
        "5 reached": (coins >= 5) | first,
        "the first is in hand": first,
        "both are in hand": first & second,
    }
    return np.asarray(named[what])


def _of_deals(what: str, seen: Ints) -> Bools:
    """Return in which deals a condition holds."""
    opening = seen[:, 0, COINS]
    first, second = seen[:, 2:, FIRST] > 0, seen[:, 2:, SECOND] > 0
    saw = first.any(axis=1), second.any(axis=1)
    named = {
        "5/2 split": np.isin(opening, (2, 5)),
        "4/3 split": np.isin(opening, (3, 4)),
        "one each": (first & second[:, ::-1]).any(axis=1),
        "both are seen": saw[0] & saw[1],
        "neither is seen": ~(saw[0] | saw[1]),
    }
    return np.asarray(named[what])


@compiled
def play_openings(
    states: Any,
    raw: Any,
    tables: Any,
    seed: int,
    first: int,
    split: int,
    on_more: int,
    on_less: int,
    plays: bool,
    seen: Ints,
    counted: Bools,
) -> None:
    """Play the first turns of the deals, and fill in `seen` and `counted`; see `measure`."""
    state, table = states[0], tables[0]
    for deal in range(len(seen)):
        raw[:] = 0
        open_streams(state, seed, first + deal)
        begin(state, table)
        advance(state, table, step)
        turn = 0
        while state.decision != Decision.NONE:
            player = state.seats[0]
            if player.turns != turn:
                turn = wide(player.turns)
                if turn > TURNS:
                    break
                if on_more != NOTHING:
                    seen[deal, turn - 1, FIRST] = player.hand[on_more]
                if on_less != NOTHING:
                    seen[deal, turn - 1, SECOND] = player.hand[on_less]
            index = 0
            if state.decision == Decision.ACTION:
                index = 1 if plays else 0
            elif state.decision == Decision.BUY:
                seen[deal, turn - 1, COINS] = state.coins
                if turn == 1 and split > 0 and state.coins not in (split, 7 - split):
                    break
                if turn <= 2 and split > 0:
                    index = place_of(state, on_more if state.coins == split else on_less)
            take(state, table, wide(index))
            advance(state, table, step)
        counted[deal] = turn > TURNS


@compiled
def place_of(state: State, kind: int) -> int:
    """Return the index of the choice of a kind; 0, which declines, if it is not offered."""
    for index in range(state.num_choices):
        if state.choices[index] == kind:
            return index
    return 0


@compiled
def play_card(
    states: Any,
    raw: Any,
    tables: Any,
    seed: int,
    first: int,
    kind: int,
    deck: Ints,
    drawn: int,
    seen: Ints,
) -> None:
    """Play a card over a fresh draw pile; `seen` gets the coins and the cards in hand."""
    state, table = states[0], tables[0]
    for deal in range(len(seen)):
        raw[:] = 0
        open_streams(state, seed, first + deal)
        lay_out(state, table)
        for basic in range(len(deck)):
            state.decks[0, basic] = deck[basic]
        state.seats[0].num_deck = deck.sum()
        draw(state, table, wide(0), wide(drawn))
        instruct(state, table, wide(0), wide(kind))
        seen[deal, 0] = state.coins
        seen[deal, 1] = state.seats[0].num_hand


def _table_with(kinds: Sequence[int]) -> NDArray[Any]:
    """Return the table of one player with the piles of these kinds."""
    cards = tuple(Card(kind).name for kind in kinds if kind >= NUM_BASIC)
    return build_table(Options(kingdom=cards), 1, {}, Path()).array
