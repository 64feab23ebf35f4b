"""What the command line changes in a scenario."""

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from balance.errors import ScenarioError
from balance.scenario.cells import cells_of, for_players
from balance.scenario.model import Scenario, Variant
from balance.scenario.set_up import SetUp, set_up

_COMPARISON = "comparison"


@dataclass(frozen=True)
class Overrides:
    """What the command line changes in a scenario; None is as it stands there.

    Attributes
    ----------
    games, seed, players : int or None
    bots : tuple of str
        One for all seats or one for each; files are sought from the current folder.
    settings : mapping
        Options of the table and cells of sheets, by dotted key.
    """

    games: int | None = None
    seed: int | None = None
    players: int | None = None
    bots: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


def read_settings(texts: Iterable[str]) -> Mapping[str, Any]:
    """Return what each ``KEY=VALUE`` sets; a value that is not TOML is a word.

    Raises
    ------
    ScenarioError
        If there is no ``=``, or a key is there twice.
    """
    settings: dict[str, Any] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key:
            raise ScenarioError(
                f"--set {text}: expected KEY=VALUE, where KEY is an option of [table], or "
                "sheet.id.column for a cell of a sheet."
            )
        if key in settings:
            raise ScenarioError(f"--set {key} is there twice: which of the two values is meant?")
        try:
            settings[key] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            settings[key] = value
    return settings


def override(scenario: Scenario, overrides: Overrides) -> Scenario:
    """Return the scenario as the command line changes it.

    What it says takes the place of an axis of the grid, and players and bots hold for all
    variants; what a variant sets itself stays.

    Raises
    ------
    ScenarioError
        If it asks for what cannot be.
    """
    changes: dict[str, Any] = {}
    variants = list(scenario.variants)
    said = set(overrides.settings)
    if overrides.games is not None:
        changes["games"] = overrides.games
        share = overrides.games / scenario.games
        variants = [_with_share(variant, share) for variant in variants]
    if overrides.seed is not None:
        changes["seed"] = overrides.seed
    if overrides.bots:
        said.add("bots")
        changes["bots"] = [_from_here(bot, scenario.folder) for bot in overrides.bots]
        variants = [variant.model_copy(update={"bots": None}) for variant in variants]
        if len(overrides.bots) == 1:
            changes["players"] = scenario.players or len(scenario.bots)
    players = overrides.players or (len(overrides.bots) if len(overrides.bots) > 1 else None)
    if players:
        said.add("players")
        changes["players"] = players
        changes.setdefault("bots", for_players(scenario.bots, players))
        variants = [variant.model_copy(update={"players": None}) for variant in variants]
    if overrides.settings:
        changes["set"] = {**scenario.set, **overrides.settings}
    changes["grid"] = {axis: values for axis, values in scenario.grid.items() if axis not in said}
    changes["variants"] = [variant.model_dump() for variant in variants]
    return scenario.changed(**changes)


def set_up_as_asked(scenario: Scenario, overrides: Overrides) -> SetUp:
    """Return a scenario as the command line changes it, ready to be played.

    Where one cell is left of several there is nothing to compare: a comparison that the file asks
    for is left out, with a notice.

    Raises
    ------
    ScenarioError, CardError, BotError
        If something in it is not there, or it asks for what cannot be.
    """
    ready = set_up(override(scenario, overrides))
    sections = ready.scenario.sections or ()
    if len(ready.variants) > 1 or _COMPARISON not in sections or len(cells_of(scenario)) == 1:
        return ready
    others = tuple(section for section in sections if section != _COMPARISON)
    notice = "One cell is left, so nothing is compared: the section 'comparison' is left out."
    return replace(
        ready,
        scenario=ready.scenario.changed(sections=others or None),
        notices=(*ready.notices, notice),
    )


def _with_share(variant: Variant, share: float) -> Variant:
    """Return a variant with games in the same proportion to the baseline's as before."""
    if variant.games is None:
        return variant
    return variant.model_copy(update={"games": max(1, round(variant.games * share))})


def _from_here(name: str, folder: Path) -> str:
    """Return a bot of the command line as the scenario would name it, from its own folder."""
    file, colon, function = name.rpartition(":")
    return f"{os.path.relpath(Path(file).resolve(), folder)}:{function}" if colon else name
