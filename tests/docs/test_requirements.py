"""guides/requirements: its scenario, conditions and rules can be read; no measure is missing."""

import re
import tomllib

from balance.error_messages import checked
from balance.scenario.model import Scenario
from balance.scenario.requirements import (
    EXAMPLES,
    OBJECTIVE,
    UNITS,
    read_condition,
    read_stopping_rule,
)
from tests.docs.pages import code_blocks, in_rows, read_page

TEXT = read_page("guides/requirements")
RULE = re.compile(r"halfwidth(?:\(\w+\))?<[\w.]+")
REFUSED = "seat_gap < 2"  # the page says why


def test_its_scenario_can_be_read():
    (text,) = code_blocks(TEXT, "toml")
    scenario = checked(Scenario, tomllib.loads(text), "requirements.md")
    output = next(block for block in code_blocks(TEXT) if block.startswith("$ balance check"))
    answered = re.findall(r"^\w[\w ]*?  +(\w.*?): ", output, re.MULTILINE)
    assert [requirement.what for requirement in scenario.require] == answered


def test_every_measure_is_there():
    named = {name.partition("(")[0] for name in in_rows(TEXT, "Measures")}
    assert {name.replace(OBJECTIVE, "duke") for name in UNITS} <= named


def test_every_condition_is_valid():
    found = re.findall(r"[`'\"](\w+(?:\(\w+\))? (?:<|>|in )[^`'\"]+)[`'\"]", TEXT)
    assert len(found) > 3
    for condition in set(found) - {REFUSED}:
        read_condition(condition)


def test_every_stopping_rule_is_valid():
    rules = set(RULE.findall(read_page("guides/long-runs")))
    assert rules >= set(EXAMPLES.values())
    for rule in rules:
        read_stopping_rule(rule)
