"""The sections of a run with cards and objectives, each as on its golden page."""

from collections.abc import Callable

import pytest

from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Section
from tests.report.conftest import GOLDEN
from tests.sections import SECTIONS

USUAL = ("seats", "pace", "objectives", "cards", "comparison")


@pytest.mark.parametrize("name", USUAL)
def test_a_section_has_a_golden_page(
    name: str, data: ReportData, golden: Callable[[Section], None]
) -> None:
    golden(next(section for section in sections_of(data) if section.name == name))


def test_every_section_of_the_package_has_one() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} >= {*USUAL, *SECTIONS}
