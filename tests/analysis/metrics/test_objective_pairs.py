"""Objective against objective, on made-up records with known answers."""

import numpy as np
import pytest

from balance.analysis.metrics.objective_pairs import (
    FOLDS,
    applies,
    objective_pair_table,
    square,
    tally,
)

NAMES = ("sun", "moon", "star", "comet")


def test_each_pair_of_seats_is_a_meeting_of_which_the_higher_is_counted(make_match, make_records):
    match = make_match(seats=3, objectives=NAMES)
    records = make_records(match, [[0, 60, 0]], kept=[[2, 0, 1]], scores=[[30, 40, 35]])
    sums = tally(records, match)
    assert sums.deals[0] == 1
    assert sums.meetings.sum() == 3
    pairs, halves = sums.meetings[0, 0, 0], sums.halves[0, 0, 0]
    assert (pairs[2, 0], pairs[2, 1], pairs[0, 1]) == (1, 1, 1)
    assert (halves[2, 0], halves[2, 1], halves[0, 1]) == (0, 0, 2)


def test_the_win_comes_before_points_and_equal_ranks_are_half(make_match, make_records):
    match = make_match(seats=2, objectives=NAMES)
    wins = [[60, 0], [30, 30], [0, 60]]
    records = make_records(match, wins, kept=[[0, 1]] * 3, scores=[[40, 40], [50, 50], [9, 8]])
    assert tally(records, match).halves.sum(axis=0)[0, 0, 0, 1] == 2 + 1 + 0


def test_games_that_were_not_decided_by_points_rank_by_the_win_alone(make_match, make_records):
    match = make_match(seats=3, objectives=NAMES, endings=("full", "mate"), unscored=("mate",))
    records = make_records(match, [[60, 0, 0]], kept=[[0, 1, 2]], scores=[[1, 50, 40]], ending=[1])
    halves = tally(records, match).halves[0, 0, 0]
    assert (halves[0, 1], halves[0, 2], halves[1, 2]) == (2, 2, 1)


def test_games_that_were_cut_off_are_left_out(make_match, make_records):
    match = make_match(seats=2, objectives=NAMES)
    records = make_records(match, [[60, 0]] * 2, kept=[[0, 1]] * 2, stopped=[0, 1])
    sums = tally(records, match)
    assert sums.meetings.sum() == 1
    assert sums.deals.sum() == 1


def test_bots_are_told_apart(make_match, make_records):
    match = make_match(seats=2, lineup=["a", "b"], objectives=NAMES)
    records = make_records(match, [[60, 0], [60, 0]], kept=[[0, 1], [0, 1]])
    meetings = tally(records, match).meetings.sum(axis=0)
    assert meetings[0, 1, 0, 1] == meetings[1, 0, 0, 1] == 1


def test_sums_of_batches_are_those_of_all_games(make_match, make_records):
    match = make_match(seats=2, objectives=NAMES)
    records = _played(match, make_records, 300, np.zeros(4))
    whole = tally(records, match).arrays()
    both = (tally(records[:77], match) + tally(records[77:], match)).arrays()
    assert all((both[name] == whole[name]).all() for name in whole)


def test_it_is_asked_where_seats_with_objectives_play_each_other(make_match):
    assert applies(make_match(objectives=NAMES))
    assert not applies(make_match())
    assert not applies(make_match(seats=1, objectives=NAMES, rival="Dark Lord"))
    assert not applies(make_match(objectives=[str(number) for number in range(101)]))


def test_a_lopsided_pair_is_seen_from_either_side(make_match, make_records):
    match = make_match(seats=2, objectives=NAMES)
    rows = objective_pair_table(_sums(match, make_records, 6000, np.array([1.0, 0, 0, 0])), match)
    assert len(rows) == 6
    first = rows[(rows["one"] == "Sun")]
    assert (first["low"] > 0.65).all()
    assert (first["high"] < 0.81).all()
    assert (first["q"] < 0.001).all()
    assert (rows.loc[rows["one"] != "Sun", "q"] > 0.01).all()
    # A ladder explains it all.
    assert (rows["beyond_q"] > 0.01).all()
    table = square(rows, [3, 2, 1, 0])
    assert table.loc[0, 3] == pytest.approx(1 - table.loc[3, 0])
    assert table.isna().to_numpy().sum() == 4
    assert table.index.tolist() == [3, 2, 1, 0]


def test_what_strength_does_not_explain_is_beyond_the_ratings(make_match, make_records):
    """Stone, scissors and paper: each is as strong, and none of the pairs is even."""
    match = make_match(seats=2, objectives=NAMES[:3])
    rng = np.random.default_rng(3)
    kept = rng.permuted(np.tile(np.arange(3), (6000, 1)), axis=1)[:, :2]
    beats = (kept[:, 1] - kept[:, 0]) % 3 == 1
    won = np.where(rng.random(6000) < 0.3, ~beats, beats).astype(int)
    records = make_records(match, np.stack([won, 1 - won], axis=1), kept=kept)
    rows = objective_pair_table(tally(records, match), match)
    assert (rows["beyond_value"].abs() > 0.15).all()
    assert (rows["beyond_q"] < 0.001).all()


def test_pairs_of_few_games_are_not_told(make_match, make_records):
    match = make_match(seats=2, objectives=NAMES)
    assert objective_pair_table(_sums(match, make_records, 120, np.zeros(4)), match).empty


def _played(match, make_records, games, strength):
    rng = np.random.default_rng(games)
    kept = rng.permuted(np.tile(np.arange(len(strength)), (games, 1)), axis=1)[:, :2]
    apart = strength[kept[:, 0]] - strength[kept[:, 1]]
    won = (rng.random(games) < 1 / (1 + np.exp(-apart))).astype(int)
    return make_records(match, np.stack([won, 1 - won], axis=1), kept=kept)


def _sums(match, make_records, games, strength):
    sums = tally(_played(match, make_records, games, strength), match)
    assert len(sums.deals) == FOLDS
    return sums
