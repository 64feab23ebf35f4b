"""Games that people played beside simulated ones: where the two agree."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri, stdtrit

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.differences import ESTABLISHED
from balance.analysis.measures import CARD_TAKEN, NUMBER, SEAT
from balance.analysis.metrics.fold_sums import folds_of
from balance.errors import ScenarioError
from balance.scenario.playtest_file import Playtests
from balance.stats.intervals import LEVEL, wilson
from balance.stats.jackknife import Replicates, estimate
from balance.stats.multiple_testing import page_wide

AGREE, DIFFER, OPEN = "agree", "differ", "cannot be told apart"
MAYBE = "differ, perhaps by chance"  # but for the correction for all numbers of the table
_Z = float(ndtri((1 + LEVEL) / 2))
_FEWEST = 2  # games for an interval of a mean
_HEADLINES = ("seats", "pace")


@dataclass(frozen=True)
class Tolerance:
    """What counts as the same, and how far bots may be from people.

    Attributes
    ----------
    within : float
        Shares that differ by less agree, and so do other numbers that differ by less than this
        share of what was simulated.
    bias : float
        One standard deviation of what bots are off, in the same units; for pooling.
    """

    within: float = 0.05
    bias: float = 0.1


@dataclass(frozen=True)
class _Figure:
    """A number of the games that were played: mean with its interval, and of how many."""

    key: str  # of the simulated number; see `comparison.differences`
    value: float
    low: float
    high: float
    count: int
    less: float | None = None  # of a share, the fair one that is taken from it; None of a number


def beside_playtests(
    cell: CellResult, played: Playtests, tolerance: Tolerance = Tolerance()
) -> pd.DataFrame:
    """Return each number of the games that were played beside the simulated one.

    Returns
    -------
    table : DataFrame
        topic, key, measure, id, unit; count (of games, or of seats with an objective);
        played_value, played_low, played_high, the same of simulated_, of the difference (played
        less simulated; no prefix) and of pooled_; p, adjusted (over all rows, see `page_wide`);
        ruling (agree: the whole interval of the difference lies within the tolerance; differ:
        adjusted p below 0.05; differ, perhaps by chance: p below 0.05; else cannot be told apart)
        and more (about how many more games would tell, 0 where it is told).

    Notes
    -----
    Shares have Wilson's interval, means Student's; the interval of a difference is Newcombe's:
    Interval estimation for the difference between independent proportions, Statistics in Medicine
    1998, method 10. The pooled value weights both by the inverse of their variances, with the
    squared bias of bots added to that of the simulation; of a share its interval is Wilson's, of
    as many games as the weights make it. Cards that are in no simulated game have no row, nor have
    those of `kinds_not_recorded`.
    """
    simulated = {row["key"]: row for _, row in _simulated(cell).iterrows()}
    table = pd.DataFrame(
        [
            _row(figure, simulated[figure.key], tolerance)
            for figure in _figures(played, cell) if figure.key in simulated
        ]
    )  # fmt: skip
    if table.empty:
        raise ScenarioError(
            f"{cell.games} simulated games are too few for an estimate of any number: play more."
        )
    adjusted = page_wide(table["p"], table["topic"].isin(_HEADLINES).to_numpy())
    margin = _scales(table) * tolerance.within
    is_same = (table["low"] >= -margin) & (table["high"] <= margin)
    table["adjusted"] = adjusted
    is_clear, is_seen = adjusted < ESTABLISHED, table["p"] < ESTABLISHED
    table["ruling"] = np.select([is_clear, is_same, is_seen], [DIFFER, AGREE, MAYBE], OPEN)
    table["more"] = _more_games(table, margin)
    return table


def _simulated(cell: CellResult) -> pd.DataFrame:
    """Return the simulated numbers by key, with intervals."""
    measures = cell.measures.compared
    of_games = replace(CARD_TAKEN, den="games")
    taken = of_games.values(folds_of(cell.sums), cell.match, step=0.0)
    frame = measures.about.assign(**_columns(measures.values))
    of_cards = _columns(taken)
    for place, piece in enumerate(cell.match.game_table.cards):
        is_card = frame["key"] == f"taken {piece.id}"  # there of games with the card; here of all
        for name, values in of_cards.items():
            frame.loc[is_card, name] = values[place]
    return frame[frame["low"].notna()]


def _columns(values: Replicates) -> dict[str, np.ndarray]:
    known = estimate(values)
    return {"value": known.value, "low": known.low, "high": known.high}


def _figures(played: Playtests, cell: CellResult) -> Iterator[_Figure]:
    """Yield each number of the games that were played."""
    seats, fair = played.seats, 1 / played.seats
    for seat, item in enumerate(SEAT.items(cell.match)):
        if item.is_compared:
            yield _share(item.key, played.wins[:, seat], fair)
    ordered = np.sort(played.scores, axis=1)
    if seats > 1:
        yield from _mean("margin", ordered[:, -1] - ordered[:, -2])
    yield from _mean("winner", ordered[:, -1])
    yield from _mean("score", played.scores.mean(axis=1))
    yield from _mean("rounds", played.rounds)
    for place, piece in enumerate(cell.match.game_table.objectives):
        wins = played.wins[played.objectives == place]
        if len(wins):
            yield _share(f"kept {piece.id}", wins, fair)
    if played.recorded.any():
        taken, left_out = (
            played.taken[played.recorded].astype(float),
            kinds_not_recorded(cell, played),
        )
        for place in map(int, np.flatnonzero(_is_there(cell))):
            piece = cell.match.game_table.cards[place]
            if piece.kind not in left_out:
                yield _share(f"taken {piece.id}", taken[:, place], 0.0)


def _is_there(cell: CellResult) -> NDArray[np.bool_]:
    """Return which cards were in any simulated game."""
    return np.asarray(folds_of(cell.sums).available.any(axis=0))


def kinds_not_recorded(cell: CellResult, played: Playtests) -> list[str]:
    """Return the kinds of cards of which no game has any, where games have some of another kind.

    Whoever noted these did not note those: that they were never taken does not follow.
    """
    is_taken: dict[str, bool] = {}
    for place in map(int, np.flatnonzero(_is_there(cell))):
        kind = cell.match.game_table.cards[place].kind
        is_taken[kind] = is_taken.get(kind, False) or bool(played.taken[:, place].any())
    return [kind for kind, some in is_taken.items() if not some and any(is_taken.values())]


def never_there(cell: CellResult, played: Playtests) -> list[str]:
    """Return the names of cards that people took, but that are in no simulated game."""
    places = np.flatnonzero(played.taken.any(axis=0) & ~_is_there(cell))
    return [cell.match.game_table.cards[place].name for place in places]


@dataclass(frozen=True)
class Seconds:
    """The seconds that people took for a decision: the mean with its interval, and the range."""

    value: float
    low: float
    high: float
    from_: float  # 5th percentile of games
    to: float  # 95th


def seconds_a_decision(cell: CellResult, played: Playtests) -> Seconds | None:
    """Return the seconds that people took for a decision, the mean with Student's interval.

    Minutes of games that were played, over the mean decisions of simulated ones: what people decide
    is not counted.  A game whose rounds are known has as many more decisions as it has more rounds.
    None where the minutes of fewer than two games are known.
    """
    folds = folds_of(cell.sums)
    decisions = np.full(played.games, folds.decisions.sum() / folds.games.sum())
    longer = played.rounds / cell.measures["rounds"].value
    seconds = 60 * played.minutes / (decisions * np.where(longer > 0, longer, 1))
    for found in _mean("seconds", seconds):
        ends = np.nanquantile(seconds, (0.05, 0.95))
        return Seconds(found.value, found.low, found.high, float(ends[0]), float(ends[1]))
    return None


def _share(key: str, seen: np.ndarray, less: float) -> _Figure:
    """Return a share over a fair one; each game counts as one, though shared wins vary less."""
    share = float(seen.mean())
    low, high = wilson(share, len(seen), _Z)
    return _Figure(key, share - less, float(low) - less, float(high) - less, len(seen), less)


def _mean(key: str, seen: np.ndarray) -> Iterator[_Figure]:
    known = seen[~np.isnan(seen)]
    if len(known) >= _FEWEST:
        half = stdtrit(len(known) - 1, (1 + LEVEL) / 2) * known.std(ddof=1) / len(known) ** 0.5
        mean = float(known.mean())
        yield _Figure(key, mean, mean - half, mean + half, len(known))


def _row(figure: _Figure, simulated: pd.Series, tolerance: Tolerance) -> dict[str, object]:
    difference = figure.value - simulated["value"]
    below = np.hypot(figure.value - figure.low, simulated["high"] - simulated["value"])
    above = np.hypot(figure.high - figure.value, simulated["value"] - simulated["low"])
    half = below if difference > 0 else above
    scale = abs(simulated["value"]) if simulated["unit"] == NUMBER else 1.0
    variances = np.array(
        [
            ((figure.high - figure.low) / 2 / _Z) ** 2,
            ((simulated["high"] - simulated["low"]) / 2 / _Z) ** 2 + (scale * tolerance.bias) ** 2,
        ]
    )
    weights = 1 / np.maximum(variances, 1e-300)
    pooled = float(weights @ [figure.value, simulated["value"]] / weights.sum())
    ends = pooled + np.array([-1, 1]) * _Z / weights.sum() ** 0.5
    if figure.less is not None:
        # As if the simulation were more games that people played: Wilson's interval stays a share.
        games = figure.count * weights.sum() / weights[0]
        share = min(max(pooled + figure.less, 0.0), 1.0)
        ends = np.array(wilson(share, games, _Z)) - figure.less
    about = {name: simulated[name] for name in ("topic", "key", "measure", "id", "unit")}
    return about | {
        "count": figure.count,
        "played_value": figure.value, "played_low": figure.low, "played_high": figure.high,
        "simulated_value": simulated["value"], "simulated_low": simulated["low"],
        "simulated_high": simulated["high"],
        "value": difference, "low": difference - below, "high": difference + above,
        "p": 2 * float(ndtr(-abs(difference) / half * _Z)) if half > 0 else 1.0,
        "pooled_value": pooled, "pooled_low": float(ends[0]), "pooled_high": float(ends[1]),
    }  # fmt: skip


def _scales(table: pd.DataFrame) -> np.ndarray:
    """Return what a tolerance of 1 is in the unit of each row."""
    return np.where(table["unit"] == NUMBER, table["simulated_value"].abs(), 1.0)


def _more_games(table: pd.DataFrame, margin: np.ndarray) -> np.ndarray:
    """Return about how many more games would tell, if the true difference is the one that is seen.

    Enough either for an interval that leaves out 0, or for one within the tolerance.
    """
    difference = table["value"].abs().to_numpy()
    half = (table["high"] - table["low"]).to_numpy() / 2
    reach = np.maximum(difference, margin - difference)
    with np.errstate(divide="ignore"):
        wanted = table["count"].to_numpy() * np.maximum((half / reach) ** 2 - 1, 0)
    more = np.where(table["ruling"].isin([OPEN, MAYBE]), np.maximum(np.ceil(wanted), 1), 0)
    return more.astype(np.int64)
