"""Sections in the terminal."""

from io import StringIO

from rich.console import Console

from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.terminal import as_text


def test_all_sections_are_readable_at_100_columns(data: ReportData) -> None:
    console = Console(width=100, record=True, file=StringIO())
    for section in sections_of(data):
        console.print(as_text(section))
    text = console.export_text()
    assert "…" not in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 100
    for words in ("Win rate by seat", "Length of a game", "Win rate and points by Goal", "Cards"):
        assert words in text


def test_tables_without_columns_are_for_csv_alone(data: ReportData) -> None:
    console = Console(width=100, record=True, file=StringIO())
    console.print(as_text(sections_of(data)[1]))
    assert "Seats by score" not in console.export_text()
