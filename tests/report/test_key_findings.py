"""The verdict: the most important sentences, each with what it rests on and its badge."""

from dataclasses import replace

import pandas as pd
import pytest

from balance.report.key_findings import MEANINGS, MOST, MOST_OF_SECTION, legend, verdicts_of
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Column, KeyFinding, Robustness, Section, Table
from tests.analysis.comparison.test_tiers import tiers
from tests.analysis.conftest import make_match
from tests.report.conftest import report_data, variant

SHOWN = Table("shown", "Shown", pd.DataFrame({"card": ["axe"]}), (Column("card", "card"),))
HIDDEN = Table("hidden", "Hidden", pd.DataFrame({"card": ["axe"]}), ())


def section(name: str, *said: KeyFinding, finding: str = "It is so. Not otherwise.") -> Section:
    return Section(name, name.title(), finding, (SHOWN, HIDDEN), (), verdicts=said)


def test_the_most_important_sentences_come_first_and_few_of_each_section(data: ReportData) -> None:
    one = section("one", *(KeyFinding(f"one {place}", "", place) for place in range(6)))
    two = section("two", KeyFinding("two", "", 4.5))
    texts = [found.text for found in verdicts_of([one, two], data)]
    assert texts == ["one 5", "two", "one 4", "one 3", "one 2"]
    assert MOST_OF_SECTION == 4


def test_there_are_ten_at_most(data: ReportData) -> None:
    many = [section(f"s{place}", KeyFinding(f"{place}", "", 50)) for place in range(14)]
    found = verdicts_of(many, data)
    assert [one.text for one in found] == [str(place) for place in range(MOST)]


@pytest.mark.parametrize(
    ("table", "link", "source"),
    [("shown", "table-shown", "Shown"), ("hidden", "one", "One"), ("", "one", "One")],
)
def test_a_sentence_leads_to_its_table_if_the_page_shows_it(
    data: ReportData, table: str, link: str, source: str
) -> None:
    (found,) = verdicts_of([section("one", KeyFinding("So.", table, 50))], data)
    assert (found.link, found.source) == (link, source)


def test_a_section_without_sentences_gives_the_first_of_its_finding(data: ReportData) -> None:
    finding = "Axes cost 1.5 too much. They are not bought.\nNor are bows."
    (found,) = verdicts_of([section("one", finding=finding)], data)
    assert found.text == "Axes cost 1.5 too much."


def test_without_tiers_nothing_is_checked_over_bots() -> None:
    data = report_data(variant(make_match(2), 400))
    said = KeyFinding("Seat 1 wins too often.", "", 90, findings=("seats/first",))
    (found,) = verdicts_of([section("one", said)], data)
    assert found.trust == Robustness.UNCHECKED


def test_tiers_say_what_a_sentence_is_worth() -> None:
    data = report_data(*tiers({}, {"sun": 0.3}, {"sun": 0.3, "longer": 2}))
    said = (
        KeyFinding("The sun is strong.", "", 90, findings=("forced/kept sun",)),
        KeyFinding("Games are short.", "", 80, findings=("pace/rounds",)),
        KeyFinding("Both.", "", 70, findings=("forced/kept sun", "pace/rounds")),
    )
    others = (
        KeyFinding("Something else.", "", 60, findings=("no/such",)),
        KeyFinding("Known already.", "", 50, Robustness.ARTEFACT),
        KeyFinding("None.", "", 40, None),
    )
    sections = [section("one", *said), section("two", *others)]
    found = {one.text: one.trust for one in verdicts_of(sections, data)}
    assert found == {
        "The sun is strong.": Robustness.STABLE,
        "Games are short.": Robustness.DEPENDS,
        "Both.": Robustness.DEPENDS,
        "Something else.": Robustness.UNKNOWN,
        "Known already.": Robustness.ARTEFACT,
        "None.": None,
    }


def test_badges_are_explained_if_they_are_there(data: ReportData) -> None:
    said = (
        KeyFinding("a", "", 9, Robustness.STABLE),
        KeyFinding("b", "", 8, Robustness.STABLE),
        KeyFinding("c", "", 7, None),
    )
    assert legend(verdicts_of([section("one", *said)], data)) == [
        (Robustness.STABLE, MEANINGS[Robustness.STABLE])
    ]
    assert set(MEANINGS) == set(Robustness)


def test_a_comparison_says_what_differs_and_tiers_what_moves(data: ReportData) -> None:
    found = verdicts_of(sections_of(data), data)
    assert "table-length" in [one.link for one in found]
    assert "comparison" in [one.section for one in found]
    three = report_data(*tiers({}, {"sun": 0.3}, {"sun": 0.3, "longer": 2}))
    of_tiers = [one for one in verdicts_of(sections_of(three), three) if one.section == "tiers"]
    assert of_tiers[0].text.startswith("4 of 4 Goals are stable")
    assert of_tiers[0].link == "table-tiers_forced"
    assert {one.trust for one in of_tiers} == {None}


def test_of_many_cells_a_sentence_says_of_which_it_tells() -> None:
    match = make_match(2)
    data = report_data(variant(match, 400, "two"), variant(match, 400, "other"))
    sources = [one.source for one in verdicts_of(sections_of(data), data)]
    assert "Length of a game: two" in sources
    assert "Fair within 2.0 points?" in sources


def test_without_any_game_that_ended_that_is_the_verdict() -> None:
    data = report_data(variant(make_match(2), 60, cut_off=60))
    (found,) = verdicts_of(sections_of(replace(data, sections=("pace",))), data)
    assert found.text == "No game ended: all 60 were cut off at the limit of decisions."
