"""Variants side by side: the headline numbers of each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from balance.analysis.pace import PaceSums
from balance.analysis.seats import SeatSums
from balance.engine.layout import WIN
from balance.scenario.match import Match


@dataclass(frozen=True)
class Headline:
    """What is compared of a variant."""

    variant: str
    match: Match
    games: int
    seats: SeatSums
    pace: PaceSums


def side_by_side(variants: Sequence[Headline]) -> pd.DataFrame:
    """Return a row for each variant.

    Columns: variant; games; and estimates, each as value, low, high, deals after a prefix:
    ``first_`` and ``last_`` (win rates of the first seat and of the last), ``rounds_``,
    ``score_`` (of a player), ``margin_`` (best score less the second).
    """
    rows = []
    for one in variants:
        rates = one.seats.win_by_seat.proportion(WIN).spread()
        last = one.match.laid.num_seats - 1
        row: dict[str, object] = {"variant": one.variant, "games": one.games}
        row |= {f"first_{name}": values[0] for name, values in rates.items()}
        row |= {f"last_{name}": values[last] for name, values in rates.items()}
        for prefix, ratios in (
            ("rounds_", one.pace.rounds),
            ("score_", one.pace.score),
            ("margin_", one.pace.margin),
        ):
            row |= {name: value.item() for name, value in ratios.mean().spread(prefix).items()}
        rows.append(row)
    return pd.DataFrame(rows)


def bots_side_by_side(variants: Sequence[Headline]) -> pd.DataFrame:
    """Return a row for each variant and bot: variant, bot, games, value, low, high, deals."""
    rows = []
    for one in variants:
        columns = {"games": one.seats.win_by_bot.den}
        columns |= one.seats.win_by_bot.proportion(WIN).spread()
        rows.append(
            pd.DataFrame(
                {"variant": one.variant, "bot": np.array(one.match.lineup.labels, object)} | columns
            )
        )
    return pd.concat(rows, ignore_index=True)
