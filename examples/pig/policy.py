"""A policy for Pig: a network that self-play taught weighs rolling again against holding.

Neller and Presser (2004) computed the best play: roll on when behind, and when either player is
close to winning.  So the network sees how far each player is from the target.
"""

from enum import IntEnum, auto
from pathlib import Path

import numpy as np

from balance.bots.policy import Kinds, Rows, decide, scratch_of
from balance.bots.policy_file import read_networks
from balance.compiling.jit import compiled
from balance.engine.game import Bot
from balance.engine.layout import State, Stream, Table, Weights
from balance.engine.services import PolicyInputs, PolicyShape, names_of

_NUM_OWN = 1  # weights of hold_at, which come first
_SCALE = 0.01  # of points
_CLOSE = 30  # points from the target


class Position(IntEnum):
    """Features of a position; points are in hundreds."""

    ONE = 0  # 1, for a constant
    MINE = auto()  # points that the player lacks
    RIVAL = auto()  # points that the best other player lacks
    NEXT = auto()  # points that the next player lacks
    LEAD = auto()  # points kept, above those of the best other player
    POT = auto()  # points of the turn so far
    MINE_CLOSE = auto()  # how much less than 30 points the player lacks
    RIVAL_CLOSE = auto()
    OTHERS = auto()  # players besides the two of a duel


class Feature(IntEnum):
    """Features of a choice, the same for both."""

    ONE = 0
    POT = auto()  # points of the turn so far
    SQUARE = auto()  # of the pot
    LACK = auto()  # points that the player lacks once the pot is kept
    WINS = auto()  # 1 if the pot is enough to win


class Choice(IntEnum):
    """Kinds of choices, with the numbers that the game offers."""

    HOLD = 0
    AGAIN = 1


_SHAPE = PolicyShape(len(Position), len(Feature), len(Choice), hidden=8, critic=8)
_SCRATCH = scratch_of(_SHAPE, most_choices=2)


@compiled
def write_position(
    view: State, table: Table, seat: int, weights: Weights, position: Weights
) -> None:
    """Write the features of the position for `seat`; see `Position`."""
    players, points = table.num_seats, view.seats[seat].points
    best = 0
    for other in range(players):
        if other != seat:
            best = max(best, view.seats[other].points)
    mine, rival = table.target - points, table.target - best
    position[Position.ONE] = 1.0
    position[Position.MINE] = _SCALE * mine
    position[Position.RIVAL] = _SCALE * rival
    position[Position.NEXT] = _SCALE * (table.target - view.seats[(seat + 1) % players].points)
    position[Position.LEAD] = _SCALE * (points - best)
    position[Position.POT] = _SCALE * view.pot
    position[Position.MINE_CLOSE] = _SCALE * max(0, _CLOSE - mine)
    position[Position.RIVAL_CLOSE] = _SCALE * max(0, _CLOSE - rival)
    position[Position.OTHERS] = players - 2.0


@compiled
def write_choices(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    position: Weights,
    rows: Rows,
    kinds: Kinds,
) -> bool:
    """Write the features of holding and of rolling again; the policy makes each decision."""
    pot = 10 * position[Position.POT]
    lack = position[Position.MINE] - position[Position.POT]
    for index in range(view.num_choices):
        kinds[index] = view.choices[index]
        row = rows[index]
        row[Feature.ONE] = 1.0
        row[Feature.POT] = pot
        row[Feature.SQUARE] = pot * pot
        row[Feature.LACK] = max(0.0, lack)
        row[Feature.WINS] = 1.0 if lack <= 0.0 else 0.0
    return True


@compiled
def hold(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Hold, in a decision that the policy does not make, of which Pig has none."""
    return 0


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice with the highest score."""
    return decide(
        view, table, seat, weights, stream, _NUM_OWN, _SHAPE, write_position, write_choices, hold,
        np.empty(1, _SCRATCH),
    )  # fmt: skip


def policy_bot(hold_at: Bot) -> Bot:
    """Return the policy; `hold_at`, whose weights it has, is its opponent while it is taught."""
    inputs = PolicyInputs(
        position=names_of(Position),
        choice=names_of(Feature),
        kinds=names_of(Choice),
        write_position=write_position,
        write_choices=write_choices,
        fallback=hold_at.choose,
        hidden=_SHAPE.hidden,
        critic=_SHAPE.critic,
    )
    return Bot(
        "policy",
        choose,
        hold_at.weights,
        "A network that self-play taught.",
        inputs=inputs,
        networks=read_networks(Path(__file__).with_name("policy.json"), inputs),
    )
