"""The scenarios that come with the program for Valeria."""

import pytest

from balance.games.valeria.sheets.box import read_box
from balance.games.valeria.table.options import Options
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare

# A table with the variant, for each variant of the rules.
VARIANTS = {
    "five-players": {"players": 5},
    "solo": {"players": 1},
    "solo-harder": {"solo_sum_attacks": True, "solo_exhausted_attacks": True},
    "monster-events": {"monster_events": True},
    "mixed-citizens": {"mixed_citizens": True},
    "no-dukes": {"dukes": "none"},
    "random-set-ups": {"setup": "random"},
    "first-edition": {"edition": "first"},
}


def test_each_recommended_set_up_has_a_scenario():
    for setup in read_box().setups:
        scenario = read_scenario(setup.id.replace("_", "-"))
        assert scenario.table["setup"] == setup.id
        if setup.id.startswith("first_game"):
            assert Options(**scenario.table).edition == setup.edition


def test_the_recommended_set_ups_are_compared():
    variants = prepare(read_scenario("recommended-set-ups")).cells
    shown = [variant.settings["setup"] for variant in variants]
    assert shown == [setup.id for setup in read_box().setups]


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_has_a_scenario(name):
    ready = prepare(read_scenario(name))
    scenario, first = ready.scenario, ready.cells[0]
    table = {"players": first.match.game_table.num_seats, **scenario.table, **first.settings}
    assert table == table | VARIANTS[name]
