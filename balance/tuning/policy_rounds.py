"""Rounds of teaching a policy: after each, the learner must beat the best network so far.

A round is many batches of self-play. Then the learner challenges the champion, the best network so
far, on fresh deals; a sequential test decides whether it takes its place. The learner goes on from
its own network either way.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.comparison.pairwise import pairing_outcome, share_of_points
from balance.bots.policy_gradient import EpisodeSum
from balance.engine.game import Bot
from balance.errors import StoreError
from balance.runner.bot_matches import BotMatch
from balance.runner.pairings import PairingResult, pairing, play_pairings
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry
from balance.stats.intervals import Estimate
from balance.stats.sequential_test import Settled, settle
from balance.stats.verdict import Verdict
from balance.store.disk import read_arrays, write_whole
from balance.tuning.policy_training import Learner, Teacher

GAIN = (0.0, 0.01)  # hypotheses of the test, as a share of a win: no stronger, or by one point
CHALLENGE = 20_000  # deals at most of a challenge
MEASURED = 1_000  # deals on which the champion is measured after each round
_STATE = ("network", "mean", "square")

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Round:
    """The result of a round.

    Attributes
    ----------
    strength : float, with `low` and `high`
        The champion's points against the usual bot after the round, on the same deals each time: a
        share with two players, above an equal share with more.
    """

    number: int  # from 1
    deals: int  # of self-play so far
    error: float  # of the critic, the root of its mean square, on games it had not learnt from
    gain: float  # the learner's points against the champion
    is_accepted: bool
    strength: float
    low: float
    high: float

    @property
    def points(self) -> Estimate:
        """The champion's strength as an estimate."""
        value, low, high = map(np.asarray, (self.strength, self.low, self.high))
        return Estimate(value, low, high, np.asarray(MEASURED), np.asarray(float(MEASURED)))


@dataclass
class Training:
    """A policy that is taught: all that is needed to go on."""

    learner: Learner
    champion: Floats
    rounds: list[Round] = field(default_factory=list)
    since: int = 0  # deals of the learner at the end of the last round
    error: float = 0.0  # sums of this round
    decisions: float = 0.0

    @property
    def is_better(self) -> bool:
        """Whether a learner was accepted."""
        return any(one.is_accepted for one in self.rounds)

    def save(self, file: Path, settings: Mapping[str, Any]) -> None:
        """Write it to an ``.npz`` file, with the settings it belongs to."""
        learner = self.learner
        arrays: dict[str, Any] = {name: getattr(learner, name) for name in _STATE}
        arrays["champion"] = self.champion
        arrays["rounds"] = np.array([astuple(one) for one in self.rounds], np.float64)
        arrays["numbers"] = np.array(
            [learner.steps, learner.deals, learner.spread, self.since, self.error, self.decisions]
        )
        arrays["settings"] = np.array(json.dumps(settings))

        def write(part: Path) -> None:
            with part.open("wb") as stream:
                np.savez(stream, **arrays)

        write_whole(file, write)

    @classmethod
    def load(cls, file: Path) -> tuple["Training", dict[str, Any]]:
        """Return what was saved, and the settings it belongs to.

        Raises
        ------
        StoreError
            If it cannot be read.
        """
        arrays = read_arrays(file)
        try:
            steps, deals, spread, since, error, decisions = arrays["numbers"].tolist()
            network, mean, square = (arrays[name] for name in _STATE)
            learner = Learner(network, mean, square, int(steps), int(deals), spread)
            rounds = [
                Round(int(one[0]), int(one[1]), one[2], one[3], bool(one[4]), *one[5:])
                for one in arrays["rounds"].tolist()
            ]
            settings = json.loads(str(arrays["settings"]))
            champion = arrays["champion"]
        except (KeyError, ValueError, TypeError) as problem:
            raise StoreError(f"{file}: cannot be read as training ({problem}).") from None
        return cls(learner, champion, rounds, int(since), error, decisions), settings


@dataclass(frozen=True)
class Rounds:
    """Teaches a policy in rounds.

    Attributes
    ----------
    deals : int
        Of self-play in a round.
    count : int
        How many rounds.
    usual : Entry
        The bot that the champion is measured against.
    tables : BotMatch
        The usual bot against itself on the tables at which bots are compared. Its seed is that of
        the deals on which champions are measured; round n is decided on those of its seed + n.
    """

    teacher: Teacher
    deals: int
    count: int
    usual: Entry
    tables: BotMatch

    def go_on(
        self,
        training: Training,
        stop: StopSignal,
        on_batch: Callable[[int], None] = lambda deals: None,
        on_round: Callable[[Round], None] = lambda result: None,
    ) -> None:
        """Play rounds until all are played or the signal is set; a batch cut short is dropped.

        Raises
        ------
        BotError, LimitError
        """
        while len(training.rounds) < self.count and not stop.is_set():
            if not self._learn(training, stop, on_batch):
                return
            result = self._judge(training, stop)
            if result is None:
                return
            training.rounds.append(result)
            training.since, training.error, training.decisions = result.deals, 0.0, 0.0
            on_round(result)

    def entry(self, network: Floats, label: str) -> Entry:
        """Return the policy with a network as an entry of a line-up."""
        bot: Bot = replace(self.teacher.bot, network=tuple(map(float, network)))
        return Entry(label, bot)

    def measure(
        self, network: Floats, opponent: Entry, deals: int, seed: int, stop: StopSignal
    ) -> Estimate | None:
        """Estimate a network's points against a bot; None if it was stopped."""
        pair = pairing(replace(self.tables, seed=seed), self.entry(network, "policy"), opponent)
        (result,) = play_pairings([pair], deals, self.teacher.workers, stop)
        if stop.is_set():
            return None
        return share_of_points(pairing_outcome(result))

    def _learn(self, training: Training, stop: StopSignal, on_batch: Callable[[int], None]) -> bool:
        """Play the batches of a round; return whether it was not stopped."""
        learner = training.learner
        while learner.deals - training.since < self.deals:
            before = learner.deals
            sums = self.teacher.teach(learner, before / (self.deals * self.count), stop)
            if sums is None:
                return False
            training.error += float(sums[EpisodeSum.ERRORS])
            training.decisions += float(sums[EpisodeSum.DECISIONS])
            on_batch(learner.deals - before)
        return True

    def _judge(self, training: Training, stop: StopSignal) -> Round | None:
        """Let the learner challenge the champion; measure the champion after it."""
        number = len(training.rounds) + 1
        network = training.learner.network.copy()
        pair = pairing(
            replace(self.tables, seed=self.tables.seed + number),
            self.entry(network, "learner"),
            self.entry(training.champion, "champion"),
        )
        count = len(self.tables.test_tables)

        def is_settled(results: Sequence[PairingResult]) -> bool:
            return _test(results[0], count).verdict is not Verdict.UNDECIDED

        (result,) = play_pairings(
            [pair], CHALLENGE, self.teacher.workers, stop, is_settled=is_settled
        )
        if stop.is_set():
            return None
        test = _test(result, count)
        gain = float(pairing_outcome(result.first(test.deals)).excess.mean())
        is_accepted = test.verdict is Verdict.YES
        champion = network if is_accepted else training.champion
        strength = self.measure(champion, self.usual, MEASURED, self.tables.seed, stop)
        if strength is None:
            return None
        training.champion = champion
        return Round(
            number,
            training.learner.deals,
            float(np.sqrt(training.error / max(training.decisions, 1.0))),
            gain,
            is_accepted,
            float(strength.value),
            float(strength.low),
            float(strength.high),
        )


def _test(result: PairingResult, tables: int) -> Settled:
    """Test the learner of a challenge; looks are taken when all tables were played."""
    return settle(pairing_outcome(result).excess, *GAIN, tables)
