"""The widths of intervals while games are played, for `--until`: valid at every look.

Ordinary intervals of the same games hold too, as games stop when intervals are narrow, wherever
they lie: Chow and Robbins, On the asymptotic theory of fixed-width sequential confidence intervals
for the mean, Annals of Mathematical Statistics 1965.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from balance.analysis.measures import BOT, DEALT, OBJECTIVE, PLAYER, ROUNDS, SEAT, About, Measure
from balance.analysis.metrics.fold_sums import folds_of
from balance.scenario.match import Match
from balance.scenario.requirements import OBJECTIVES, WINS, StoppingRule
from balance.scenario.requirements import ROUNDS as LENGTH
from balance.stats.anytime_intervals import (
    anytime_ratio,
    deal_deviation,
    deals_until_width,
    half_width,
    planned_deals,
)
from balance.stats.intervals import DealSums
from balance.store.sums import Sums

# Guesses before any game, to plan at how many deals intervals are narrowest; a wrong guess makes
# them a little wider, not wrong.
ROUNDS_DEVIATION = 3.0
_MEASURES: Mapping[str, Sequence[Measure]] = {
    WINS: (SEAT, BOT, PLAYER), OBJECTIVES: (OBJECTIVE[DEALT],), LENGTH: (ROUNDS,),
}  # fmt: skip


@dataclass(frozen=True)
class IntervalWidths:
    """The widths of the intervals of a cell.

    Attributes
    ----------
    rows : DataFrame
        A row for each estimate: name; value, low, high (valid at every look), deals; half (of the
        interval's width, nan of too few deals) and needed (deals in total for the target width, nan
        if unknown).
    """

    rows: pd.DataFrame
    halfwidth: float  # the target width
    is_share: bool  # whether estimates are shares

    @property
    def is_enough(self) -> bool:
        """Whether all have the target width."""
        return bool((self.rows["half"] <= self.halfwidth).all())

    @property
    def widest(self) -> float:
        """The widest half width; nan while some estimate has too few deals."""
        return float(self.rows["half"].max(skipna=False)) if len(self.rows) else 0.0

    @property
    def deals(self) -> float:
        """About how many deals all of them need in total; nan if that is not yet known."""
        return float(self.rows["needed"].max(skipna=False)) if len(self.rows) else 0.0


def interval_widths(sums: Mapping[str, Sums], match: Match, until: StoppingRule) -> IntervalWidths:
    """Return the widths of the intervals that `until` is about.

    Parameters
    ----------
    until : Until
        A metric that the games do not have has no estimate, and counts as precise enough.
    """
    folds, planned = folds_of(sums), plan_of(match, until)
    deals = int(folds.deals.sum())
    tables = [
        _looked_at(items, measure.sums(folds, match), deals, planned, until)
        for measure in _MEASURES[until.what]
        if (items := measure.items(match))
    ]
    empty = pd.DataFrame(columns=["name", "value", "low", "high", "deals", "half", "needed"])
    rows = pd.concat(tables, ignore_index=True) if tables else empty
    return IntervalWidths(rows, until.halfwidth, until.is_share)


def plan_of(match: Match, until: StoppingRule) -> float:
    """Return a guess of how many deals will be needed, before any is played."""
    fair = 0.5 if match.game_table.rival else 1 / match.game_table.num_seats
    guess = float(np.sqrt(fair * (1 - fair))) if until.is_share else ROUNDS_DEVIATION
    return planned_deals(guess, until.halfwidth)


def _looked_at(
    items: Sequence[About], of_deals: DealSums, deals: int, planned: float, until: StoppingRule
) -> pd.DataFrame:
    estimate = anytime_ratio(of_deals, planned, until.is_share)
    apart = deal_deviation(of_deals, until.is_share)
    # Only some deals have the objective: all deals must be more in proportion.
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = deals_until_width(apart, until.halfwidth, planned) * deals / estimate.deals
    columns = {
        **estimate.columns(),
        "half": half_width(apart, estimate.deals, planned),
        "needed": needed,
    }
    del columns["effective"]
    rows = {name: np.atleast_1d(values) for name, values in columns.items()}
    table = pd.DataFrame({"name": [item.label for item in items], **rows})
    # An objective that is never dealt at this table never gets an estimate.
    return table[(table["deals"] > 0) | (until.what != OBJECTIVES)].reset_index(drop=True)
