"""The sections there are, and that each is a module with its words beside it."""

from pathlib import Path

from balance.report import sections
from balance.report.sections import SECTIONS
from balance.scenario.model import SECTION_NAMES

FOLDER = Path(sections.__file__).parent


def test_a_scenario_may_name_every_section_and_no_other() -> None:
    assert {file.stem for file in FOLDER.glob("*.toml")} == set(SECTION_NAMES) == set(SECTIONS)
