"""Test the claims of a ladder."""

import math
from dataclasses import dataclass

from balance.analysis.comparison.pairwise import PairingOutcome, anytime_points
from balance.scenario.ladder_file import Claim
from balance.scenario.match import equal_points
from balance.stats.intervals import Estimate
from balance.stats.sequential_test import Settled, settle
from balance.stats.verdict import Verdict, within

APART = 0.03  # of a win: the difference from the claim that a test must detect
FEWEST = 100  # deals, for the printed estimates to mean something
PLANNED = 300  # deals at which the anytime interval is narrowest
ERROR = 0.01  # of the test, of either kind: a ladder has many claims


@dataclass(frozen=True)
class Judged:
    """A claim, and how it stands.

    Attributes
    ----------
    estimate : Estimate
        Points, as a share with two players, with more as an excess; valid whenever it was stopped.
    """

    claim: Claim
    verdict: Verdict  # whether it holds
    estimate: Estimate
    deals: int
    games: int
    seconds: float  # of processor time


def hypotheses(claim: Claim) -> tuple[float, float]:
    """Return the two excesses between which the test decides.

    "Wins at least x" is tested against 3 percentage points less, "wins more than x" against 3
    points more.
    """
    if claim.at_least is None:
        return claim.excess, claim.excess + APART
    return claim.excess - APART, claim.excess


def tested(claim: Claim, outcome: PairingOutcome, test_tables: int) -> Settled:
    """Return the state of the sequential test of a claim."""
    return settle(outcome.excess, *hypotheses(claim), test_tables, FEWEST, ERROR, ERROR)


def judge(claim: Claim, outcome: PairingOutcome, test_tables: int) -> Judged:
    """Judge a claim by the games played.

    The sequential test decides if it has ended. If the games ran out before, the interval decides:
    the claim holds if the interval lies above it, or if it is an "at least" and the interval
    contains it; it is broken if the interval lies below it.
    """
    settled = tested(claim, outcome, test_tables)
    excess = anytime_points(outcome.excess, outcome.players, PLANNED)
    verdict = settled.verdict
    if verdict == Verdict.UNDECIDED:
        wanted = claim.excess + equal_points(outcome.players)
        least = float(excess.low if claim.at_least is None else excess.value)
        verdict = within(least, float(excess.high), wanted, math.inf)
    return Judged(claim, verdict, excess, outcome.deals, outcome.games, outcome.seconds)
