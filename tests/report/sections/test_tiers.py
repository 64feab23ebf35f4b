"""The section on tiers: what stays and what moves, as findings, tables and figures."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from balance.report.key_findings import picture_link
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Section
from tests.analysis.comparison.test_tiers import tiers
from tests.report.conftest import (
    build_report,
    finding_of,
    heads_of,
    names_of,
    report_data,
    table_of,
)
from tests.sections import SECTIONS


def section_of(data: ReportData) -> Section:
    section = SECTIONS["tiers"].build(data)
    assert section is not None
    return section


@pytest.fixture(scope="module")
def three() -> ReportData:
    return report_data(*tiers({}, {"sun": 0.3}, {"sun": 0.3, "longer": 2}))


@pytest.fixture(scope="module")
def section(three: ReportData) -> Section:
    return section_of(three)


def test_the_findings_begin_with_what_becomes_of_the_objectives(section: Section) -> None:
    assert names_of(section)[:4] == ["counted", "rankings", "named", "named"]
    goals, rankings, _, pace = section.findings[:4]
    assert (goals.facts["weakest"], goals.facts["strongest"]) == ("ox", "cat")
    assert goals.facts["total"] == 4
    stable, _ = goals.facts["counts"]
    assert (stable.facts["count"], stable.facts["verb"]) == (3, "are stable")
    assert (rankings.facts["total"], rankings.facts["tau"]) == (4, 1.0)
    change = pace.facts["changes"][0].facts
    assert (change["measure"], change["verb"]) == ("rounds", "grows with strength")
    weak, strong = (one.facts["estimate"].facts["value"] for one in change["values"])
    assert strong.low > weak.high
    assert "association" in finding_of(section, "counted_cards").text  # not a cause


def test_badges_are_counted_by_topic(section: Section) -> None:
    table = table_of(section, "tiers_badges")
    assert table.is_lead
    rows = table.frame.set_index("about")
    assert rows.loc["Goals when assigned", "stable"] == 3
    assert rows.loc["Pace and endings", "grows with strength"] == 1
    assert (rows["findings"] == rows.drop(columns="findings").sum(axis=1)).all()


def test_each_topic_has_a_table_with_a_column_for_each_tier(section: Section) -> None:
    table = table_of(section, "tiers_forced")
    assert heads_of(table) == ["finding", "badge", "random", "ox", "cat", "per step", "seen in"]
    assert table.frame["told_by"].iloc[0] == "2 of 2"


def test_the_file_of_all_findings_has_a_row_for_each_tier(section: Section) -> None:
    table = table_of(section, "tiers")
    file, wide = table.file, table.frame
    assert file is not None
    assert file["tier"].tolist() == ["random", "ox", "cat"] * len(wide)
    assert file["value"].tolist()[1::3] == pytest.approx(wide["1_value"].tolist(), nan_ok=True)
    assert file["key"].tolist()[::3] == wide["key"].tolist()
    assert not [name for name in file if str(name)[0].isdecimal()]


def test_where_one_tier_alone_shows_it_the_badge_names_it() -> None:
    names = ("random", "ox", "cat", "fox")
    cells = tiers({}, {}, {"sun": 0.5}, {}, names=names)
    rows = table_of(section_of(report_data(*cells)), "tiers_forced").frame
    assert "cat only" in set(rows["shown"])


def test_a_tier_with_few_deals_is_named() -> None:
    cells = tiers({}, {"sun": 0.3}, {"sun": 0.3, "games": 96})
    facts = finding_of(section_of(report_data(*cells)), "few_deals").facts
    assert [(one.facts["tier"], one.facts["deals"]) for one in facts["tiers"]] == [("cat", 96)]
    assert facts["most"] == 2048


def test_too_few_deals_are_said_to_be_too_few() -> None:
    data = report_data(*tiers({"games": 20}, {"games": 20}, {"games": 20}))
    assert names_of(section_of(data)) == ["too_few"]


def test_without_tiers_there_is_no_such_section() -> None:
    cells = [replace(one, axes={}) for one in tiers({}, {}, {})]
    assert SECTIONS["tiers"].build(report_data(*cells)) is None


def test_tiers_come_first_and_a_comparison_only_if_it_is_asked_for(three: ReportData) -> None:
    names = [section.name for section in sections_of(three)]
    assert names[0] == "tiers"
    assert "comparison" not in names
    asked = replace(three, sections=("comparison", "tiers", "pace"))
    assert [one.name for one in sections_of(asked)] == ["tiers", "comparison", "pace"]


def test_other_sections_are_about_the_strongest_tier_with_the_most_deals(
    three: ReportData,
) -> None:
    titles = {one.name: one.title for one in sections_of(three)}
    assert titles["seats"].endswith(": cat")
    cell = report_data(*tiers({}, {}, {"games": 96})).about("seats")
    assert cell is not None
    assert cell.name == "ox"


def test_the_page_shows_it(three: ReportData, tmp_path: Path) -> None:
    page = build_report(replace(three, sections=("tiers",)), tmp_path).read_text(encoding="utf-8")
    assert "random, ox, cat" in page
    assert "Seats and Goals when assigned, by tier" in page
    assert 'data-name="tiers"' in page
    assert f'<figure id="{picture_link("tiers_cards")}"' in page


def test_it_is_as_on_its_golden_page(section: Section, golden: Callable[[Section], None]) -> None:
    golden(section)
