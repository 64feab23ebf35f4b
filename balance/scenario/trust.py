"""Which code a scenario may run: what comes with the program, and what the user trusts.

A scenario is data and may come from a stranger; a game's folder and ``file.py:name``, of a bot or
of a section, are code, which can do anything.  So a scenario that was read from a file runs only
the program's own code, unless the user names other code that it may run.
"""

import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import is_described
from balance.scenario.bot_names import bot_name
from balance.scenario.cells import Cell
from balance.scenario.model import Scenario

VARIABLE = "BALANCE_TRUST"  # folders and files, separated as in PATH

_trusted: set[Path] = set()  # by --trust
_given: set[Path] = set()  # by --bots or --tiers: run without a notice


def trust(path: Path) -> None:
    """Let scenarios run a file, or everything in a folder, that the user gave with --trust."""
    _trusted.add(path.resolve())


def trust_given(path: Path) -> None:
    """Let a file be run, without a notice, that the user gave as a bot."""
    _given.add(path.resolve())


def check_game(scenario: Scenario) -> str:
    """Refuse a game that is not to be trusted; return a notice about foreign code that is run.

    Raises
    ------
    ScenarioError
        If the scenario was read from a file, and the user does not trust the code.
    """
    if scenario.game in GAMES or not scenario.is_from_a_file:
        return ""
    path = (scenario.folder / scenario.game).resolve()
    if not path.exists() or is_described(path):
        return ""  # nothing is run: loading says what games there are, or reads a description
    return _checked(scenario, f"game = {scenario.game!r}", path)


def check_bots(scenario: Scenario, cell: Cell) -> Iterator[str]:
    """Refuse bots that are not to be trusted; yield notices about foreign code that is run.

    Raises
    ------
    ScenarioError
        If the scenario was read from a file, and the user does not trust the code.
    """
    if not scenario.is_from_a_file:
        return
    for name in dict.fromkeys(bot.bot for bot in cell.bots):
        parts = bot_name(name)
        if parts.is_code:
            place = (cell.folder / parts.file).resolve()
            yield _checked(scenario, f"the bot {name!r}", place)


def check_section_files(scenario: Scenario) -> Iterator[str]:
    """Refuse sections that are not to be trusted; yield notices about foreign code that is run.

    Raises
    ------
    ScenarioError
        If the scenario was read from a file, and the user does not trust the code.
    """
    for entry in scenario.sections or () if scenario.is_from_a_file else ():
        file, colon, _ = entry.rpartition(":")
        if colon:
            yield _checked(scenario, f"the section {entry!r}", (scenario.folder / file).resolve())


def _checked(scenario: Scenario, what: str, path: Path) -> str:
    if _is_ours(path) or path in _given:
        return ""
    if not _is_trusted(path):
        raise ScenarioError(
            f"{scenario.place}: {what} is the code in {path}, which is not run unless you trust "
            f"it: balance --trust {path} ..., if you know what it does."
        )
    return f"Running the code in {path}, as {what} needs it."


def _is_ours(path: Path) -> bool:
    """Whether code comes with the program: in its package, or as an example beside it."""
    package = Path(str(files("balance"))).resolve()
    is_checkout = (package.parent / "scenarios").is_dir()
    examples = (package.parent / "examples",) if is_checkout else ()
    return any(path.is_relative_to(place) for place in (package, *examples))


def _is_trusted(path: Path) -> bool:
    listed = os.environ.get(VARIABLE, "").split(os.pathsep)
    places = _trusted | {Path(place).resolve() for place in listed if place}
    return any(path.is_relative_to(place) for place in places)
