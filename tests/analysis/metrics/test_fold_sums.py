"""Sums by fold, on made-up records with known answers."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.analysis.metrics.fold_sums import FOLDS, FoldSums, tally
from balance.scenario.match import Match
from tests.analysis.conftest import MakeMatch, MakeRecords


@pytest.fixture(params=[("same",) * 3, ("a", "b", "b")], ids=["one bot", "two bots"])
def match(request: pytest.FixtureRequest, make_match: MakeMatch) -> Match:
    return make_match(3, request.param, cards=("axe", "bow"), objectives=("sun", "moon", "star"))


@pytest.fixture
def records(match: Match, make_records: MakeRecords) -> NDArray[Any]:
    """Return records of 700 deals, the first of which is deal 100."""
    rng = np.random.default_rng(3)
    games = 700 * match.lineup.rotations
    taken = rng.integers(0, 3, (games, 3, 2))
    records = make_records(
        match, np.eye(3, dtype=int)[rng.integers(0, 3, games)],
        scores=rng.integers(-5, 60, (games, 3)), rounds=rng.integers(5, 9, games),
        turns=rng.integers(15, 27, games), decisions=rng.integers(50, 90, games),
        ending=rng.integers(0, 2, games),
        taken=taken, available=rng.integers(0, 2, (games, 2)),
        dealt=rng.integers(-1, 3, (games, 3, 2)), kept=rng.integers(0, 3, (games, 3)),
    )  # fmt: skip
    records["number"] += 100 * match.lineup.rotations
    return records


def test_every_number_is_in_its_fold(match: Match, records: NDArray[Any]) -> None:
    sums = tally(records, match)
    rotations = match.lineup.rotations
    for fold in (0, 99, 100, 255):
        mine = records[records["number"] // rotations % FOLDS == fold]
        assert sums.games[fold] == len(mine)
        assert sums.deals[fold] == len(mine) // rotations
        assert sums.wins[fold].tolist() == mine["wins"][:, :3].sum(axis=0).tolist()
        for entry in range(len(match.lineup.entries)):
            sits = mine["lineup"][:, :3] == entry
            assert sums.sat[fold, entry].tolist() == sits.sum(axis=0).tolist()
            for name, field in (("wins", sums.bot_wins), ("scores", sums.totals)):
                expected = (mine[name][:, :3] * sits).sum(axis=0)
                assert field[fold, entry].tolist() == expected.tolist()
        for name in ("rounds", "turns", "decisions"):
            assert getattr(sums, name)[fold] == mine[name].sum()
        scores = mine["scores"][:, :3]
        ranked = np.sort(scores, axis=1)
        assert sums.scored[fold] == len(mine)
        assert sums.scores[fold] == scores.sum()
        assert sums.won[fold] == 60 * len(mine)
        assert sums.winner_scores[fold] == (scores * mine["wins"][:, :3]).sum()
        assert sums.margins[fold] == (ranked[:, 2] - ranked[:, 1]).sum()
        assert sums.endings[fold].tolist() == [
            (mine["ending"] == ending).sum() for ending in (0, 1)
        ]
        for row in range(3):
            dealt, kept = mine["dealt"][:, :3] == row, mine["kept"][:, :3] == row
            wins = mine["wins"][:, :3]
            assert sums.dealt[fold, row] == dealt.sum()
            assert sums.dealt_wins[fold, row] == (dealt * wins[:, :, None]).sum()
            assert sums.kept[fold, row] == kept.sum()
            assert sums.kept_wins[fold, row] == (kept * wins).sum()
        taken = mine["taken"][:, :3, :2].sum(axis=1)
        there = (mine["available"][:, :2] > 0) | (taken > 0)
        assert sums.available[fold].tolist() == there.sum(axis=0).tolist()
        assert sums.copies[fold].tolist() == taken.sum(axis=0).tolist()
        assert sums.taken[fold].tolist() == (taken > 0).sum(axis=0).tolist()


def test_any_cut_into_batches_gives_the_same_sums(match: Match, records: NDArray[Any]) -> None:
    whole = tally(records, match).arrays()
    cuts = np.array([1, 2, 300, 301, 699]) * match.lineup.rotations
    pieces = [tally(piece, match) for piece in np.split(records, cuts)]
    together = pieces[3]
    for piece in (pieces[0], *pieces[4:], pieces[1], pieces[2]):
        together = together + piece
    assert whole.keys() == together.arrays().keys()
    for name, values in together.arrays().items():
        assert values.dtype == np.int64
        assert values.shape[0] == FOLDS
        np.testing.assert_array_equal(values, whole[name], name)


def test_sums_are_read_back_as_they_were(match: Match, records: NDArray[Any]) -> None:
    arrays = tally(records, match).arrays()
    again = FoldSums.from_arrays(arrays).arrays()
    assert all((again[name] == arrays[name]).all() for name in arrays)


def test_a_batch_with_a_missing_deal_is_refused(match: Match, records: NDArray[Any]) -> None:
    rotations = match.lineup.rotations
    with pytest.raises(ValueError, match="do not follow one another"):
        tally(np.delete(records, slice(rotations, 2 * rotations)), match)


def test_no_games_have_no_sums(match: Match, records: NDArray[Any]) -> None:
    assert not any(values.any() for values in tally(records[:0], match).arrays().values())


def test_games_that_no_points_decide_have_no_scores(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(1, rival="Dark Lord", endings=("counted", "overrun"), unscored=("overrun",))
    records = make_records(
        match, [[60], [0], [30], [0]], ending=[0, 1, 0, 0],
        scores=[[20, 15], [9, 50], [12, 12], [3, 10]],
    )  # fmt: skip
    sums = tally(records, match)
    assert sums.scored.sum() == 3
    assert sums.scores.sum() == 35
    assert sums.margins.sum() == 5 + 0 - 7
    assert sums.shared.sum() == 1
    assert sums.won.sum() == 90
    assert sums.endings.sum(axis=0).tolist() == [3, 1]


def test_sole_leaders_that_are_overtaken_are_counted(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, last_round=True)
    records = make_records(
        match, [[60, 0], [0, 60], [30, 30], [0, 60], [60, 0]],
        before_last=[[4, 2], [4, 2], [4, 2], [4, 4], [1, 3]], stopped=[0, 0, 0, 0, 1],
    )  # fmt: skip
    sums = tally(records, match)
    assert (sums.led.sum(), sums.overtaken.sum()) == (3, 1)
    assert sums.led[:5].tolist() == [1, 1, 1, 0, 0]
    assert not tally(make_records(make_match(), [[1, 0]]), make_match()).led.any()
