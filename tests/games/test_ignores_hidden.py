"""Bots that are asked without covering hidden fields ignore them: covered, they play the same."""

from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from balance.bench.game_speed import row_of
from balance.bots import BOTS
from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.runner.batches import Batches
from tests.games.test_every_game import same

GAMES_PLAYED = 40


@pytest.mark.parametrize("name", GAMES)
def test_bots_that_ignore_hidden_fields_play_the_same_when_these_are_covered(name):
    game = load_game(name, Path())
    bots = [next(iter(game.bots.values())), game.bots["policy"], *BOTS.values()]
    tables = [dict(options) for options in game.setups.test_tables]
    tables += [dict(one.options) for one in game.setups.benchmarks.values()]
    for bot in bots:
        assert bot.ignores_hidden
        covered = replace(bot, ignores_hidden=False)
        held = 0
        for options, players in product(tables, {game.seats[0], game.seats[-1]}):
            with suppress(ScenarioError):  # not every table is for every number of players
                uncovered = Batches(row_of(game, players, bot, options=options).match)
                other = Batches(row_of(game, players, covered, options=options).match)
                assert same(uncovered.play(0, GAMES_PLAYED), other.play(0, GAMES_PLAYED))
                held += 1
        assert held > len(tables)
