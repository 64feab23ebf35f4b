from typing import get_args

from balance.report.sections import SECTIONS
from balance.scenario.model import SectionName


def test_a_scenario_may_ask_for_every_section_and_no_other():
    assert set(get_args(SectionName)) == set(SECTIONS)
