"""Sums cannot wrap: at any magnitude they are those of Python's own integers."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from balance.analysis.metrics.deal_sums import MOST, Histogram, RatioSums
from balance.store.shards import CellShards, DealRange
from balance.store.sums import exact, halves, whole
from tests.sections import METRICS

MAGNITUDES = st.integers(0, 40).flatmap(lambda bits: st.integers(-(2**bits), 2**bits))


def of_deals(numbers: st.SearchStrategy[int]) -> st.SearchStrategy[Any]:
    return st.integers(1, 20).flatmap(
        lambda deals: st.lists(st.tuples(*[numbers] * 4), min_size=deals, max_size=deals)
    )


@given(of_deals(MAGNITUDES), st.integers(1, 10**6))
def test_sums_of_ratios_are_exact_however_often_they_are_added(rows, times) -> None:
    """Adding up so many equal batches is done in Python; here the last two are added."""
    pairs = [(row[0], abs(row[1])) for row in rows]
    x, y = (np.array(column) for column in zip(*pairs, strict=True))
    sums = RatioSums.of(x, y)
    grown = RatioSums(*(exact(np.asarray(a.astype(object) * times)) for a in vars(sums).values()))
    both = grown + sums
    expected = [
        sum(a for a, _ in pairs), sum(b for _, b in pairs), sum(a * a for a, _ in pairs),
        sum(a * b for a, b in pairs), sum(b * b for _, b in pairs), sum(b > 0 for _, b in pairs),
    ]  # fmt: skip
    assert [int(value) for value in vars(sums).values()] == expected
    assert [int(value) for value in vars(both).values()] == [(times + 1) * n for n in expected]


@given(st.lists(st.integers(-(2**100), 2**100), min_size=1, max_size=5))
def test_large_numbers_are_stored_as_two_halves(numbers) -> None:
    values = np.array(numbers, object)
    assert whole(*halves(values)).tolist() == numbers


def test_numbers_just_below_the_edge_are_added_without_wrapping() -> None:
    edge = np.array([2**62 - 1, 1 - 2**62])
    twice = exact(edge + edge)
    assert twice.dtype == object
    assert twice.tolist() == [2**63 - 2, 2 - 2**63]
    assert exact(twice + twice).tolist() == [2**64 - 4, 4 - 2**64]


def test_a_shard_holds_large_numbers(tmp_path) -> None:
    large = RatioSums(*(np.array([10**30 + n, 5 - 10**25], object) for n in range(6)))
    shards = CellShards(tmp_path, "cell", "key")
    for first in (0, 10):
        shards.write(DealRange(first, first + 9), {"metric": large})
    shards.merge()
    (deals,) = shards.stored()
    read = shards.read(deals, {"metric": RatioSums})["metric"]
    for one, two in zip(vars(read).values(), vars(large).values(), strict=True):
        assert one.tolist() == [2 * number for number in two]


@given(arrays(np.int64, st.integers(1, 30), elements=MAGNITUDES))
def test_a_histogram_counts_all_numbers_and_is_near_them(values) -> None:
    counts = Histogram.of(values)
    assert counts.frequencies.sum() == len(values)
    found = np.repeat(counts.values, counts.frequencies)
    assert (np.abs(found - np.sort(values)) <= np.abs(np.sort(values)) / 100).all()
    small = np.abs(np.sort(values)) <= MOST
    assert (found[small] == np.sort(values)[small]).all()
    assert counts.standard_deviation() == pytest.approx(
        values.astype(float).std(), rel=0.02, abs=np.abs(values).max() / 100
    )


SCALES = (1, 10**3, 10**5, 10**7)  # the last one: scores of up to a billion, the most of int32


@pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
def test_sums_of_scores_of_any_size_are_those_of_small_ones_times_a_power(
    make_match, make_records, metric
) -> None:
    match = make_match(seats=4, cards=["a", "b"], objectives=["x", "y"], last_round=True)
    if not metric.applies(match):
        match = make_match(seats=1, objectives=["x", "y"], rival="Realm")
    rng, games, players = np.random.default_rng(4), 400, match.game_table.num_seats
    sides = players + bool(match.game_table.rival)
    parts = rng.integers(0, 50, (games, sides, 2))
    records = make_records(
        match,
        np.eye(players, dtype=int)[rng.integers(0, players, games)],
        parts=parts,
        scores=parts.sum(axis=2),
        rounds=rng.integers(5, 9, games),
        kept=rng.integers(0, 2, (games, sides)),
        dealt=np.broadcast_to([0, 1], (games, players, 2)),
        **({"available": rng.integers(0, 2, (games, 2))} if players > 1 else {}),
        **({"before_last": parts[:, :, 0]} if players > 1 else {}),
    )
    small = metric.tally(records, match).arrays()
    for scale in SCALES:
        large = records.copy()
        for name in {"scores", "parts", "before_last"} & set(records.dtype.names):
            large[name] *= scale
        once = metric.tally(large, match)
        twice = (once + once).arrays()
        for name, values in once.arrays().items():
            if not name.endswith(("counts", "below")):  # of histograms, which grow
                exactly = small[name].astype(object)
                powers = [values == exactly * scale**k for k in range(3)]
                assert np.any(powers, axis=0).all(), name
                assert (twice[name] == values.astype(object) * 2).all()
