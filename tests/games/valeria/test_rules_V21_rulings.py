"""The switches of the rulings (V21): as RULES.md has them, and each reading of each one.

A switch of a rule is tried with that rule; here are those that remain, and tests that the table
knows them all.
"""

import re

import pytest

from balance.games.valeria import GAME
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
