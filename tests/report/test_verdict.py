"""The verdict: the most important sentences, each with what it rests on and its badge."""

from dataclasses import replace

import pandas as pd
import pytest

from balance.report.page import sections_of
from balance.report.section import Column, Said, Section, Table, Trust
from balance.report.story import Story
from balance.report.verdict import MEANINGS, MOST, MOST_OF_SECTION, legend, verdicts_of
from tests.analysis.conftest import make_match
from tests.analysis.test_tiers import tiers
from tests.report.conftest import story_of, variant

SHOWN = Table("shown", "Shown", pd.DataFrame({"card": ["axe"]}), (Column("card", "card"),))
HIDDEN = Table("hidden", "Hidden", pd.DataFrame({"card": ["axe"]}), ())


def section(name: str, *said: Said, finding: str = "It is so. Not otherwise.") -> Section:
    return Section(name, name.title(), finding, (SHOWN, HIDDEN), (), verdicts=said)


def test_the_most_important_sentences_come_first_and_few_of_each_section(story: Story) -> None:
    one = section("one", *(Said(f"one {place}", "", place) for place in range(6)))
    two = section("two", Said("two", "", 4.5))
    texts = [found.text for found in verdicts_of([one, two], story)]
    assert texts == ["one 5", "two", "one 4", "one 3", "one 2"]
    assert MOST_OF_SECTION == 4


def test_there_are_ten_at_most(story: Story) -> None:
    many = [section(f"s{place}", Said(f"{place}", "", 50)) for place in range(14)]
    found = verdicts_of(many, story)
    assert [one.text for one in found] == [str(place) for place in range(MOST)]


@pytest.mark.parametrize(
    ("table", "link", "source"),
    [("shown", "table-shown", "Shown"), ("hidden", "one", "One"), ("", "one", "One")],
)
def test_a_sentence_leads_to_its_table_if_the_page_shows_it(
    story: Story, table: str, link: str, source: str
) -> None:
    (found,) = verdicts_of([section("one", Said("So.", table, 50))], story)
    assert (found.link, found.source) == (link, source)


def test_a_section_without_sentences_gives_the_first_of_its_finding(story: Story) -> None:
    finding = "Axes cost 1.5 too much. They are not bought.\nNor are bows."
    (found,) = verdicts_of([section("one", finding=finding)], story)
    assert found.text == "Axes cost 1.5 too much."


def test_without_tiers_nothing_is_checked_over_bots() -> None:
    story = story_of(variant(make_match(2), 400))
    said = Said("Seat 1 wins too often.", "", 90, findings=("seats/first",))
    (found,) = verdicts_of([section("one", said)], story)
    assert found.trust == Trust.UNCHECKED


def test_tiers_say_what_a_sentence_is_worth() -> None:
    story = story_of(*tiers({}, {"sun": 0.3}, {"sun": 0.3, "longer": 2}))
    said = (
        Said("The sun is strong.", "", 90, findings=("forced/kept sun",)),
        Said("Games are short.", "", 80, findings=("pace/rounds",)),
        Said("Both.", "", 70, findings=("forced/kept sun", "pace/rounds")),
    )
    others = (
        Said("Something else.", "", 60, findings=("no/such",)),
        Said("Known already.", "", 50, Trust.ARTEFACT),
        Said("None.", "", 40, None),
    )
    sections = [section("one", *said), section("two", *others)]
    found = {one.text: one.trust for one in verdicts_of(sections, story)}
    assert found == {
        "The sun is strong.": Trust.STABLE,
        "Games are short.": Trust.DEPENDS,
        "Both.": Trust.DEPENDS,
        "Something else.": Trust.UNKNOWN,
        "Known already.": Trust.ARTEFACT,
        "None.": None,
    }


def test_badges_are_explained_if_they_are_there(story: Story) -> None:
    said = (Said("a", "", 9, Trust.STABLE), Said("b", "", 8, Trust.STABLE), Said("c", "", 7, None))
    assert legend(verdicts_of([section("one", *said)], story)) == [
        (Trust.STABLE, MEANINGS[Trust.STABLE])
    ]
    assert set(MEANINGS) == set(Trust)


def test_a_comparison_says_what_differs_and_tiers_what_moves(story: Story) -> None:
    found = verdicts_of(sections_of(story), story)
    assert "table-length" in [one.link for one in found]
    assert "comparison" in [one.section for one in found]
    three = story_of(*tiers({}, {"sun": 0.3}, {"sun": 0.3, "longer": 2}))
    of_tiers = [one for one in verdicts_of(sections_of(three), three) if one.section == "tiers"]
    assert of_tiers[0].text.startswith("4 of 4 Goals are stable")
    assert of_tiers[0].link == "table-tiers_forced"
    assert {one.trust for one in of_tiers} == {None}


def test_of_many_cells_a_sentence_says_of_which_it_tells() -> None:
    match = make_match(2)
    story = story_of(variant(match, 400, "two"), variant(match, 400, "other"))
    sources = [one.source for one in verdicts_of(sections_of(story), story)]
    assert "Length of a game: two" in sources
    assert "Fair within 2.0 points?" in sources


def test_without_any_game_that_ended_that_is_the_verdict() -> None:
    story = story_of(variant(make_match(2), 60, cut_off=60))
    (found,) = verdicts_of(sections_of(replace(story, sections=("pace",))), story)
    assert found.text == "No game ended: all 60 were cut off at the limit of decisions."
