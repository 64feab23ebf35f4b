"""Teaching a policy: batches of self-play, and a step of its network after each (Adam).

Deals are played in tasks of a fixed size whose sums are added up in order, so that the same
settings give the same network for any number of workers.

References
----------
Kingma and Ba (2015), "Adam: a method for stochastic optimization".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from balance.bots.policy import critic_at, num_weights, scores_at, value_at
from balance.bots.policy_gradient import EPISODES, EpisodeSum, episode_player
from balance.engine.batch import rules_of
from balance.engine.game import Bot, Game, GameTable
from balance.engine.layout import MAX_SEATS
from balance.engine.services import PolicyInputs, PolicyShape
from balance.engine.view import Hidden, hidden_at, hidden_words
from balance.runner.play import CollectedGames, play_games
from balance.runner.stop_signal import StopSignal

_TASK = 32  # deals
_LIMIT = 4_000  # decisions after which an episode is cut off
_FIRST_MOMENT, _SECOND_MOMENT, _TINY = 0.9, 0.99, 1e-8
_FORGETTING = 0.95  # of the running mean of squared advantages, in a batch

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Rates:
    """How a policy is taught."""

    batch: int = 512  # deals between two steps
    step: float = 0.003  # of Adam at the start, for the policy; it falls to `last`
    last: float = 0.0005
    critic_step: float = 0.005
    entropy: float = 0.003  # weight of the entropy at the start; it falls to nothing
    decay: float = 0.97  # lambda of the advantages
    point: float = 0.005  # what a point of the lead is worth, in wins


QUICK = Rates(batch=64, step=0.01, critic_step=0.01)  # for a few minutes


@dataclass
class Learner:
    """A network while it is taught, with the state of the optimizer.

    Attributes
    ----------
    network, mean, square : float64 arrays
        The weights, and Adam's moments.
    spread : float
        The running mean of squared advantages.
    """

    network: Floats
    mean: Floats
    square: Floats
    steps: int = 0
    deals: int = 0
    spread: float = 0.0

    @classmethod
    def starting_with(cls, network: Floats) -> "Learner":
        """Return a learner before its first step."""
        return cls(network.copy(), np.zeros_like(network), np.zeros_like(network))


@dataclass(frozen=True)
class Teacher:
    """Plays episodes at some tables and improves learners."""

    game: Game
    bot: Bot  # with inputs; its own weights at this number of players
    tables: Sequence[GameTable]
    seed: int
    workers: int = 1
    rates: Rates = field(default_factory=Rates)

    @property
    def inputs(self) -> PolicyInputs:
        """What the policy sees."""
        assert self.bot.inputs is not None
        return self.bot.inputs

    @property
    def _hidden(self) -> Hidden:
        """What is hidden at all its tables."""
        if self.tables[0].visible is not None:  # which options do not change
            return hidden_at(self.game, self.tables[0])
        return hidden_words(self.game.state, self.game.hidden, self.game.own, MAX_SEATS)

    def teach(self, learner: Learner, progress: float, stop: StopSignal) -> Floats | None:
        """Play a batch and take a step; return the sums of the batch, or None if it was stopped.

        Parameters
        ----------
        learner : Learner
            Changed.
        progress : float
            From 0, the start, to 1, the end: steps and entropy become smaller.
        """
        rates = self.rates
        tasks = -(-rates.batch // _TASK)
        scale = 1.0 / np.sqrt(learner.spread) if learner.spread > 0 else 0.0
        first = learner.deals

        def play(start: int, count: int) -> list[tuple[Floats, Floats]]:
            return [
                self._episodes(learner.network, first + task * _TASK, scale, progress)
                for task in range(start, start + count)
            ]

        played = CollectedGames(play, lambda results: len(results) * _TASK)
        play_games([played], [tasks], self.workers, stop)
        if stop.is_set():
            return None
        results = [one for piece in played.results for one in piece]
        gradient = np.sum([one[0] for one in results], axis=0)
        sums = np.asarray(np.sum([one[1] for one in results], axis=0))
        decisions = max(sums[EpisodeSum.DECISIONS], 1.0)
        spread = sums[EpisodeSum.ADVANTAGES] / decisions
        kept = _FORGETTING if learner.spread > 0 else 0.0
        learner.spread = kept * learner.spread + (1 - kept) * spread
        self._step(learner, gradient / decisions, progress)
        learner.deals += tasks * _TASK
        return sums

    def _episodes(
        self, network: Floats, first: int, scale: float, progress: float
    ) -> tuple[Floats, Floats]:
        """Return the gradient and the sums of one task."""
        game, rates, inputs = self.game, self.rates, self.inputs
        own = np.array(list(self.bot.weights.values()), dtype=np.float64)
        episodes = np.zeros(1, EPISODES)
        setting = episodes[0]
        setting.seed, setting.first, setting.deals = self.seed, first, _TASK
        setting.own_weights, setting.limit = len(own), _LIMIT
        setting.against_fallback, setting.point = inputs.against_fallback, rates.point
        setting.decay, setting.scale = rates.decay, scale
        setting.entropy = rates.entropy * (1.0 - progress)
        gradient, sums = np.zeros(len(network)), np.zeros(len(EpisodeSum))
        functions = inputs.write_position, inputs.write_choices, inputs.fallback
        # Without the type numpy would drop the padding of the struct.
        tables = np.concatenate([table.array for table in self.tables], dtype=game.table)
        episode_player(game)(
            np.zeros(2, game.state), tables, np.zeros(2, game.record), rules_of(game), functions,
            self._hidden, inputs.shape,
            np.concatenate([own, network]), episodes, gradient, sums,
        )  # fmt: skip
        return gradient, sums

    def _step(self, learner: Learner, gradient: Floats, progress: float) -> None:
        """Move the network by Adam; the policy waits until the size of advantages is known."""
        rates, place = self.rates, critic_at(self.inputs.shape)
        learner.steps += 1
        learner.mean += (1 - _FIRST_MOMENT) * (gradient - learner.mean)
        learner.square += (1 - _SECOND_MOMENT) * (gradient**2 - learner.square)
        mean = learner.mean / (1 - _FIRST_MOMENT**learner.steps)
        square = learner.square / (1 - _SECOND_MOMENT**learner.steps)
        step = rates.step * (rates.last / rates.step) ** progress
        steps = np.full(len(gradient), rates.critic_step * (step / rates.step))
        steps[:place] = step if learner.steps > 1 else 0.0
        learner.network += steps * mean / (np.sqrt(square) + _TINY)


def first_network(inputs: PolicyInputs, seed: int = 0) -> Floats:
    """Return the network with which training begins: few weights, and small random units.

    Random are only the weights of the hidden units, so that units learn to differ; their outputs
    have no weight yet.
    """
    shape: PolicyShape = inputs.shape
    network = np.zeros(num_weights(shape))
    draws = np.random.default_rng(seed)
    network[: scores_at(shape)] = draws.normal(0.0, 0.3, scores_at(shape))
    network[critic_at(shape) : value_at(shape)] = draws.normal(
        0.0, 0.3, value_at(shape) - critic_at(shape)
    )
    for kind, weights in inputs.start.items():
        row = scores_at(shape) + inputs.kinds.index(kind) * (shape.hidden + 1) * shape.choice
        for feature, weight in weights.items():
            network[row + inputs.choice.index(feature)] = weight
    return network
