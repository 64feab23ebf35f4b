"""Train the bot of `learnt.py` by playing Pig against itself: REINFORCE, with numpy alone.

``python examples/agents/train.py`` writes `learnt.toml`, which the bot then plays by.  While it
learns it draws its answers by lot, the likelier the more is to be said for them; after some games
what was done in games that were won is made likelier, and the opposite of what was done in others.

References
----------
Williams (1992), "Simple statistical gradient-following algorithms for connectionist
reinforcement learning", Machine Learning 8.
Kingma and Ba (2015), "Adam: a method for stochastic optimization", for the size of the steps.
"""

import argparse
from pathlib import Path
from typing import TypeAlias

import numpy as np
from learnt import AGAIN, HOLD, NAMES, look, urge  # type: ignore[import-not-found]
from numpy.typing import NDArray

from balance.agents.environment import Environment

Numbers: TypeAlias = NDArray[np.float64]

HERE = Path(__file__).resolve().parent
PIG = HERE.parent / "pig"
GAMES_PER_STEP = 20
STEP = 0.5  # by how much a weight changes at a time, about; it shrinks to nothing at the end
KEPT, KEPT_SQUARES = 0.9, 0.999  # what Adam remembers of gradients from step to step


def train(env: Environment, games: int, seed: int) -> Numbers:
    """Return the weights that so many games teach.

    Parameters
    ----------
    env : Environment
        Of Pig, bare: nothing illegal is answered here, and wrappers cost time.
    games : int
    seed : int
        Of what is tried; the dice are the environment's.
    """
    luck = np.random.default_rng(seed)
    weights, mean, square = np.zeros((3, len(NAMES)))
    steps = games // GAMES_PER_STEP
    for step in range(1, steps + 1):
        gradient = np.mean([lesson(env, weights, luck) for _ in range(GAMES_PER_STEP)], axis=0)
        mean = KEPT * mean + (1 - KEPT) * gradient
        square = KEPT_SQUARES * square + (1 - KEPT_SQUARES) * gradient**2
        likely = mean / (1 - KEPT**step)
        spread = np.sqrt(square / (1 - KEPT_SQUARES**step)) + 1e-8
        weights = weights + STEP * (1 - step / (steps + 1)) * likely / spread
    return weights


def lesson(env: Environment, weights: Numbers, luck: np.random.Generator) -> Numbers:
    """Play a game of the bot against itself; return in which direction it points the weights."""
    env.reset()
    tables = env.table
    traces = {agent: np.zeros(len(NAMES)) for agent in env.possible_agents}
    features = np.empty(len(NAMES))
    while not any(env.terminations.values()):
        agent = env.agent_selection
        look(env.view()[0], tables, env.possible_agents.index(agent), features)
        again = 1.0 / (1.0 + np.exp(-urge(features, weights)))  # the chance to roll
        action = AGAIN if luck.random() < again else HOLD
        traces[agent] += ((action == AGAIN) - again) * features
        env.step(action)
    fair = 1.0 / len(traces)
    return np.sum([(env.rewards[agent] - fair) * traces[agent] for agent in traces], axis=0)


def write(weights: Numbers, path: Path, games: int) -> None:
    """Write weights as a bot reads them."""
    lines = [f"# The weights of learnt.py, learnt from {games:,} games by train.py."]
    lines += [f"{name} = {weight:.4f}" for name, weight in zip(NAMES, weights, strict=True)]
    path.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(description="Train the bot of learnt.py to play Pig.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE / "learnt.toml")
    asked = parser.parse_args()
    env = Environment(str(PIG), players=2, seed=asked.seed)
    write(train(env, asked.games, asked.seed), asked.out, asked.games)
    print(f"{asked.out}: the weights that {asked.games:,} games taught.")


if __name__ == "__main__":
    main()
