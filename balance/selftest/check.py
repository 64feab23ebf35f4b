"""One check of the toolkit against a known answer, and when it holds."""

from dataclasses import dataclass

import numpy as np

from balance.report.number_format import count, number
from balance.stats.intervals import LEVEL, Estimate, Floats, wilson
from balance.stats.verdict import Verdict, within

SURE = 2.576  # normal quantile: a check fails where chance would explain it once in a hundred
MARGIN = 0.01  # of coverage and power: one in a hundred


@dataclass(frozen=True)
class Check:
    """What was looked at, what must come out and what did, as texts; and whether it holds."""

    check: str
    wanted: str
    found: str
    holds: bool


def share_check(
    check: str, hits: int, repeats: int, wanted: float, margin: float = 0.0, note: str = ""
) -> Check:
    """Return the check that something happens in a share of repetitions.

    It holds if the 99 % interval of the share seen meets the wanted one, give or take the margin.

    Parameters
    ----------
    check : str
    hits, repeats : int
    wanted, margin : float
    note : str
        What else is to be said of what was found.
    """
    low, high = wilson(hits / repeats, repeats, SURE)
    holds = _may_be(float(low), float(high), wanted, margin)
    give = f" ± {100 * margin:g}" if margin else ""
    found = f"{_share(hits, repeats)} of {count(repeats)}{note}"
    return Check(check, f"{100 * wanted:.3g}{give}%", found, holds)


def most_check(check: str, hits: int, repeats: int, most: float, note: str = "") -> Check:
    """Return the check that something happens in no more than a share of repetitions."""
    low, _ = wilson(hits / repeats, repeats, SURE)
    found = f"{_share(hits, repeats)} of {count(repeats)}{note}"
    return Check(check, f"at most {100 * most:g}%", found, bool(low <= most))


def held(check: str, found: Estimate, truth: float) -> Check:
    """Return the check that 95 % intervals hold the truth in 95 ± 1 % of studies.

    Parameters
    ----------
    check : str
    found : Estimate, shape (studies,)
    truth : float
    """
    holds = (found.low <= truth) & (truth <= found.high)
    return share_check(check, int(holds.sum()), holds.size, LEVEL, MARGIN)


def mean_check(check: str, values: Floats, wanted: float, margin: float, unit: str = "") -> Check:
    """Return the check that estimates have a mean; its 99 % interval must meet the wanted one."""
    mean, error = float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))
    holds = _may_be(mean - SURE * error, mean + SURE * error, wanted, margin)
    found = (
        f"{number(mean, 2)}{unit} [{number(mean - 1.96 * error, 2)}, "
        f"{number(mean + 1.96 * error, 2)}] on average"
    )
    return Check(check, f"{wanted:g} ± {margin:g}{unit}", found, holds)


def same_check(check: str, differ: int, games: int) -> Check:
    """Return the check that no game differs."""
    return Check(check, "0 games differ", f"{count(differ)} of {count(games)}", differ == 0)


def _may_be(low: float, high: float, wanted: float, margin: float) -> bool:
    """Return whether an interval does not rule out the wanted value, give or take the margin."""
    verdict = within(low, high, wanted - margin, wanted + margin)
    return verdict != Verdict.NO


def _share(hits: int, repeats: int) -> str:
    """Return a share with its 95 % Monte Carlo interval: 95.1% [94.7, 95.5]."""
    low, high = wilson(hits / repeats, repeats, 1.96)
    return f"{100 * hits / repeats:.1f}% [{100 * low:.1f}, {100 * high:.1f}]"
