"""The section on what players do, from made-up games."""

from dataclasses import replace
from typing import Any

import numpy as np

from balance.report.page import sections_of
from balance.report.report_data import ReportData
from tests.analysis.conftest import make_match
from tests.analysis.made_up_curves import walks
from tests.report.conftest import report_data, variant


def data_of(**changes: Any) -> ReportData:
    followed = replace(walks(300), **changes)
    return report_data(replace(variant(make_match(2), 400), trajectories=followed))


def section_of(data: ReportData):
    return next((one for one in sections_of(data) if one.name == "choices"), None)


def test_the_golden_page_of_choices(golden):
    golden(section_of(data_of()))


def test_an_option_that_nobody_takes_is_a_finding():
    section = section_of(data_of())
    said = " ".join(finding.text for finding in section.findings)
    assert "players most often chose: build a hut, 80" in said
    assert "Hardly anybody chooses: sing a song. It was taken 0.00%" in said
    assert [key.text[:36] for key in section.key_findings] == [
        "Hardly anybody chooses: sing a song."
    ]


def test_the_head_names_one_of_the_options_that_nobody_takes():
    acted = np.zeros((300, 3, 2, 3, 2), np.int64)
    acted[..., 0], acted[..., 2, 0] = 1, 2
    (key,) = section_of(data_of(acts=("a", "b", "c"), acted=acted)).key_findings
    assert key.text.startswith("Hardly anybody chooses: c.")
    assert (key.figure, key.unit) == ("0", "of 100 offers")
    assert key.text.endswith("offered; 2 other options are as unwanted.")


def test_there_is_no_section_where_nothing_is_named():
    assert section_of(data_of(acts=(), acted=np.zeros((300, 3, 2, 0, 2), np.int64))) is None
