"""Games followed round by round are the games that a batch plays."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table
from balance.engine.services import RoundStatus
from balance.errors import StoreError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.runner import trajectories as simulate_curves
from balance.runner.batches import Batches
from balance.runner.stop_signal import StopSignal
from balance.runner.trajectories import (
    Trajectories,
    TrajectoryPlayer,
    follow_games,
    games_to_follow,
    read_trajectories,
    why_no_trajectories,
    write_trajectories,
)
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedScenario, prepare
from tests.analysis.conftest import make_match
from tests.conftest import ROOT, store_in


def followed(match: Match, games: int, workers: int = 1) -> Trajectories:
    trajectories = follow_games(match, games, workers, StopSignal())
    assert trajectories is not None
    return trajectories


@compiled
def rounds_of_pig(state: State, table: Table) -> int:
    return (state.turns + table.num_seats - 1) // table.num_seats


@compiled
def measure_pig(state: State, table: Table, seat: int, row: Any) -> None:
    row[0] = state.pot


@pytest.fixture
def match(pig_set_up: Callable[..., PreparedScenario]) -> Match:
    """A match of Pig that says how its players stand; two different bots."""
    cautious = {"bot": "hold_at", "label": "cautious", "weights": {"pot": 8.0}}
    found = pig_set_up(bots=["hold_at", cautious]).cells[0].match
    round_status = RoundStatus(("points at stake",), measure_pig, rounds_of_pig)
    return replace(
        found,
        game=replace(found.game, round_status=round_status),
        replay_command="balance play pig",
    )


@pytest.fixture
def trajectories(match: Match) -> Trajectories:
    return followed(match, 50)


def test_they_are_the_games_of_a_batch(match: Match, trajectories: Trajectories) -> None:
    records = Batches(match).play(0, 50)
    assert (trajectories.numbers == records["number"]).all()
    assert (trajectories.wins == records["wins"][:, :2]).all()
    assert (trajectories.rounds == records["rounds"]).all()
    assert (trajectories.lineup == records["lineup"][:, :2]).all()
    assert (trajectories.values[trajectories.first[1:] - 1, :, 0] == records["scores"][:, :2]).all()
    assert trajectories.deals == 25


def test_there_is_a_row_before_the_first_round_and_after_each(trajectories: Trajectories) -> None:
    assert (np.diff(trajectories.first) == trajectories.rounds + 1).all()
    for game in range(len(trajectories.numbers)):
        points = trajectories.values[trajectories.first[game] : trajectories.first[game + 1], :, 0]
        assert (points[0] == 0).all()
        assert (np.diff(points, axis=0) >= 0).all()


def test_points_after_a_round_are_those_as_the_last_one_began(
    match: Match, trajectories: Trajectories
) -> None:
    before = Batches(match).play(0, 50)["before_last"][:, :2]
    assert (trajectories.values[trajectories.first[1:] - 2, :, 0] == before).all()


def test_threads_and_chunks_change_nothing(match: Match, trajectories: Trajectories) -> None:
    again = followed(match, 50, 3)
    assert all(
        np.array_equal(one, trajectories.arrays()[name]) for name, one in again.arrays().items()
    )


def test_there_are_none_if_stopped(match: Match) -> None:
    stop = StopSignal()
    assert follow_games(match, 1_000_000, 2, stop, lambda games: stop.set()) is None


def test_games_are_whole_deals(match: Match) -> None:
    assert len(followed(match, 7, 1).numbers) == 8


def test_how_many_are_followed_hangs_on_no_clock() -> None:
    assert [games_to_follow(games) for games in (50, 2_000, 5_000, 10**12)] == [50, 300, 500, 2_000]


def test_long_games_are_fewer(
    match: Match, trajectories: Trajectories, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate_curves, "ROWS_IN_ALL", int(trajectories.first[9]))
    few = followed(match, 50, 2)
    assert len(few.numbers) == 8  # whole deals of two games
    assert len(few.values) == few.first[-1] == trajectories.first[8]
    monkeypatch.setattr(simulate_curves, "ROWS_IN_ALL", 1)
    assert len(followed(match, 50, 2).numbers) == 2


def test_long_games_keep_their_first_rows_and_their_end(match: Match) -> None:
    wanted = np.array([[0, 0, 0]])
    _, rows, lengths = TrajectoryPlayer(match).play(wanted, 400)
    _, cut, fewer = TrajectoryPlayer(match).play(wanted, 4)
    assert lengths[0] > 5
    assert fewer[0] == 4
    assert (cut[0, :3] == rows[0, :3]).all()
    assert (cut[0, 3] == rows[0, lengths[0] - 1]).all()


def test_they_are_kept_and_read_again(
    match: Match, trajectories: Trajectories, tmp_path: Path
) -> None:
    store = store_in(tmp_path)
    assert read_trajectories(store, "dear, 2 gold") is None
    write_trajectories(store, "dear, 2 gold", trajectories)
    again = read_trajectories(store, "dear, 2 gold")
    assert again is not None
    assert again.names == ("points at stake",)
    assert again.replay_of(7) == "balance play pig --game 7"
    assert all(
        np.array_equal(one, trajectories.arrays()[name]) for name, one in again.arrays().items()
    )
    assert not list(tmp_path.rglob("*.part"))


def test_a_damaged_file_or_one_of_another_run_is_moved_away(
    trajectories: Trajectories, tmp_path: Path
) -> None:
    store = store_in(tmp_path / "one")
    write_trajectories(store, "baseline", trajectories)
    path = store.folder / "curves" / "baseline.npz"
    other = store_in(tmp_path / "other", seed=8)
    other_path = other.folder / "curves" / "baseline.npz"
    other_path.parent.mkdir()
    other_path.write_bytes(path.read_bytes())
    path.write_bytes(path.read_bytes()[:100])
    for broken, its_path in ((store, path), (other, other_path)):
        assert read_trajectories(broken, "baseline") is None
        assert str(its_path) in broken.notices[0]
        assert (broken.folder / "unusable" / "curves" / "baseline.npz").is_file()
    store.write_sample("curves", "baseline", {"numbers": np.arange(3)})
    with pytest.raises(StoreError, match="another version"):
        read_trajectories(store, "baseline")


def test_why_there_are_none_is_said(
    match: Match, pig_set_up: Callable[..., PreparedScenario]
) -> None:
    assert why_no_trajectories(match) == ""
    assert "round to round" in why_no_trajectories(pig_set_up().cells[0].match)
    assert "against the game itself" in why_no_trajectories(make_match(1, rival="Lord"))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_that_says_how_players_stand_is_followed(name: str) -> None:
    game = load_game(name, ROOT)
    if game.round_status is None:
        pytest.skip(f"{name} does not say how players stand")
    values = {"name": "x", "game": name, "players": 3, "bots": "random", "seed": 5}
    match = prepare(Scenario.model_validate(values).at(ROOT / "x.toml")).cells[0].match
    found = followed(match, 20, 2)
    records = Batches(match).play(0, 20)
    assert (found.values[found.first[1:] - 1, :, 0] == records["scores"][:, :3]).all()
    assert (np.diff(found.first) == np.minimum(records["rounds"] + 1, 400)).all()
    assert found.values.shape[2] == 1 + len(game.round_status.names)
    assert np.isfinite(found.values).all()
    assert (np.ptp(found.values, axis=0) > 0).all()
