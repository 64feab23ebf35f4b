"""Comparing scenarios: all their cells as the variants of one scenario."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from balance.engine.game import Game
from balance.error_messages import checked
from balance.errors import ScenarioError
from balance.portable import relative_path
from balance.scenario.cells import VARIANT, Cell, cells_of, shortened_name, value_named
from balance.scenario.model import BASELINE, Scenario
from balance.scenario.prepare import game_of, self_naming_values

AS_IT_IS = "as it is"
LONGEST_CHANGE = 60  # of what is changed, in the name of a cell
LONGEST_NAME = 80  # of the folder of the report


def side_by_side(scenarios: Sequence[Scenario], changes: Mapping[str, Any]) -> Scenario:
    """Return one scenario whose variants are all cells of these, from the seed of the first.

    A single scenario without changes is returned as it is.

    Parameters
    ----------
    changes : mapping
        Settings by dotted key: each cell is compared with itself under these settings.  Without
        them the cells are compared with each other.

    Raises
    ------
    ScenarioError
        If they have different games, two have the same name, or there is only one cell.
    """
    first = scenarios[0]
    if len(scenarios) == 1 and not changes:
        if len(cells_of(first)) == 1:
            raise ScenarioError(
                f"{first.name} has nothing to be compared with: name a second scenario, or change "
                "something with --set KEY=VALUE."
            )
        return first
    games = [game_of(scenario) for scenario in scenarios]
    _check_comparable(scenarios, games)
    variants = [
        variant
        for scenario in scenarios
        for cell in cells_of(scenario, self_naming_values(games[0]))
        for variant in _variants(cell, scenario, first, len(scenarios) > 1, changes)
    ]
    if len({axis for variant in variants for axis in variant["axes"]}) < 2:
        variants = [{**variant, "axes": {}} for variant in variants]  # their names say as much
    names = "+".join(scenario.name for scenario in scenarios)
    texts = _in_words(changes)
    name = re.sub(r"[^\w.+-]+", "-", f"{names}-{texts}" if texts else names)[:LONGEST_NAME]
    values = {
        "name": name.rstrip("."),
        "game": first.game,
        "question": _question(scenarios, texts),
        "seed": first.seed,
        "games": first.games,
        "bots": first.bots,
        "check_tiers": first.check_tiers if _are_checked_alike(scenarios) else (),
        "variants": variants,
        "baseline": variants[0]["name"],
    }
    if first.seconds_a_decision is not None:
        values["seconds_a_decision"] = first.seconds_a_decision
    if first.until is not None:
        values["until"] = first.until
    joined = checked(Scenario, values, "compare").at(first.file, first.place)
    for scenario in scenarios:
        joined = scenario.handed_on(joined)
    return joined


def _are_checked_alike(scenarios: Sequence[Scenario]) -> bool:
    """Return whether the same bots check the findings of all scenarios."""
    tiers = [[tier.entry for tier in scenario.check_tiers] for scenario in scenarios]
    return all(each == tiers[0] for each in tiers)


def _check_comparable(scenarios: Sequence[Scenario], games: Sequence[Game]) -> None:
    for scenario, game in zip(scenarios, games, strict=True):
        if game.place != games[0].place:
            raise ScenarioError(
                f"{scenarios[0].name} is a scenario of {games[0].title}, {scenario.name} one of "
                f"{game.title}: only scenarios of the same game can be compared."
            )
        if [other.name for other in scenarios].count(scenario.name) > 1:
            raise ScenarioError(
                f"two of the scenarios are called {scenario.name!r}: rename one of them."
            )


def _variants(
    cell: Cell, scenario: Scenario, first: Scenario, has_others: bool, changes: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return a cell as a variant, or as two: as it is and with the changes."""
    names = [scenario.name] if has_others else []
    if cell.name != BASELINE:
        names.append(cell.name)
    axes = {"scenario": scenario.name} if has_others else {}
    axes |= cell.axes or ({VARIANT: cell.name} if scenario.variants else {})
    variant = {
        "games": cell.games,
        "players": cell.players,
        "bots": cell.bots,
        "table": cell.table,
        "set": cell.settings,
        "folder": relative_path(cell.folder, first.folder),
    }
    if not changes:
        return [{"name": ", ".join(names), "axes": axes, **variant}]
    changed = {**variant, "set": {**cell.settings, **changes}}
    return [
        {"name": ", ".join([*names, text]), "axes": {**axes, "change": text}, **one}
        for text, one in ((AS_IT_IS, variant), (_in_words(changes), changed))
    ]


def _in_words(changes: Mapping[str, Any]) -> str:
    texts = [f"{key}={value_named(value)}" for key, value in changes.items()]
    return shortened_name(", ".join(texts), LONGEST_CHANGE)


def _question(scenarios: Sequence[Scenario], changes: str) -> str:
    names = " and ".join(scenario.name for scenario in scenarios)
    if changes:
        return f"What does {changes} change in {names}?"
    return f"How do {names} differ?"
