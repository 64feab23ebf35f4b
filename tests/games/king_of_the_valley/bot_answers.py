"""Asking a bot what it would choose, on boards set up for the question."""

from collections import Counter

import numpy as np
from scipy.stats import chisquare

from balance.engine.rng import open_stream
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.bots.weights import Weight
from balance.games.king_of_the_valley.layout import SPACES
from tests.games.king_of_the_valley.board import BOARD_1, WIZARD_LEFT, WIZARD_RIGHT, Board

HEURISTICS = ("greedy", "kingdom", "tax", "orders", "couples", "denier", "linear")
# What makes `linear` play like `greedy`.
GREEDY = {each.name.lower(): 0.0 for each in Weight} | {
    "influence": 1.0,
    "markers": 1.0,
    "gold": 0.5,
    "jester_rule": 1,
    "placement": 1,
    "refill": 1,
}


def index_by(state, table, bot, seed=0, **weights):
    """Return which index a bot answers with a stream of its own."""
    stream = np.empty(2, np.uint64)
    open_stream(stream, np.uint64(seed), 1, 0)
    played = GAME.bots[bot].at(int(table.num_seats)).with_weights(weights)
    return int(played.choose(state, table, int(state.due_seat), played.numbers, stream))


def answers(board, bot, draws=1, **weights):
    """Return how often a bot makes which of the choices offered."""
    offered = board.offered()
    return Counter(
        offered[index_by(board.state, board.table, bot, seed, **weights)] for seed in range(draws)
    )


def answer(board, bot="greedy", **weights):
    """Return what a bot does, the same whatever its luck."""
    (made,) = answers(board, bot, 12, **weights)
    return made


def sparse(king="(3,3)", other="(1,5)", **tiles):
    """Return a board with few tiles, such as ``r1c1="Q"``, on which seat 0 is to move."""
    board = Board(" ".join(["."] * SPACES), f"{king} {other}", left=WIZARD_LEFT, right=WIZARD_RIGHT)
    board.state.num_emptied = 0
    for where, tile in tiles.items():
        board.put(f"({where[1]},{where[3]})", tile)
    return board


def moving(castle="", gold=2, **tiles):
    board = sparse(**tiles)
    board.give(0, castle, gold=gold)
    board.start()
    return board


def is_random(counts, choices):
    """Tell whether counts are those of equally likely choices, as far as can be told."""
    assert set(counts) == set(choices)
    return chisquare([counts[choice] for choice in choices]).pvalue > 0.001


KINGS = "(5,5) (3,3)"
SEATS_KINGS = {2: KINGS, 3: "(5,5) (3,3) (1,1)", 4: "(5,5) (3,3) (1,1) (1,5)"}


def table_of(*castles, seats=2, valley=BOARD_1, **keys):
    """Return a board on which the seats have these castles."""
    board = Board(valley, SEATS_KINGS[seats], seats=seats, **keys)
    for seat, castle in enumerate(castles):
        board.give(seat, castle)
    return board
