"""What the policy sees of the choices, and how strong it is."""

import numpy as np
import pytest

from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.bots.policy import INPUTS
from balance.games.king_of_the_valley.bots.policy_choices import Choice, Feature, write_choices
from balance.games.king_of_the_valley.bots.policy_position import Position
from balance.games.king_of_the_valley.layout import Decision, Phase
from tests import policies
from tests.games.king_of_the_valley.board import BOARD_1, BOARD_9, JESTER_BOARD, Board
from tests.games.king_of_the_valley.bot_answers import moving
from tests.policies import by_name, taught, win_rate


def seen(board):
    """Return the features of the position, and of each choice those that are not 0, by name."""
    position, rows, kinds = policies.seen(GAME, INPUTS, board.state, board.table)
    return position, by_name(INPUTS, rows, board.offered()), [Choice(kind) for kind in kinds]


def test_a_tile_is_seen_with_what_it_adds_and_whom_it_is_taken_from():
    _, choices, kinds = seen(moving("Q KA F", r1c1="KA", r5c5="W"))
    assert set(kinds) == {Choice.MOVE}
    knight = {"one": 1, "influence": 1, "knight": 1, "order": 1, "group": 1, "emptied": 1}
    # The other king, on (1,5), has both in a straight line; so it may take what is left.
    left = {"denied": 1, "rival": 0.5, "next": 0.5}
    assert choices["to (1,1)"] == knight | left
    woman = {"one": 1, "influence": 0.5, "fame": 1, "farmwoman": 1, "emptied": 1}
    assert choices["to (5,5)"] == woman | {"denied": 0.5, "rival": 1, "next": 1}


def test_a_value_that_is_lacking_is_seen():
    position, choices, _ = seen(moving("Q D C KA", r1c1="F", r5c5="Q"))
    assert position[Position.VALUES] == pytest.approx(0.8)
    assert position[Position.BONUS] == 0
    assert (choices["to (1,1)"]["values"], choices["to (1,1)"]["bonus"]) == (1, 1)
    assert not {"values", "bonus"} & choices["to (5,5)"].keys()


def test_a_recruit_is_seen_with_its_price():
    board = Board(BOARD_1, "(5,5) (3,3)", left="D Q F F F F", right="C F F Q F F")
    board.give(0, gold=30)
    board.start(phase=Phase.RECRUIT)
    _, choices, kinds = seen(board)
    assert choices["nobody"] == {"one": 1}
    assert (choices["left 2"]["influence"], choices["left 2"]["gold"]) == (2.5, -1.5)
    assert choices["left 2"]["queen"] == 1
    assert kinds.count(Choice.NOBODY) == 1


def test_a_taxed_group_that_loses_its_value_is_seen():
    board = Board(BOARD_9, "(3,1) (1,5)")
    board.give(0, "Q D KA KB KC F F F W")
    board.start()
    board.choose("to (3,3)")
    assert board.asked == Decision.TAX
    _, choices, kinds = seen(board)
    assert kinds == [Choice.TAX] * 2
    assert choices == {"K": {"knight": 1, "values": -1}, "F": {"farmer": 1}}


def test_the_column_of_a_jester_is_seen():
    board = Board(JESTER_BOARD, "(2,1) (1,5)")
    board.give(0, "Q D D C KA")
    board.start()
    board.choose("to (2,3)")
    assert board.asked == Decision.JESTER
    _, choices, _ = seen(board)
    assert choices["D"] == {"duke": 1, "group": 2}
    assert choices["F"] == {"farmer": 1, "values": 1, "bonus": 1}


def test_other_decisions_are_greedys():
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.give(0, "Q D C KA F")
    board.start(phase=Phase.CLAIM)
    assert not write_choices(
        board.state, board.table, 0, GAME.bots["policy"].at(2).numbers, np.empty(len(Position)),
        np.empty((2, len(Feature))), np.empty(2, np.int64),
    )  # fmt: skip


def test_the_policy_is_clearly_stronger_than_greedy():
    assert win_rate(GAME, "greedy", 2, 500) > 0.88  # about 92%, and 1,000 games: sd 0.9%


def test_it_plays_the_same_games_with_any_number_of_workers():
    one, two = (win_rate(GAME, "greedy", 2, 60, workers) for workers in (1, 2))
    assert one == two


def test_teaching_gives_the_same_network_for_any_number_of_workers():
    assert (taught(GAME, 1) == taught(GAME, 2)).all()
