"""Effects that no card of the box has (V18.7 and what else the grammar can say)."""

from pathlib import Path

import pytest

from balance.errors import CardError
from balance.games.valeria.sheets.box import read_box
from tests.games.valeria.board import Board


@pytest.mark.rule("V18.7")
def test_own_cards_come_from_a_folder_of_sheets(tmp_path: Path):
    header = "id,name,cost,worker,soldier,shadow,holy,vp,ability,count\n"
    line = "lending_house,Lending House,1,0,0,0,0,2,action_end: 2 gold -> 1 vp,15\n"
    (tmp_path / "domains.csv").write_text(header + line, encoding="utf-8")
    printed = tuple(card.id for card in Board().box.domains)
    board = Board(cards=(str(tmp_path),), remove_domains=printed)
    assert {board.top(stack) for stack in range(15, 20)} == {"lending_house"}
    board.give(0, "lending_house", gold=1)
    board.act()
    board.choose("gain gold", "gain strength", "2 gold -> 1 vp")
    assert board.goods(0) == (0, 1, 0, 1)
    assert board.is_over


@pytest.mark.rule("V18.8")
def test_a_table_is_not_built_with_an_effect_that_does_not_fit_its_column():
    with pytest.raises(CardError, match="does not say when it works"):
        Board(edits={"domains.halfpenny_hill.ability": "2 gold"})


@pytest.mark.rule("V18.2")
@pytest.mark.parametrize("text", ["", "nothing", "None", "-", "\u2013", "0", "0 gold"])
def test_an_effect_may_do_nothing(text: str):
    board = Board(edits={"citizens.archer.effect_inactive": text})
    board.give(1, "archer")
    before = board.goods(1)
    board.roll(0, 4, 3)  # the Archer's number
    assert board.goods(1) == before
    assert all(card.inactive == () for card in board.box.citizens if card.id == "archer")


@pytest.mark.rule("V18.2")
@pytest.mark.parametrize("column", ["monsters.goblin.reward", "domains.halfpenny_hill.ability"])
def test_rewards_and_abilities_may_do_nothing_too(column: str):
    assert read_box(edits={column: "none"}).digest != read_box().digest
    with pytest.raises(CardError, match="the cell must not be empty"):
        read_box(edits={"dukes.reese_the_firebrand.scoring": ""})
