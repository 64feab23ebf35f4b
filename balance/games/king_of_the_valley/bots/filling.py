"""Which hill column fills the valley (BF7): the cheaper one, or the safer one."""

import numpy as np

from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, wide
from balance.engine.rng import below
from balance.games.king_of_the_valley.bots.valley_actions import best_action
from balance.games.king_of_the_valley.layout import (
    HILL_ROWS,
    NUM_SIDES,
    SPACES,
    STATE,
    Kind,
    Side,
    Worths,
)
from balance.games.king_of_the_valley.rules.hill import fill_valley

CHEAP, THREAT = 1.0, 2.0  # policies of filling the valley; 0 is random
BLOCK = 2.0  # a policy of placing the king (BF8); 1 is greedy, 0 random
_JESTER, _SPECIALIST = 2, 1  # the worth of tiles without influence that enter the valley


@compiled
def choose_side(view: State, table: Table, seat: int, policy: float, stream: Stream) -> int:
    """Return the hill column that fills the valley (BF7)."""
    side = -1
    if policy == CHEAP:
        side = cheaper_side(view, table)
    elif policy == THREAT:
        side = tamer_side(view, table, seat)
    return side if side >= 0 else wide(below(stream, 2))


@compiled
def entering_worth(state: State, table: Table, side: int) -> int:
    """Return the worth of the tiles that a column would bring into the valley (BF7, cheap).

    If there are too few, those of the other column follow (K10.3).
    """
    left = wide(state.num_emptied)
    worth = 0
    for column in (side, 1 - side):
        count = min(left, wide(state.heights[column]))
        for row in range(count):
            worth += entry_worth(table, wide(state.hill[column, row]) - 1)
        left -= count
    return worth


@compiled
def entry_worth(table: Table, kind: int) -> int:
    """Return the worth of a tile for the player who may take it next."""
    if kind < Kind.JESTER:
        return wide(table.kinds[kind].influence)
    return _JESTER if kind == Kind.JESTER else _SPECIALIST


@compiled
def cheaper_side(state: State, table: Table) -> int:
    """Return the column whose tiles are worth less, or -1 if they are worth the same."""
    left = entering_worth(state, table, wide(Side.LEFT))
    right = entering_worth(state, table, wide(Side.RIGHT))
    return -1 if left == right else int(right < left)


@compiled
def threat(
    state: State, filled: State, table: Table, seat: int, worths: Worths, side: int
) -> float:
    """Return the value of the next player's best single action after a refill (BF7).

    `filled`, a copy of `state` that may differ in the valley, the hill and the seat, is
    overwritten, and so is `worths`.
    """
    copy_valley_and_hill(filled, state)
    filled.seats[seat].king = state.seats[seat].king
    fill_valley(filled, side)
    return best_action(filled, table, (seat + 1) % wide(table.num_seats), worths)


@compiled
def copy_valley_and_hill(target: State, source: State) -> None:
    """Copy the tiles and the gold of the valley and the hill."""
    target.num_emptied = source.num_emptied
    for space in range(SPACES):
        target.valley[space] = source.valley[space]
        target.coins[space] = source.coins[space]
        target.emptied[space] = source.emptied[space]
    for side in range(NUM_SIDES):
        target.heights[side] = source.heights[side]
        for row in range(HILL_ROWS):
            target.hill[side, row] = source.hill[side, row]


@compiled
def tamer_side(view: State, table: Table, seat: int) -> int:
    """Return the column after which the next player's best action is worth less, or -1 if equal."""
    scratch, worths = np.empty(1, STATE), np.empty(SPACES)
    scratch[0] = view
    left = threat(view, scratch[0], table, seat, worths, wide(Side.LEFT))
    right = threat(view, scratch[0], table, seat, worths, wide(Side.RIGHT))
    return -1 if left == right else int(right < left)
