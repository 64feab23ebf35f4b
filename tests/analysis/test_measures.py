"""The catalogue of measures, and what a cell says of it."""

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.differences import differences
from balance.analysis.measures import CATALOGUE, EXCESS, SPREAD, seat_key
from balance.analysis.metrics import fold_sums
from tests.analysis.conftest import make_match, make_records
from tests.report.conftest import OBJECTIVES, variant


@pytest.fixture(scope="module")
def cell() -> CellResult:
    """Seat 1 wins 60% of 3,000 games of 8 to 14 rounds; 30 more were cut off."""
    match = make_match(2, cards=("axe", "bow"), objectives=OBJECTIVES, last_round=True)
    return variant(match, 3030, first=0.6, cut_off=30)


def test_a_cell_is_read_by_key(cell: CellResult) -> None:
    first, rounds = cell.measures["first"], cell.measures["rounds"]
    assert first.low < 0.1 < first.high
    assert first.value == pytest.approx(-cell.measures["last"].value)
    assert (rounds.unit, rounds.measure.out_of) == ("number", "games that ended")
    assert rounds.low < 11 < rounds.high
    assert rounds.estimate.deals == 3000
    assert cell.measures["stopped"].value == pytest.approx(30 / 3030)
    assert repr(rounds).startswith("rounds: 1")


def test_what_is_counted_by_deal_and_by_fold_is_the_same(cell: CellResult) -> None:
    for key, reading in cell.measures.items():
        if reading.unit != SPREAD:
            assert reading.value == pytest.approx(reading.by_fold.value.item(), abs=1e-9), key
        if reading.unit == EXCESS:
            fair = reading.measure.fair(reading.folds, cell.match)
            assert reading.at_every_look.value == pytest.approx(reading.value + fair)


def test_each_number_has_one_key(cell: CellResult) -> None:
    compared = cell.measures.compared
    assert set(compared.places) == set(cell.measures) - {"last", "unbought"}
    for cells in (make_match(3), make_match(1), make_match(1, rival="Dragon")):
        keys = [item.key for measure in CATALOGUE for item in measure.items(cells)]
        assert len(keys) == len(set(keys))


def test_seats_have_keys_from_the_first_to_the_last() -> None:
    assert [seat_key(seat, 3) for seat in range(3)] == ["first", "seat 2 of 3", "last"]


def test_what_games_do_not_have_is_no_measure(cell: CellResult) -> None:
    with pytest.raises(KeyError, match="did you mean 'rounds'"):
        cell.measures["round"]
    assert "player" not in cell.measures
    assert "overtaken" not in variant(make_match(2), 300).measures


def test_games_that_a_tie_break_decides_are_a_share_of_games_with_a_difference() -> None:
    match = make_match(2)
    scores, wins = np.array([[5, 4], [5, 5], [6, 6], [7, 9]] * 256), np.array([60, 0, 60, 0] * 256)
    wins = np.stack([wins, 60 - wins], axis=1)
    shared = wins.copy()
    shared[1::4] = 30
    one, two = (
        CellResult("", match, 1024, 1024, {"folds": fold_sums.tally(records, match)})
        for records in (make_records(match, each, scores=scores) for each in (wins, shared))
    )
    assert (one.measures["tie-break"].value, two.measures["tie-break"].value) == (0.5, 0.25)
    rows = differences([one, two]).set_index("key")
    assert rows.loc["tie-break", "value"] == -0.25
    assert rows.loc["shared", "value"] == 0.25
