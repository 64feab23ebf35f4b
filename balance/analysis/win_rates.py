"""Win rates that several answers rest on, as statistics over folds."""

from balance.analysis.metrics.fold_sums import FoldSums
from balance.engine.layout import WIN
from balance.stats.jackknife import Replicates, replicates


def seat_rates(sums: FoldSums) -> Replicates:
    """Return how often each seat wins."""
    return replicates(sums.wins / WIN, sums.games[:, None], sums.deals, 1.0)


def dealt_rates(sums: FoldSums) -> Replicates:
    """Return how often those win who are dealt each objective."""
    return replicates(sums.dealt_wins / WIN, sums.dealt, sums.deals, 1.0)
