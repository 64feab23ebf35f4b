"""The sections there are: a module and its words make one, and no list names it."""

import pytest

from balance.report.section import SectionDefinition
from balance.scenario.section_files import built_in_files
from tests.sections import SECTIONS


def test_a_file_of_words_and_a_module_of_the_same_name_make_a_section() -> None:
    files = built_in_files()
    assert {"seats", "pace", "tiers"} <= set(files)
    assert all(file.is_file() for file in files.values())
    assert set(SECTIONS) == set(files)


@pytest.mark.parametrize("name", SECTIONS)
def test_each_has_a_place_of_its_own(name: str) -> None:
    section = SECTIONS[name]
    assert isinstance(section, SectionDefinition)
    assert [one.place for one in SECTIONS.values()].count(section.place) == 1
    assert section.place < SectionDefinition(section.build).place  # where those of a user stand
