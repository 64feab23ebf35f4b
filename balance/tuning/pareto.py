"""Improvement against the number of changes, measured on fresh deals, and which set to take."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.analysis.balance_index import MEASURES, Balance, told, verdict
from balance.analysis.sensitivity import Judge, Trial
from balance.stats.intervals import Estimate
from balance.stats.paired_differences import estimate, paired
from balance.stats.verdict import Verdict, all_of


def front_table(fresh: Sequence[Trial], searched: Sequence[Trial], judge: Judge) -> pd.DataFrame:
    """Return a row for the table as it is and for the best set of each size.

    Parameters
    ----------
    fresh : sequence of Trial
        The best set of each size, on deals that the search has not seen.
    searched : sequence of Trial
        The same, as the search saw them: too good, as they were chosen by that.
    judge : Judge

    Returns
    -------
    table : DataFrame
        changes (how many numbers), change (what), deals; the index on fresh deals as value, low,
        high; ``gain_`` (the index less that of the table as it is, paired); ``searched_`` (the
        index in the search); met (whether all targets are); and each measure after its name.
    """
    rows: list[dict[str, Any]] = []
    if fresh:
        base, _ = judge.of(fresh[0])
        known, _ = judge.of(searched[0])
        rows.append(_row(0, "as it is", base, base, known, judge))
    for one, before in zip(fresh, searched, strict=True):
        base, changed = judge.of(one)
        _, known = judge.of(before)
        rows.append(_row(len(one.changes), one.text, base, changed, known, judge))
    return pd.DataFrame(rows)


def targets_table(one: Trial, judge: Judge) -> pd.DataFrame:
    """Return a row for each target: before and after a set of changes, on the same deals.

    Columns: measure, title, aim_low, aim_high; the measure after ``before_`` and ``after_``, each
    as value, low, high; and met (of after, see `stats.verdict.Verdict`).
    """
    base, changed = judge.of(one)
    rows = []
    for name, aim in judge.aims.of.items():
        after = changed.measures[name]
        row: dict[str, Any] = {"measure": name, "title": MEASURES[name].title}
        row |= {"aim_low": aim.low, "aim_high": aim.high}
        row |= _one(told(base.measures[name]), "before_") | _one(told(after), "after_")
        rows.append(row | {"met": verdict(after, aim)})
    return pd.DataFrame(rows)


def taken(fresh: Sequence[Trial], judge: Judge) -> Trial | None:
    """Return the set to take: the smallest that meets all targets, or is as good as the best.

    Parameters
    ----------
    fresh : sequence of Trial
        The best set of each size, the smallest first.
    judge : Judge

    Returns
    -------
    taken : Trial or None
        None if no set is shown to be better than the table as it is.
    """
    better = [one for one in fresh if float(_gain(one, judge).high[0]) < 0]
    if not better:
        return None
    for one in better:
        if _all_met(judge.of(one)[1], judge) == Verdict.YES:
            return one
    index = {id(one): judge.of(one)[1].index for one in better}
    best = min(better, key=lambda one: float(index[id(one)].value[0]))
    return next(
        one
        for one in better
        if one is best or not paired(index[id(best)], index[id(one)]).apart.low[0] > 0
    )


def _gain(one: Trial, judge: Judge) -> Estimate:
    base, changed = judge.of(one)
    return paired(base.index, changed.index).apart


def _row(
    size: int, text: str, base: Balance, changed: Balance, known: Balance, judge: Judge
) -> dict[str, Any]:
    row: dict[str, Any] = {"changes": size, "change": text, "deals": changed.deals}
    row |= _one(estimate(changed.index), "")
    row |= _one(paired(base.index, changed.index).apart, "gain_")
    row |= _one(estimate(known.index), "searched_")
    row["met"] = _all_met(changed, judge)
    for name, measured in changed.measures.items():
        row |= _one(told(measured), f"{name}_")
    return row


def _all_met(balance: Balance, judge: Judge) -> Verdict:
    """Return whether all targets are met."""
    return all_of(verdict(balance.measures[name], aim) for name, aim in judge.aims.of.items())


def _one(found: Estimate, prefix: str) -> dict[str, float]:
    return {f"{prefix}{part}": float(getattr(found, part)[0]) for part in ("value", "low", "high")}
