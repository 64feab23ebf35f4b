"""The loop that all speeds are held against is the same for ever."""

import pytest

from balance.bench import yardstick
from balance.bench.yardstick import Yardstick


def test_the_yardstick_never_changes():
    assert Yardstick().walk(1000) == 7179


def test_it_walks_the_same_way_each_time():
    one = Yardstick()
    assert one.walk(300) == one.walk(300) != one.walk(301)


def test_its_rate_is_in_million_steps_a_second(monkeypatch):
    monkeypatch.setattr(yardstick, "STEPS", 3000)
    clock = iter([1.0, 1.5])
    monkeypatch.setattr(yardstick.time, "process_time", lambda: next(clock))
    assert Yardstick().rate() == pytest.approx(0.006)
