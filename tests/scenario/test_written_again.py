"""A scenario that is written anew says the same."""

import pytest

from balance.scenario.files import read_scenario, scenario_toml
from balance.scenario.shipped import shipped_scenarios

LEFT_OUT = {"tiers", "sections", "designs"}


@pytest.mark.parametrize("name", sorted(shipped_scenarios()))
def test_a_shipped_scenario_that_is_written_anew_is_the_same(name, tmp_path):
    scenario = read_scenario(name)
    file = tmp_path / "again.toml"
    file.write_text(scenario_toml(scenario, tmp_path, ["a comment"]), encoding="utf-8")
    again = read_scenario(str(file))
    one, two = (each.model_dump(exclude=LEFT_OUT) for each in (scenario, again))
    for variant in (*one["variants"], *two["variants"]):
        variant.pop("folder"), variant.pop("bots")
    for each in (one, two):
        each.pop("bots"), each.pop("game")
    assert two == one


def test_a_scenario_of_one_cell_keeps_what_is_required_of_it(tmp_path):
    text = (
        'name = "mine"\ngame = "valeria"\nplayers = 2\nrounds = [6, 9]\n'
        'seconds_a_decision = "slay=30,other=5..8"\n'
        '[[require]]\nwhat = "seat_gap < 2pp"\nwhy = "fair"\n'
        '[[require]]\nwhat = "seat_gap < 3pp"\nvariant = "gone"\n'
        '[[variants]]\nname = "gone"\nplayers = 3\n'
    )
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    scenario = read_scenario(str(file))
    for variants in ({}, {"variants": []}):
        file.write_text(scenario_toml(scenario.changed(**variants), tmp_path), encoding="utf-8")
        again = read_scenario(str(file))
        assert (again.rounds, again.seconds_a_decision) == (
            scenario.rounds, scenario.seconds_a_decision
        )  # fmt: skip
        assert [one.what for one in again.require] == (
            ["seat_gap < 2pp"] if variants else ["seat_gap < 2pp", "seat_gap < 3pp"]
        )


def test_the_bots_that_check_a_scenario_are_kept(tmp_path):
    file = tmp_path / "mine.toml"
    text = (
        'name = "mine"\ngame = "valeria"\nplayers = 2\nbots = "policy"\n'
        'check_tiers = ["policy", "planner@300"]\n'
    )
    file.write_text(text, encoding="utf-8")
    scenario = read_scenario(str(file))
    file.write_text(scenario_toml(scenario, tmp_path), encoding="utf-8")
    assert read_scenario(str(file)).check_tiers == scenario.check_tiers
