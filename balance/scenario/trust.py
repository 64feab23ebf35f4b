"""Which code a scenario may run: what comes with the program, and what the user trusts.

A scenario is data and may come from a stranger; a game's folder and ``file.py:name``, of a bot or
of a section, are code, which can do anything.  So a scenario that was read from a file runs only
the program's own code, unless the user names other code that it may run.
"""

from collections.abc import Iterator
from pathlib import Path

from balance.compiling.trusted_code import is_known, is_trusted, refusal
from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import is_described
from balance.scenario.bot_names import bot_name
from balance.scenario.cells import Cell
from balance.scenario.model import Scenario


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
    if is_known(path):
        return ""
    if not is_trusted(path):
        raise ScenarioError(f"{scenario.place}: {refusal(what, path)}")
    return f"Running the code in {path}, as {what} needs it."
