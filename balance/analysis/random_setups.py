"""Random set-ups: which are the most even and the most varied, and the effect of each piece.

*Uneven* is how far the win rates of seats are from equal shares: the root mean square over all
line-ups of the bots, each against copies of itself and against every other, without sampling
variance. It is 0 if neither the seat nor the choice among these bots matters. *Varied* is the
effective number of different cards taken in a game (the exponential of the entropy of what was
taken).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.setup_matches import (
    VARIED,
    SetupMeasures,
    mirror_means,
    mutual_strengths,
    unevenness,
)
from balance.runner.random_setups import SetupResult
from balance.stats.intervals import Floats, critical_value
from balance.stats.multiple_testing import false_discovery
from balance.stats.presence_effects import presence
from balance.stats.ranking import agreement
from balance.stats.shrinkage import BetweenSd, shrink

REACH = 0.05  # of a win: bots so little below an equal share against the best one are in reach
UNEVEN = "uneven"  # the other criterion, beside VARIED
REACHED = "in reach"


@dataclass(frozen=True)
class SetupStudy:
    """The results of random set-ups.

    Attributes
    ----------
    setups : DataFrame
        A row for each: place (from 1 on), pieces, ``uneven_`` and ``cards_`` and all other
        measures with value, low, high, error; ``even_`` and ``varied_`` value, low, high (drawn
        towards the mean of all), best, worst (the interval of the rank, 1 being the most even or
        varied); best (the strongest bot), in reach (how many bots
        are, the best one among them).
    bots : DataFrame
        A row for each set-up, bot and measure, of the bot against its like: place, bot, measure,
        value, error.
    pieces : DataFrame
        A row for each piece and measure: piece, measure, drawn (times), what its presence does as
        value, low, high, p, q.
    alike : DataFrame
        A row for each measure and pair of bots: measure, one, two, tau and p of how they rank the
        set-ups, same (tau of one half of the deals with the other, of each bot, on average),
        pieces (tau of how they rank the effects of the pieces).
    spreads : mapping of str to BetweenSd
        How far set-ups really are apart: in the squares of unevenness, and in cards.
    reliability : mapping of str to float
        Of the two questions: the correlation that values from as many other deals would have.
    numbers : frozenset of str
        The measures that are no shares.
    """

    setups: pd.DataFrame
    bots: pd.DataFrame
    pieces: pd.DataFrame
    alike: pd.DataFrame
    spreads: Mapping[str, BetweenSd]
    reliability: Mapping[str, float]
    numbers: frozenset[str]
    places: pd.DataFrame | None = None  # of recommended set-ups: see `setup_map.among_drawn`
    swaps: pd.DataFrame | None = None  # of cards: see `setup_swaps.by_card`
    again: tuple[float, float, float] | None = None  # unevenness of the most even on fresh deals

    @property
    def by_evenness(self) -> pd.DataFrame:
        """The table of set-ups, the most even first."""
        return self.setups.sort_values(["even_value", "place"])


def found(
    played: Sequence[SetupResult[SetupMeasures]],
    labels: Sequence[str],
    measures: Mapping[str, bool],
) -> SetupStudy:
    """Return the results of random set-ups.

    Parameters
    ----------
    labels : sequence of str
        The bots.
    measures : mapping of str to bool
        See `measures_of`.
    """
    bots = _by_bot(played, labels, measures)
    setups, spreads = _setups(played, labels, measures)
    ids = list(dict.fromkeys(piece for result in played for piece in result.setup.pieces))
    present = np.array([[piece in result.setup.pieces for piece in ids] for result in played])
    kinds = {
        piece: kind
        for result in played
        for piece, kind in zip(result.setup.pieces, result.setup.drawn_as, strict=False)
    }
    groups = [kinds.get(piece, "") for piece in ids]
    return SetupStudy(
        setups=setups,
        bots=bots,
        pieces=_pieces(setups, ids, present, measures, groups),
        alike=_alike(played, labels, measures, present, groups),
        spreads=spreads,
        reliability={
            UNEVEN: _reliability(spreads[UNEVEN], setups["square_error"].to_numpy()),
            **{
                name: _reliability(spread, setups[f"{name}_error"].to_numpy())
                for name, spread in spreads.items()
                if name != UNEVEN
            },
        },
        numbers=frozenset({REACHED, *(name for name, share in measures.items() if not share)}),
    )


def _reliability(spread: BetweenSd, errors: Floats) -> float:
    """Return the share of the variance of values that is true variance; nan if unknown."""
    noise = float((errors**2).mean())
    return float(spread.value**2 / (spread.value**2 + noise)) if noise else 1.0


def _by_bot(
    played: Sequence[SetupResult[SetupMeasures]], labels: Sequence[str], measures: Collection[str]
) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "place": result.place + 1, "bot": labels[setup.bots[0]], "measure": name,
                "value": setup.means[place], "error": setup.errors[place],
            }
            for result in played for setup in result.results if len(setup.bots) == 1
            for place, name in enumerate(measures)
        ]
    )  # fmt: skip


def _setups(
    played: Sequence[SetupResult[SetupMeasures]], labels: Sequence[str], measures: Collection[str]
) -> tuple[pd.DataFrame, Mapping[str, BetweenSd]]:
    """Return the table of set-ups, and the standard deviations between them."""
    rows = []
    for result in played:
        means, errors = mirror_means(result.results)
        square, error = unevenness(result.results)
        excess = mutual_strengths(result.results, len(labels))
        best = int(excess.mean(axis=1).argmax())
        row: dict[str, Any] = {
            "place": result.place + 1,
            "pieces": ", ".join(result.setup.pieces),
            "best": labels[best],
            REACHED: int((excess[best] < REACH).sum()),
            "square": square,
            "square_error": error,
        }
        for place, name in enumerate(measures):
            row |= _interval(f"{name}_", float(means[place]), float(errors[place]))
        rows.append(row)
    table, even = with_evenness(pd.DataFrame(rows))
    spreads = {UNEVEN: even}
    if VARIED in measures:
        table, spreads[VARIED] = _ranked(
            table,
            "varied_",
            table[f"{VARIED}_value"].to_numpy(np.float64),
            table[f"{VARIED}_error"].to_numpy(np.float64),
        )
    return table, spreads


def with_evenness(table: pd.DataFrame) -> tuple[pd.DataFrame, BetweenSd]:
    """Return the table of set-ups with ``uneven_`` and ``even_``, and the standard deviation.

    Parameters
    ----------
    table : DataFrame
        With square and square_error: the unevenness squared, unbiased, so that it may be below 0.
    """
    squares, errors = (table[name].to_numpy(np.float64) for name in ("square", "square_error"))
    # A square that is small by luck seems surer than it is, and so would rank above all others.
    errors = np.full(len(errors), np.sqrt((errors**2).mean()))
    table = table.assign(**_roots(squares, errors))
    table, even = _ranked(table, "even_", -squares, errors)
    shrunk = {part: -table[f"even_{part}"].to_numpy() for part in ("value", "low", "high")}
    for part, other in (("value", "value"), ("low", "high"), ("high", "low")):
        table[f"even_{part}"] = np.sqrt(np.maximum(shrunk[other], 0.0))
    return table, even


def _roots(square: Floats, error: Floats) -> dict[str, Floats]:
    """Return unevenness in percentage points of a win, with its standard error."""
    half = float(critical_value(np.inf))
    ends = {"value": square, "low": square - half * error, "high": square + half * error}
    roots = {f"{UNEVEN}_{part}": np.sqrt(np.maximum(end, 0.0)) for part, end in ends.items()}
    width = roots[f"{UNEVEN}_high"] - roots[f"{UNEVEN}_low"]
    return roots | {f"{UNEVEN}_error": width / (2 * half)}


def _ranked(
    table: pd.DataFrame, prefix: str, values: Floats, errors: Floats
) -> tuple[pd.DataFrame, BetweenSd]:
    """Return the table with shrunken values and ranks, and the standard deviation."""
    shrunk = shrink(values, errors)
    columns = {
        "value": shrunk.value, "low": shrunk.low, "high": shrunk.high,
        "best": shrunk.best, "worst": shrunk.worst,
    }  # fmt: skip
    return table.assign(
        **{f"{prefix}{name}": column for name, column in columns.items()}
    ), shrunk.between


def _pieces(
    setups: pd.DataFrame, ids: Sequence[str], present: NDArray[np.bool_],
    measures: Collection[str], groups: Sequence[str],
) -> pd.DataFrame:  # fmt: skip
    rows = []
    for name in (UNEVEN, *measures, REACHED):
        values = setups[name if name == REACHED else f"{name}_value"].to_numpy(np.float64)
        effects = presence(values, present, groups)
        q = false_discovery(effects.p)
        rows += [
            {
                "piece": piece, "measure": name, "drawn": int(present[:, place].sum()),
                "value": effects.value[place], "low": effects.low[place],
                "high": effects.high[place], "p": effects.p[place], "q": q[place],
            }
            for place, piece in enumerate(ids)
        ]  # fmt: skip
    return pd.DataFrame(rows)


def _alike(
    played: Sequence[SetupResult[SetupMeasures]], labels: Sequence[str], measures: Collection[str],
    present: NDArray[np.bool_], groups: Sequence[str],
) -> pd.DataFrame:  # fmt: skip
    """Return how similar set-ups, and pieces, are for different bots."""
    mirrors = [[setup for setup in one.results if len(setup.bots) == 1] for one in played]
    means = np.array([[setup.means for setup in setups] for setups in mirrors])
    halves = np.array([[setup.halves for setup in setups] for setups in mirrors])
    rows = []
    for place, name in enumerate(measures):
        values = means[:, :, place]
        own = [
            agreement(halves[:, bot, 0, place], halves[:, bot, 1, place]).tau
            for bot in range(len(labels))
        ]
        effects = [presence(values[:, bot], present, groups).value for bot in range(len(labels))]
        for one, two in combinations(range(len(labels)), 2):
            seen = agreement(values[:, one], values[:, two])
            rows.append(
                {
                    "measure": name, "one": labels[one], "two": labels[two], "tau": seen.tau,
                    "p": seen.p, "same": float(np.mean([own[one], own[two]])),
                    "pieces": agreement(effects[one], effects[two]).tau,
                }
            )  # fmt: skip
    columns = ("measure", "one", "two", "tau", "p", "same", "pieces")
    return pd.DataFrame(rows, columns=columns)


def _interval(prefix: str, value: float, error: float) -> dict[str, float]:
    half = float(critical_value(np.inf)) * error
    return {
        f"{prefix}value": value, f"{prefix}low": value - half, f"{prefix}high": value + half,
        f"{prefix}error": error,
    }  # fmt: skip
