"""The fewest games that a command can say anything from: refused before anything is played."""

from balance.errors import ScenarioError


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
