"""Differences between objectives, kept or forced: points, ratings, ranks, verdicts."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import stdtr

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.arm_sums import entry_sums
from balance.analysis.measures import DEALT, EXCESS, KEPT, NUMBER, SHARE, SPREAD
from balance.analysis.metrics.objective_pairs import columns_of, ratings
from balance.analysis.metrics.objectives import fair, table
from balance.analysis.objectives.ways import ObjectiveSource
from balance.engine.layout import WIN
from balance.scenario.experiments import BY_LOT
from balance.scenario.match import Match
from balance.stats.intervals import LEVEL, Floats
from balance.stats.jackknife import (
    FEW_FOLDS,
    Replicates,
    deviation,
    estimate,
    replicates,
    variance_between,
)
from balance.stats.multiple_testing import false_discovery
from balance.stats.shrinkage import Shrunk, shrink
from balance.stats.verdict import Verdict, deals_to_decide, each_within, verdict_ratio

MUCH = 0.05  # over a fair share: more than the strongest objective should win


# The position of an objective's win rate relative to a band around the fair one.
STRONG, WEAK, FAIR, UNKNOWN = "too strong", "too weak", "fair", "not yet known"


def points_by_source(way: ObjectiveSource) -> pd.DataFrame:
    """Return the sources of each objective's points, compared with the average objective.

    Returns
    -------
    table : DataFrame
        A row for each objective. Estimates, each as value, low, high after a prefix: ``own_``, the
        points that it scored itself, and ``rest_``, all other points of the seats that kept it,
        both less the mean over objectives; paired by common deals.
    """
    folds = way.folds
    own = replicates(folds.kept_points, folds.kept, folds.deals)
    rest = replicates(folds.kept_scores - folds.kept_points, folds.kept, folds.deals)
    return pd.DataFrame(columns_of(_over_mean(own), "own_") | columns_of(_over_mean(rest), "rest_"))


def _over_mean(some: Replicates) -> Replicates:
    """Return statistics less the mean of those with an interval."""
    known = some.folds >= FEW_FOLDS
    if not known.any():
        return some
    mean = Replicates(
        np.full(len(known), some.value[known].mean()),
        np.repeat(some.leave_one_out[:, known].mean(axis=1)[:, None], len(known), axis=1),
        some.folds,
    )
    return some - mean


def rated(way: ObjectiveSource, prefix: str = "rating_") -> pd.DataFrame:
    """Return the rating of each objective in Elo points, as value, low, high after a prefix.

    See `stats.ratings.rate_pairs`; all nan where no seats with objectives play each other.
    """
    if way.meetings is None:
        nothing = np.full(way.folds.kept.shape[1], np.nan)
        return pd.DataFrame({f"{prefix}{part}": nothing for part in ("value", "low", "high")})
    return pd.DataFrame(columns_of(ratings(way.meetings).objectives, prefix))


def judged_objectives(way: ObjectiveSource, match: Match, band: float) -> pd.DataFrame:
    """Return a flag for each objective, and the deals that would decide the undecided ones.

    Columns: flag, needed (nan if it is decided or the rate lies exactly on the edge). Flags use
    intervals that hold for all objectives together, and at every look. The win rates are those of
    seats that kept it, so pass games in which nobody chooses.
    """
    sums = way.folds.ratio("kept_wins", "kept", WIN)
    count = int(np.count_nonzero(sums.deals))
    rates = verdict_ratio(sums, count)
    middle = fair(way.folds, match)
    needed = deals_to_decide(rates, middle - band, middle + band, count)
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = needed * way.deals / sums.deals  # not every deal has the objective
    flags = np.array(
        [
            {Verdict.YES: FAIR, Verdict.NO: STRONG if is_over else WEAK}.get(verdict, UNKNOWN)
            for verdict, is_over in zip(
                each_within(rates, middle - band, middle + band), rates.value > middle, strict=True
            )
        ]
    )
    flags[np.isnan(rates.low)] = ""
    is_open = (flags == UNKNOWN) & np.isfinite(needed)
    return pd.DataFrame({"verdict": flags, "needed": np.where(is_open, needed, np.nan)})


def shrunk_of(some: Replicates, middle: float) -> Shrunk:
    """Return the shrunken win rates less their mean, and their ranks."""
    return shrink(some.value - middle, some.errors(), some.mean_correlation())


@dataclass(frozen=True)
class Main:
    """The win rates by which objectives are judged."""

    name: str  # "forced" or, where there are no such games, "dealt"
    wins: Replicates  # win rates
    shrunk: Shrunk  # of these, over the fair rate


def main_of(free: ObjectiveSource | None, forced: ObjectiveSource | None, match: Match) -> Main:
    """Return the win rates by which objectives are judged: forced ones if there are such games."""
    way = forced or free
    assert way is not None
    wins = way.wins(KEPT if forced else DEALT)
    name = "forced" if forced else "dealt"
    return Main(name, wins, shrunk_of(wins, fair(way.folds, match)))


def strengths(
    free: ObjectiveSource | None,
    forced: ObjectiveSource | None,
    main: Main,
    match: Match,
    band: float,
) -> pd.DataFrame:
    """Return a row for each objective that was dealt, the strongest first.

    Parameters
    ----------
    free, forced : Way or None
        From `ways`; not both None.
    main : Main
        From `main_of`.
    band : float
        How far a win rate may lie from the fair one, such as 0.02.

    Returns
    -------
    table : DataFrame
        place (its number); all columns of `objectives.table`; seats_forced; q (for a main win rate
        that is the fair one, over all objectives); best_rank and worst_rank, the interval of the
        rank by the main win rate; shrunk_, that rate over the fair one drawn towards the others, as
        value, low, high; the columns of `points_by_source` and `rated`, of forced games if there
        are any; kept_rating_, of games in which bots choose; flag and needed of
        `judged_objectives`, both empty without forced games.
    """
    reported = free or forced
    assert reported is not None
    every = table(reported.folds, match, forced.folds if forced else None)
    way = forced or reported
    pieces = pd.DataFrame(
        {
            "id": [piece.id for piece in match.game_table.objectives],
            "place": np.arange(len(match.game_table.objectives)),
            "seats_forced": forced.folds.kept.sum(axis=0) if forced else 0,
            "q": surprises(main.wins, fair(way.folds, match)),
            "best_rank": main.shrunk.best,
            "worst_rank": main.shrunk.worst,
            "shrunk_value": main.shrunk.value,
            "shrunk_low": main.shrunk.low,
            "shrunk_high": main.shrunk.high,
        }
    )
    flags = pd.DataFrame({"verdict": "", "needed": np.nan}, index=pieces.index)
    parts = [
        pieces, points_by_source(way), rated(way), rated(reported, "kept_rating_"),
        judged_objectives(forced, match, band) if forced else flags,
    ]  # fmt: skip
    rows = every.merge(pd.concat(parts, axis=1), on="id", how="left")
    return rows.sort_values(f"{main.name}_value", ascending=False, ignore_index=True)


def surprises(some: Replicates, middle: float) -> Floats:
    """Return q-values for win rates equal to the mean, over all of them.

    The error is that of a win rate at the mean, as in Wilson's interval: seen where luck was bad it
    is small, and the weakest of equal ones would be called weak too often.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = middle * (1 - middle) / (some.value * (1 - some.value))
        errors = some.errors() * np.sqrt(np.where(np.isfinite(scale), scale, 1.0))
        steps = np.abs(some.value - middle) / errors
    return false_discovery(2 * stdtr(np.clip(some.folds - 1.0, 1, None), -steps))


def choice(reported: CellResult) -> pd.DataFrame:
    """Return the value of having a choice of objective; empty without the arm that measures it.

    One entry gets a random one of the objectives dealt to it, and the others choose. If it wins W
    of these games, and each of n players 1/n where all choose, its choice is worth 1/n - W.

    Returns
    -------
    table : DataFrame
        Two rows: measure, unit (see `comparison`), games, deals; the mean with a choice less that
        with a random one of those dealt, as value, low, high, deals.
    """
    rows = []
    for one in reported.arms_of(BY_LOT):
        sums = entry_sums(one)
        seats = reported.match.game_table.num_seats
        rate, lead = sums.win_rate().estimate(), estimate(sums.lead(seats))
        for measure, unit, result, middle in (
            ("win rate", EXCESS, rate, 1 / seats), ("points ahead of the others", NUMBER, lead, 0.0)
        ):  # fmt: skip
            rows.append(
                {
                    "measure": measure, "unit": unit, "games": one.games,
                    "value": middle - float(result.value[0]),
                    "low": middle - float(result.high[0]),
                    "high": middle - float(result.low[0]), "deals": one.deals,
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def index(
    free: ObjectiveSource | None, forced: ObjectiveSource | None, main: Main, band: float
) -> pd.DataFrame:
    """Return how different the objectives are as a whole.

    Returns
    -------
    table : DataFrame
        measure, how (dealt, kept or forced), unit (see `comparison`); value, low, high. Differences
        are standard deviations between true values, without sampling variance. The last rows come
        from draws of the true main win rates, see `stats.shrinkage`.
    """
    rows = []
    for how, wins in (
        ("dealt", free and free.wins(DEALT)), ("kept", free and free.wins(KEPT)),
        ("forced", forced and forced.wins(KEPT)),
    ):  # fmt: skip
        if isinstance(wins, Replicates):
            row = {"measure": "spread of win rates", "how": how, "unit": SPREAD}
            rows.append(row | _spread(wins))
    for how, way in (("kept", free), ("forced", forced)):
        if way is not None and way.meetings is not None:
            row = {"measure": "spread of ratings, in Elo points", "how": how, "unit": NUMBER}
            rows.append(row | _spread(ratings(way.meetings).objectives))
    draws = main.shrunk.draws[:, np.isfinite(main.shrunk.draws[0])]
    if draws.shape[1]:
        tops = draws.max(axis=1)
        for measure, unit, drawn in (
            ("strongest less weakest", SPREAD, tops - draws.min(axis=1)),
            ("outside the band", SHARE, (np.abs(draws) > band).mean(axis=1)),
        ):
            low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
            row = {"measure": measure, "how": main.name, "unit": unit}
            rows.append(row | {"value": float(drawn.mean()), "low": low, "high": high})
    return pd.DataFrame(rows)


def chance_of_much(main: Main) -> float:
    """Return the probability that the strongest objective truly wins 5 points more than is fair."""
    draws = main.shrunk.draws[:, np.isfinite(main.shrunk.draws[0])]
    return float((draws.max(axis=1) > MUCH).mean()) if draws.shape[1] else float("nan")


def _spread(some: Replicates) -> dict[str, float]:
    found = estimate(variance_between(some))
    return {part: float(deviation(getattr(found, part))[0]) for part in ("value", "low", "high")}
