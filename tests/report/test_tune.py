"""What a set of changes does, as the bot that plays and the one that checks see it."""

import pytest

from tests.analysis.test_sensitivity import trials_of
from tests.report.made_up_sections import tuned


@pytest.fixture(scope="module")
def section():
    return tuned(trials_of([0.6, 0.52])[0])


def said(section, name):
    return [one.text for one in section.findings if one.name == name]


def test_what_the_second_bot_finds_worse_is_said_and_in_the_title(section):
    (text,) = said(section, "made_worse")
    assert text.startswith(
        "As planner plays, these changes make worse: seat_gap < 2pp, by 3.0 [2.0, 4.0] pp: 9.0pp"
    )
    assert "9.0pp [8.0, 10.0] instead of 6.0pp [5.0, 7.0]" in text
    assert [one.name for one in section.findings[:4]].count("made_worse") == 1
    assert "; but some get worse as planner plays" in section.key_findings[0].claim


def test_what_is_undecided_is_not_said_to_be_unmet(section):
    assert "1 is met" not in said(section, "some_open")[0]
    assert "2 are not yet known" in said(section, "some_open")[0]
    (text,) = said(section, "open")
    assert text.endswith("About --games 8,000 would decide.")
    assert text.startswith("Not yet known: seat_gap < 2pp, 3.0pp [1.0, 5.0] (6.0pp [5.0, 7.0] as ")
    assert len(said(section, "open_far")) == 1
    assert len(said(section, "not_met")) == 1


def test_each_bot_has_a_table_of_its_own(section):
    names = [table.name for table in section.tables]
    assert names[:4] == ["requirements", "chosen", "sheets", "requirements_checked"]
    assert set(section.tables[0].frame["bot"]) == {"policy"}
    assert section.tables[3].title == "Requirements, as planner plays"
    assert set(section.tables[3].frame["now"]) == {"9.0pp [8.0, 10.0]"}


def test_the_title_says_what_was_met_before_and_after_and_the_changes_in_words(section):
    claim = section.key_findings[0].claim
    assert claim.startswith("1 change meets 0 of 3 requirements for sure (0 as it is): C0: cost 3")


@pytest.mark.parametrize(
    ("why", "reason"),
    [
        (
            "second",
            "as planner is then farther from the requirements, by 0.021 [0.012, 0.030]",
        ),
        ("own", "as it leaves Axe too far off, at 2.1%"),
        ("enough", "as the advised set meets all"),
        ("close", "as for all that was asked that is not clear, and it takes 2 changes"),
    ],
)
def test_each_set_that_was_passed_over_has_its_reason(why, reason):
    (text,) = said(tuned(trials_of([0.6, 0.52])[0], why), f"passed_{why}")
    assert text.startswith("Nearer")
    assert text.endswith(f"but passed over, {reason}: C2: cost 4; C3: cost 1.")


def test_alternatives_are_in_words(section):
    (text,) = said(section, "nearest")
    assert text.endswith("came to 1.0pp in the search, from 2.0pp on the same deals: C1: cost 3.")
    (front,) = [table for table in section.tables if table.name == "front"]
    assert front.columns[-1].name == "words"


def test_what_may_not_change_but_would_help_is_named(section):
    (text,) = said(section, "left_out")
    assert text == (
        "A number that may not change would help with seat_gap < 2pp, alone from 2.0pp to 1.0pp "
        "in a few games: seat 2 starts with 1 more gold. To allow it: --only 'seats.2.gold'."
    )


def test_how_many_others_may_be_better_is_said(section):
    (text,) = said(section, "rivals")
    assert text.startswith("Of the 40 other sets of at most 1 change that were tried 3 may be as")


def test_how_far_both_bots_are_is_said(section):
    (text,) = said(section, "both")
    assert text.startswith("Both bots played 1 set on the same fresh deals, and with this one")
    assert text.endswith("as planner plays 0.5 [0.5, 0.5] (0.5 as it is).")


def test_what_is_not_met_comes_first(section):
    assert section.tables[0].frame["result"].tolist()[0] == "broken"


def test_of_what_is_left_worse_the_first_few_are_named(section):
    (text,) = said(section, "worse")
    assert text == (
        "It leaves worse than before: Axe: taken in 50.0% of games (50.0% before); Axe: taken in "
        "50.0% of games (50.0% before); Axe: taken in 50.0% of games (50.0% before); and one more."
    )
