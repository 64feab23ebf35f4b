"""reference/buy-lists: its lists can be read, and no term, setting or heading is missing."""

import re

import pytest

from balance.games.dominion.bots.list_file import _SETTINGS, SECTIONS
from balance.games.dominion.bots.list_line import TERMS
from tests.docs.pages import code_blocks, read_page
from tests.games.dominion.lists import list_of

PAGE = read_page("reference/buy-lists")
LISTS = [block for block in code_blocks(PAGE) if "\nbuy" in f"\n{block}"]


@pytest.mark.parametrize("text", LISTS)
def test_the_lists_of_the_page_can_be_read(text):
    assert len(list_of(text).sections) >= 1


def test_every_term_setting_and_heading_is_there():
    assert len(LISTS) == 2
    assert set(re.findall(r"`(\w+)", PAGE)) >= {*TERMS, *_SETTINGS, *SECTIONS}
