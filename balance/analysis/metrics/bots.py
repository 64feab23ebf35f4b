"""What the points of each bot are made of, and which cards and objectives it takes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics import cards as card_metric
from balance.analysis.metrics import objectives as objective_metric
from balance.analysis.metrics.deal_sums import RatioSums, deals_in
from balance.analysis.metrics.metric import ended_only, is_scored, named_pieces
from balance.scenario.match import Match
from balance.stats.intervals import Estimate
from balance.store.sums import Sums


@dataclass(frozen=True)
class BotSums(Sums):
    """By bot, of the games that ended; where a bot has several seats, each counts."""

    parts: RatioSums  # shape (bots, parts): points, per seat of games decided by points
    copies: RatioSums  # shape (bots, cards): taken, per seat of games in which it was available
    kept: RatioSums  # shape (bots, objectives): seats that kept it, of those dealt it
    fulfilled: RatioSums  # likewise: seats that it gave points, of those that kept it
    points: RatioSums  # likewise: points that it gave, per seat that kept it

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        yield "kept are more than dealt", self.kept.num > self.kept.den
        for sums in (self.fulfilled, self.points):
            yield "seats with an objective are not the same", sums.den != self.kept.num
        yield "fulfilled are more than kept", self.fulfilled.num > self.fulfilled.den
        yield "points without an objective fulfilled", (self.points.num != 0) > self.fulfilled.num
        yield "parts of a score are not of the same games", self.parts.den != self.parts.den[:, :1]

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        return {
            "scores": self.parts.num.sum(),
            "copies of cards": self.copies.num.sum(axis=0),
            "objectives dealt": self.kept.den.sum(axis=0),
            "objectives kept": self.kept.num.sum(axis=0),
        }


def applies(match: Match) -> bool:
    """Return whether bots can be told apart."""
    return len(match.lineup.entries) > 1


def tally(records: NDArray[Any], match: Match) -> BotSums:
    """Return the sums of a batch."""
    seats, cards = match.game_table.num_seats, len(match.game_table.cards)
    objectives, rotations = len(match.game_table.objectives), match.lineup.rotations
    records, _ = ended_only(records)
    deals, bots = deals_in(records, rotations), len(match.lineup.entries)

    def of_bots(values: NDArray[Any]) -> NDArray[np.int64]:
        """Add up values of seats, shape (games, seats, items), as (deals, bots, items)."""
        total = np.zeros((deals, bots, values.shape[2]), np.int64)
        of_deals = values.reshape(deals, rotations, *values.shape[1:])
        for rotation in range(rotations):
            for seat, bot in enumerate(match.lineup.seated(rotation)):
                total[:, bot] += of_deals[:, rotation, seat]
        return total

    scored = np.broadcast_to(is_scored(records, match)[:, None, None], (len(records), seats, 1))
    parts = of_bots(records["parts"][:, :seats] * scored)
    nothing: NDArray[Any] = np.zeros((len(records), seats, 0), np.int64)
    taken = there = dealt = kept = points = nothing
    if card_metric.applies(match):
        taken = records["taken"][:, :seats, :cards]
        there = (records["available"][:, :cards] > 0) | taken.any(axis=1)
        there = np.broadcast_to(there[:, None], taken.shape)
    if objective_metric.applies(match):
        each = np.arange(objectives)
        dealt = (records["dealt"][:, :seats, :, None] == each).any(axis=2)
        kept = records["kept"][:, :seats, None] == each
        points = records["fulfilled"][:, :seats, None] * kept
    has = of_bots(kept)
    return BotSums(
        parts=RatioSums.of(parts, np.broadcast_to(of_bots(scored), parts.shape)),
        copies=RatioSums.of(of_bots(taken), of_bots(there)),
        kept=RatioSums.of(has, of_bots(dealt)),
        fulfilled=RatioSums.of(of_bots(points > 0), has),
        points=RatioSums.of(of_bots(points), has),
    )


def parts(sums: BotSums, match: Match) -> pd.DataFrame:
    """Return a row for each bot and each part of a score that any bot ever scored.

    Columns: bot, part, and the mean of a seat as value, low, high, deals, effective.
    """
    names = {"part": list(match.game.parts)}
    was_scored = sums.parts.num2 > 0  # sums can cancel
    return _table(match, names, {"": sums.parts.mean()}, was_scored)


def cards(sums: BotSums, match: Match) -> pd.DataFrame:
    """Return a row for each bot and each card that was available in some game.

    Columns: bot, id, card, kind, and the copies that a seat takes in a game with the card, as an
    estimate after ``bot_copies_``.
    """
    names = named_pieces(match.game_table.cards, "card", "kind")
    estimates = {"bot_copies_": sums.copies.count()}
    return _table(match, names, estimates, sums.copies.den > 0)


def objectives(sums: BotSums, match: Match) -> pd.DataFrame:
    """Return a row for each bot and each objective that any bot was dealt.

    Columns: bot, id, objective; and estimates after ``keep_`` (share of the seats dealt it that
    kept it), ``fulfilled_`` (share of these that it gave points) and ``points_`` (that it gave).
    """
    names = named_pieces(match.game_table.objectives, "objective")
    estimates = {
        "keep_": sums.kept.proportion(),
        "fulfilled_": sums.fulfilled.proportion(),
        "points_": sums.points.mean(),
    }
    return _table(match, names, estimates, sums.kept.den > 0)


def _table(
    match: Match,
    names: Mapping[str, Sequence[str]],
    estimates: Mapping[str, Estimate],
    has: NDArray[np.bool_],
) -> pd.DataFrame:
    """Return a row for each bot and item, the items of a bot together.

    `names` are by item; `estimates`, of shape (bots, items), by prefix; `has`, of that shape, says
    which items any bot has.
    """
    labels = list(match.lineup.labels)
    columns: dict[str, Any] = {"bot": np.repeat(np.array(labels, dtype=object), has.shape[1])}
    columns |= {name: [*values] * len(labels) for name, values in names.items()}
    for prefix, estimate in estimates.items():
        columns |= {name: values.ravel() for name, values in estimate.columns(prefix).items()}
    rows = pd.DataFrame(columns)
    return rows[np.broadcast_to(has.any(axis=0), has.shape).ravel()].reset_index(drop=True)
