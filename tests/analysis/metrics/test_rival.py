"""Games against the game itself, on made-up records with known answers."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.analysis.metrics import pace
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.analysis.metrics.objectives import table as table_of_objectives
from balance.analysis.metrics.rival import RivalSums, by_objective, outcomes, scores, tally, ways
from balance.scenario.match import Match
from tests.analysis.conftest import MakeMatch, MakeRecords
from tests.sections import METRICS


@pytest.fixture
def match(make_match: MakeMatch) -> Match:
    return make_match(
        1, objectives=("sun", "moon", "star"), rival="Dark Lord",
        endings=("counted", "overrun", "never"), unscored=("overrun",),
    )  # fmt: skip


@pytest.fixture
def records(match: Match, make_records: MakeRecords) -> NDArray[Any]:
    return make_records(
        match, [[60], [60], [30], [0], [0], [0], [0], [0]],
        scores=[[30, 20], [9, 7], [25, 25], [10, 40], [1, 99], [2, 99], [3, 99], [20, 25]],
        ending=[0, 0, 0, 0, 1, 1, 1, 2],
        kept=[[0, 2], [0, 2], [0, 1], [1, 1], [1, 2], [0, 2], [0, 2], [0, 2]],
    )  # fmt: skip


@pytest.fixture
def sums(match: Match, records: NDArray[Any]) -> RivalSums:
    return tally(records, match)


@pytest.fixture
def folds(match: Match, records: NDArray[Any]) -> FoldSums:
    return tally_folds(records, match)


def test_wins_draws_and_losses_are_counted(sums: RivalSums, folds: FoldSums) -> None:
    rows = outcomes(sums, folds).set_index("outcome")
    assert rows["games"].to_dict() == {"win": 2, "draw": 1, "loss": 5}
    assert rows.loc["win", "value"] == 0.25
    assert (rows["low"] < rows["value"]).all()


def test_how_games_end_is_told_by_outcome(sums: RivalSums, folds: FoldSums, match: Match) -> None:
    rows = ways(sums, folds, match)
    assert dict(zip(rows["way"], rows["games"], strict=True)) == {
        "win: counted": 2, "draw: counted": 1, "loss: counted": 1, "loss: overrun": 3,
        "loss: never": 1,
    }  # fmt: skip
    assert rows["value"].sum() == 1


def test_scores_are_those_of_games_that_points_decided(
    sums: RivalSums, folds: FoldSums, match: Match
) -> None:
    rows = scores(folds, match).set_index("measure")
    assert rows["games"].tolist() == [5, 5, 5]
    assert rows["value"].tolist() == pytest.approx([94 / 5, 117 / 5, -23 / 5])
    assert rows.index[1] == "score of the Dark Lord"
    assert sums.margins.frequencies.sum() == 5


def test_both_sides_objectives_are_told_apart(
    sums: RivalSums, folds: FoldSums, match: Match
) -> None:
    own = by_objective(sums, folds, match, is_own=True).set_index("id")
    assert own.index.tolist() == ["sun", "moon"]  # the player never kept the star
    assert own["games"].tolist() == [6, 2]
    assert own["value"].tolist() == pytest.approx([2.5 / 6, 0])
    assert own["margin_value"].tolist() == pytest.approx([(10 + 2 + 0 - 5) / 4, -30])
    theirs = by_objective(sums, folds, match, is_own=False).set_index("id")
    assert theirs["games"].to_dict() == {"moon": 2, "star": 6}
    assert theirs.loc["star", "value"] == pytest.approx(2 / 6)


def test_any_cut_into_batches_gives_the_same_sums(match: Match, make_records: MakeRecords) -> None:
    rng = np.random.default_rng(1)
    records = make_records(
        match, rng.choice([0, 30, 60], (200, 1)), scores=rng.integers(0, 50, (200, 2)),
        ending=rng.integers(0, 3, 200), kept=rng.integers(0, 3, (200, 2)),
    )  # fmt: skip
    whole, parts = tally(records, match), tally(records[:70], match) + tally(records[70:], match)
    for name, values in whole.arrays().items():
        np.testing.assert_array_equal(values, parts.arrays()[name], name)


def test_a_player_alone_is_not_asked_about_seats(match: Match, make_match: MakeMatch) -> None:
    asked = {name for name, question in METRICS.items() if question.applies(match)}
    assert asked == {"rival", "pace", "objectives", "folds"}
    assert not METRICS["rival"].applies(make_match(2))
    assert METRICS["seats"].applies(make_match(1))  # alone, but with nobody to beat
    for name, question in METRICS.items():
        if name not in (
            "pace",
            "folds",
            "meetings",
            "bots",
        ):  # the last two are second of a section
            assert question.needs.startswith("it needs ")


def test_pace_takes_scores_from_games_that_points_decided(
    match: Match, make_records: MakeRecords
) -> None:
    records = make_records(
        match, [[60], [0], [0]], scores=[[30, 20], [10, 20], [999, 0]], ending=[0, 0, 1],
        rounds=[4, 6, 8], parts=[[[20, 10]], [[10, 0]], [[900, 99]]],
    )  # fmt: skip
    of_all = pace.tally(records, match), tally_folds(records, match), match
    rows = pace.scores(*of_all).set_index("measure")
    assert rows["value"].to_dict() == {"score of the player": 20, "score when winning": 30}
    assert rows.loc["score of the player", "p95"] == 30
    rows = pace.parts(*of_all)[["all_value", "others_value"]]
    assert rows.to_numpy().T.tolist() == [[15, 5], [10, 0]]


def test_of_a_player_alone_an_objective_is_fair_at_the_rate_of_all_games(
    match: Match, make_records: MakeRecords
) -> None:
    records = make_records(
        match, [[60], [0], [0], [30]], dealt=[[[0, 1]], [[1, 2]], [[0, 2]], [[0, 1]]],
        kept=[[0, 1], [1, 0], [2, 1], [1, 2]],
    )  # fmt: skip
    rows = table_of_objectives(tally_folds(records, match), match)
    assert rows["fair"].tolist() == [0.375] * 3
    assert rows["dealt_value"].tolist() == [0.5, 0.5, 0]
