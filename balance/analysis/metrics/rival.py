"""Games of one player against the game itself: how often the player wins, how, and by how much."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import Histogram, RatioSums, by_deal
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import ended_by_deal, ended_only, is_scored
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import mean
from balance.store.sums import Sums

OUTCOMES = ("win", "draw", "loss")


@dataclass(frozen=True)
class RivalSums(Sums):
    """Outcomes and scores of a single player, and of the game's own side.

    Of the games that ended; scored games are those decided by points.
    """

    outcomes: RatioSums  # shape (3,), per game
    ways: RatioSums  # shape (3, endings), per game
    score: RatioSums  # of the player, per scored game
    rival_score: RatioSums
    margins: Histogram  # scored games by margin
    own: RatioSums  # shape (objectives,), wins per game in which the player kept it
    own_margin: RatioSums  # per scored game of these
    theirs: RatioSums  # shape (objectives,), wins per game in which the rival had it
    their_margin: RatioSums

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        yield "outcomes do not add up to the games", self.outcomes.num.sum() != self.outcomes.den
        yield "ways do not add up to outcomes", self.ways.num.sum(axis=1) != self.outcomes.num
        counted = self.margins.frequencies.sum()
        yield "games by margin do not add up", counted != self.score.den

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        won, drawn, _ = self.outcomes.num
        return {
            "games": self.outcomes.den[0],
            "wins by seat": np.array([WIN * won + WIN // 2 * drawn]),
            "scores": self.score.num,
            "margins": self.score.num - self.rival_score.num,
        }


def applies(match: Match) -> bool:
    """Return whether one player plays against the game itself."""
    return bool(match.game_table.rival)


def tally(records: NDArray[Any], match: Match) -> RivalSums:
    """Return the sums of a batch; the rival's scores and objective follow those of the player."""
    rotations = match.lineup.rotations
    records, ended = ended_only(records)
    games = ended_by_deal(ended, rotations)
    wins = records["wins"][:, 0].astype(np.int64)
    scored = is_scored(records, match)
    score = records["scores"][:, 0] * scored
    rival_score = records["scores"][:, 1] * scored
    outcome = np.stack([wins == WIN, (wins > 0) & (wins < WIN), (wins == 0) & ended], axis=1)
    ending = records["ending"][:, None] == np.arange(len(match.game.endings))
    margin = score - rival_score

    def deals(values: NDArray[Any]) -> NDArray[Any]:
        return by_deal(values, rotations)

    def per_game(values: NDArray[Any]) -> RatioSums:
        return RatioSums.per(deals(values), games)

    def per_scored(values: NDArray[Any]) -> RatioSums:
        return RatioSums.of(deals(values), deals(scored))

    def among(seat: int) -> tuple[RatioSums, RatioSums]:
        has = _objective(records, match, seat)
        counts = has & scored[:, None]
        return (
            RatioSums.of(deals(has * wins[:, None]), deals(has)),
            RatioSums.of(deals(counts * margin[:, None]), deals(counts)),
        )

    own, own_margin = among(0)
    theirs, their_margin = among(1)
    return RivalSums(
        outcomes=per_game(outcome),
        ways=per_game(outcome[:, :, None] & ending[:, None, :]),
        score=per_scored(score),
        rival_score=per_scored(rival_score),
        margins=Histogram.of(margin[scored]),
        own=own,
        own_margin=own_margin,
        theirs=theirs,
        their_margin=their_margin,
    )


def _objective(records: NDArray[Any], match: Match, seat: int) -> NDArray[np.bool_]:
    """Return which objective a side had, shape (games, objectives)."""
    if "kept" not in (match.game.record.names or ()):
        return np.zeros((len(records), 0), np.bool_)
    return records["kept"][:, seat, None] == np.arange(len(match.game_table.objectives))


def outcomes(sums: RivalSums) -> pd.DataFrame:
    """Return a row each for win, draw and loss.

    Columns: outcome, games, and its share as value, low, high, deals.
    """
    columns = {"outcome": OUTCOMES, "games": sums.outcomes.num}
    return pd.DataFrame(columns | sums.outcomes.proportion().columns())


def ways(sums: RivalSums, match: Match) -> pd.DataFrame:
    """Return a row for each outcome and ending that occurred in the same game.

    Columns: outcome, ending, way (both in a few words), games, and its share of these as
    value, low, high, deals.
    """
    endings = match.game.endings
    columns = {"games": sums.ways.num} | sums.ways.proportion().columns()
    rows = pd.DataFrame(
        {
            "outcome": np.repeat(np.array(OUTCOMES, object), len(endings)),
            "ending": np.tile(np.array(endings, object), len(OUTCOMES)),
        }
        | {name: values.ravel() for name, values in columns.items()}
    )
    rows.insert(2, "way", rows["outcome"] + ": " + rows["ending"])
    return rows[rows["games"] > 0].reset_index(drop=True)


def scores(sums: RivalSums, folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row each for the player's score, the rival's and the difference.

    Columns: measure, games (scored ones), and the mean as value, low, high, deals.
    """
    measures = (
        ("score of the player", sums.score.sums()),
        (f"score of the {match.game_table.rival}", sums.rival_score.sums()),
        ("difference", folds.ratio("margins", "scored")),
    )
    return pd.DataFrame(
        [{"measure": name, "games": int(ratio.den)} | mean(ratio).row() for name, ratio in measures]
    )


def by_objective(sums: RivalSums, match: Match, is_own: bool) -> pd.DataFrame:
    """Return a row for each objective that the player kept, or that the rival had.

    Columns: id, objective, games; the win rate (a draw is half a win) as value, low, high, deals;
    the mean difference of scored games as margin_value, margin_low, margin_high, margin_deals.
    """
    wins, margin = (sums.own, sums.own_margin) if is_own else (sums.theirs, sums.their_margin)
    objectives = match.game_table.objectives
    rows = pd.DataFrame(
        {
            "id": [objective.id for objective in objectives],
            "objective": [objective.name for objective in objectives],
            "games": wins.den,
        }
        | wins.proportion(WIN).columns()
        | margin.mean().columns("margin_")
    )
    return rows[rows["games"] > 0].reset_index(drop=True)
