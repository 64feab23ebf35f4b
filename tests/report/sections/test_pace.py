"""The sections on the course of games, and on their last round."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from balance.report.key_findings import headlines_of
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Section
from tests.analysis.comparison.test_differences import cell
from tests.analysis.conftest import make_match
from tests.analysis.made_up_curves import walks
from tests.report.conftest import finding_of, names_of, report_data, table_of, variant


def section(data: ReportData, name: str = "pace") -> Section:
    return next(one for one in sections_of(data) if one.name == name)


def test_the_course_of_the_game_is_in_rounds_points_and_endings(data: ReportData) -> None:
    pace = section(data)
    assert names_of(pace) == ["length", "scores", "ending"]
    facts = finding_of(pace, "length").facts
    assert (facts["few"], facts["many"]) == (8, 14)
    assert facts["rounds"].low < facts["rounds"].value < facts["rounds"].high
    assert [key.table for key in pace.key_findings] == ["length", "scores", "endings"]
    assert pace.key_findings[0].tier_keys == ("pace/rounds",)


def test_games_that_were_cut_off_are_left_out_and_counted() -> None:
    match = make_match(2)
    pace = section(report_data(variant(match, 2000, cut_off=11)))
    facts = finding_of(pace, "cut_off").facts
    assert (facts["cut_off"], facts["games"]) == (11, 2000)
    assert facts["consequence"] == ""
    outcomes = table_of(pace, "outcomes")
    assert outcomes.title == "Ties and unfinished games"
    assert outcomes.frame["games"].tolist()[2] == 11
    assert "cut_off" not in names_of(section(report_data(variant(match, 2000))))
    many = section(report_data(variant(match, 2000, cut_off=21)))
    assert "shorter" in finding_of(many, "cut_off").facts["consequence"]


@pytest.mark.parametrize(("second", "share"), [(3, "most"), (0, "all")])
def test_a_comparison_names_the_cell_in_which_most_games_were_cut_off(
    second: int, share: str
) -> None:
    match = make_match(2)
    cells = [variant(match, 600, "one", cut_off=1), variant(match, 600, "two", cut_off=second)]
    facts = finding_of(section(report_data(*cells), "comparison"), "cut_off").facts
    assert facts["cut_off"] == 1 + second
    cell, number = ("two", 3) if second else ("one", 1)
    assert facts["where"] == f', {share} of them in "{cell}" ({number} of 600)'


def test_where_no_game_ended_there_is_nothing_else_to_say() -> None:
    match = make_match(2)
    data = report_data(variant(match, 60, cut_off=60))
    (pace,) = sections_of(data)
    assert names_of(pace) == ["none_ended"]
    assert pace.findings[0].facts["games"] == 60
    assert pace.key_findings[0].robustness is None
    cells = [variant(match, 600, "one"), variant(match, 600, "two", cut_off=600)]
    assert [one.name for one in sections_of(report_data(*cells))] == ["seats", "pace"]
    assert sections_of(replace(data, variants=(variant(match, 0),))) == ()


def test_the_last_round_is_reported_where_records_hold_it() -> None:
    data = report_data(variant(make_match(2, last_round=True), 2000))
    last = section(data, "last_round")
    assert names_of(last) == ["overtaken", "upset", "points"]
    overtaken, upset = (finding_of(last, name).facts["share"] for name in ("overtaken", "upset"))
    assert 0 < upset.value < overtaken.value < 1
    points = finding_of(last, "points").facts
    assert points["winners"].value > points["others"].value
    names = [one.name for one in sections_of(report_data(variant(make_match(2), 400)))]
    assert "last_round" not in names


def test_the_last_round_is_as_on_its_golden_page(golden: Callable[[Section], None]) -> None:
    golden(section(report_data(variant(make_match(2, last_round=True), 2000)), "last_round"))


def test_minutes_are_decisions_times_seconds() -> None:
    data = report_data(cell(make_match(3), "one"))  # 50 decisions in each game
    usual = section(data)
    (row,) = table_of(usual, "minutes").frame.to_dict("records")
    assert (row["players"], row["least"]) == (3, pytest.approx(50 * 5 / 60))
    assert row["least"] == pytest.approx(row["most"] / 4)  # 5 to 20 seconds, all games alike
    assert (
        "if a decision takes 5 to 20 seconds: an estimate"
        in finding_of(usual, "minutes_usual").text
    )
    known = section(replace(data, seconds_a_decision={"other": (12.0, 12.0)}))
    (row,) = table_of(known, "minutes").frame.to_dict("records")
    assert row["usual"] == pytest.approx(row["decisions"] * 12 / 60)
    ranged = section(replace(data, seconds_a_decision={"other": (6.0, 12.0)}))
    assert "minutes (5.0 to 10) at 6 to 12 seconds" in finding_of(ranged, "minutes").text


def test_the_minutes_that_were_asked_for_stand_at_the_head() -> None:
    data = report_data(cell(make_match(3), "one"))
    assert "minutes" not in section(data).key_findings[0].text
    asked = replace(data, seconds_a_decision={"other": (12.0, 12.0)}, rounds=(8, 12))
    sections = [one for one in sections_of(asked) if one.name in ("pace", "seats")]
    (said,) = [one for one in headlines_of(sections, asked) if one.finding.unit == "minutes"]
    assert said.text.startswith("A game takes ")
    assert "rounds on average" in said.text
    assert ", about 10 minutes (10 to 10) at 12 seconds a decision: " in said.text
    assert "50.0 decisions a game" in said.text
    assert said.finding.figure == "10"


def test_each_kind_of_decision_can_take_its_own_seconds() -> None:
    """In each game followed a hut is built up to 9 times, and nobody sings; 50 decisions in all."""
    played = cell(make_match(3), "one")
    data = report_data(replace(played, trajectories=walks(300, seats=3)))
    kinds = {"build": (60.0, 60.0), "other": (1.0, 2.0)}
    pace = section(replace(data, seconds_a_decision=kinds))
    rows = table_of(pace, "minutes_by_kind").frame.set_index("kind")
    huts = float(rows["value"]["build a hut"])
    assert rows.loc["all other decisions", "value"] == pytest.approx(50 - huts)
    assert (rows["least"]["build a hut"], rows["most"]["build a hut"]) == (huts, huts)
    (row,) = table_of(pace, "minutes").frame.to_dict("records")
    assert row["least"] == pytest.approx(huts + (50 - huts) / 60)
    assert row["most"] == pytest.approx(huts + (50 - huts) * 2 / 60)
    unknown = section(replace(report_data(played), seconds_a_decision=kinds))
    assert "minutes" not in [table.name for table in unknown.tables]  # no game was followed
