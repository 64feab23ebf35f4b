"""Bounds on how far numbers of a game may move from one run to the next, as ``seats=1pp``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from balance.analysis.comparison.differences import COMPARED, ESTABLISHED, SAME
from balance.analysis.measures import NUMBER
from balance.error_messages import did_you_mean
from balance.errors import ScenarioError
from balance.spelling import as_compared
from balance.stats.intervals import LEVEL
from balance.stats.multiple_testing import familywise

ALL = "all"
BROKEN, WITHIN, OPEN = "broken", "within", "not yet known"
MOST_LISTED = 12  # numbers that an ambiguous name could mean
_BOUND = re.compile(r"\s*([^=<>]+?)\s*(?:=\s*(\d+(?:\.\d+)?|\.\d+)\s*(pp|%))?\s*")
_EXPECTED = "expected a topic or number and how far it may move, such as 'seats=1pp' or 'pace=5%'"


@dataclass(frozen=True)
class Bound:
    """How far some numbers may move.

    Attributes
    ----------
    name : str
        Of a topic, such as ``seats``; a key or the beginning of one, such as ``dealt simon``; a
        pattern of keys, such as ``kept *``; or ``all``.
    most : float
        In points for shares, relative to what it was for other numbers; 0 where any clear change
        breaks the bound.
    unit : str
        ``pp`` for shares, ``%`` for other numbers; empty for both.
    """

    name: str
    most: float = 0.0
    unit: str = ""

    def in_unit(self, numbers: pd.DataFrame) -> NDArray[np.bool_]:
        """Return which numbers are counted in the unit of the bound."""
        is_number = (numbers["unit"] == NUMBER).to_numpy()
        if not self.unit:
            return np.full(len(numbers), True)
        return is_number if self.unit == "%" else ~is_number

    @property
    def text(self) -> str:
        """As written."""
        return f"{self.name}={100 * self.most:g}{self.unit}" if self.unit else self.name


def read_bound(text: str) -> Bound:
    """Return a bound as written, such as ``seats=1pp``, ``pace=5%``, ``kept *=2pp`` or ``all``.

    Raises
    ------
    ScenarioError
        If it is none.
    """
    match = _BOUND.fullmatch(text)
    if match is None:
        raise ScenarioError(f"--fail-on {text!r}: {_EXPECTED}.")
    name, most, unit = match.groups()
    return Bound(name, float(most) / 100 if most else 0.0, unit or "")


def keys_named(numbers: pd.DataFrame, bound: Bound) -> frozenset[str]:
    """Return the keys of the numbers that a bound names, of either unit.

    Parameters
    ----------
    numbers : DataFrame
        key, topic, measure, id: all that these runs have, in any cell.

    Raises
    ------
    ScenarioError
        If it names none, or its name is the beginning of several.
    """
    known = numbers.drop_duplicates("key")
    name = bound.name
    is_named = (known["topic"] == name) | (known["key"] == name) | (name == ALL)
    if not is_named.any():
        is_named = known["key"].map(lambda key: fnmatchcase(key, name))
    if is_named.any():
        return frozenset(known.loc[is_named, "key"])
    begun = _begun(known, name)
    topics = [one for one in dict.fromkeys(known["topic"]) if begun and one.startswith(name)]
    if len(begun) == 1 and not topics:
        return frozenset(begun)
    begun = topics + begun
    if begun:
        more = f" and {len(begun) - MOST_LISTED} more" if len(begun) > MOST_LISTED else ""
        listed = ", ".join(repr(key) for key in begun[:MOST_LISTED])
        raise ScenarioError(
            f"--fail-on {bound.text}: {name!r} is the beginning of {listed}{more}: "
            f"expected one of them, or '{name}*' for all numbers that begin so."
        )
    hint = did_you_mean(name, (ALL, *dict.fromkeys([*known["topic"], *known["key"]])))
    raise ScenarioError(f"--fail-on {bound.text}: these runs have no such number: {hint}")


def _begun(known: pd.DataFrame, name: str) -> list[str]:
    """Return the keys of numbers that begin so: ``dealt sim`` by id or by name."""
    wanted, begun = as_compared(name), []
    for key, topic, measure, piece in zip(
        known["key"], known["topic"], known["measure"], known["id"], strict=True
    ):
        texts = [key, *([f"{topic} {measure}"] if piece else [])]
        if wanted in list(map(as_compared, texts)):
            return [key]
        if any(as_compared(text).startswith(wanted) for text in texts):
            begun.append(key)
    return begun


def looked_at(numbers: pd.DataFrame, bounds: Sequence[Bound]) -> pd.DataFrame:
    """Return a row for each bound and each number of a cell that it names.

    Parameters
    ----------
    numbers : DataFrame
        Of `differences.what_came_of`, for each cell, with its name as cell.

    Returns
    -------
    table : DataFrame
        The columns of `numbers`; bound (as written); place (of the bound); in_unit: whether the
        number is counted in the bound's unit, without which the bound does not look at it.

    Raises
    ------
    ScenarioError
        If a bound can look at no number in any cell.
    """
    tables = []
    for place, bound in enumerate(bounds):
        mine = numbers[numbers["key"].isin(keys_named(numbers, bound))]
        in_unit = bound.in_unit(mine)
        if not in_unit.any():
            which, unit = ("shares", "pp") if bound.unit == "%" else ("no shares", "%")
            raise ScenarioError(
                f"--fail-on {bound.text}: {bound.name} looks at no number, as its numbers are "
                f"{which}: expected {bound.name}=1{unit}."
            )
        if not mine.loc[in_unit, "state"].isin([COMPARED, SAME]).any():
            keys = ", ".join(dict.fromkeys(mine.loc[in_unit, "key"]))
            raise ScenarioError(
                f"--fail-on {bound.text}: none of its numbers could be compared, as only one of "
                f"the runs has them or there are too few games: {keys}."
            )
        tables.append(mine.assign(bound=bound.text, place=place, in_unit=in_unit))
    return pd.concat(tables, ignore_index=True)


def judge_bounds(
    rows: pd.DataFrame, numbers: pd.DataFrame, bounds: Sequence[Bound]
) -> pd.DataFrame:
    """Return a row for each compared number and bound on it, those that break it first.

    Parameters
    ----------
    rows : DataFrame
        Of `comparison.differences.differences` for each cell, with its name as cell.
    numbers : DataFrame
        Of `looked_at`, for the same cells and bounds.

    Returns
    -------
    table : DataFrame
        The columns of `rows`; bound (as written), most (in the unit of the row), ruling: broken
        where the change is significantly larger than the bound, corrected for all numbers of the
        table (5% that any of them is wrong); within, where its whole interval is; otherwise not
        yet known. A bound without an amount is broken by any clear change, and kept
        by what is not clear.
    """
    tables = []
    for place, bound in enumerate(bounds):
        mine = numbers.loc[(numbers["place"] == place) & numbers["in_unit"], ["cell", "key"]]
        mine = rows.merge(mine, on=["cell", "key"])
        most = np.where(mine["unit"] == NUMBER, bound.most * mine["was"].abs(), bound.most)
        tables.append(mine.assign(bound=bound.text, most=most, has_amount=bool(bound.unit)))
    table = pd.concat(tables, ignore_index=True)
    half = (table["high"] - table["low"]) / 2
    beyond = table["value"].abs() - table["most"]
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.where(half > 0, beyond / half * ndtri((1 + LEVEL) / 2), np.sign(beyond) * np.inf)
    adjusted = familywise(np.where(np.isnan(half), np.nan, np.minimum(2 * ndtr(-steps), 1.0)))
    is_clear = table["verdict"] == "established"
    is_alike = table["verdict"] == "not established"
    is_broken = np.where(table["has_amount"], adjusted < ESTABLISHED, is_clear)
    is_within = (table["low"] >= -table["most"]) & (table["high"] <= table["most"])
    table["ruling"] = np.select(
        [is_broken, np.where(table["has_amount"], is_within, is_alike)], [BROKEN, WITHIN], OPEN
    )
    order = {BROKEN: 0, OPEN: 1, WITHIN: 2}
    return table.sort_values(
        ["ruling", "steps"], key=lambda column: column.map(order) if column.name == "ruling"
        else -column, kind="stable", ignore_index=True,
    )  # fmt: skip
