"""A toy game whose win rates can be computed, to compare with the estimates of the toolkit.

T1: each seat starts with 20 gold, the first one with `first` more.  T2: each is dealt a random
goal, all different, with the points in `goals`.  T3: in the order of the seats, each player may buy
each card once.  T4: all throw two dice of `sides` sides; a throw depends on the player's gold, so
that another sum has other luck.  T5: a score is the gold left, the points of the cards and of the
goal, and the throw; the highest wins, and ties share.

A unit of gold is a point, so a card at the start is worth as much gold as it has points, and the
right to buy a card its points less its price.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, NonNegativeInt, PositiveInt

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, pop, push
from balance.engine.game import Bot, Game, GameTable, Piece
from balance.engine.layout import (
    MAX_SEATS,
    NOBODY,
    Record,
    State,
    Stream,
    Table,
    Weights,
    engine_fields,
    int32,
    record_fields,
    struct,
)
from balance.engine.record import no_tie_break, share_win
from balance.engine.rng import die, restart_stream, shuffle
from balance.engine.services import Experiments, Handicap, Narrator, RoundStatus
from balance.errors import CardError

GOLD = 20  # at the start
CARDS = (  # id, name, price, points
    ("charm", "Charm", 3, 5),  # too cheap
    ("bell", "Bell", 4, 5),
    ("crown", "Crown", 9, 6),  # too dear for anybody
)
MAX_GOALS = 8

Decision = IntEnum("Decision", {"NONE": 0, "BUY": 1})  # of BUY, the choices are PASS and TAKE
Task = IntEnum("Task", {"ASK": 1, "THROW": 2})
PASS, TAKE = 0, 1
GOALS, SEAT = 0, 1  # sources of chance; seat s throws from SEAT + s

PLAYER = struct(
    ("gold", int32),
    ("points", int32),  # of cards
    ("thrown", int32),
    ("bought", int32, (len(CARDS),)),
    ("banned", int32),  # cards that a handicap forbids, a bit each
)
STATE = struct(
    *engine_fields(num_streams=SEAT + MAX_SEATS, max_choices=2),
    ("card", int32),  # offered
    ("price", int32),  # of that card
    ("deck", int32, (MAX_GOALS,)),  # of goals; seat s has the one at s
    ("seats", PLAYER, (MAX_SEATS,)),
)
# Rows of cards begin with 1 in a handicap, so that 0 is none; bans are a bit each.
HANDICAP = struct(("gold", int32), ("gift", int32), ("banned", int32), ("dear", int32),
                  ("surcharge", int32))  # fmt: skip
TABLE = struct(
    ("num_seats", int32),
    ("sides", int32),
    ("first", int32),
    ("num_goals", int32),
    ("goals", int32, (MAX_GOALS,)),
    ("prices", int32, (len(CARDS),)),
    ("points", int32, (len(CARDS),)),
    ("handicaps", HANDICAP, (MAX_SEATS,)),  # by entry
)
RECORD = struct(*record_fields(num_parts=4, max_cards=len(CARDS), max_dealt=1))


@compiled
def begin(state: State, table: Table) -> None:
    """Hand out gold and goals (T1, T2)."""
    for seat in range(table.num_seats):
        bears = table.handicaps[state.lineup[seat]]
        state.seats[seat].gold = GOLD + bears.gold
        state.seats[seat].banned = bears.banned
        if bears.gift > 0:
            state.seats[seat].points = table.points[bears.gift - 1]
    state.seats[0].gold += table.first
    for goal in range(table.num_goals):
        state.deck[goal] = goal
    shuffle(state.streams[GOALS], state.deck, table.num_goals)
    push(state, Task.THROW, 0, 0, 0)
    for seat in range(table.num_seats - 1, -1, -1):
        for card in range(len(table.prices) - 1, -1, -1):
            push(state, Task.ASK, seat, card, 0)


@compiled
def price_of(state: State, table: Table, seat: int, card: int) -> int:
    """Return what a seat pays for a card."""
    bears = table.handicaps[state.lineup[seat]]
    return table.prices[card] + (bears.surcharge if bears.dear == card + 1 else 0)


@compiled
def step(state: State, table: Table) -> None:
    """Ask whether a card is bought (T3), or let all throw (T4)."""
    what, seat, card, _ = pop(state)
    if what == Task.THROW:
        for thrower in range(table.num_seats):
            player = state.seats[thrower]
            restart_stream(state, SEAT + thrower, player.gold)
            stream = state.streams[SEAT + thrower]
            player.thrown = die(stream, table.sides) + die(stream, table.sides)
    elif not state.seats[seat].banned >> card & 1:
        due(state, Decision.BUY, seat)
        state.card, state.price = card, price_of(state, table, seat, card)
        offer(state, PASS)
        offer(state, TAKE)


@compiled
def take(state: State, table: Table, index: int) -> None:
    """Buy the card, or pass (T3)."""
    card, player = state.card, state.seats[state.due_seat]
    if chosen(state, index) == TAKE:
        player.gold -= state.price
        player.points += table.points[card]
        player.bought[card] = 1


@compiled
def write_record(state: State, table: Table, record: Record) -> None:
    """Write scores and wins (T5)."""
    record.rounds = 1
    record.turns = table.num_seats
    for seat in range(table.num_seats):
        player, goal = state.seats[seat], state.deck[seat]
        record.dealt[seat, 0] = record.kept[seat] = goal
        record.fulfilled[seat] = table.goals[goal]
        record.parts[seat, 0] = player.gold
        record.parts[seat, 1] = player.points
        record.parts[seat, 2] = table.goals[goal]
        record.parts[seat, 3] = player.thrown
        record.scores[seat] = record.parts[seat].sum()
        for card in range(len(table.prices)):
            record.available[card] = 1
            record.taken[seat, card] = record.rounds_taken[seat, card] = player.bought[card]
    share_win(state, table, record, no_tie_break)
    for seat in range(table.num_seats, MAX_SEATS):
        record.dealt[seat, 0] = record.kept[seat] = NOBODY


@compiled
def only_round(state: State, table: Table) -> int:
    """Return how many rounds have begun, of a game that has one."""
    return 1


@compiled
def measure_gold(state: State, table: Table, seat: int, row: NDArray[np.float64]) -> None:
    """Measure the gold that a seat has left."""
    row[0] = state.seats[seat].gold


@compiled
def thrifty(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Buy what has more points than it costs."""
    return TAKE if table.points[view.card] > view.price else PASS


@compiled
def whim(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Toss a coin."""
    return TAKE if die(stream, 2) == 1 else PASS


class Options(BaseModel, extra="forbid", frozen=True):
    """The options in ``[table]`` of a scenario."""

    sides: PositiveInt = 20
    first: NonNegativeInt = 0
    goals: tuple[NonNegativeInt, ...] = (0, 2, 4, 8)


def build_table(
    options: Options, num_seats: int, edits: Mapping[str, object], folder: Path
) -> GameTable:
    """Build the table of cards and numbers, without sheets; only prices can be edited.

    Raises
    ------
    CardError
        If another cell is, or a price is below 0.
    """
    tables = np.zeros(1, TABLE)
    table = tables[0]
    table["num_seats"], table["sides"], table["first"] = num_seats, options.sides, options.first
    table["num_goals"] = len(options.goals)
    table["goals"][: len(options.goals)] = options.goals
    table["prices"], table["points"] = zip(*(card[2:] for card in CARDS), strict=True)
    rows = {f"cards.{card[0]}.price": row for row, card in enumerate(CARDS)}
    for cell, price in edits.items():
        if cell not in rows or not isinstance(price, int) or price < 0:
            raise CardError(f"{cell} = {price}: expected a price of 0 or more")
        table["prices"][rows[cell]] = price
    return GameTable(
        tables,
        num_seats,
        cards=tuple(
            Piece(id_, name, "Ware", f"{points} points", int(price), "gold")
            for (id_, name, _, points), price in zip(CARDS, table["prices"], strict=True)
        ),
        objectives=tuple(
            Piece(f"goal_{place + 1}", f"Goal {place + 1}", note=f"{points} points")
            for place, points in enumerate(options.goals)
        ),
    )


def apply_handicap(game_table: GameTable, entry: int, handicap: Handicap) -> GameTable:
    """Return the table with a handicap for one entry of the line-up.

    Raises
    ------
    CardError
        If there is no such card.
    """
    tables = game_table.array.copy()
    bears = tables[0]["handicaps"][entry]
    bears["gold"] += sum(handicap.goods.values())
    if handicap.card:
        row = game_table.row_of(handicap.card) + 1
        if handicap.is_gift:
            bears["gift"] = row
        bears["banned"] |= handicap.is_banned << (row - 1)
        if handicap.surcharge:
            bears["dear"], bears["surcharge"] = row, handicap.surcharge
    return replace(game_table, array=tables)


class ToyNarrator(Narrator):
    """Narrates a game."""

    def task(self, before: State, after: State) -> list[str]:  # noqa: D102
        is_throw = before.agenda[before.num_tasks - 1].what == Task.THROW
        throws = zip(self.names, (player.thrown for player in after.seats), strict=False)
        return [f"{name} throws {thrown}." for name, thrown in throws] if is_throw else []

    def describe(self, state: State, index: int) -> str:  # noqa: D102
        return f"{('pass', 'buy')[index]}: {self.game_table.cards[state.card].name}"


GAME = Game(
    name="toy", title="Toy", home=Path(__file__).parent, seats=(2, 3, 4, 5), state=STATE,
    table=TABLE, record=RECORD, decisions=Decision, tasks=Task, begin=begin, step=step, take=take,
    write_record=write_record, options=Options, build_table=build_table, narrator=ToyNarrator,
    endings=("all have thrown",), parts=("gold", "cards", "goal", "dice"), objective="Goal",
    experiments=Experiments(
        designs=("ban", "gift", "surcharge"), handicap=apply_handicap,
        price_cell=lambda game_table, card: f"cards.{card}.price",
    ),
    round_status=RoundStatus(("gold",), measure_gold, only_round, {"gold": "gold"}, "bought"),
    bots={
        "thrifty": Bot("thrifty", thrifty, {}, "Buys what has more points than it costs."),
        "whim": Bot("whim", whim, {}, "Buys by the toss of a coin."),
    },
)  # fmt: skip
