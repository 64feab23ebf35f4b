"""What was played of a shard: batch by batch, tallied while its records are at hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.runner.batches import first_cut_off
from balance.runner.pace import Pace
from balance.runner.shipping import Contents
from balance.store.shards import Shard
from balance.store.sums import Totals, merged


@dataclass
class Played:
    """What was played of a shard.

    Attributes
    ----------
    contents : Contents
        What was to be played.
    deals : int
        How many of its deals, from the first on, were played: all, or less if stopped.
    totals : mapping of question to Sums
    records : list of ndarray
        Batch by batch, if they are to be kept.
    cut_off : int or None
        The first of its games that was cut off.
    """

    contents: Contents
    deals: int = 0
    totals: Totals = field(default_factory=dict)
    records: list[NDArray[Any]] = field(default_factory=list)
    cut_off: int | None = None

    def write_records(self, path: Path) -> None:
        """Write the records that were kept, as one file."""
        assert self.contents.write_records is not None
        self.contents.write_records(np.concatenate(self.records), self.contents.match, path)


def play_shard(
    contents: Contents,
    pace: Pace,
    shard: Shard,
    is_stopped: Callable[[], bool] = lambda: False,
    on_batch: Callable[[int], None] = lambda games: None,
) -> Played:
    """Play a shard.

    Parameters
    ----------
    contents : Contents
    pace : Pace
        Of the same match.
    shard : Shard
    is_stopped : function () -> bool
        Once it says so, the batch under way is the last.
    on_batch : function (games)
        Told of the games of each batch.
    """
    match, played = contents.match, Played(contents)
    for deals, records in pace.play(shard, is_stopped):
        tallied = {name: tally(records, match) for name, tally in contents.tallies.items()}
        played.totals = merged([played.totals, tallied])
        if played.cut_off is None:
            played.cut_off = first_cut_off(records)
        if contents.write_records is not None:
            played.records.append(records)
        played.deals += deals
        on_batch(deals * pace.rotations)
    return played
