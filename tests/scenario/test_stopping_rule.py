"""What ``until`` may say."""

import pytest

from balance.errors import ScenarioError
from balance.scenario.requirements import (
    OBJECTIVES,
    ROUNDS,
    WINS,
    StoppingRule,
    read_stopping_rule,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("halfwidth<0.5pp", StoppingRule(WINS, 0.005)),
        ("half-width <= 1 pp", StoppingRule(WINS, 0.01)),
        ("halfwidth(objectives)<1pp", StoppingRule(OBJECTIVES, 0.01)),
        ("halfwidth(rounds) < .05", StoppingRule(ROUNDS, 0.05)),
    ],
)
def test_a_rule_is_read(text, expected):
    assert read_stopping_rule(text) == expected


@pytest.mark.parametrize(
    "text", ["halfwidth<0.5", "halfwidth<0pp", "halfwidth(rounds)<1pp", "halfwidth(cards)<1pp", "1"]
)
def test_another_is_refused_with_what_is_expected(text):
    with pytest.raises(ValueError, match=r"expected 'halfwidth<0\.5pp', "):
        read_stopping_rule(text)


def test_the_scenario_names_the_key(pig_scenario):
    with pytest.raises(ScenarioError, match=r"until = 'soon': expected 'halfwidth<0.5pp'"):
        pig_scenario().changed(until="soon")
    assert pig_scenario(until="halfwidth<1pp").until == "halfwidth<1pp"


def test_objectives_are_not_asked_of_a_game_without(pig_set_up):
    with pytest.raises(ScenarioError, match=r"test.toml: until = .* needs secret goals"):
        pig_set_up(until="halfwidth(objectives)<1pp")
