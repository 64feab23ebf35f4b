"""A cell and the results of its games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.readings import Readings
from balance.runner.arms import ArmResult
from balance.runner.replays import Replays
from balance.runner.takings import Takings
from balance.runner.trajectories import Trajectories
from balance.scenario.experiments import CONTROL
from balance.scenario.match import Match
from balance.store.sums import Sums

SumsType = TypeVar("SumsType", bound=Sums)


@dataclass(frozen=True)
class CellResult:
    """A cell and the results of its games.

    Attributes
    ----------
    axes : mapping of str to str
        Of a cell of a grid, its value on each axis, as a reader should see it.
    """

    name: str
    match: Match
    games: int
    deals: int
    sums: Mapping[str, Sums]
    axes: Mapping[str, str] = field(default_factory=dict)
    arms: tuple[ArmResult, ...] = ()  # the designed experiments played on it
    trajectories: Trajectories | None = None  # some of its games round by round
    replays: tuple[Replays, ...] = ()  # some of its deals played again with other luck
    takings: Takings | None = None  # some of its games branched where cards were taken

    def arms_of(self, kind: str) -> tuple[ArmResult, ...]:
        """Return the arms of one kind that were played."""
        return tuple(arm for arm in self.arms if arm.arm.kind == kind and arm.deals)

    def controlled(self, kind: str) -> tuple["CellResult | None", tuple[ArmResult, ...]]:
        """Return the game as it is on the deals of the arms of one kind, and these arms.

        None and no arms if there is no control, or if a run was stopped before all had its deals.
        """
        arms = self.arms_of(kind)
        for control in self.arms_of(CONTROL):
            if all(arm.deals == control.deals for arm in arms):
                return as_cell(control), arms
        return None, ()

    @cached_property
    def measures(self) -> Readings:
        """What is measured, by key: ``cell.measures["rounds"].value``; see `analysis.measures`."""
        return Readings(self.match, self.sums)

    @property
    def ended(self) -> int:
        """How many games ended; the others were cut off at the limit of decisions."""
        return int(folds_of(self.sums).games.sum()) if self.sums else 0

    def sums_of(self, metric: str, kind: type[SumsType]) -> SumsType:
        """Return the sums of a metric.

        Raises
        ------
        TypeError
            If they are of another type.
        """
        sums = self.sums[metric]
        if not isinstance(sums, kind):
            raise TypeError(f"the sums of {metric!r} are {type(sums).__name__}")
        return sums


def as_cell(arm: ArmResult) -> CellResult:
    """Return a symmetric arm as a cell."""
    return CellResult(arm.arm.name, arm.arm.match, arm.games, arm.deals, arm.totals)
