"""The number of deals that the arms of experiments need for the target precision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from scipy.special import ndtri

from balance.analysis.experiments.arm_sums import entry_sums
from balance.analysis.measures import KEPT, OBJECTIVE, SEAT
from balance.analysis.metrics.fold_sums import FOLDS, folds_of
from balance.runner.arms import ArmResult
from balance.scenario.experiments import BY_LOT, WITH_CONTROL
from balance.stats.intervals import LEVEL, proportion

FIRST_DEALS = 2 * FOLDS  # of every arm, so that each fold has some
GROWTH = 4  # the most by which the deals of a round grow in the next one
SPARE = 1.05  # a little more than the estimate, which may be too low
CHOICE = 2  # multiplies a win rate for the value of choosing one of two objectives


@dataclass(frozen=True)
class Precision:
    """Adds deals until the win rate of each arm is precise enough.

    Games are added depending on the width of intervals, not on their position, so that the final
    intervals hold as if the number of games had been fixed (Chow and Robbins, On the asymptotic
    theory of fixed-width sequential confidence intervals, Ann. Math. Statist. 1965).

    """

    halfwidth: float  # of a 95 % interval of a win rate, such as 0.01

    def wanted(self, played: Sequence[ArmResult]) -> Mapping[str, int]:
        """Return how many deals each arm should have in total."""
        wanted = {result.arm.name: self._deals(result) for result in played}
        # Arms with a control have its deals, all the same number.
        alike = [result.arm.name for result in played if result.arm.kind in WITH_CONTROL]
        return wanted | dict.fromkeys(alike, max((wanted[name] for name in alike), default=0))

    def games(self, played: Sequence[ArmResult]) -> int:
        """Return about how many games all arms need in total."""
        deals = [max(one.deals, ceil(self._needed(one))) for one in played]
        pairs = zip(played, deals, strict=True)
        return sum(number * one.arm.match.lineup.rotations for one, number in pairs)

    def _deals(self, arm: ArmResult) -> int:
        if arm.deals < FIRST_DEALS:
            return FIRST_DEALS
        needed = self._needed(arm)
        if needed <= arm.deals:
            return arm.deals
        return ceil(min(needed, GROWTH * arm.deals) / FOLDS) * FOLDS

    def _needed(self, arm: ArmResult) -> float:
        if arm.deals < FIRST_DEALS:
            return FIRST_DEALS
        half = arm_half_width(arm)
        if arm.arm.kind == BY_LOT:
            half *= CHOICE
        if half <= self.halfwidth:
            return arm.deals
        return arm.deals * (half / self.halfwidth) ** 2 * SPARE


def arm_half_width(arm: ArmResult) -> float:
    """Return half the width of the 95 % interval of an arm's win rate; of several, the widest.

    Of an asymmetric arm it is that of the entry under the handicap, of another those of the seats,
    and of the objectives where nobody chooses them.
    """
    if arm.arm.is_asymmetric:
        error = entry_sums(arm).win_rate().errors()
    else:
        folds = folds_of(arm.totals)
        error = SEAT.rates(folds, arm.arm.match, step=0.0).errors()
        if "objectives" in arm.totals:
            estimate = proportion(OBJECTIVE[KEPT].sums(folds, arm.arm.match))
            error = np.append(error, (estimate.high - estimate.low) / 2 / ndtri((1 + LEVEL) / 2))
    return float(ndtri((1 + LEVEL) / 2) * np.nanmax(error))
