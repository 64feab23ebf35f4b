"""The key findings: the most important ones, each with its source and its badge."""

from dataclasses import replace

import pandas as pd
import pytest

from balance.report.key_findings import MOST, MOST_OF_SECTION, headlines_of
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import (
    Column,
    Finding,
    KeyFinding,
    Robustness,
    Section,
    Table,
    importance_of,
)
from tests.analysis.comparison.test_tiers import tiers
from tests.analysis.conftest import make_match
from tests.report.conftest import report_data, variant

VISIBLE = Table("visible", "Visible", pd.DataFrame({"card": ["axe"]}), (Column("card", "card"),))
HIDDEN = Table("hidden", "Hidden", pd.DataFrame({"card": ["axe"]}), ())


def key(
    text: str,
    importance: float = 50,
    table: str = "",
    robustness: Robustness | None = Robustness.UNCHECKED,
    tier_keys: tuple[str, ...] = (),
) -> KeyFinding:
    return Finding("so", text).key(table, importance, robustness, tier_keys)


def section(name: str, *keys: KeyFinding, finding: str = "It is so. Not otherwise.") -> Section:
    tables = (VISIBLE, HIDDEN)
    return Section(name, name.title(), (Finding("own", finding),), tables, key_findings=keys)


def test_the_most_important_come_first_and_few_of_each_section(data: ReportData) -> None:
    one = section("one", *(key(f"one {place}", 60 + place) for place in range(6)))
    two = section("two", key("two", 64.5))
    texts = [headline.text for headline in headlines_of([one, two], data)]
    assert texts == ["one 5", "two", "one 4", "one 3"]
    assert MOST_OF_SECTION == 3


def test_there_are_five_at_most(data: ReportData) -> None:
    many = [section(f"s{place}", key(f"{place}", 99 - place)) for place in range(14)]
    headlines = headlines_of(many, data)
    assert [headline.text for headline in headlines] == [str(place) for place in range(MOST)]


@pytest.mark.parametrize(
    ("table", "link", "source"),
    [("visible", "table-visible", "Visible"), ("hidden", "one", "One"), ("", "one", "One")],
)
def test_a_finding_leads_to_its_table_if_the_page_shows_it(
    data: ReportData, table: str, link: str, source: str
) -> None:
    (headline,) = headlines_of([section("one", key("So.", table=table))], data)
    assert (headline.link, headline.source) == (link, source)


def test_a_section_without_key_findings_gives_its_first_sentence(data: ReportData) -> None:
    finding = "Axes cost 1.5 too much. They are not bought.\nNor are bows."
    (headline,) = headlines_of([section("one", finding=finding)], data)
    assert headline.text == "Axes cost 1.5 too much."
    assert headline.finding.name == "own"


def test_without_tiers_nothing_is_checked_over_bots() -> None:
    data = report_data(variant(make_match(2), 400))
    finding = key("Seat 1 wins too often.", tier_keys=("seats/first",))
    (headline,) = headlines_of([section("one", finding)], data)
    assert headline.robustness == Robustness.UNCHECKED


def test_what_all_tiers_see_in_another_size_is_no_disagreement() -> None:
    data = report_data(*tiers({"sun": 0.1}, {"sun": 0.2}, {"sun": 0.4}))
    finding = key("The sun is strong.", 90, tier_keys=("forced/kept sun",))
    (headline,) = headlines_of([section("one", finding)], data)
    assert headline.robustness == Robustness.SIZE
    assert headline.strength == "players of all strengths see it, not equally much"


def test_tiers_give_findings_their_badges() -> None:
    data = report_data(*tiers({}, {"sun": 0.3}, {"sun": 0.3, "longer": 2}))
    keys = (
        key("The sun is strong.", 90, tier_keys=("forced/kept sun",)),
        key("Games are short.", 80, tier_keys=("pace/rounds",)),
        key("Both.", 70, tier_keys=("forced/kept sun", "pace/rounds")),
    )
    others = (
        key("Something else.", 60, tier_keys=("no/such",)),
        key("Known already.", 50, robustness=Robustness.ARTEFACT),
        key("No finding on a game.", 40, robustness=None),
    )
    sections = [section("one", *keys), section("two", *others)]
    badges = {one.text: one.robustness for one in headlines_of(sections, data)}
    assert badges == {
        "The sun is strong.": Robustness.STABLE,
        "Games are short.": Robustness.DEPENDS,
        "Both.": Robustness.DEPENDS,
        "Something else.": Robustness.UNKNOWN,
        "Known already.": Robustness.ARTEFACT,
    }


def test_a_comparison_and_tiers_are_among_them(data: ReportData) -> None:
    headlines = headlines_of(sections_of(data), data)
    assert "table-length" in [one.link for one in headlines]
    assert "comparison" in [one.section for one in headlines]
    three = report_data(*tiers({}, {"sun": 0.3}, {"sun": 0.3, "longer": 2}))
    of_tiers = [one for one in headlines_of(sections_of(three), three) if one.section == "tiers"]
    assert of_tiers[0].finding.name == "counted"
    assert of_tiers[0].link == "table-tiers_forced"
    assert {one.robustness for one in of_tiers} == {None}


def test_of_many_cells_a_finding_names_the_one_that_it_is_about() -> None:
    match = make_match(2)
    data = report_data(variant(match, 400, "two"), variant(match, 400, "other"))
    headlines = headlines_of(sections_of(data), data)
    sources = [one.source for one in headlines]
    assert "Length of a game: two" in sources
    assert "Even to within ±2 points?" in sources
    (length,) = (one.text for one in headlines if one.section == "pace")
    assert length.startswith("two: A game takes")
    assert not [one for one in headlines if one.section == "comparison" and "two:" in one.text]


def test_of_one_subject_there_is_one_finding_the_one_that_says_what_to_do(data: ReportData) -> None:
    strong = Finding("so", "Butchers are strong.").key("", 80, subject="card butcher")
    price = Finding("so", "Butchers are cheap.").key(
        "", 60, subject="card butcher", action="Print 4 gold (played)."
    )
    again = Finding("so", "Butchers are taken.").key("", 70, subject="card butcher")
    other = Finding("so", "Monks are weak.").key("", 65, command="balance price first-game monk")
    sections = [section("one", strong, other), section("two", price, again)]
    monks, butchers = headlines_of(sections, data)
    assert butchers.text == "Butchers are cheap."
    assert (butchers.action, butchers.command) == ("Print 4 gold (played).", "")
    assert "balance price first-game monk" in monks.action
    assert monks.command == "balance price first-game monk"


def test_what_was_asked_comes_first_and_what_is_slight_not_at_all(data: ReportData) -> None:
    asked = Finding("so", "It differs.").key("", 45, is_asked=True)
    strong = Finding("so", "Seats differ.").key("", 95)
    slight = Finding("so", "Axes go with winning.").key("", 30)
    headlines = headlines_of([section("one", strong, slight, asked)], data)
    assert [one.text for one in headlines] == ["It differs.", "Seats differ."]
    (only,) = headlines_of([section("one", slight)], data)
    assert only.text == slight.text


def test_a_larger_and_surer_effect_is_more_important() -> None:
    sizes = [importance_of(points) for points in (0.0, 0.01, 0.04, -0.24)]
    assert sizes == sorted(sizes)
    assert importance_of(0.24, is_sure=False) == importance_of(0.24) - 20


def test_where_no_game_ended_that_is_the_only_one() -> None:
    data = report_data(variant(make_match(2), 60, cut_off=60))
    (headline,) = headlines_of(sections_of(replace(data, sections=("pace",))), data)
    assert headline.finding.name == "none_ended"


def test_what_is_sure_of_one_player_only_is_not_called_sure_without_a_word(
    data: ReportData,
) -> None:
    def certainty(badge: Robustness) -> str:
        sure = replace(key("It is strong.", robustness=badge), certainty="sure: 8.9% to 9.6%")
        checked = replace(data, check_tiers=("policy", "planner"))
        (headline,) = headlines_of([section("one", sure)], checked)
        return headline.certainty

    assert certainty(Robustness.STABLE) == "sure: 8.9% to 9.6%; policy and planner agree"
    assert certainty(Robustness.DEPENDS) == (
        "sure: 8.9% to 9.6% in these games; policy and planner differ"
    )
