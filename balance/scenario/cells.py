"""The cells of a scenario: all combinations of its tiers, its variants and its grid.

A cell is everything that decides its games, except the seed.  The first one is the baseline, with
which the others are compared.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby, product
from math import prod
from pathlib import Path
from typing import Any

from balance.error_messages import checked
from balance.errors import ScenarioError
from balance.limits import MOST_CELLS
from balance.scenario.bot_names import bot_name
from balance.scenario.model import (
    BASELINE,
    NAME_CHARACTERS,
    BotEntry,
    Scenario,
    Tier,
    Variant,
)

LONGEST_TEXT = 40  # of a value in a cell's name
VARIANT = "variant"  # the axis of the variants
TIER = "tier"  # the axis of the tiers

_BASELINE = Variant.model_construct(name=BASELINE)  # the scenario itself
_ODD = re.compile(rf"[^{NAME_CHARACTERS}]+")


@dataclass(frozen=True)
class Cell:
    """One cell.

    Attributes
    ----------
    axes : mapping of str to str
        Its value on each axis along which cells differ, as readers see it ("2", "first_game_2e");
        empty for a scenario without a grid.
    """

    name: str
    games: int
    players: int
    bots: tuple[BotEntry, ...]  # one for all seats, or one for each
    table: Mapping[str, Any]  # the game's own options
    settings: Mapping[str, Any]  # changes of options and of cells of sheets, by dotted key
    folder: Path  # what relative paths in bots and options start from
    axes: Mapping[str, str] = field(default_factory=dict)
    checked_by: str = ""  # of a cell that checks another one: its tier


@dataclass(frozen=True)
class _Value:
    """A value on an axis of the grid: its label there, and its part of the name of a cell."""

    axis: str
    label: str
    name_part: str
    players: int | None = None
    bots: tuple[BotEntry, ...] | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    games: int | None = None


def cells_of(scenario: Scenario, self_naming_values: Collection[str] = ()) -> tuple[Cell, ...]:
    """Return the cells of a scenario, the baseline first.

    A line-up of several bots has no cell with another number of players.

    Parameters
    ----------
    self_naming_values : collection of str
        Values that are clear without their key, such as the ids of set-ups.

    Raises
    ------
    ScenarioError
        If there are too many cells or none, or the grid and a variant set the same thing.
    """
    axes = [
        _axis(scenario, axis, values, self_naming_values) for axis, values in scenario.grid.items()
    ]
    if scenario.tiers:  # the first axis: the quick ones are played before the slow ones
        axes.insert(0, [_tier(tier) for tier in scenario.tiers])
    variants = _variants(scenario)
    sizes = [size for size in (*map(len, axes), len(variants)) if size > 1]
    if prod(sizes) > MOST_CELLS:
        raise ScenarioError(
            f"{scenario.place}: {' x '.join(map(str, sizes))} = {prod(sizes):,} variants, where a "
            f"run has at most {MOST_CELLS}."
        )
    for variant in variants:
        _check_conflicts(scenario, variant)
    differing = {values[0].axis for values in axes if len(values) > 1}
    if len(variants) > 1:
        differing.add(VARIANT)
    cells = [
        cell
        for point in product(*axes)
        for variant in variants
        if (cell := _cell(scenario, point, variant, differing)) is not None
    ]
    if not cells:
        raise ScenarioError(
            f"{scenario.place}: grid: no line-up of its bots has as many seats as there are "
            "players."
        )
    names = [cell.name for cell in cells]
    for name in names:
        if names.count(name) > 1:
            what = "give the bots labels" if scenario.tiers else "rename a variant"
            raise ScenarioError(f"{scenario.place}: two variants are called {name!r}: {what}.")
    return tuple(cells)


def check_cells_of(scenario: Scenario, cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Return the cells that check others with bots of another strength, tier by tier.

    A cell is checked if the bot that plays all games has all its seats.
    """
    main = scenario.main_tier
    if main is None:
        return ()
    return tuple(
        _check_cell(cell, tier, (tier.games or scenario.games) / scenario.games)
        for tier in scenario.check_tiers
        if tier is not main
        for cell in cells
        if all(bot == main.entry for bot in cell.bots)
    )


def tier_label(tier: Tier) -> str:
    """Return the name of a tier for readers."""
    return _bot_named(tier.entry)


def check_cell_name(tier: str, cell: str) -> str:
    """Return the name of the cell in which a tier checks another cell."""
    return f"{tier}, {cell}"


def for_players(bots: tuple[BotEntry, ...], players: int) -> tuple[BotEntry, ...]:
    """Return bots for a number of players: one for all, if all are equal and of another number."""
    if len(bots) != players and all(bot == bots[0] for bot in bots):
        return bots[:1]
    return bots


def shortened_name(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text as part of the name of a variant, shortened if it is long."""
    valid = " ".join(_ODD.sub(" ", text).split())
    return valid if len(valid) <= longest else f"{valid[: longest - 3].rstrip()}..."


def value_named(value: Any) -> str:
    """Return the value of a setting as part of the name of a cell."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(value_named, value))}]"
    return str(value)


def _variants(scenario: Scenario) -> list[Variant]:
    """Return the variants, the baseline first."""
    if scenario.baseline == BASELINE:
        return [_BASELINE, *scenario.variants]
    return sorted(scenario.variants, key=lambda variant: variant.name != scenario.baseline)


def _axis(
    scenario: Scenario, axis: str, values: tuple[Any, ...], self_naming_values: Collection[str]
) -> list[_Value]:
    points = []
    for number, value in enumerate(values, 1):
        if axis in ("players", "bots"):
            where = f"{scenario.place}: grid"
            one = checked(Variant, {"name": axis, axis: value}, where)
            label = str(value) if axis == "players" else _bots_named(one.bots or ())
            name_part = _players_named(value) if axis == "players" else label
            points.append(_Value(axis, label, name_part, one.players, one.bots))
        else:
            label = shortened_name(value_named(value), LONGEST_TEXT)
            if label.endswith("...") or isinstance(value, Mapping):
                label = f"no. {number}"
            name_part = label if label in self_naming_values else f"{axis}={label}"
            points.append(_Value(axis, label, name_part, settings={axis: value}))
    return points


def _tier(tier: Tier) -> _Value:
    label = tier_label(tier)
    return _Value(TIER, label, label, bots=(tier.entry,), games=tier.games)


def _check_cell(cell: Cell, tier: Tier, share: float) -> Cell:
    label = tier_label(tier)
    return replace(
        cell,
        name=check_cell_name(label, cell.name),
        bots=(tier.entry,),
        games=max(1, round(share * cell.games)),
        checked_by=label,
    )


def _check_conflicts(scenario: Scenario, variant: Variant) -> None:
    if scenario.tiers and (variant.bots is not None or "bots" in scenario.grid):
        what = "the grid" if variant.bots is None else f"the variant {variant.name!r}"
        raise ScenarioError(
            f"{scenario.place}: the tiers and {what} both set the bots: expected only one of them "
            "to do so."
        )
    own = {name for name in ("players", "bots") if getattr(variant, name) is not None}
    for axis in scenario.grid:
        if axis in own or axis in variant.set:
            raise ScenarioError(
                f"{scenario.place}: the grid and the variant {variant.name!r} both set {axis!r}: "
                "expected only one of them to do so."
            )


def _cell(
    scenario: Scenario,
    point: tuple[_Value, ...],
    variant: Variant,
    differing: Collection[str],
) -> Cell | None:
    """Return the cell of a point of the grid and a variant, if there is one; see `_seats`."""
    seats = _seats(scenario, point, variant)
    if seats is None:
        return None
    bots, players = seats
    named_values = [value for value in point if value.axis in differing]
    name_parts = [value.name_part for value in named_values]
    axes = {value.axis: value.label for value in named_values}
    if VARIANT in differing:
        name_parts.append(variant.name)
        axes |= variant.axes or ({VARIANT: variant.name} if axes else {})
    settings = dict(scenario.set)
    for value in point:
        settings |= value.settings
    games = variant.games or scenario.games
    for value in point:
        if value.games is not None:  # a variant has its share of them
            games = max(1, round(value.games * games / scenario.games))
    return Cell(
        name=", ".join(name_parts) or BASELINE,
        games=games,
        players=players,
        bots=bots,
        table=scenario.table if variant.table is None else variant.table,
        settings=_of_players(settings | dict(variant.set), players),
        folder=scenario.folder / variant.folder,
        axes=axes,
    )


def _of_players(settings: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return settings with those that hold for a number of players, such as ``extra_gold.4``."""
    found, own = dict(settings), dict[str, Any]()
    for key in settings:
        option, _, count = key.partition(".")
        if count.isdecimal():
            value = found.pop(key)
            own |= {option: value} if int(count) == players else {}
    return found | own


def _seats(
    scenario: Scenario, point: tuple[_Value, ...], variant: Variant
) -> tuple[tuple[BotEntry, ...], int] | None:
    """Return the bots and the number of players; None if a line-up has another number of seats."""
    grid_bots = next((value.bots for value in point if value.bots), None)
    grid_players = next((value.players for value in point if value.players), None)
    bots, players = grid_bots or variant.bots, grid_players or variant.players
    if players is None:
        if bots is not None and len(bots) > 1:
            return bots, len(bots)
        return bots or scenario.bots, scenario.seats
    if bots is None:
        return for_players(scenario.bots, players), players
    if (grid_bots or grid_players) and len(bots) not in (1, players):
        return None
    return bots, players


def _players_named(players: int) -> str:
    return f"{players} player{'' if players == 1 else 's'}"


def _bots_named(bots: tuple[BotEntry, ...]) -> str:
    """Return a line-up in words: ``greedy``, ``greedy + 2 random``."""
    texts = []
    for text, equal in groupby(_bot_named(bot) for bot in bots):
        count = len(list(equal))
        texts.append(text if count == 1 else f"{count} {text}")
    return shortened_name(" + ".join(texts), len(bots) * LONGEST_TEXT)


def _bot_named(bot: BotEntry) -> str:
    name = bot.label or bot_name(bot.bot).short
    weights = ", ".join(f"{key}={value:g}" for key, value in bot.weights.items())
    return f"{name} ({weights})" if weights and not bot.label else name
