"""The switches of the rulings (V21): as RULES.md has them, and each reading of each one.

A switch of a rule is tried with that rule; here are those that remain, and tests that the table
knows them all.
"""

import re

import pytest

from balance.games.valeria import GAME
from balance.games.valeria.layout import Decision
from balance.games.valeria.table.options import Options, Rulings
from tests.games.valeria.board import Board

OTHERS = {"resting_not_in_play": True, "no_duke_majority": 1, "no_duke_tie": 1}


def switches_of_the_rules() -> dict[str, str]:
    """Return what RULES.md says that each switch is."""
    text = (GAME.home / "RULES.md").read_text(encoding="utf-8")
    rulings = re.findall(r"^- \*\*R\d+\*\* .*$", text, re.MULTILINE)
    return dict(pair for line in rulings for pair in re.findall(r"`(\w+)` = (\w+)", line))


@pytest.mark.rule("V0.4")
@pytest.mark.rule("V21")
def test_every_switch_stands_as_the_rulings_say():
    spoken = {True: "true", False: "false", None: "by"}  # by edition
    defaults = Options().rulings.model_dump()
    assert len(defaults) == 13
    assert switches_of_the_rules() == {
        name: str(value) if type(value) is int else spoken[value]
        for name, value in defaults.items()
    }


@pytest.mark.rule("V0.4")
@pytest.mark.rule("V21")
@pytest.mark.parametrize("switch", list(Rulings.model_fields))
def test_every_switch_changes_the_table(switch):
    default = getattr(Rulings(), switch)
    other = OTHERS.get(switch, not default)
    edition = "first" if switch == "resting_not_in_play" else "second"
    plain = Board(seats=5, edition=edition)
    changed = Board(seats=5, edition=edition, switches={switch: other})
    assert plain.game_table.digest != changed.game_table.digest
    assert any(switch in note for note in changed.game_table.notes)


@pytest.mark.rule("R2")
@pytest.mark.parametrize(("block", "consoled"), [(True, False), (False, True)])
def test_starters_may_or_may_not_keep_the_consolation_away(block, consoled):
    board = Board(edition="first", switches={"starters_block_consolation": block})
    board.roll(0, 5, 1)
    assert (board.asked == (Decision.HARVEST, 0)) == consoled
    assert board.goods(0).gold == 1  # the Starter Peasant


@pytest.mark.rule("R4")
@pytest.mark.rule("V7.4")
@pytest.mark.parametrize("everywhere", [False, True])
def test_magic_may_or_may_not_stand_in_for_gold_outside_actions(everywhere):
    board = Board(switches={"magic_substitutes_everywhere": everywhere})
    board.give(0, "foxgrove_palisade", gold=1, magic=5)
    board.roll(0, 2, 4)
    assert (board.asked == (Decision.DICE, 0)) == everywhere
    if everywhere:
        board.choose("die 1")
        assert (board.goods(0).gold, board.goods(0).magic) == (0, 4)
        assert board.dice == (6, 4)


@pytest.mark.rule("R34")
@pytest.mark.rule("V1.5")
@pytest.mark.parametrize(("by_name", "strength"), [(True, 3), (False, 2)])
def test_the_starter_knight_may_or_may_not_be_a_knight_by_name(by_name, strength):
    board = Board(citizens="warlord", switches={"starters_count_by_name": by_name})
    board.give(1, "knight*2 warlord")
    board.roll(0, 2, 6)
    assert board.goods(1).strength == strength + 3  # two Knights and the Starter
    board.give(0, gold=2)
    board.act()
    assert not board.may("recruit knight")  # the surcharge counts the Starter in either case


@pytest.mark.rule("R13")
@pytest.mark.rule("R16")
@pytest.mark.rule("R18")
@pytest.mark.rule("R22")
def test_the_switches_of_a_variant_change_nothing_without_it():
    switches = {"solo_counts_vp": True, "solo_uses_final_dice": False, "no_duke_majority": 9}
    results = []
    for each in ({}, switches | {"no_duke_tie": 9, "resting_not_in_play": False}):
        board = Board(seats=2, switches=each)
        board.give(0, "archer goblin", vp=3)
        board.set_duke(0, "simon_the_unclean")
        board.roll(0, 4, 4)
        board.until(Decision.ACTION)
        results.append((board.goods(0), *board.result()["scores"][:2]))
    assert results[0] == results[1]
