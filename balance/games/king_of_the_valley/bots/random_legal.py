"""Random: takes any of what is legal, each as likely (B0); it is what the game is without skill.

What is equally likely is a tile or an action: so a kind of which several lie in the castle is given
away so many times as often.  Bonuses are always claimed, and which tiles turn down is fixed.
"""

from balance.engine.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.rng import below
from balance.games.king_of_the_valley.bots.turning import (
    index_of,
    oldest_five,
    oldest_to_turn,
    tiles_asked,
)
from balance.games.king_of_the_valley.layout import HILL_SPACES, Decision


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of any choice."""
    player = view.seats[seat]
    if view.decision == Decision.SWAP:
        return any_swap(view, seat, stream)
    if view.decision == Decision.TURN_DOWN:
        column = wide(view.group)
        return index_of(view, oldest_to_turn(player, column, tiles_asked(view)))
    if view.decision == Decision.CLAIM:
        return index_of(view, oldest_five(player))
    return wide(below(stream, wide(view.num_choices)))


@compiled
def any_swap(view: State, seat: int, stream: Stream) -> int:
    """Return the index of a swap of any face-up tile for any subject on the hill."""
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
