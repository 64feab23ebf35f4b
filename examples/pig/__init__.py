"""Pig, a whole game outside the package: roll as long as you dare, but a 1 loses the turn.

P1: a turn is rolls of one die, added up, until the player holds and keeps the sum.
P2: a 1 ends the turn and its sum is lost.  P3: who first keeps `target` points in all wins.
"""

from collections.abc import Mapping  # noqa: I001 (one import stands on fewer lines)
from enum import IntEnum
from pathlib import Path

import numpy as np
from pydantic import BaseModel, PositiveInt

from balance.engine.agenda import chosen, due, offer, pop, push
from balance.engine.game import Bot, Game, GameTable
from balance.compiling.jit import compiled
from balance.engine.layout import (
    MAX_SEATS, WIN, Record, State, Stream, Table, Weights, engine_fields, int32, record_fields,
    struct,
)  # fmt: skip
from balance.engine.rng import die, restart_stream
from balance.engine.services import Narrator

from .policy import policy_bot  # noqa: TID252 (wherever the folder is)

Decision = IntEnum("Decision", {"NONE": 0, "ROLL": 1})  # of ROLL, the choices are HOLD and AGAIN
Task = IntEnum("Task", {"TURN": 1, "ASK": 2})
HOLD, AGAIN = 0, 1
DICE = 0  # the only source of chance

ENGINE = engine_fields(num_streams=1, max_choices=2)
SEATS = ("seats", struct(("points", int32), ("before_last", int32), ("busts", int32)), (MAX_SEATS,))
# The turn's number, the last roll, and the points of the turn so far.
STATE = struct(*ENGINE, ("turns", int32), ("rolled", int32), ("pot", int32), SEATS)
TABLE = struct(("num_seats", int32), ("target", int32))
RECORD = struct(*record_fields(num_parts=1, last_round=True), ("busts", int32, (MAX_SEATS,)))


@compiled
def begin(state: State, table: Table) -> None:
    """Seat 0 begins."""
    push(state, Task.TURN, 0, 0, 0)


@compiled
def step(state: State, table: Table) -> None:
    """Begin a turn with a roll, which nobody declines (P1), or ask whether to roll again."""
    what, seat, _, _ = pop(state)
    if what == Task.TURN:
        if seat == 0:  # this round may be the last
            for player in range(table.num_seats):
                state.seats[player].before_last = state.seats[player].points
        restart_stream(state, DICE, state.turns)
        state.turns += 1
        state.pot = 0
        roll(state, table, seat)
    else:
        due(state, Decision.ROLL, seat)
        offer(state, HOLD)
        offer(state, AGAIN)


@compiled
def roll(state: State, table: Table, seat: int) -> None:
    """Roll once: a 1 passes the die on (P2), anything else may be rolled upon (P1)."""
    state.rolled = die(state.streams[DICE], 6)
    if state.rolled == 1:
        state.seats[seat].busts += 1
        push(state, Task.TURN, (seat + 1) % table.num_seats, 0, 0)
    else:
        state.pot += state.rolled
        push(state, Task.ASK, seat, 0, 0)


@compiled
def take(state: State, table: Table, index: int) -> None:
    """Roll again, or hold: keep the sum (P1), which may win (P3)."""
    seat, player = state.due_seat, state.seats[state.due_seat]
    if chosen(state, index) == AGAIN:
        roll(state, table, seat)
    else:
        player.points += state.pot
        if player.points < table.target:  # else nothing is left to do
            push(state, Task.TURN, (seat + 1) % table.num_seats, 0, 0)


@compiled
def write_record(state: State, table: Table, record: Record) -> None:
    """Write down who won, and how many turns of each were lost to a 1."""
    record.turns = state.turns
    record.rounds = (state.turns + table.num_seats - 1) // table.num_seats
    for seat in range(table.num_seats):
        points = state.seats[seat].points
        record.scores[seat] = record.parts[seat, 0] = points
        record.before_last[seat] = state.seats[seat].before_last
        record.busts[seat] = state.seats[seat].busts
        record.wins[seat] = WIN if points >= table.target else 0


@compiled
def hold_at(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Hold with enough in the pot, or with enough to win."""
    enough = min(weights[0], table.target - view.seats[seat].points)
    return HOLD if view.pot >= enough else AGAIN


class Options(BaseModel, extra="forbid", frozen=True):
    """What ``[table]`` of a scenario may say."""

    target: PositiveInt = 100


def build_table(
    options: Options, num_seats: int, edits: Mapping[str, object], folder: Path
) -> GameTable:
    """Return the table, which is two numbers: Pig has no sheet of cards to edit."""
    return GameTable(np.array([(num_seats, options.target)], TABLE), num_seats)


class PigNarrator(Narrator):
    """Narrates a game of Pig."""

    def task(self, before: State, after: State) -> list[str]:  # noqa: D102
        name = self.names[before.agenda[before.num_tasks - 1].seat]
        turn = ["", f"Turn {after.turns}: {name} rolls a {after.rolled}."]
        return turn if after.turns > before.turns else []

    def choice(self, before: State, after: State, index: int) -> list[str]:  # noqa: D102
        name, points = self.names[before.due_seat], after.seats[before.due_seat].points
        hold = f"{name} holds, keeps {before.pot} and has {points}."
        return [hold if index == HOLD else f"{name} rolls again: a {after.rolled}."]

    def describe(self, state: State, index: int) -> str:  # noqa: D102
        return ("hold", "roll again")[index]


HOLD_AT = Bot("hold_at", hold_at, {"pot": 20.0}, "Holds with so much in the pot.")
GAME = Game(
    name="pig", title="Pig", home=Path(__file__).parent, seats=(2, 3, 4, 5), state=STATE,
    table=TABLE, record=RECORD, decisions=Decision, tasks=Task, begin=begin, step=step, take=take,
    write_record=write_record, options=Options, build_table=build_table, narrator=PigNarrator,
    endings=("target reached",), sections=("busts/section.py:busts",),
    bots={"hold_at": HOLD_AT, "policy": policy_bot(HOLD_AT)},
)  # fmt: skip
