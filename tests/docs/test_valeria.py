"""reference/valeria: every option, ruling and scenario, and no other."""

import re

import pytest

from balance.errors import ScenarioError
from balance.games.valeria.table.options import Options, Rulings
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from balance.scenario.shipped import shipped_scenarios
from tests.docs.pages import in_rows, read_page

TEXT = read_page("reference/valeria")


def test_every_option_is_there():
    named = in_rows(TEXT, "Set-up") | in_rows(TEXT, "Variants")
    named = {name for name in named if name.isidentifier()}  # not values, such as `x = false`
    assert named | {"ask_everything", "rulings"} == set(Options.model_fields)


def test_every_ruling_is_there():
    assert in_rows(TEXT, "Rulings") == set(Rulings.model_fields)


def test_every_scenario_is_there():
    files = shipped_scenarios().values()
    assert in_rows(TEXT, "Ready scenarios") == {
        file.stem for file in files if file.parent.name == "valeria"
    }


def test_the_error_of_the_page_is_that_of_the_program():
    quoted = re.search(r"^Error: .*(variant 'solo': .*)$", TEXT, re.MULTILINE)[1]
    with pytest.raises(ScenarioError) as refused:
        prepare(read_scenario("solo").changed(set={"monster_events": True}))
    assert str(refused.value).endswith(quoted)
