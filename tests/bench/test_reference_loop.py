"""The reference loop of all speeds never changes."""

import pytest

from balance.bench import reference_loop
from balance.bench.reference_loop import ReferenceLoop


def test_the_result_never_changes():
    assert ReferenceLoop().run(1000) == 7179


def test_each_run_is_the_same():
    one = ReferenceLoop()
    assert one.run(300) == one.run(300) != one.run(301)


def test_its_rate_is_in_million_steps_a_second(monkeypatch):
    monkeypatch.setattr(reference_loop, "STEPS", 3000)
    clock = iter([1.0, 1.5])
    monkeypatch.setattr(reference_loop.time, "process_time", lambda: next(clock))
    assert ReferenceLoop().rate() == pytest.approx(0.006)
