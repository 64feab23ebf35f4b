"""What is kept of Pig's games in the tests of simulating."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.runner.cell_games import MetricSet
from balance.scenario.match import Match
from balance.store.sums import Sums


@dataclass(frozen=True)
class Won(Sums):
    wins: NDArray[np.int64]
    squares: NDArray[np.int64]
    games: NDArray[np.int64]


def tally(records: NDArray[Any], match: Match) -> Won:
    wins = records["wins"].astype(np.int64)
    return Won(wins.sum(axis=0), (wins * wins).sum(axis=0), np.array([len(records)]))


@pytest.fixture
def metric_set() -> MetricSet:
    return MetricSet({"won": tally}, {"won": Won}, "a digest")


@pytest.fixture
def totals(metric_set: MetricSet) -> dict[str, Sums]:
    """The sums of a game or so."""
    ones = np.ones(5, np.int64)
    return {"won": Won(ones, ones, ones[:1])}
