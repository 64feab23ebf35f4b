"""What a check claims of many studies, and when it passes."""

from dataclasses import dataclass

import numpy as np

from balance.report.number_format import count
from balance.stats.intervals import LEVEL, Floats, wilson

QUANTILE = 2.576  # of a normal distribution: chance alone fails a check once in a hundred
MARGIN = 0.01  # of coverage and power
AT_MOST, AT_LEAST = "at most ", "at least "


@dataclass(frozen=True)
class Check:
    """A check: its name, what was expected and observed, and whether it passed."""

    name: str
    expected: str
    observed: str
    passed: bool


@dataclass(frozen=True)
class Expectation:
    """In which share of studies something happens: by default, that an interval holds the truth.

    Attributes
    ----------
    share : float or None
        None is the share in which what is counted beside it happens; see `check`.
    bound : str
        `AT_MOST`, `AT_LEAST`, or empty: then the share plus or minus the margin.
    beside : str
        The name of what is counted beside it, to be shown.
    """

    name: str
    share: float | None = LEVEL
    bound: str = ""
    margin: float = 0.0
    beside: str = ""

    def check(self, studies: Floats) -> Check:
        """Return whether it holds.

        It does if the 99% interval of the observed share reaches what is claimed.

        Parameters
        ----------
        studies : float64 array, shape (studies, 1) or (studies, 2)
            1 where it happened, nan where a study says nothing; the second column is what happened
            beside it, or the share that is expected.
        """
        happened = studies[~np.isnan(studies[:, 0]), 0]
        observed, other = float(happened.mean()), float(studies[:, -1].mean())
        expected = other if self.share is None else self.share
        low, high = wilson(observed, len(happened), QUANTILE)
        is_enough = self.bound == AT_MOST or high >= expected - self.margin
        is_not_too_much = self.bound == AT_LEAST or low <= expected + self.margin
        plus_minus = f" ± {100 * self.margin:g}" if self.margin else ""
        ends = [f"{100 * end:.1f}" for end in wilson(observed, len(happened), 1.96)]
        text = f"{100 * observed:.1f}% [{', '.join(ends)}] of {count(len(happened))}"
        note = f" ({self.beside}: {100 * other:.1f}%)" if self.beside else ""
        return Check(
            self.name, f"{self.bound}{100 * expected:.3g}{plus_minus}%", text + note,
            bool(is_enough and is_not_too_much),
        )  # fmt: skip
