"""How games go, on made-up records with known answers."""

from typing import Any

import numpy as np
import pytest

from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.analysis.metrics.pace import (
    endings,
    histogram,
    lengths,
    outcomes,
    parts,
    scores,
    tally,
)  # fmt: skip
from balance.scenario.match import Match
from tests.analysis.conftest import MakeMatch, MakeRecords


def parts_of(records: Any, match: Match) -> Any:
    return parts(tally(records, match), tally_folds(records, match), match)


def test_lengths_have_means_spreads_and_quantiles(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match()
    rounds = np.arange(1, 101)
    records = make_records(match, [[1, 0]] * 100, rounds=rounds, turns=2 * rounds, decisions=0)
    rows = lengths(tally(records, match), tally_folds(records, match)).set_index("measure")
    assert rows.loc["rounds", "value"] == 50.5
    assert rows.loc["turns", "value"] == 101
    assert rows.loc["rounds", "sd"] == pytest.approx(rounds.std())
    assert list(rows.loc["rounds", ["p5", "median", "p95"]]) == [5, 50, 95]


def test_games_without_turns_have_no_row_for_them(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match()
    records = make_records(match, [[1, 0]] * 4, rounds=5, turns=0, decisions=0)
    rows = lengths(tally(records, match), tally_folds(records, match))
    assert rows["measure"].tolist() == ["rounds", "decisions"]


def test_scores_of_winners_and_margins_are_told_apart(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=3)
    records = make_records(match, [[1, 0, 0], [0, 0, 1]], scores=[[30, 20, 10], [-5, 0, 12]])
    rows = scores(tally(records, match), tally_folds(records, match), match)
    assert rows["value"].tolist() == pytest.approx([67 / 6, 21, 11])


def test_a_shared_win_counts_each_winner_in_part(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2)
    records = make_records(match, [[60, 0], [30, 30]], scores=[[10, 4], [20, 20]])
    rows = scores(tally(records, match), tally_folds(records, match), match).set_index("measure")
    assert rows.loc["score of the winner", "value"] == 15


def test_parts_are_compared_between_winners_and_others(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2)
    made_of = [[[5, 2], [3, 1]], [[1, 0], [7, 4]]]
    rows = parts_of(make_records(match, [[1, 0], [0, 1]], parts=made_of), match)
    assert rows["part"].tolist() == ["points", "goal"]
    assert rows["all_value"].tolist() == [4, 1.75]
    assert rows["winners_value"].tolist() == [6, 3]
    assert rows["others_value"].tolist() == [2, 0.5]
    assert rows["difference_value"].tolist() == [4, 2.5]
    assert (rows["difference_low"] < rows["difference_value"]).all()
    assert rows["difference_deals"].tolist() == [2, 2]


def test_parts_are_shares_of_whole_scores(make_match: MakeMatch, make_records: MakeRecords) -> None:
    match = make_match(seats=2)
    made_of = np.array([[[6, 2], [3, 1]], [[1, 0], [7, 5]]])
    records = make_records(match, [[1, 0], [0, 1]], parts=made_of, scores=made_of.sum(axis=2))
    rows = parts_of(records, match)
    assert rows["winners_share_value"].tolist() == pytest.approx([13 / 20, 7 / 20])
    assert rows["others_share_value"].tolist() == pytest.approx([4 / 5, 1 / 5])
    records["scores"][0, 1] = -4  # a share of what is below 0 means nothing
    assert parts_of(records, match)["others_share_value"].isna().all()


def test_a_difference_of_parts_that_is_none_is_not_found(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=3)
    held = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        made_of = rng.integers(0, 20, (300, 3, 2)) + rng.integers(0, 20, (300, 1, 1))
        wins = np.eye(3, dtype=int)[rng.integers(0, 3, 300)]
        rows = parts_of(make_records(match, wins, parts=made_of), match)
        held += int(((rows["difference_low"] < 0) & (rows["difference_high"] > 0)).sum())
    assert 178 <= held <= 198  # of 200, about 190


def test_endings_and_games_cut_off_are_counted_apart(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match()
    records = make_records(
        match, [[1, 0]] * 8, ending=[0, 0, 0, 1, 1, 0, 0, 0], stopped=[0, 0, 0, 0, 0, 1, 0, 0]
    )
    sums = tally_folds(records, match)
    assert endings(sums, match)["games"].tolist() == [5, 2]
    assert outcomes(sums)["games"].tolist()[2] == 1


def test_ties_shared_and_broken_are_told_apart(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match()
    records = make_records(
        match, [[30, 30], [60, 0], [60, 0], [0, 60]], scores=[[5, 5], [5, 5], [6, 5], [4, 4]]
    )
    assert outcomes(tally_folds(records, match))["games"].tolist() == [1, 2, 0]


def test_a_histogram_starts_and_ends_where_something_was_seen(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match()
    records = make_records(match, [[1, 0]] * 4, rounds=[3, 3, 5, 3])
    rows = histogram(tally(records, match).games_by_rounds)
    assert rows["number"].tolist() == [3, 4, 5]
    assert rows["share"].tolist() == [0.75, 0, 0.25]


def test_parts_that_nobody_ever_scored_are_left_out(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match()
    made_of = [[[5, 0], [-5, 0]], [[0, 0], [0, 0]]]
    rows = parts_of(make_records(match, [[1, 0], [0, 1]], parts=made_of), match)
    assert rows["part"].tolist() == ["points"]
    assert rows["all_value"].tolist() == [0]
