"""Search for the fewest changes of numbers that bring a game to a target.

Single changes are played first.  The effect of several is predicted by adding up the effects of
each on the sums of the same deals; the most promising sets are played, and only results of played
sets count.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np

from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.sensitivity import Judge, Trial, makes_worse
from balance.errors import BalanceError
from balance.scenario.experiments import Arm
from balance.scenario.number_changes import Change, arm_of
from balance.scenario.prepare import PreparedCell
from balance.tuning.trials import Trials

BEAM = 10  # sets of each size that are extended to the next size
CANDIDATES = 12  # sets of a size that are played
MOST_EXCHANGES = 4  # rounds of exchanges
EXCHANGES = 8  # sets per round that differ from the best one of a size in one change

ChangeSet = tuple[Change, ...]


@dataclass(frozen=True)
class Search:
    """Settings of the search.

    Attributes
    ----------
    allowed : function (change) -> bool
        Whether a number may have that value.
    """

    variant: PreparedCell
    trials: Trials
    judge: Judge
    allowed: Callable[[Change], bool]
    deals: int  # of a set that reaches the last round


def best_sets(search: Search, singles: Sequence[Trial], most: int) -> list[Trial]:
    """Return the best played set of each size: of one change, of two, and so on.

    The search ends before `most` changes where a set clearly meets all targets, and leaves no
    objective or card that it changes worse than the band.

    Parameters
    ----------
    singles : sequence of Trial
        Single changes, as played; those that change no game are left out.
    most : int
        The largest size of a set.

    Raises
    ------
    Interrupted
    """
    best: list[Trial] = []
    singles = [trial for trial in singles if trial.has_effect]
    beam = _best(search, [trial for trial in singles if search.allowed(trial.changes[0])])
    for size in range(1, most + 1):
        if size > 1:
            beam = _play(search, _extended(beam, singles), CANDIDATES, f"{size} changes")
        if not beam:
            break
        beam = _improved(search, beam, singles, f"{size} changes, exchange")
        best.append(beam[0])
        if is_met(search.judge, beam[0]) and not makes_worse(beam[0]):
            break
    return best


def _improved(
    search: Search, beam: list[Trial], singles: Sequence[Trial], label: str
) -> list[Trial]:
    """Return sets of a size after exchanges in the best one, for as long as it becomes better."""
    for number in range(1, MOST_EXCHANGES + 1):
        best = beam[0]
        exchanged = _exchanged(best, singles)
        beam = _best(search, [*beam, *_play(search, exchanged, EXCHANGES, f"{label} {number}")])
        if beam[0].changes == best.changes:
            break
    return beam


def is_met(judge: Judge, trial: Trial) -> bool:
    """Return whether all targets are clearly met: whichever fold is left out."""
    _, balance = judge.of(trial)
    return bool(balance.index.value[0] <= 0 and np.all(balance.index.leave_one_out <= 0))


def predicted(trial: Trial, single: Trial, sign: int = 1) -> FoldSums:
    """Predict the sums of a set with one more change, or without one: effects add up.

    With a, b and 0 the sums with the set, with the change and with neither, on the same deals,
    that is a + (b - 0); for a change played on fewer deals, with its effect scaled up.

    Parameters
    ----------
    sign : int
        1 adds the change, -1 takes it away.
    """
    scale = sign * trial.deals / single.deals
    return FoldSums(
        **{
            field.name: getattr(trial.sums, field.name)
            + (getattr(single.sums, field.name) - getattr(single.base, field.name)) * scale
            for field in fields(FoldSums)
        }
    )


def _best(search: Search, trials: Iterable[Trial]) -> list[Trial]:
    """Return the best trials with all deals, the one with the lowest index first.

    Those that leave an objective or card that they change worse than the band come last.
    """
    complete = [trial for trial in trials if trial.deals >= search.deals]
    index = {
        id(trial): (makes_worse(trial), float(search.judge.of(trial)[1].index.value[0]))
        for trial in complete
    }
    return sorted(complete, key=lambda trial: index[id(trial)])[:BEAM]


def _extended(
    beam: Sequence[Trial], singles: Sequence[Trial]
) -> Iterator[tuple[ChangeSet, FoldSums]]:
    """Yield each set of a beam with one more number changed, and its predicted sums."""
    for trial in beam:
        keys = {change.key for change in trial.changes}
        for single in singles:
            (change,) = single.changes
            if change.key not in keys:
                yield (*trial.changes, change), predicted(trial, single)


def _exchanged(best: Trial, singles: Sequence[Trial]) -> Iterator[tuple[ChangeSet, FoldSums]]:
    """Yield the best set with one change replaced by another, or one step further."""
    by_change = {single.changes[0]: single for single in singles}
    keys = {change.key for change in best.changes}
    for place, change in enumerate(best.changes):
        before, after = best.changes[:place], best.changes[place + 1 :]
        for single in singles:
            (new,) = single.changes
            step = new.now - new.was
            if new.key == change.key and step * (change.now - change.was) > 0:
                further = Change(change.key, change.was, change.now + step)
                yield (*before, further, *after), predicted(best, single)
            elif new.key not in keys and change in by_change:
                sums = predicted(best, by_change[change], -1)
                left = Trial(best.changes, best.match, sums, best.base)
                yield (*before, new, *after), predicted(left, single)


def _play(
    search: Search, sets: Iterable[tuple[ChangeSet, FoldSums]], most: int, label: str
) -> list[Trial]:
    """Play the sets with the best predictions, at most so many, and return the best of them."""
    arms = _promising(search, sets, most)
    return (
        _best(search, search.trials.play(arms, search.deals, label, search.judge)) if arms else []
    )


def _promising(
    search: Search, sets: Iterable[tuple[ChangeSet, FoldSums]], most: int
) -> dict[ChangeSet, Arm]:
    """Return the sets with the lowest predicted index that can be played, with their arms."""
    index: dict[frozenset[Change], tuple[float, ChangeSet]] = {}
    match = search.variant.match
    for changes, sums in sets:
        if not all(search.allowed(change) for change in changes):
            continue
        value = float(search.judge.aims.balance(sums, match).index.value[0])
        key = frozenset(changes)
        if key not in index or value < index[key][0]:
            index[key] = value, changes
    arms: dict[ChangeSet, Arm] = {}
    for _, changes in sorted(index.values(), key=lambda entry: entry[0]):
        if len(arms) == most:
            break
        ordered = tuple(sorted(changes, key=lambda change: change.key))
        try:
            arms[ordered] = arm_of(search.variant, ordered)
        except BalanceError:
            continue  # these changes cannot be combined: the next set takes the place
    return arms
