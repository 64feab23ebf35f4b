"""Cards of random set-ups, swapped: what each does, played with and without it on the same deals.

Which cards are swapped is seen in the games of the drawn set-ups; what a swap does comes from fresh
deals, so that cards that were picked need not look better than they are.
"""

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from balance.analysis.random_setups import UNEVEN
from balance.analysis.setup_matches import SetupMeasures, mirror_means, unevenness
from balance.engine.services import RandomSetup
from balance.runner.random_setups import SetupResult, swapped
from balance.stats.intervals import LEVEL, Floats
from balance.stats.jackknife import deviation

AXES = (UNEVEN, "rounds", "margin")  # for which cards are picked: even, long, close
SETUPS = 20  # at which a card is swapped, at most
FEWEST = 5  # with fewer there is no interval


def cards_to_swap(pieces: pd.DataFrame, number: int) -> list[tuple[str, str]]:
    """Return the cards whose presence seems to do most, each with the measure that shows it.

    Parameters
    ----------
    pieces : DataFrame
        `SetupStudy.pieces`.

    Returns
    -------
    chosen : list of (piece, measure)
        In turn the clearest of each measure; no card twice.
    """
    known = pieces.dropna(subset=["p"])
    ranked = [known[known["measure"] == axis].sort_values("p", kind="stable") for axis in AXES]
    chosen: dict[str, str] = {}
    for place in range(max(map(len, ranked), default=0)):
        for axis, rows in zip(AXES, ranked, strict=True):
            left = [name for name in rows["piece"] if name not in chosen]
            if left and place < len(rows) and len(chosen) < number:
                chosen[left[0]] = axis
    return list(chosen.items())


def swaps_of(setups: Sequence[RandomSetup], piece: str, draws: Random) -> dict[int, RandomSetup]:
    """Return some of the set-ups that have a card, by place, with another drawn in its place.

    It is drawn from all that were drawn as the card is, and are not in the set-up.  Set-ups whose
    options do not name their cards have none.

    Parameters
    ----------
    piece : str
        Its id.
    """
    drawn = [dict(zip(one.pieces, one.drawn_as or [""] * len(one.pieces), strict=True))
             for one in setups]  # fmt: skip
    kind = next((one[piece] for one in drawn if piece in one), "")
    pool = sorted({other for one in drawn for other, as_ in one.items() if as_ == kind})
    found: dict[int, RandomSetup] = {}
    for place, setup in enumerate(setups):
        others = [one for one in pool if one not in setup.pieces]
        if piece in setup.pieces and others:
            other = swapped(setup, piece, draws.choice(others))
            if other.options != setup.options:
                found[place] = other
    return found


def swap_effects(
    present: Sequence[SetupResult[SetupMeasures]],
    absent: Sequence[SetupResult[SetupMeasures]],
    measures: Sequence[str],
) -> pd.DataFrame:
    """Return how much larger each measure is with a card than with others in its place.

    Parameters
    ----------
    present, absent : sequence of SetupResult
        The same set-ups with the card and without, on the same deals.
    measures : sequence of str
        See `measures_of`.

    Returns
    -------
    effects : DataFrame
        A row for each measure: measure, value, low, high, setups.  Intervals are of Student's t
        over set-ups; of unevenness, a root of a mean square, by the jackknife over them.
    """
    rows = []
    number = len(present)
    for name in (UNEVEN, *measures):
        values = np.array([[_value(one, name, measures) for one in side]
                           for side in (present, absent)])  # fmt: skip
        if name == UNEVEN:
            less = (values.sum(axis=1, keepdims=True) - values) / max(number - 1, 1)
            whole = deviation(values.mean(axis=1))
            roots = deviation(less)
            each = number * (whole[0] - whole[1]) - (number - 1) * (roots[0] - roots[1])
            value = float(whole[0] - whole[1])
        else:
            each = values[0] - values[1]
            value = float(each.mean())
        half = _half(each)
        rows.append({
            "measure": name, "value": value, "low": value - half, "high": value + half,
            "setups": number,
        })  # fmt: skip
    return pd.DataFrame(rows)


def _half(each: Floats) -> float:
    """Return half the width of the interval of a mean."""
    if len(each) < FEWEST:
        return float("nan")
    error = each.std(ddof=1) / np.sqrt(len(each))
    return float(stdtrit(len(each) - 1, (1 + LEVEL) / 2) * error)


def _value(one: SetupResult[SetupMeasures], name: str, measures: Sequence[str]) -> float:
    if name == UNEVEN:
        return unevenness(one.results)[0]
    return float(mirror_means(one.results)[0, measures.index(name)])


def by_card(effects: Mapping[str, pd.DataFrame], picked: Mapping[str, str]) -> pd.DataFrame:
    """Return the effects of all swapped cards: piece, seen (the measure it was picked by), ..."""
    tables = [table.assign(piece=name, seen=picked[name]) for name, table in effects.items()]
    return pd.concat(tables, ignore_index=True)
