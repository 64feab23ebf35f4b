"""Market, a game to start from: take a card from the row; the most points win.

M1: three cards lie face up.  M2: in turn, a player takes one of them, and the next card of the deck
takes its place.  M3: when no card is left, the most points win: those of the cards, and `pair` for
every two of a kind; ties share.  docs/guides/add-a-game.md goes through a game like this one.
"""

from collections.abc import Mapping  # noqa: I001 (one import stands on fewer lines)
from enum import IntEnum
from pathlib import Path

import numpy as np
from pydantic import BaseModel, NonNegativeInt

from balance.engine.agenda import chosen, due, offer, pop, push, skip_forced
from balance.engine.game import Bot, Game, GameTable, Piece
from balance.compiling.jit import compiled
from balance.engine.layout import (
    MAX_SEATS, Record, State, Stream, Table, Weights, engine_fields, int32, record_fields, struct,
)  # fmt: skip
from balance.engine.record import no_tie_break, share_win
from balance.engine.rng import below
from balance.engine.services import Narrator
from balance.errors import CardError

CARDS = {"apple": (1, 8), "bread": (2, 6), "cheese": (3, 4), "wine": (5, 2)}  # points, copies
KINDS, ROW, EMPTY = len(CARDS), 3, -1
DECK = 0  # the only source of chance

Decision = IntEnum("Decision", {"NONE": 0, "TAKE": 1})  # its choices are places of the row
Task = IntEnum("Task", {"TURN": 1})

SEAT = struct(("taken", int32, (KINDS,)), ("rounds", int32, (KINDS,)))
STATE = struct(
    *engine_fields(num_streams=1, max_choices=ROW), ("turns", int32), ("deck", int32, (KINDS,)),
    ("row", int32, (ROW,)), ("seats", SEAT, (MAX_SEATS,)),
)  # fmt: skip
TABLE = struct(("num_seats", int32), ("pair", int32), ("points", int32, (KINDS,)),
               ("copies", int32, (KINDS,)))  # fmt: skip
RECORD = struct(*record_fields(num_parts=2, max_cards=KINDS))


@compiled
def begin(state: State, table: Table) -> None:
    """Lay out the row (M1)."""
    for card in range(KINDS):
        state.deck[card] = table.copies[card]
    for place in range(ROW):
        fill(state, place)
    push(state, Task.TURN, 0, 0, 0)


@compiled
def fill(state: State, place: int) -> None:
    """Put the next card of the deck into the row, if there is one (M2)."""
    left = state.deck.sum()
    drawn = below(state.streams[DECK], left) if left else 0
    state.row[place] = EMPTY
    for card in range(KINDS):
        if state.row[place] == EMPTY and drawn < state.deck[card]:
            state.row[place] = card
            state.deck[card] -= 1
        drawn -= state.deck[card]


@compiled
def step(state: State, table: Table) -> None:
    """Ask which card is taken (M2); without cards the game is over."""
    _, seat, _, _ = pop(state)
    due(state, Decision.TAKE, seat)
    for place in range(ROW):
        if state.row[place] != EMPTY:
            offer(state, place)
    skip_forced(state, table, take)


@compiled
def take(state: State, table: Table, index: int) -> None:
    """Take a card, fill the row, and go on with the next player (M2)."""
    seat, place = state.due_seat, chosen(state, index)
    card = state.row[place]
    state.seats[seat].taken[card] += 1
    state.seats[seat].rounds[card] += state.turns // table.num_seats + 1
    state.turns += 1
    fill(state, place)
    push(state, Task.TURN, (seat + 1) % table.num_seats, 0, 0)


@compiled
def write_record(state: State, table: Table, record: Record) -> None:
    """Count points and cards (M3)."""
    record.turns = state.turns
    record.rounds = (state.turns + table.num_seats - 1) // table.num_seats
    for card in range(KINDS):
        record.available[card] = table.copies[card] > 0
        for seat in range(table.num_seats):
            copies = state.seats[seat].taken[card]
            record.taken[seat, card] = copies
            record.rounds_taken[seat, card] = state.seats[seat].rounds[card]
            record.parts[seat, 0] += copies * table.points[card]
            record.parts[seat, 1] += copies // 2 * table.pair
            record.scores[seat] = record.parts[seat].sum()
    share_win(state, table, record, no_tie_break)


@compiled
def greedy(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Take what has most points now; a first card of a kind promises a part of a pair."""
    best, most = 0, -1.0
    for index in range(view.num_choices):
        card = view.row[view.choices[index]]
        is_second = view.seats[seat].taken[card] % 2
        worth = table.points[card] + table.pair * (1.0 if is_second else weights[0])
        if worth > most:
            best, most = index, worth
    return best


class Options(BaseModel, extra="forbid", frozen=True):
    """What ``[table]`` of a scenario may say."""

    pair: NonNegativeInt = 3


def build_table(
    options: Options, num_seats: int, edits: Mapping[str, object], folder: Path
) -> GameTable:
    """Return the table; `edits` are changed numbers, such as ``{"cards.wine.points": 6}``."""
    numbers = {f"cards.{card}.{column}": number for card, both in CARDS.items()
               for column, number in zip(("points", "copies"), both, strict=True)}  # fmt: skip
    for key, value in edits.items():
        if key not in numbers or not isinstance(value, int) or not 0 <= value < 100:
            raise CardError(f"{key} = {value}: expected one of {', '.join(numbers)}, from 0 to 99")
        numbers[key] = value
    values = list(numbers.values())
    array = np.array([(num_seats, options.pair, values[::2], values[1::2])], TABLE)
    cards = tuple(Piece(card, card.capitalize()) for card in CARDS)
    return GameTable(array, num_seats, cards=cards)


class MarketNarrator(Narrator):
    """Narrates a game for `balance play`."""

    def choice(self, before: State, after: State, index: int) -> list[str]:  # noqa: D102
        return [f"{self.names[before.due_seat]} takes {self.describe(before, index)}."]

    def describe(self, state: State, index: int) -> str:  # noqa: D102
        return self.game_table.cards[state.row[state.choices[index]]].name


GAME = Game(
    name="market", title="Market", home=Path(__file__).parent, seats=(2, 3, 4), state=STATE,
    table=TABLE, record=RECORD, decisions=Decision, tasks=Task, begin=begin, step=step, take=take,
    write_record=write_record, options=Options, build_table=build_table, narrator=MarketNarrator,
    endings=("no card is left",), parts=("cards", "pairs"),
    bots={"greedy": Bot("greedy", greedy, {"promise": 0.4}, "Takes what has most points now.")},
)  # fmt: skip
