"""The small picture: how far seats, objectives and cards are from fair, on one scale."""

from dataclasses import replace

import numpy as np
import pytest

from balance.report.exports import FullReport
from balance.report.overview import MOST_BARS, overview
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.scenario.match import Match
from tests.analysis.conftest import make_match
from tests.report.conftest import OBJECTIVES, report_data, variant


def test_all_groups_have_one_scale_and_many_bars_are_the_extremes(data: ReportData) -> None:
    groups = overview(data, sections_of(data))
    assert [group.link for group in groups] == ["table-win_rate_by_seat", "table-objectives"]
    seats, objectives = groups
    assert len(seats.bars) == 2
    assert (len(objectives.bars), objectives.more) == (MOST_BARS, 2)
    bars = [bar for group in groups for bar in group.bars]
    assert max(abs(bar.reach) for bar in bars) == pytest.approx(1)
    for bar in bars:
        assert bar.reach * bar.value >= 0
        assert 0 <= bar.left <= bar.left + bar.width <= 100


def test_a_seat_that_wins_too_often_reaches_to_the_right() -> None:
    data = report_data(variant(make_match(2), 4000, first=0.6))
    (seats,) = overview(data, sections_of(data))
    assert [bar.value > 0 for bar in seats.bars] == [True, False]
    assert all(bar.is_clear for bar in seats.bars)
    assert seats.bars[0].text.startswith("+")


def test_all_tables_of_the_first_screen_share_its_five_percent() -> None:
    """A seat that is just clear by itself is not where objectives are on the same screen."""

    def found(match: Match, first: float) -> tuple[bool, bool]:
        data = replace(report_data(variant(match, 4000, first=first)), sections=("seats",))
        report = FullReport(data, sections_of(data))
        bars = [bar for group in overview(data, report.sections) for bar in group.bars]
        names = {one.finding.name for one in report.headlines}
        return any(bar.is_clear for bar in bars), "uneven_key" in names

    alone, objectives = make_match(2), make_match(2, objectives=OBJECTIVES)
    first = next(one for one in np.arange(0.5, 0.6, 0.001) if all(found(alone, one)))
    assert found(objectives, first) == (False, False)
    assert found(objectives, first + 0.02) == (True, True)


def test_of_several_variants_it_is_said_which_one_is_shown() -> None:
    one = variant(make_match(2), 4000, first=0.6)
    cells = (replace(one, name="2 players, base"), replace(one, name="2 players, late"))
    data = report_data(*cells)
    (seats,) = overview(data, sections_of(data))
    assert seats.title == "Seats: 2 players, base"
    (alone,) = overview(report_data(one), sections_of(report_data(one)))
    assert alone.title == "Seats"
