"""Games that were cut off: counted, and left out of all that is told of games."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.analysis.metrics.fold_sums import FOLDS
from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.analysis.metrics.pace import endings, lengths, outcomes, scores
from balance.analysis.metrics.pace import tally as tally_pace
from balance.analysis.metrics.rival import tally as tally_rival
from balance.analysis.metrics.seats import by_bot, by_seat
from balance.scenario.match import Match
from tests.analysis.conftest import MakeMatch, MakeRecords, make_match, make_records
from tests.sections import METRICS

GAMES = 120
MATCHES = {
    "alone": make_match(1, objectives=("sun", "moon"), rival="Dark Lord", unscored=("full",)),
    "one bot": make_match(3, cards=("axe", "bow"), objectives=("sun", "moon", "star")),
    "two bots": make_match(2, ("a", "b"), cards=("axe", "bow"), objectives=("sun", "moon")),
}


def records_of(match: Match, stopped: NDArray[Any], endless: int) -> NDArray[Any]:
    """Return records of which those cut off say something else for each number `endless`."""
    rng = np.random.default_rng(8)
    seats, rows = match.game_table.num_seats, len(match.game_table.objectives)
    sides = seats + bool(match.game_table.rival)
    fields: dict[str, Any] = {
        "scores": rng.integers(0, 50, (GAMES, sides)),
        "parts": rng.integers(0, 9, (GAMES, seats, 2)),
        "rounds": rng.integers(5, 15, GAMES),
        "turns": rng.integers(5, 15, GAMES),
        "decisions": rng.integers(50, 90, GAMES),
        "ending": rng.integers(0, 2, GAMES),
        "dealt": rng.integers(-1, rows, (GAMES, seats, 2)),
        "kept": rng.integers(0, rows, (GAMES, sides)),
        "fulfilled": rng.integers(0, 9, (GAMES, seats)),
    }
    if match.game_table.cards:
        taken = rng.integers(0, 3, (GAMES, seats, 2))
        available = rng.integers(0, 2, (GAMES, 2))
        fields |= {"taken": taken, "rounds_taken": 3 * taken, "available": available}
    wins = 60 * np.eye(2, 3, dtype=int)[rng.integers(0, 2, GAMES)][:, :seats]
    for name, values in fields.items():
        values[stopped] = endless % rows if name in ("dealt", "kept") else endless
    fields["ending"][stopped] = endless % 2
    wins[stopped] = endless % 2 * 60 // seats
    return make_records(match, wins, stopped=stopped, **fields)


@pytest.mark.parametrize("question", METRICS)
@pytest.mark.parametrize("name", MATCHES)
def test_what_a_game_held_when_it_was_cut_off_changes_no_sum(question: str, name: str) -> None:
    match, asked = MATCHES[name], METRICS[question]
    if not asked.applies(match):
        return
    stopped = np.arange(GAMES) % 5 == 2
    one, two = (asked.tally(records_of(match, stopped, endless), match) for endless in (100, 33))
    none = asked.tally(records_of(match, ~stopped & False, 0), match).arrays()
    for field, values in one.arrays().items():
        np.testing.assert_array_equal(values, two.arrays()[field], field)
    is_same = [np.array_equal(values, none[field]) for field, values in one.arrays().items()]
    assert not none or not all(is_same)


@pytest.mark.parametrize("question", [one for one in METRICS if one != "folds"])
@pytest.mark.parametrize("name", ["alone", "one bot"])
def test_sums_are_those_of_the_games_that_ended(question: str, name: str) -> None:
    match, asked = MATCHES[name], METRICS[question]
    if not asked.applies(match):
        return
    stopped = np.arange(GAMES) % 7 == 3
    records = records_of(match, stopped, 100)
    whole = asked.tally(records, match).arrays()
    for field, values in asked.tally(records[~stopped], match).arrays().items():
        if not field.startswith("stopped"):
            is_by_fold = values.shape[:1] == (FOLDS,)
            one, two = (each.sum(0) if is_by_fold else each for each in (whole[field], values))
            np.testing.assert_array_equal(one, two, field)


def test_a_few_endless_games_move_no_mean(make_match: MakeMatch, make_records: MakeRecords) -> None:
    match = make_match(2)
    stopped = [0, 1, 0, 0, 0]
    records = make_records(
        match, [[1, 0], [0, 0], [0, 1], [1, 0], [1, 0]], stopped=stopped, ending=[0, 0, 1, 0, 0],
        rounds=[8, 6000, 10, 8, 10], scores=[[30, 20], [9999, 0], [20, 24], [30, 20], [30, 20]],
    )  # fmt: skip
    sums, folds = tally_pace(records, match), tally_folds(records, match)
    rounds = lengths(sums, folds).iloc[0]
    assert (rounds["value"], rounds["p95"], rounds["deals"]) == (9, 10, 4)
    assert scores(sums, folds, match)["value"].tolist() == [24.25, 28.5, 8.5]
    assert endings(folds, match)[["games", "value"]].to_numpy().tolist() == [[3, 0.75], [1, 0.25]]
    cut_off = outcomes(folds).iloc[2]
    assert (cut_off["games"], cut_off["value"]) == (1, 0.2)
    rates = by_seat(folds, match)
    assert rates["games"].tolist() == [4, 4]
    assert rates["value"].tolist() == [0.75, 0.25]


def test_a_deal_that_was_cut_off_in_one_rotation_counts_with_the_others(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(2, ("strong", "weak"))
    records = make_records(
        match, [[1, 0], [0, 1], [1, 0], [0, 1], [0, 1], [0, 1]], stopped=[0, 0, 0, 1, 1, 1]
    )
    folds = tally_folds(records, match)
    assert by_bot(folds, match)["games"].tolist() == [3, 3]
    assert by_bot(folds, match)["value"].tolist() == [1, 0]
    assert by_seat(folds, match)["value"].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert by_seat(folds, match)["deals"].tolist() == [2, 2]


def test_folds_count_the_games_that_ended_and_those_that_did_not() -> None:
    match = MATCHES["two bots"]
    stopped = np.arange(GAMES) % 3 == 0
    sums = tally_folds(records_of(match, stopped, 100), match)
    assert sums.games.sum() == np.count_nonzero(~stopped)
    assert sums.stopped.sum() == np.count_nonzero(stopped)
    assert sums.deals.sum() == GAMES // 2
    assert sums.endings.sum() == sums.games.sum()
    assert sums.sat.sum(axis=(0, 2)).tolist() == [sums.games.sum()] * 2


def test_nobody_wins_or_loses_a_game_that_was_cut_off() -> None:
    match = MATCHES["alone"]
    stopped = np.arange(GAMES) % 3 == 0
    sums = tally_rival(records_of(match, stopped, 100), match)
    assert sums.ways.sum() == np.count_nonzero(~stopped)
    assert tally_folds(records_of(match, stopped, 100), match).kept.sum() == 80
