"""Families of bots: those that play alike but for their weights."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from cma.evolution_strategy import CMAEvolutionStrategy

from balance.engine.game import Bot
from balance.errors import BotError, ScenarioError
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry
from balance.stats.intervals import Floats
from balance.tuning.best_response import Proposer
from balance.tuning.evolution import strategy_of
from balance.tuning.tuned_bot import SMALLEST_SCALE, Space, read_subject, rounded

REACH = 2.0  # of a far search: its first candidates differ by 2/5 of a weight's usual size
RANGE = -1.0, 3.0  # of weights that are drawn anew, times their usual size
CANDIDATE = "candidate"


class Family:
    """Bots that play alike but for their weights.

    Attributes
    ----------
    name : str
        The bot of the game that they are made from.
    """

    def __init__(self, name: str, bot: Bot, scale: Mapping[str, float]) -> None:
        self.name, self._bot, self._scale = name, bot, scale

    def has(self, entry: Entry) -> bool:
        """Return whether a strategy is of the family; bots with noise are of none."""
        bot, own = entry.bot, self._bot
        is_alike = bot.choose is own.choose and bot.weights.keys() == own.weights.keys()
        return is_alike and not bot.noise

    def proposer(self, start: Entry, seed: int, width: float) -> Proposer:
        """Return a search from one of the family; with width 1 it looks far, with less nearer."""
        return _WeightProposer(start, self._scale, seed, width)

    def distance(self, one: Entry, two: Entry) -> float:
        """Return how different two of the family are: the mean difference of their weights.

        Each is divided by the sum of the two weights' sizes, so it lies between 0 and 1.
        """
        parts = [
            abs(one.bot.weights[key] - two.bot.weights[key])
            / max(abs(one.bot.weights[key]) + abs(two.bot.weights[key]), 1e-12)
            for key in self._scale
        ]
        return float(np.mean(parts))


def weight_families(seating: LineupBuilder, players: int) -> list[Family]:
    """Return the families of the game's bots that have weights to vary.

    Bots that search are left out, as they are slow, and so are networks, which only `balance
    train` changes.  The scale of a weight is the largest size that it has among the bots of the
    family, so that what one style does not use can be tried for it.

    Raises
    ------
    BotError
        If a file of weights cannot be read.
    """
    families: dict[tuple[int, tuple[str, ...]], list[tuple[str, Bot, tuple[str, ...]]]] = {}
    for name, bot in seating.game.bots.items():
        if not is_varied(bot) or bot.is_list:
            continue
        try:
            tuned = read_subject(seating, name, players, None).tuned
        except (BotError, ScenarioError):  # all its weights are switches
            continue
        key = id(bot.choose), tuple(bot.weights)
        families.setdefault(key, []).append((name, bot.at(players), tuned))
    return [_family(members) for members in families.values()]


def is_varied(bot: Bot) -> bool:
    """Return whether the weights or the list of a bot can be varied in a search."""
    return bool(bot.weights) and bot.count_iterations is None and not bot.networks


def _family(members: Sequence[tuple[str, Bot, tuple[str, ...]]]) -> Family:
    name, first, _ = members[0]
    free = [key for key in first.weights if any(key in tuned for _, _, tuned in members)]
    sizes = {key: max(abs(bot.weights[key]) for _, bot, _ in members) for key in free}
    usual = float(np.median([size for size in sizes.values() if size] or [1.0]))
    scale = {key: max(size, SMALLEST_SCALE * usual) for key, size in sizes.items()}
    return Family(name, first, scale)


class _WeightProposer:
    """Varies weights with CMA-ES; the mean of its candidates is the challenger."""

    every = 4

    def __init__(self, start: Entry, scale: Mapping[str, float], seed: int, width: float) -> None:
        self.start = start
        self._scale, self._width, self._seed = scale, width, seed
        self.begin(start)
        self.population: int = self._strategy.popsize

    def scatter(self, count: int) -> Sequence[Entry]:
        """Return strategies in which some weights are drawn anew, as often one as many of them."""
        draws = np.random.default_rng(self._seed)
        keys = list(self._scale)
        entries = []
        for _ in range(count):
            changed = draws.permutation(len(keys))[: draws.integers(1, len(keys) + 1)]
            new = {
                keys[int(place)]: rounded(self._scale[keys[int(place)]] * draws.uniform(*RANGE))
                for place in changed
            }
            entries.append(self._entry(new))
        return entries

    def begin(self, champion: Entry) -> None:
        """Begin near a strategy."""
        first = {key: champion.bot.weights[key] for key in self._scale}
        steps = {key: self._width * REACH * size for key, size in self._scale.items()}
        self._space = Space(first, steps)
        self._strategy: CMAEvolutionStrategy = strategy_of(self._space, None, self._seed)

    def ask(self) -> Sequence[Entry]:
        """Return the candidates of the next generation."""
        self._steps = self._strategy.ask()
        return [self._entry(self._space.weights(steps)) for steps in self._steps]

    def tell(self, values: Floats) -> None:
        """Learn the values of these candidates."""
        self._strategy.tell(self._steps, list(-values))

    def challenger(self) -> Entry:
        """Return the mean of the candidates' weights, which is less noisy than the best one."""
        return self._entry(self._space.weights(self._strategy.mean))

    def adopt(self, champion: Entry) -> None:
        """Do nothing: the candidates move by themselves."""

    def _entry(self, changed: Mapping[str, float]) -> Entry:
        bot = self.start.bot
        weights = {**bot.weights, **changed}
        return Entry(CANDIDATE, replace(bot, weights=weights), self.start.sources)
