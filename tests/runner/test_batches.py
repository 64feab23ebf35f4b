from dataclasses import replace

import numpy as np
import pytest

from balance.compiling.jit import compiled, is_compiling
from balance.engine.layout import State, Table
from balance.errors import LimitError
from balance.runner.batches import Batches

SLOW_BOT = """
SEEN = []


def choose(view, table, seat, weights, stream):
    SEEN.append(seat)  # a list of Python's own, which does not compile
    return 0 if view.pot >= 20 or view.pot + view.seats[seat].points >= table.target else 1
"""


def same(one, two):
    # Field by field: the padding of a struct is not always copied.
    return all((one[name] == two[name]).all() for name in one.dtype.names)


@pytest.mark.parametrize("size", [1, 7, 30, 60])
def test_batches_of_any_size_give_the_same_records(pig_set_up, size):
    batches = Batches(pig_set_up(bots=["hold_at", "random"]).cells[0].match)
    whole = batches.play(0, 60)
    cut = np.concatenate(
        [batches.play(first, min(size, 60 - first)) for first in range(0, 60, size)]
    )
    assert same(whole, cut)


def test_a_game_stepped_from_python_is_the_game_of_the_batch(pig_set_up, tmp_path):
    (tmp_path / "slow.py").write_text(SLOW_BOT)
    slow = pig_set_up(bots=[f"{tmp_path}/slow.py:choose", "random"])
    fast = pig_set_up(bots=["hold_at", "random"])
    assert bool(slow.notices) == is_compiling()
    stepped = Batches(slow.cells[0].match).play(0, 10)
    assert same(stepped, Batches(fast.cells[0].match).play(0, 10))


def test_the_lineup_moves_on_by_a_seat_from_game_to_game_of_a_deal(pig_set_up):
    match = pig_set_up(bots=["hold_at", "random", "random"]).cells[0].match
    records = Batches(match).play(0, 6)
    assert records["lineup"][:, :3].tolist() == 2 * [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert (records["lineup"][:, 3:] == -1).all()


def test_equal_bots_play_each_deal_once(pig_set_up):
    ready = pig_set_up(bots=["hold_at"], players=3, games=10)
    assert ready.cells[0].match.lineup.rotations == 1
    assert ready.cells[0].deals == 10


def test_other_seeds_give_other_games(pig_set_up):
    one = Batches(pig_set_up(seed=1).cells[0].match).play(0, 20)
    two = Batches(pig_set_up(seed=2).cells[0].match).play(0, 20)
    assert not same(one, two)


@compiled
def outgrow(state: State, table: Table, index: int) -> None:
    """Find that a game is too long."""
    raise LimitError("more turns than a game may take; deal more cards")


def test_a_game_beyond_its_limits_is_told_with_game_and_place_and_its_own_advice(pig_set_up):
    match = pig_set_up().cells[0].match
    batches = Batches(replace(match, game=replace(match.game, take=outgrow)))
    with pytest.raises(LimitError) as caught:
        batches.play(0, 3)
    assert str(caught.value) == (
        "Pig, in game 0 of seed 7, after decision 0: more turns than a game may take; deal more "
        "cards."
    )
