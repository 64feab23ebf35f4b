"""Who wins, on made-up records with known answers."""

import numpy as np
import pytest

from balance.analysis.metrics.fold_sums import tally
from balance.analysis.metrics.seats import by_bot, by_bot_and_seat, by_seat
from tests.analysis.conftest import MakeMatch, MakeRecords


def test_the_win_rate_of_a_seat_counts_its_wins(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2)
    records = make_records(match, [[1, 0]] * 30 + [[0, 1]] * 10, scores=[[7, 3]] * 40)
    rates = by_seat(tally(records, match), match)
    assert rates["value"].tolist() == [0.75, 0.25]
    assert rates["games"].tolist() == [40, 40]
    assert rates["score_value"].tolist() == [7, 3]
    assert rates["fair"].tolist() == [0.5, 0.5]
    assert ((rates["low"] < rates["value"]) & (rates["value"] < rates["high"])).all()


def test_a_shared_win_is_shared(make_match: MakeMatch, make_records: MakeRecords) -> None:
    match = make_match(seats=3)
    records = make_records(match, [[30, 30, 0], [20, 20, 20], [60, 0, 0]])
    rates = by_seat(tally(records, match), match)
    assert rates["value"].tolist() == pytest.approx([11 / 18, 5 / 18, 2 / 18])


def test_a_single_player_may_lose_but_two_players_may_not_both(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    solo, pair = make_match(seats=1), make_match(seats=2)
    lost = tally(make_records(solo, [[0], [60]]), solo)
    assert lost.problem(lost, 2) == ""
    lost = tally(make_records(pair, [[0, 0], [60, 0]]), pair)
    assert lost.problem(lost, 2) == "wins do not add up to the games"


def test_a_bot_is_followed_through_the_rotations(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, lineup=["strong", "weak"])
    # Rotation 0 seats strong first, rotation 1 last: strong always wins.
    records = make_records(match, [[1, 0], [0, 1]] * 50, scores=[[9, 1], [1, 9]] * 50)
    rates = by_bot(tally(records, match), match)
    assert rates["bot"].tolist() == ["strong", "weak"]
    assert rates["value"].tolist() == [1, 0]
    assert rates["score_value"].tolist() == [9, 1]
    assert rates["deals"].tolist() == [50, 50]
    seats = by_seat(tally(records, match), match)
    assert seats["value"].tolist() == [0.5, 0.5]
    both = by_bot_and_seat(tally(records, match), match)
    assert both["value"].tolist() == [1, 1, 0, 0]
    assert both["games"].tolist() == [50, 50, 50, 50]


def test_a_bot_with_two_seats_counts_both(make_match: MakeMatch, make_records: MakeRecords) -> None:
    match = make_match(seats=3, lineup=["twice", "twice", "once"])
    # The line-up moves on by a seat each rotation: once sits in seat 3, then 1, then 2.
    records = make_records(match, [[0, 0, 1], [1, 0, 0], [0, 1, 0]] * 20)
    rates = by_bot(tally(records, match), match)
    assert rates["value"].tolist() == [0, 1]
    assert rates["games"].tolist() == [120, 60]


def test_a_bot_alone_wins_its_fair_share_exactly(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=4)
    wins = np.eye(4, dtype=int)[np.random.default_rng(2).integers(0, 4, 500)]
    records = make_records(match, wins)
    rates = by_bot(tally(records, match), match)
    assert list(rates.loc[0, ["value", "low", "high"]]) == [0.25, 0.25, 0.25]


def test_a_planted_effect_of_a_seat_is_found_and_an_absent_one_is_not(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2)
    rng = np.random.default_rng(8)
    for share, is_found in ((0.53, True), (0.5, False)):
        first = (rng.random(20_000) < share).astype(int)
        records = make_records(match, np.stack([first, 1 - first], axis=1))
        rate = by_seat(tally(records, match), match).iloc[0]
        assert (rate["low"] > 0.5) == is_found
