"""Playing changed tables on the same deals as the table as it is, in rounds that fewer survive."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pandas as pd

from balance.analysis.metrics import fold_sums
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.sensitivity import FEWEST_DEALS, Judge, Trial, changes_table, in_the_race
from balance.errors import Interrupted
from balance.runner.arms import ArmResult, play_arms
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.play import StopSignal, play_games
from balance.scenario.experiments import Arm
from balance.scenario.match import Match
from balance.scenario.number_changes import CHANGE, Change
from balance.store.run_folder import RunFolder
from balance.store.sums import merged

FOLDED = "folds"
PLACES = 10  # whose order matters: which lower the index most, and which raise it most
SMALLEST_ROUND = 4 * FEWEST_DEALS  # deals
_SHARES = (4, 2, 1)  # a round plays the games over this
_METRICS = MetricSet({FOLDED: fold_sums.tally}, {FOLDED: FoldSums})

Changed = Mapping[tuple[Change, ...], Arm]


@dataclass
class Trials:
    """Plays changes at one table into a folder.

    Attributes
    ----------
    match : Match
        As it is.
    store : Store
    workers : int
    stop : Stop
    begin : function (what, games)
        Told what is played next, and how many games.
    add : function (games)
    chosen : dict of str to list of str
        Which changes a round goes on with, once that is decided, so that a run which was stopped
        goes on as it would have.
    keep : function ()
        Told when `chosen` has grown.
    race : function (table, places) -> rows
        Which changes get another round.
    seconds_a_deal : float
        As the last deals of the table as it is took; 0 until some were played.
    """

    match: Match
    store: RunFolder
    workers: int
    stop: StopSignal
    begin: Callable[[str, int], None]
    add: Callable[[int], None]
    chosen: dict[str, list[str]] = field(default_factory=dict)
    keep: Callable[[], None] = lambda: None
    race: Callable[[pd.DataFrame, int], list[int]] = in_the_race
    seconds_a_deal: float = 0.0
    _bases: dict[tuple[int, int], FoldSums] = field(default_factory=dict)

    def base(self, deals: int, seed: int | None = None) -> FoldSums:
        """Return the sums of the table as it is, of so many deals.

        Raises
        ------
        Interrupted
        """
        match = self.match if seed is None else replace(self.match, seed=seed)
        for some in rounds_of(deals):  # so that a shard ends where each round does
            if (match.seed, some) not in self._bases:
                self._bases[match.seed, some] = self._played_base(match, some)
        return self._bases[match.seed, deals]

    def _played_base(self, match: Match, deals: int) -> FoldSums:
        name = _named("as it is", self.match, match)
        games = CellGames(name, match, _METRICS, self.store)
        missing = sum(gap.deals for gap in games.missing(deals))
        if missing:
            self.begin("the table as it is", missing * match.lineup.rotations)
            begun = time.perf_counter()
            play_games([games], [deals], self.workers, self.stop, self.add)
            self.seconds_a_deal = (time.perf_counter() - begun) / missing
            self._check_stopped()
        return _until(games, deals)

    def play(self, changed: Changed, deals: int, label: str, judge: Judge) -> list[Trial]:
        """Play changes in rounds: all of them a little, and the more the further they matter.

        Parameters
        ----------
        changed : mapping of changes to Arm
        deals : int
            The most that a change gets.
        label : str
            What they are, for the progress and `chosen`.
        judge : Judge

        Returns
        -------
        trials : list of Trial
            In the order of `changed`.

        Raises
        ------
        Interrupted
            After Ctrl-C; what was played is kept.
        """
        rounds = rounds_of(deals)
        self.base(deals)
        of = {arm.name: changes for changes, arm in changed.items()}

        def wanted(played: Sequence[ArmResult]) -> Mapping[str, int]:
            names = [one.arm.name for one in played]
            by_name = {one.arm.name: one for one in played}
            for some, before in zip(rounds, (0, *rounds), strict=False):
                if before:
                    names = self._go_on(f"{label}, {some}", names, by_name, of, judge)
                if any(by_name[name].deals < some for name in names):
                    return dict.fromkeys(names, some)
            return {}

        played = self._played(list(changed.values()), wanted, label)
        return [self._trial(of[one.arm.name], one) for one in played]

    def again(self, trials: Sequence[Trial], deals: int, seed: int) -> list[Trial]:
        """Play the changes of trials on so many deals of another seed.

        Raises
        ------
        Interrupted
        """
        base = self.base(deals, seed)
        arms = []
        for trial in trials:
            match = replace(trial.match, seed=seed)
            arms.append(Arm(_named(trial.text, self.match, match), CHANGE, match))
        wanted = {arm.name: deals for arm in arms}
        played = self._played(arms, lambda some: wanted, "fresh deals")
        return [
            Trial(trial.changes, one.arm.match, _sums(one), base)
            for trial, one in zip(trials, played, strict=True)
        ]

    def _played(
        self,
        arms: Sequence[Arm],
        wanted: Callable[[Sequence[ArmResult]], Mapping[str, int]],
        label: str,
    ) -> tuple[ArmResult, ...]:
        def on_round(count: int, games: int) -> None:
            self.begin(f"{label}: {count}", games)

        played = play_arms(
            CHANGE, arms, lambda arm: _METRICS, self.store, wanted, self.workers, self.stop,
            on_round, self.add,
        )  # fmt: skip
        self._check_stopped()
        return played

    def _go_on(
        self,
        key: str,
        names: Sequence[str],
        played: Mapping[str, ArmResult],
        of: Mapping[str, tuple[Change, ...]],
        judge: Judge,
    ) -> list[str]:
        """Return which of some changes get another round; what was decided once stays so."""
        if key not in self.chosen:
            trials = [self._trial(of[name], played[name]) for name in names]
            by_text = {trial.text: name for trial, name in zip(trials, names, strict=True)}
            table = changes_table(trials, judge)
            rows = self.race(table, PLACES)
            self.chosen[key] = [by_text[table["change"][row]] for row in rows]
            self.keep()
        return [name for name in self.chosen[key] if name in played]

    def _trial(self, changes: tuple[Change, ...], one: ArmResult) -> Trial:
        key = one.arm.match.seed, one.deals
        base = (
            self._bases[key]
            if key in self._bases
            else max(
                (sums for (seed, _), sums in self._bases.items() if seed == key[0]),
                key=lambda sums: int(sums.deals.sum()),
            )
        )
        return Trial(changes, one.arm.match, _sums(one), base)

    def _check_stopped(self) -> None:
        if self.stop.is_set():
            raise Interrupted(
                f"Stopped; what was played is kept in {self.store.folder}: the same command goes "
                "on."
            )


def rounds_of(deals: int) -> list[int]:
    """Return how many deals a change has after each round, the last being all."""
    rounds = [-(-deals // share) for share in _SHARES]
    return [some for some in rounds if some >= SMALLEST_ROUND or some == deals]


def most_deals(deals: int) -> float:
    """Return how many deals of a change are played on average, at most: half stop each round."""
    rounds = rounds_of(deals)
    steps = zip((0, *rounds[:-1]), rounds, strict=True)
    return sum((some - before) / 2**place for place, (before, some) in enumerate(steps))


def _named(name: str, usual: Match, match: Match) -> str:
    """Return a name that tells deals of another seed from the usual ones."""
    return name if match.seed == usual.seed else f"{name}, seed {match.seed}"


def _sums(one: ArmResult) -> FoldSums:
    sums = one.totals[FOLDED]
    assert isinstance(sums, FoldSums)
    return sums


def _until(games: CellGames, deals: int) -> FoldSums:
    """Return the sums of the first deals that are stored; of all where no shard ends there."""
    assert games.shards is not None
    shards = games.ranges
    some = [shard for shard in shards if shard.last < deals]
    whole = sum(shard.deals for shard in some) == deals
    read = [games.shards.read(shard, _METRICS.kinds) for shard in (some if whole else shards)]
    sums = merged(read)[FOLDED]
    assert isinstance(sums, FoldSums)
    return sums
