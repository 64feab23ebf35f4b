"""Bounds on how far numbers of a game may move from one run to the next, as ``seats=1pp``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from balance.analysis.comparison.differences import ESTABLISHED
from balance.analysis.comparison.measures import NUMBER
from balance.errors import ScenarioError
from balance.scenario.error_messages import did_you_mean
from balance.stats.intervals import LEVEL
from balance.stats.multiple_testing import familywise

ALL = "all"
BROKEN, WITHIN, OPEN = "broken", "within", "not yet known"
_BOUND = re.compile(r"\s*([^=<>]+?)\s*(?:=\s*(\d+(?:\.\d+)?|\.\d+)\s*(pp|%))?\s*")
_EXPECTED = "expected a topic or number and how far it may move, such as 'seats=1pp' or 'pace=5%'"


@dataclass(frozen=True)
class Bound:
    """How far some numbers may move.

    Attributes
    ----------
    name : str
        Of a topic, such as ``seats``; a pattern of keys, such as ``kept *``; or ``all``.
    most : float
        In points for shares, relative to what it was for other numbers; 0 where any clear change
        breaks the bound.
    unit : str
        ``pp`` for shares, ``%`` for other numbers; empty for both.
    """

    name: str
    most: float = 0.0
    unit: str = ""

    def applies_to(self, rows: pd.DataFrame) -> NDArray[np.bool_]:
        """Return which rows of `differences` have numbers that the bound is about."""
        names = [
            self.name == ALL or self.name == topic or fnmatchcase(key, self.name)
            for topic, key in zip(rows["topic"], rows["key"], strict=True)
        ]
        is_number = (rows["unit"] == NUMBER).to_numpy()
        in_unit = is_number if self.unit == "%" else ~is_number if self.unit else True
        return np.array(names, np.bool_) & in_unit

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


def judge_bounds(rows: pd.DataFrame, bounds: Sequence[Bound]) -> pd.DataFrame:
    """Return a row for each number and bound on it, those that break it first.

    Parameters
    ----------
    rows : DataFrame
        Of `comparison.differences.differences`.

    Returns
    -------
    table : DataFrame
        The columns of `rows`; bound (as written), most (in the unit of the row), ruling: broken
        where the number has moved by more than the bound beyond chance, corrected for all numbers
        of the table (5% that any of them is wrong); within, where its whole interval is;
        otherwise not yet known. A bound without an amount is broken by any clear change, and kept
        by what is not clear.

    Raises
    ------
    ScenarioError
        If a bound is on no number of these runs.
    """
    tables = []
    for bound in bounds:
        mine = rows[bound.applies_to(rows)]
        if mine.empty:
            known = (ALL, *dict.fromkeys([*rows["topic"], *rows["key"]]))
            raise ScenarioError(
                f"--fail-on {bound.text}: these runs have no such number: "
                f"{did_you_mean(bound.name, known)}"
            )
        most = np.where(mine["unit"] == NUMBER, bound.most * mine["was"].abs(), bound.most)
        tables.append(mine.assign(bound=bound.text, most=most, has_amount=bool(bound.unit)))
    table = pd.concat(tables, ignore_index=True)
    half = (table["high"] - table["low"]) / 2
    beyond = table["value"].abs() - table["most"]
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.where(half > 0, beyond / half * ndtri((1 + LEVEL) / 2), np.sign(beyond) * np.inf)
    adjusted = familywise(np.where(np.isnan(half), np.nan, np.minimum(2 * ndtr(-steps), 1.0)))
    is_clear = table["verdict"] == "established"
    is_broken = np.where(table["has_amount"], adjusted < ESTABLISHED, is_clear)
    is_within = (table["low"] >= -table["most"]) & (table["high"] <= table["most"])
    table["ruling"] = np.select(
        [is_broken, np.where(table["has_amount"], is_within, ~is_clear)], [BROKEN, WITHIN], OPEN
    )
    order = {BROKEN: 0, OPEN: 1, WITHIN: 2}
    return table.sort_values(
        ["ruling", "steps"], key=lambda column: column.map(order) if column.name == "ruling"
        else -column, kind="stable", ignore_index=True,
    )  # fmt: skip
