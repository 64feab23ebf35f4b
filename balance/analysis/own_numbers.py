"""What a change of a number does to the very thing whose number it is: an objective or a card.

The spread between all objectives does not say it: one that was too strong may become far too weak
while the spread falls, as players who have a choice no longer keep it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.analysis.balance_index import NEVER
from balance.analysis.measures import CARD_TAKEN, KEPT
from balance.analysis.measures import OBJECTIVE as WINS_OF
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.requirements import FEWEST
from balance.engine.game import Piece
from balance.scenario.match import Match
from balance.scenario.model import FAIR_WITHIN
from balance.scenario.number_changes import Change
from balance.scenario.piece_names import has_number
from balance.stats.intervals import Estimate
from balance.stats.jackknife import FEW_FOLDS, Replicates, Z
from balance.stats.picked import picked_z

OBJECTIVE, CARD = "objective", "card"
BAND = FAIR_WITHIN / 100  # around a fair share, in which an objective is as strong as wanted


@dataclass(frozen=True)
class OwnNumber:
    """Win rate of players who keep an objective, or share of games in which a card is taken.

    Attributes
    ----------
    kind : str
        OBJECTIVE or CARD.
    is_worse : bool
        Whether the change clearly leaves it worse than the band: an objective beyond the band
        around a fair share, and on the other side or farther than it was, or so that hardly anybody
        keeps it; a card taken in fewer than 1 % of games, which it was not.
    is_real : bool
        Whether that can be said: with `FEWEST` seats that keep it, or games that have the card, and
        a change that is clear itself.  A search is careful without it.
    """

    name: str
    kind: str
    was: Estimate  # of one value
    now: Estimate
    is_worse: bool
    is_real: bool = False


def own_number(
    change: Change, match: Match, base: FoldSums, sums: FoldSums, band: float = BAND
) -> OwnNumber | None:
    """Return what a change does to its own objective or card; None if it is a number of neither.

    Parameters
    ----------
    base, sums : FoldSums
        Of the unchanged table and the changed one.
    band : float
        How far from a fair share an objective is as strong as wanted.
    """
    table = match.game_table
    pieces = (*table.cards, *table.objectives)

    def places_of(some: Sequence[Piece]) -> list[int]:
        return [place for place, one in enumerate(some) if has_number(one, change.key, pieces)]

    if objectives := places_of(table.objectives):
        return _of_objective(objectives, match, base, sums, band)
    if cards := places_of(table.cards):
        return _of_card(cards, match, base, sums)
    return None


def left_worse(match: Match, base: FoldSums, sums: FoldSums, band: float = BAND) -> list[OwnNumber]:
    """Return all objectives and cards that changes really leave worse than the band.

    Their intervals are wide enough to hold for all of them at once.
    """
    table = match.game_table
    cards = np.flatnonzero(match.is_card & base.available.any(axis=0))
    z = picked_z(len(cards) + len(table.objectives))
    found = [
        *(
            _of_objective([place], match, base, sums, band, z)
            for place in range(len(table.objectives))
        ),
        *(_of_card([int(place)], match, base, sums, z) for place in cards),
    ]
    return [one for one in found if one.is_real]


def _of_objective(
    places: Sequence[int], match: Match, base: FoldSums, sums: FoldSums, band: float, z: float = Z
) -> OwnNumber:
    table = match.game_table
    was, now = (WINS_OF[KEPT].rates(some, match, together=places) for some in (base, sums))
    is_worse = (
        not table.rival and table.num_seats > 1 and _is_off(was, now, table.num_seats, band, z)
    )
    seats = [int(some.kept[:, places].sum()) for some in (base, sums)]
    moved, is_gone = (now - was).estimate(z), now.folds[0] < FEW_FOLDS
    is_clear = bool(moved.low[0] > 0 or moved.high[0] < 0) and seats[1] >= FEWEST
    is_real = is_worse and seats[0] >= FEWEST and (is_gone or is_clear)
    return OwnNumber(
        table.objectives[places[0]].name, OBJECTIVE, *_known(was, now, z), is_worse, is_real
    )  # fmt: skip


def _of_card(
    places: Sequence[int], match: Match, base: FoldSums, sums: FoldSums, z: float = Z
) -> OwnNumber:
    was, now = (CARD_TAKEN.rates(some, match, together=places) for some in (base, sums))
    first, second = _known(was, now, z)
    is_seen = all(some.available[:, places].sum() >= FEWEST for some in (base, sums))
    is_worse = bool(second.high[0] < NEVER) and not first.high[0] < NEVER
    name = match.game_table.cards[places[0]].name
    return OwnNumber(name, CARD, first, second, is_worse, is_worse and is_seen)


def own_numbers(
    changes: Sequence[Change], match: Match, base: FoldSums, sums: FoldSums, band: float = BAND
) -> list[OwnNumber]:
    """Return the own numbers of several changes that were made together."""
    found = (own_number(change, match, base, sums, band) for change in changes)
    return [one for one in found if one is not None]


def _is_off(was: Replicates, now: Replicates, seats: int, band: float, z: float) -> bool:
    """Return whether an objective is clearly worse than the band; see `OwnNumber`."""
    fair = 1 / seats
    first, second, moved = was.estimate(z), now.estimate(z), (now - was).estimate(z)
    if np.isnan(second.low[0]):
        return not np.isnan(first.low[0])  # hardly anybody keeps it any more
    if second.low[0] > fair + band:
        return bool(first.value[0] <= fair or moved.low[0] > 0)
    if second.high[0] < fair - band:
        return bool(first.value[0] >= fair or moved.high[0] < 0)
    return False


def _known(was: Replicates, now: Replicates, z: float) -> tuple[Estimate, Estimate]:
    """Return the estimates of two shares, which end at 0 and 1."""
    return was.estimate(z).bounded(), now.estimate(z).bounded()
