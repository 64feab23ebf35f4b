"""The ready scenario that sets the named set-ups of a game side by side."""

import tomllib
from collections.abc import Collection, Mapping
from typing import Any

from balance.scenario.shipped import shipped_scenarios


def comparison_of_setups(game: str, setups: Collection[str]) -> tuple[str, int] | None:
    """Return its name and its number of players; None if there is none.

    It is the one with the most set-ups among those in which nothing else is an axis.

    Parameters
    ----------
    setups : collection of str
        The ids of the named set-ups of the game.
    """
    found = []
    for name, path in shipped_scenarios().items():
        scenario = tomllib.loads(path.read_text(encoding="utf-8"))
        compared = {one for one in _values(scenario) if isinstance(one, str)} & {*setups}
        players = scenario.get("players")
        if scenario.get("game") == game and len(compared) > 1 and isinstance(players, int):
            found.append((len(compared), name, players))
    return max(found)[1:] if found else None


def _values(scenario: Mapping[str, Any]) -> list[Any]:
    """Return what a scenario sets in its variants, or on the only axis of its grid."""
    axes = [one for one in scenario.get("grid", {}).values() if isinstance(one, list)]
    if axes:
        return axes[0] if len(axes) == 1 else []
    variants = scenario.get("variants", ())
    return [value for one in variants for value in one.get("set", {}).values()]
