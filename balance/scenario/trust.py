"""Which code a scenario may run: what comes with the program, and what the user has named.

A scenario is data, and may come from a stranger; a game's folder and ``file.py:function`` are
code, which does whatever it likes.  So a scenario that was read from a file runs none but that of
the program, unless the user says whose code it may run.
"""

import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from balance.errors import ScenarioError
from balance.games import GAMES
from balance.scenario.bot_entries import is_list
from balance.scenario.cells import Cell
from balance.scenario.model import Scenario

VARIABLE = "BALANCE_TRUST"  # folders and files, separated as in PATH

_named: set[Path] = set()  # by --trust
_asked_for: set[Path] = set()  # by --bots or --tiers: whoever did knows what is run


def trust(path: Path) -> None:
    """Let scenarios run a file of code, or all that lies in a folder, as the user named it."""
    _named.add(path.resolve())


def ask_for(path: Path) -> None:
    """Let a file of code be run that the user gave as a bot; nothing need be told of it."""
    _asked_for.add(path.resolve())


def check_game(scenario: Scenario) -> str:
    """Refuse a scenario's game that is code of others; return what to tell of one that is run.

    Raises
    ------
    ScenarioError
        If the scenario was read from a file, and the user has not named the code.
    """
    if scenario.game in GAMES or not scenario.is_from_a_file:
        return ""
    path = (scenario.folder / scenario.game).resolve()
    return _checked(scenario, f"game = {scenario.game!r}", path)


def check_bots(scenario: Scenario, cell: Cell) -> Iterator[str]:
    """Refuse a cell's bots that are code of others; yield what to tell of those that are run.

    Raises
    ------
    ScenarioError
        If the scenario was read from a file, and the user has not named the code.
    """
    if not scenario.is_from_a_file:
        return
    for name in dict.fromkeys(one.bot for one in cell.bots):
        file, colon, function = name.rpartition(":")
        if colon and not is_list(name) and not function.isdecimal():
            yield _checked(scenario, f"the bot {name!r}", (cell.folder / file).resolve())


def _checked(scenario: Scenario, what: str, path: Path) -> str:
    if _is_ours(path) or path in _asked_for:
        return ""
    if not _is_named(path):
        raise ScenarioError(
            f"{scenario.file}: {what} is code, {path}, and a scenario that is read from a file "
            f"runs none unless you say so: balance --trust {path} ..., if you know what it does."
        )
    return f"The code of {path} is run, as {what} asks for it."


def _is_ours(path: Path) -> bool:
    """Tell whether code comes with the program: with its package, or as an example beside it."""
    package = Path(str(files("balance"))).resolve()
    is_checkout = (package.parent / "scenarios").is_dir()
    examples = (package.parent / "examples",) if is_checkout else ()
    return any(path.is_relative_to(place) for place in (package, *examples))


def _is_named(path: Path) -> bool:
    listed = os.environ.get(VARIABLE, "").split(os.pathsep)
    places = _named | {Path(place).resolve() for place in listed if place}
    return any(path.is_relative_to(place) for place in places)
