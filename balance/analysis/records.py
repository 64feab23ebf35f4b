"""Records as Parquet, for your own analyses: a row for each game and seat."""

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.spelling import one_form

GAMES_AT_ONCE = 20_000  # a row group

# What the columns mean; <...> stands for a part of the score, a place, or the id of a card.
COLUMNS = {
    "number": "The game: rotation `number % rotations` of deal `number // rotations`",
    "deal": "The set-up with all its chance",
    "rotation": "Which rotation of the line-up played the deal",
    "players": "How many players there were",
    "seat": "1 plays first",
    "bot": "The label of the bot in the seat",
    "win": "1, or a share of a win: 0.5 if two share it",
    "score": "Final score",
    "before_last": "Score when the last round began; of games that keep it",
    "part_<name>": "Part of the score; 0 if there was no such part",
    "rounds": "Rounds of the game",
    "turns": "Turns of the game",
    "decisions": "Choices made in the game, by all seats",
    "ending": "What ended the game",
    "stopped": "Whether the game was cut off after 20,000 decisions; reports leave such games out",
    "dealt_<place>": "Id of an objective dealt; an assigned one is recorded as the only one dealt",
    "kept": "Id of the objective kept",
    "fulfilled": "Points that the objective gave",
    "rival_score": "Score of the rival, in a game against the game itself",
    "rival_kept": "Id of the objective of the rival",
    "taken_<id>": "Copies of the card taken; null if it was not in the game",
    "round_<id>": "Mean round in which they were taken; null if none was",
}


def write_records(records: NDArray[Any], match: Match, path: Path) -> None:
    """Write records to a Parquet file.

    The columns are those of `COLUMNS` that the game has; each field's metadata say what it means.
    Null means that there was none.

    Parameters
    ----------
    records : array of game.record, shape (games,)

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    parts = range(0, len(records), GAMES_AT_ONCE)
    tables = (as_arrow(records[first : first + GAMES_AT_ONCE], match) for first in parts)
    write_in_groups(tables, _empty(match), _rows_at_once(match), path)


def join_records(paths: Sequence[Path], match: Match, path: Path) -> None:
    """Write the records of some Parquet files, in this order, to one.

    It is the same to the byte however they were divided.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    join_files(paths, _empty(match), _rows_at_once(match), path)


def write_in_groups(
    tables: Iterable[pa.Table], empty: pa.Table, rows: int, path: Path, is_quick: bool = False
) -> None:
    """Write tables to one file with so many rows in each row group.

    Quick writing takes half the time, and twice the space.
    """
    waiting = empty
    names = [field.name for field in empty.schema if pa.types.is_dictionary(field.type)]
    with pq.ParquetWriter(
        path, empty.schema, write_statistics=False, compression="lz4" if is_quick else "zstd",
        compression_level=None if is_quick else 1, use_dictionary=names if is_quick else True,
    ) as writer:  # fmt: skip
        for table in tables:
            waiting = pa.concat_tables([waiting, table])
            while len(waiting) >= rows:
                writer.write_table(waiting.slice(0, rows).combine_chunks())
                waiting = waiting.slice(rows)
        if len(waiting):
            writer.write_table(waiting.combine_chunks())


def join_files(
    paths: Sequence[Path], empty: pa.Table, rows: int, path: Path, is_quick: bool = False
) -> None:
    """Write the tables of some files, in this order, to one; see `write_in_groups`."""
    files = map(pq.ParquetFile, paths)
    groups = (file.read_row_group(group) for file in files for group in range(file.num_row_groups))
    write_in_groups((_like(empty, group) for group in groups), empty, rows, path, is_quick)


def _rows_at_once(match: Match) -> int:
    return GAMES_AT_ONCE * match.game_table.num_seats


def _like(empty: pa.Table, table: pa.Table) -> pa.Table:
    """Return a table with the lists of names of the empty one: a file has only those it uses."""

    def renamed(field: pa.Field, column: pa.ChunkedArray) -> pa.ChunkedArray | pa.Array:
        if not pa.types.is_dictionary(field.type):
            return column
        names = empty[field.name].chunk(0).dictionary
        places = pc.index_in(column.cast(pa.string()).combine_chunks(), names)
        return pa.DictionaryArray.from_arrays(places.cast(field.type.index_type), names)

    columns = list(map(renamed, empty.schema, table.columns))
    return pa.Table.from_arrays(columns, schema=empty.schema)


def _empty(match: Match) -> pa.Table:
    return as_arrow(np.zeros(0, match.game.record), match)


def as_arrow(records: NDArray[Any], match: Match) -> pa.Table:
    """Return records as a table; see `write_records`."""
    return arrow_table(_columns(records, match), COLUMNS)


def arrow_table(columns: Iterable[tuple[str, str, Any]], meanings: Mapping[str, str]) -> pa.Table:
    """Return a table whose fields say what they mean.

    Parameters
    ----------
    columns : iterable of (str, str, values)
        A name of `meanings`, what stands for <...> in it, and the values: an array of numpy has no
        nulls, as the file says, and is written faster.  Of equal names the second ends with
        ``_2``.
    """
    fields: list[pa.Field] = []
    arrays = []
    for column, of, values in columns:
        arrays.append(pa.array(values))
        name, has_nulls = column.partition("<")[0] + of, not isinstance(values, np.ndarray)
        name = _distinct(name, {field.name for field in fields})
        meaning = {"meaning": meanings[column]}
        fields.append(pa.field(name, arrays[-1].type, has_nulls, meaning))
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def record_columns(match: Match) -> list[dict[str, str]]:
    """Return name, type and meaning of each column that records of a match have."""
    return described(_empty(match))


def described(empty: pa.Table) -> list[dict[str, str]]:
    """Return name, type and meaning of each column of a table."""
    return [
        {
            "name": field.name,
            "type": "category" if pa.types.is_dictionary(field.type) else str(field.type),
            "meaning": field.metadata[b"meaning"].decode(),
        }
        for field in empty.schema
    ]


def _columns(records: NDArray[Any], match: Match) -> Iterator[tuple[str, str, Any]]:
    """Yield a name of `COLUMNS`, what stands for <...> in it, and the values."""
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    games = len(records)

    def per_game(values: NDArray[Any]) -> NDArray[Any]:
        return np.repeat(values, seats)

    def per_seat(name: str) -> NDArray[Any]:
        return np.ascontiguousarray(records[name][:, :seats]).ravel()

    number = per_game(records["number"])
    yield "number", "", number
    yield "deal", "", number // rotations
    yield "rotation", "", (number % rotations).astype(np.int8)
    yield "players", "", per_game(np.full(games, seats, np.int8))
    yield "seat", "", np.tile(np.arange(1, seats + 1, dtype=np.int8), games)
    yield "bot", "", named(per_seat("lineup"), match.lineup.labels)
    yield "win", "", (per_seat("wins") / WIN).astype(np.float32)
    yield "score", "", per_seat("scores")
    fields = match.game.record.names or ()
    if "before_last" in fields:
        yield "before_last", "", per_seat("before_last")
    for place, part in enumerate(match.game.parts):
        if not part:
            continue
        yield (
            "part_<name>",
            plain_name(part),
            np.ascontiguousarray(records["parts"][:, :seats, place]).ravel(),
        )
    for name in ("rounds", "turns", "decisions"):
        yield name, "", per_game(records[name])
    yield "ending", "", named(per_game(records["ending"]), match.game.endings)
    yield "stopped", "", per_game(records["stopped"] != 0)
    if "dealt" in fields and match.game_table.objectives:
        ids = tuple(piece.id for piece in match.game_table.objectives)
        for place in range(records["dealt"].shape[2]):
            dealt = np.ascontiguousarray(records["dealt"][:, :seats, place]).ravel()
            yield "dealt_<place>", f"{place + 1}", named(dealt, ids)
        yield "kept", "", named(per_seat("kept"), ids)
        yield "fulfilled", "", per_seat("fulfilled")
    if match.game_table.num_sides > seats:
        yield "rival_score", "", per_game(records["scores"][:, seats])
        if "kept" in fields and match.game_table.objectives:
            ids = tuple(piece.id for piece in match.game_table.objectives)
            yield "rival_kept", "", named(per_game(records["kept"][:, seats]), ids)
    if "taken" in fields:
        yield from _card_columns(records, match)


def _card_columns(records: NDArray[Any], match: Match) -> Iterator[tuple[str, str, Any]]:
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
        yield "taken_<id>", piece.id, pa.array(copies, mask=missing if missing.any() else None)
        yield "round_<id>", piece.id, pa.array(rounds[card], mask=nobody[card])


def _cards_first(values: NDArray[Any]) -> NDArray[Any]:
    """Return (games, seats, cards) as (cards, games * seats)."""
    games, seats, cards = values.shape
    return np.ascontiguousarray(values.reshape(games * seats, cards).T)


def named(rows: NDArray[Any], names: Sequence[str]) -> pa.DictionaryArray:
    """Return rows of a list as its names; null for those below 0."""
    small = rows.astype(np.int8) if len(names) < 128 else rows.astype(np.int32)
    indices = pa.array(small, mask=rows < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(names, pa.string()))


def _distinct(name: str, used: Collection[str]) -> str:
    numbered = (f"{name}_{number}" for number in itertools.count(2))
    return name if name not in used else next(each for each in numbered if each not in used)


def plain_name(text: str) -> str:
    """Return a text as a part of a column's name: ``expected_goods``."""
    return re.sub(r"\W+", "_", one_form(text).lower())
