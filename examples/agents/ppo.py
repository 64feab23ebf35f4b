"""Train the bot of `actor.py` against random play: proximal policy optimization, numpy alone.

``python examples/agents/ppo.py`` plays many games of Valeria at once (`balance.agents.batch`) and
writes `actor_network.py`.  Hidden units see the position.  Each choice that was ever offered has a
row of weights: the products with the units are the scores, from which actions are drawn.  Another
row, the critic, expects the result; actions that did better than that become more likely, but only
a little in each round.

References
----------
Schulman et al. (2017), "Proximal policy optimization algorithms".
Schulman et al. (2016), "High-dimensional continuous control using generalized advantage
estimation".
Kingma and Ba (2015), "Adam: a method for stochastic optimization".
"""

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from position import (  # type: ignore[import-not-found]
    CARDS,
    FEATURES,
    GOODS,
    OF_A_SEAT,
    ROLES,
    ROUNDS,
    STACKS,
    key_of,
)

from balance.agents import batch
from balance.agents.batch_environment import BatchEnvironment
from balance.games.valeria.layout import NUM_GOODS, NUM_ROLES

Numbers: TypeAlias = NDArray[np.float32]
Whole: TypeAlias = NDArray[np.int64]

HERE = Path(__file__).resolve().parent
GAMES, STEPS, EPOCHS, PART = 512, 64, 3, 4_096  # at once; of a round; over it; of them at a time
UNITS, MOST_CHOICES, MOST_KEYS = 32, 64, 1_024
KINDS = ("citizens", "monsters", "domains")
CLIP, TRACE, ENTROPY = 0.2, 0.95, 0.01
RATE = 0.003  # about the change of a weight at a time; it shrinks to 0 at the end
DECAY, DECAY_SQUARES = 0.9, 0.999  # of Adam's means of gradients and of their squares


class Seen(NamedTuple):
    """Decisions: features, rows of the choices, and which choices there are."""

    features: Numbers  # (decisions, FEATURES)
    rows: Whole  # (decisions, MOST_CHOICES)
    offered: NDArray[np.bool_]  # (decisions, MOST_CHOICES)

    def part(self, places: Whole) -> "Seen":
        """Return some of the decisions."""
        return Seen(self.features[places], self.rows[places], self.offered[places])


class Eyes:
    """Reads from observations what `position.look` reads from a view, and numbers the choices."""

    def __init__(self, names: tuple[str, ...]) -> None:
        def places(field: str, count: int) -> list[int]:
            return [names.index(f"{field}[{i}]") for i in range(count)]

        self.keys = np.empty(0, np.int64)  # of rows, in the order in which they were met
        self._sides = np.array(
            [
                places(f"seats[{seat}].goods", NUM_GOODS)
                + places(f"seats[{seat}].roles", NUM_ROLES)
                + [names.index(f"seats[{seat}].{kind}") for kind in KINDS]
                for seat in range(2)
            ]
        )
        self._scales = np.repeat([GOODS, ROLES, CARDS], [NUM_GOODS, NUM_ROLES, len(KINDS)])
        self._length = [names.index("rounds"), *places("exhausted", 3)]
        self._dukes = np.array([names.index(f"seats[{seat}].duke") for seat in range(2)])
        self._decision, self._count = names.index("decision"), names.index("num_choices")
        self._choices = places("choices", MOST_CHOICES)

    def look(self, observations: NDArray[np.int32], seats: NDArray[np.int32]) -> Seen:
        """Return what the seats that are to move see."""
        games = np.arange(len(seats))
        features = np.zeros((len(seats), FEATURES), np.float32)
        features[:, 0] = 1.0
        for side, whose in enumerate((seats, 1 - seats)):
            first = 1 + side * OF_A_SEAT
            numbers = observations[games[:, None], self._sides[whose]]
            features[:, first : first + OF_A_SEAT] = numbers / self._scales
        first = 1 + 2 * OF_A_SEAT
        length = observations[:, self._length] / [ROUNDS, STACKS, STACKS, STACKS]
        features[:, first : first + 4] = length
        dukes = observations[games, self._dukes[seats]]
        features[games[dukes > 0], first + 3 + dukes[dukes > 0]] = 1.0
        offered = np.arange(MOST_CHOICES) < observations[:, [self._count]]
        return Seen(features, self._rows(observations, offered), offered)

    def _rows(self, observations: NDArray[np.int32], offered: NDArray[np.bool_]) -> Whole:
        decisions = observations[:, [self._decision]].astype(np.int64)
        keys = key_of(decisions, observations[:, self._choices])
        new = np.setdiff1d(keys[offered], self.keys)
        self.keys = np.concatenate([self.keys, new])
        order = np.argsort(self.keys)
        rows = np.searchsorted(self.keys, keys, sorter=order)
        return np.where(offered, order[np.minimum(rows, len(order) - 1)], 0)


class Network:
    """One layer of hidden units, a row of weights for each choice, and one for the critic."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.hidden = rng.normal(0.0, 0.3, (FEATURES, UNITS)).astype(np.float32)
        self.choices = np.zeros((MOST_KEYS, UNITS), np.float32)
        self.critic = np.zeros(UNITS, np.float32)
        self._weights = [self.hidden, self.choices, self.critic]
        self._means = [np.zeros_like(one) for one in self._weights]
        self._squares = [np.zeros_like(one) for one in self._weights]
        self._steps = 0

    def answer(self, seen: Seen) -> tuple[Numbers, Numbers, Numbers]:
        """Return the hidden units, the probability of each choice, and the expected results."""
        units = np.tanh(seen.features @ self.hidden)
        scores = np.take_along_axis(units @ self.choices.T, seen.rows, axis=1)
        scores = np.where(seen.offered, scores, -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return units, chances / chances.sum(axis=1, keepdims=True), units @ self.critic

    def improve(
        self,
        seen: Seen,
        actions: Whole,
        before: Numbers,
        advantages: Numbers,
        results: Numbers,
        rate: float,
    ) -> None:
        """Take a step on some decisions; `before` are the probabilities with which they fell."""
        units, chances, expected = self.answer(seen)
        games = np.arange(len(actions))
        ratio = chances[games, actions] / before
        is_near = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        logs = np.log(np.maximum(chances, 1e-12))
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        slope = -chances * (is_near * advantages * ratio)[:, None]
        slope[games, actions] += is_near * advantages * ratio
        slope -= ENTROPY * chances * (logs + entropy)
        by_row = np.zeros((len(games), MOST_KEYS), np.float32)
        np.put_along_axis(by_row, np.where(seen.offered, seen.rows, MOST_KEYS - 1), slope, axis=1)
        by_row[:, -1] = 0.0  # of no choice
        error = (results - expected)[:, None]
        back = (by_row @ self.choices + error * self.critic) * (1 - units**2)
        slopes = [seen.features.T @ back, by_row.T @ units, (error * units).sum(axis=0)]
        self._climb([one / len(games) for one in slopes], rate)

    def _climb(self, slopes: list[Numbers], rate: float) -> None:
        self._steps += 1
        for i, slope in enumerate(slopes):
            self._means[i] += (1 - DECAY) * (slope - self._means[i])
            self._squares[i] += (1 - DECAY_SQUARES) * (slope**2 - self._squares[i])
            size = np.sqrt(self._squares[i] / (1 - DECAY_SQUARES**self._steps)) + 1e-8
            self._weights[i] += rate * self._means[i] / (1 - DECAY**self._steps) / size


def train(env: BatchEnvironment, rounds: int, seed: int) -> tuple[Network, Eyes]:
    """Return a network that learnt from so many rounds, and the eyes with which it sees."""
    rng = np.random.default_rng(seed)
    network, eyes = Network(rng), Eyes(env.names)
    found, infos = env.reset()
    begun = time.monotonic()
    for number in range(rounds):
        decisions: list[Any] = []
        games = wins = 0.0
        for _ in range(STEPS):
            seen = eyes.look(found["observation"], infos["seat"])
            _, chances, expected = network.answer(seen)
            draws = rng.random((len(chances), 1), np.float32)
            actions = np.minimum((chances.cumsum(axis=1) < draws).sum(axis=1),
                                 seen.offered.sum(axis=1) - 1)  # fmt: skip
            found, rewards, ended, cut, infos = env.step(actions)
            taken = chances[np.arange(len(actions)), actions]
            decisions.append((seen, actions, taken, expected, rewards, ended | cut))
            games, wins = games + ended.sum(), wins + rewards.sum()
        last = network.answer(eyes.look(found["observation"], infos["seat"]))[2]
        learn(network, decisions, last, RATE * (1 - number / rounds), rng)
        print(f"round {number + 1} of {rounds}: {wins / max(games, 1):.1%} of {games:,.0f} games "
              f"won, {time.monotonic() - begun:.0f} s")  # fmt: skip
    return network, eyes


def learn(
    network: Network, decisions: list[Any], last: Numbers, rate: float, rng: np.random.Generator
) -> None:
    """Improve the network with the decisions of a round, in random order, some times over."""
    seen, actions, taken, expected, rewards, ended = zip(*decisions, strict=True)
    advantages = np.zeros((STEPS, len(last)), np.float32)
    after, trace = last, np.zeros_like(last)
    for step in reversed(range(STEPS)):
        goes_on = 1.0 - ended[step]
        trace = rewards[step] + goes_on * after - expected[step] + TRACE * goes_on * trace
        advantages[step], after = trace, expected[step]
    results = (advantages + np.array(expected)).ravel()
    gains = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).ravel()
    whole = Seen(*map(np.concatenate, zip(*seen, strict=True)))
    made, before = np.concatenate(actions), np.concatenate(taken)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(made)), max(1, len(made) // PART)):
            network.improve(
                whole.part(part), made[part], before[part], gains[part],
                results[part], rate,
            )  # fmt: skip


def write(network: Network, eyes: Eyes, path: Path) -> None:
    """Write the network as a module that the bot imports."""
    order = np.argsort(eyes.keys)
    arrays = {"KEYS": eyes.keys[order], "HIDDEN": network.hidden.astype(float).round(4),
              "CHOICES": network.choices[order].astype(float).round(4)}  # fmt: skip
    lines = ['"""The network of `actor.py`, written by `ppo.py`."""', "", "import numpy as np", ""]
    for name, array in arrays.items():
        kind = "int64" if array.dtype == np.int64 else "float64"
        lines += [f"{name} = np.array({array.tolist()}, np.{kind})"]
    path.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Train, and write the network."""
    parser = argparse.ArgumentParser(description="Train the bot of actor.py to play Valeria.")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE / "actor_network.py")
    arguments = parser.parse_args()
    env = batch("first-game", players=2, n=GAMES, bots=["random"], seed=arguments.seed)
    write(*train(env, arguments.rounds, arguments.seed), arguments.out)
    print(f"{arguments.out}: the network after {arguments.rounds} rounds.")


if __name__ == "__main__":
    main()
