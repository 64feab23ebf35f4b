"""Records by event and by round as Parquet, beside those by game; and which tables there are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from balance.analysis.records import (
    COLUMNS,
    arrow_table,
    described,
    join_files,
    join_records,
    named,
    plain_name,
    record_columns,
    write_in_groups,
    write_records,
)
from balance.engine.layout import NOBODY
from balance.engine.trajectories import EVENT, NO_ROUND_STATUS
from balance.runner.cell_player import RecordTable
from balance.runner.followed_games import FollowedGames, why_no_events, why_no_standings
from balance.runner.watched_numbers import watch_of
from balance.scenario.match import Match
from balance.store.shards import EVENTS, RECORDS, STANDINGS

AsTable: TypeAlias = Callable[[FollowedGames, Match], pa.Table]
ROWS_AT_ONCE = 1 << 18  # a row group
FILE_DEALS = 1 << 11  # of a file: few, so that quick games are written in whole files, not joined
IN_CACHE = 1 << 10  # events that fit into the cache of a processor

# What the columns mean; <...> stands for what a seat holds, or for what a game measures.
EVENT_COLUMNS = {
    "number": COLUMNS["number"],
    "event": "Its place in the game, from 0",
    "seat": "Whose it is; 1 plays first",
    "round": "Rounds begun; 0 is the set-up",
    "turn": "Turns begun, by all seats; of games that count them",
    "kind": "The choice or the task of the rules in which it happened; `set_up` before all others",
    "by_seat": "The seat whose choice or task that was; null in the set-up",
    "card": "Id of the card taken, one copy; null if none was",
    "paid_<name>": "What the seat paid or lost of it",
    "gained_<name>": "What the seat gained of it",
}
STANDING_COLUMNS = {
    "number": COLUMNS["number"],
    "seat": "1 plays first",
    "round": "After how many rounds; 0 is the set-up, the last one the end of the game",
    "points": "Score as if the game had ended there, secret goals included",
    "held_<name>": "What the seat has of it",
    "measured_<name>": "What the report follows round by round",
}


def _event_columns(games: FollowedGames, match: Match) -> Iterator[tuple[str, str, Any]]:
    events, each, watch = games.events, games.counts[:, 1], watch_of(match)
    begins = np.cumsum(each) - each
    fields: Mapping[str, Any] = EVENT.fields or {}
    rows = events.view(np.int32).reshape(-1, EVENT.itemsize // 4)
    numbers = np.empty(rows.shape[::-1], np.int32)  # each field in one piece of memory
    for first in range(0, len(rows), IN_CACHE):
        numbers[:, first : first + IN_CACHE] = rows[first : first + IN_CACHE].T

    def field(name: str, place: int = 0) -> NDArray[np.int32]:
        return cast(NDArray[np.int32], numbers[fields[name][1] // 4 + place])

    yield "number", "", np.repeat(games.records["number"], each)
    yield "event", "", (np.arange(len(events)) - np.repeat(begins, each)).astype(np.int32)
    yield "seat", "", (field("seat") + 1).astype(np.int8)
    yield "round", "", field("rounds")
    if watch.turns != NOBODY:
        yield "turn", "", field("turns")
    kinds, places = _kinds(match)
    yield "kind", "", named(places[field("what")], kinds)
    actors = (field("actor") + 1).astype(np.int8)
    yield "by_seat", "", pa.array(actors, mask=actors == 0)
    if (watch.numbers["card"] != NOBODY).any():
        ids = [piece.id for piece in match.game_table.cards]
        yield "card", "", named(field("card"), ids)
    for change in ("paid", "gained"):
        for place, name in enumerate(watch.names):
            yield f"{change}_<name>", name, field(change, place)


def _kinds(match: Match) -> tuple[list[str], NDArray[np.int64]]:
    """Return the names of tasks and decisions, and the place among them by `what` of an event."""
    tasks, decisions = match.game.tasks, match.game.decisions
    by_what = {0: "set_up"}
    by_what |= {-int(task): task.name.lower() for task in tasks}
    by_what |= {int(one): one.name.lower() for one in decisions if int(one)}
    names = list(dict.fromkeys(by_what.values()))
    places = np.zeros(1 + max(by_what) - min(by_what), np.int64)  # those below 0 from the end
    for what, name in by_what.items():
        places[what] = names.index(name)
    return names, places


def _standing_columns(games: FollowedGames, match: Match) -> Iterator[tuple[str, str, Any]]:
    each, seats = games.counts[:, 0], match.game_table.num_seats
    last = np.cumsum(each) - 1
    rounds = np.arange(len(games.rows)) - np.repeat(last + 1 - each, each)
    rounds[last[each > 0]] = games.records["rounds"][each > 0]
    yield "number", "", np.repeat(games.records["number"], each * seats)
    yield "seat", "", np.tile(np.arange(1, seats + 1, dtype=np.int8), len(rounds))
    yield "round", "", np.repeat(rounds, seats).astype(np.int32)
    measures = (match.game.round_status or NO_ROUND_STATUS).names
    held = watch_of(match).names
    values = games.rows.reshape(-1, 1 + len(measures) + len(held))
    yield "points", "", values[:, 0].astype(np.int32)
    for place, name in enumerate(held, 1 + len(measures)):
        yield "held_<name>", name, values[:, place].astype(np.int32)
    for place, name in enumerate(measures, 1):
        yield "measured_<name>", plain_name(name), np.ascontiguousarray(values[:, place])


def events_as_arrow(games: FollowedGames, match: Match) -> pa.Table:
    """Return what happened in games, a row for each event; see `EVENT_COLUMNS`."""
    return arrow_table(_event_columns(games, match), EVENT_COLUMNS)


def standings_as_arrow(games: FollowedGames, match: Match) -> pa.Table:
    """Return how seats stood after each round, a row for each; see `STANDING_COLUMNS`."""
    return arrow_table(_standing_columns(games, match), STANDING_COLUMNS)


def _records(games: FollowedGames, match: Match) -> NDArray[Any]:
    return games.records


def _write_records(rows: Sequence[NDArray[Any]], match: Match, path: Path) -> None:
    write_records(np.concatenate(rows), match, path)


def _write(as_table: AsTable, tables: Sequence[pa.Table], match: Match, path: Path) -> None:
    write_in_groups(tables, _empty(as_table, match), ROWS_AT_ONCE, path, is_quick=True)


def _join(as_table: AsTable, paths: Sequence[Path], match: Match, path: Path) -> None:
    join_files(paths, _empty(as_table, match), ROWS_AT_ONCE, path, is_quick=True)


def _empty(as_table: AsTable, match: Match) -> pa.Table:
    rows = np.zeros((0, match.game_table.num_seats, 0), np.float32)
    return as_table(FollowedGames(np.zeros(0, match.game.record), rows), match)


def _followed(folder: str, as_table: AsTable) -> RecordTable:
    write, join = partial(_write, as_table), partial(_join, as_table)
    return RecordTable(folder, as_table, write, join, FILE_DEALS, is_followed=True)


RECORD_TABLES = {
    RECORDS: RecordTable(RECORDS, _records, _write_records, join_records),
    EVENTS: _followed(EVENTS, events_as_arrow),
    STANDINGS: _followed(STANDINGS, standings_as_arrow),
}
_WHY_NONE = {EVENTS: why_no_events, STANDINGS: why_no_standings}


def why_none(folder: str, match: Match) -> str:
    """Return in a sentence why a match has no such records, or nothing."""
    return _WHY_NONE[folder](match) if folder in _WHY_NONE else ""


def described_columns(folder: str, match: Match) -> list[dict[str, str]]:
    """Return name, type and meaning of each column of such records of a match."""
    if folder == RECORDS:
        return record_columns(match)
    return described(_empty(RECORD_TABLES[folder].rows, match))
