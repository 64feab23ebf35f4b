"""What changes of numbers do: findings, tables and files."""

import numpy as np
import pandas as pd
import pytest

from balance.report.number_format import cell_of
from balance.report.sensitivity.section import aim_text, sensitivity_section

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


def section(table, refused=()):
    return sensitivity_section(BALANCE, table, refused, "Duke")


def test_what_helps_and_what_harms_have_their_intervals():
    table = changes(("a 1 → 2", -2.3, -2.8, -1.7, 0.0), ("b 2 → 1", 15.8, 15.3, 16.2, 0.0))
    found = section(table)
    index, better, worse = (finding.facts for finding in found.findings)
    assert index["index"] == pytest.approx((0.08, 0.076, 0.086))
    assert (index["changes"], index["games"]) == (2, 1800)
    assert (better["count"], better["change"]) == (1, "a 1 → 2")
    assert better["amount"] == pytest.approx((0.023, 0.017, 0.028))
    assert (worse["count"], worse["change"]) == (1, "b 2 → 1")
    assert worse["amount"] == pytest.approx((0.158, 0.153, 0.162))
    assert [one.name for one in found.tables] == ["balance", "helps", "harms", "changes"]
    assert [key.table for key in found.key_findings] == ["balance", "helps", "harms"]
    assert [picture.name for picture in found.pictures] == ["helps", "harms"]


def test_the_index_is_in_points_on_the_page_and_in_the_file():
    everything = section(changes(("a 1 → 2", -2.3, -2.8, -1.7, 0.0))).tables[-1]
    cell = cell_of(everything.frame.iloc[0], everything.columns[1])
    assert (cell.text, cell.interval) == ("-2.30", "[-2.80, -1.70]")
    assert everything.file["value"].tolist() == [-2.3]


def test_where_nothing_helps_that_is_said():
    found = section(changes(("a 1 → 2", -0.3, -0.8, 0.2, 0.4)))
    assert [finding.name for finding in found.findings] == ["index", "none_better"]


def test_changes_that_cannot_be_made_are_named():
    table = changes(("a 1 → 2", -0.3, -0.8, 0.2, 0.4))
    found = section(table, [f"c{n} 1 → 0" for n in range(5)])
    assert found.warning.startswith("5 changes ")
    assert found.warning.endswith(": c0 1 → 0, c1 1 → 0, c2 1 → 0 ...")


def test_too_few_games_are_a_warning():
    nan = np.nan
    found = section(changes(("a 1 → 2", -0.3, nan, nan, nan)))
    assert "Too few games" in found.warning
    assert not found.pictures


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
