"""Where cells are compared, the files of tables have the rows of all cells."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from balance.report.all_cells import with_all_cells
from balance.report.json_values import whole_table
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Section, SectionDefinition, Table
from tests.analysis.comparison.test_differences import GOALS, cell
from tests.analysis.conftest import make_match
from tests.report.conftest import build_report, report_data, table_of, variant
from tests.sections import SECTIONS


@pytest.fixture(scope="module")
def cells() -> ReportData:
    """Return a run of two cells, the second without objectives and with another card."""
    three = make_match(3, cards=("axe", "bow"), objectives=GOALS)
    return report_data(cell(three, "three"), cell(make_match(2, cards=("axe", "pot")), "two"))


def whole(data: ReportData) -> dict[str, pd.DataFrame]:
    sections = with_all_cells(sections_of(data), data)
    return {one.name: whole_table(one) for section in sections for one in section.tables}


def test_each_cell_has_the_rows_that_it_has_alone(cells: ReportData) -> None:
    tables = whole(cells)
    for name in ("win_rate_by_seat", "length", "endings", "cards_card"):
        assert next(iter(tables[name])) == "cell"
        for one in cells.variants:
            alone = whole(replace(cells, variants=(one,)))[name]
            mine = tables[name].query("cell == @one.name").drop(columns="cell")
            pd.testing.assert_frame_equal(mine.reset_index(drop=True), alone, check_dtype=False)
    assert tables["win_rate_by_seat"]["cell"].tolist() == ["three"] * 3 + ["two"] * 2
    assert set(tables["objectives"]["cell"]) == {"three"}


def test_what_compares_cells_stays_as_it_is(cells: ReportData) -> None:
    sections = sections_of(cells)
    (comparison,) = (one for one in sections if one.name == "comparison")
    assert comparison in [*with_all_cells(sections, cells)]
    tables = whole(cells)
    for name in ("comparison_seats", "comparison_copies"):
        assert list(tables[name].columns).count("cell") == 1


def test_a_reader_sees_the_same_of_a_table(cells: ReportData) -> None:
    sections = sections_of(cells)
    for before, after in zip(sections, with_all_cells(sections, cells), strict=True):
        for table in before.tables:
            assert table_of(after, table.name).columns == table.columns
            assert table_of(after, table.name).frame is table.frame


def test_a_table_that_the_first_cell_lacks_is_a_file(cells: ReportData) -> None:
    def build(data: ReportData) -> Section:
        (first, *_) = data.variants
        frame = pd.DataFrame({"seats": [first.match.game_table.num_seats]})
        tables = [Table("of_all", "All", frame, ())]
        if first.name == "two":
            tables.append(Table("of_two", "Two", frame, ()))
        return Section("own", "Own", (), tuple(tables))

    data = replace(cells, definitions={"own": SectionDefinition(build)})
    tables = whole(data)
    assert tables["of_all"].to_numpy().tolist() == [["three", 3], ["two", 2]]
    assert tables["of_two"].to_numpy().tolist() == [["two", 2]]


def test_variants_beside_a_baseline_are_not_in_its_tables() -> None:
    match = make_match(2)
    data = report_data(variant(match, 60), variant(match, 60, name="other"))
    assert "cell" not in whole(data)["win_rate_by_seat"]


def test_the_files_of_a_report_have_them(cells: ReportData, tmp_path: Path) -> None:
    build_report(replace(cells, sections=("seats", "pace")), tmp_path, tables=True)
    for name in ("win_rate_by_seat", "scores"):
        rows = pd.read_csv(tmp_path / "tables" / f"{name}.csv")
        assert rows["cell"].unique().tolist() == ["three", "two"]


def test_no_two_tables_of_a_comparison_hold_the_same() -> None:
    match = make_match(3, cards=("axe", "bow"), objectives=GOALS)
    section = SECTIONS["comparison"].build(report_data(cell(match, "one"), cell(match, "two")))
    assert section is not None
    by_shown = {
        one.name: tuple(whole_table(one).columns)
        for one in section.tables
        if one.columns and "established" not in one.name  # the same differences, sorted apart
    }
    assert {"comparison_dealt", "comparison_kept", "comparison_copies"} <= set(by_shown)
    assert len(set(by_shown.values())) == len(by_shown)
