"""What sections say: what was found, and that nothing was found."""

import re

from balance.analysis.metrics.cards import CardSums, table
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.sections.cards import finding_of
from balance.scenario.match import Match
from tests.analysis.conftest import make_match
from tests.report.conftest import report_data, variant


def finding(data: ReportData, name: str) -> str:
    return next(section.finding for section in sections_of(data) if section.name == name)


def test_a_fair_game_is_said_to_be_fair() -> None:
    data = report_data(variant(make_match(2), 2000, first=0.5))
    text = finding(data, "seats")
    assert text.startswith("No seat's win rate differs from a fair 50.0% beyond chance.")
    assert re.search(r"2.0 points is not yet known: about [2-7],\d{3} more deals would", text)


def test_with_enough_games_it_is_said_whether_seats_are_fair() -> None:
    fair = finding(report_data(variant(make_match(2), 40_000, first=0.5)), "seats")
    assert (
        "Seats are fair within the band of ±2.0 points: each seat's 99% interval lies in 48.0% to "
        "52.0%." in fair
    )
    unfair = finding(report_data(variant(make_match(2), 40_000, first=0.55)), "seats")
    assert "outside the band of ±2.0 points: a seat's whole 99% interval lies outside" in unfair


def test_an_unfair_seat_is_named_with_its_interval() -> None:
    text = finding(report_data(variant(make_match(2), 2000, first=0.6)), "seats")
    assert text.startswith("Seat 1 wins 59.4% [57.2, 61.5]")
    assert "points more than a fair 50.0%" in text


def test_the_best_bot_is_named() -> None:
    data = report_data(variant(make_match(2, lineup=("a", "b")), 400, first=0.6))
    assert finding(data, "seats").startswith("The bot ")


def test_the_course_of_the_game_is_told_in_rounds(data: ReportData) -> None:
    text = finding(data, "pace")
    assert "rounds, nine in ten games 8 to 14" in text
    assert "most common ending" in text


def test_objectives_are_judged_where_nobody_chose(data: ReportData, full_match: Match) -> None:
    assert "when forced" in finding(data, "objectives")
    assert "when dealt" in finding(report_data(variant(full_match, 400)), "objectives")


def test_cards_that_do_nothing_are_said_to_do_nothing(data: ReportData) -> None:
    text = finding(data, "cards")
    assert text == "No card's holders win more or less often than others beyond chance."


def test_cards_are_called_correlational(data: ReportData) -> None:
    section = next(section for section in sections_of(data) if section.name == "cards")
    assert "Correlational" in section.warning
    assert any("correlational" in picture.title for picture in section.pictures)


def test_games_that_were_cut_off_are_said_to_be_left_out() -> None:
    match = make_match(2)
    section = next(
        one
        for one in sections_of(report_data(variant(match, 2000, cut_off=11)))
        if one.name == "pace"
    )
    assert section.finding.endswith(
        " 11 of 2,000 games were cut off at the limit of decisions and are left out."
    )
    outcomes = next(table for table in section.tables if table.name == "outcomes")
    assert outcomes.title == "Ties and unfinished games"
    assert outcomes.frame["games"].tolist()[2] == 11
    assert "cut off" not in finding(report_data(variant(match, 2000)), "pace")
    assert " 1 of 2,000 games was cut off" in finding(
        report_data(variant(match, 2000, cut_off=1)), "pace"
    )
    assert finding(report_data(variant(match, 2000, cut_off=21)), "pace").endswith(
        "are left out; those that are told of are the shorter ones."
    )


def test_a_comparison_says_in_which_cell_games_were_cut_off() -> None:
    match = make_match(2)
    cells = [variant(match, 600, "one", cut_off=1), variant(match, 600, "two", cut_off=3)]
    assert finding(report_data(*cells), "comparison").splitlines()[-1] == (
        "4 of 1,200 games were cut off at the limit of decisions and are left out, the most in "
        '"two" (3 of 600).'
    )


def test_where_no_game_ended_that_is_all_that_is_said() -> None:
    match = make_match(2)
    sections = sections_of(report_data(variant(match, 60, cut_off=60)))
    assert [section.finding for section in sections] == [
        "No game ended: all 60 were cut off at the limit of decisions."
    ]
    cells = [variant(match, 600, "one"), variant(match, 600, "two", cut_off=600)]
    assert [section.name for section in sections_of(report_data(*cells))] == ["seats", "pace"]


def test_cards_are_called_as_the_game_calls_them() -> None:
    match = make_match(2, cards=("axe", "bow"), card="tile")
    sections = sections_of(report_data(variant(match, 400), variant(match, 400, name="other")))
    told = next(section for section in sections if section.name == "cards")
    assert told.title == "Tiles"
    assert told.finding == "No tile's holders win more or less often than others beyond chance."
    assert "late tiles mark long games" in told.warning
    table, doses = told.tables
    assert (table.name, table.title) == ("cards_tile", "Tiles")
    assert doses.title == "Tiles: never taken, and wins by copies"
    assert table.is_correlational
    assert doses.is_correlational
    assert [column.header for column in table.columns][:4] == [
        "tile", "note", "available in", "taken in"
    ]  # fmt: skip
    lines = next(section for section in sections if section.name == "comparison")
    assert "No tile changes in copies taken in a game beyond chance." in lines.finding
    titles = [one.title for section in sections for one in section.tables]
    titles += [one.title for section in sections for one in section.pictures]
    assert "Tiles: copies taken in a game, by cell" in titles
    assert not [title for title in titles if "ard" in title]


def test_deeds_have_tables_and_words_of_their_own() -> None:
    match = make_match(2, cards=("axe",), card="tile", deeds=("three of a kind",))
    sections = sections_of(report_data(variant(match, 400), variant(match, 400, name="other")))
    told = next(section for section in sections if section.name == "cards")
    assert told.title == "Tiles and deeds"
    assert told.finding.startswith("No tile's or deed's holders win more or less often")
    tiles, deeds, _ = told.tables
    assert (tiles.title, deeds.title, deeds.name) == ("Tiles", "Bonuses", "cards_bonus")
    assert [column.header for column in deeds.columns][:4] == [
        "deed", "possible in", "done in", "seats that did"
    ]  # fmt: skip
    assert deeds.note.startswith("Done in: share of the games in which the deed was possible.")
    titles = [one.title for section in sections for one in section.tables]
    assert "Tiles and deeds: copies taken, or times done, in a game, by cell" in titles


def test_rare_deeds_are_not_told_as_cards_that_nobody_takes() -> None:
    match = make_match(2, cards=("axe", "bow"), card="tile", deeds=("flood",))
    one = variant(match, 400)
    rows = table(one.kept("cards", CardSums), match).assign(taken_value=0.01)
    text = finding_of(rows, match.game)
    assert "2 tiles are taken in fewer than 5.0% of the games" in text
    assert "Flood" not in text


def test_the_last_round_is_told_where_it_is_known() -> None:
    data = report_data(variant(make_match(2, last_round=True), 2000))
    text = finding(data, "last_round")
    assert re.fullmatch(
        r"Who alone leads as the last round begins does not win \d\d\.\d% \[.*\] of these games; "
        r"in \d\d\.\d% \[.*\] of all games nobody wins who led\. In that round winners score "
        r"\d\.\d.* \[.*\], others \d\.\d.* \[.*\] points\.",
        text,
    )
    sections = sections_of(report_data(variant(make_match(2), 400)))
    assert "last_round" not in [section.name for section in sections]
