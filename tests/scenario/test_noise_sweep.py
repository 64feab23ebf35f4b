"""``--noise``: the same bot with more or less noise, as tiers."""

import pytest

from balance.errors import ScenarioError
from balance.scenario.cells import cells_of
from balance.scenario.model import BotEntry
from balance.scenario.overrides import Overrides, noise_tiers, override
from balance.scenario.prepare import prepare

SWEEP = Overrides(noise=("0", "0.1", "0.2"))


def test_the_bot_of_all_seats_plays_with_each_noise_the_noisiest_first(pig_scenario):
    ready = prepare(override(pig_scenario(sections=["pace"]), SWEEP))
    assert [cell.name for cell in ready.cells] == ["hold_at~0.2", "hold_at~0.1", "hold_at"]
    assert [cell.match.lineup.entries[0].bot.noise for cell in ready.cells] == [0.2, 0.1, 0.0]
    assert {cell.match.game_table.num_seats for cell in ready.cells} == {2}
    assert ready.scenario.sections == ("tiers", "pace")


def test_another_bot_may_be_named_for_it(pig_scenario):
    tiers = override(pig_scenario(), Overrides(bots=("random~0.9",), noise=(".5", "0"))).tiers
    assert [tier.bot for tier in tiers] == ["random~0.5", "random"]


def test_a_bot_keeps_its_weights_and_its_label(pig_scenario):
    bot = {"bot": "hold_at", "label": "bold", "weights": {"pot": 30}}
    cells = cells_of(override(pig_scenario(bots=bot, players=3), SWEEP))
    assert [cell.name for cell in cells] == ["bold~0.2", "bold~0.1", "bold"]
    assert {cell.bots[0].weights["pot"] for cell in cells} == {30}
    assert {cell.players for cell in cells} == {3}


def test_a_path_and_its_games_stay(pig_scenario):
    tiers = noise_tiers([BotEntry(bot="my.py:bot")], ["0", "0.1"])
    assert [tier.bot for tier in tiers] == ["my.py:bot~0.1", "my.py:bot"]


@pytest.mark.parametrize(
    ("keys", "overrides", "message"),
    [
        ({}, {"noise": ("0.1",)}, "--noise 0.1: expected two chances of a random choice or more"),
        ({}, {"noise": ("0", "0.1", ".10")}, "--noise 0,0.1,.10: 0.1 is there twice"),
        ({}, {"noise": ("0", "2")}, "--noise: '2' is not the chance of a random choice"),
        ({}, {"noise": ("0", "")}, "--noise: '' is not the chance of a random choice"),
        (
            {"bots": ["hold_at", "random"]},
            {"noise": ("0", "0.1")},
            r"different bots \(hold_at, random\): expected one bot for all seats, such as --bots "
            "hold_at",
        ),
        (
            {"tiers": ["random", "hold_at"]},
            {"noise": ("0", "0.1")},
            "has tiers of several bots: expected one bot for all seats, such as --bots hold_at",
        ),
        (
            {},
            {"noise": ("0", "0.1"), "tiers": ("random", "hold_at")},
            "--noise and --tiers both set the bots",
        ),
    ],
)
def test_what_cannot_be_swept_is_one_sentence(pig_scenario, keys, overrides, message):
    with pytest.raises(ScenarioError, match=message) as error:
        override(pig_scenario(**keys), Overrides(**overrides))
    assert "\n" not in str(error.value)
