"""A booklet of set-ups that differ: which are short, long, close ..., confirmed on fresh deals.

A set-up is chosen for one label by the games of all drawn set-ups.  The label stands only where
fresh deals confirm it, with the usual bot and with a second one, each against what it does at the
mean set-up that players draw.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.random_setups import UNEVEN
from balance.analysis.setup_matches import UNBOUGHT, SetupMeasures, mirror_means, unevenness
from balance.runner.random_setups import SetupResult
from balance.stats.intervals import Floats, critical_value
from balance.stats.shrinkage import shrink

# What a set-up may be called: an axis, and the end of it.
LABELS = {
    "even": (UNEVEN, -1), "short": ("rounds", -1), "close": ("margin", -1),
    "swingy": ("overtaken", 1), "long": ("rounds", 1), "beginners": (UNBOUGHT, -1),
}  # fmt: skip
MEASURED = ("place", "players", "label", "axis", "value", "low", "high", "usual", "is_clear")
SPARE = 2  # times as many are tried as are wanted, as some labels will not be confirmed
_TOP = 10  # one of so many set-ups may be chosen for a label, 5 of them at least

Played = Sequence[SetupResult[SetupMeasures]]


@dataclass(frozen=True)
class Chosen:
    """A set-up that was chosen, by its place among the drawn ones, for a label."""

    place: int
    label: str


@dataclass(frozen=True)
class Booklet:
    """Set-ups with labels that several bots confirm.

    Attributes
    ----------
    pages : DataFrame
        A row for each: place, label, players (those with which the label holds: a tuple), also
        (other labels that hold with all of them: a tuple).
    measured : DataFrame
        `confirmed` of the usual bot, of these set-ups.
    """

    pages: pd.DataFrame
    measured: pd.DataFrame

    @classmethod
    def of(cls, chosen: Sequence[Chosen], tables: Sequence[pd.DataFrame], number: int) -> "Booklet":
        """Return the first so many of chosen set-ups whose labels hold.

        A label holds with a number of players if all bots confirm it there; one is enough.

        Parameters
        ----------
        tables : sequence of DataFrame
            `confirmed` of each bot.
        """
        index = ["place", "label", "players"]
        columns = [table.set_index(index)["is_clear"] for table in tables]
        held: Any = pd.concat(columns, axis=1).fillna(False).all(axis=1)
        clear = held.sort_index()
        rows: list[tuple[Any, ...]] = []
        for one in chosen:
            own = clear.loc[one.place]
            holds = tuple(int(players) for players, is_so in own.loc[one.label].items() if is_so)
            also = tuple(
                label for label in LABELS
                if label != one.label and label in own.index and own.loc[label].all()
            )  # fmt: skip
            if holds and len(rows) < number:
                rows.append((one.place, one.label, holds, also))
        pages = pd.DataFrame(rows, columns=["place", "label", "players", "also"])
        return cls(pages, tables[0][tables[0]["place"].isin(pages["place"])])


def choose_setups(
    drawn: Mapping[int, Played], measures: Mapping[int, Sequence[str]], number: int
) -> list[Chosen]:
    """Return set-ups that seem to deserve a label and have few cards in common.

    Of the set-ups at the end of a label's axis, on average over the numbers of players, none less
    than half as far from the mean as the last one, that one is taken whose most alike of those
    taken before is least alike.

    Parameters
    ----------
    drawn : mapping of int to sequence of SetupResult
        All drawn set-ups, by the number of players.
    measures : mapping of int to sequence of str
        See `measures_of`; by the number of players.
    number : int
        How many are wanted.
    """
    first = next(iter(drawn.values()))
    pieces = [frozenset(one.setup.pieces) for one in first]
    heights = {
        label: end * _heights(drawn, axis, measures) for label, (axis, end) in _known(measures)
    }
    top = max(5, len(pieces) // _TOP)
    chosen: list[Chosen] = []
    while len(chosen) < number:
        before = len(chosen)
        for label, height in heights.items():
            taken = [one.place for one in chosen]
            order = np.argsort(-height, kind="stable")
            left = [int(place) for place in order if place not in taken][:top]
            left = [place for place in left if height[place] >= height[left[0]] / 2]
            if left and len(chosen) < number:
                alike = [max((len(pieces[one] & pieces[it]) for it in taken), default=0)
                         for one in left]  # fmt: skip
                chosen.append(Chosen(left[int(np.argmin(alike))], label))
        if len(chosen) == before:
            break
    return chosen


def confirmed(
    fresh: Mapping[int, Played], drawn: Mapping[int, Played], measures: Mapping[int, Sequence[str]]
) -> pd.DataFrame:
    """Return how set-ups differ from the mean one that players draw, as one bot plays.

    Parameters
    ----------
    fresh : mapping of int to sequence of SetupResult
        Games that had no part in choosing the set-ups, by the number of players.
    drawn : mapping of int to sequence of SetupResult
        Drawn set-ups: their mean.

    Returns
    -------
    found : DataFrame
        A row for each set-up, number of players and label: place, players, label, axis, value, low,
        high, usual (the mean of the drawn), is_clear (whether it is beyond it on the label's side).
        Of unevenness, values are roots.
    """
    half, rows = float(critical_value(np.inf)), []
    for players, played in fresh.items():
        for label, (axis, end) in _known(measures):
            values, errors = _measured(played, axis, measures[players])
            usual, around = _mean(drawn[players], axis, measures[players])
            clear = end * (values - usual) > half * np.hypot(errors, around)
            for one, value, error, is_clear in zip(played, values, errors, clear, strict=True):
                ends = value + half * error * np.array([0.0, -1.0, 1.0])
                if axis == UNEVEN:
                    ends = np.sqrt(np.maximum(ends, 0.0))
                rows.append({
                    "place": one.place, "players": players, "label": label, "axis": axis,
                    "value": ends[0], "low": ends[1], "high": ends[2],
                    "usual": np.sqrt(max(usual, 0.0)) if axis == UNEVEN else usual,
                    "is_clear": bool(is_clear),
                })  # fmt: skip
    return pd.DataFrame(rows, columns=MEASURED)


def _known(measures: Mapping[int, Sequence[str]]) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield the labels of what is measured with each number of players."""
    for label, (axis, end) in LABELS.items():
        if axis == UNEVEN or all(axis in names for names in measures.values()):
            yield label, (axis, end)


def _heights(
    drawn: Mapping[int, Played], axis: str, measures: Mapping[int, Sequence[str]]
) -> Floats:
    """Return where set-ups lie on an axis, in standard deviations, averaged over the numbers."""
    heights = []
    for players, played in drawn.items():
        found = shrink(*_measured(played, axis, measures[players]))
        heights.append((found.value - found.value.mean()) / (found.between.value or 1.0))
    return np.asarray(np.mean(heights, axis=0))


def _mean(played: Played, axis: str, measures: Sequence[str]) -> tuple[float, float]:
    """Return the mean over set-ups, and its error."""
    values, _ = _measured(played, axis, measures)
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def _measured(played: Played, axis: str, measures: Sequence[str]) -> tuple[Floats, Floats]:
    """Return a value of each set-up and its error; of unevenness its square, without noise."""
    if axis == UNEVEN:
        squares = np.array([unevenness(one.results) for one in played]).T
        # A square that is small by luck seems surer than it is.
        return squares[0], np.full(len(played), np.sqrt((squares[1] ** 2).mean()))
    both = np.array([mirror_means(one.results)[:, measures.index(axis)] for one in played]).T
    return both[0], both[1]
