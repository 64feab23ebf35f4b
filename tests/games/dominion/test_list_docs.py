"""The page on buy lists: its lists can be read, and it leaves out no term."""

import re
from pathlib import Path

import pytest

from balance.games.dominion.bots.list_file import _SETTINGS, SECTIONS
from balance.games.dominion.bots.list_line import TERMS
from tests.games.dominion.lists import list_of

PAGE = (Path(__file__).parents[3] / "docs" / "buy-lists.md").read_text(encoding="utf-8")
LISTS = [
    block for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL) if "\nbuy" in f"\n{block}"
]


@pytest.mark.parametrize("text", LISTS)
def test_the_lists_of_the_page_can_be_read(text):
    assert len(list_of(text).sections) >= 1


def test_the_page_has_every_term_setting_and_heading():
    assert len(LISTS) == 2
    told = set(re.findall(r"`(\w+)", PAGE))
    assert told >= {*TERMS, *_SETTINGS, *SECTIONS}
