"""Bots before which nothing is covered look at nothing hidden: they play the same when it is."""

from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from balance.bench.game_speed import equal_match
from balance.bots import BOTS
from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.runner.batches import Batches
from tests.games.test_every_game import same

GAMES_PLAYED = 40


@pytest.mark.parametrize("name", GAMES)
def test_bots_that_are_shown_all_play_the_same_when_hidden_things_are_covered(name):
    game = load_game(name, Path())
    bots = [next(iter(game.bots.values())), *BOTS.values()]
    tables = [dict(options) for options in game.test_tables]
    tables += [dict(one.options) for one in game.benchmarks.values()]
    for bot in bots:
        assert bot.is_uncovered
        covered = replace(bot, is_uncovered=False)
        held = 0
        for options, players in product(tables, {game.seats[0], game.seats[-1]}):
            with suppress(ScenarioError):  # not every table is for every number of players
                shown = Batches(equal_match(game, bot, players, options))
                other = Batches(equal_match(game, covered, players, options))
                assert same(shown.play(0, GAMES_PLAYED), other.play(0, GAMES_PLAYED))
                held += 1
        assert held > len(tables)
