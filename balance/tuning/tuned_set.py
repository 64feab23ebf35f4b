"""What a set of changes does to the requirements of a scenario, and which set to recommend."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.balance_index import largest
from balance.analysis.cell_result import CellResult
from balance.analysis.measures import KEPT
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.own_numbers import OwnNumber, left_worse
from balance.analysis.requirements import answers
from balance.scenario.piece_names import label_of
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
    second : TunedSet or None
        The same as the second bot plays it.
    floors : tuple of float
        The least index of each bot among the sets that are compared.
    """

    candidate: Candidate
    before: pd.DataFrame
    after: pd.DataFrame
    base_index: Replicates
    index: Replicates
    second: "TunedSet | None" = None
    floors: tuple[float, ...] = (0.0,)

    @property
    def by_bot(self) -> "list[TunedSet]":
        """What each bot sees of it."""
        return [self] if self.second is None else [self, self.second]

    @property
    def is_met(self) -> bool:
        """Whether all requirements are met, as both bots play."""
        return all((one.after["met"] == Verdict.YES).all() for one in self.by_bot)

    @property
    def was_met(self) -> bool:
        """Whether they are met as it is."""
        return all((one.before["met"] == Verdict.YES).all() for one in self.by_bot)

    @property
    def distance(self) -> Replicates:
        """How far it is from what is wanted; of two bots that which is farther from its best."""
        both = zip(self.by_bot, self.floors, strict=True)
        return largest([one.index.minus(least) for one, least in both])

    @property
    def base_distance(self) -> Replicates:
        """The same of the game as it is."""
        both = zip(self.by_bot, self.floors, strict=True)
        return largest([one.base_index.minus(least) for one, least in both])

    @property
    def is_better(self) -> bool:
        """Whether it is clearly nearer, and leaves no number that it changes worse."""
        gain = paired(self.distance, self.base_distance).difference
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


def with_second(tuned: Sequence[TunedSet], seen: Sequence[TunedSet]) -> list[TunedSet]:
    """Return sets with what the second bot sees of each."""
    floors = tuple(min(float(one.index.value[0]) for one in some) for some in (tuned, seen))
    return [
        replace(one, second=other, floors=floors) for one, other in zip(tuned, seen, strict=True)
    ]


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
        for harmed in left_worse(trial.match, trial.base, trial.sums, trial.band)
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
    best = min(better, key=lambda one: float(one.distance.value[0]))
    return next(
        one for one in better
        if one is best or not paired(best.distance, one.distance).difference.low[0] > 0
    )  # fmt: skip


def passed_over(tables: Tables, tuned: Sequence[TunedSet], chosen: TunedSet | None) -> pd.DataFrame:
    """Return why each set with which the first bot is nearer than with the chosen one is not it.

    Where none is chosen, why each set that is nearer than the game as it is leaves a thing worse.

    Returns
    -------
    table : DataFrame
        changes (how many), words (which), why, what; value, low, high: OWN, what it leaves worse;
        ENOUGH, the chosen one meets all; SECOND, by how much farther than the chosen one the
        second bot is with it; CLOSE, by how much nearer it is, which does not count.
    """
    rows: list[dict[str, Any]] = []
    for one in tuned:
        limit = one.base_index if chosen is None else chosen.index
        is_told = one.candidate.harmed is not None or chosen is not None
        if one is chosen or not is_told or not one.index.value[0] < limit.value[0]:
            continue
        row = {"changes": len(one.candidate.changes), "words": tables.in_words(one.candidate)}
        why, what, told = CLOSE, "", paired(one.index, limit).difference
        if (of := one.candidate.harmed) is not None or chosen is None:
            assert of is not None
            why, what, told = OWN, of.name, of.now
        elif chosen.is_met:
            why = ENOUGH
        elif (farther := paired(chosen.distance, one.distance).difference).low[0] > 0:
            why, told = SECOND, farther
        ends = {end: float(getattr(told, end)[0]) for end in INTERVAL}
        rows.append(row | {"why": why, "what": what} | ends)
    return pd.DataFrame(rows, columns=["changes", "words", "why", "what", *INTERVAL])


def front_table(
    tables: Tables, tuned: Sequence[TunedSet], chosen: TunedSet | None = None
) -> pd.DataFrame:
    """Return a row for the game as it is, and one for each set.

    Returns
    -------
    table : DataFrame
        changes (how many), change (which), words (the same in words), met and open (how many
        requirements are, and are not yet known to be), is_worse, is_chosen; the distance from the
        requirements as value, low, high, of the second bot after ``second_``; and by how much
        nearer the bot that is farther is than as it is, after ``gain_``.
    """
    rows = [
        {"changes": 0, "change": "as it is", "words": "as it is", "is_worse": False,
         "is_chosen": False} | _row(_as_it_is(tuned[0]))
    ]  # fmt: skip
    for one in tuned:
        changes = {
            "changes": len(one.candidate.changes), "change": one.candidate.text,
            "words": tables.in_words(one.candidate),
        }  # fmt: skip
        is_worse = one.candidate.harmed is not None
        rows.append(changes | {"is_worse": is_worse, "is_chosen": one is chosen} | _row(one))
    return pd.DataFrame(rows)


def _as_it_is(one: TunedSet) -> TunedSet:
    """Return what was seen of the game without the set."""
    second = None if one.second is None else _as_it_is(one.second)
    return replace(one, after=one.before, index=one.base_index, second=second)


def _row(one: TunedSet) -> dict[str, Any]:
    found = {"": one.index.estimate()}
    if one.second is not None:
        found["second_"] = one.second.index.estimate()
    found["gain_"] = paired(one.distance, one.base_distance).difference
    ends = {
        f"{prefix}{end}": float(getattr(one, end)[0])
        for prefix, one in found.items()
        for end in INTERVAL
    }
    met = {"met": Verdict.YES, "open": Verdict.UNDECIDED}
    return ends | {name: int((one.after["met"] == verdict).sum()) for name, verdict in met.items()}


def nearest(tables: Tables, tuned: TunedSet) -> pd.DataFrame:
    """Return for each requirement that a set does not meet the nearest that any set came, if alone.

    Of all sets that were played whole: by luck too, as they were not played again.  Requirements to
    which no set came nearer than the game as it is, on the same deals, are left out.

    Returns
    -------
    table : DataFrame
        what, cell, value and was (of the measure, with the set and as it is), change (the set, in
        words), key (of its first number).
    """
    rows: list[dict[str, Any]] = []
    places = {cell.name: place for place, cell in enumerate(tables.cells)}
    most = max((one.deals for one in tables.played), default=0)
    for _, row in tuned.after[tuned.after["met"] != Verdict.YES].iterrows():
        place = places[row["cell"]]
        aims, match = tables.aims[place], tables.cells[place].match
        aim, measure = aims.of[row["what"]], aims.measure(row["what"])
        known = []
        for one in tables.played:
            trial = one.trials[place]
            if one.deals < most or not trial.has_effect:
                continue
            value, was = (float(measure.of(some, match).value[0])
                          for some in (trial.sums, trial.base))  # fmt: skip
            off, before = (max(some - aim.high, aim.low - some) for some in (value, was))
            if off < before:
                known.append((off, value, was, one))
        if known:
            _, value, was, best = min(known, key=lambda each: each[0])
            text = {"value": value, "was": was, "change": tables.in_words(best),
                    "key": label_of(best.changes[0].key)}  # fmt: skip
            rows.append({"what": row["what"], "cell": row["cell"]} | text)
    return pd.DataFrame(rows, columns=["what", "cell", "value", "was", "change", "key"])


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
