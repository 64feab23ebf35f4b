"""The sections there are, and that each is a folder of the same shape."""

from pathlib import Path
from typing import get_args

from balance.report import sections
from balance.report.sections import SECTIONS
from balance.scenario.model import SectionName

FOLDER = Path(sections.__file__).parent


def test_a_scenario_may_name_every_section_and_no_other() -> None:
    assert set(get_args(SectionName)) == set(SECTIONS)


def test_every_section_is_a_folder_with_its_words() -> None:
    for name in SECTIONS:
        assert (FOLDER / name / "section.py").is_file()
        assert (FOLDER / name / "text.toml").is_file()
