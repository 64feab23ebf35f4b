"""What a set of changes does to the requirements of a scenario, and which set to recommend."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import KEPT
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.own_numbers import OwnNumber, left_worse
from balance.analysis.requirements import answers, real_harm
from balance.scenario.prepare import PreparedCell
from balance.scenario.requirements import Condition, Requirement, read_condition
from balance.stats.intervals import INTERVAL
from balance.stats.jackknife import Replicates, paired
from balance.stats.picked import picked_z
from balance.stats.verdict import Verdict
from balance.tuning.tables import Candidate, Tables
from balance.tuning.trials import FOLDED

OWN, SECOND, ENOUGH, CLOSE = "own", "second", "enough", "close"  # why a set is not advised


@dataclass(frozen=True)
class TunedSet:
    """A set of changes and what it does.

    Attributes
    ----------
    before, after : DataFrame
        The answers to the requirements without and with it, on the same deals; see
        `analysis.requirements.answers`; `after` has more columns, see `_harm`.
    base_index, index : Replicates
        How far all tables together are from what is wanted, without and with it.
    """

    candidate: Candidate
    before: pd.DataFrame
    after: pd.DataFrame
    base_index: Replicates
    index: Replicates

    @property
    def is_met(self) -> bool:
        """Whether all requirements are met."""
        return bool((self.after["met"] == Verdict.YES).all())

    @property
    def is_better(self) -> bool:
        """Whether it is clearly nearer, and leaves no number that it changes worse."""
        gain = paired(self.index, self.base_index).difference
        return float(gain.low[0]) > 0 and self.candidate.harmed is None


def tuned_set(
    tables: Tables, one: Candidate, requirements: Sequence[Requirement], main: Sequence[str]
) -> TunedSet:
    """Return what a set of changes does, by the games it was played in.

    Parameters
    ----------
    main : sequence of str
        The cells that a requirement without a variant is about.
    """
    before, after = (
        _answers(tables.cells, sums, requirements, main) for sums in (one.bases, one.sums)
    )
    after = after.assign(**_harm(tables, one, after))
    return TunedSet(one, before, after, tables.index(one.bases), tables.index(one.sums))


def _harm(tables: Tables, one: Candidate, after: pd.DataFrame) -> pd.DataFrame:
    """Return by how much farther outside its bounds a set leaves each measure, on the same deals.

    Returns
    -------
    table : DataFrame
        A row for each of `after`: harm_value, harm_low, harm_high, in the unit of the measure and
        for all rows at once, nan where a measure is within its bounds or unknown; seats, how many
        seats or games each of the two rests on.
    """
    places = {cell.name: place for place, cell in enumerate(tables.cells)}
    rows, z = [], picked_z(len(after))
    for what, name in zip(after["what"], after["cell"], strict=True):
        place, condition = places[name], read_condition(what)
        trial, match = one.trials[place], tables.cells[place].match
        measure = tables.aims[place].measure(what)
        was, now = (measure.of(some, match) for some in (trial.base, trial.sums))
        value = float(now.value[0])
        sign = 1 if value > condition.high else -1 if value < condition.low else np.nan
        found = (now - was).times(sign).estimate(z)
        ends = {f"harm_{end}": float(getattr(found, end)[0]) for end in INTERVAL}
        seats = min(_seats_behind(some, condition) for some in (trial.base, trial.sums))
        rows.append(ends | {"seats": seats})
    return pd.DataFrame(rows, index=after.index)


def _seats_behind(sums: FoldSums, condition: Condition) -> int:
    """Return how many games a measure rests on; of objectives the seats of the rarest one."""
    if condition.measure in ("objective_gap", "objective_spread"):
        each = (sums.kept if condition.of == KEPT else sums.dealt).sum(axis=0)
        return int(each[each > 0].min(initial=np.iinfo(np.int64).max)) if each.any() else 0
    return int(sums.games.sum())


def harm_of(tables: Tables, one: Candidate) -> list[tuple[str, OwnNumber]]:
    """Return every objective and card that a set leaves worse than the band, with its table."""
    return [
        (cell.name, harmed)
        for cell, trial in zip(tables.cells, one.trials, strict=True)
        if trial.has_effect
        for harmed in left_worse(trial.match, trial.base, trial.sums)
    ]


def recommended(tuned: Sequence[TunedSet]) -> TunedSet | None:
    """Return the smallest set that meets all; else the smallest not clearly worse than the best.

    Parameters
    ----------
    tuned : sequence of TunedSet
        The best set of each size on fresh deals, the smallest first.

    Returns
    -------
    recommended : TunedSet or None
        None if no set is clearly better than the game as it is.
    """
    better = [one for one in tuned if one.is_better]
    met = [one for one in better if one.is_met]
    if met or not better:
        return met[0] if met else None
    best = min(better, key=lambda one: float(one.index.value[0]))
    return next(
        one for one in better
        if one is best or not paired(best.index, one.index).difference.low[0] > 0
    )  # fmt: skip


def preferred(tuned: Sequence[TunedSet]) -> list[TunedSet]:
    """Return `recommended`, then the other sets that are clearly better, the nearest first."""
    first = recommended(tuned)
    rest = [one for one in tuned if one.is_better and one is not first]
    rest.sort(key=lambda one: float(one.index.value[0]))
    return [] if first is None else [first, *rest]


def passed_over(
    tables: Tables, tuned: Sequence[TunedSet], chosen: TunedSet,
    told: Sequence[tuple[TunedSet, TunedSet]],
) -> pd.DataFrame:  # fmt: skip
    """Return why each set that seems nearer to the requirements than the chosen one is not advised.

    Parameters
    ----------
    told : sequence of (TunedSet, TunedSet)
        Sets that the second bot played, as the first bot and as it sees them.

    Returns
    -------
    table : DataFrame
        changes (how many), words (which), why, what; value, low, high: OWN, what it leaves worse;
        SECOND, by how much the second bot finds which requirement worse; ENOUGH, the chosen one
        meets all; CLOSE, by how much nearer it is, which does not count.
    """
    second = {id(one): seen for one, seen in told}
    rows: list[dict[str, Any]] = []
    for one in tuned:
        if one is chosen or not one.index.value[0] < chosen.index.value[0]:
            continue
        row = {"changes": len(one.candidate.changes), "words": tables.in_words(one.candidate)}
        nearer = paired(one.index, chosen.index).difference
        why, what = CLOSE, ""
        ends = {end: float(getattr(nearer, end)[0]) for end in INTERVAL}
        seen = second.get(id(one))
        worse = None if seen is None else seen.after[real_harm(seen.after)]
        if worse is not None and not worse.empty:
            most = worse.sort_values("harm_value").iloc[-1]
            why, what = SECOND, str(most["what"])
            ends = {end: float(most[f"harm_{end}"]) for end in INTERVAL}
        elif (of := one.candidate.harmed) is not None:
            why = OWN
            what, ends = of.name, {end: float(getattr(of.now, end)[0]) for end in INTERVAL}
        elif chosen.is_met:
            why = ENOUGH
        rows.append(row | {"why": why, "what": what} | ends)
    return pd.DataFrame(rows, columns=["changes", "words", "why", "what", *INTERVAL])


def front_table(tables: Tables, tuned: Sequence[TunedSet]) -> pd.DataFrame:
    """Return a row for the game as it is, and one for each set.

    Returns
    -------
    table : DataFrame
        changes (how many), change (which), words (the same in words), met and open (how many
        requirements are, and are not yet known to be), is_worse; the distance from the requirements
        as value, low, high; and by how much nearer it is than as it is, after ``gain_``.
    """
    first = tuned[0]
    rows = [{"changes": 0, "change": "as it is", "words": "as it is", "is_worse": False}
            | _row(first.before, first.base_index, first.base_index)]  # fmt: skip
    for one in tuned:
        changes = {
            "changes": len(one.candidate.changes), "change": one.candidate.text,
            "words": tables.in_words(one.candidate),
        }  # fmt: skip
        rows.append(changes | {"is_worse": one.candidate.harmed is not None}
                    | _row(one.after, one.index, one.base_index))  # fmt: skip
    return pd.DataFrame(rows)


def _row(asked: pd.DataFrame, index: Replicates, base: Replicates) -> dict[str, Any]:
    found = {"": index.estimate(), "gain_": paired(index, base).difference}
    ends = {
        f"{prefix}{end}": float(getattr(one, end)[0])
        for prefix, one in found.items()
        for end in INTERVAL
    }
    met = {"met": Verdict.YES, "open": Verdict.UNDECIDED}
    return ends | {name: int((asked["met"] == verdict).sum()) for name, verdict in met.items()}


def nearest(tables: Tables, tuned: TunedSet) -> pd.DataFrame:
    """Return for each requirement that a set does not meet the nearest that any set came, if alone.

    Of all sets that were played whole: by luck too, as they were not played again.

    Returns
    -------
    table : DataFrame
        what, cell, value (of the measure), change (the set, in words).
    """
    rows: list[dict[str, Any]] = []
    places = {cell.name: place for place, cell in enumerate(tables.cells)}
    most = max((one.deals for one in tables.played), default=0)
    for _, row in tuned.after[tuned.after["met"] != Verdict.YES].iterrows():
        place = places[row["cell"]]
        aims, match = tables.aims[place], tables.cells[place].match
        aim, measure = aims.of[row["what"]], aims.measure(row["what"])
        values = [
            (float(measure.of(one.trials[place].sums, match).value[0]), one)
            for one in tables.played if one.deals == most
        ]  # fmt: skip
        if known := [one for one in values if not np.isnan(one[0])]:
            value, best = min(known, key=lambda one: max(one[0] - aim.high, aim.low - one[0]))
            text = {"value": value, "change": tables.in_words(best)}
            rows.append({"what": row["what"], "cell": row["cell"]} | text)
    return pd.DataFrame(rows, columns=["what", "cell", "value", "change"])


def _answers(
    cells: Sequence[PreparedCell], sums: Sequence[FoldSums], requirements: Sequence[Requirement],
    main: Sequence[str],
) -> pd.DataFrame:  # fmt: skip
    results = [
        CellResult(
            cell.name, cell.match, int(of.games.sum() + of.stopped.sum()), int(of.deals.sum()),
            {FOLDED: of},
        )
        for cell, of in zip(cells, sums, strict=True)
    ]  # fmt: skip
    return answers(requirements, results, main)
