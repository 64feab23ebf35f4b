"""Train the bot of `learnt.py` by playing Pig against itself: REINFORCE, with numpy alone.

``python examples/agents/train.py`` writes `learnt.toml`, the weights of the bot.  While it learns,
its actions are random, with probabilities from its weights; after some games actions in games that
were won are made more likely, and actions in games that were lost less likely.

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
STEP = 0.5  # about the change of a weight at a time; it shrinks to 0 at the end
DECAY, DECAY_SQUARES = 0.9, 0.999  # of Adam's means of gradients and of their squares


def train(env: Environment, games: int, seed: int) -> Numbers:
    """Return the weights learnt from so many games.

    Parameters
    ----------
    env : Environment
        Of Pig, without wrappers: no action here is illegal, and wrappers cost time.
    games : int
    seed : int
        Random seed of the actions; the dice are the environment's.
    """
    rng = np.random.default_rng(seed)
    weights, mean, square = np.zeros((3, len(NAMES)))
    steps = games // GAMES_PER_STEP
    for step in range(1, steps + 1):
        gradient = np.mean(
            [policy_gradient(env, weights, rng) for _ in range(GAMES_PER_STEP)], axis=0
        )
        mean = DECAY * mean + (1 - DECAY) * gradient
        square = DECAY_SQUARES * square + (1 - DECAY_SQUARES) * gradient**2
        direction = mean / (1 - DECAY**step)
        scale = np.sqrt(square / (1 - DECAY_SQUARES**step)) + 1e-8
        weights = weights + STEP * (1 - step / (steps + 1)) * direction / scale
    return weights


def policy_gradient(env: Environment, weights: Numbers, rng: np.random.Generator) -> Numbers:
    """Play a game of the bot against itself; return the gradient of the weights."""
    env.reset()
    tables = env.table
    traces = {agent: np.zeros(len(NAMES)) for agent in env.possible_agents}
    features = np.empty(len(NAMES))
    while not any(env.terminations.values()):
        agent = env.agent_selection
        look(env.view()[0], tables, env.possible_agents.index(agent), features)
        again = 1.0 / (1.0 + np.exp(-urge(features, weights)))  # the chance to roll
        action = AGAIN if rng.random() < again else HOLD
        traces[agent] += ((action == AGAIN) - again) * features
        env.step(action)
    fair = 1.0 / len(traces)
    return np.sum([(env.rewards[agent] - fair) * traces[agent] for agent in traces], axis=0)


def write(weights: Numbers, path: Path, games: int) -> None:
    """Write weights into the TOML file of the bot."""
    lines = [f"# The weights of learnt.py, learnt from {games:,} games by train.py."]
    lines += [f"{name} = {weight:.4f}" for name, weight in zip(NAMES, weights, strict=True)]
    path.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(description="Train the bot of learnt.py to play Pig.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE / "learnt.toml")
    arguments = parser.parse_args()
    env = Environment(str(PIG), players=2, seed=arguments.seed)
    write(train(env, arguments.games, arguments.seed), arguments.out, arguments.games)
    print(f"{arguments.out}: weights learnt from {arguments.games:,} games.")


if __name__ == "__main__":
    main()
