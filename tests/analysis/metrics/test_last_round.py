"""The last round, on made-up records with known answers."""

import numpy as np
import pytest

from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.analysis.metrics.last_round import by_seat, gains, leaders, tally
from balance.analysis.metrics.metric import has_leaders
from tests.analysis.conftest import MakeMatch, MakeRecords


def test_what_becomes_of_leaders_is_as_counted_by_hand(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=3, last_round=True)
    records = make_records(
        match, [[60, 0, 0], [0, 60, 0], [30, 30, 0], [60, 0, 0], [0, 0, 60], [0, 0, 60]],
        before_last=[[9, 5, 0], [9, 5, 0], [9, 5, 0], [7, 7, 0], [7, 7, 0], [7, 7, 7]],
        scores=[[10, 9, 0], [9, 12, 0], [9, 9, 0], [9, 8, 0], [8, 8, 20], [7, 7, 9]],
    )  # fmt: skip
    rows = leaders(tally(records, match), tally_folds(records, match)).set_index("outcome")
    assert rows["games"].to_dict() == {
        "one player alone leads": 3,
        "that player wins": 1,
        "that player shares the win": 1,
        "that player does not win": 1,
        "nobody who led wins": 2,  # where all three led somebody who led won
    }
    assert rows["value"].tolist() == pytest.approx([1 / 2, 1 / 3, 1 / 3, 1 / 3, 1 / 3])
    assert (rows["low"] < rows["value"]).all()


def test_points_of_the_last_round_are_told_of_winners_and_others(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, last_round=True)
    won, before, after = [[60, 0], [30, 30]], [[3, 4], [0, 2]], [[13, 9], [6, 6]]
    records = make_records(match, won, before_last=before, scores=after)
    sums, folds = tally(records, match), tally_folds(records, match)
    row = gains(sums, folds).iloc[0]
    assert row["all_value"] == (10 + 5 + 6 + 4) / 4
    assert row["winners_value"] == (10 + 6 / 2 + 4 / 2) / 2
    assert row["others_value"] == (5 + 6 / 2 + 4 / 2) / 2
    assert row["difference_value"] == 2.5
    assert by_seat(sums, folds)["value"].tolist() == [8, 4.5]


def test_rotations_of_a_deal_are_no_independent_games(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, lineup=("a", "b"), last_round=True)
    rng = np.random.default_rng(3)
    won = rng.integers(0, 2, 200).repeat(2)
    before = rng.integers(0, 30, (200, 2)).repeat(2, axis=0)
    records = make_records(
        match, np.eye(2, dtype=int)[won], before_last=before, scores=before + won[:, None]
    )
    single, folds = make_match(seats=2, last_round=True), tally_folds(records, match)
    firsts = make_records(
        single, np.eye(2, dtype=int)[won[::2]], before_last=before[::2],
        scores=(before + won[:, None])[::2],
    )  # fmt: skip
    alone = leaders(tally(firsts, single), tally_folds(firsts, single))
    assert folds.ratio("led", "scored").deals == 200
    twice, once = (
        one.loc["does not win"] for one in (leaders(tally(records, match), folds), alone)
    )
    assert twice["value"] == once["value"]
    assert twice["low"] == pytest.approx(once["low"])


def test_intervals_of_the_difference_hold_the_truth(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, last_round=True)
    held = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        wins = np.eye(2, dtype=int)[rng.integers(0, 2, 400)]
        gained = rng.integers(0, 9, (400, 2)) + 2 * wins + rng.integers(0, 9, (400, 1))
        records = make_records(match, wins, scores=gained)
        row = gains(tally(records, match), tally_folds(records, match)).iloc[0]
        held += int(row["difference_low"] < 2 < row["difference_high"])
    assert 180 <= held <= 198  # about 190


def test_games_without_a_count_of_points_or_an_end_are_left_out(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(last_round=True, endings=("empty", "lost"), unscored=("lost",))
    records = make_records(
        match, [[1, 0]] * 3, before_last=[[3, 1]] * 3, scores=[[5, 9]] * 3,
        ending=[0, 1, 0], stopped=[0, 0, 1],
    )  # fmt: skip
    sums, folds = tally(records, match), tally_folds(records, match)
    assert leaders(sums, folds)["games"].tolist() == [1, 1, 0, 0, 0]
    assert gains(sums, folds)["all_value"].tolist() == [5]


def test_a_game_that_keeps_no_scores_of_then_is_not_asked(make_match: MakeMatch) -> None:
    assert has_leaders(make_match(last_round=True))
    assert not has_leaders(make_match())
    assert not has_leaders(make_match(seats=1, last_round=True))
    assert not has_leaders(make_match(seats=1, last_round=True, rival="Lord"))
