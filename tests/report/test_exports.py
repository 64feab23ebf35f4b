"""The report as Markdown, JSON, CSV and Parquet: the same content."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from balance.report.exports import FullReport, as_json, as_markdown, write_exports
from balance.report.key_findings import Headline, headlines_of
from balance.report.number_format import Estimated
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Column, Finding, Robustness, Section, Style, Table
from tests.report.conftest import build_report

FRAME = pd.DataFrame(
    {
        "card": ["axe | bow", "*cup*"], "value": [0.5, np.nan], "low": [0.4, np.nan],
        "high": [0.6, np.nan], "seen": np.array([3, 4], np.int64), "note": ["so", None],
        "mixed": [1, "one"], "whole": pd.Series([1.5, 2], dtype=object),
    }
)  # fmt: skip
TABLE = Table(
    "cards", "Cards", FRAME,
    (Column("card", "card"), Column("wins", "", Style.PERCENT, tooltip="A share."),
     Column("seen", "seen", Style.COUNT)), "A note.", is_correlational=True,
)  # fmt: skip
PART = Finding("part", "a third", {"share": Estimated(1 / 3)})
FACTS = {"rate": Estimated(0.25, 0.2, 0.3), "bot": "fox", "games": np.int64(7), "parts": [PART]}
FINDING = Finding("so", "It is so.", FACTS)
SECTION = Section("own", "Our *own*", (FINDING,), (TABLE,), (), "Take care.\nAnd more.")
HEADLINE = Headline(FINDING.key("cards", 50, Robustness.STABLE), "own", "table-cards", "Cards")


def test_markdown_has_the_key_findings_and_the_tables_whole(data: ReportData) -> None:
    text = as_markdown(data, [SECTION], [HEADLINE])
    assert text.startswith(
        "# first-game\n\nMade up · 2 players\n\nIs it fair?\n\nPlayed by same in all seats"
    )
    assert "\n\n## Key findings\n\n" in text
    assert "- It is so. *(stable; Cards)*" in text
    assert "## Our \\*own\\*\n\nIt is so.\n\n> Take care.\n> And more.\n\n" in text
    assert "### Cards (correlational)\n\n| card | wins | seen |\n| :-- | --: | --: |\n" in text
    assert "| axe \\| bow | 50% [40, 60] | 3 |\n| \\*cup\\* | – | 4 |" in text  # noqa: RUF001
    assert "A note. [CSV](tables/cards.csv) [Parquet](tables/cards.parquet)" in text


def test_json_has_every_number_and_null_where_there_is_none(data: ReportData) -> None:
    values = json.loads(json.dumps(as_json(data, [SECTION], [HEADLINE]), allow_nan=False))
    (key,) = values["key_findings"]
    assert (key["name"], key["text"], key["robustness"]) == ("so", "It is so.", "stable")
    assert key["facts"] == {
        "rate": {"value": 0.25, "low": 0.2, "high": 0.3}, "bot": "fox", "games": 7,
        "parts": [{"name": "part", "text": "a third",
                   "facts": {"share": {"value": 0.33333333, "low": None, "high": None}}}],
    }  # fmt: skip
    (finding,) = values["sections"][0]["findings"]
    assert finding == {name: key[name] for name in ("name", "text", "facts")}
    (table,) = values["sections"][0]["tables"]
    assert table["correlational"] is True
    assert table["columns"][1] == {
        "head": "wins", "name": "", "style": "percent", "tooltip": "A share.",
    }  # fmt: skip
    assert table["rows"][1] == {
        "card": "*cup*", "value": None, "low": None, "high": None, "seen": 4, "note": None,
        "mixed": "one", "whole": 2,
    }  # fmt: skip


def test_parquet_and_csv_hold_the_same(data: ReportData, tmp_path: Path) -> None:
    write_exports(FullReport(data, (SECTION,)), tmp_path, tables=True)
    file = tmp_path / "tables" / "cards.csv"
    kept, text = pd.read_parquet(file.with_suffix(".parquet")), pd.read_csv(file)
    assert list(kept.columns) == list(text.columns) == list(FRAME.columns)
    assert kept["value"].equals(text["value"])
    assert kept["seen"].dtype == np.int64
    assert kept["mixed"].tolist() == ["1", "one"]
    assert kept["note"].isna().tolist() == [False, True]
    assert kept["whole"].tolist() == [1.5, 2.0]


@pytest.fixture(scope="module")
def folder(data: ReportData, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("exports")
    build_report(data, place, tables=True, figures=True)
    return place


def test_every_table_of_a_report_is_in_all_four(data: ReportData, folder: Path) -> None:
    text = (folder / "report.md").read_text(encoding="utf-8")
    values = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    written = {one["name"]: one for one in values["sections"]}
    assert list(written)[-1] == "trust"
    for section in sections_of(data):
        by_name = {one["name"]: one for one in written[section.name]["tables"]}
        texts = [finding["text"] for finding in written[section.name]["findings"]]
        assert texts == [finding.text for finding in section.findings]
        for table in section.tables:
            rows = pd.read_parquet(folder / "tables" / f"{table.name}.parquet")
            frame = table.frame if table.file is None else table.file
            assert rows.shape == frame.shape
            assert len(by_name[table.name]["rows"]) == len(table.frame if table.columns else rows)
            if table.columns:
                assert f"(tables/{table.name}.parquet)" in text
    assert [one["text"] for one in values["key_findings"]] == [
        one.text for one in headlines_of(sections_of(data), data)
    ]


def test_links_of_the_markdown_lead_somewhere(folder: Path) -> None:
    text = (folder / "report.md").read_text(encoding="utf-8")
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    assert len(links) > 10
    assert all((folder / link).is_file() for link in links)


def test_without_figures_the_markdown_has_no_links_to_them(
    data: ReportData, tmp_path: Path
) -> None:
    build_report(data, tmp_path, tables=True)
    assert "](figures" not in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert not (tmp_path / "figures").exists()


def test_json_never_says_nan(folder: Path) -> None:
    def refuse(constant: str) -> float:
        raise AssertionError(constant)

    values = json.loads((folder / "report.json").read_text(encoding="utf-8"), parse_constant=refuse)
    assert math.isfinite(values["seed"])
