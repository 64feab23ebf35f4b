"""Steps per second of games by the batch, on one core: with observations and masks of each.

Actions are drawn at random, which is timed too.
"""

import time
from dataclasses import dataclass

import numpy as np

from balance.bench.game_speed import SEED, equal_match
from balance.bots import BOTS
from balance.engine.game import Game

PLAYERS = 2  # or the fewest of the game
GAMES = 1024  # at once


@dataclass(frozen=True)
class StepSpeed:
    """The speed of games that agents play by the batch, on one core."""

    game: str
    players: int
    games: int  # at once
    steps_per_second: float  # decisions, of processor time
    steps: int  # timed

    def __str__(self) -> str:
        """Return the speed in a sentence."""
        return (
            f"Agents by the batch, {self.players} players, {self.games:,} games at once: "
            f"{self.steps_per_second:,.0f} steps/s."
        )


def step_speed(game: Game, seconds: float) -> StepSpeed:
    """Measure how fast agents play a game by the batch; compiled beforehand.

    Parameters
    ----------
    seconds : float
        Processor time.

    Raises
    ------
    ImportError
        If the extra for agents is not installed.
    """
    from balance.agents.batch_environment import BatchEnvironment  # noqa: PLC0415  # an extra

    players = PLAYERS if PLAYERS in game.seats else game.seats[0]
    env = BatchEnvironment(equal_match(game, BOTS["random"], players), GAMES)
    rng = np.random.default_rng(SEED)
    seen, _ = env.reset()
    steps, begun, spent = 0, time.process_time(), 0.0
    while spent < seconds:
        offered = seen["action_mask"].sum(axis=1)
        seen, *_ = env.step((rng.random(GAMES) * offered).astype(np.int64))
        steps += GAMES
        spent = time.process_time() - begun
    return StepSpeed(game.name, players, GAMES, steps / spent, steps)
