"""A Monster whose strength is changed lies elsewhere in its stack: what says so (V2.3)."""

from dataclasses import replace

from balance.scenario.change_words import changes_in_words
from balance.scenario.files import read_scenario
from balance.scenario.prepare import PreparedCell, prepare

QUEEN = "monsters.spider_queen.strength"


def cell() -> PreparedCell:
    return prepare(read_scenario("first-game")).cells[0]


def test_it_is_said_that_a_weaker_monster_is_uncovered() -> None:
    was = cell().match
    now = {
        strength: replace(was, game_table=cell().table_with({QUEEN: strength}))
        for strength in (2, 9)
    }
    words = "; ".join(changes_in_words(was, now[2]))
    assert "Spider Queen: strength 2 instead of 10" in words
    assert "Spider Queen lies on top of its stack instead of under Treant and Bane Spider" in words
    assert "Treant lies under Spider Queen instead of on top of its stack" in words
    assert "lies" not in "; ".join(changes_in_words(was, now[9]))
