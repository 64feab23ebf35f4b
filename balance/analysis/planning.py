"""How many games each question of a run needs, from the spread between deals in a pilot run."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtri

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.card_value import card_values, has_values
from balance.analysis.measures import NUMBER, SPREAD
from balance.stats.intervals import LEVEL

POWER = 0.8  # the chance that an effect is detected
_WIDTH = float(ndtri((1 + LEVEL) / 2))
_DETECT = _WIDTH + float(ndtri(POWER))
OPTION, POSSESSION = "option", "possession"
TOPICS = ("seats", "dealt", "kept")  # the questions that the games as they are answer


def planned_games(cell: CellResult, detect: float) -> pd.DataFrame:
    """Return how many games each question about a cell needs.

    Parameters
    ----------
    cell : CellResult
        Of the pilot.
    detect : float
        An effect on a win rate, such as 0.01.

    Returns
    -------
    table : DataFrame
        A row for each kind of number (question: seats, dealt, kept, option, possession); numbers
        (how many of the kind have an interval in the pilot), unknown (how many have none); name (of
        the one that needs most); width_games: for a 95% interval of plus or minus `detect` of each;
        detect_games: to find that one differs from fair, or from nothing, by `detect`, with a
        chance of 80% at a level of 5%. Questions on cards play games of their own for each card;
        these are the sums over cards, each at least the first round that
        every run plays of it.

    Notes
    -----
    With standard error s of n games, n (z s / detect)**2 games are needed, where z is 1.96 and
    1.96 + 0.84. s is known to a twentieth or so, thus the games to a tenth. The level is that of
    one number by itself; corrected for fifty, it takes about twice the games.
    """
    rows = [
        {
            "cell": cell.name, "question": question, "numbers": int(known.sum()),
            "unknown": int((~known).sum()), "name": worst,
            "width_games": np.maximum(_WIDTH**2 * needed / detect**2, least).sum(),
            "detect_games": np.maximum(_DETECT**2 * needed / detect**2, least).sum(),
        }
        for question, known, worst, needed, least in _questions(cell)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def _questions(
    cell: CellResult,
) -> Iterator[tuple[str, NDArray[np.bool_], str, NDArray[Any], NDArray[Any]]]:
    """Yield each kind of number: which are known, the worst, variances times games, fewest games.

    The variances are those of the samples that are played for it: one, or one for each card.
    """
    measures = cell.measures.compared
    about = measures.about.assign(error=measures.values.errors())
    about = about[~about["unit"].isin([NUMBER, SPREAD])]
    for question in TOPICS:
        mine = about[about["topic"] == question]
        known = np.isfinite(mine["error"].to_numpy()) & (mine["error"].to_numpy() > 0)
        if known.any():
            worst = mine[known].sort_values("error").iloc[-1]
            needed = np.array([worst["error"] ** 2 * cell.games])
            yield question, known, worst["measure"], needed, np.zeros(1)
    if not has_values(cell):
        return
    table = card_values(cell, 0.0).table
    for question in (OPTION, POSSESSION):
        if f"{question}_low" not in table:
            continue
        error = (table[f"{question}_high"] - table[f"{question}_low"]).to_numpy() / 2 / _WIDTH
        games = table[f"{question}_games"].to_numpy(float)
        known = np.isfinite(error) & (error > 0) & table["tested"].to_numpy(bool)
        if known.any():
            needed = np.where(known, error**2 * games, 0.0)
            # The pilot's arms stopped after their first round, which every run plays.
            least = np.nan_to_num(games)
            yield question, known, str(table["card"].iloc[int(needed.argmax())]), needed, least
