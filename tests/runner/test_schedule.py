"""Pieces: all deals once, of about the same time, within the blocks of merged shards."""

import pytest

from balance.runner.schedule import PieceSize, Schedule, WorkerSpeed
from balance.store.shards import DealRange


def cut(deals, size, deals_per_second, workers=2, first=0):
    """Return the pieces of so many deals that are played at a known speed."""
    speed = WorkerSpeed()
    if deals_per_second:
        speed.note(deals_per_second, 1.0)
    ranges = [(0, DealRange(first, first + deals - 1))]
    schedule = Schedule(ranges, size, [speed], workers)
    pieces = []
    while (piece := schedule.next_piece()) is not None:
        pieces.append(piece.deals)
    return pieces


def test_all_deals_are_in_one_piece():
    pieces = cut(1_000, PieceSize(0.5, 0.1), 100)
    assert [number for one in pieces for number in range(one.first, one.last + 1)] == list(
        range(1_000)
    )


def test_pieces_take_the_time_wanted_and_less_at_the_end():
    sizes = [one.deals for one in cut(1_000, PieceSize(0.5, 0.1), 100)]
    assert sizes[:10] == pytest.approx([50] * 10, abs=1)
    assert sizes[-3:-1] == pytest.approx([10] * 2, abs=1)


def test_a_piece_is_a_single_deal_as_long_as_the_speed_is_not_known():
    assert [one.deals for one in cut(4, PieceSize(9, 9), 0)] == [1, 1, 1, 1]


def test_no_piece_has_more_deals_than_the_most():
    assert max(one.deals for one in cut(100, PieceSize(9, 9, most=7), 100)) == 7


def test_pieces_lie_in_blocks_and_cut_them_evenly():
    pieces = cut(1_000, PieceSize(1, 1, block=100), 30, first=50)
    assert all(one.first // 100 == one.last // 100 for one in pieces)
    assert min(one.deals for one in pieces[:-1]) >= 25


def test_a_piece_that_was_put_back_is_cut_again():
    schedule = Schedule([(0, DealRange(0, 9))], PieceSize(), [WorkerSpeed()], 1)
    piece = schedule.next_piece()
    schedule.put_back(piece)
    assert schedule.next_piece() == piece


def test_tracks_are_cut_one_after_the_other_each_at_its_own_speed():
    slow, fast = WorkerSpeed(), WorkerSpeed()
    slow.note(1, 1.0)
    fast.note(1_000, 1.0)
    ranges = [(0, DealRange(0, 2)), (1, DealRange(0, 999))]
    schedule = Schedule(ranges, PieceSize(0.2), [slow, fast], 1)
    pieces = [schedule.next_piece() for _ in range(4)]
    assert [one.track for one in pieces] == [0, 0, 0, 1]
    assert [one.deals.deals for one in pieces] == pytest.approx([1, 1, 1, 200], abs=1)


def test_speed_follows_the_latest_pieces_and_long_ones_count_more():
    speed = WorkerSpeed()
    assert speed.deals_per_second == 0
    speed.note(1, 0.001)
    speed.note(100, 1.0)
    assert speed.deals_per_second == pytest.approx(100, rel=0.01)
    for _ in range(20):
        speed.note(500, 1.0)
    assert speed.deals_per_second == pytest.approx(500, rel=0.01)


def test_what_the_first_call_loads_does_not_count_as_the_speed() -> None:
    now, calls = 0.0, []

    def play(deals: int) -> None:
        nonlocal now
        calls.append(deals)
        now += 0.001 * deals + (0.5 if len(calls) == 1 else 0.0)

    speed = WorkerSpeed()
    speed.measure(play, 1 << 14, 0.02, lambda: now)
    assert speed.deals_per_second == pytest.approx(1000)
    assert calls[:3] == [1, 1, 4]
    calls.clear()
    slow = WorkerSpeed()
    slow.measure(lambda deals: play(10_000), 1 << 14, 0.02, lambda: now)
    assert calls == [10_000]  # ten seconds are not played twice
