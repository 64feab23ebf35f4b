"""Deals played again with other luck, and with other chance of the bots."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from balance.errors import StoreError
from balance.games.loading import load_game
from balance.runner.replays import (
    CHANCES,
    LUCKS,
    Replays,
    contest_name,
    contests_of,
    games_to_replay,
    read_replays,
    replay_deals,
    why_no_replays,
    write_replays,
)
from balance.runner.stop_signal import StopSignal
from balance.runner.trajectories import TrajectoryPlayer
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedScenario, prepare
from tests.analysis.conftest import make_match
from tests.conftest import ROOT, store_in


def replayed(match: Match, deals: int, workers: int = 1) -> Replays:
    replays = replay_deals(match, deals, workers, StopSignal())
    assert replays is not None
    return replays


@pytest.fixture
def match(pig_set_up: Callable[..., PreparedScenario]) -> Match:
    return pig_set_up().cells[0].match


@pytest.fixture
def random_match(pig_set_up: Callable[..., PreparedScenario]) -> Match:
    return pig_set_up(bots=["random", "random"]).cells[0].match


def test_other_luck_gives_another_game_and_other_chance_the_same_to_a_bot_without(
    match: Match,
) -> None:
    wanted = np.array(
        [[n, luck, chance] for n in range(20) for luck in (0, 1) for chance in (0, 1)]
    )
    records, _, _ = TrajectoryPlayer(match).play(wanted)
    scores = records["scores"].reshape(20, 2, 2, -1)
    assert (scores[:, :, 0] == scores[:, :, 1]).all()
    assert (scores[:, 0] != scores[:, 1]).any(axis=(1, 2)).all()


def test_other_chance_gives_another_game_to_a_bot_with_one(random_match: Match) -> None:
    wanted = np.array([[n, 1, chance] for n in range(20) for chance in (1, 2)])
    records, _, _ = TrajectoryPlayer(random_match).play(wanted)
    decisions = records["decisions"].reshape(20, 2)
    assert (decisions[:, 0] != decisions[:, 1]).mean() > 0.8


def test_the_set_up_stays_as_it_was_dealt() -> None:
    values = {"name": "x", "game": "valeria", "players": 2, "bots": "random", "seed": 5}
    match = prepare(Scenario.model_validate(values).at(ROOT / "x.toml")).cells[0].match
    wanted = np.array([[n, luck, luck] for n in range(10) for luck in range(3)])
    records, _, _ = TrajectoryPlayer(match).play(wanted)
    dealt = records["dealt"].reshape(10, 3, *records["dealt"].shape[1:])
    assert (dealt == dealt[:, :1]).all()
    assert len(np.unique(dealt[:, 0].reshape(10, -1), axis=0)) == 10
    turns = records["turns"].reshape(10, 3)
    assert (np.ptp(turns, axis=1) > 0).any()


def test_all_is_played_and_named(match: Match) -> None:
    found = replayed(match, 90, 2)
    assert found.wins.shape == (90, 1, LUCKS, CHANCES, 2)
    assert found.games == games_to_replay(match, 90)
    assert found.name == "hold_at"
    assert (found.wins.sum(axis=-1) == 60).all()
    again = replayed(match, 90, 1)
    assert (again.scores == found.scores).all()


def test_a_game_with_a_ladder_meets_its_bots_one_by_one() -> None:
    values = {"name": "x", "game": "valeria", "players": 3, "bots": "greedy"}
    match = prepare(Scenario.model_validate(values).at(ROOT / "x.toml")).cells[0].match
    assert load_game("valeria", ROOT).bots
    found = contests_of(match)
    assert [contest_name(one.lineup) for one in found] == [
        "greedy", "greedy v random", "policy v greedy", "planner v policy",
    ]  # fmt: skip
    assert [one.lineup.seats for one in found] == [(0, 0, 0), *[(0, 1, 1)] * 3]


def test_they_are_kept_and_read_again(match: Match, tmp_path: Path) -> None:
    store = store_in(tmp_path)
    assert read_replays(store, "baseline") == ()
    found = replayed(match, 1, 1)
    write_replays(store, "baseline", [found, found])
    one, two = read_replays(store, "baseline")
    assert one.bots == two.bots == ("hold_at",)
    assert (two.scores == found.scores).all()
    store.write_sample("skill", "baseline", {"0:name": np.array("x")})
    with pytest.raises(StoreError, match="another version"):
        read_replays(store, "baseline")


def test_a_player_alone_has_none() -> None:
    assert "against the game itself" in why_no_replays(make_match(1, rival="Lord"))
