"""What access to a card is worth in each seat, and by the number of players.

Each number is an estimate by itself.  They are not drawn towards each other: one card that is far
from all others, as some card mostly is, would be drawn in by more than its interval allows.  The
win rate in the game as it is, which all cards of a seat share, is in the error of each.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.arm_sums import entry_sums
from balance.analysis.experiments.fair_price import option_values
from balance.analysis.measures import SEAT
from balance.analysis.metrics.fold_sums import FoldSums
from balance.scenario.experiments import BAN
from balance.stats.intervals import INTERVAL
from balance.stats.jackknife import Replicates, concatenate, surprise
from balance.stats.multiple_testing import false_discovery
from balance.stats.shrinkage import FEW_THINGS, between_sd

SURE = 0.05  # q below this
FOLDS_METRIC = "folds"


def values_by_seat(cell: CellResult) -> tuple[pd.DataFrame, float]:
    """Return the option value of each card in each seat, and the true spread between seats.

    It is the win rate of the seat in the game as it is, less that of a player in it who may not
    take the card.

    Returns
    -------
    table : DataFrame
        A row for each card and seat: id, card, seat (from 1); the option value as value, low, high;
        that in all seats after ``all_``; q (Benjamini-Hochberg) and sure, whether it differs from
        that in all seats. Empty without bans, or with too few.
    sd : float
        The standard deviation of the true differences between seats, as a share.
    """
    arms = cell.arms_of(BAN)
    seats = cell.match.game_table.num_seats
    if not arms or FOLDS_METRIC not in cell.sums:
        return pd.DataFrame(), np.nan
    sums = [entry_sums(one) for one in arms]
    whole = concatenate([one.win_rate() for one in sums]).minus(1 / seats).times(-1.0)
    of_seats = concatenate([one.win_rate_by_seat() for one in sums])
    card_of = np.repeat(np.arange(len(arms)), seats)
    usual = cell.sums_of(FOLDS_METRIC, FoldSums)
    rates = SEAT.rates(usual, cell.match)
    values = rates.take(np.tile(np.arange(seats), len(arms))) - of_seats
    apart = values - whole.take(card_of)
    q = false_discovery(surprise(apart))
    if np.isfinite(apart.errors()).sum() < FEW_THINGS:
        return pd.DataFrame(), np.nan
    table = cell.match.game_table
    cards = [table.cards[table.row_of(one.arm.subject)] for one in arms]
    frame = pd.DataFrame(
        {
            "id": [cards[place].id for place in card_of],
            "card": [cards[place].name for place in card_of],
            "seat": np.tile(np.arange(1, seats + 1), len(arms)),
            **values.estimate().columns(names=INTERVAL),
            **whole.take(card_of).estimate().columns("all_", INTERVAL),
            "q": q,
            "sure": q < SURE,
        }
    )
    return frame, between_sd(apart.value, apart.errors()).value


def values_by_players(cells: Sequence[CellResult]) -> tuple[pd.DataFrame, float]:
    """Return the option value of each card with each number of players.

    Parameters
    ----------
    cells : sequence of CellResult
        The first with bans of each number of players counts; of these, the cards banned in all.

    Returns
    -------
    table : DataFrame
        A row for each card and number of players: id, card, players; the option value as value,
        low, high; at the card's mean over numbers of players, in units of the equal share, after
        ``all_``; q (Benjamini-Hochberg) and sure, whether it differs from that. Empty with bans for
        fewer than two numbers of players, or too few.
    sd : float
        The standard deviation of the true differences, as a share.
    """
    by_players: dict[int, CellResult] = {}
    for cell in cells:
        if cell.arms_of(BAN):
            by_players.setdefault(cell.match.game_table.num_seats, cell)
    arms = {
        players: {one.arm.subject: one for one in cell.arms_of(BAN)}
        for players, cell in sorted(by_players.items())
    }
    if len(arms) < 2:
        return pd.DataFrame(), np.nan
    shared = [card for card in next(iter(arms.values())) if all(card in of for of in arms.values())]
    values = option_values([of[card] for card in shared for of in arms.values()])
    # Values are larger with fewer players: so each is compared in units of the equal share.
    number = len(arms)
    card_of = np.repeat(np.arange(len(shared)), number)
    counts = np.tile(np.array(list(arms)), len(shared))
    relative = values.times(counts)
    rows = relative.rows.reshape(len(relative.rows), len(shared), number)
    mean = Replicates.of_rows(np.repeat(rows.mean(axis=2), number, axis=1), relative.folds)
    apart = relative - mean
    q = false_discovery(surprise(apart))
    if np.isfinite(apart.errors()).sum() < FEW_THINGS:
        return pd.DataFrame(), np.nan
    table = next(iter(by_players.values())).match.game_table
    names = [table.cards[table.row_of(card)].name for card in shared]
    frame = pd.DataFrame(
        {
            "id": [shared[place] for place in card_of],
            "card": [names[place] for place in card_of],
            "players": counts,
            **values.estimate().columns(names=INTERVAL),
            **mean.times(1 / counts).estimate().columns("all_", INTERVAL),
            "q": q,
            "sure": q < SURE,
        }
    )
    return frame, between_sd(apart.value, apart.errors()).value
