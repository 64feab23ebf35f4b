"""What becomes of a finding as play gets stronger: one word for what several tiers of bots say."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from balance.stats.intervals import Floats

SURE = 0.05  # p, corrected for the many comparisons, below which a number counts as seen


class TierPattern(StrEnum):
    """What several tiers together say of one finding."""

    STABLE = "stable"
    GROWS = "grows with strength"
    SHRINKS = "shrinks with strength"
    TURNS = "turns with strength"
    FRO = "to and fro"
    ONE = "one tier only"
    NONE = "none"
    UNKNOWN = "not yet known"


@dataclass(frozen=True)
class Seen:
    """One finding as each tier sees it, the weakest first, arrays of shape (tiers,).

    Attributes
    ----------
    value, low, high : float64 array
        nan where a tier has no interval.
    adjusted : float64 array
        p for no effect, corrected for many comparisons.
    competent : bool array
        Tiers that do not play by chance; badges rest on these.
    slope, slope_adjusted : float
        Change per step along the competent tiers, and its corrected p.
    band : float
        What is too small to matter.
    to_and_fro : bool
        Whether a later tier sees more than an earlier one, and another later one less, both
        beyond chance and by more than the band.
    """

    value: Floats
    low: Floats
    high: Floats
    adjusted: Floats
    competent: NDArray[np.bool_]
    slope: float
    slope_adjusted: float
    band: float
    to_and_fro: bool = False

    @property
    def heard(self) -> NDArray[np.bool_]:
        """Competent tiers with an interval."""
        return np.asarray(self.competent & np.isfinite(self.low) & np.isfinite(self.high))

    @property
    def moves(self) -> bool:
        """Whether there is a trend beyond chance that comes to more than the band in all."""
        total = abs(self.slope) * (int(self.competent.sum()) - 1)
        return self.slope_adjusted < SURE and total > self.band

    def surest(self, among: NDArray[np.bool_]) -> int:
        """Return which of some tiers has the narrowest interval."""
        return int(np.where(among, self.high - self.low, np.inf).argmin())

    def holds(self, value: float) -> NDArray[np.bool_]:
        """Tell which intervals hold a value."""
        return np.asarray((self.low <= value) & (value <= self.high))

    def within(self, centre: float) -> NDArray[np.bool_]:
        """Tell which intervals lie within the band around a value."""
        inside = (self.low >= centre - self.band) & (self.high <= centre + self.band)
        return np.asarray(inside)


def badge_of_effect(seen: Seen) -> tuple[TierPattern, int]:
    """Return the badge of a finding that may be nothing, and how many competent tiers tell it.

    A tier *shows* the effect where its p, corrected, is below 0.05.  One that does not is
    *against* it where its interval leaves out what the surest tier that shows it sees, so that
    it would have shown as much; else it is *silent*, as one of few games mostly is, and counts
    neither way.  In this order:

    - one tier only: one tier shows it, larger than the band, and all others are against it;
      should that tier be the strongest, the effect grows;
    - to and fro: it moves along the tiers both up and down, so the bots make it, not strength;
    - turns: competent tiers show it with both signs, larger than the band;
    - grows, shrinks: the slope along the competent tiers is beyond chance and comes to more than
      the band over all of them, away from nothing or towards it;
    - stable: two competent tiers or more show it with one sign, and none is against it;
    - none: two intervals or more lie within the band around nothing, and all others hold nothing;
    - not yet known: all else.
    """
    heard = seen.heard
    known = np.isfinite(seen.low) & np.isfinite(seen.high)
    shows = known & (seen.adjusted < SURE)
    told = heard & shows
    count = int(told.sum())
    if heard.sum() < 2:
        return TierPattern.UNKNOWN, count
    if shows.sum() == 1 and _are_against(seen, shows, heard & ~shows):
        is_strongest = int(np.flatnonzero(shows)[0]) == int(np.flatnonzero(heard)[-1])
        return (TierPattern.GROWS if is_strongest else TierPattern.ONE), count
    if seen.to_and_fro:
        return TierPattern.FRO, count
    if len(set(np.sign(seen.value[told & (np.abs(seen.value) > seen.band)]))) > 1:
        return TierPattern.TURNS, count
    if seen.moves:
        sign = np.sign(seen.value[seen.surest(told if count else heard)])
        return (TierPattern.GROWS if seen.slope * sign > 0 else TierPattern.SHRINKS), count
    if len(set(np.sign(seen.value[told]))) == 1 and count > 1:
        sure = float(seen.value[seen.surest(told)])
        is_denied = bool((heard & ~shows & ~seen.holds(sure)).any())
        return (TierPattern.UNKNOWN if is_denied else TierPattern.STABLE), count
    near = heard & seen.within(0.0)
    if near.sum() > 1 and bool((near | seen.holds(0.0))[heard].all()):
        return TierPattern.NONE, int(near.sum())
    return TierPattern.UNKNOWN, count


def badge_of_number(seen: Seen) -> tuple[TierPattern, int]:
    """Return the badge of a number that is never nothing, such as rounds; and how many tell it.

    - to and fro: as of an effect;
    - grows, shrinks: as of an effect, upwards or downwards;
    - stable: two competent intervals or more lie within the band around the value of the surest
      tier, and all others hold that value;
    - not yet known: all else.
    """
    heard = seen.heard
    count = int(heard.sum())
    if count < 2:
        return TierPattern.UNKNOWN, count
    if seen.to_and_fro:
        return TierPattern.FRO, count
    if seen.moves:
        return (TierPattern.GROWS if seen.slope > 0 else TierPattern.SHRINKS), count
    centre = float(seen.value[seen.surest(heard)])
    near = heard & seen.within(centre)
    if near.sum() > 1 and bool((near | seen.holds(centre))[heard].all()):
        return TierPattern.STABLE, int(near.sum())
    return TierPattern.UNKNOWN, int(near.sum())


def _are_against(seen: Seen, shows: NDArray[np.bool_], others: NDArray[np.bool_]) -> bool:
    """Tell whether competent tiers would have shown what the one that shows it sees."""
    value = float(seen.value[np.flatnonzero(shows)[0]])
    is_seen = bool((others & seen.holds(value)).any())
    return abs(value) > seen.band and bool(others.any()) and not is_seen
