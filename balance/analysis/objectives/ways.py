"""The games in which objectives were chosen, and those in which they were forced upon seats."""

from collections.abc import Sequence
from dataclasses import dataclass

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import OBJECTIVE
from balance.analysis.metrics.fold_sums import FoldSums, folds_of
from balance.analysis.metrics.objective_pairs import ObjectivePairSums
from balance.scenario.experiments import UNCHOSEN
from balance.scenario.match import Match
from balance.stats.jackknife import Replicates
from balance.store.sums import Totals


@dataclass(frozen=True)
class ObjectiveSource:
    """Games in which objectives were assigned in one way: chosen by bots, or at random."""

    match: Match
    folds: FoldSums
    meetings: ObjectivePairSums | None  # None where no seats with objectives play each other
    games: int
    deals: int
    source: str  # the name of the variant or arm

    def wins(self, how: str) -> Replicates:
        """Return the win rates of seats that were DEALT or KEPT each objective; see `Measure`."""
        return OBJECTIVE[how].rates(self.folds, self.match, 0.0)


def games_by_way(
    reported: CellResult, others: Sequence[CellResult]
) -> tuple[ObjectiveSource | None, ObjectiveSource | None]:
    """Return the games of a cell in which bots choose, and those in which nobody chooses.

    The latter are the cell itself, if it assigns objectives; else its arm in which all objectives
    are random, or a variant that differs in nothing else, whichever has more games. Either may be
    None.
    """
    own = _way(reported.match, reported.sums, reported.games, reported.deals, reported.name)
    if own is None or own.folds.is_assigned:
        return None, own
    sources = [
        _way(one.arm.match, one.totals, one.games, one.deals, one.arm.name)
        for one in reported.arms_of(UNCHOSEN)
    ]
    sources += [
        _way(one.match, one.sums, one.games, one.deals, one.name)
        for one in others
        if one is not reported and _are_alike(one, reported)
    ]
    forced = [way for way in sources if way is not None and way.folds.is_assigned]
    return own, max(forced, key=lambda way: way.games, default=None)


def _way(match: Match, sums: Totals, games: int, deals: int, source: str) -> ObjectiveSource | None:
    if "objectives" not in sums or not folds_of(sums).games.any():
        return None
    meetings = sums.get("meetings")
    pairs = meetings if isinstance(meetings, ObjectivePairSums) else None
    return ObjectiveSource(match, folds_of(sums), pairs, games, deals, source)


def _are_alike(one: CellResult, two: CellResult) -> bool:
    """Return whether players, bots and objectives are the same, apart from one axis of a grid."""
    apart = [axis for axis in one.axes if one.axes[axis] != two.axes.get(axis)]
    return (
        len(apart) <= 1
        and one.match.game_table.num_seats == two.match.game_table.num_seats
        and one.match.lineup.labels == two.match.lineup.labels
        and one.match.game_table.objectives == two.match.game_table.objectives
    )
