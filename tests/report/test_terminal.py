"""Sections in the terminal."""

from io import StringIO

from rich.console import Console

from balance.report.fitted_table import FittedTable, TextColumn
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


def test_intervals_make_room_before_columns_do() -> None:
    prices = FittedTable((
        TextColumn("card", ("Knight", "Skeleton King")),
        TextColumn("price", ("1", "12"), is_number=True),
        TextColumn("option value", ("+1.8 [-0.1, +3.7] *", "+0.4"), is_number=True),
        TextColumn("of the others", ("+1.69 [+1.00, +2.38]", "+1.5"), is_number=True),
        TextColumn("the price is", ("too high", "not clearly unfair")),
    ))  # fmt: skip
    lines = {width: [str(line) for line in prices.rendered(width)] for width in (120, 70, 50)}
    assert "[+1.00, +2.38]" in "".join(lines[120])
    assert max(map(len, lines[70])) <= 70
    assert "+1.69" in lines[70][1] or "+1.69" in lines[70][2]
    for words in ("Knight", "12", "+1.8 [-0.1, +3.7] *", "too high", "the price is"):
        assert words in "\n".join(lines[70])
    assert lines[70][-1] == "Left out, as there is no room: intervals (of the others)."
    assert "+1.8 *" in "\n".join(lines[50])
