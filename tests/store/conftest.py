"""Sums of Pig's games, as in the tests of the runner."""

from tests.runner.conftest import metric_set, totals

__all__ = ["metric_set", "totals"]
