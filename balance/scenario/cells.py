"""The cells of a scenario: its tiers, its variants, and the combinations of its grid.

A cell is all that decides its games but the seed.  The first one takes the baseline's place: what
is compared is compared with it.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import groupby, product
from math import prod
from pathlib import Path
from typing import Any

from balance.errors import ScenarioError
from balance.limits import MOST_CELLS
from balance.scenario.bot_entries import BotEntry, Tier, is_list
from balance.scenario.error_messages import checked
from balance.scenario.model import BASELINE, NAME_CHARACTERS, Scenario, Variant

LONGEST_TEXT = 40  # of a value in a cell's name
VARIANT = "variant"  # the axis of the variants
TIER = "tier"  # the axis of the tiers

_BARE = Variant.model_construct(name=BASELINE)  # the scenario itself, which no file may name so
_ODD = re.compile(rf"[^{NAME_CHARACTERS}]+")


@dataclass(frozen=True)
class Cell:
    """One cell.

    Attributes
    ----------
    name : str
    games, players : int
    bots : tuple of Seated
        One for all seats, or one for each.
    table : mapping
        The game's own options.
    settings : mapping
        What is changed in them, and cells of sheets, by dotted key.
    folder : Path
        What relative paths in bots and options start from.
    axes : mapping of str to str
        Where it stands in the grid: the value on each axis along which cells differ, as shown
        ("2", "first_game_2e"); empty for a scenario without a grid.
    """

    name: str
    games: int
    players: int
    bots: tuple[BotEntry, ...]
    table: Mapping[str, Any]
    settings: Mapping[str, Any]
    folder: Path
    axes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Value:
    """A value of an axis of the grid, as shown, and what it adds to the name of a cell."""

    axis: str
    shown: str
    text: str
    players: int | None = None
    bots: tuple[BotEntry, ...] | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    games: int | None = None


def cells_of(scenario: Scenario, self_naming_values: Collection[str] = ()) -> tuple[Cell, ...]:
    """Return the cells of a scenario, the baseline first.

    Where a line-up of several bots meets another number of players there is no cell.

    Parameters
    ----------
    scenario : Scenario
    self_naming_values : collection of str
        Values that say by themselves what they are a value of, such as the ids of set-ups.

    Raises
    ------
    ScenarioError
        If there are too many cells or none, or the grid and a variant say the same thing.
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
            f"{scenario.file}: {' x '.join(map(str, sizes))} = {prod(sizes):,} cells, where at "
            f"most {MOST_CELLS} are played as one job."
        )
    for variant in variants:
        _check_apart(scenario, variant)
    shown = {values[0].axis for values in axes if len(values) > 1}
    if len(variants) > 1:
        shown.add(VARIANT)
    cells = [
        cell
        for point in product(*axes)
        for variant in variants
        if (cell := _cell(scenario, point, variant, shown)) is not None
    ]
    if not cells:
        raise ScenarioError(
            f"{scenario.file}: grid: no line-up of its bots has as many seats as there are players."
        )
    names = [cell.name for cell in cells]
    for name in names:
        if names.count(name) > 1:
            what = "the bots labels" if scenario.tiers else "the variants other names"
            raise ScenarioError(f"{scenario.file}: two cells are called {name!r}: give {what}.")
    return tuple(cells)


def for_players(bots: tuple[BotEntry, ...], players: int) -> tuple[BotEntry, ...]:
    """Return bots that were meant for another number of players: if all are equal, one for all."""
    if len(bots) != players and all(bot == bots[0] for bot in bots):
        return bots[:1]
    return bots


def named(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text as it may stand in the name of a variant, cut if it is long."""
    plain = " ".join(_ODD.sub(" ", text).split())
    return plain if len(plain) <= longest else f"{plain[: longest - 3].rstrip()}..."


def value_named(value: Any) -> str:
    """Return the value of a setting as it is called in the name of a cell."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(value_named, value))}]"
    return str(value)


def _variants(scenario: Scenario) -> list[Variant]:
    """Return the variants, what they are compared with first."""
    if scenario.baseline == BASELINE:
        return [_BARE, *scenario.variants]
    return sorted(scenario.variants, key=lambda variant: variant.name != scenario.baseline)


def _axis(
    scenario: Scenario, axis: str, values: tuple[Any, ...], self_naming_values: Collection[str]
) -> list[_Value]:
    found = []
    for number, value in enumerate(values, 1):
        if axis in ("players", "bots"):
            where = f"{scenario.file}: grid"
            one = checked(Variant, {"name": axis, axis: value}, where)
            shown = str(value) if axis == "players" else _bots_named(one.bots or ())
            text = _players_named(value) if axis == "players" else shown
            found.append(_Value(axis, shown, text, one.players, one.bots))
        else:
            shown = named(value_named(value), LONGEST_TEXT)
            if shown.endswith("...") or isinstance(value, Mapping):
                shown = f"no. {number}"
            text = shown if shown in self_naming_values else f"{axis}={shown}"
            found.append(_Value(axis, shown, text, settings={axis: value}))
    return found


def _tier(tier: Tier) -> _Value:
    seated = BotEntry(bot=tier.bot, label=tier.label, weights=tier.weights)
    shown = _bot_named(seated)
    return _Value(TIER, shown, shown, bots=(seated,), games=tier.games)


def _check_apart(scenario: Scenario, variant: Variant) -> None:
    if scenario.tiers and (variant.bots is not None or "bots" in scenario.grid):
        what = "the grid" if variant.bots is None else f"the variant {variant.name!r}"
        raise ScenarioError(
            f"{scenario.file}: the tiers and {what} both say which bots play: leave it to one of "
            "them."
        )
    own = {name for name in ("players", "bots") if getattr(variant, name) is not None}
    for axis in scenario.grid:
        if axis in own or axis in variant.set:
            raise ScenarioError(
                f"{scenario.file}: the grid and the variant {variant.name!r} both say what "
                f"{axis!r} is: leave it to one of them."
            )


def _cell(
    scenario: Scenario,
    point: tuple[_Value, ...],
    variant: Variant,
    shown: Collection[str],
) -> Cell | None:
    """Return the cell of a point of the grid and a variant, if there is one; see `_seats`."""
    seats = _seats(scenario, point, variant)
    if seats is None:
        return None
    bots, players = seats
    seen = [value for value in point if value.axis in shown]
    texts = [value.text for value in seen]
    axes = {value.axis: value.shown for value in seen}
    if VARIANT in shown:
        texts.append(variant.name)
        axes |= variant.axes or ({VARIANT: variant.name} if axes else {})
    settings = dict(scenario.set)
    for value in point:
        settings |= value.settings
    games = variant.games or scenario.games
    for value in point:
        if value.games is not None:  # a variant keeps its share of them
            games = max(1, round(value.games * games / scenario.games))
    return Cell(
        name=", ".join(texts) or BASELINE,
        games=games,
        players=players,
        bots=bots,
        table=scenario.table if variant.table is None else variant.table,
        settings=settings | dict(variant.set),
        folder=scenario.folder / variant.folder,
        axes=axes,
    )


def _seats(
    scenario: Scenario, point: tuple[_Value, ...], variant: Variant
) -> tuple[tuple[BotEntry, ...], int] | None:
    """Return bots and how many play; None where the grid crosses a line-up with another number."""
    grid_bots = next((value.bots for value in point if value.bots), None)
    grid_players = next((value.players for value in point if value.players), None)
    bots, players = grid_bots or variant.bots, grid_players or variant.players
    if players is None:
        if bots is not None and len(bots) > 1:
            return bots, len(bots)
        return bots or scenario.bots, scenario.players or len(scenario.bots)
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
    return named(" + ".join(texts), len(bots) * LONGEST_TEXT)


def _bot_named(bot: BotEntry) -> str:
    function = Path(bot.bot).stem if is_list(bot.bot) else bot.bot.rpartition(":")[2]
    name = bot.label or (bot.bot if function.isdecimal() else function)  # search:200 is a dial
    weights = ", ".join(f"{key}={value:g}" for key, value in bot.weights.items())
    return f"{name} ({weights})" if weights and not bot.label else name
