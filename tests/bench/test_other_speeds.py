"""The speed of a search: iterations, decisions and settings."""

from dataclasses import replace
from typing import Any

import pytest

from balance.bench.other_speeds import AS_SHIPPED, TO_THE_END, search_speed, search_speeds
from balance.compiling.jit import compiled
from balance.engine.game import Bot, Game
from balance.engine.layout import State, Stream, Table, Weights, wide


@compiled
def count_iterations(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the number of iterations in its weight if there is a pot, else 0."""
    return wide(weights[0]) if view.pot > 0 else wide(0)


@pytest.fixture
def searching(pig: Game) -> Game:
    usual = pig.bots["hold_at"]
    weights = {"iterations": 40.0, "rounds": 4.0}
    seeker = Bot(
        "seeker",
        usual.choose,
        weights,
        suffix_weight="iterations",
        count_iterations=count_iterations,
    )
    return replace(pig, bots={**pig.bots, "seeker": seeker})


def test_iterations_are_counted_where_the_bot_searches(searching: Game) -> None:
    speed = search_speed(searching, searching.bots["seeker"], AS_SHIPPED, seconds=0.01)
    assert speed.iterations == 40.0
    assert speed.decisions > 10
    assert speed.iterations_per_second == pytest.approx(40e3 / speed.milliseconds)


def test_a_search_is_measured_as_shipped_and_to_the_end(
    searching: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Any] = []
    monkeypatch.setattr(
        "balance.bench.other_speeds.search_speed",
        lambda game, bot, *other: calls.append((bot, *other)),
    )
    list(search_speeds(searching, seconds=1.0))
    assert [setting for _, setting, _ in calls] == [AS_SHIPPED, TO_THE_END]
    assert [bot.weights["rounds"] for bot, _, _ in calls] == [4.0, 0.0]
    assert all("turns" not in bot.weights for bot, _, _ in calls)


def test_a_search_that_goes_to_the_end_is_measured_once(
    searching: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings: list[str] = []
    monkeypatch.setattr(
        "balance.bench.other_speeds.search_speed", lambda *given: settings.append(given[2])
    )
    seeker = searching.bots["seeker"].with_weights({"rounds": 0.0})
    list(search_speeds(replace(searching, bots={**searching.bots, "seeker": seeker}), seconds=1.0))
    assert settings == [AS_SHIPPED]
