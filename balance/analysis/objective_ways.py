"""In which games objectives were chosen, and in which they were forced upon seats."""

from collections.abc import Sequence
from dataclasses import dataclass

from balance.analysis.folds import FoldSums
from balance.analysis.meetings import MeetingSums
from balance.analysis.objectives import ObjectiveSums
from balance.analysis.variant import Variant
from balance.engine.layout import WIN
from balance.scenario.designs import UNCHOSEN
from balance.simulate.sums import Totals
from balance.stats.paired import Replicates, replicates


@dataclass(frozen=True)
class Way:
    """Games in which objectives came to be held in one way: as bots choose, or by lot.

    Attributes
    ----------
    objectives : ObjectiveSums
    folds : FoldSums
    meetings : MeetingSums or None
        None where no seats with objectives play each other.
    games, deals : int
    source : str
        The name of the variant or arm.
    """

    objectives: ObjectiveSums
    folds: FoldSums
    meetings: MeetingSums | None
    games: int
    deals: int
    source: str

    def wins(self) -> Replicates:
        """Return the win rates of seats that kept each, with and without each fold."""
        folds = self.folds
        return replicates(folds.kept_wins / WIN, folds.kept, folds.deals)

    def wins_dealt(self) -> Replicates:
        """Return the win rates of seats dealt each, with and without each fold."""
        folds = self.folds
        return replicates(folds.dealt_wins / WIN, folds.dealt, folds.deals)


def ways(told: Variant, others: Sequence[Variant]) -> tuple[Way | None, Way | None]:
    """Return the games of a cell in which bots choose, and those in which nobody does.

    Forced are the cell itself, if it assigns objectives; else its arm in which all are drawn by
    lot, or a variant that differs in nothing but that, whichever has most games.  Either may be
    None.
    """
    own = _way(told.sums, told.games, told.deals, told.name)
    if own is None or own.objectives.is_assigned:
        return None, own
    found = [_way(one.totals, one.games, one.deals, one.arm.name) for one in told.arms_of(UNCHOSEN)]
    found += [
        _way(one.sums, one.games, one.deals, one.name)
        for one in others
        if one is not told and _are_alike(one, told)
    ]
    forced = [way for way in found if way is not None and way.objectives.is_assigned]
    return own, max(forced, key=lambda way: way.games, default=None)


def _way(sums: Totals, games: int, deals: int, source: str) -> Way | None:
    objectives, folds, meetings = (sums.get(one) for one in ("objectives", "folds", "meetings"))
    if not isinstance(objectives, ObjectiveSums) or not isinstance(folds, FoldSums):
        return None
    if not folds.games.any():
        return None
    return Way(
        objectives, folds, meetings if isinstance(meetings, MeetingSums) else None, games, deals,
        source,
    )  # fmt: skip


def _are_alike(one: Variant, two: Variant) -> bool:
    """Tell whether players, bots and objectives are the same, and at most one axis of a grid."""
    apart = [axis for axis in one.axes if one.axes[axis] != two.axes.get(axis)]
    return (
        len(apart) <= 1
        and one.match.laid.num_seats == two.match.laid.num_seats
        and one.match.lineup.labels == two.match.lineup.labels
        and one.match.laid.objectives == two.match.laid.objectives
    )
