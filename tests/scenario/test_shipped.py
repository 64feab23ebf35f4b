"""The scenarios that come with the program."""

import pytest

from balance.games.valeria.box import read_box
from balance.games.valeria.options import Options
from balance.scenario.model import read_scenario, shipped_scenarios
from balance.scenario.set_up import set_up

NAMES = tuple(shipped_scenarios())
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


@pytest.fixture(scope="module")
def ready():
    """All shipped scenarios with their tables laid, by name."""
    return {name: set_up(read_scenario(name)) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_is_named_after_its_file_and_asks_something(name, ready):
    scenario = ready[name].scenario
    assert scenario.name == name
    assert scenario.question.endswith("?")


def test_each_recommended_set_up_has_a_scenario():
    for setup in read_box().setups:
        scenario = read_scenario(setup.id.replace("_", "-"))
        assert scenario.table["setup"] == setup.id
        if setup.id.startswith("first_game"):
            assert Options(**scenario.table).edition == setup.edition


def test_the_recommended_set_ups_are_compared(ready):
    variants = ready["recommended-set-ups"].variants
    shown = [variant.settings["setup"] for variant in variants]
    assert shown == [setup.id for setup in read_box().setups]


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_has_a_scenario(name, ready):
    scenario, first = ready[name].scenario, ready[name].variants[0]
    table = {"players": first.match.laid.num_seats, **scenario.table, **first.settings}
    assert table == table | VARIANTS[name]
