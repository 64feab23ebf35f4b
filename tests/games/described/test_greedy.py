"""`greedy` plays described games well before it has learnt anything."""

from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import numpy as np
import pytest

from balance.engine.session import Session
from balance.games.described.bots.greedy import copy
from balance.games.described.bots.value import facts_for, value, write_features
from balance.games.described.layout import STATE
from balance.runner.batches import Batches
from tests.games.described.test_services import DOCKS, DOMINION, match_of

BIDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen",
)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "least"),
    [
        (DOCKS, 0.9),
        (DOMINION, 0.9),
        ("examples/games/gems", 0.85),
        ("examples/games/drafting", 0.5),
        ("examples/games/valeria_citizens", 0.9),  # it must see what comes after a payment
    ],
)
def test_greedy_beats_random_before_it_learns(game: str, least: float) -> None:
    records = Batches(match_of(game, ["greedy", "random"])).play(0, 100)
    of_greedy = (records["wins"] * (records["lineup"] == 0)).sum() / 60
    assert of_greedy / len(records) > least


@pytest.mark.parametrize(
    ("name", "weights", "least"),
    [
        # What a pot is worth: rolling on must be weighed against losing it.
        ("pig", {"pot": 1.0}, 0.76),
        # What bids cost, so that a bid of the prize's worth is best against any other bid alike.
        (
            "goofspiel",
            {f"hand_bid_{word}": bid**2 / 13 for bid, word in enumerate(BIDS, 1)},
            0.82,
        ),
    ],
)  # fmt: skip
def test_greedy_takes_luck_and_unseen_choices_into_account(
    name: str, weights: dict[str, float], least: float, tmp_path: Path
) -> None:
    folder = copytree(f"examples/games/{name}", tmp_path / name)
    lines = [f"{stage}_{key} = {weights[key]}" for key in weights for stage in ("early", "late")]
    (folder / "greedy.toml").write_text("\n".join([*lines, "early_points = 0", ""]))
    records = Batches(match_of(str(folder), ["greedy", "random"])).play(0, 400)
    of_greedy = (records["wins"] * (records["lineup"] == 0)).sum() / 60
    assert of_greedy / len(records) > least


def positions(name: str, players: int, count: int) -> tuple[Session, list[Any]]:
    """Return copies of positions of random games, and the session that played them."""
    match = match_of(f"examples/games/{name}", ["random"] * players)
    session, found = Session(match.game, match.game_table, seed=5), []
    for deal in range(count):
        draws = Random(deal)
        session.begin(deal, range(players))
        session.advance()
        for _ in range(draws.randrange(60)):
            if session.is_over:
                break
            session.take(draws.randrange(int(session.state.num_choices)))
            session.advance()
        found.append(session.states.copy()[0])
    return session, found


@pytest.mark.parametrize(("name", "players"), [("gems", 3), ("valeria_citizens", 2), ("docks", 4)])
def test_a_value_is_the_weights_times_all_features(name: str, players: int) -> None:
    session, found = positions(name, players, 20)
    table = session.tables[0]
    size = 2 * int(table.num_features)
    draws = np.random.default_rng(1)
    for share in (0.02, 0.5):  # of weights that are not 0
        weights = np.where(draws.random(size) < share, draws.normal(size=size), 0.0)
        weights = np.append(weights, [15.0, 100.0])
        facts, row = facts_for(table, weights), np.empty(size)
        for state in found:
            for seat in range(players):
                write_features(state, table, seat, weights, row)
                expected = sum(weights[:size] * row)
                assert value(state, table, seat, weights, facts) == pytest.approx(expected)


@pytest.mark.parametrize(("name", "players"), [("gems", 4), ("valeria_citizens", 3), ("tricks", 4)])
def test_a_copy_plays_on_like_its_original(name: str, players: int) -> None:
    session, found = positions(name, players, 10)
    table = session.tables[0]
    for state in found:
        ends = []
        for is_copied in (False, True):
            states = np.full(2 * STATE.itemsize, 0xEE, np.uint8).view(STATE)
            states[0] = state
            if is_copied:
                copy(states, 0, 1, table)
            session.states[:] = states[int(is_copied)]
            draws = Random(7)
            session.advance()
            while not session.is_over:
                session.take(draws.randrange(int(session.state.num_choices)))
                session.advance()
            ends.append(session.write_record(0).tobytes())
        assert ends[0] == ends[1]
