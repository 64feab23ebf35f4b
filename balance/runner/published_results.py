"""The games that are compared with published results: a match, or a game's own sampling."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import Game
from balance.engine.services import Reference, Sampler
from balance.errors import BalanceError
from balance.runner.play import CollectedGames
from balance.runner.schedule import PieceSize
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match
from balance.scenario.model import BotEntry
from balance.scenario.prepare import build_table
from balance.scenario.replay_command import with_replay_command
from balance.store.sums import Sums

SAMPLED = 10_000  # deals per call: Ctrl-C waits for its end

SampleTally = Callable[[NDArray[np.int64], NDArray[np.int64]], Sums]


def reference_match(game: Game, reference: Reference, seed: int) -> Match:
    """Return the match of a published result.

    Raises
    ------
    ScenarioError, CardError, BotError
        If it needs something that the game does not have; the text begins with its name.
    """
    players = len(reference.bots)
    entries = tuple(BotEntry(bot=bot) for bot in reference.bots)
    try:
        lineup = LineupBuilder(game).build(entries, players, Path())
        match = Match(game, build_table(game, players, reference.table), lineup, seed)
    except BalanceError as error:
        raise error.within(reference.name) from None
    return with_replay_command(match, reference.table)


def sampled_games(
    sample: Sampler, seed: int, tally: SampleTally
) -> CollectedGames[tuple[Sums, int]]:
    """Return the sums of a game's own sampling, and the number of deals."""

    def play(first: int, deals: int) -> tuple[Sums, int]:
        values, counted = sample(seed, first, deals)
        return tally(values, counted.astype(np.int64)), deals

    return CollectedGames(play, lambda result: result[1], PieceSize(most=SAMPLED))
