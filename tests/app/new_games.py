"""Writing a new game into a folder, and trying the commands that are printed with it."""

from collections.abc import Sequence
from pathlib import Path

from tests.program import run_here


def write_game(folder: Path, kind: str, name: str) -> tuple[Path, list[str]]:
    """Write a game of a kind, `game` or `game-plugin`; return the folder and the commands."""
    done = run_here("new", kind, name, folder=folder)
    assert done.returncode == 0
    head, *commands = done.stdout.splitlines()
    assert head == f"{name} is now a game, ready to play:"
    return folder, [command.strip() for command in commands]


def check_that_they_work(commands: Sequence[str], folder: Path) -> None:
    """Fail if a command does not work there; `run` and `soak` play few games."""
    for command in commands:
        name, *arguments = command.split()
        assert name == "balance"
        few = ["--games", "200"] if {"run", "soak"} & {*arguments} else []
        done = run_here(*arguments, *few, folder=folder)
        assert done.returncode == 0, f"{command}: {done.stderr}"
