"""A bot for Pig from outside the package: the further behind, the later it holds.

Try it with ``balance run examples/pig/pig.toml --bots examples/bots/chaser.py:chase,hold_at``.
It is compiled by itself: no decorator is needed, and its own functions are compiled with it.
"""

from balance.engine.layout import State, Stream, Table, Weights

HOLD, AGAIN = 0, 1  # the choices that Pig offers


def chase(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Hold at a sum that grows with the gap to the best of the others."""
    mine = view.seats[seat].points
    if view.pot + mine >= table.target:
        return HOLD
    enough = weights[0] + weights[1] * (best_of_others(view, table, seat) - mine)
    return HOLD if view.pot >= enough else AGAIN


def best_of_others(view: State, table: Table, seat: int) -> int:
    """Return the most points that another seat has."""
    best = 0
    for other in range(table.num_seats):
        if other != seat:
            best = max(best, view.seats[other].points)
    return best
