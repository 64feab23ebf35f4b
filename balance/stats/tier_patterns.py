"""Whether a finding depends on the strength of play: one pattern from all tiers' estimates."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from balance.stats.intervals import Floats

SURE = 0.05  # p, corrected for the many comparisons, below which an effect is shown


class TierPattern(StrEnum):
    """How a finding changes from tier to tier."""

    STABLE = "stable"
    GROWS = "grows with strength"
    SHRINKS = "shrinks with strength"
    TURNS = "turns with strength"
    MIXED = "up and down"
    VARIES = "varies in size"
    ONE = "one tier only"
    NONE = "none"
    UNKNOWN = "not yet known"


@dataclass(frozen=True)
class TierEstimates:
    """One finding as estimated in each tier, the weakest first, arrays of shape (tiers,).

    Attributes
    ----------
    is_mixed : bool
        Whether a later tier has more than an earlier one, and another later one less, both
        significantly and by more than the band.
    is_varied : bool
        Whether any two competent tiers differ significantly and by more than the band.
    """

    value: Floats  # nan where a tier has no interval, as the next two
    low: Floats
    high: Floats
    adjusted: Floats  # p for no effect, corrected for many comparisons
    competent: NDArray[np.bool_]  # tiers that do not play at random; patterns rest on these
    slope: float  # change per step along the competent tiers
    slope_adjusted: float  # its corrected p
    band: float  # what is too small to matter
    is_mixed: bool = False
    is_varied: bool = False

    @property
    def has_interval(self) -> NDArray[np.bool_]:
        """Tiers with an interval."""
        return np.isfinite(self.low) & np.isfinite(self.high)

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Competent tiers with an interval."""
        return np.asarray(self.competent & self.has_interval)

    @property
    def has_trend(self) -> bool:
        """Whether there is a significant trend that comes to more than the band in all."""
        total = abs(self.slope) * (int(self.competent.sum()) - 1)
        return self.slope_adjusted < SURE and total > self.band

    def surest(self, among: NDArray[np.bool_]) -> float:
        """Return the value of the tier with the narrowest interval among some."""
        return float(self.value[np.where(among, self.high - self.low, np.inf).argmin()])

    def covers(self, value: float) -> NDArray[np.bool_]:
        """Return which intervals cover a value."""
        return np.asarray((self.low <= value) & (value <= self.high))

    def within_band(self, centre: float) -> NDArray[np.bool_]:
        """Return which competent intervals lie within the band around a value."""
        inside = (self.low >= centre - self.band) & (self.high <= centre + self.band)
        return np.asarray(self.counted & inside)

    def is_split(self, among: NDArray[np.bool_]) -> bool:
        """Whether an interval lies within the band around nothing and another one outside it."""
        is_outside = among & ((self.low > self.band) | (self.high < -self.band))
        return bool((among & self.within_band(0.0)).any() and is_outside.any())

    def may_be_split(self, among: NDArray[np.bool_]) -> bool:
        """Whether an interval lies within the band around nothing, and a value outside it."""
        is_outside = among & (np.abs(self.value) > self.band)
        return bool((among & self.within_band(0.0)).any() and is_outside.any())

    def agree_on(self, centre: float) -> bool:
        """Whether two or more competent intervals are near a value, and all others cover it."""
        near = self.within_band(centre)
        return near.sum() > 1 and bool((near | self.covers(centre))[self.counted].all())


def pattern_of_effect(tiers: TierEstimates) -> tuple[TierPattern, int]:
    """Return the pattern of a finding that may be nothing, and how many competent tiers show it.

    A tier *shows* the effect where its p, corrected, is below 0.05.  One that does not is
    *against* it where its interval leaves out the value of the surest tier that shows it, so that
    it would have shown as much; else it is *silent*, as one of few games mostly is, and counts
    neither way.  To say that one tier alone shows it takes more: the others' intervals leave out
    half of it, as one that sees some of it is no witness against it.  In this order:

    - one tier only: one tier shows it, larger than the band, and all others are against it;
      should that tier be the strongest, the effect grows;
    - up and down: it moves along the tiers both up and down, so the bots make it, not strength;
    - turns: competent tiers show it with both signs, larger than the band;
    - grows, shrinks: the slope along the competent tiers is significant and comes to more than
      the band over all of them, away from nothing or towards it;
    - stable: two competent tiers or more show it with one sign, and none is against it; not where
      one clearly is too small to matter and another may well matter: that is not yet known;
    - none: two intervals or more lie within the band around nothing, and all others cover nothing;
    - varies in size: as stable or none, but two of these tiers differ significantly and by more
      than the band, or one is clearly too small to matter and another clearly is not;
    - not yet known: all else.
    """
    counted = tiers.counted
    shows = tiers.has_interval & (tiers.adjusted < SURE)
    showing = counted & shows
    count = int(showing.sum())
    if counted.sum() < 2:
        return TierPattern.UNKNOWN, count
    if shows.sum() == 1 and _are_against(tiers, shows, counted & ~shows):
        is_strongest = int(np.flatnonzero(shows)[0]) == int(np.flatnonzero(counted)[-1])
        return (TierPattern.GROWS if is_strongest else TierPattern.ONE), count
    if tiers.is_mixed:
        return TierPattern.MIXED, count
    if len(set(np.sign(tiers.value[showing & (np.abs(tiers.value) > tiers.band)]))) > 1:
        return TierPattern.TURNS, count
    if tiers.has_trend:
        sign = np.sign(tiers.surest(showing if count else counted))
        return (TierPattern.GROWS if tiers.slope * sign > 0 else TierPattern.SHRINKS), count
    if len(set(np.sign(tiers.value[showing]))) == 1 and count > 1:
        is_denied = bool((counted & ~shows & ~tiers.covers(tiers.surest(showing))).any())
        if is_denied:
            return TierPattern.UNKNOWN, count
        if tiers.is_varied or tiers.is_split(showing):
            return TierPattern.VARIES, count
        if tiers.may_be_split(showing):
            return TierPattern.UNKNOWN, count
        return TierPattern.STABLE, count
    if tiers.agree_on(0.0):
        pattern = TierPattern.VARIES if tiers.is_varied else TierPattern.NONE
        return pattern, int(tiers.within_band(0.0).sum())
    return TierPattern.UNKNOWN, count


def pattern_of_number(tiers: TierEstimates) -> tuple[TierPattern, int]:
    """Return the pattern of a number that is never nothing, such as rounds; and of how many tiers.

    - up and down: as of an effect;
    - grows, shrinks: as of an effect, upwards or downwards;
    - stable: two competent intervals or more lie within the band around the value of the surest
      tier, and all others cover that value;
    - not yet known: all else.
    """
    counted = tiers.counted
    count = int(counted.sum())
    if count < 2:
        return TierPattern.UNKNOWN, count
    if tiers.is_mixed:
        return TierPattern.MIXED, count
    if tiers.has_trend:
        return (TierPattern.GROWS if tiers.slope > 0 else TierPattern.SHRINKS), count
    centre = tiers.surest(counted)
    pattern = TierPattern.STABLE if tiers.agree_on(centre) else TierPattern.UNKNOWN
    return pattern, int(tiers.within_band(centre).sum())


def _are_against(tiers: TierEstimates, shows: NDArray[np.bool_], others: NDArray[np.bool_]) -> bool:
    """Return whether competent tiers would have shown half the effect of the one that shows it."""
    value = float(tiers.value[np.flatnonzero(shows)[0]])
    most = np.where(value > 0, tiers.high, -tiers.low)[others]
    return abs(value) > tiers.band and len(most) > 0 and bool((most < abs(value) / 2).all())
