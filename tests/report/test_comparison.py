"""The page of a comparison: what differs, what does not, and cells that lack something."""

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from balance.analysis.metrics import METRICS
from balance.report.page import build_report, sections_of
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Section, Table
from balance.report.sections import SECTIONS
from balance.report.terminal import as_text
from balance.scenario.match import Match
from tests.analysis.comparison.test_differences import GOALS, cell, cell_of_one
from tests.analysis.conftest import make_match, make_records
from tests.report.conftest import report_data, variant


def section_of(data: ReportData) -> Section:
    section = SECTIONS["comparison"](data)
    assert section is not None
    return section


def only(data: ReportData) -> ReportData:
    """Return a story whose page is the comparison alone, which is quicker."""
    return replace(data, sections=("comparison",))


def table_of(section: Section, name: str) -> Table:
    return next(table for table in section.tables if table.name == name)


@pytest.fixture(scope="module")
def match() -> Match:
    return make_match(3, cards=("axe", "bow", "cup"), objectives=GOALS)


@pytest.fixture(scope="module")
def two(match: Match) -> Section:
    return section_of(
        report_data(cell(match, "as it is"), cell(match, "dear axe", longer=1, axe=0.5))
    )


@pytest.fixture(scope="module")
def grid(match: Match) -> tuple[CellResult, ...]:
    """Return cells of another number of players, cards, objectives, and one without seats."""
    other = make_match(2, cards=("axe", "pot"))
    return (
        cell(match, "3, short", axes={"players": "3", "length": "short"}),
        cell(match, "3, long", longer=3, axes={"players": "3", "length": "long"}),
        cell(other, "2, short", edge=0.1, axes={"players": "2", "length": "short"}),
        cell(other, "2, long", edge=0.1, longer=3, axes={"players": "2", "length": "long"}),
        cell_of_one(),
    )


def test_of_two_cells_the_finding_says_what_differs_and_what_does_not(two: Section) -> None:
    lines = two.finding.splitlines()
    assert re.fullmatch(
        r'1 of \d+ headline numbers change beyond chance from "as it is" to "dear axe".', lines[0]
    )
    assert lines[1].startswith("Most surely: rounds ")
    assert "(+1.0 [+1.0, +1.0])" in lines[1]
    assert lines[2].startswith("Not established: ")
    assert "first player's wins over a fair share" in lines[2]
    assert "not established)" not in lines[2]


def test_what_differs_and_what_does_not_are_tables_of_their_own(two: Section) -> None:
    known = table_of(two, "comparison_established")
    others = table_of(two, "comparison_not_established")
    assert known.frame["key"].tolist() == ["rounds"]
    assert "first" in others.frame["key"].tolist()
    assert [column.header for column in known.columns][1:4] == [
        "difference",
        "as it is",
        "dear axe",
    ]
    assert "Holm" in known.note
    assert known.is_lead


def test_the_surest_card_stands_first_and_is_marked(two: Section) -> None:
    rows = table_of(two, "comparison_copies").frame
    assert rows["card"].tolist()[0] == "Axe"
    assert rows["sure"].tolist() == [True, False, False]
    assert [picture.name for picture in two.pictures][-1] == "comparison_cards"


def test_of_more_cells_those_that_differ_from_the_first_are_marked(match: Match) -> None:
    cells = [cell(match, name, axe=axe) for name, axe in (("a", 0.3), ("b", 0.3), ("c", 0.6))]
    copies = table_of(section_of(report_data(*cells)), "comparison_copies")
    axe = copies.frame.set_index("card").loc["Axe"]
    assert [bool(axe[f"{place}_sure"]) for place in (1, 2)] == [False, True]
    assert [column.sure for column in copies.columns][2:] == ["", "1_sure", "2_sure"]
    assert "from a, q below 0.05" in copies.note


def test_that_nothing_differs_is_said(match: Match) -> None:
    section = section_of(report_data(cell(match, "one"), cell(match, "two")))
    assert section.finding.startswith(
        'No headline number of "two" differs from "one" beyond chance.'
    )
    known = table_of(section, "comparison_established")
    assert known.frame.empty
    assert not known.columns  # nothing for the page


def test_too_few_deals_are_said_to_be_so(match: Match, tmp_path: Path) -> None:
    data = report_data(cell(match, "one", 40), cell(match, "two", 40, longer=1))
    assert section_of(data).finding.startswith("There are too few deals to say what differs")
    page = build_report(only(data), tmp_path).read_text(encoding="utf-8")
    assert "nan" not in re.sub(r"<svg.*?</svg>|<style>.*?</style>", "", page, flags=re.DOTALL)


def test_a_grid_is_told_axis_by_axis(grid: tuple[CellResult, ...]) -> None:
    section = section_of(report_data(*grid))
    lines = section.finding.splitlines()
    assert lines[0].startswith("Players, 2 instead of 3: first player's wins over a fair share ")
    assert lines[1].startswith("Length, long instead of short: rounds ")
    assert "(+3.0 [+3.0, +3.0]); no difference is established in first player's" in lines[1]
    assert lines[2].endswith(" are established.")
    assert section.tables[0].name == "comparison_axes"
    assert {"comparison_grid_first", "comparison_grid_rounds"} <= {
        picture.name for picture in section.pictures
    }


def test_without_a_grid_the_extremes_are_told(match: Match) -> None:
    cells = [cell(match, name, longer=by) for name, by in (("a", 0), ("b", 2), ("c", 5))]
    text = section_of(report_data(*cells)).finding
    assert "First player's wins over a fair share: no difference is established" in text
    assert re.search(r'Rounds: 11\.\d in "a", 16\.\d in "c", the largest difference \(\+5\.0', text)


def test_cells_that_lack_something_have_dashes_and_all_cells_are_counted(
    grid: tuple[CellResult, ...], tmp_path: Path
) -> None:
    page = build_report(only(report_data(*grid)), tmp_path).read_text(encoding="utf-8")
    assert "nan" not in re.sub(r"<svg.*?</svg>|<style>.*?</style>", "", page, flags=re.DOTALL)
    rows = pd.read_csv(tmp_path / "tables" / "comparison.csv").set_index("cell")
    assert rows["first_value"].isna().to_dict()["alone"]
    assert rows["player_value"].notna().tolist() == [False] * 4 + [True]
    assert "1, 2 and 3 players" in page
    assert "<b>5</b> cells" in page
    assert "<b>8,592</b> games" in page


def test_a_comparison_comes_first_and_other_sections_name_their_cell(
    grid: tuple[CellResult, ...],
) -> None:
    sections = sections_of(report_data(*grid))
    assert [section.title for section in sections] == [
        "Comparison", "Win rate: 3, short", "Against the Dark Lord: alone",
        "Course of the game: 3, short", "Strength of Goals: 3, short", "Cards: 3, short",
    ]  # fmt: skip


def test_variants_of_a_scenario_come_last(match: Match) -> None:
    sections = sections_of(report_data(cell(match, "baseline"), cell(match, "other")))
    assert sections[0].title == "Win rate"
    assert sections[-1].name == "comparison"


def test_many_cells_stay_readable(match: Match) -> None:
    cells = [
        cell(match, f"cell {number}", 256, longer=number % 3, axe=0.2 + 0.02 * number)
        for number in range(24)
    ]
    section = section_of(report_data(*cells))
    shown = [table for table in section.tables if table.columns and not table.is_folded]
    assert all(len(table.frame) <= 40 for table in shown)
    assert all(len(table.columns) <= 12 for table in section.tables)
    assert "between the first and each other of 24 cells" in section.finding


def test_the_terminal_shows_whole_names(grid: tuple[CellResult, ...]) -> None:
    console = Console(width=100, record=True, file=StringIO())
    console.print(as_text(section_of(report_data(*grid))))
    text = console.export_text()
    assert "…" not in text
    assert "3, long" in text
    assert " *" in text


def test_objectives_of_another_cell_of_the_grid_are_not_taken_for_forced(
    full_match: Match,
) -> None:
    cells = (variant(full_match, 300, "a"), variant(full_match, 300, "b", is_forced=True))
    cells = (
        replace(cells[0], axes={"length": "short", "goals": "choose"}),
        replace(cells[1], axes={"length": "long", "goals": "assigned"}),
    )
    strength = next(one for one in sections_of(report_data(*cells)) if one.name == "objectives")
    assert "forced_value" not in strength.tables[0].frame
    beside = replace(cells[1], axes={"length": "short", "goals": "assigned"})
    strength = next(
        one for one in sections_of(report_data(cells[0], beside)) if one.name == "objectives"
    )
    assert "forced_value" in strength.tables[0].frame


def test_bots_stand_by_cell_where_there_are_several() -> None:
    cells = [variant(make_match(2, lineup=("a", "b")), 600, name, first) for name, first in
             (("one", 0.5), ("two", 0.7))]  # fmt: skip
    section = section_of(report_data(*cells))
    rows = table_of(section, "comparison_bots").frame
    assert rows[["cell", "bot"]].to_numpy().tolist() == [
        ["one", "a"], ["one", "b"], ["two", "a"], ["two", "b"]
    ]  # fmt: skip
    keys = table_of(section, "differences").frame["key"].tolist()
    assert {"bot a", "bot b", "first"} <= set(keys)


def test_the_last_round_and_the_parts_of_scores_stand_by_cell() -> None:
    cells = [variant(make_match(2, last_round=True), 600, name) for name in ("one", "two")]
    section = section_of(report_data(*cells))
    last, made_of = (table_of(section, f"comparison_{name}") for name in ("last_round", "parts"))
    assert last.frame["cell"].tolist() == ["one", "two"]
    assert [column.header for column in last.columns] == [
        "cell", "sole leader does not win", "winners", "others", "difference"
    ]  # fmt: skip
    assert made_of.frame[["cell", "part"]].to_numpy().tolist() == [
        ["one", "points"], ["one", "goal"], ["two", "points"], ["two", "goal"]
    ]  # fmt: skip
    plain = [variant(make_match(2), 600, name) for name in ("one", "two")]
    names = {table.name for table in section_of(report_data(*plain)).tables}
    assert "comparison_parts" in names
    assert "comparison_last_round" not in names


def test_objectives_that_one_cell_alone_has_are_not_compared(match: Match) -> None:
    without = make_match(3, cards=("axe", "bow", "cup"))
    cells = [cell(without, "none"), cell(match, "goals"), cell(match, "more", sun=0.1)]
    names = {table.name for table in section_of(report_data(*cells[:2])).tables}
    assert not names & {"comparison_dealt", "comparison_kept"}
    dealt = table_of(section_of(report_data(*cells)), "comparison_dealt")
    assert [column.header for column in dealt.columns] == [
        "Goal", "difference", "goals", "more", "q"
    ]  # fmt: skip


def test_who_plays_alone_has_no_fair_share(tmp_path: Path) -> None:
    alone = make_match(1, objectives=GOALS, rival="Dark Lord")
    cells = []
    for name, chance in (("one", 0.4), ("two", 0.6)):
        rng = np.random.default_rng(2)
        goals = rng.permuted(np.tile(np.arange(4), (600, 1)), axis=1)
        records = make_records(
            alone, (rng.random((600, 1)) < chance).astype(int), rounds=rng.integers(5, 9, 600),
            scores=rng.integers(20, 60, (600, 2)), dealt=goals[:, None, :2], kept=goals[:, :2],
        )  # fmt: skip
        sums = {
            question: asked.tally(records, alone)
            for question, asked in METRICS.items()
            if asked.applies(alone)
        }
        cells.append(CellResult(name, alone, 600, 600, sums))
    section = section_of(report_data(*cells))
    words = [section.finding]
    words += [f"{table.title} {table.note}" for table in section.tables if table.columns]
    words += [f"{picture.title} {picture.caption}" for picture in section.pictures]
    assert not [text for text in words if "fair" in text.lower()]
    title = table_of(section, "comparison_dealt").title
    assert title == "Goals when dealt: win rate over that of all games, by cell"


def test_files_of_tables_by_cell_have_a_row_for_each_cell_and_thing(
    grid: tuple[CellResult, ...], match: Match, tmp_path: Path
) -> None:
    cells = (cell(match, "first one", axe=0.3), *grid[:2])
    build_report(only(report_data(*cells)), tmp_path)
    names = [one.name for one in cells]
    for file, thing, count in (
        ("seats", "seat", 3), ("dealt", "id", 4), ("kept", "id", 4),
        ("copies", "id", 3), ("taken", "id", 3),
    ):  # fmt: skip
        rows = pd.read_csv(tmp_path / "tables" / f"comparison_{file}.csv")
        assert not [column for column in rows.columns if column[0].isdigit()]
        assert rows["cell"].tolist() == [name for name in names for _ in range(count)]
        assert not rows.duplicated(["cell", thing]).any()


def test_each_cell_is_judged_fair_or_not(match: Match) -> None:
    cells = [cell(match, "few", 200), cell(match, "many", 4000), cell(match, "more", 4000)]
    data = ReportData(**{**vars(report_data(*cells)), "fair_within": 0.25})
    section = section_of(data)
    assert section.finding.splitlines()[-1] == (
        "Whether each seat wins within 25.0 points of an equal share: fair in all 3 cells."
    )
    table = table_of(section, "comparison_fair")
    assert table.frame["verdict"].tolist() == ["fair within the band"] * 3
    assert table.frame["needed"].isna().all()


def test_one_cell_of_several_seats_is_named(match: Match) -> None:
    section = section_of(report_data(cell(match, "few", 200), cell_of_one()))
    assert section.finding.splitlines()[-1].endswith("not yet known in few.")


def test_where_it_is_not_known_deals_are_named(match: Match) -> None:
    section = section_of(report_data(cell(match, "few", 200), cell(match, "more", 400)))
    assert section.finding.splitlines()[-1].endswith("not yet known in all 2 cells.")
    assert (table_of(section, "comparison_fair").frame["needed"] > 400).any()


def test_a_scenario_that_asks_what_is_fair_is_answered_first(match: Match) -> None:
    cells = [cell(match, "few", 200), cell(match, "more", 400)]
    data = replace(report_data(*cells), asks_fairness=True)
    assert section_of(data).finding.startswith("Whether each seat wins within 2.0 points of an")
