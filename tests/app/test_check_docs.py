"""What docs/check.md says can be said."""

import re
import tomllib

from balance.scenario.error_messages import checked
from balance.scenario.model import Scenario
from balance.scenario.requirements import (
    EXAMPLES,
    OBJECTIVE,
    UNITS,
    read_condition,
    read_stopping_rule,
)
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")
UNTIL = re.compile(r"halfwidth(?:\(\w+\))?<[\w.]+")


def test_its_scenario_can_be_read():
    (text,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    scenario = checked(Scenario, tomllib.loads(text), "check.md")
    printed = re.findall(r"^(?:met|broken|not yet known) +(.*?): ", TEXT, re.MULTILINE)
    assert [one.what for one in scenario.require] == printed


def test_every_measure_is_there():
    table = TEXT.split("## Measures")[1].split("## How many games")[0]
    named = {name.partition("(")[0] for name in re.findall(r"`([\w()]+)`", table)}
    measures = {name.replace(OBJECTIVE, "duke") for name in UNITS}
    assert measures <= named


def test_every_condition_and_rule_is_one():
    conditions = re.findall(r"[`'\"](\w+(?:\(\w+\))? (?:<|>|in )[^`'\"]+)[`'\"]", TEXT)
    assert len(conditions) > 3
    for condition in conditions:
        if condition != "seat_gap < 2":  # which it says is refused
            read_condition(condition)
    rules = set(UNTIL.findall(TEXT))
    assert rules >= set(EXAMPLES.values())
    for rule in rules:
        read_stopping_rule(rule)
