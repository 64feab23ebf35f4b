"""Play changed tables on the deals of the unchanged one, in rounds with fewer and fewer changes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from balance.analysis.metrics import fold_sums
from balance.analysis.metrics.fold_sums import FoldSums, folds_of
from balance.analysis.sensitivity import FEWEST_DEALS, Judge, Trial, changes_table, in_the_race
from balance.errors import Interrupted
from balance.runner.arms import ArmResult, play_arms
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.paired_games import seconds_a_deal
from balance.runner.play import play_games
from balance.runner.stop_signal import StopSignal
from balance.scenario.experiments import Arm
from balance.scenario.match import Match
from balance.scenario.number_changes import CHANGE, Change
from balance.store.run_folder import RunFolder
from balance.store.sums import merged

FOLDED = "folds"
AS_IT_IS = "the table as it is"
PLACES = 10  # the changes to rank: those that lower the index most, and raise it most
SMALLEST_ROUND = 4 * FEWEST_DEALS  # deals
_SHARES = (4, 2, 1)  # a round plays the games divided by this
_METRICS = MetricSet({FOLDED: fold_sums.tally}, {FOLDED: FoldSums})

Changed = Mapping[tuple[Change, ...], Arm]


@dataclass
class Trials:
    """Plays changes of one table and stores the results in a folder.

    Attributes
    ----------
    begin : function (what, games)
        Called before something is played.
    add : function (games)
        Called when games were played.
    chosen : dict of str to list of str
        The changes that a round plays, once decided, so that a resumed run plays the same.
    keep : function ()
        Called when `chosen` has grown.
    """

    match: Match  # with the unchanged table
    store: RunFolder
    workers: int
    stop: StopSignal
    begin: Callable[[str, int], None]
    add: Callable[[int], None]
    chosen: dict[str, list[str]] = field(default_factory=dict)
    keep: Callable[[], None] = lambda: None
    _bases: dict[tuple[str, int, int], FoldSums] = field(default_factory=dict)
    # By arm what it changes, the label and the games.
    _last_played: dict[str, tuple[str, str, int]] = field(default_factory=dict)

    def base(self, deals: int, seed: int | None = None) -> FoldSums:
        """Return the sums of so many deals of the unchanged table.

        Raises
        ------
        Interrupted
        """
        return self.base_of("", self.match, deals, seed)

    def base_of(self, label: str, match: Match, deals: int, seed: int | None = None) -> FoldSums:
        """Return the same of another table, with a label for it, such as ``"4 players: "``.

        Raises
        ------
        Interrupted
        """
        on = match if seed is None else replace(match, seed=seed)
        for end in deals_by_round(deals):  # so that a shard ends where each round does
            if (label, on.seed, end) not in self._bases:
                name = _name(f"{label}as it is", match, on)
                self._bases[label, on.seed, end] = self._play_base(name, on, end)
        return self._bases[label, on.seed, deals]

    def seconds_a_deal(self, matches: Sequence[Match]) -> float:
        """Return about how long a deal of each of some matches takes together: a few are played."""
        return seconds_a_deal(matches, self.workers, self.stop)

    @property
    def games(self) -> dict[str, list[int]]:
        """The games of each set of changes, by what they were last played for; also of before.

        Those at several tables count as one.
        """
        base: dict[tuple[str, int], int] = {}
        for (label, seed, _), sums in self._bases.items():
            games = int(sums.games.sum() + sums.stopped.sum())
            base[label, seed] = max(base.get((label, seed), 0), games)
        found: dict[str, Counter[str]] = {}
        for (_, seed), games in base.items():
            found.setdefault(AS_IT_IS, Counter())[str(seed)] += games
        for what, label, games in self._last_played.values():
            found.setdefault(label, Counter())[what] += games
        return {label: list(games.values()) for label, games in found.items()}

    def _play_base(self, name: str, match: Match, deals: int) -> FoldSums:
        games = CellGames(name, match, _METRICS, self.store)
        missing = sum(gap.deals for gap in games.missing(deals))
        if missing:
            self.begin(AS_IT_IS, missing * match.lineup.rotations)
            play_games([games], [deals], self.workers, self.stop, self.add)
            self.check_stopped()
        return _first_deals(games, deals)

    def play(self, changed: Changed, deals: int, label: str, judge: Judge) -> list[Trial]:
        """Play changes in rounds: all of them first, then those that matter most.

        Parameters
        ----------
        deals : int
            Of a change that reaches the last round.
        label : str
            What they are, in the progress and in `chosen`.

        Returns
        -------
        trials : list of Trial
            In the order of `changed`.

        Raises
        ------
        Interrupted
            After Ctrl-C; games so far are stored.
        """
        self.base(deals)
        changes_of = {arm.name: changes for changes, arm in changed.items()}

        def select(names: Sequence[str], results: Mapping[str, ArmResult]) -> list[str]:
            trials = [self._trial(changes_of[name], results[name]) for name in names]
            by_text = {trial.text: name for name, trial in zip(names, trials, strict=True)}
            table = changes_table(trials, judge)
            return [by_text[table["change"][row]] for row in in_the_race(table, PLACES)]

        groups = {arm.name: [arm] for arm in changed.values()}
        results = self.play_in_rounds(groups, deals, label, select)
        return [self._trial(changes_of[name], result) for name, result in results.items()]

    def play_in_rounds(
        self,
        groups: Mapping[str, Sequence[Arm]],
        deals: int,
        label: str,
        select: Callable[[Sequence[str], Mapping[str, ArmResult]], list[str]],
    ) -> dict[str, ArmResult]:
        """Play groups of arms in rounds: all of them first, then those that are selected.

        Parameters
        ----------
        groups : mapping of str to sequence of Arm
            By name, what goes on or stays behind together.
        deals : int
            Of an arm that reaches the last round.
        label : str
            What they are, in the progress and in `chosen`.
        select : function (names, results by arm's name) -> names
            Selects the groups for the next round.

        Returns
        -------
        results : dict of str to ArmResult
            By the names of arms, in the order of `groups`.

        Raises
        ------
        Interrupted
            After Ctrl-C; games so far are stored.
        """
        rounds = deals_by_round(deals)

        def wanted(results: Sequence[ArmResult]) -> Mapping[str, int]:
            by_name, names = _by_arm(results), list(groups)
            for end, before in zip(rounds, (0, *rounds), strict=False):
                if before:
                    key = f"{label}, {end}"
                    if key not in self.chosen:
                        self.chosen[key] = select(names, by_name)
                        self.keep()
                    names = [name for name in self.chosen[key] if name in groups]
                arms = [arm.name for name in names for arm in groups[name]]
                if any(by_name[name].deals < end for name in arms):
                    return dict.fromkeys(arms, end)
            return {}

        flat = [arm for arms in groups.values() for arm in arms]
        return _by_arm(self.play_each(flat, wanted, label))

    def play_each(
        self,
        arms: Sequence[Arm],
        wanted: Callable[[Sequence[ArmResult]], Mapping[str, int]],
        label: str,
        metrics: MetricSet = _METRICS,
    ) -> tuple[ArmResult, ...]:
        """Play arms until each has the deals that are wanted; see `runner.arms.play_arms`.

        Raises
        ------
        Interrupted
        """

        def on_round(count: int, games: int) -> None:
            self.begin(f"{label}: {count}", games)

        results = play_arms(
            CHANGE, arms, lambda arm: metrics, self.store, wanted, self.workers, self.stop,
            on_round, self.add,
        )  # fmt: skip
        self.check_stopped()
        self._last_played |= {one.arm.name: (_what(one.arm), label, one.games) for one in results}
        return results

    def _trial(self, changes: tuple[Change, ...], result: ArmResult) -> Trial:
        seed = result.arm.match.seed
        base = self._bases.get(("", seed, result.deals))
        if base is None:  # no shard of the unchanged table ends there
            all_of_seed = [sums for (_, other, _), sums in self._bases.items() if other == seed]
            base = max(all_of_seed, key=lambda sums: int(sums.deals.sum()))
        return Trial(changes, result.arm.match, folds_of(result.totals), base)

    def check_stopped(self) -> None:
        """Raise Interrupted if the run was stopped."""
        if self.stop.is_set():
            raise Interrupted(
                f"Stopped. The games so far are stored in {self.store.folder}: run the same "
                "command again to resume."
            )


def _what(arm: Arm) -> str:
    """Return the set of changes that an arm plays, perhaps at one of several tables."""
    return arm.subject if arm.kind == CHANGE and arm.subject else arm.name


def _by_arm(results: Sequence[ArmResult]) -> dict[str, ArmResult]:
    return {result.arm.name: result for result in results}


def deals_by_round(deals: int) -> list[int]:
    """Return how many deals a change has after each round; all after the last."""
    rounds = [-(-deals // share) for share in _SHARES]
    return [end for end in rounds if end >= SMALLEST_ROUND or end == deals]


def most_deals(deals: int) -> float:
    """Return the most deals that are played of a change on average: each round drops half."""
    rounds = deals_by_round(deals)
    steps = zip((0, *rounds[:-1]), rounds, strict=True)
    return sum((end - before) / 2**place for place, (before, end) in enumerate(steps))


def _name(name: str, usual: Match, match: Match) -> str:
    """Return a name with the seed, if it is not the usual one."""
    return name if match.seed == usual.seed else f"{name}, seed {match.seed}"


def _first_deals(games: CellGames, deals: int) -> FoldSums:
    """Return the sums of the first deals that are stored; of all where no shard ends there."""
    shards = games.ranges
    first = [shard for shard in shards if shard.last < deals]
    if sum(shard.deals for shard in first) != deals:
        first = shards
    return folds_of(merged([games.read(shard) for shard in first]))
