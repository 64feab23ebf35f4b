"""A section of Pig's own: how many turns each bot loses to a 1, and what a turn brings it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import RatioSums, by_deal
from balance.analysis.metrics.metric import Metric, ended_only
from balance.report.figures.plots import Series, intervals
from balance.report.number_format import estimated
from balance.report.report_data import ReportData
from balance.report.section import Section, SectionDefinition
from balance.report.words import Words
from balance.scenario.match import Match
from balance.store.sums import Sums

WORDS = Words(Path(__file__).with_name("text.toml"))


@dataclass(frozen=True)
class TurnSums(Sums):
    """Sums over turns, each of shape (bots,)."""

    busts: RatioSums  # turns that a 1 ended, of all turns
    points: RatioSums  # points kept, per turn


def tally(records: NDArray[Any], match: Match) -> TurnSums:
    """Return the sums of a batch of games."""
    records, _ = ended_only(records)
    seats, bots = match.game_table.num_seats, len(match.lineup.entries)
    # Seat 0 begins, so it may have had one turn more than those after it.
    turns = (records["turns"][:, None] + np.arange(seats)[::-1]) // seats
    is_bot = records["lineup"][:, :seats, None] == np.arange(bots)

    def per_bot(values: NDArray[Any]) -> NDArray[Any]:
        return by_deal((values[:, :, None] * is_bot).sum(axis=1), match.lineup.rotations)

    return TurnSums(
        busts=RatioSums.of(per_bot(records["busts"][:, :seats]), per_bot(turns)),
        points=RatioSums.of(per_bot(records["scores"][:, :seats]), per_bot(turns)),
    )


def table(sums: TurnSums, match: Match) -> pd.DataFrame:
    """Return a row for each bot: turns; busts and points per turn as value, low, high, deals."""
    return pd.DataFrame(
        {"bot": match.lineup.labels, "turns": sums.busts.den}
        | sums.busts.proportion().columns("busts_")
        | sums.points.mean().columns("points_")
    )


def build(data: ReportData) -> Section | None:
    """Return the section; None if no game was counted."""
    cell = data.about("turns")
    if cell is None:
        return None
    rows = table(cell.sums_of("turns", TurnSums), cell.match)
    rows = rows.sort_values("points_value", ascending=False, ignore_index=True)
    best = rows.iloc[0]
    finding = WORDS.say(
        "best", bot=best["bot"], points=estimated(best, "points_"),
        busts=estimated(best, "busts_"), bots=len(rows),
    )  # fmt: skip
    figure = intervals(rows, "bot", [Series("busts_")], WORDS.axis("busts"))
    return WORDS.section(
        [finding],
        [WORDS.table("busts", rows)],
        [WORDS.picture("busts", figure)],
        [finding.key("busts", 40)],
    )


busts = SectionDefinition(build, {"turns": Metric(tally, TurnSums)})
