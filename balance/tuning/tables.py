"""The tables of a scenario, on which the same changes of numbers are played and judged together."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.balance_index import Aims, add_up, largest
from balance.analysis.goals import objectives_within
from balance.analysis.metrics.fold_sums import FoldSums, folds_of
from balance.analysis.own_numbers import OwnNumber
from balance.analysis.sensitivity import Trial, lowest_in_the_race, makes_worse, owned_by
from balance.errors import CardError
from balance.limits import MAX_SEED
from balance.runner.arms import ArmResult
from balance.scenario.change_words import changes_in_words
from balance.scenario.experiments import Arm
from balance.scenario.levers import starting_goods
from balance.scenario.number_changes import CHANGE, Change, numbers_of, text_of
from balance.scenario.piece_names import settings_with
from balance.scenario.prepare import PreparedCell
from balance.stats.intervals import INTERVAL
from balance.stats.jackknife import Replicates, paired
from balance.tuning.trials import PLACES, Trials

# seats.4.gold is what seat 4 starts with more than the scenario says, and seats.4of5.gold the same
# with five players.
_SEATS, _OF = "seats", "of"
ChangeSet = tuple[Change, ...]


@dataclass(frozen=True)
class Candidate:
    """A set of changes as it was played at each table.

    Attributes
    ----------
    trials : tuple of Trial
        By table; where the set changes nothing, the sums are those of the table as it is.
    """

    changes: ChangeSet
    trials: tuple[Trial, ...]

    @property
    def deals(self) -> int:
        """How many were played at each table."""
        return min(trial.deals for trial in self.trials)

    @property
    def has_effect(self) -> bool:
        """Whether any game went otherwise."""
        return any(trial.has_effect for trial in self.trials)

    @property
    def text(self) -> str:
        """The changes, in a line."""
        return text_of(self.changes)

    @property
    def is_worse(self) -> bool:
        """Whether it leaves an objective or card whose number it is worse than the band."""
        return any(makes_worse(trial) for trial in self.trials if trial.has_effect)

    @property
    def harmed(self) -> OwnNumber | None:
        """The first objective or card whose number it is that it really leaves worse."""
        trials = (trial for trial in self.trials if trial.has_effect)
        return next((one for trial in trials for one in owned_by(trial) if one.is_real), None)

    @property
    def sums(self) -> tuple[FoldSums, ...]:
        """The sums with the changes, by table."""
        return tuple(trial.sums for trial in self.trials)

    @property
    def bases(self) -> tuple[FoldSums, ...]:
        """The sums without, on the same deals."""
        return tuple(trial.base for trial in self.trials)


@dataclass(frozen=True)
class Tables:
    """The tables of a scenario and what is wanted of each.

    Attributes
    ----------
    aims : tuple of Aims
        By table.
    trials : Trials
        Plays and keeps the games; of it the arms of all tables are played together.
    """

    cells: tuple[PreparedCell, ...]
    aims: tuple[Aims, ...]
    trials: Trials
    played: list[Candidate] = field(default_factory=list)  # all sets, as they were last played
    floors: tuple[float, ...] = ()  # by bot, how far it is at best; none is 0 for each

    @cached_property
    def numbers(self) -> tuple[Mapping[str, int], ...]:
        """The numbers that may be changed at each table, with what seats start with.

        The latter by number of players, where tables differ in that.
        """
        return tuple(
            {**numbers_of(cell), **_goods(cell, self.is_by_players)} for cell in self.cells
        )

    @property
    def is_by_players(self) -> bool:
        """Whether tables differ in their number of players."""
        return len({cell.match.game_table.num_seats for cell in self.cells}) > 1

    @cached_property
    def printed(self) -> dict[str, int]:
        """Each number that some table has, as the first of these has it."""
        found: dict[str, int] = {}
        for numbers in self.numbers:
            found = {**numbers, **found}
        return found

    def settings(self, changes: Iterable[Change]) -> dict[str, Any]:
        """Return the settings of a scenario that make changes at all its tables."""
        left, settings = list(changes), dict[str, Any]()
        for cell, numbers in zip(self.cells, self.numbers, strict=True):
            own = [one for one in left if one.key in numbers]
            of = f".{cell.match.game_table.num_seats}" if self.is_by_players else ""
            settings |= {  # an option of a table has no dot
                key if "." in key else f"{key}{of}": value
                for key, value in settings_of(cell, own).items()
            }
            left = [one for one in left if one not in own]
        return settings

    def words(self, changes: Iterable[Change]) -> dict[str, str]:
        """Return what each number is changed to, by its key: ``Merchant: cost 4 instead of 2``.

        As the first table has it that has the number.
        """
        found: dict[str, str] = {}
        for change in changes:
            if is_of_seat(change.key):
                _, seat, good = change.key.split(".")
                who = f"seat {seat.replace(_OF, f' {_OF} ')}"
                found[change.key] = f"{who} starts with {change.now} more {good}"
                continue
            both = zip(self.cells, self.numbers, strict=True)
            cell = next(cell for cell, numbers in both if change.key in numbers)
            settings = settings_of(cell, [change])
            after = replace(cell.match, game_table=cell.table_with(settings))
            found[change.key] = "; ".join(changes_in_words(cell.match, after, settings))
        return found

    def in_words(self, one: Candidate) -> str:
        """Return the changes of a set in words, in a line."""
        return "; ".join(self.words(one.changes).values())

    def by_bot(self, sums: Sequence[FoldSums]) -> list[Replicates]:
        """Return how far all tables of each bot together are from what is wanted."""
        found: dict[str, list[Replicates]] = {}
        for cell, aims, of in zip(self.cells, self.aims, sums, strict=True):
            index = aims.balance(of, cell.match).index
            found.setdefault(cell.cell.checked_by, []).append(index)
        return [add_up(each) for each in found.values()]

    def index(self, sums: Sequence[FoldSums]) -> Replicates:
        """Return the same of the bot that is farther from its own best."""
        by_bot = self.by_bot(sums)
        floors = self.floors or [0.0] * len(by_bot)
        return largest([one.minus(least) for one, least in zip(by_bot, floors, strict=True)])

    def with_floors(self) -> "Tables":
        """Return the tables with the best that each bot has seen so far as its own best."""
        seen = [self.by_bot(one.sums) for one in self.played]
        least = np.min([[float(of.value[0]) for of in one] for one in seen], axis=0)
        return replace(self, floors=tuple(least.tolist()))

    def base(self, deals: int, seed: int | None = None) -> tuple[FoldSums, ...]:
        """Return the sums of each table as it is.

        Raises
        ------
        Interrupted
        """
        return tuple(
            self.trials.base_of(_label(place, cell), cell.match, deals, seed)
            for place, cell in enumerate(self.cells)
        )

    def arms(self, changes: Iterable[Change]) -> list[Arm | None]:
        """Return the changed table of each table; None where nothing changes.

        A number that a variant itself sets stays as it is there.

        Raises
        ------
        CardError, ScenarioError
            If a number cannot have its value at a table, or nothing changes at any.
        """
        changes = tuple(changes)
        name = text_of(changes)
        if any(change.now < 0 for change in changes):
            raise CardError(f"{name}: a number is below 0")
        arms: list[Arm | None] = []
        for place, (cell, numbers) in enumerate(zip(self.cells, self.numbers, strict=True)):
            own = [one for one in changes if numbers.get(one.key) == one.was]
            table = cell.table_with(settings_of(cell, own)) if own else cell.match.game_table
            same = table.digest == cell.match.game_table.digest
            match = replace(cell.match, game_table=table, replay_command="")
            arms.append(None if same else Arm(_label(place, cell) + name, CHANGE, match, name))
        if not any(arms):
            raise CardError(f"{name}: nothing at the table changes with it")
        return arms

    def play(
        self, sets: Mapping[ChangeSet, Sequence[Arm | None]], deals: int, label: str
    ) -> list[Candidate]:
        """Play sets of changes in rounds: all of them first, then those that promise most.

        Parameters
        ----------
        sets : mapping
            With the changed tables of each, see `arms`.
        deals : int
            Of each table, for a set that reaches the last round.
        label : str
            What they are, in the progress.

        Raises
        ------
        Interrupted
        """
        self.base(deals)
        by_text = {text_of(changes): changes for changes in sets}
        groups = {text: [arm for arm in sets[one] if arm] for text, one in by_text.items()}

        def select(names: Sequence[str], results: Mapping[str, ArmResult]) -> list[str]:
            played = [self._candidate(by_text[one], sets[by_text[one]], results) for one in names]
            table = pd.DataFrame([self._row(one) for one in played])
            return [names[row] for row in lowest_in_the_race(table, PLACES)]

        results = self.trials.play_in_rounds(groups, deals, label, select)
        found = [self._candidate(changes, arms, results) for changes, arms in sets.items()]
        self.played.extend(found)
        return found

    def again(self, candidates: Sequence[Candidate], deals: int, seed: int) -> list[Candidate]:
        """Play sets of changes on so many deals of another seed.

        Raises
        ------
        Interrupted
        """
        self.base(deals, seed)
        on_seed = [
            [arm and replace(arm, name=f"{arm.name}, seed {seed}",
                             match=replace(arm.match, seed=seed)) for arm in self.arms(one.changes)]
            for one in candidates
        ]  # fmt: skip
        flat = [arm for arms in on_seed for arm in arms if arm]
        wanted = {arm.name: deals for arm in flat}
        played = self.trials.play_each(flat, lambda results: wanted, "fresh deals")
        results = {one.arm.name: one for one in played}
        return [
            self._candidate(one.changes, arms, results, seed)
            for one, arms in zip(candidates, on_seed, strict=True)
        ]

    @property
    def fresh_seed(self) -> int:
        """The seed of deals on which nothing was looked for."""
        return (self.cells[0].match.seed + 1) % MAX_SEED

    def _row(self, one: Candidate) -> dict[str, Any]:
        apart = paired(self.index(one.bases), self.index(one.sums)).difference
        ends = {end: float(np.nan_to_num(getattr(apart, end)[0])) for end in INTERVAL}
        return {**ends, "is_worse": one.is_worse}

    def _candidate(
        self, changes: ChangeSet, arms: Sequence[Arm | None], results: Mapping[str, ArmResult],
        seed: int | None = None,
    ) -> Candidate:  # fmt: skip
        fewest = min(results[arm.name].deals for arm in arms if arm)
        trials = []
        for place, (cell, arm, aims) in enumerate(zip(self.cells, arms, self.aims, strict=True)):
            played = results[arm.name].deals if arm else fewest
            base = self.trials.base_of(_label(place, cell), cell.match, played, seed)
            sums = folds_of(results[arm.name].totals) if arm else base
            match = arm.match if arm else cell.match
            trials.append(Trial(changes, match, sums, base, objectives_within(aims)))
        return Candidate(changes, tuple(trials))


def settings_of(cell: PreparedCell, changes: Collection[Change]) -> dict[str, Any]:
    """Return the settings of a scenario that make changes, also of what seats start with."""
    own = {one.key: one.now for one in changes if not is_of_seat(one.key)}
    settings: dict[str, Any] = dict(settings_with(cell.match.game_table, own))
    amounts: dict[str, list[int]] = {}
    for one in changes:
        if one.key not in own:
            _, seat, good = one.key.split(".")
            of_good = amounts.setdefault(good, [0] * cell.match.game_table.num_seats)
            of_good[int(seat.partition(_OF)[0]) - 1] = one.now
    for good, each in amounts.items():
        settings |= starting_goods(cell)[good](each)
    return settings


def _goods(cell: PreparedCell, is_by_players: bool) -> dict[str, int]:
    """Return what each seat starts with more, by number: nothing."""
    goods, players = cell.match.game.experiments.extra_goods, cell.match.game_table.num_seats
    of = f"{_OF}{players}" if is_by_players else ""
    return {f"{_SEATS}.{seat}{of}.{good}": 0 for good in goods for seat in range(1, players + 1)}


def _label(place: int, cell: PreparedCell) -> str:
    return f"{cell.name}: " if place or cell.cell.checked_by else ""


def is_of_seat(key: str) -> bool:
    """Return whether a number is what a seat starts with more."""
    return key.startswith(f"{_SEATS}.")
