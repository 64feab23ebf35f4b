"""Records by event and by round: what they say adds up to the records of the games."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pandas as pd
import pytest

from balance.analysis import event_records
from balance.analysis.event_records import RECORD_TABLES, described_columns, why_none
from balance.engine.services import RoundStatus
from balance.runner import cell_player
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.followed_games import GameFollower
from balance.runner.play import play_games
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedScenario, prepare
from balance.store.shards import EVENTS, RECORD_FOLDERS, RECORDS, STANDINGS
from tests.conftest import ROOT, store_in

GAMES = 30
Play: TypeAlias = Callable[..., CellGames]


def valeria(players: int = 2, seed: int = 3) -> Match:
    values = {"name": "x", "game": "valeria", "players": players, "bots": "random", "seed": seed}
    return prepare(Scenario.model_validate(values).at(ROOT / "x.toml")).cells[0].match


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Play games into a folder, in files of twelve deals with groups of a hundred rows."""
    monkeypatch.setattr(event_records, "ROWS_AT_ONCE", 100)
    monkeypatch.setattr(cell_player, "BATCH_SECONDS", 0.0005)

    def play(folder: str, workers: int = 1, stop: StopSignal | None = None) -> CellGames:
        tables = [replace(table, file_deals=12) for table in RECORD_TABLES.values()]
        games = CellGames("baseline", valeria(), MetricSet({}), store_in(tmp_path / folder), tables)
        play_games([games], [GAMES], workers, stop, lambda count: stop.set() if stop else None)
        if stop is None:
            games.merge()
        return games

    return play


def read(games: CellGames, kind: str) -> pd.DataFrame:
    assert games.shards
    return pd.concat(map(pd.read_parquet, games.shards.record_files(kind)), ignore_index=True)


def test_the_tables_add_up_to_each_other(play: Play) -> None:
    records, events, standings = map(partial(read, play("one")), RECORD_FOLDERS)
    by_seat = ["number", "seat"]
    taken = records.set_index(by_seat).filter(like="taken_").fillna(0).astype(int)
    counted = events.dropna(subset="card").groupby([*by_seat, "card"], observed=True).size()
    wide = counted.unstack(fill_value=0).add_prefix("taken_")
    pd.testing.assert_frame_equal(
        wide.reindex(index=taken.index, columns=taken.columns, fill_value=0), taken,
        check_names=False, check_column_type=False,
    )  # fmt: skip
    last = standings.groupby(by_seat).last()
    games = records.set_index(by_seat)
    assert last["points"].tolist() == games["score"].tolist()
    assert last["round"].tolist() == games["rounds"].tolist()
    assert last["held_victory_points"].tolist() == games["part_collected"].tolist()
    sums = events.groupby(by_seat).sum(numeric_only=True)
    for good in ("gold", "strength", "magic", "victory_points", "cards_owned"):
        change = sums[f"gained_{good}"] - sums[f"paid_{good}"]
        assert change.tolist() == last[f"held_{good}"].tolist()
    assert (standings.groupby(by_seat)["round"].diff().dropna() == 1).all()


def test_events_stand_in_their_order(play: Play) -> None:
    events = read(play("one"), EVENTS)
    for _, game in events.groupby("number"):
        assert game["event"].tolist() == list(range(len(game)))
        assert game["round"].is_monotonic_increasing
        assert game["turn"].is_monotonic_increasing
        assert (game["kind"] == "set_up").tolist() == [True, True, *[False] * (len(game) - 2)]
    assert set(events["by_seat"].dropna()) == {1, 2}
    assert {"get", "harvest", "action"} <= set(events["kind"])


def test_equal_runs_have_equal_files_after_a_stop_and_with_any_workers(
    play: Play, tmp_path: Path
) -> None:
    play("one")
    play("two", workers=2)
    assert play("stopped", stop=StopSignal()).deals < GAMES
    play("stopped")
    found = [
        {path.relative_to(tmp_path / run): path.read_bytes() for path in files}
        for run in ("one", "two", "stopped")
        if (files := sorted((tmp_path / run).glob("*/variant=*/*.parquet")))
    ]
    assert len(found[0]) == 3 * 3
    assert found[1:] == found[:1] * 2


def test_each_column_has_a_meaning() -> None:
    for kind in (EVENTS, STANDINGS):
        columns = described_columns(kind, valeria())
        assert all(column["meaning"] for column in columns)
        assert len({column["name"] for column in columns}) == len(columns)
    names = [column["name"] for column in described_columns(STANDINGS, valeria())]
    assert names[:5] == ["number", "seat", "round", "points", "held_gold"]
    assert "measured_expected_goods_per_round" in names


def test_a_player_alone_has_events_too() -> None:
    games = GameFollower(valeria(1)).play(0, 5)
    assert set(RECORD_TABLES[EVENTS].rows(games, valeria(1))["seat"].to_pylist()) == {1}


def test_a_game_that_does_not_tell_its_rounds_has_records_of_games_alone(
    pig_set_up: Callable[..., PreparedScenario],
) -> None:
    match = pig_set_up().cells[0].match
    assert why_none(RECORDS, match) == ""
    assert "from round to round" in why_none(EVENTS, match)
    assert "from round to round" in why_none(STANDINGS, match)
    status = RoundStatus(rounds=lambda state, table: 1)
    object.__setattr__(match.game, "round_status", status)
    try:
        assert "counts what seats hold or take" in why_none(EVENTS, match)
        assert why_none(STANDINGS, match) == ""
    finally:
        object.__setattr__(match.game, "round_status", None)
