"""schema.json: what columns of tables and records mean."""

import tomllib
from pathlib import Path

import pytest

from balance.report import schema as module
from balance.report.exports import FullReport
from balance.report.json_values import whole_table
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.schema import schema_of
from tests.analysis.conftest import make_match
from tests.conftest import ROOT
from tests.report.conftest import OBJECTIVES, report_data, variant
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


@pytest.mark.parametrize("bots", [(), ("fox", "cat")])
def test_all_tables_of_a_report_are_told_with_all_their_columns(
    data: ReportData, tmp_path: Path, bots: tuple[str, ...]
) -> None:
    if bots:
        match = make_match(2, bots, cards=("axe", "bow"), objectives=OBJECTIVES)
        data = report_data(variant(match, 400), variant(match, 400, name="other"))
    report = FullReport(data, sections_of(data))
    tables = {table.name: table for one in report.with_trust for table in one.tables}
    schema = schema_of(data, report.with_trust, tmp_path)["tables"]
    assert set(schema) == set(tables)
    for name, table in tables.items():
        columns = schema[name]["columns"]
        assert [each["name"] for each in columns] == list(map(str, whole_table(table).columns))
        assert all("interval" in each["meaning"] for each in columns if each["name"] == "low")


def test_what_is_newer_than_the_schema_says_since_when(
    data: ReportData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dated(**since: str) -> None:
        monkeypatch.setitem(module._read(module._USUAL), "since", since)

    dated(**{"cards.note": "9.1"})
    table = schema_of(data, [SECTION], tmp_path)["tables"]["cards"]
    assert table["since"] == module.FIRST
    assert [each["name"] for each in table["columns"] if "since" in each] == ["note"]
    dated(cards_="9.2")
    assert module.since("cards_tool", "q") == module.since("cards_tool") == "9.2"


@pytest.mark.parametrize("lineup", [(), ("fox", "cat")])
def test_no_file_has_estimates_within_texts(lineup: tuple[str, ...]) -> None:
    match = make_match(2, lineup, cards=("axe", "bow"), objectives=OBJECTIVES)
    data = report_data(variant(match, 400), variant(match, 400, name="forced", is_forced=True))
    for section in FullReport(data, sections_of(data)).with_trust:
        for table in section.tables:
            if table.name == "trust_selftest":  # whose numbers have all kinds of units
                continue
            texts = whole_table(table).select_dtypes(["object", "str"]).astype(str)
            for name, column in texts.items():
                found = column[column.str.contains(r"\d \[|\d to \d|\d more deals")]
                assert found.tolist() == [], (table.name, name)


def test_every_estimator_is_explained_and_used() -> None:
    known = tomllib.loads((ROOT / "balance/data/estimates.toml").read_text(encoding="utf-8"))
    tables = [known["estimates"], *known["in"].values()]
    used = [one[0] for table in tables for one in table.values()]
    assert set(used) == set(known["estimators"])


def test_an_estimate_has_its_estimator_by_its_table(tmp_path: Path) -> None:
    match = make_match(2, cards=("axe", "bow"))
    data = report_data(variant(match, 400))
    schema = schema_of(data, FullReport(data, sections_of(data)).with_trust, tmp_path)
    tables = schema["tables"]
    wins = tables["win_rate_by_seat"]["estimates"]
    assert wins[""] == {
        "estimator": "share", "per": "games in the seats of the row", "unit": "share"
    }  # fmt: skip
    assert wins["score_"]["estimator"] == "mean"
    assert tables["cards_card"]["estimates"]["winners_"]["estimator"] == "count"
    assert tables["score_parts"]["estimates"]["winners_"]["estimator"] == "mean"
    assert "Wilson" in schema["estimators"]["share"]
    types = {each["name"]: each["type"] for each in tables["cards_card"]["columns"]}
    assert types["available_value"] == "number"  # although all are 1
    assert types["available_deals"] == "integer"
