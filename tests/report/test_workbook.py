"""The tables of a report as a workbook: whole numbers, shown as their styles say."""

from pathlib import Path

import openpyxl
import pandas as pd

from balance.report.section import Column, Finding, Section, Style, Table
from balance.report.workbook import write_tables_workbook


def test_numbers_are_whole_and_shown_by_their_style(tmp_path: Path) -> None:
    rows = pd.DataFrame({
        "name": ["Axe", "Bow"], "win_value": [0.123456789, 0.5], "win_low": [0.1, 0.4],
        "win_high": [0.2, float("nan")], "rounds": [7.25, 8.5], "games": [3, 4],
    })  # fmt: skip
    columns = (
        Column("card", "name"), Column("wins", "win_", Style.POINTS),
        Column("rounds", "rounds", Style.NUMBER), Column("games", "games", Style.COUNT),
    )  # fmt: skip
    table = Table("cards", "Cards", rows, columns)
    section = Section("one", "One", (Finding("so", "So."),), (table,))
    write_tables_workbook([section], tmp_path / "report.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "report.xlsx")["cards"]
    name, win, low, _, rounds, games = sheet[2]
    assert (name.value, win.value, rounds.value, games.value) == ("Axe", 0.12345679, 7.25, 3)
    assert win.number_format == low.number_format == "+0.0%;-0.0%;0.0%"
    assert rounds.number_format == "0.00"
    assert games.number_format == name.number_format == "General"
    assert sheet["D3"].value is None
    assert sheet.column_dimensions["B"].width <= len("win_value") + 1
