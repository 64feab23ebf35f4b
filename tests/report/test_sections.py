"""The sections there are, and that each is a folder of the same shape."""

from pathlib import Path

from balance.report import sections
from balance.report.sections import SECTIONS
from balance.scenario.model import SECTION_NAMES

FOLDER = Path(sections.__file__).parent


def test_a_scenario_may_name_every_section_and_no_other() -> None:
    folders = {file.parent.name for file in FOLDER.glob("*/section.py")}
    assert folders == set(SECTION_NAMES) == set(SECTIONS)


def test_every_section_has_its_words() -> None:
    for name in SECTION_NAMES:
        assert (FOLDER / name / "text.toml").is_file()
