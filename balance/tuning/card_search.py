"""Searching for the fewest changes of numbers that bring a game to a target.

Single changes are played first.  What several would do together is foretold by adding up what each
does to the sums of the same deals; the most promising sets are played, and only what was played
counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.sensitivity import Judge, Trial
from balance.errors import BalanceError
from balance.scenario.experiments import Arm
from balance.scenario.number_changes import Change, arm_of
from balance.scenario.prepare import PreparedCell
from balance.tuning.trials import Trials

BEAM = 10  # sets of each size from which the next size is made
CANDIDATES = 12  # sets of a size that are played
MOST_EXCHANGES = 4  # one after the other
EXCHANGES = 8  # sets that differ from the best one of a size in one change

Set = tuple[Change, ...]


@dataclass(frozen=True)
class Search:
    """What is searched at, and how.

    Attributes
    ----------
    variant : VariantMatch
    trials : Trials
    judge : Judge
    allowed : function (change) -> bool
        Whether a number may have that value.
    deals : int
        Of a set that is played to the end.
    """

    variant: PreparedCell
    trials: Trials
    judge: Judge
    allowed: Callable[[Change], bool]
    deals: int


def best_sets(search: Search, singles: Sequence[Trial], most: int) -> list[Trial]:
    """Return the best set of each size that was played: of one change, of two, and so on.

    It ends before `most` changes where a set meets all that is aimed at beyond doubt.

    Parameters
    ----------
    search : Search
    singles : sequence of Trial
        Single changes, as played.
    most : int
        Of changes in a set.

    Raises
    ------
    Interrupted
    """
    found: list[Trial] = []
    beam = _ranked(search, singles)
    for size in range(1, most + 1):
        if size > 1:
            wider = _extended(beam, singles)
            beam = _played(search, _promising(search, wider, CANDIDATES), f"{size} changes")
        if not beam:
            break
        beam = _improved(search, beam, singles, f"{size} changes, exchange")
        found.append(beam[0])
        if is_met(search.judge, beam[0]):
            break
    return found


def _improved(
    search: Search, beam: list[Trial], singles: Sequence[Trial], label: str
) -> list[Trial]:
    """Return sets of a size after exchanges in the best one, as long as they make a better one."""
    for number in range(1, MOST_EXCHANGES + 1):
        best = beam[0]
        others = _promising(search, _exchanged(search, best, singles), EXCHANGES)
        beam = _best(search, [*beam, *_played(search, others, f"{label} {number}")])
        if beam[0].changes == best.changes:
            break
    return beam


def is_met(judge: Judge, trial: Trial) -> bool:
    """Tell whether all that is aimed at is met beyond doubt: no fold left out would change it."""
    _, balance = judge.of(trial)
    return bool(balance.index.value[0] <= 0 and np.all(balance.index.without <= 0))


def foretold(one: Trial, single: Trial) -> FoldSums:
    """Return the sums of a set and one more change, if their effects add up.

    With a, b and 0 the sums with the set, with the change and with neither, on the same deals,
    that is a + (b - 0); of a change that was played on fewer deals, as many times that.
    """
    scale = one.deals / single.deals
    return FoldSums(
        **{
            field.name: getattr(one.sums, field.name)
            + (getattr(single.sums, field.name) - getattr(single.base, field.name)) * scale
            for field in fields(FoldSums)
        }
    )


def _ranked(search: Search, singles: Sequence[Trial]) -> list[Trial]:
    """Return the single changes that are allowed and were played to the end, the best first."""
    some = [one for one in singles if search.allowed(one.changes[0])]
    return _best(search, some)


def _best(search: Search, trials: Iterable[Trial]) -> list[Trial]:
    """Return trials that were played to the end, the one with the lowest index first."""
    whole = [trial for trial in trials if trial.deals >= search.deals]
    index = {id(trial): float(search.judge.of(trial)[1].index.value[0]) for trial in whole}
    return sorted(whole, key=lambda trial: index[id(trial)])[:BEAM]


def _extended(beam: Sequence[Trial], singles: Sequence[Trial]) -> Iterator[tuple[Set, FoldSums]]:
    """Yield each set of a beam with one number more, and the sums that are foretold."""
    for one in beam:
        keys = {change.key for change in one.changes}
        for single in singles:
            (change,) = single.changes
            if change.key not in keys:
                yield (*one.changes, change), foretold(one, single)


def _exchanged(
    search: Search, best: Trial, singles: Sequence[Trial]
) -> Iterator[tuple[Set, FoldSums]]:
    """Yield the best set with one change replaced by another, or taken a step further."""
    by_change = {single.changes[0]: single for single in singles}
    for change in best.changes:
        step = change.now - change.was
        step = step // abs(step)
        for single in singles:
            (new,) = single.changes
            further = Change(change.key, change.was, change.now + new.now - new.was)
            if new.key == change.key and (new.now - new.was) * step > 0:
                swapped = tuple(further if one == change else one for one in best.changes)
                yield swapped, foretold(best, single)
            elif new.key not in {one.key for one in best.changes} and change in by_change:
                left = _without(best, by_change[change])
                swapped = tuple(new if one == change else one for one in best.changes)
                yield swapped, foretold(left, single)


def _without(one: Trial, single: Trial) -> Trial:
    """Return a set as if one of its changes were not made, foretold like `foretold`."""
    scale = one.deals / single.deals
    sums = FoldSums(
        **{
            field.name: getattr(one.sums, field.name)
            - (getattr(single.sums, field.name) - getattr(single.base, field.name)) * scale
            for field in fields(FoldSums)
        }
    )
    return Trial(one.changes, one.match, sums, one.base)


def _promising(search: Search, sets: Iterable[tuple[Set, FoldSums]], most: int) -> dict[Set, Arm]:
    """Return the sets that are foretold to be best and can be played, with their tables laid."""
    seen: dict[frozenset[Change], tuple[float, Set]] = {}
    match = search.variant.match
    for changes, sums in sets:
        if not all(search.allowed(change) for change in changes):
            continue
        value = float(search.judge.aims.balance(sums, match).index.value[0])
        key = frozenset(changes)
        if key not in seen or value < seen[key][0]:
            seen[key] = value, changes
    arms: dict[Set, Arm] = {}
    for _, changes in sorted(seen.values(), key=lambda one: one[0]):
        if len(arms) == most:
            break
        ordered = tuple(sorted(changes, key=lambda change: change.key))
        try:
            arms[ordered] = arm_of(search.variant, ordered)
        except BalanceError:
            continue  # together they cannot be played: the next one takes the place
    return arms


def _played(search: Search, arms: Mapping[Set, Arm], label: str) -> list[Trial]:
    if not arms:
        return []
    trials = search.trials.play(arms, search.deals, label, search.judge)
    return _best(search, trials)
