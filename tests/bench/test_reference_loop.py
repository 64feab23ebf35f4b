"""The loop that all speeds are held against is the same for ever."""

import pytest

from balance.bench import reference_loop
from balance.bench.reference_loop import ReferenceLoop


def test_the_yardstick_never_changes():
    assert ReferenceLoop().walk(1000) == 7179


def test_it_walks_the_same_way_each_time():
    one = ReferenceLoop()
    assert one.walk(300) == one.walk(300) != one.walk(301)


def test_its_rate_is_in_million_steps_a_second(monkeypatch):
    monkeypatch.setattr(reference_loop, "STEPS", 3000)
    clock = iter([1.0, 1.5])
    monkeypatch.setattr(reference_loop.time, "process_time", lambda: next(clock))
    assert ReferenceLoop().rate() == pytest.approx(0.006)
