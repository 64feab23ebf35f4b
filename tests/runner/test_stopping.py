"""Rounds: the same deals whoever plays, and no more than a check wants."""

import math
from itertools import pairwise

import pytest

from balance.runner.cell_games import CellGames
from balance.runner.stop_signal import StopSignal
from balance.runner.stopping import (
    FIRST,
    GROWTH,
    PrecisionStatus,
    StoppingPlan,
    play_until_precise,
    round_ends,
)
from tests.conftest import store_in

MOST = 2000


@pytest.fixture
def games(pig_set_up, metric_set, tmp_path):
    match = pig_set_up(bots=["hold_at", "random"]).cells[0].match
    store = store_in(tmp_path)
    return lambda: CellGames("pig", match, metric_set, store)


def play(games, enough, is_finished=False, workers=1, stop=None, needed=math.nan, most=MOST):
    """Play until so many deals are enough; return the checks and the calls."""
    checks, calls = [], []

    def check(deals, totals):
        checks.append(deals)
        assert totals["won"].games[0] == 2 * deals
        return PrecisionStatus(deals >= enough, needed)

    play_until_precise(
        games, most, is_finished, StoppingPlan(1000.0, check), workers, stop or StopSignal(),
        lambda count: calls.append(("begin", count)),
        lambda status, count: calls.append((status.is_enough, count)),
    )  # fmt: skip
    return checks, calls


def test_rounds_grow_and_end_at_the_most():
    ends = list(round_ends(1000))
    assert ends[0] == FIRST
    assert ends[-1] == 1000
    assert all(a < b <= a * GROWTH for a, b in pairwise(ends))
    assert list(round_ends(30)) == [30]


def test_it_ends_with_the_first_round_that_is_enough(games):
    checks, calls = play(games(), 150)
    assert checks == [100, 125, 156]
    assert games().deals == 156
    assert calls[-1] == (True, 0)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_checks_do_not_depend_on_the_workers(games, workers):
    assert play(games(), 300, workers=workers)[0][-1] == 303


def test_no_more_than_the_most_is_played(games):
    checks, _ = play(games(), 10**9)
    assert checks[-1] == games().deals == 2000


def test_an_interrupted_run_continues_to_the_end_of_its_round(games):
    play(games(), 10**9, most=140)  # stopped within the round that ends at 156
    checks, _ = play(games(), 120)
    assert checks == [156]


def test_a_finished_run_is_checked_first(games):
    play(games(), 10**9, most=140)
    checks, calls = play(games(), 120, is_finished=True)
    assert (checks, calls) == ([140], [("begin", 0), (True, 0)])
    checks, _ = play(games(), 150, is_finished=True)
    assert checks == [140, 156]


def test_the_games_left_are_those_of_whole_rounds(games):
    _, calls = play(games(), 150, needed=500.0)
    assert calls[0] == ("begin", 2 * next(end for end in round_ends(2000) if end >= 1000))
    assert calls[1] == (False, 2 * (next(end for end in round_ends(2000) if end >= 500) - 100))


def test_after_a_stop_there_is_no_check(games):
    stop = StopSignal()
    stop.set()
    assert play(games(), 150, stop=stop)[0] == []
