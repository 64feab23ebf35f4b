"""docs/valeria.md says all that ``[table]`` may say, and only that."""

import re
from pathlib import Path

import pytest

from balance.errors import ScenarioError
from balance.games.valeria.table.options import Options, Rulings
from balance.scenario.files import read_scenario, shipped_scenarios
from balance.scenario.prepare import prepare

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "valeria.md").read_text(encoding="utf-8")


def names_in(part):
    """Names of code in the first column of the table of a part of the page."""
    _, _, after = TEXT.partition(f"\n## {part}\n")
    rows = re.findall(r"^\| (`.*?) \|", after.partition("\n## ")[0], re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([\w-]+)`", row)}


def test_every_option_is_there():
    named = names_in("What lies on the table") | names_in("Variants")
    assert named | {"ask_everything", "rulings"} == set(Options.model_fields)


def test_every_ruling_is_there():
    assert names_in("Rulings") == set(Rulings.model_fields)


def test_every_scenario_is_there():
    files = shipped_scenarios().values()
    assert names_in("Ready scenarios") == {
        file.stem for file in files if file.parent.name == "valeria"
    }


def test_a_refusal_reads_as_shown():
    shown = re.search(r"^Error: .*(variant 'solo': .*)$", TEXT, re.MULTILINE)[1]
    with pytest.raises(ScenarioError) as refused:
        prepare(read_scenario("solo").changed(set={"monster_events": True}))
    assert str(refused.value).endswith(shown)
