"""Games against the game itself, of one player or all together: how often they win, and how."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import Histogram
from balance.analysis.metrics.fold_sums import FoldSums, by_fold
from balance.analysis.metrics.metric import ended_only, is_scored, margins, named_pieces
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import mean, proportion
from balance.store.sums import Sums

OUTCOMES = ("win", "draw", "loss")


@dataclass(frozen=True)
class RivalSums(Sums):
    """How games end by outcome, and by objective of either side; scores are in `FoldSums`.

    Of the games that ended; scored games are those decided by points.
    """

    ways: NDArray[np.int64]  # shape (256, 3, endings), by fold: games
    margins: Histogram  # scored games by margin
    # Shape (256, 2, 4, objectives), by fold and side, the player first: games in which it had the
    # objective, wins of these, scored games and their margins.
    objectives: NDArray[np.int64]

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        yield "ways are negative", self.ways < 0

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        won, drawn, _ = self.ways.sum(axis=(0, 2))
        return {
            "games": self.ways.sum(),
            "endings": self.ways.sum(axis=(0, 1)),
            "wins": WIN * won + WIN // 2 * drawn,
            "scored games": self.margins.frequencies.sum(),
        }


def applies(match: Match) -> bool:
    """Return whether one player, or all together, play against the game itself."""
    return bool(match.game_table.rival)


def tally(records: NDArray[Any], match: Match) -> RivalSums:
    """Return the sums of a batch; the rival's scores and objective follow those of the player."""
    records, ended = ended_only(records)
    wins = records["wins"][:, : match.game_table.num_seats].sum(axis=1, dtype=np.int64)
    scored = is_scored(records, match)
    outcome = np.stack([wins == WIN, (wins > 0) & (wins < WIN), (wins == 0) & ended], axis=1)
    ending = records["ending"][:, None] == np.arange(len(match.game.endings))
    sides = records["scores"][:, : match.game_table.num_sides].T
    margin = margins(sides.astype(np.int64), match) * scored

    def of_side(side: int) -> NDArray[Any]:
        has = _objective(records, match, side)
        return np.stack([has * each[:, None] for each in (ended, wins, scored, margin)], axis=1)

    return RivalSums(
        ways=by_fold(outcome[:, :, None] & ending[:, None, :], records, match),
        margins=Histogram.of(margin[scored]),
        objectives=by_fold(np.stack([of_side(0), of_side(1)], axis=1), records, match),
    )


def _objective(records: NDArray[Any], match: Match, seat: int) -> NDArray[np.bool_]:
    """Return which objective a side had, shape (games, objectives); of all together none."""
    if "kept" not in (match.game.record.names or ()) or match.game_table.is_common:
        return np.zeros((len(records), 0), np.bool_)
    return records["kept"][:, seat, None] == np.arange(len(match.game_table.objectives))


def outcomes(sums: RivalSums, folds: FoldSums) -> pd.DataFrame:
    """Return a row each for win, draw and loss.

    Columns: outcome, games, and its share as value, low, high, deals.
    """
    games = sums.ways.sum(axis=2)
    columns = proportion(folds.ratio(games, "games")).columns()
    return pd.DataFrame({"outcome": OUTCOMES, "games": games.sum(axis=0)} | columns)


def ways(sums: RivalSums, folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each outcome and ending that occurred in the same game.

    Columns: outcome, ending, way (both in a few words), games, and its share of these as
    value, low, high, deals.
    """
    endings = match.game.endings
    shares = proportion(folds.ratio(sums.ways, "games")).columns()
    columns = {"games": sums.ways.sum(axis=0)} | shares
    rows = pd.DataFrame(
        {
            "outcome": np.repeat(np.array(OUTCOMES, object), len(endings)),
            "ending": np.tile(np.array(endings, object), len(OUTCOMES)),
        }
        | {name: values.ravel() for name, values in columns.items()}
    )
    rows.insert(2, "way", rows["outcome"] + ": " + rows["ending"])
    return rows[rows["games"] > 0].reset_index(drop=True)


def scores(folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row each for the player's score, the rival's and the difference.

    Columns: measure, games (scored ones), and the mean as value, low, high, deals.
    """
    of_rival = folds.scores - folds.margins
    measures = (
        ("score of the player", folds.ratio("scores", "scored")),
        (f"score of the {match.game_table.rival}", folds.ratio(of_rival, "scored")),
        ("difference", folds.ratio("margins", "scored")),
    )
    return pd.DataFrame(
        [{"measure": name, "games": int(ratio.den)} | mean(ratio).row() for name, ratio in measures]
    )


def by_objective(sums: RivalSums, folds: FoldSums, match: Match, is_own: bool) -> pd.DataFrame:
    """Return a row for each objective that the player kept, or that the rival had.

    Columns: id, objective, games; the win rate (a draw is half a win) as value, low, high, deals;
    the mean difference of scored games as margin_value, margin_low, margin_high, margin_deals.
    """
    games, wins, scored, margin = np.moveaxis(sums.objectives[:, 0 if is_own else 1], 1, 0)
    rows = pd.DataFrame(
        {
            **named_pieces(match.game_table.objectives, "objective"),
            "games": games.sum(axis=0),
        }
        | proportion(folds.ratio(wins, games, WIN)).columns()
        | mean(folds.ratio(margin, scored)).columns("margin_")
    )
    return rows[rows["games"] > 0].reset_index(drop=True)
