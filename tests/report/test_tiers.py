"""The section on tiers: what stays and what moves, in words, tables and figures."""

from dataclasses import replace

import pandas as pd
import pytest

from balance.report.number_format import cell_of
from balance.report.page import build_report, sections_of
from balance.report.report_data import ReportData
from balance.report.section import Column, Section, Style, Table
from balance.report.sections import SECTIONS
from tests.analysis.comparison.test_tiers import tiers
from tests.report.conftest import report_data


def section_of(data: ReportData) -> Section:
    section = SECTIONS["tiers"](data)
    assert section is not None
    return section


def table_of(section: Section, name: str) -> Table:
    return next(table for table in section.tables if table.name == name)


@pytest.fixture(scope="module")
def three() -> ReportData:
    return report_data(*tiers({}, {"sun": 0.3}, {"sun": 0.3, "longer": 2}))


@pytest.fixture(scope="module")
def section(three: ReportData) -> Section:
    return section_of(three)


def test_the_finding_begins_with_what_becomes_of_the_objectives(section: Section) -> None:
    lines = section.finding.splitlines()
    assert lines[0].startswith("4 of 4 Goals are stable from ox to cat, when forced.")
    assert lines[1] == (
        "ox and cat rank 4 Goals with Kendall's tau 1.00 (1 is the same order, 0 none)."
    )
    assert lines[3].startswith("Pace and endings, from ox to cat: rounds grows with strength (")
    assert "association, not worth" in section.finding


def test_badges_are_counted_by_topic(section: Section) -> None:
    table = table_of(section, "tiers_badges")
    assert table.is_lead
    rows = table.frame.set_index("about")
    assert rows.loc["Goals when forced", "stable"] == 4
    assert rows.loc["Pace and endings", "grows with strength"] == 1
    assert (rows["findings"] == rows.drop(columns="findings").sum(axis=1)).all()


def test_each_topic_has_a_table_with_a_column_a_tier(section: Section) -> None:
    table = table_of(section, "tiers_forced")
    heads = [column.header for column in table.columns]
    assert heads == ["finding", "badge", "random", "ox", "cat", "per step", "told by"]
    assert table.frame["told_by"].iloc[0] == "2 of 2"


def test_the_file_of_all_findings_names_the_tiers(section: Section) -> None:
    file = table_of(section, "tiers").file
    assert file is not None
    assert {"ox value", "ox low", "cat high", "cat deals", "badge", "step_value"} <= set(file)
    assert file["key"].is_unique


def test_of_one_tier_only_the_badge_says_which() -> None:
    names = ("random", "ox", "cat", "fox")
    rows = table_of(
        section_of(report_data(*tiers({}, {}, {"sun": 0.5}, {}, names=names))), "tiers_forced"
    )
    assert "cat only" in set(rows.frame["shown"])


def test_a_tier_of_few_deals_is_named() -> None:
    cells = tiers({}, {"sun": 0.3}, {"sun": 0.3, "games": 96})
    assert (
        "Few deals: cat 96, where others have up to 2,048"
        in section_of(report_data(*cells)).finding
    )


def test_too_few_deals_are_said_to_be_so() -> None:
    data = report_data(*tiers({"games": 20}, {"games": 20}, {"games": 20}))
    assert section_of(data).finding.startswith("There are too few deals to say what stays")


def test_without_tiers_there_is_no_such_section() -> None:
    cells = [replace(one, axes={}) for one in tiers({}, {}, {})]
    assert SECTIONS["tiers"](report_data(*cells)) is None


def test_tiers_come_first_and_a_comparison_only_if_it_is_asked_for(three: ReportData) -> None:
    names = [section.name for section in sections_of(three)]
    assert names[0] == "tiers"
    assert "comparison" not in names
    asked = replace(three, sections=("comparison", "tiers", "pace"))
    assert [one.name for one in sections_of(asked)] == ["tiers", "comparison", "pace"]


def test_other_sections_tell_of_the_strongest_tier_with_the_most_deals(three: ReportData) -> None:
    titles = {one.name: one.title for one in sections_of(three)}
    assert titles["seats"].endswith(": cat")
    few = report_data(*tiers({}, {}, {"games": 96}))
    told = few.about("seats")
    assert told is not None
    assert told.name == "ox"


def test_the_page_shows_it(three: ReportData, tmp_path) -> None:
    page = build_report(replace(three, sections=("tiers",)), tmp_path).read_text(encoding="utf-8")
    assert "all seats have the bot of the tier: random, ox, cat" in page
    assert "Seats and Goals when forced, by tier" in page
    assert (tmp_path / "tables" / "tiers.csv").is_file()
    assert (tmp_path / "figures" / "tiers_cards.png").is_file()


@pytest.mark.parametrize(
    ("unit", "text"), [("number", "8.0 [7.9, 8.1]"), ("share", "800.0% [790.0, 810.0]")]
)
def test_an_amount_is_written_in_the_unit_of_its_row(unit: str, text: str) -> None:
    row = pd.Series({"unit": unit, "value": 8.0, "low": 7.9, "high": 8.1})
    cell = cell_of(row, Column("", "", Style.AMOUNT))
    assert f"{cell.text} {cell.interval}" == text
