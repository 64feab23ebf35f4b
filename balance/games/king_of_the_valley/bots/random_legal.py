"""Random: takes any legal action, all equally likely (B0): the game without skill.

Tiles are equally likely too: a kind with several tiles in the castle is given away more often.
Bonuses are always claimed, and a rule decides which tiles are turned down.
"""

from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.rng import below
from balance.games.king_of_the_valley.bots.choosing import (
    index_of,
    oldest_five,
    oldest_to_turn,
    tiles_due,
)
from balance.games.king_of_the_valley.layout import HILL_SPACES, Decision


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of a random choice."""
    player = view.seats[seat]
    if view.decision == Decision.SWAP:
        return any_swap(view, seat, stream)
    if view.decision == Decision.TURN_DOWN:
        column = wide(view.group)
        return index_of(view, oldest_to_turn(player, column, tiles_due(view)))
    if view.decision == Decision.CLAIM:
        return index_of(view, oldest_five(player))
    return wide(below(stream, wide(view.num_choices)))


@compiled
def any_swap(view: State, seat: int, stream: Stream) -> int:
    """Return the index of a random swap of a face-up tile for a subject on the hill."""
    count = 0
    for index in range(view.num_choices):
        count += wide(view.seats[seat].up[view.choices[index] // HILL_SPACES])
    drawn = wide(below(stream, count))
    index = 0
    while True:
        drawn -= wide(view.seats[seat].up[view.choices[index] // HILL_SPACES])
        if drawn < 0:
            return index
        index += 1
