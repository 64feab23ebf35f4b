"""The section on seats: verdicts, what games are worth, and what would make seats even."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from balance.analysis.metrics.seats import tally
from balance.report.report_data import CellResult
from balance.report.section import Section, Table
from balance.report.sections.seats import build, verdict_word
from balance.stats.verdict import Verdict
from tests.analysis.conftest import make_match, make_records
from tests.analysis.experiments.test_compensation import cell_of
from tests.report.conftest import report_data, variant


def section_of(cell: CellResult, until: str | None = None) -> Section:
    section = build(replace(report_data(cell), until=until))
    assert section is not None
    return section


def table_of(section: Section, name: str) -> Table:
    return next(table for table in section.tables if table.name == name)


def with_arms(strengths: list[float], worth: float, deals: int = 12_800) -> CellResult:
    """Return a cell with arms, of which all is known."""
    cell = cell_of(strengths, worth, deals)
    luck = np.random.default_rng(3).gumbel(size=(deals, len(strengths)))
    won = np.argmax(luck + np.log(strengths), axis=1)
    records = make_records(cell.match, np.eye(len(strengths), dtype=int)[won])
    return replace(cell, sums={**cell.sums, "seats": tally(records, cell.match)})


@pytest.mark.parametrize(
    ("verdict", "needed", "expected"),
    [
        (Verdict.YES, np.nan, "fair within the band"),
        (Verdict.NO, np.nan, "outside the band"),
        (Verdict.UNDECIDED, np.nan, "not yet known"),
        (Verdict.UNDECIDED, 4500.0, "not yet known, 3,500 more deals would decide"),
    ],
)
def test_each_verdict_has_its_words(verdict, needed, expected):
    row = pd.Series({"verdict": verdict, "needed": needed, "deals": 1000})
    assert verdict_word(row) == expected


def test_every_seat_and_bot_has_a_verdict_and_what_its_games_are_worth():
    section = section_of(variant(make_match(2, lineup=("fox", "cat")), 4000, first=0.55))
    for name in ("win_rate_by_seat", "win_rate_by_bot", "win_rate_by_bot_and_seat"):
        table = table_of(section, name)
        headers = {column.header for column in table.columns}
        assert {"verdict", "deals", "effective games", "design effect"} <= headers
        assert table.frame[["deals", "effective", "design_effect"]].notna().all(axis=None)
    seats, both = (
        table_of(section, "win_rate_by_seat"),
        table_of(section, "win_rate_by_bot_and_seat"),
    )
    assert "pair correlation" in {column.header for column in seats.columns}
    assert set(seats.frame["verdict"]) <= {"outside the band", "fair within the band"} | {
        text for text in seats.frame["verdict"] if text.startswith("not yet known, ")
    }
    assert both.frame["pair_correlation"].isna().all()  # a bot has a seat once a deal


def test_of_deals_of_one_game_there_is_no_pair():
    seats = table_of(section_of(variant(make_match(2), 400)), "win_rate_by_seat")
    assert "pair correlation" not in {column.header for column in seats.columns}


def test_what_would_make_seats_even_is_said_with_its_interval():
    section = section_of(with_arms([0.54, 0.46], 0.1))
    assert "For even seats, seat 2 should start with 1." in section.finding
    assert "gold more than seat 1." in section.finding
    assert "In whole pieces, 2 for seat 2, the seat farthest from a fair 50.0%" in section.finding
    assert [said.table for said in section.verdicts][-1] == "compensation"
    frame = table_of(section, "compensation").frame
    assert frame["whole"].tolist() == [0, 2]


def test_of_several_seats_each_has_its_amount():
    section = section_of(with_arms([0.36, 0.30, 0.34], 0.08))
    assert "seat 2 should start with 2" in section.finding
    assert "] and seat 3 with 0" in section.finding
    assert [picture.name for picture in section.pictures][-1] == "compensation"


def test_where_seats_are_even_nobody_needs_any():
    finding = section_of(with_arms([0.5, 0.5], 0.1)).finding
    assert "No seat is seen to need more gold" in finding


def test_a_good_that_does_not_help_makes_nothing_even():
    assert "is not seen to help" in section_of(with_arms([0.54, 0.46], 0.0)).finding


def test_few_deals_of_the_experiments_say_so():
    assert "it takes 256 deals" in section_of(with_arms([0.54, 0.46], 0.1, deals=200)).finding


def test_what_was_played_until_stands_in_a_table():
    table = table_of(section_of(variant(make_match(2), 4000), "halfwidth<2pp"), "precision")
    assert table.frame["reached"].tolist() == ["not yet", "not yet"]
    assert "halfwidth<2pp" in table.title
    rounds = section_of(variant(make_match(2), 4000), "halfwidth(rounds)<0.5")
    assert table_of(rounds, "precision").frame["reached"].tolist() == ["yes"]
