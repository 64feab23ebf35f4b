"""The change of a row's speed since a stored measurement, with its interval; as table and text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from balance.bench.baselines import Figures
from balance.bench.game_speed import Speed

NOTEWORTHY = 0.05  # a smaller change is noise: compiled anew, the same code differs by as much
_RESAMPLES = 4000
_INTERVAL = (2.5, 97.5)


@dataclass(frozen=True)
class SpeedChange:
    """A row then and now."""

    then: Speed
    now: Speed
    ratio: float  # the median pace now divided by that of then
    low: float  # end of the 95% interval of the ratio
    high: float
    resamples: NDArray[np.float64]  # the same ratio in bootstrap samples of the repeats of both

    @property
    def plays_other_games(self) -> bool:
        """Whether rules or bots changed: the same games have another number of decisions."""
        return self.then.games == self.now.games and self.then.decisions != self.now.decisions

    @property
    def is_noteworthy(self) -> bool:
        """Whether the change is larger than noise, and statistically clear."""
        return abs(self.ratio - 1) > NOTEWORTHY and not self.low <= 1 <= self.high

    def probability_below(self, limit: float) -> float:
        """Return the share of bootstrap samples in which the ratio is below a limit."""
        return float(np.mean(self.resamples < limit))


def speed_change(then: Speed, now: Speed) -> SpeedChange:
    """Return the change of a row.

    The interval covers the noise of the repeats (percentile bootstrap of the ratio of medians),
    not differences between two processes that run the same code.

    References
    ----------
    Efron and Tibshirani (1993), "An Introduction to the Bootstrap", chapter 13.
    """
    rng = np.random.default_rng(0)
    resamples = _medians(now.paces, rng) / _medians(then.paces, rng)
    low, high = np.percentile(resamples, _INTERVAL)
    return SpeedChange(then, now, now.pace / then.pace, float(low), float(high), resamples)


def _medians(paces: Sequence[float], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the medians of samples drawn with replacement."""
    picks = rng.integers(len(paces), size=(_RESAMPLES, len(paces)))
    return np.median(np.asarray(paces)[picks], axis=1)


def rich_table(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1
) -> Table:
    """Return a table for the terminal, whose first columns are texts, the others numbers."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place < texts else "right")
    for row in rows:
        table.add_row(*row)
    return table


def change_table(changes: Iterable[SpeedChange]) -> Table:
    """Return a table with a row for each change."""
    title = "Pace: games per million steps of the reference loop, stored and now"
    return rich_table(title, ("row", "stored", "now", "ratio", "95%", ""), (
        (one.now.name, rate_text(one.then.pace), rate_text(one.now.pace), f"{one.ratio:.2f}",
         f"[{one.low:.2f}, {one.high:.2f}]", "other games" if one.plays_other_games else "")
        for one in changes
    ))  # fmt: skip


def change_sentences(
    changes: Sequence[SpeedChange], stored: Iterable[Figures], now: Figures
) -> list[str]:
    """Return sentences: which rows are slower or faster, and which versions changed since then."""
    lines = [
        f"{word} by {abs(change.ratio - 1):.0%}: {change.now.name}."
        for word, sign in (("Slower", -1), ("Faster", 1))
        for change in changes
        if change.is_noteworthy and sign * (change.ratio - 1) > 0
    ]
    lines = lines or [f"No row differs by more than {NOTEWORTHY:.0%}."]
    for then in stored:
        changed = [
            f"{name} {then.versions.get(name, 'none')} then, {number} now"
            for name, number in now.versions.items()
            if then.versions.get(name) != number
        ]
        versions = f": {'; '.join(changed)}" if changed else ""
        lines.append(f"Compared with {then.name}{versions}.")
    return lines


def rate_text(rate: float) -> str:
    """Return a rate with three digits below 100, and as a whole number from there."""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"
