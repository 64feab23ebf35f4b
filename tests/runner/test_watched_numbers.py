"""What the loop of trajectories sees happen: cards taken, and what seats pay and gain."""

from dataclasses import replace

import numpy as np
import pytest

from balance.engine.layout import NOBODY
from balance.engine.trajectories import SET_UP
from balance.errors import LimitError, RulesError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.runner.trajectories import TrajectoryPlayer
from balance.runner.watched_numbers import watch_of
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.conftest import ROOT

ROOM = 100_000  # events
FOLLOWED = [
    (name, players)
    for name in GAMES
    if load_game(name, ROOT).round_status
    for players in load_game(name, ROOT).seats[:: len(load_game(name, ROOT).seats) - 1]
]


def match_of(game: str, players: int, bots: str = "random") -> Match:
    values = {"name": "x", "game": game, "players": players, "bots": bots, "seed": 5}
    return prepare(Scenario.model_validate(values).at(ROOT / "x.toml")).cells[0].match


def numbers(first: int, games: int) -> np.ndarray:
    wanted = np.zeros((games, 3), np.int64)
    wanted[:, 0] = np.arange(first, first + games)
    return wanted


@pytest.mark.parametrize(("game", "players"), FOLLOWED)
def test_events_add_up_to_the_records_and_the_standings(game: str, players: int) -> None:
    match = match_of(game, players)
    records, rows, counts, events = TrajectoryPlayer(match, True).follow(numbers(0, 6), 400, ROOM)
    assert np.array_equal(records, Batches(match).play(0, 6))
    place = np.repeat(np.arange(6), counts[:, 1])
    seats, cards = match.game_table.num_seats, len(match.game_table.cards)
    copies = np.zeros((2, 6, seats, cards), np.int64)
    taken = events["card"] != NOBODY
    of = place[taken], events["seat"][taken], events["card"][taken]
    np.add.at(copies[0], of, 1)
    np.add.at(copies[1], of, events["rounds"][taken])
    assert np.array_equal(copies[0], records["taken"][:, :seats, :cards])
    assert np.array_equal(copies[1], records["rounds_taken"][:, :seats, :cards])
    held = np.zeros((6, seats, len(watch_of(match).names)), np.int64)
    changes = (events["gained"] - events["paid"])[:, : held.shape[2]]
    begun = np.where(
        np.arange(rows.shape[1]) < counts[:, :1] - 1, np.arange(rows.shape[1]), 1 << 30
    )
    for k in range(int(counts[:, 0].max())):
        held[:] = 0
        until = events["rounds"] <= begun[place, k]
        np.add.at(held, (place[until], events["seat"][until]), changes[until])
        there = k < counts[:, 0]
        assert np.array_equal(held[there], rows[there, k][:, :, -held.shape[2] :])
    assert (events["what"][np.concatenate([[0], np.cumsum(counts[:-1, 1])])] == SET_UP).all()
    assert (events["paid"] >= 0).all()
    assert (events["gained"] >= 0).all()


def test_a_price_belongs_to_its_card() -> None:
    """V6.5: who recruits a Citizen pays its gold; nobody else pays for a card."""
    match = match_of("valeria", 2)
    _, _, _, events = TrajectoryPlayer(match, True).follow(numbers(0, 4), 0, ROOM)
    kinds = {row: piece.kind for row, piece in enumerate(match.game_table.cards)}
    bought = events[[kinds.get(row) == "Domain" for row in events["card"]]]
    assert len(bought) > 0
    assert (bought["paid"][:, 0] > 0).any()
    assert (bought["actor"] == bought["seat"]).all()


def test_games_without_room_for_their_events_are_left_out() -> None:
    player = TrajectoryPlayer(match_of("valeria", 2), True)
    _, _, counts, events = player.follow(numbers(0, 5), 0, ROOM)
    room = int(counts[:2, 1].sum()) + 3
    records, rows, fewer, same = player.follow(numbers(0, 5), 0, room)
    assert (len(records), len(rows), len(fewer)) == (2, 2, 2)
    assert np.array_equal(same, events[: len(same)])
    with pytest.raises(LimitError, match="more than 7 events"):
        player.follow(numbers(0, 5), 0, 7)


@pytest.mark.parametrize("path", ["golds", "duke_points + goods[0]", "key"])
def test_a_holding_that_the_state_lacks_is_refused(path: str) -> None:
    match = match_of("valeria", 2)
    assert match.game.round_status
    status = replace(match.game.round_status, holdings={"gold": path})
    match = replace(match, game=replace(match.game, round_status=status))
    with pytest.raises(RulesError, match=r"gold: the state has no field seats\."):
        watch_of(match)
