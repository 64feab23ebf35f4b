"""The effects of changed numbers on the balance of a game, paired by common deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.balance_index import (
    MEAN_ROUNDS,
    Aims,
    Balance,
    estimate_measure,
    mean_rounds,
)
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums
from balance.analysis.own_numbers import BAND, OwnNumber, own_numbers
from balance.scenario.match import Match
from balance.scenario.number_changes import Change, text_of
from balance.stats.intervals import INTERVAL, Estimate, Floats
from balance.stats.jackknife import estimate, paired
from balance.stats.multiple_testing import false_discovery

ESTABLISHED = 0.05  # q below this
FEWEST_DEALS = FOLDS  # deals: with fewer, some folds are empty and there is no estimate


@dataclass(frozen=True)
class Trial:
    """A table with some numbers changed, played on the same deals as the original."""

    changes: tuple[Change, ...]  # None for the original table
    match: Match
    sums: FoldSums  # of the changed table
    base: FoldSums  # of the original table, on the same deals
    band: float = BAND  # how far from a fair share an objective is as strong as wanted

    @property
    def deals(self) -> int:
        """How many were played."""
        return int(self.sums.deals.sum())

    @property
    def has_effect(self) -> bool:
        """Whether any game went otherwise."""
        return not self.sums.is_same(self.base)

    @property
    def text(self) -> str:
        """The changes, in a line."""
        return text_of(self.changes) or "as it is"


class Judge:
    """Computes the balance of tables, and caches it by their deals."""

    def __init__(self, aims: Aims) -> None:
        self.aims = aims
        self._bases: dict[int, tuple[FoldSums, Balance]] = {}

    def of(self, trial: Trial) -> tuple[Balance, Balance]:
        """Return the balance of the original table, and of the changed one."""
        known = self._bases.get(id(trial.base))
        if known is None or known[0] is not trial.base:
            known = trial.base, self.aims.balance(trial.base, trial.match)
            self._bases[id(trial.base)] = known
        return known[1], self.aims.balance(trial.sums, trial.match)


def makes_worse(trial: Trial) -> bool:
    """Return whether a change leaves an objective or card whose number it is worse than the band.

    See `own_numbers.OwnNumber`.
    """
    return any(one.is_worse for one in owned_by(trial))


def owned_by(trial: Trial) -> list[OwnNumber]:
    """Return the own numbers of the changes of a trial."""
    return own_numbers(trial.changes, trial.match, trial.base, trial.sums, trial.band)


def changes_table(trials: Sequence[Trial], judge: Judge) -> pd.DataFrame:
    """Return a row for each change, the one that lowers the index most first.

    Returns
    -------
    table : DataFrame
        change, key, was, now (of a single change), changes (how many), deals, games; then the index
        of the changed table less that of the original, as value, low, high, with p and q
        (Benjamini-Hochberg over the table) and is_sure (q below 0.05); own (the objective or card
        whose number is changed), own_kind, and its own number before and after as value, low, high
        after ``own_was_`` and ``own_now_`` (see `own_numbers`; of a single change, else nan);
        is_worse (whether any of them is left worse than the band); and the difference of each
        measure of the index, after its name: ``duke_spread_value``, ``_low``, ``_high``, and of
        the rounds of a game, with p and q: ``mean_rounds_q``.  nan where deals are too few.
    """
    rows = [_row(trial, judge) for trial in trials]
    table = pd.DataFrame(rows)
    if table.empty:
        return table
    table["q"] = false_discovery(table["p"])
    table["is_sure"] = table["q"] < ESTABLISHED
    table[f"{MEAN_ROUNDS}_q"] = false_discovery(table[f"{MEAN_ROUNDS}_p"])
    return table.sort_values("value", kind="stable", ignore_index=True)


def _row(trial: Trial, judge: Judge) -> dict[str, Any]:
    base, changed = judge.of(trial)
    (first, *others) = trial.changes
    row: dict[str, Any] = {
        "change": trial.text,
        "key": "" if others else first.key,
        "was": np.nan if others else first.was,
        "now": np.nan if others else first.now,
        "changes": len(trial.changes),
        "deals": trial.deals,
        "games": int(trial.sums.games.sum()),
    }
    apart = paired(base.index, changed.index)
    row |= _one(apart.difference, "") | {"p": float(apart.p[0])} | _own(trial)
    for name in judge.aims.of:
        if name in base.measures and name in changed.measures:
            row |= _one(paired(base.measures[name], changed.measures[name]).difference, f"{name}_")
    rounds = (mean_rounds(sums, trial.match) for sums in (trial.base, trial.sums))
    longer = paired(*rounds)
    row |= _one(longer.difference, f"{MEAN_ROUNDS}_")
    row[f"{MEAN_ROUNDS}_p"] = float(longer.p[0])
    return row


def _own(trial: Trial) -> dict[str, Any]:
    own = owned_by(trial)
    row: dict[str, Any] = {"own": "", "own_kind": "", "is_worse": any(one.is_worse for one in own)}
    if len(own) != 1 or len(trial.changes) > 1:
        unknown = {f"own_{when}_{part}": np.nan for when in ("was", "now") for part in INTERVAL}
        return row | unknown
    row |= {"own": own[0].name, "own_kind": own[0].kind}
    return row | _one(own[0].was, "own_was_") | _one(own[0].now, "own_now_")


def balance_table(base: FoldSums, match: Match, aims: Aims) -> pd.DataFrame:
    """Return a row for each measure of a table, and one for the index.

    Columns: measure (its name), title, unit (as requirements count it); the measure as value, low,
    high, deals; aim_low, aim_high, weight; its part of the index, after ``part_``. In the row of
    the index, value is nan and the sum is under ``part_``.
    """
    balance = aims.balance(base, match)
    rows: list[dict[str, Any]] = []
    for name, measured in balance.measures.items():
        aim = aims.of[name]
        measure = aims.measure(name)
        row: dict[str, Any] = {"measure": name, "title": measure.title, "unit": measure.counted}
        row |= _one(estimate_measure(measured), "") | {"deals": balance.deals}
        row |= {"aim_low": aim.low, "aim_high": aim.high, "weight": aim.weight}
        rows.append(row | _one(estimate(balance.parts[name]), "part_"))
    total: dict[str, Any] = {"measure": "index", "title": "balance index", "deals": balance.deals}
    rows.append(total | _one(estimate(balance.index), "part_"))
    return pd.DataFrame(rows)


def _one(estimate: Estimate, prefix: str) -> dict[str, float]:
    return {f"{prefix}{part}": float(getattr(estimate, part)[0]) for part in INTERVAL}


def in_the_race(table: pd.DataFrame, places: int) -> list[int]:
    """Return the rows that deserve more deals, at most half of them.

    These are the changes that, by their intervals, may still be among the `places` that lower or
    raise the index most; the most extreme first. Changes that stop here keep a p-value that was not
    extreme, so the q-values stay valid.

    Parameters
    ----------
    table : DataFrame
        See `changes_table`.
    """
    low, high = table["low"].to_numpy(), table["high"].to_numpy()
    rank = np.minimum(low.argsort().argsort(), (-high).argsort().argsort())
    return _first_half(
        rank, _may_be_lowest(low, high, places) | _may_be_lowest(-high, -low, places)
    )


def lowest_in_the_race(table: pd.DataFrame, places: int) -> list[int]:
    """Return the rows that may lower the index most, at most half of them.

    Those that leave an objective or card worse than the band come last.
    """
    is_last = table["is_worse"].to_numpy(bool) & ~table["is_worse"].all()
    low, high = (np.where(is_last, np.inf, table[end].to_numpy()) for end in ("low", "high"))
    return _first_half(low, _may_be_lowest(low, high, places))


def _may_be_lowest(low: Floats, high: Floats, places: int) -> NDArray[np.bool_]:
    return low <= np.sort(high)[min(places, len(high)) - 1]


def _first_half(rank: NDArray[Any], is_in: NDArray[np.bool_]) -> list[int]:
    order = [int(row) for row in np.argsort(rank, kind="stable") if is_in[row]]
    return order[: -(-len(rank) // 2)]
