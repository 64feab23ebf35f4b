"""Soak tests: the same games as elsewhere, at random tables, and whatever is broken is found."""

from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.compiling.jit import compiled
from balance.engine.game import Bot, Game
from balance.engine.layout import Record, State, Stream, Table, Weights
from balance.engine.services import Invariants
from balance.engine.soak import Sum
from balance.errors import ScenarioError
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.runner.soak import FEWEST_GAMES, SoakResult, SoakTester, soak
from balance.runner.stop_signal import StopSignal
from balance.scenario.prepare import prepare

ROOT = Path(__file__).resolve().parents[2]
GAMES = 250
MANY = 30  # turns


class Odd(IntEnum):
    NOTHING = 0
    TOO_MANY_TURNS = 1


@compiled
def too_many_turns(dealt: State, state: State, table: Table) -> int:
    """Complain of a game of more than MANY turns, and of one that was not dealt anew."""
    return 1 if state.turns > MANY or dealt.turns > 1 else 0


@compiled
def fail(state: State, table: Table, index: int) -> None:
    """Carry out nothing."""
    raise RuntimeError("the bank is empty")


@compiled
def keep_nothing(state: State, table: Table, record: Record) -> None:
    """Share out no win."""
    record.turns = state.turns


def soaking(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> SoakResult:
    """Soak Pig, changed for the worse."""
    game: Game = replace(load_game("examples/pig", ROOT), **changes)
    monkeypatch.setattr("balance.runner.soak.load_game", lambda name, folder: game)
    return soak(SoakTester("examples/pig", 3, {}, ROOT), GAMES, 1, StopSignal(), lambda games: None)


def test_a_sound_game_is_not_complained_of(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    soaker = SoakTester("examples/pig", 3, {}, ROOT)
    soaked = soak(soaker, GAMES, 2, StopSignal(), told.append)
    assert not soaked.failures
    assert sum(told) == soaked.sums[Sum.GAMES] == sum(soaked.players.values()) == GAMES
    assert soaked.tables == -(-GAMES // FEWEST_GAMES)
    assert soaked.sums[Sum.CHECKS] > soaked.sums[Sum.DECISIONS] / 10
    assert soaked.sums[Sum.ENDLESS] == 0


def test_the_same_seed_draws_the_same_tables() -> None:
    first, second = (SoakTester("valeria", 3, {}, ROOT) for _ in range(2))
    tables = [first.draw(number) for number in range(12)]
    assert tables == [second.draw(number) for number in range(12)]
    assert len({str(table.table) for table in tables}) > 6
    assert {table.players for table in tables} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("dominion", {"kingdom": ["smithy"]}),  # no random Kingdom, with `sets`
        ("dominion", {"include": ["smithy"]}),  # a random Kingdom only
        ("dominion", {"solo_target": 3}),  # one player only
        ("valeria", {"edition": "first"}),  # no Monster Events
    ],
)
def test_what_does_not_go_with_the_settings_is_drawn_again(
    game: str, settings: dict[str, Any]
) -> None:
    soaker = SoakTester(game, 1, settings, ROOT)
    tables = [soaker.table(number)[0] for number in range(8)]
    assert len({str(table.table) for table in tables}) > 2
    assert all(dict(table.set) == settings for table in tables)


def test_settings_that_no_table_can_have_are_an_error_that_names_the_game() -> None:
    soaker = SoakTester("dominion", 1, {"kingdom": ["smithi"]}, ROOT)
    with pytest.raises(ScenarioError, match=r"^dominion: \[table\] kingdom = 'smithi'"):
        soaker.table(0)


def test_seats_are_played_at_random_or_greedily() -> None:
    soaker = SoakTester("king_of_the_valley", 3, {}, ROOT)
    bots = [seated.bot for number in range(40) for seated in soaker.draw(number).bots]
    assert set(bots) == {"random", "greedy"}
    assert 0.6 < bots.count("random") / len(bots) < 0.95


def test_a_game_without_a_greedy_bot_is_soaked_with_its_own() -> None:
    soaker = SoakTester("examples/pig", 3, {}, ROOT)
    bots = {seated.bot for number in range(40) for seated in soaker.draw(number).bots}
    assert bots == {"random", *load_game("examples/pig", ROOT).bots}


def test_what_a_game_complains_of_is_found_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    soaked = soaking(monkeypatch, invariants=Invariants(too_many_turns, Odd))
    found = soaked.failures[0]
    assert found.what == "too many turns"
    records = Batches(prepare(found.scenario).cells[0].match).play(found.game, 1)
    assert records["turns"][0] > MANY


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"take": fail}, "the rules failed: the bank is empty"),
        ({"write_record": keep_nothing}, "wins"),
    ],
)
def test_what_is_wrong_in_any_game_is_found(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], what: str
) -> None:
    assert [found.what for found in soaking(monkeypatch, **changes).failures] == [what]


@compiled
def cheat(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Add to one's own points."""
    view.seats[seat].points += 1
    return 0


def test_a_bot_that_writes_into_the_state_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("examples/pig", ROOT)
    monkeypatch.setitem(game.bots, "hold_at", Bot("hold_at", cheat))
    soaked = soaking(monkeypatch)
    assert "wrote, by the bot 'hold_at'" in {failure.what for failure in soaked.failures}


def test_what_was_played_before_a_stop_is_returned() -> None:
    stop = StopSignal()
    soaked = soak(SoakTester("examples/pig", 3, {}, ROOT), GAMES, 1, stop, lambda games: stop.set())
    assert 0 < soaked.sums[Sum.GAMES] < GAMES
    assert np.all(soaked.sums >= 0)
