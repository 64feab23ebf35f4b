"""What is refused before anything is played: too few games, sections that there cannot be."""

from pathlib import Path

from balance.errors import ScenarioError
from balance.games import GAMES
from balance.scenario.cells import Cell, cells_of
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import PreparedScenario
from balance.scenario.section_files import is_of_package, section_name


def check_games(games: int | None, fewest: int, option: str = "--games", of: str = "") -> None:
    """Refuse fewer games than a command needs.

    Parameters
    ----------
    games : int, optional
        As asked for; None is the command's own number, which is enough.
    option : str
        What sets the number.
    of : str
        What the games are of, such as ``" for 3 cards"``.

    Raises
    ------
    ScenarioError
    """
    if games is not None and games < fewest:
        raise ScenarioError(f"{option} {games}: too few{of}; expected at least {fewest:,}.")


def check_early(
    name: str, overrides: Overrides, games: int | None, deals: int, is_of_entry: bool
) -> None:
    """Refuse what the file of a scenario shows, before its game, numba and reports are loaded.

    Parameters
    ----------
    deals : int
        The fewest that a command needs.
    is_of_entry : bool
        Whether one player plays under other rules, so that a deal is played in every seat.

    Raises
    ------
    ScenarioError
    """
    if name in GAMES or Path(name).is_dir():  # to know more of a game it has to be loaded
        return
    scenario = read_scenario(name)
    if games is not None and deals:
        (cell, *_) = cells_of(override(scenario, overrides))
        check_games(games, deals * (cell.players if is_of_entry else _rotations(cell)))


def _rotations(cell: Cell) -> int:
    """Return in how many seats in turn the bots of a cell play: see `Lineup.rotations`."""
    bots = [str(bot) for bot in cell.bots] or [""]
    return next(k for k in range(1, len(bots) + 1) if bots[k:] + bots[:k] == bots)


def check_sections(ready: PreparedScenario) -> None:
    """Refuse sections of a scenario that none of its cells can have.

    Raises
    ------
    ScenarioError
        Says what the first of them needs.
    """
    files, scenario = ready.section_files, ready.scenario
    names = [*map(section_name, scenario.sections or ())]
    if all(map(is_of_package, files.values())):
        files = {name: files[name] for name in names}  # loading the others takes time
    if not files:
        return
    from balance.report.definitions import sections_in

    known = sections_in(files)
    for name in names:
        why = known[name].why_missing(ready)
        if why:
            raise ScenarioError(f"{scenario.place}: sections: {name!r}: {why}.")
