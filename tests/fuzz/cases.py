"""How many cases are tried, and what may come of one: a result, or one sentence of the user's.

``make fuzz`` tries 100,000 descriptions of games, and 100,000 of all other inputs by shares; the
usual tests try a few, always the same.
"""

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from balance.errors import BalanceError
from balance.sanitize import printable

TOTAL = int(os.environ.get("BALANCE_FUZZ", "0"))
# Of each kind of 1,000 cases: what is quick has the most.
SHARES = {
    "effects": 289, "texts of scenarios": 180, "values of scenarios": 60, "sheets": 90,
    "buy lists": 120, "settings": 60, "weights": 60, "targets": 50, "ladders": 40,
    "requirements": 26, "boxes": 4, "tables": 4, "command lines": 10, "run folders": 5,
    "bot files": 1, "names": 1, "descriptions": 1000,  # as many as of all others together
}  # fmt: skip
FEW = {
    "effects": 60, "descriptions": 200, "boxes": 2, "tables": 2, "command lines": 4,
    "run folders": 3, "bot files": 3,
}  # fmt: skip
USUAL = 25
PART = 500  # cases of one test, so that all cores have something to do
# Of processor time for one case: more is a hang. The usual tests are to pass on any machine.
MOST_SECONDS = 20 if TOTAL else 300
LONGEST = 12_000  # characters of a message, of many lines at most

tried: Counter[str] = Counter()


def cases(kind: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that tries a test with as many cases as its kind has."""
    number = TOTAL * SHARES[kind] // 1000 if TOTAL else FEW.get(kind, USUAL)
    parts = max(1, -(-number // PART))

    def decorate(test: Any) -> Any:
        inner = test.hypothesis.inner_test

        def counted(*args: Any, **values: Any) -> None:
            tried[kind] += 1
            inner(*args, **values)

        test.hypothesis.inner_test = counted
        quiet = settings(
            max_examples=-(-number // parts),
            derandomize=not TOTAL,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        return pytest.mark.parametrize("part", range(parts))(quiet(test))

    return decorate


def outcome(act: Callable[[], Any]) -> tuple[Any, str]:
    """Return what came of it, or the sentence that says why nothing did; all else fails."""
    try:
        with _in_time():
            return act(), ""
    except BalanceError as error:
        text = str(error)
        assert text.strip(), "an empty message"
        assert len(text) <= LONGEST, f"{len(text)} characters: {text[:200]}"
        assert text == printable(text), "control characters in a message"
        assert "Traceback" not in text
        return None, text


@contextmanager
def _in_time() -> Iterator[None]:
    """Fail if it takes too long; processor time counts, as other work may go on beside it."""

    def fail(number: int, frame: Any) -> None:
        raise AssertionError(f"it hangs: {MOST_SECONDS} s of processor time")

    before = signal.signal(signal.SIGVTALRM, fail)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
