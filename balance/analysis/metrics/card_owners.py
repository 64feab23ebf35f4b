"""How often the players who took some cards win, by fold."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.metrics.fold_sums import FOLDS
from balance.analysis.metrics.metric import ended_only
from balance.scenario.match import Match
from balance.store.sums import Sums


@dataclass(frozen=True)
class OwnerSums(Sums):
    """Sums by fold and card, arrays of shape (256, cards); wins are in 60ths."""

    owners: NDArray[np.int64]  # seats that took the card
    wins: NDArray[np.int64]  # of these


def tally_of(cards: Sequence[int]) -> Callable[[NDArray[Any], Match], OwnerSums]:
    """Return a function (records, match) -> OwnerSums for some rows of a table's cards."""
    return partial(_tally, cards=tuple(cards))


def _tally(records: NDArray[Any], match: Match, cards: tuple[int, ...]) -> OwnerSums:
    if "taken" not in (match.game.record.names or ()):
        return OwnerSums(*np.zeros((2, FOLDS, len(cards)), np.int64))
    records, _ = ended_only(records)
    folds = records["number"] // match.lineup.rotations % FOLDS
    wins = records["wins"][:, : match.game_table.num_seats]
    owners, won = np.zeros((2, FOLDS, len(cards)), np.int64)
    for place, card in enumerate(cards):
        has = records["taken"][:, : match.game_table.num_seats, card] > 0
        owners[:, place] = np.bincount(folds, has.sum(axis=1), FOLDS)
        won[:, place] = np.bincount(folds, (wins * has).sum(axis=1), FOLDS)
    return OwnerSums(owners, won)
