"""Records as Parquet, for your own analyses: one row per game and seat."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from balance.engine.layout import WIN
from balance.scenario.match import Match

GAMES_AT_ONCE = 20_000  # a row group
COMPRESSION, LEVEL = "zstd", 1


def write_records(records: NDArray[Any], match: Match, path: Path) -> None:
    """Write records to a Parquet file.

    Columns: number (of the game), deal, rotation, seat (1 plays first), bot, win (a shared one as
    its share), score, before_last (score as the last round began, of a game that keeps it),
    ``part.<name>``, rounds, turns, decisions, ending, stopped; of a game with objectives dealt.1,
    dealt.2 ..., kept (ids) and fulfilled (its points); of a game with cards ``taken.<id>`` (copies)
    and ``round.<id>`` (mean round of taking); of a game against the game itself rival.score and
    rival.kept.  Null means that there was none: no objective, no card taken; ``taken.<id>`` where
    the card was not available.

    Parameters
    ----------
    records : array of game.record, shape (games,)

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    writer = None
    try:
        for first in range(0, max(len(records), 1), GAMES_AT_ONCE):
            rows = as_arrow(records[first : first + GAMES_AT_ONCE], match)
            if writer is None:
                writer = pq.ParquetWriter(
                    path, rows.schema, write_statistics=False,
                    compression=COMPRESSION, compression_level=LEVEL,
                )  # fmt: skip
            writer.write_table(rows)
    finally:
        if writer is not None:
            writer.close()


def as_arrow(records: NDArray[Any], match: Match) -> pa.Table:
    """Return records as a table; see `write_records`."""
    columns = dict(_columns(records, match))
    return pa.table(columns)


def _columns(records: NDArray[Any], match: Match) -> Iterator[tuple[str, Any]]:
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    games = len(records)

    def per_game(values: NDArray[Any]) -> NDArray[Any]:
        return np.repeat(values, seats)

    def per_seat(name: str) -> NDArray[Any]:
        return np.ascontiguousarray(records[name][:, :seats]).ravel()

    number = per_game(records["number"])
    yield "number", number
    yield "deal", number // rotations
    yield "rotation", (number % rotations).astype(np.int8)
    yield "seat", np.tile(np.arange(1, seats + 1, dtype=np.int8), games)
    yield "bot", _named(per_seat("lineup"), match.lineup.labels)
    yield "win", (per_seat("wins") / WIN).astype(np.float32)
    yield "score", per_seat("scores")
    fields = match.game.record.names or ()
    if "before_last" in fields:
        yield "before_last", per_seat("before_last")
    for place, part in enumerate(match.game.parts):
        yield f"part.{part}", np.ascontiguousarray(records["parts"][:, :seats, place]).ravel()
    for name in ("rounds", "turns", "decisions"):
        yield name, per_game(records[name])
    yield "ending", _named(per_game(records["ending"]), match.game.endings)
    yield "stopped", per_game(records["stopped"] != 0)
    if "dealt" in fields and match.game_table.objectives:
        ids = tuple(piece.id for piece in match.game_table.objectives)
        for place in range(records["dealt"].shape[2]):
            dealt = np.ascontiguousarray(records["dealt"][:, :seats, place]).ravel()
            yield f"dealt.{place + 1}", _named(dealt, ids)
        yield "kept", _named(per_seat("kept"), ids)
        yield "fulfilled", per_seat("fulfilled")
    if match.game_table.rival:
        yield "rival.score", per_game(records["scores"][:, seats])
        if "kept" in fields and match.game_table.objectives:
            ids = tuple(piece.id for piece in match.game_table.objectives)
            yield "rival.kept", _named(per_game(records["kept"][:, seats]), ids)
    if "taken" in fields:
        yield from _card_columns(records, match)


def _card_columns(records: NDArray[Any], match: Match) -> Iterator[tuple[str, Any]]:
    seats, cards = match.game_table.num_seats, len(match.game_table.cards)
    # One card per row, so that each column is contiguous in memory.
    taken = _cards_first(records["taken"][:, :seats, :cards])
    rounds = _cards_first(records["rounds_taken"][:, :seats, :cards]).astype(np.float32)
    absent = np.repeat(np.ascontiguousarray(records["available"][:, :cards].T) == 0, seats, axis=1)
    nobody = taken == 0
    rounds /= np.maximum(taken, 1)
    for card, piece in enumerate(match.game_table.cards):
        copies = taken[card]
        missing = absent[card] & nobody[card]
        yield f"taken.{piece.id}", pa.array(copies, mask=missing if missing.any() else None)
        yield f"round.{piece.id}", pa.array(rounds[card], mask=nobody[card])


def _cards_first(values: NDArray[Any]) -> NDArray[Any]:
    """Return (games, seats, cards) as (cards, games * seats)."""
    return np.ascontiguousarray(values.reshape(-1, values.shape[2]).T)


def _named(rows: NDArray[Any], names: tuple[str, ...]) -> pa.DictionaryArray:
    """Return rows of a list as its names; null for those below 0."""
    small = rows.astype(np.int8) if len(names) < 128 else rows.astype(np.int32)
    indices = pa.array(small, mask=rows < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(names, pa.string()))
