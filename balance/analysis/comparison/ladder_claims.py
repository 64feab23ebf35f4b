"""Whether the claims of a ladder hold."""

from dataclasses import dataclass
from enum import StrEnum

from balance.analysis.comparison.pairwise import PairingOutcome, anytime_points
from balance.scenario.ladder_file import Claim
from balance.stats.intervals import Estimate
from balance.stats.sequential_test import Settled, Verdict, settle

APART = 0.03  # of a win: a claim is told from one that is so much smaller, or larger
FEWEST = 100  # deals, so that figures that are shown mean something
PLANNED = 300  # deals at which intervals are to be narrowest
ERROR = 0.01  # of the test, of either kind: a ladder has many claims


class Standing(StrEnum):
    """How a claim stands."""

    HOLDS = "holds"
    BROKEN = "broken"
    OPEN = "open"  # too few games to tell


@dataclass(frozen=True)
class Judged:
    """A claim, and how it stands.

    Attributes
    ----------
    claim : Claim
    standing : Standing
    found : Estimate
        Points, as a share with two players, with more as an excess; valid whenever it was stopped.
    deals, games : int
    seconds : float
        Of processor time.
    """

    claim: Claim
    standing: Standing
    found: Estimate
    deals: int
    games: int
    seconds: float


def hypotheses(claim: Claim) -> tuple[float, float]:
    """Return the two excesses between which is decided.

    That a bot wins at least so much is told from 3 percentage points less, that it wins more than
    so much from 3 points more.
    """
    if claim.at_least is None:
        return claim.excess, claim.excess + APART
    return claim.excess - APART, claim.excess


def tested(claim: Claim, found: PairingOutcome, test_tables: int) -> Settled:
    """Return how the sequential test of a claim stands."""
    return settle(found.excess, *hypotheses(claim), test_tables, FEWEST, ERROR, ERROR)


def judge(claim: Claim, found: PairingOutcome, test_tables: int) -> Judged:
    """Judge a claim by what was played.

    Where the test is settled it decides.  Where the games ran out the interval does: a claim that
    it lies above, or of "at least" what was seen, holds; one that it lies below is broken.
    """
    settled = tested(claim, found, test_tables)
    excess = anytime_points(found.excess, found.players, PLANNED)
    centre = 0.5 if found.players == 2 else 0.0
    standing = _standing(claim, settled, excess, claim.excess + centre)
    return Judged(claim, standing, excess, found.deals, found.games, found.seconds)


def _standing(claim: Claim, settled: Settled, found: Estimate, wanted: float) -> Standing:
    if settled.verdict != Verdict.OPEN:
        return Standing.HOLDS if settled.verdict == Verdict.HIGH else Standing.BROKEN
    seen = float(found.low if claim.at_least is None else found.value)
    if seen >= wanted:
        return Standing.HOLDS
    return Standing.BROKEN if float(found.high) < wanted else Standing.OPEN
