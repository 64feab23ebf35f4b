"""schema.json: what columns of tables and records mean."""

from pathlib import Path

from balance.report.exports import FullReport
from balance.report.json_values import whole_table
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.schema import schema_of
from tests.report.test_exports import SECTION


def test_a_table_has_types_and_meanings(data: ReportData, tmp_path: Path) -> None:
    schema = schema_of(data, [SECTION], tmp_path)
    assert schema["records"] == {}
    assert [one["name"] for one in schema["variants"]] == [one.name for one in data.variants]
    table = schema["tables"]["cards"]
    assert (table["title"], table["section"], table["correlational"]) == ("Cards", "own", True)
    columns = {each["name"]: each for each in table["columns"]}
    assert {name: each["type"] for name, each in columns.items()} == {
        "card": "text", "value": "number", "low": "number", "high": "number", "seen": "integer",
        "note": "text", "mixed": "text", "whole": "text",
    }  # fmt: skip
    assert columns["low"]["meaning"] == "wins: A share, lower end of its 95% interval"
    assert columns["seen"]["meaning"] == "seen"
    assert columns["note"]["meaning"] == "what is special about the row"
    assert columns["mixed"]["meaning"] == ""


def test_records_have_a_line_for_each_column(data: ReportData, tmp_path: Path) -> None:
    (tmp_path / "records" / "variant=baseline").mkdir(parents=True)
    (tmp_path / "records" / "variant=baseline" / "0-9-0.parquet").touch()
    records = schema_of(data, [], tmp_path)["records"]["games"]
    names = [each["name"] for each in records["columns"]]
    assert names[:3] == ["number", "deal", "rotation"]
    assert len(set(names)) == len(names)
    assert all(each["meaning"] for each in records["columns"])


def test_all_tables_of_a_report_are_told_with_all_their_columns(
    data: ReportData, tmp_path: Path
) -> None:
    report = FullReport(data, sections_of(data))
    tables = {table.name: table for one in report.with_trust for table in one.tables}
    schema = schema_of(data, report.with_trust, tmp_path)["tables"]
    assert set(schema) == set(tables)
    for name, table in tables.items():
        columns = schema[name]["columns"]
        assert [each["name"] for each in columns] == list(map(str, whole_table(table).columns))
        assert [each["name"] for each in columns if not each["meaning"]] == []
        assert all("interval" in each["meaning"] for each in columns if each["name"] == "low")
