"""Another process compiles the bots of a game of which nothing is compiled yet."""

import subprocess
import sys
from pathlib import Path

import pytest

from balance.bots import BOTS
from balance.games.loading import load_game
from balance.runner import compile_ahead as module
from balance.runner.compile_ahead import compile_ahead, compile_bots

PIG = str(Path(__file__).parents[2] / "examples" / "games" / "pig")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands of processes that were begun; none of them runs."""
    commands: list[list[str]] = []

    class Process:
        def __init__(self, command: list[str], **options: object) -> None:
            commands.append(command)

        def kill(self) -> None: ...

    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(module, "available_cores", lambda: 2)
    return commands


def test_the_bots_that_play_are_compiled_in_their_order(
    begun: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(PIG, Path())
    bots = [game.bots["greedy"], game.bots["planner"], game.bots["greedy"], BOTS["random"]]
    monkeypatch.setattr(module, "has_compiled_code", lambda home: True)
    compile_ahead(game, bots)
    assert not begun
    monkeypatch.setattr(module, "has_compiled_code", lambda home: False)
    compile_ahead(game, bots)
    (command,) = begun
    assert command[0] == sys.executable
    assert command[-4:] == [PIG, "greedy", "planner", "random"]


def test_one_core_compiles_everything_itself(
    begun: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "has_compiled_code", lambda home: False)
    monkeypatch.setattr(module, "available_cores", lambda: 1)
    game = load_game(PIG, Path())
    compile_ahead(game, [game.bots["greedy"]])
    assert not begun


def test_bots_are_compiled_as_a_batch_asks_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(module, "compile_bot", lambda choose, game: asked.append(choose))
    monkeypatch.setattr(module, "trajectory_player", lambda game: asked.append("loop"))
    compile_bots(PIG, ["greedy", "random"])
    game = load_game(PIG, Path())
    assert asked == [game.bots["greedy"].choose, "loop", game.bots["random"].choose]
