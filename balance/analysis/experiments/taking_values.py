"""What taking a card gained its taker, compared with the same turn without it.

Unlike a ban of the whole game, this is the value of a single decision: all else of the game, before
and after that turn, is as it was.  It counts only turns in which the card was taken, so that a card
taken in one game of a hundred has a value too.  Where taking cost wins, the player chose wrongly.
"""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.cell_result import CellResult
from balance.analysis.metrics.metric import named_pieces
from balance.engine.layout import WIN
from balance.runner.takings import PERIODS, Takings
from balance.stats.intervals import Floats
from balance.stats.jackknife import Replicates, replicates, surprise
from balance.stats.multiple_testing import false_discovery

SURE = 0.05  # q below this
FEWEST = 30  # takings of a card that has a value, as intervals of fewer do not hold
PERIOD_NAMES = ("early", "middle", "late")  # thirds of a game of mean length
AS_IT_WAS, WITHOUT = 0, 1


def taking_values(cell: CellResult) -> pd.DataFrame:
    """Return a row for each card that was taken often enough, the most valuable taking first.

    Returns
    -------
    table : DataFrame
        id, card, kind, takings (turns in which a seat took it), per_game (these by games), chance
        (the taker's win rate, as it was); the gain in win rate as value, low, high; q
        (Benjamini-Hochberg over cards) and sure; the gain in points ahead of the mean of the others
        after ``lead_``; the gain in win rate by third of the game after ``early_``, ``middle_`` and
        ``late_``.  Empty without takings.
    """
    takings = cell.takings
    if takings is None:
        return pd.DataFrame()
    table = cell.match.game_table
    counts = takings.count.sum(axis=(0, 2))
    rows = np.flatnonzero(counts >= FEWEST)
    cards = [table.cards[row] for row in rows]
    gains = _gains(takings, rows)
    leads = _ratio(_difference(takings.leads[:, rows].sum(axis=2)), takings, rows).times(
        1 / max(table.num_seats - 1, 1)
    )
    q = false_discovery(surprise(gains))
    won = takings.wins[..., AS_IT_WAS][:, rows].sum(axis=(0, 2))
    columns = {
        **named_pieces(cards, "card", "kind"),
        "takings": counts[rows],
        "per_game": counts[rows] / max(int(takings.games.sum()), 1),
        "chance": won / WIN / counts[rows],
        **gains.estimate().columns(names=("value", "low", "high")),
        "q": q,
        "sure": q < SURE,
        **leads.estimate().columns("lead_", ("value", "low", "high")),
    }
    for period, name in enumerate(PERIOD_NAMES):
        columns |= (
            _gains(takings, rows, period).estimate().columns(f"{name}_", ("value", "low", "high"))
        )
    return pd.DataFrame(columns).sort_values("value", ascending=False, ignore_index=True)


def _gains(takings: Takings, rows: NDArray[np.intp], period: int | None = None) -> Replicates:
    """Return the gain in win rate of each card; of one period of the game, or of all."""
    periods = list(range(PERIODS)) if period is None else [period]
    wins = takings.wins[:, rows][:, :, periods].sum(axis=2)
    gains = _ratio(_difference(wins) / WIN, takings, rows, periods, 1.0)
    count = takings.count[:, rows][:, :, periods].sum(axis=(0, 2))
    return gains.where(count >= FEWEST)


def _difference(sums: Floats) -> Floats:
    return np.asarray(sums[..., AS_IT_WAS] - sums[..., WITHOUT], np.float64)


def _ratio(
    gained: Floats,
    takings: Takings,
    rows: NDArray[np.intp],
    periods: list[int] | None = None,
    step: float = 0.0,
) -> Replicates:
    """Return gains by taking; `step` as in `replicates`."""
    some = list(range(PERIODS)) if periods is None else periods
    count = takings.count[:, rows][:, :, some].sum(axis=2).astype(np.float64)
    return replicates(gained, count, takings.games, step)
