"""Rounds: the same deals whoever plays, and no more than a look asks for."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from balance.runner.play import Job, StopSignal
from balance.runner.stopping import FIRST, GROWTH, Look, StoppingPlan, play_until_enough, round_ends
from tests.conftest import store_in


@pytest.fixture
def job(pig_set_up, metric_set, tmp_path):
    match = pig_set_up(bots=["hold_at", "random"]).variants[0].match
    return Job("pig", match, 2000, metric_set.tallies, store_in(tmp_path))


def deals_of(job):
    return sum(shard.last - shard.first + 1 for shard in job.stored())


def play(job, metric_set, enough, is_whole=False, workers=1, stop=None, needed=math.nan):
    """Play until so many deals are enough; return the looks and what was told."""
    looks, told = [], []

    def look(deals, totals):
        looks.append(deals)
        assert totals["won"].games[0] == 2 * deals
        return Look(deals >= enough, needed, "")

    rounds = StoppingPlan(
        1000.0, look, lambda games: told.append(("begin", games)),
        lambda seen, games: told.append((seen.is_enough, games)), lambda games: None,
    )  # fmt: skip
    play_until_enough(job, metric_set.kinds, is_whole, rounds, workers, stop or StopSignal())
    return looks, told


def test_rounds_grow_and_end_at_the_most():
    ends = list(round_ends(1000))
    assert ends[0] == FIRST
    assert ends[-1] == 1000
    assert all(a < b <= a * GROWTH for a, b in pairwise(ends))
    assert list(round_ends(30)) == [30]


def test_it_ends_with_the_first_round_that_is_enough(job, metric_set):
    looks, told = play(job, metric_set, 150)
    assert looks == [100, 125, 156]
    assert deals_of(job) == 156
    assert told[-1] == (True, 0)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_looks_do_not_depend_on_the_workers(job, metric_set, workers):
    assert play(job, metric_set, 300, workers=workers)[0][-1] == 303


def test_no_more_than_the_most_is_played(job, metric_set):
    looks, _ = play(job, metric_set, 10**9)
    assert looks[-1] == deals_of(job) == 2000


def test_a_run_that_was_stopped_goes_on_to_the_end_of_its_round(job, metric_set):
    play(replace(job, deals=140), metric_set, 10**9)  # stopped within the round that ends at 156
    looks, _ = play(job, metric_set, 120)
    assert looks == [156]


def test_what_was_played_to_its_end_is_looked_at_first(job, metric_set):
    play(replace(job, deals=140), metric_set, 10**9)
    looks, told = play(job, metric_set, 120, is_whole=True)
    assert (looks, told) == ([140], [("begin", 0), (True, 0)])
    looks, _ = play(job, metric_set, 150, is_whole=True)
    assert looks == [140, 156]


def test_how_much_is_expected_is_told_in_games_of_whole_rounds(job, metric_set):
    _, told = play(job, metric_set, 150, needed=500.0)
    assert told[0] == ("begin", 2 * next(end for end in round_ends(2000) if end >= 1000))
    assert told[1] == (False, 2 * (next(end for end in round_ends(2000) if end >= 500) - 100))


def test_stopped_it_looks_no_more(job, metric_set):
    stop = StopSignal()
    stop.set()
    assert play(job, metric_set, 150, stop=stop)[0] == []
