"""The same games played by bots of growing strength, and which findings persist.

A tier is a bot that has all seats; all tiers play the same deals. Every finding is estimated in
each tier, and gets a badge from the estimates of the competent tiers together
(`stats.tier_patterns`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.tier_values import (
    CARDS,
    FORCED,
    HEADLINES,
    OPTION,
    OWNED,
    FindingSet,
    Place,
    all_findings,
    pieces_of,
)
from balance.analysis.measures import DEALT, NUMBER, SHARE
from balance.engine.game import Bot
from balance.scenario.cells import TIER
from balance.stats.intervals import Floats
from balance.stats.multiple_testing import page_wide
from balance.stats.ranking import agreement
from balance.stats.tier_patterns import SURE, TierEstimates, pattern_of_effect, pattern_of_number
from balance.stats.trend import StudentEstimate

SAME = 0.05  # of a number: changes of less than a twentieth do not matter
ENDS_SO = 0.01  # share of games below which an ending is no finding


def tiers_of(cells: Sequence[CellResult]) -> list[str]:
    """Return the names of the tiers as listed, the weakest first."""
    return list(dict.fromkeys(cell.axes[TIER] for cell in cells if TIER in cell.axes))


def places_of(cells: Sequence[CellResult]) -> list[Place]:
    """Return the grid points at which tiers differ; none without games."""
    names = tiers_of(cells)
    by_place: dict[tuple[str, ...], dict[str, CellResult]] = {}
    for cell in cells:
        if TIER in cell.axes and cell.ended:
            rest = tuple(value for axis, value in cell.axes.items() if axis != TIER)
            by_place.setdefault(rest, {})[cell.axes[TIER]] = cell
    return [
        Place(", ".join(rest), tuple(by_tier.get(name) for name in names))
        for rest, by_tier in by_place.items()
    ]


def competent(cells: Sequence[CellResult]) -> NDArray[np.bool_]:
    """Return which tiers do not play at random, shape (tiers,); all, if fewer than two do not.

    A bot plays at random if its name begins with ``random``, or its noise is 1.
    """
    by_chance = {
        cell.axes[TIER]
        for cell in cells
        if TIER in cell.axes and _is_random(cell.match.lineup.entries[0].bot)
    }
    skilled = np.array([name not in by_chance for name in tiers_of(cells)], np.bool_)
    return skilled if skilled.sum() > 1 else np.ones(len(skilled), np.bool_)


def noise_levels(cells: Sequence[CellResult]) -> tuple[float, ...]:
    """Return the noise of the tiers, ascending, if they are one bot with different noise.

    Else nothing: then tiers are bots of different strength.
    """
    bots = {
        cell.axes[TIER]: cell.match.lineup.entries[0].bot for cell in cells if TIER in cell.axes
    }
    noises = {bot.noise for bot in bots.values()}
    if len(bots) < 2 or len(noises) < len(bots):
        return ()
    for place in places_of(cells):
        same = [cell.match.lineup.entries[0].bot for cell in place.cells if cell]
        if any(replace(bot, noise=0.0) != replace(same[0], noise=0.0) for bot in same):
            return ()
    return tuple(sorted(noises))


def _is_random(bot: Bot) -> bool:
    return bot.name.startswith("random") or bot.noise == 1.0


def played(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each cell of a tier: tier, cell, summary (of its bot), games, deals."""
    return pd.DataFrame(
        [
            {
                "tier": cell.axes[TIER],
                "cell": ", ".join(value for axis, value in cell.axes.items() if axis != TIER),
                "summary": cell.match.lineup.entries[0].bot.summary,
                "games": cell.games,
                "deals": cell.deals,
            }
            for cell in cells
            if TIER in cell.axes
        ]
    )


def findings(cells: Sequence[CellResult], band: float) -> pd.DataFrame:
    """Return a row for each finding, estimated in every tier.

    Parameters
    ----------
    cells : sequence of Variant
        Those of a tier have it among their axes.
    band : float
        By how much a win rate may be off without mattering, such as 0.02.

    Returns
    -------
    table : DataFrame
        topic (seats, pace, dealt, kept, forced; option and owned: the values of a card in
        experiments; cards; or changes: what another cell changes compared with the first); place
        (of the grid, without the tier); key, measure, id, kind, unit as in
        `comparison.differences`; for each tier value, low, high, deals, adjusted (p for no effect,
        corrected) and sure (whether that is below 0.05), after the prefixes ``0_``, ``1_`` ...; the
        change per step along the competent tiers as value, low, high, adjusted, sure after
        ``step_``; badge; and estimated, the number of competent tiers with an estimate.

    Notes
    -----
    Intervals are those of the grouped jackknife over folds of deals that all tiers share, so
    comparisons between tiers allow for their common deals. Sums of cards are not stored by fold:
    for these, tiers are treated as independent, which is conservative. p-values are corrected tier
    by tier, and step by step, within a topic: seats and pace by Holm, all others by Benjamini and
    Hochberg.
    """
    places, is_competent = places_of(cells), competent(cells)
    pieces = pieces_of(places)
    if not pieces:
        return pd.DataFrame()
    deals = {place.name: [cell.deals if cell else 0 for cell in place.cells] for place in places}
    return _judged(all_findings(pieces), deals, is_competent, band)


def agreements(findings: pd.DataFrame, tiers: Sequence[str]) -> pd.DataFrame:
    """Return a row for each ranking and pair of tiers: how similar they rank.

    Parameters
    ----------
    findings : DataFrame
        Of `findings`.

    Returns
    -------
    table : DataFrame
        topic, place, one, two (tiers), tau (Kendall's), things (that both rank), p.
    """
    rows = []
    ranked = findings[findings["topic"].isin([DEALT, FORCED, OPTION, OWNED, CARDS])]
    for (topic, place), mine in ranked.groupby(["topic", "place"], sort=False):
        for one, two in combinations(range(len(tiers)), 2):
            alike = agreement(
                *(mine[f"{tier}_value"].where(mine[f"{tier}_low"].notna()) for tier in (one, two))
            )
            if alike.things > 2:
                rows.append(
                    {
                        "topic": topic, "place": place, "one": tiers[one], "two": tiers[two],
                        "tau": alike.tau, "things": alike.things, "p": alike.p,
                    }
                )  # fmt: skip
    return pd.DataFrame(rows)


def _judged(
    all_: FindingSet,
    deals: Mapping[str, Sequence[int]],
    is_competent: NDArray[np.bool_],
    band: float,
) -> pd.DataFrame:
    """Return the table of `findings`."""
    rows = all_.about.drop(columns=["has_zero", "scale"])
    has_zero = all_.about["has_zero"].to_numpy(bool)
    bands = np.where(all_.about["unit"] == NUMBER, SAME * all_.about["scale"], band)
    each, slope = all_.seen.estimates, all_.seen.slope(is_competent)
    for tier in range(len(is_competent)):
        mine = StudentEstimate(each.value[tier], each.error[tier], each.degrees[tier])
        for name, values in _columns(mine, rows, has_zero).items():
            rows[f"{tier}_{name}"] = values
        is_share = (rows["unit"] == SHARE) & ~has_zero
        for bound in ("low", "high"):
            of_share = rows[f"{tier}_{bound}"].clip(0.0, 1.0)
            rows[f"{tier}_{bound}"] = rows[f"{tier}_{bound}"].mask(is_share, of_share)
        rows[f"{tier}_deals"] = [deals[place][tier] for place in rows["place"]]
    for name, values in _columns(slope, rows).items():
        rows[f"step_{name}"] = values
    rises, falls = np.zeros((2, len(rows)), np.bool_)
    for step in all_.seen.differences(is_competent):
        is_seen = (_adjusted(rows, step.p) < SURE) & (np.abs(step.value) > bands)
        rises |= is_seen & (step.value > 0)
        falls |= is_seen & (step.value < 0)
    judged = [
        (pattern_of_effect if zero else pattern_of_number)(seen)
        for zero, seen in zip(
            has_zero, _seen(rows, is_competent, bands, (rises, falls)), strict=True
        )
    ]
    rows["badge"] = [badge.value for badge, _ in judged]
    rows["estimated"] = [estimated for _, estimated in judged]
    size = np.maximum(all_.about["scale"], np.abs(np.nan_to_num(each.value)).max(axis=0))
    is_rare = rows["key"].str.contains("ending ") & (size < ENDS_SO)
    values = np.where(np.isnan(each.value), each.value[0], each.value)
    is_same = (rows["unit"] == SHARE) & (np.isin(values, (0.0, 1.0)) & (values == values[0])).all(0)
    return rows[~is_rare & ~is_same].reset_index(drop=True)


def _seen(
    rows: pd.DataFrame,
    is_competent: NDArray[np.bool_],
    bands: Floats,
    moves: tuple[NDArray[np.bool_], NDArray[np.bool_]],
) -> Iterator[TierEstimates]:
    """Yield each finding as estimated in the tiers, and whether it rises and falls there."""
    names = ("value", "low", "high", "adjusted")
    tiers = range(len(is_competent))
    arrays = [rows[[f"{tier}_{name}" for tier in tiers]].to_numpy(float) for name in names]
    slopes = rows[["step_value", "step_adjusted"]].to_numpy(float)
    for place in range(len(rows)):
        value, low, high, adjusted = (array[place] for array in arrays)
        slope, surprise = (float(one) for one in slopes[place])
        yield TierEstimates(
            value, low, high, adjusted, is_competent, slope, surprise, float(bands[place]),
            is_mixed=bool(moves[0][place] and moves[1][place]),
            is_varied=bool(moves[0][place] or moves[1][place]),
        )  # fmt: skip


def _columns(
    known: StudentEstimate, rows: pd.DataFrame, has_zero: NDArray[np.bool_] | None = None
) -> dict[str, NDArray[Any]]:
    """Return the columns of estimates, and whether each is statistically clear."""
    p = known.p if has_zero is None else np.where(has_zero, known.p, np.nan)
    adjusted = _adjusted(rows, p)
    low, high = known.value - known.half_width, known.value + known.half_width
    return {
        "value": known.value, "low": low, "high": high, "adjusted": adjusted,
        "sure": adjusted < SURE,
    }  # fmt: skip


def _adjusted(rows: pd.DataFrame, p: Floats) -> Floats:
    """Return p-values adjusted for all numbers of the table."""
    return page_wide(p, rows["topic"].isin(HEADLINES).to_numpy())
