"""The Pareto front of improvement against the number of changes, and the set to recommend."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.analysis.balance_index import MEASURES, Balance, estimate_measure, target_verdict
from balance.analysis.sensitivity import Judge, Trial, makes_worse
from balance.stats.intervals import Estimate
from balance.stats.jackknife import estimate, paired
from balance.stats.verdict import Verdict, all_of


def front_table(fresh: Sequence[Trial], searched: Sequence[Trial], judge: Judge) -> pd.DataFrame:
    """Return a row for the unchanged table and for the best set of each size.

    Parameters
    ----------
    fresh : sequence of Trial
        The best set of each size, on deals that were not used in the search.
    searched : sequence of Trial
        The same sets in the search: biased, as they were selected by these results.

    Returns
    -------
    table : DataFrame
        changes (how many numbers), change (which), deals; the index on fresh deals as value, low,
        high; ``gain_`` (the index less that of the unchanged table, paired); ``searched_`` (the
        index in the search); met (whether all targets are); is_worse (whether an objective or card
        is left worse than the band by its own change); and each measure after its name.
    """
    rows: list[dict[str, Any]] = []
    if fresh:
        unchanged, _ = judge.of(fresh[0])
        in_search, _ = judge.of(searched[0])
        rows.append(_row(0, "as it is", unchanged, unchanged, in_search, judge))
        rows[0]["is_worse"] = False
    for trial, same in zip(fresh, searched, strict=True):
        unchanged, changed = judge.of(trial)
        _, in_search = judge.of(same)
        rows.append(_row(len(trial.changes), trial.text, unchanged, changed, in_search, judge))
        rows[-1]["is_worse"] = makes_worse(trial)
    return pd.DataFrame(rows)


def targets_table(trial: Trial, judge: Judge) -> pd.DataFrame:
    """Return a row for each target: before and after a set of changes, on the same deals.

    Columns: measure, title, aim_low, aim_high; the measure after ``before_`` and ``after_``, each
    as value, low, high; and met (of after, see `stats.verdict.Verdict`).
    """
    unchanged, changed = judge.of(trial)
    rows = []
    for name, aim in judge.aims.of.items():
        after = changed.measures[name]
        row: dict[str, Any] = {"measure": name, "title": MEASURES[name].title}
        row |= {"aim_low": aim.low, "aim_high": aim.high}
        row |= _columns(estimate_measure(unchanged.measures[name]), "before_")
        row |= _columns(estimate_measure(after), "after_")
        rows.append(row | {"met": target_verdict(after, aim)})
    return pd.DataFrame(rows)


def taken(fresh: Sequence[Trial], judge: Judge) -> Trial | None:
    """Return the smallest set that meets all targets; else the smallest not worse than the best.

    Parameters
    ----------
    fresh : sequence of Trial
        The best set of each size, the smallest first.

    Returns
    -------
    recommended : Trial or None
        None if no set is clearly better than the unchanged table, without leaving an objective or
        card that it changes worse than the band.
    """
    better = [
        trial
        for trial in fresh
        if float(_gain(trial, judge).high[0]) < 0 and not makes_worse(trial)
    ]
    balances = [judge.of(trial)[1] for trial in better]
    for trial, balance in zip(better, balances, strict=True):
        if _all_met(balance, judge) == Verdict.YES:
            return trial
    if not better:
        return None
    best = min(balances, key=lambda balance: float(balance.index.value[0]))
    return next(
        trial
        for trial, balance in zip(better, balances, strict=True)
        if balance is best or not paired(best.index, balance.index).difference.low[0] > 0
    )


def _gain(trial: Trial, judge: Judge) -> Estimate:
    unchanged, changed = judge.of(trial)
    return paired(unchanged.index, changed.index).difference


def _row(
    size: int, text: str, unchanged: Balance, changed: Balance, in_search: Balance, judge: Judge
) -> dict[str, Any]:
    row: dict[str, Any] = {"changes": size, "change": text, "deals": changed.deals}
    row |= _columns(estimate(changed.index), "")
    row |= _columns(paired(unchanged.index, changed.index).difference, "gain_")
    row |= _columns(estimate(in_search.index), "searched_")
    row["met"] = _all_met(changed, judge)
    for name, measured in changed.measures.items():
        row |= _columns(estimate_measure(measured), f"{name}_")
    return row


def _all_met(balance: Balance, judge: Judge) -> Verdict:
    """Return whether all targets are met."""
    return all_of(
        target_verdict(balance.measures[name], aim) for name, aim in judge.aims.of.items()
    )


def _columns(estimated: Estimate, prefix: str) -> dict[str, float]:
    return {f"{prefix}{end}": float(getattr(estimated, end)[0]) for end in ("value", "low", "high")}
