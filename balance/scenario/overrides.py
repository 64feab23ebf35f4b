"""What the command line changes in a scenario, and the tiers of its noise sweep."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from balance.compiling.trusted_code import trust_given
from balance.engine.game import noisy_name
from balance.errors import ScenarioError
from balance.portable import relative_path
from balance.sanitize import UnreadableError, odd_value, toml_of
from balance.scenario.bot_names import bot_name, read_noise
from balance.scenario.cells import cells_of, for_players
from balance.scenario.default_bots import with_default_bots
from balance.scenario.model import BotEntry, Scenario, Tier, Variant, split_games
from balance.scenario.prepare import (
    PreparedCell,
    PreparedScenario,
    game_of,
    prepare,
    self_naming_values,
)
from balance.spelling import one_form
from balance.toml_errors import PATHS

Changed = TypeVar("Changed", Variant, Tier)

_COLUMN = re.compile(r"\s*[a-z_]+(\.\d+)?\s*=")  # of a card, with its value
_COMPARISON, _TIERS = "comparison", "tiers"


@dataclass(frozen=True)
class Overrides:
    """What the command line changes in a scenario; None leaves the scenario's value.

    Attributes
    ----------
    bots : tuple of str
        One for all seats or one for each; paths are relative to the current folder.
    settings : mapping
        Options of the table and cells of sheets, by dotted key.
    tiers : tuple of str
        Bots, each of which plays everything, in all seats; ``search:100@2000`` has its own number
        of games.
    noise : tuple of str
        Chances of a random choice: the one bot of all seats plays everything with each, as tiers.
    """

    games: int | None = None
    seed: int | None = None
    players: int | None = None
    bots: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    tiers: tuple[str, ...] = ()
    noise: tuple[str, ...] = ()
    until: str | None = None  # see `balance.scenario.requirements.StoppingRule`
    designs: tuple[str, ...] = ()  # designed experiments; "all" is all that the game has
    halfwidth: float | None = None  # the precision of the experiments, in percentage points
    seconds_a_decision: str | float | None = None  # see `balance.scenario.decision_seconds`
    require: tuple[str, ...] = ()  # in place of the scenario's requirements


def read_settings(texts: Iterable[str], option: str = "--set ") -> Mapping[str, Any]:
    """Return the settings in texts ``KEY=VALUE``; a value that is not TOML is a word.

    Parameters
    ----------
    option : str
        What stands before a setting on the command line, for errors.

    Raises
    ------
    ScenarioError
        If there is no ``=``, or a key is there twice.
    """
    settings: dict[str, Any] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in one_form(text).partition("="))
        if not equals or not key:
            raise ScenarioError(
                f"{option}{text}: expected KEY=VALUE, where KEY is an option of [table], or "
                "sheet.id.column for a cell of a sheet."
            )
        if key in settings:
            raise ScenarioError(f"{option}{key}: is there twice, where one value is expected.")
        settings[key] = _value_of(key, value, option)
    return settings


def read_changes(texts: Iterable[str]) -> Mapping[str, Any]:
    """Return the settings in texts, in which a name may stand before what is changed of it.

    ``Butcher`` and ``cost=5`` are ``Butcher.cost=5``, ``simon`` and ``per 3 resources`` are
    ``simon=per 3 resources``.

    Raises
    ------
    ScenarioError
        If there is a name alone, or as `read_settings`.
    """
    settings, name = [], ""
    for text in texts:
        if not name and "=" not in text:
            name = text
            continue
        join = "." if _COLUMN.match(text) else "="
        settings.append(f"{name}{join}{text}" if name else text)
        name = ""
    if name:
        raise ScenarioError(
            f"{name}: expected KEY=VALUE, or after a name what is changed of it, such as cost=5 or "
            "some words of its text with another number."
        )
    return read_settings(settings, "")


def _value_of(key: str, text: str, option: str) -> Any:
    """Return the TOML value in a text, or the text itself if it is not TOML."""
    try:
        values = toml_of(f"value = {text}")
        if len(values) == 1:  # a line break could add other keys
            return values["value"]
    except UnreadableError as error:
        if not error.not_toml:
            raise ScenarioError(f"{option}{key}: {error}") from None
        if '"' in text and "\\" in text:
            raise ScenarioError(f"{option}{key}={text}: {PATHS}") from None
    odd = odd_value({key: text})
    if odd:
        raise ScenarioError(f"{option}{odd}")
    return text


def names_bots(scenario: Scenario, overrides: Overrides) -> bool:
    """Return whether somebody says who plays, so that it is not the game's default bot."""
    has_own = "bots" in scenario.grid or any(variant.bots for variant in scenario.variants)
    given = overrides.bots or overrides.tiers or overrides.noise
    return bool(scenario.bots or scenario.tiers or given) or has_own


def override(scenario: Scenario, overrides: Overrides) -> Scenario:
    """Return the scenario as the command line changes it.

    An option replaces an axis of the grid, and --players and --bots hold for all variants; other
    things that a variant sets stay.

    Raises
    ------
    ScenarioError
        If the result is not a valid scenario.
    """
    for option in ("bots", "noise"):
        if getattr(overrides, option) and overrides.tiers:
            raise ScenarioError(
                f"--{option} and --tiers both set the bots: expected only one of them."
            )
    tiers: list[Any] = [_from_here(bot, scenario.folder) for bot in overrides.tiers]
    bots = tuple(_from_here(bot, scenario.folder) for bot in overrides.bots)
    if overrides.noise:
        tiers = noise_tiers(_bots_with_noise(scenario, bots), overrides.noise)
        bots = ()
    changes: dict[str, Any] = {"tiers": scenario.tiers}
    variants = list(scenario.variants)
    replaced = set(overrides.settings)  # axes of the grid
    if overrides.games is not None:
        changes["games"] = overrides.games
        share = overrides.games / scenario.games
        variants = [_with_share(variant, share) for variant in variants]
        changes["tiers"] = [_with_share(tier, share) for tier in scenario.tiers]
        changes["check_tiers"] = [_with_share(tier, share) for tier in scenario.check_tiers]
    if tiers or bots:
        changes["check_tiers"] = []
    if tiers:
        replaced.add("bots")
        changes["tiers"] = tiers
        if scenario.sections is not None and _TIERS not in scenario.sections:
            changes["sections"] = [_TIERS, *scenario.sections]
        variants = [_without_bots(variant) for variant in variants]
    for key in ("seed", "until", "halfwidth", "seconds_a_decision"):
        if getattr(overrides, key) is not None:
            changes[key] = getattr(overrides, key)
    for key in ("designs", "require"):
        if getattr(overrides, key):
            changes[key] = getattr(overrides, key)
    if bots:
        replaced.add("bots")
        changes["tiers"] = []
        changes["bots"] = bots
        variants = [variant.model_copy(update={"bots": None}) for variant in variants]
        if len(bots) == 1:
            changes["players"] = scenario.seats
    players = overrides.players or (len(overrides.bots) if len(overrides.bots) > 1 else None)
    if players:
        replaced.add("players")
        changes["players"] = players
        changes.setdefault("bots", for_players(scenario.bots, players))
        variants = [variant.model_copy(update={"players": None}) for variant in variants]
    if overrides.settings:
        changes["set"] = {**scenario.set, **overrides.settings}
    changes["grid"] = {
        axis: values for axis, values in scenario.grid.items() if axis not in replaced
    }
    changes["variants"] = [variant.model_dump() for variant in variants]
    for key in ("tiers", "check_tiers"):
        changes[key] = [
            tier if isinstance(tier, str) else tier.model_dump()
            for tier in changes.get(key, scenario.check_tiers)
        ]
    return scenario.changed(**changes)


def prepare_with_overrides(scenario: Scenario, overrides: Overrides) -> PreparedScenario:
    """Return a scenario as the command line changes it, ready to be played.

    Where only one cell of several is left, the section that compares cells is left out, with a
    notice.  So is the section on tiers where --bots replaces them.

    Raises
    ------
    ScenarioError, CardError, BotError
        If something that it names does not exist or cannot be played.
    """
    prepared = prepare_with_settings(override(scenario, overrides), overrides.settings)
    changed = prepared.scenario
    left_out: dict[str, str] = {}
    if len(prepared.cells) == 1 and len(cells_of(scenario)) > 1:
        left_out[_COMPARISON] = "Only one variant is left, so nothing is compared"
    if scenario.tiers and not changed.tiers:
        left_out[_TIERS] = "--bots replaces the tiers"
    sections = changed.sections or ()
    notices = [
        f"{why}: the section {section!r} is left out."
        for section, why in left_out.items()
        if section in sections
    ]
    if not notices:
        return prepared
    others = tuple(section for section in sections if section not in left_out)
    return replace(
        prepared,
        scenario=changed.changed(sections=others or None),
        notices=(*prepared.notices, *notices),
    )


def prepare_with_settings(scenario: Scenario, settings: Mapping[str, Any]) -> PreparedScenario:
    """Return a scenario with settings of the command line in it, ready to be played.

    Raises
    ------
    BalanceError
        Also if two of the settings give one number different values.
    """
    prepared = prepare(scenario)
    prepared.cells[0].plain(settings)
    return prepared


def first_cell(scenario: Scenario, overrides: Overrides) -> tuple[PreparedScenario, str]:
    """Return a scenario with its first cell only, and a sentence about the others, if any.

    Raises
    ------
    BalanceError
        If the scenario cannot be played.
    """
    game = game_of(scenario)
    changed = with_default_bots(override(scenario, overrides), game)
    cells = cells_of(changed, self_naming_values(game))
    cell = cells[0]
    alone = changed.changed(
        tiers=[], check_tiers=[], variants=[], grid={}, baseline="baseline", sections=None,
        designs=[],
        players=cell.players, bots=[bot.model_dump() for bot in cell.bots],
        table=cell.table, set=cell.settings, games=cell.games,
    )  # fmt: skip
    note = (
        f"only the first of {len(cells)} variants, {cell.name!r}, is used; "
        "choose another with --set, --players and --bots."
        if len(cells) > 1
        else ""
    )
    return prepare_with_settings(alone, overrides.settings), note


def second_cell(
    scenario: Scenario, overrides: Overrides, ready: PreparedScenario
) -> PreparedCell | None:
    """Return the first cell with the second bot of the scenario, or the game; None if it has none.

    Who names the bots asks for no other, as in a run.

    Parameters
    ----------
    ready : PreparedScenario
        With its first cell only.
    """
    usual = with_default_bots(override(scenario, overrides), ready.game)
    tiers = [tier for tier in usual.check_tiers if tier is not usual.main_tier]
    if not tiers:
        return None
    return prepare(ready.scenario.changed(bots=[tiers[-1].entry.model_dump()])).cells[0]


def _bots_with_noise(scenario: Scenario, bots: tuple[str, ...]) -> tuple[BotEntry, ...]:
    """Return the bots that a noise sweep plays: those of the command line, or the scenario's."""
    if bots:
        return tuple(BotEntry(bot=bot) for bot in bots)
    if scenario.tiers:
        raise ScenarioError(
            f"--noise: {scenario.place} has tiers of several bots: expected one bot for all seats, "
            f"such as --bots {scenario.tiers[-1].bot}."
        )
    return scenario.bots or (BotEntry(bot=game_of(scenario).usual_bot),)


def _with_share(one: Changed, share: float) -> Changed:
    """Return a variant or tier whose games keep their proportion to the baseline's."""
    if one.games is None:
        return one
    return one.model_copy(update={"games": max(1, round(one.games * share))})


def _without_bots(variant: Variant) -> Variant:
    """Return a variant without its own bots, for as many players as before."""
    if variant.bots is None:
        return variant
    seats = len(variant.bots) if len(variant.bots) > 1 else None
    return variant.model_copy(update={"bots": None, "players": variant.players or seats})


def _from_here(typed: str, folder: Path) -> str:
    """Return the name of a bot of the command line as seen from the scenario's folder."""
    name, games = split_games(typed)
    parts = bot_name(name)
    if not parts.file:
        return typed
    path = Path(parts.file)
    if parts.is_code:
        trust_given(path)
    seen = parts.with_file(relative_path(path.resolve(), folder))
    return f"{seen}@{games}" if games is not None else str(seen)


def noise_tiers(bots: Sequence[BotEntry], noises: Sequence[str]) -> list[Tier]:
    """Return a tier of the same bot for each noise, from the weakest to the strongest.

    Parameters
    ----------
    bots : sequence of BotEntry
        The same for all seats; noise of their own is replaced.
    noises : sequence of str
        Two chances of a random choice or more, in any order.

    Raises
    ------
    ScenarioError
        If there are fewer, one is no chance or there twice, or the bots differ.
    """
    chances = [read_noise(text, "--noise") for text in noises]
    if len(chances) < 2:
        raise ScenarioError(
            f"--noise {','.join(noises)}: expected two chances of a random choice or more, such as "
            "0,0.1,0.2."
        )
    for text, chance in zip(noises, chances, strict=True):
        if chances.count(chance) > 1:
            raise ScenarioError(f"--noise {','.join(noises)}: {text} is there twice.")
    names = list(dict.fromkeys(bot.label or bot.bot for bot in bots))
    if any(bot != bots[0] for bot in bots):
        raise ScenarioError(
            f"--noise: the seats have different bots ({', '.join(names)}): expected one bot for "
            f"all seats, such as --bots {names[0]}."
        )
    return [_with_noise(bots[0], chance) for chance in sorted(chances, reverse=True)]


def _with_noise(bot: BotEntry, noise: float) -> Tier:
    name = str(replace(bot_name(bot.bot), noise_text=None))
    label = noisy_name(bot.label, noise) if bot.label else ""
    return Tier(bot=noisy_name(name, noise), label=label, weights=bot.weights)
