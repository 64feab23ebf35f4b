"""Openings, styles and collisions: what players buy first, and how much they play.

All of it is correlational: a player chooses an opening, and a style, for reasons.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.metric import ended_only
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.jackknife import Replicates, replicates, surprise
from balance.stats.multiple_testing import false_discovery
from balance.store.sums import Sums

FOLDS = 256
SHOWN = 0.01  # share of the seats: rarer openings are left out
SURE = 0.05  # q below this
STYLES = ("money", "mixed", "engine")
BORDERS = (0.5, 1.5)  # Actions played per round: below, between and above


@dataclass(frozen=True)
class OpeningSums(Sums):
    """Sums by fold of the deal; wins are in 60ths, and of seats of games that ended.

    An opening is the cards first bought in the first two turns, in any order: with rows a <= b, or
    -1 for nothing, it has place (a + 1) * (cards + 1) + b + 1.
    """

    deals: NDArray[np.int64]
    count: NDArray[np.int64]  # by fold and opening: seats
    wins: NDArray[np.int64]  # by fold and opening
    styles: NDArray[np.int64]  # by fold and style: seats
    style_wins: NDArray[np.int64]
    rounds: NDArray[np.int64]  # of all seats
    plays: NDArray[np.int64]  # Actions played
    stuck: NDArray[np.int64]  # turns with an Action left that could not be played


def applies(match: Match) -> bool:
    """Return whether records hold openings, and players play each other."""
    return "opening" in (match.game.record.names or ()) and match.game_table.num_seats > 1


def tally(records: NDArray[Any], match: Match) -> OpeningSums:
    """Return the sums of a batch."""
    rotations, seats = match.lineup.rotations, match.game_table.num_seats
    cards = len(match.game_table.cards)
    numbers = records["number"]
    fold = (numbers // rotations % FOLDS).astype(np.int64)
    deals = np.bincount(fold[::rotations], minlength=FOLDS)
    records, ended = ended_only(records)
    games = np.flatnonzero(ended)
    folds = np.repeat(fold[games], seats)
    wins = records["wins"][games, :seats].astype(np.int64).ravel()
    opening = np.sort(records["opening"][games, :seats].astype(np.int64), axis=2) + 1
    places = (opening[:, :, 0] * (cards + 1) + opening[:, :, 1]).ravel()
    rounds = np.repeat(records["rounds"][games].astype(np.int64), seats)
    plays = records["plays"][games, :seats].astype(np.int64).ravel()
    style = np.digitize(plays / np.maximum(rounds, 1), BORDERS)

    def by(place: NDArray[np.int64], size: int, values: NDArray[np.int64]) -> NDArray[np.int64]:
        total = np.zeros((FOLDS, size), np.int64)
        np.add.at(total, (folds, place), values)
        return total

    def by_fold(values: NDArray[np.int64]) -> NDArray[np.int64]:
        return by(np.zeros_like(folds), 1, values)[:, 0]

    ones = np.ones_like(folds)
    stuck = records["stuck"][games, :seats].astype(np.int64).ravel()
    return OpeningSums(
        deals=deals,
        count=by(places, (cards + 1) ** 2, ones),
        wins=by(places, (cards + 1) ** 2, wins),
        styles=by(style, len(STYLES), ones),
        style_wins=by(style, len(STYLES), wins),
        rounds=by_fold(rounds),
        plays=by_fold(plays),
        stuck=by_fold(stuck),
    )


def openings_table(sums: OpeningSums, match: Match) -> pd.DataFrame:
    """Return a row for each opening of at least 1 % of the seats, the one with most wins first.

    Columns: first, second (names; the second is empty if only one card was bought, both if none
    was), seats (counts), share (of the seats); the win rate as value, low, high; q
    (Benjamini-Hochberg, against the equal share) and sure.
    """
    cards = match.game_table.cards
    total = sums.count.sum(axis=0)
    places = np.flatnonzero(total >= max(SHOWN * total.sum(), 1))
    first, second = np.divmod(places, len(cards) + 1)
    rates = _rates(sums.wins[:, places], sums.count[:, places], sums.deals)
    q = false_discovery(surprise(rates.minus(1 / match.game_table.num_seats)))
    names = ["", *(card.name for card in cards)]
    table = pd.DataFrame(
        {
            "first": [names[place or other] for place, other in zip(first, second, strict=True)],
            "second": [names[place and other] for place, other in zip(first, second, strict=True)],
            "seats": total[places],
            "share": total[places] / max(int(total.sum()), 1),
            **rates.estimate().columns(names=("value", "low", "high")),
            "q": q,
            "sure": q < SURE,
        }
    )
    return table.sort_values("value", ascending=False, ignore_index=True)


def styles_table(sums: OpeningSums) -> pd.DataFrame:
    """Return a row for each style that anyone had.

    Columns: style, of STYLES; seats (counts), share; the win rate as value, low, high.
    """
    total = sums.styles.sum(axis=0)
    places = np.flatnonzero(total)
    rates = _rates(sums.style_wins[:, places], sums.styles[:, places], sums.deals)
    return pd.DataFrame(
        {
            "style": [STYLES[place] for place in places],
            "seats": total[places],
            "share": total[places] / max(int(total.sum()), 1),
            **rates.estimate().columns(names=("value", "low", "high")),
        }
    )


def collisions(sums: OpeningSums) -> pd.DataFrame:
    """Return one row: Actions played per turn, and the share of turns with one left over.

    Columns: value, low, high after ``plays_`` and ``stuck_``.
    """
    num = np.stack([sums.plays, sums.stuck], axis=1).astype(np.float64)
    found = replicates(num, np.repeat(sums.rounds[:, None], 2, axis=1), sums.deals).estimate()
    names = ("value", "low", "high")
    return pd.DataFrame([found.row("plays_", 0, names) | found.row("stuck_", 1, names)])


def _rates(wins: NDArray[Any], count: NDArray[Any], deals: NDArray[Any]) -> Replicates:
    return replicates(wins / WIN, count.astype(np.float64), deals, 1.0)
