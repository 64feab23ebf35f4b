"""Search for the fewest changes of numbers that bring the tables of a scenario to its targets.

Single changes are played first.  The effect of several is predicted by adding up the effects of
each on the sums of the same deals; the most promising sets are played, and only results of played
sets count.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

import numpy as np

from balance.analysis.balance_index import Aims
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.sensitivity import Trial
from balance.errors import BalanceError
from balance.scenario.experiments import Arm
from balance.scenario.number_changes import Change
from balance.stats.picked import picked_z
from balance.tuning.tables import Candidate, ChangeSet, Tables

BEAM = 10  # sets of each size that are extended to the next size

Predicted: TypeAlias = tuple[ChangeSet, tuple[FoldSums, ...]]  # by table


@dataclass(frozen=True)
class Search:
    """Settings of the search.

    Attributes
    ----------
    allowed : function (change) -> bool
        Whether a number may have that value.
    enough : function (candidate) -> bool
        Asked of a set that clearly meets all targets, and leaves no objective or card that it
        changes worse than the band: whether the search ends there.
    candidates, exchanges, rounds : int
        How many sets of a size are played; how many that differ from the best one in one change, a
        round, and how many rounds of these.
    """

    tables: Tables
    allowed: Callable[[Change], bool]
    deals: int  # of a set that reaches the last round
    enough: Callable[[Candidate], bool] = lambda one: True
    candidates: int = 12
    exchanges: int = 8
    rounds: int = 4
    label: str = ""  # of what it plays, in the progress

    def most(self, size: int) -> int:
        """Return how many sets of up to a size are played at most, single changes left out."""
        return self.candidates * (size - 1) + self.exchanges * self.rounds * size


def best_sets(search: Search, singles: Sequence[Candidate], most: int) -> Iterator[Candidate]:
    """Yield the best played set of each size: of one change, of two, and so on.

    The search ends before `most` changes where a set is `Search.enough`.

    Parameters
    ----------
    singles : sequence of Candidate
        Single changes, as played; those that change no game are left out.
    most : int
        The largest size of a set.

    Raises
    ------
    Interrupted
    """
    singles = [one for one in singles if one.has_effect]
    beam = ranked(search, [one for one in singles if search.allowed(one.changes[0])])
    for size in range(1, most + 1):
        label = f"{search.label}sets of {size}"
        if size > 1:
            beam = _play(search, _extended(beam[:BEAM], singles), search.candidates, label)
        if not beam:
            break
        beam = _improved(search, beam, singles, f"{label}, one exchanged")
        yield beam[0]
        if is_met(search.tables, beam[0]) and not beam[0].is_worse and search.enough(beam[0]):
            break


def _improved(
    search: Search, beam: list[Candidate], singles: Sequence[Candidate], label: str
) -> list[Candidate]:
    """Return sets of a size after exchanges in the best one, for as long as it becomes better."""
    for number in range(1, search.rounds + 1):
        best, most = beam[0], search.exchanges
        exchanged = _exchanged(best, singles)
        beam = ranked(search, [*beam, *_play(search, exchanged, most, f"{label}, {number}")])
        if beam[0].changes == best.changes:
            break
    return beam


def is_met(tables: Tables, one: Candidate) -> bool:
    """Return whether all targets are clearly met: whichever fold is left out."""
    return all(
        index.value[0] <= 0 and np.all(index.leave_one_out <= 0)
        for index in tables.by_bot(one.sums)
    )


def may_be_better(
    search: Search, changes: ChangeSet, most: int, goals: Sequence[Aims]
) -> tuple[int, int, int] | None:
    """Return how many other sets were played, and how many of them may be better than one of them.

    On the deals of the search, with intervals that hold for all of them at once.  A set is worse if
    its index clearly is, or where it clearly misses a target and the set in question none.

    Parameters
    ----------
    most : int
        Changes of a set that counts.
    goals : sequence of Aims
        What is wanted, by table.

    Returns
    -------
    counts : (int, int, int) or None
        The third one is `most`.  None if the set itself was not played whole.
    """
    sets = {one.changes: one for one in search.tables.played if len(one.changes) <= most}
    known = {one.changes: one for one in search.tables.played if one.deals >= search.deals}
    if changes not in known:
        return None
    sets.pop(changes, None)
    own = known[changes]
    is_whole = is_met(search.tables, own)
    index, z = search.tables.index(own.sums), picked_z(max(len(sets), 1))
    measures = [(place, name) for place, aims in enumerate(goals) for name in aims.of]
    z_of_each = picked_z(max(len(sets) * len(measures), 1))

    def misses(one: Candidate) -> bool:
        for place, name in measures:
            trial, aim = one.trials[place], goals[place].of[name]
            seen = goals[place].measure(name).of(trial.sums, trial.match).estimate(z_of_each)
            if seen.low[0] > aim.high or seen.high[0] < aim.low:
                return True
        return False

    worse = sum(
        bool((search.tables.index(one.sums) - index).estimate(z).low[0] > 0)
        or (is_whole and misses(one))
        for one in sets.values()
    )
    return len(sets), len(sets) - worse, most


def predicted(one: Candidate, single: Candidate, sign: int = 1) -> tuple[FoldSums, ...]:
    """Predict the sums of a set with one more change, or without one: effects add up.

    Parameters
    ----------
    sign : int
        1 adds the change, -1 takes it away.

    Returns
    -------
    sums : tuple of FoldSums
        By table.
    """
    return tuple(
        _predicted(trial, change, sign)
        for trial, change in zip(one.trials, single.trials, strict=True)
    )


def _predicted(trial: Trial, single: Trial, sign: int) -> FoldSums:
    """Return the same at one table, in fewer folds, as thousands of sets are predicted.

    With a, b and 0 the sums with the set, with the change and with neither, on the same deals,
    that is a + (b - 0); for a change played on fewer deals, with its effect scaled up.
    """
    scale = sign * trial.deals / single.deals
    with_set, without, with_one = trial.sums.few, single.base.few, single.sums.few
    return FoldSums(
        **{
            field.name: getattr(with_set, field.name)
            + (getattr(with_one, field.name) - getattr(without, field.name)) * scale
            for field in fields(FoldSums)
        }
    )


def ranked(search: Search, candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates with all deals, the one with the lowest index first.

    Those that leave an objective or card that they change worse than the band come last.
    """
    complete = [one for one in candidates if one.deals >= search.deals]
    rank = {
        id(one): (one.is_worse, float(search.tables.index(one.sums).value[0])) for one in complete
    }
    return sorted(complete, key=lambda one: rank[id(one)])


def _extended(beam: Sequence[Candidate], singles: Sequence[Candidate]) -> Iterator[Predicted]:
    """Yield each set of a beam with one more number changed, and its predicted sums."""
    for one in beam:
        keys = {change.key for change in one.changes}
        for single in singles:
            (change,) = single.changes
            if change.key not in keys:
                yield (*one.changes, change), predicted(one, single)


def _exchanged(best: Candidate, singles: Sequence[Candidate]) -> Iterator[Predicted]:
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
                left = tuple(
                    replace(trial, sums=of) for trial, of in zip(best.trials, sums, strict=True)
                )
                yield (*before, new, *after), predicted(replace(best, trials=left), single)


def _play(search: Search, sets: Iterable[Predicted], most: int, label: str) -> list[Candidate]:
    """Play the sets with the best predictions, at most so many, and return the best of them."""
    arms = _promising(search, sets, most)
    return ranked(search, search.tables.play(arms, search.deals, label)) if arms else []


def _promising(
    search: Search, sets: Iterable[Predicted], most: int
) -> dict[ChangeSet, list[Arm | None]]:
    """Return the sets with the lowest predicted index that can be played, with their tables."""
    index: dict[frozenset[Change], tuple[float, ChangeSet]] = {}
    for changes, sums in sets:
        if not all(search.allowed(change) for change in changes):
            continue
        value = float(search.tables.index(sums).value[0])
        key = frozenset(changes)
        if key not in index or value < index[key][0]:
            index[key] = value, changes
    arms: dict[ChangeSet, list[Arm | None]] = {}
    for _, changes in sorted(index.values(), key=lambda entry: entry[0]):
        if len(arms) == most:
            break
        ordered = tuple(sorted(changes, key=lambda change: change.key))
        try:
            arms[ordered] = search.tables.arms(ordered)
        except BalanceError:
            continue  # these changes cannot be combined: the next set takes the place
    return arms
