"""Who plays where a scenario names no bot, and who checks it."""

import pytest

from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.scenario.default_bots import FEWEST, SHARE, with_default_bots
from balance.scenario.files import read_scenario, scenario_of_game
from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, override, prepare_with_overrides
from balance.scenario.prepare import game_of, prepare
from balance.scenario.replay_command import add_replay_commands
from tests.conftest import ROOT

CHECKED = {"check_tiers": ["random", "hold_at"]}
SHORT = {"name": "short", "set": {"target": 50}, "games": 40}


@pytest.mark.parametrize("name", GAMES)
def test_the_policy_plays_every_game_of_the_package_and_another_bot_checks_it(name):
    game = load_game(name, ROOT)
    scenario = Scenario.model_validate(
        {"name": "x", "game": name, "players": 2, "games": 1_000_000}
    )
    found = with_default_bots(scenario, game)
    assert [bot.bot for bot in found.bots] == ["policy"]
    assert found.main_tier is not None
    others = [tier for tier in found.check_tiers if tier.bot != "policy"]
    assert others
    assert all(tier.games == SHARE * 1_000_000 for tier in others)
    assert {tier.bot for tier in found.check_tiers} <= set(game.bots)


def test_a_game_from_outside_has_its_first_bot_and_no_check(pig_scenario):
    found = prepare(pig_scenario(bots=(), players=3))
    assert found.cells[0].match.lineup.labels == ("hold_at",)
    assert found.cells[0].match.game_table.num_seats == 3
    assert not found.check_cells


def test_a_scenario_that_names_its_bots_keeps_them_and_is_not_checked():
    scenario = read_scenario("start-player-by-bot")
    assert with_default_bots(scenario, game_of(scenario)) == scenario
    assert not prepare(scenario).check_cells


def test_bots_of_the_command_line_are_not_checked():
    ready = prepare_with_overrides(read_scenario("first-game"), Overrides(bots=("greedy",)))
    assert ready.cells[0].match.lineup.labels == ("greedy",)
    assert not ready.check_cells
    assert prepare(read_scenario("first-game")).check_cells


def test_checks_have_few_games_but_enough_to_say_something():
    def games(wanted):
        scenario = override(read_scenario("first-game-2e"), Overrides(games=wanted))
        (cell,) = prepare(scenario).check_cells
        return cell.games

    assert games(1_000_000) == SHARE * 1_000_000
    assert games(10_000) == FEWEST
    assert games(300) == 300  # never more than the games that are checked


def test_variants_are_checked_with_their_share_of_the_games(pig_scenario):
    ready = prepare(pig_scenario(bots="hold_at", players=2, variants=[SHORT], **CHECKED))
    assert [cell.name for cell in ready.cells] == ["baseline", "short"]
    assert [(cell.name, cell.cell.games) for cell in ready.check_cells] == [
        ("random, baseline", 200),
        ("random, short", 40),
    ]
    assert all(cell.match.lineup.labels == ("random",) for cell in ready.check_cells)


def test_a_variant_with_bots_of_its_own_is_not_checked(pig_scenario):
    own = {"name": "own", "bots": "random"}
    ready = prepare(pig_scenario(bots="hold_at", players=2, variants=[own], **CHECKED))
    assert [cell.name for cell in ready.check_cells] == ["random, baseline"]


def test_tiers_that_check_another_bot_are_refused(pig_scenario):
    with pytest.raises(ScenarioError, match="check_tiers: expected the bot of all seats among"):
        prepare(pig_scenario(bots="policy", players=2, **CHECKED))


def test_the_simplest_scenario_of_a_game_has_its_default_bot():
    ready = prepare(scenario_of_game("king_of_the_valley"))
    assert ready.cells[0].match.lineup.labels == ("policy",)


def test_games_of_a_check_can_be_replayed(pig_scenario):
    ready = prepare(pig_scenario(bots="hold_at", players=2, **CHECKED))
    (check,) = add_replay_commands(ready, "pig.toml", Overrides()).check_cells
    assert check.match.replay_command == "balance play pig.toml --variant 'random, baseline'"


def test_a_noise_sweep_is_of_the_default_bot(pig_scenario):
    found = override(pig_scenario(bots=(), players=2), Overrides(noise=("0", "0.5")))
    assert [tier.bot for tier in found.tiers] == ["hold_at~0.5", "hold_at"]
