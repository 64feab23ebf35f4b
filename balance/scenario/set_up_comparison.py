"""The ready scenario that sets the named set-ups of a game side by side."""

import tomllib
from collections.abc import Collection, Mapping
from typing import Any

from balance.scenario.shipped import shipped_scenarios


def comparison_of_setups(game: str, setups: Collection[str]) -> tuple[str, int] | None:
    """Return its name and its number of players; None if there is none.

    It is the one with the most set-ups among those that set one in each variant.

    Parameters
    ----------
    setups : collection of str
        The ids of the named set-ups of the game.
    """
    found, known = [], [*setups]
    for name, path in shipped_scenarios().items():
        if path.parent.name != game:  # where all of a game are, so that few are read
            continue
        scenario = tomllib.loads(path.read_text(encoding="utf-8"))
        compared, players = _values(scenario), scenario.get("players")
        is_of_setups = len(compared) > 1 and all(
            any(one in known for one in values) for values in compared
        )
        if is_of_setups and isinstance(players, int):
            found.append((len(compared), name, players))
    return max(found)[1:] if found else None


def _values(scenario: Mapping[str, Any]) -> list[list[Any]]:
    """Return what a scenario sets in each variant, or at each place of its grid's only axis."""
    axes = [one for one in scenario.get("grid", {}).values() if isinstance(one, list)]
    if axes:
        return [[one] for one in axes[0]] if len(axes) == 1 else []
    variants = scenario.get("variants", ())
    return [list(one.get("set", {}).values()) for one in variants]
