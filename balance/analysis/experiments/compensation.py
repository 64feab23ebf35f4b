"""Starting goods that would make the seats even, known to players of Go as komi.

Each seat in turn starts with more, all else being equal and on the same deals. The change of all
win rates per unit shows how much each seat should get.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import SEAT
from balance.analysis.metrics.fold_sums import folds_of
from balance.scenario.experiments import COMPENSATION
from balance.stats.intervals import Floats
from balance.stats.jackknife import Replicates, estimate, paired
from balance.stats.multiple_testing import familywise
from balance.stats.picked import widening

ALL = 0  # rows of replicates: all deals first, then without each fold
TRIES = 8  # steps to find the amounts between which the compensations lie


@dataclass(frozen=True)
class Compensation:
    """The starting goods that would make the seats of a cell even."""

    rows: pd.DataFrame  # see `compensation`
    good: str  # that they start with
    most: int  # the largest amount that was tried
    # What was played: seat, amount, and the seat's own win rate as value, low, high.
    played: pd.DataFrame


@dataclass(frozen=True)
class _Lines:
    """The change of win rates by amounts for each seat, as straight lines: at + slope * amount."""

    at: Floats  # shape (replicates, seats that win, seats that get)
    slope: Floats  # the same shape

    def changes(self, amounts: Floats) -> Floats:
        """Return the changes of all win rates by amounts per seat: shape (replicates, seats)."""
        return np.asarray(self.effects(amounts).sum(axis=2))

    def effects(self, amounts: Floats) -> Floats:
        """Return the same by the seat that gets: shape (replicates, seats that win, that get)."""
        return self.at + self.slope * amounts


@dataclass(frozen=True)
class _Curves:
    """Lines from 0 to the smallest amount, from there to the next, and so on."""

    amounts: Sequence[int]  # at which they end, rising; the last one is extended
    lines: Sequence[_Lines]

    def near(self, amounts: Floats) -> _Lines:
        """Return the lines on which amounts, one per seat, lie."""
        places = np.searchsorted(self.amounts[:-1], amounts)
        some = [self.lines[place] for place in places]
        return _Lines(
            np.stack([one.at[:, :, seat] for seat, one in enumerate(some)], axis=2),
            np.stack([one.slope[:, :, seat] for seat, one in enumerate(some)], axis=2),
        )


def compensation(cell: CellResult) -> Compensation | None:
    """Return the compensation of each seat; None if it was not tried, or has no control.

    With c_s more for each seat s the win rates are w + sum of f_s(c_s), where f_s is the effect of
    amounts for seat s: linear from 0 to the smallest amount that was tried, and from there to the
    next, as the first unit of a good is often worth the most.  Solved for equal win rates, by least
    squares, with 0 for the seat that needs least, as giving the same to all changes nothing. Errors
    by the jackknife over the folds that all arms share; a compensation is a ratio, so its interval
    is a good one while the effect of the good is many errors from 0.

    Returns
    -------
    found : Compensation
        A row a seat: seat; is_base (the one that needs none); deals (of its arms); whole (the
        amount in whole pieces, see `_whole_set`); bend_p (that one more is worth the same after
        some as at first, corrected for the seats); is_beyond (needs more than the largest amount
        that was tried: then ``more_`` is nan); and estimates, each as value, low, high
        after a prefix: ``rate_`` (win rate as it is), ``gain_`` (of its own win rate from one
        more), ``bend_`` (by how much that changes from the smallest to the largest amount),
        ``more_`` (of the good; the seat that needs none may need some, should another need
        least) and ``even_`` (win rate with the whole amounts).

    References
    ----------
    Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982, chapter 3.
    """
    control, arms = cell.controlled(COMPENSATION)
    seats = cell.match.game_table.num_seats
    amounts = sorted({one.arm.amount for one in arms})
    if control is None or len(arms) < seats * len(amounts) or len(amounts) < 2:
        return None
    base = SEAT.rates(folds_of(control.sums), cell.match, step=0.0)
    rates = {
        (int(one.arm.subject), one.arm.amount): SEAT.rates(
            folds_of(one.totals), one.arm.match, step=0.0
        )
        for one in arms
    }
    now = _stacked(base)
    curves = _curves(rates, now, amounts)
    none = max(range(seats), key=lambda seat: _least(_needed(curves, now, seat)))
    more = _needed(curves, now, none)
    is_beyond = more[ALL] > amounts[-1]
    whole = _whole_set(curves, now[ALL])
    even = now + curves.near(whole).changes(whole)
    folds = np.minimum(base.folds, np.min([one.folds for one in rates.values()], axis=0))
    own = np.einsum("rss->rs", curves.lines[0].slope)
    columns = {"rate_": base}
    more = np.where(is_beyond, np.nan, more)  # what was not played is not known
    columns |= {
        name: Replicates(values[ALL], values[1:], folds)
        for name, values in (("gain_", own), ("more_", more), ("even_", even))
    }
    bend, p = _bends(rates, base, amounts)
    table: dict[str, object] = {
        "seat": np.arange(1, seats + 1),
        "is_base": np.arange(seats) == none,
        "deals": min(one.deals for one in arms),
        "whole": whole.astype(int),
        "is_beyond": is_beyond,
        "bend_p": familywise(p),
    }
    for prefix, some in {**columns, "bend_": bend}.items():
        seen = estimate(some)
        table |= {f"{prefix}{part}": getattr(seen, part) for part in ("value", "low", "high")}
    rows = pd.DataFrame(table)
    rows.loc[none, "more_high"] = _most_of_base(rows, none)
    good = next(iter(cell.match.game.experiments.extra_goods), "")
    return Compensation(rows, good, amounts[-1], _played(rates))


def _most_of_base(rows: pd.DataFrame, none: int) -> float:
    """Return how much the seat that needs none may need, should another seat need least.

    nan where one has no interval.
    """
    others = rows[(rows["seat"] != none + 1) & ~rows["is_beyond"]]
    below = others["more_value"] - others["more_low"]
    least = others["more_value"] - widening(max(len(others), 1)) * below
    return float(np.maximum(-least.to_numpy(), 0.0).max()) if len(others) else 0.0


def _played(rates: dict[tuple[int, int], Replicates]) -> pd.DataFrame:
    """Return the win rate of each seat with each amount that it got."""
    rows = []
    for (seat, amount), rate in rates.items():
        own = estimate(rate.take([seat]))
        ends = {part: float(getattr(own, part)[0]) for part in ("value", "low", "high")}
        rows.append({"seat": seat + 1, "amount": amount, **ends})
    return pd.DataFrame(rows).sort_values(["seat", "amount"], ignore_index=True)


def _stacked(some: Replicates) -> Floats:
    """Return replicates as rows, all deals first."""
    return np.concatenate([some.value[None], some.leave_one_out])


def _curves(
    rates: dict[tuple[int, int], Replicates], now: Floats, amounts: Sequence[int]
) -> _Curves:
    """Return the effect of amounts for each seat, from the win rates with and without them."""
    seats = range(now.shape[1])
    before, low = np.zeros((*now.shape, len(seats))), 0
    lines = []
    for high in amounts:
        after = np.stack([_stacked(rates[seat, high]) - now for seat in seats], axis=2)
        slope = (after - before) / (high - low)
        lines.append(_Lines(before - slope * low, slope))
        before, low = after, high
    return _Curves(amounts, lines)


def _whole_set(curves: _Curves, now: Floats) -> Floats:
    """Return whole amounts, one per seat, that leave the least largest deviation from even.

    Of all sets within the amounts that were tried, at least one of them 0, as a seat gains at the
    cost of the others: amounts that are rounded each by itself may all err to the same side.  Of
    equal ones that with the least in all.

    Parameters
    ----------
    now : float64 array, shape (seats,)
        The win rates without any.
    """
    seats, most = len(now), int(curves.amounts[-1])
    if not np.isfinite(now).all():
        return np.zeros(seats)
    gains = np.stack(
        [
            curves.near(np.full(seats, float(amount))).effects(np.full(seats, float(amount)))[ALL]
            for amount in range(most + 1)
        ]
    )  # of an amount, on a seat that wins, by the seat that gets it
    rates, sets = now[None], np.zeros((1, 0), np.int64)
    for seat in range(seats):
        rates = (rates[:, None] + gains[None, :, :, seat]).reshape(-1, seats)
        each = np.tile(np.arange(most + 1), len(sets))
        sets = np.column_stack([np.repeat(sets, most + 1, axis=0), each])
    off = np.abs(rates - 1 / seats).max(axis=1)
    off[sets.min(axis=1) > 0] = np.inf
    order = np.lexsort([sets.sum(axis=1), np.round(off, 9)])
    return np.asarray(sets[order[0]], np.float64)


def _least(needed: Floats) -> float:
    """Return the smallest amount that any seat needs, from all deals."""
    return float(np.nan_to_num(needed[ALL].min(), nan=-np.inf))


def _needed(curves: _Curves, now: Floats, none: int) -> Floats:
    """Return the amounts that the seats need, (replicates, seats), one of them 0; nan if unknown.

    Solved on straight lines, and again on the lines on which the solution lies.
    """
    seats = now.shape[1]
    rest = [seat for seat in range(seats) if seat != none]
    needed = np.zeros(now.shape)
    for _ in range(TRIES):
        lines = curves.near(needed[ALL])
        wanted = 1 / seats - now - lines.at.sum(axis=2)
        if not (np.isfinite(lines.slope).all() and np.isfinite(wanted).all()):
            return np.full(now.shape, np.nan)
        before = needed[ALL].copy()
        needed[:, rest] = np.einsum("rst,rt->rs", np.linalg.pinv(lines.slope[:, :, rest]), wanted)
        if np.allclose(before, needed[ALL]):
            break
    return needed


def _bends(
    rates: dict[tuple[int, int], Replicates], base: Replicates, amounts: Sequence[int]
) -> tuple[Replicates, NDArray[np.float64]]:
    """Return how much the gain per unit differs between amounts, and p for no difference."""
    few, many = amounts[0], amounts[-1]

    def own(seat: int) -> tuple[Replicates, Replicates]:
        first, last = rates[seat, few].take([seat]), rates[seat, many].take([seat])
        return _scaled(first - base.take([seat]), 1 / few), _scaled(last - first, 1 / (many - few))

    pairs = [own(seat) for seat in range(len(base.value))]
    early, late = (
        Replicates(
            np.concatenate([pair[side].value for pair in pairs]),
            np.concatenate([pair[side].leave_one_out for pair in pairs], axis=1),
            np.concatenate([pair[side].folds for pair in pairs]),
        )
        for side in (0, 1)
    )
    return late - early, paired(early, late).p


def _scaled(some: Replicates, factor: float) -> Replicates:
    return Replicates(some.value * factor, some.leave_one_out * factor, some.folds)
