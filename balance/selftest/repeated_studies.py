"""Studies played over and over: many small runs of one match, each with deals of its own."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.experiments.arm_sums import tally as tally_arm
from balance.analysis.metrics.deal_sums import RatioSums
from balance.runner.batches import Batches
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedCell, prepare

HERE = Path(__file__).parent
TOY = "toy/toy.py"
AT_ONCE = 100_000  # games of a batch: records of some tens of megabytes

Kept = TypeVar("Kept")


def toy(players: int, seed: int, **table: Any) -> PreparedCell:
    """Return the toy game, played by one bot in all seats."""
    values = {
        "name": "toy", "game": TOY, "seed": seed, "games": 1, "bots": "thrifty",
        "players": players, "table": table,
    }  # fmt: skip
    return prepare(Scenario.model_validate(values).at(HERE / "toy.toml")).cells[0]


def studies(match: Match, deals: int, repeats: int) -> Iterator[NDArray[Any]]:
    """Yield the records of so many studies, one after the other; no two share a deal.

    A study's deals are of all folds alike if `deals` is a multiple of 256.
    """
    batches, size = Batches(match), deals * match.lineup.rotations
    together = max(AT_ONCE // size, 1)
    for first in range(0, repeats, together):
        count = min(together, repeats - first)
        records = batches.play(first * size, count * size)
        yield from (records[place * size : (place + 1) * size] for place in range(count))


def kept_of(
    match: Match, deals: int, repeats: int, tally: Callable[[NDArray[Any], Match], Kept]
) -> list[Kept]:
    """Return what is kept of each of so many studies."""
    return [tally(records, match) for records in studies(match, deals, repeats)]


def arm_sums(match: Match, deals: int, repeats: int) -> list[ArmSums]:
    """Return what is kept of each of so many studies of an asymmetric arm."""
    return kept_of(match, deals, repeats, tally_arm)


def stacked(some: list[RatioSums]) -> RatioSums:
    """Return ratios of many studies as one, study by study along the last axis."""
    return RatioSums(
        **{
            f.name: np.stack([getattr(one, f.name) for one in some], axis=-1)
            for f in fields(RatioSums)
        }
    )


def taken(some: RatioSums, place: int) -> RatioSums:
    """Return one of several ratios."""
    return RatioSums(**{f.name: getattr(some, f.name)[place] for f in fields(RatioSums)})
