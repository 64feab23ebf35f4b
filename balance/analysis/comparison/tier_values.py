"""Findings by tier: their values, their errors, and their slope along the tiers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.arm_sums import entry_sums
from balance.analysis.measures import CATALOGUE, DEALT, EXCESS, KEPT, PACE, SEATS
from balance.analysis.metrics.cards import CardSums, with_and_without
from balance.analysis.metrics.fold_sums import FOLDS, folds_of
from balance.analysis.readings import CellMeasures
from balance.scenario.cells import TIER, VARIANT
from balance.scenario.experiments import BAN, GIFT
from balance.stats.intervals import Floats, critical_value
from balance.stats.jackknife import Replicates
from balance.stats.trend import Studies

NOTHING = 1e-12  # rounding leaves an error of this size where all folds are equal
FEW_GROUPS = 32  # of folds, where a tier has fewer deals than there are folds
FORCED, OPTION, OWNED, CARDS, CHANGES = "forced", "option", "owned", "cards", "changes"
_OF_ARMS = {
    OPTION: (BAN, -1.0),
    OWNED: (GIFT, 1.0),
}  # what a ban costs is the value of having the choice
HEADLINES = (SEATS, PACE)  # few numbers, adjusted together by Holm


@dataclass(frozen=True)
class Place:
    """A grid point without the tier axis: the cells that differ in the tier only."""

    name: str  # empty where tiers are all there is
    cells: tuple[CellResult | None, ...]  # by tier; None where no game ended

    @property
    def some(self) -> CellResult:
        """One of its cells: all have the same table, and so the same cards and objectives."""
        return next(cell for cell in self.cells if cell is not None)


@dataclass(frozen=True)
class FindingSet:
    """Findings of one sort, as estimated in each tier.

    Attributes
    ----------
    about : DataFrame
        A row a finding: topic, place, key, measure, id, kind, unit, has_zero (whether it may be
        nothing), scale (of a number, its size).
    """

    about: pd.DataFrame
    seen: Studies  # by tier, in the same order


def pieces_of(places: Sequence[Place]) -> list[FindingSet]:
    """Return all findings.

    All findings of the first place; of other variants only the topics that no earlier place has;
    and what the other places change compared with the first.
    """
    measures = [_measured(place) for place in places]
    both = list(zip(places, measures, strict=True))
    pieces: list[FindingSet | None] = []
    topics: set[str] = set()
    for place, of_tiers in both:
        of_variant = set(place.some.axes) <= {TIER, VARIANT}
        pieces.append(_of_folds(place, of_tiers, topics if of_variant else set()))
        if pieces[-1] is not None:
            topics |= set(pieces[-1].about["topic"])
    pieces += [_of_arms(place) for place in places]
    pieces += [_of_cards(place) for place in places[:1] if "cards" in place.some.sums]
    pieces += [_changes(place, of_tiers, measures[0]) for place, of_tiers in both[1:]]
    return [piece for piece in pieces if piece is not None]


def _measured(place: Place) -> list[CellMeasures | None]:
    """Return the measures of each tier, with the same number of folds in all tiers."""
    fewest = min(cell.deals for cell in place.cells if cell is not None)
    return [
        None if cell is None else (cell if fewest >= FOLDS else _gathered(cell)).measures.compared
        for cell in place.cells
    ]


def _gathered(cell: CellResult) -> CellResult:
    """Return a cell whose folds are merged into a few groups of deals."""
    grouped = folds_of(cell.sums).mapped(
        lambda counts: counts.reshape(FOLDS // FEW_GROUPS, FEW_GROUPS, *counts.shape[1:]).sum(0)
    )
    return replace(cell, sums={**cell.sums, "folds": grouped})


def _of_folds(
    place: Place, measures: Sequence[CellMeasures | None], but: Collection[str]
) -> FindingSet | None:
    """Return the findings on seats, pace and objectives, without some topics."""
    topics = _topics(place.some)
    rows = [
        {**row, "topic": topic, "place": place.name, "has_zero": row["unit"] == EXCESS}
        for row in _about_all(measures)
        if (topic := topics.get(row["key"], "")) and topic not in but
    ]
    return _piece(rows, [(measure, None) for measure in measures])


def _topics(cell: CellResult) -> Mapping[str, str]:
    """Return the topics of the measures that are findings of tiers, by key."""
    is_assigned = folds_of(cell.sums).is_assigned
    others = {DEALT: "", KEPT: FORCED} if is_assigned else {}
    return {
        item.key: others.get(measure.topic, measure.topic)
        for measure in CATALOGUE
        if measure.is_main
        for item in measure.items(cell.match)
    }


def _changes(
    place: Place,
    measures: Sequence[CellMeasures | None],
    first: Sequence[CellMeasures | None],
) -> FindingSet | None:
    """Return what a place changes compared with the first, as a finding of each tier."""
    shared, topics = {str(row["key"]) for row in _about_all(first)}, _topics(place.some)
    rows = [
        {
            **row, "key": f"{place.name}: {row['key']}", "of": row["key"], "topic": CHANGES,
            "place": place.name, "has_zero": True,
        }
        for row in _about_all(measures)
        if row["key"] in shared and topics.get(row["key"]) in HEADLINES
    ]  # fmt: skip
    return _piece(rows, list(zip(measures, first, strict=True)))


def _about_all(measures: Sequence[CellMeasures | None]) -> list[dict[str, str]]:
    """Return the descriptions of the measures that any tier has, each once."""
    rows: dict[str, dict[str, str]] = {}
    for measure in measures:
        for row in [] if measure is None else measure.about.to_dict("records"):
            rows.setdefault(row["key"], {str(name): str(text) for name, text in row.items()})
    return list(rows.values())


def _piece(
    rows: list[dict[str, object]],
    measures: Sequence[tuple[CellMeasures | None, CellMeasures | None]],
) -> FindingSet | None:
    """Return findings from the folds of each tier, or from differences of folds."""
    if not rows:
        return None
    keys = [str(row.get("of", row["key"])) for row in rows]
    groups = min(len(one.values.leave_one_out) for one, _ in measures if one is not None)
    own = [_taken(one, keys, groups) for one, _ in measures]
    base = [None if other is None else _taken(other, keys, groups) for _, other in measures]
    tiers = [one if two is None else one - two for one, two in zip(own, base, strict=True)]
    sizes = np.stack([(two or one).value for one, two in zip(own, base, strict=True)])
    about = pd.DataFrame(rows).drop(columns="of", errors="ignore")
    about["scale"] = np.nanmax(np.abs(sizes), axis=0, initial=0.0)
    return FindingSet(about, _together(tiers))


def _together(tiers: Sequence[Replicates]) -> Studies:
    """Return the estimates of all tiers with their joint errors, as they share their deals."""
    value = np.stack([one.value for one in tiers])
    # Tiers share the deals' noise, not the allowance for unseen deals.
    covariance = np.stack([np.stack([one.covariance(two) for two in tiers]) for one in tiers])
    for place, one in enumerate(tiers):
        error = one.errors()
        # A number that never varied, to which no unseen deals are added, has no known error.
        covariance[place, place] = np.where(error < NOTHING, np.nan, error) ** 2
    degrees = np.stack([one.folds for one in tiers]) - 1.0
    return Studies(value, covariance, np.asarray(degrees))


def _taken(measures: CellMeasures | None, keys: Sequence[str], groups: int) -> Replicates:
    """Return the measures of these keys; nan where a tier has none."""
    shape = len(keys)
    unseen = np.zeros(shape)
    nothing = Replicates(
        np.full(shape, np.nan), np.full((groups, shape), np.nan), np.zeros(shape, np.int64), unseen
    )
    # With different numbers of folds a difference has no interval.
    if measures is None or len(measures.values.leave_one_out) != groups:
        return nothing
    there = [place for place, key in enumerate(keys) if key in measures.places]
    some = measures.values.take([measures.places[keys[place]] for place in there])
    nothing.value[there], nothing.folds[there] = some.value, some.folds
    nothing.leave_one_out[:, there] = some.leave_one_out
    unseen[there] = some.unseen
    return nothing


def _of_arms(place: Place) -> FindingSet | None:
    """Return the option and possession values of each card, from experiments."""
    results = [None if cell is None else _measured_arms(cell) for cell in place.cells]
    rows = [{**row, "place": place.name, "has_zero": True} for row in _about_all(results)]
    return _piece(rows, [(result, None) for result in results])


def _measured_arms(cell: CellResult) -> CellMeasures | None:
    """Return what each card's ban costs and its gift brings, relative to an equal share of wins."""
    equal = 1 / cell.match.game_table.num_seats
    cards = {piece.id: piece for piece in cell.match.game_table.cards}
    rows, results = [], []
    for topic, (kind, sign) in _OF_ARMS.items():
        for played in cell.arms_of(kind):
            sums, piece = entry_sums(played), cards[played.arm.subject]
            rows.append(
                {
                    "topic": topic, "key": f"{topic} {piece.id}", "measure": piece.name,
                    "id": piece.id, "kind": piece.kind, "unit": EXCESS,
                }
            )  # fmt: skip
            rate = sums.win_rate()
            results.append(
                (sign * (rate.value - equal), sign * (rate.leave_one_out - equal), rate.folds)
            )
    if not results:
        return None
    value, without, folds = (np.concatenate(part, axis=-1) for part in zip(*results, strict=True))
    return CellMeasures(pd.DataFrame(rows), Replicates(value, without, folds))


def _of_cards(place: Place) -> FindingSet:
    """Return the correlational difference of each card: win rates with it less without it."""
    pieces = place.some.match.game_table.cards
    results = [_apart(cell, len(pieces)) for cell in place.cells]
    value, error, degrees = (np.stack(part) for part in zip(*results, strict=True))
    rows = [
        {
            "topic": CARDS, "place": place.name, "key": f"card {piece.id}", "measure": piece.name,
            "id": piece.id, "kind": piece.kind, "unit": EXCESS, "has_zero": True, "scale": 1.0,
        }
        for piece in pieces
    ]  # fmt: skip
    covariance = np.zeros((len(value), *value.shape))
    covariance[np.arange(len(value)), np.arange(len(value))] = error**2
    there = np.isfinite(error).any(axis=0)
    seen = Studies(value[:, there], covariance[:, :, there], degrees[:, there])
    return FindingSet(pd.DataFrame(rows)[there].reset_index(drop=True), seen)


def _apart(cell: CellResult | None, cards: int) -> tuple[Floats, Floats, Floats]:
    """Return a tier's differences, their errors and degrees of freedom, by card."""
    nothing = np.full(cards, np.nan)
    if cell is None or "cards" not in cell.sums:
        return nothing, nothing, np.ones(cards)
    sums = cell.sums_of("cards", CardSums)
    with_it, without, apart, _ = with_and_without(sums, folds_of(cell.sums), cell.match)
    units = np.minimum(with_it.units, without.units)
    error = (apart.high - apart.value) / critical_value(units)
    return apart.value, np.where(error <= 0, np.nan, error), np.maximum(units - 1.0, 1.0)


def all_findings(pieces: Sequence[FindingSet]) -> FindingSet:
    """Return all findings in one."""
    parts = [
        np.concatenate([getattr(piece.seen, name) for piece in pieces], axis=-1)
        for name in ("value", "covariance", "degrees")
    ]
    return FindingSet(
        pd.concat([piece.about for piece in pieces], ignore_index=True), Studies(*parts)
    )
