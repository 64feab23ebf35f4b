"""A check of the toolkit against a known answer, and when it passes."""

from dataclasses import dataclass

from balance.report.number_format import count
from balance.stats.intervals import LEVEL, Estimate, wilson
from balance.stats.verdict import Verdict, within

QUANTILE = 2.576  # of a normal distribution: chance alone fails a check once in a hundred
MARGIN = 0.01  # of coverage and power


@dataclass(frozen=True)
class Check:
    """A check: its name, what was expected and observed, and whether it passed."""

    name: str
    expected: str
    observed: str
    passed: bool


def share_check(
    name: str, hits: int, repeats: int, expected: float, margin: float = 0.0, note: str = ""
) -> Check:
    """Check that something happens in an expected share of repeats.

    Passes if the 99% interval of the observed share overlaps the expected one, plus or minus the
    margin.
    """
    low, high = wilson(hits / repeats, repeats, QUANTILE)
    passed = _overlaps(float(low), float(high), expected, margin)
    plus_minus = f" ± {100 * margin:g}" if margin else ""
    return Check(name, f"{100 * expected:.3g}{plus_minus}%", _share(hits, repeats) + note, passed)


def at_most_check(name: str, hits: int, repeats: int, most: float, note: str = "") -> Check:
    """Check that something happens in at most a share of repeats."""
    low, _ = wilson(hits / repeats, repeats, QUANTILE)
    return Check(name, f"at most {100 * most:g}%", _share(hits, repeats) + note, bool(low <= most))


def at_least_check(name: str, hits: int, repeats: int, least: float, note: str = "") -> Check:
    """Check that something happens in at least a share of repeats."""
    _, high = wilson(hits / repeats, repeats, QUANTILE)
    passed = bool(high >= least)
    return Check(name, f"at least {100 * least:.3g}%", _share(hits, repeats) + note, passed)


def coverage_check(name: str, estimates: Estimate, truth: float) -> Check:
    """Check that 95% intervals contain the truth in 95 ± 1% of studies.

    Parameters
    ----------
    estimates : Estimate, shape (studies,)
    """
    covers = (estimates.low <= truth) & (truth <= estimates.high)
    return share_check(name, int(covers.sum()), covers.size, LEVEL, MARGIN)


def same_check(name: str, differ: int, games: int) -> Check:
    """Check that no game differs."""
    return Check(name, "0 games differ", f"{count(differ)} of {count(games)}", differ == 0)


def _overlaps(low: float, high: float, expected: float, margin: float) -> bool:
    """Return whether an interval overlaps the expected value, plus or minus the margin."""
    verdict = within(low, high, expected - margin, expected + margin)
    return verdict != Verdict.NO


def _share(hits: int, repeats: int) -> str:
    """Return a share with its 95% Monte Carlo interval: 95.1% [94.7, 95.5] of 10,000."""
    low, high = wilson(hits / repeats, repeats, 1.96)
    share = f"{100 * hits / repeats:.1f}% [{100 * low:.1f}, {100 * high:.1f}]"
    return f"{share} of {count(repeats)}"
