"""What changes of numbers do, as it is told."""

import numpy as np
import pandas as pd
import pytest

from balance.report.number_format import cell_of
from balance.report.sensitivity import aim_text, sensitivity_section

BALANCE = pd.DataFrame(
    [
        {
            "measure": "duke_spread", "title": "spread between objectives", "deals": 900,
            "value": 0.07, "low": 0.068, "high": 0.073, "aim_low": -np.inf, "aim_high": 0.03,
            "weight": 2.0, "part_value": 8.0, "part_low": 7.6, "part_high": 8.6,
        },
        {
            "measure": "index", "title": "balance index", "deals": 900, "part_value": 8.0,
            "part_low": 7.6, "part_high": 8.6,
        },
    ]
)  # fmt: skip


def changes(*rows):
    names = ("change", "value", "low", "high", "q")
    table = pd.DataFrame([dict(zip(names, row, strict=True)) for row in rows])
    return table.assign(is_sure=table["q"] < 0.05, games=900).sort_values("value")


@pytest.fixture
def section():
    """Return how a section is told of some changes."""
    return lambda table, refused=(): sensitivity_section(BALANCE, table, refused, "Duke")


def test_what_helps_and_what_harms_are_told_with_their_intervals(section):
    table = changes(("a 1 → 2", -2.3, -2.8, -1.7, 0.0), ("b 2 → 1", 15.8, 15.3, 16.2, 0.0))
    told = section(table)
    assert told.finding.splitlines() == [
        "The balance index is 8.0 [7.6, 8.6]; 0 is what is aimed at. 2 changes of a number by "
        "themselves, 1,800 games in all.",
        "1 change lowers the index beyond chance; the most: a 1 → 2, by 2.3 [1.7, 2.8].",
        "1 change raises the index beyond chance; the most: b 2 → 1, by 15.8 [15.3, 16.2].",
    ]
    assert [one.name for one in told.tables] == ["balance", "helps", "harms", "changes"]
    assert [said.table for said in told.verdicts] == ["balance", "helps", "harms"]
    assert [picture.name for picture in told.pictures] == ["helps", "harms"]


def test_the_index_is_in_points_on_the_page_and_in_the_file(section):
    told = section(changes(("a 1 → 2", -2.3, -2.8, -1.7, 0.0)))
    everything = told.tables[-1]
    cell = cell_of(everything.frame.iloc[0], everything.columns[1])
    assert (cell.text, cell.interval) == ("-2.3", "[-2.8, -1.7]")
    assert everything.file["value"].tolist() == [-2.3]


def test_that_nothing_helps_is_said(section):
    told = section(changes(("a 1 → 2", -0.3, -0.8, 0.2, 0.4)))
    assert "No change is shown to lower the balance index." in told.finding


def test_changes_that_cannot_be_made_are_named(section):
    table = changes(("a 1 → 2", -0.3, -0.8, 0.2, 0.4))
    told = section(table, [f"c{n} 1 → 0" for n in range(5)])
    assert told.warning == (
        "The game cannot be played with 5 changes: c0 1 → 0, c1 1 → 0, c2 1 → 0 ..."
    )


def test_too_few_games_are_said(section):
    nan = np.nan
    told = section(changes(("a 1 → 2", -0.3, nan, nan, nan)))
    assert "Too few games" in told.warning
    assert not told.pictures


@pytest.mark.parametrize(
    ("measure", "low", "high", "text"),
    [
        ("duke_spread", -np.inf, 0.03, "< 3pp"),
        ("seat_gap", 0.005, 0.025, "0.5pp..2.5pp"),
        ("never_bought", -np.inf, 0.01, "< 1%"),
        ("mean_rounds", 10.0, 16.0, "10..16"),
        ("mean_rounds", 9.5, np.inf, "> 9.5"),
        ("seat_effect", -np.inf, 0.0, "0"),
    ],
)
def test_an_aim_reads_as_in_a_file_of_targets(measure, low, high, text):
    assert aim_text(measure, low, high) == text
