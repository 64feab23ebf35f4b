"""What is refused before anything is played: too few games, sections that there cannot be."""

from balance.errors import ScenarioError
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
