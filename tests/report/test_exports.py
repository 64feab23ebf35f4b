"""The report as Markdown, JSON, CSV and Parquet: the same content."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from balance.report.exports import as_json, as_markdown, write_table
from balance.report.key_findings import Verdict, verdicts_of
from balance.report.page import build_report, sections_of
from balance.report.report_data import ReportData
from balance.report.section import Column, Robustness, Section, Style, Table

FRAME = pd.DataFrame(
    {
        "card": ["axe | bow", "*cup*"], "value": [0.5, np.nan], "low": [0.4, np.nan],
        "high": [0.6, np.nan], "seen": np.array([3, 4], np.int64), "note": ["so", None],
        "mixed": [1, "one"], "whole": pd.Series([1.5, 2], dtype=object),
    }
)  # fmt: skip
TABLE = Table(
    "cards", "Cards", FRAME,
    (Column("card", "card"), Column("wins", "", Style.PERCENT, told="A share."),
     Column("seen", "seen", Style.COUNT)), "A note.", is_correlational=True,
)  # fmt: skip
SECTION = Section("own", "Our *own*", "It is so.", (TABLE,), (), "Take care.\nAnd more.")
VERDICT = Verdict("It is so.", "own", "table-cards", "Cards", Robustness.STABLE)


def test_markdown_has_the_verdict_and_the_tables_whole(data: ReportData) -> None:
    text = as_markdown(data, [SECTION], [VERDICT])
    assert text.startswith("# first-game\n\nMade up · 2 players\n\nIs it fair?\n\n## Verdict\n\n")
    assert "- It is so. *(stable; Cards)*" in text
    assert "## Our \\*own\\*\n\nIt is so.\n\n> Take care.\n> And more.\n\n" in text
    assert "### Cards (correlational)\n\n| card | wins | seen |\n| :-- | --: | --: |\n" in text
    assert "| axe \\| bow | 50.0% [40.0, 60.0] | 3 |\n| \\*cup\\* | – | 4 |" in text  # noqa: RUF001
    assert "A note. [CSV](tables/cards.csv) [Parquet](tables/cards.parquet)" in text


def test_json_has_every_number_and_null_where_there_is_none(data: ReportData) -> None:
    values = json.loads(json.dumps(as_json(data, [SECTION], [VERDICT]), allow_nan=False))
    assert values["verdicts"][0]["trust"] == "stable"
    (table,) = values["sections"][0]["tables"]
    assert table["correlational"] is True
    assert table["columns"][1] == {
        "header": "wins", "name": "", "style": "percent", "told": "A share.",
    }  # fmt: skip
    assert table["rows"][1] == {
        "card": "*cup*", "value": None, "low": None, "high": None, "seen": 4, "note": None,
        "mixed": "one", "whole": 2,
    }  # fmt: skip


def test_parquet_and_csv_hold_the_same(tmp_path: Path) -> None:
    write_table(TABLE, tmp_path)
    kept, text = pd.read_parquet(tmp_path / "cards.parquet"), pd.read_csv(tmp_path / "cards.csv")
    assert list(kept.columns) == list(text.columns) == list(FRAME.columns)
    assert kept["value"].equals(text["value"])
    assert kept["seen"].dtype == np.int64
    assert kept["mixed"].tolist() == ["1", "one"]
    assert kept["note"].isna().tolist() == [False, True]
    assert kept["whole"].tolist() == [1.5, 2.0]


@pytest.fixture(scope="module")
def folder(data: ReportData, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("exports")
    build_report(data, place)
    return place


def test_every_table_of_a_report_is_in_all_four(data: ReportData, folder: Path) -> None:
    text = (folder / "report.md").read_text(encoding="utf-8")
    values = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    told = {one["name"]: one for one in values["sections"]}
    assert list(told)[-1] == "trust"
    for section in sections_of(data):
        by_name = {one["name"]: one for one in told[section.name]["tables"]}
        assert told[section.name]["finding"] == section.finding
        for table in section.tables:
            rows = pd.read_parquet(folder / "tables" / f"{table.name}.parquet")
            frame = table.frame if table.file is None else table.file
            assert rows.shape == frame.shape
            assert len(by_name[table.name]["rows"]) == len(table.frame if table.columns else rows)
            if table.columns:
                assert f"(tables/{table.name}.parquet)" in text
    assert [one["text"] for one in values["verdicts"]] == [
        one.text for one in verdicts_of(sections_of(data), data)
    ]


def test_links_of_the_markdown_lead_somewhere(folder: Path) -> None:
    text = (folder / "report.md").read_text(encoding="utf-8")
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    assert len(links) > 10
    assert all((folder / link).is_file() for link in links)


def test_json_never_says_nan(folder: Path) -> None:
    def refuse(constant: str) -> float:
        raise AssertionError(constant)

    values = json.loads((folder / "report.json").read_text(encoding="utf-8"), parse_constant=refuse)
    assert math.isfinite(values["seed"])
