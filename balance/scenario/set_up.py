"""From a scenario to the matches that it asks for: tables laid, seats taken."""

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from balance.bots import BOTS
from balance.bots.loading import load_bot
from balance.engine.game import Bot, Game, Laid
from balance.errors import CardError, ScenarioError
from balance.games.loading import load_game
from balance.scenario.match import Entry, LineUp, Match
from balance.scenario.model import BASELINE, Scenario, Seated, Variant, checked, did_you_mean


@dataclass(frozen=True)
class VariantMatch:
    """One variant of a scenario, ready to be played.

    Attributes
    ----------
    name : str
    match : Match
    games, deals : int
        How many to play; games are whole deals.
    settings : mapping
        What differs from the baseline, by dotted key.
    """

    name: str
    match: Match
    games: int
    deals: int
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class SetUp:
    """A scenario with all that is needed to play it.

    Attributes
    ----------
    scenario : Scenario
    game : Game
    variants : tuple of VariantMatch
        The baseline first.
    bot_digests : mapping of str to str
        Of the sources of the bots from outside the package, by label.
    notices : tuple of str
        What the user should know: which bots could not be compiled, and why.
    """

    scenario: Scenario
    game: Game
    variants: tuple[VariantMatch, ...]
    bot_digests: Mapping[str, str] = field(default_factory=dict)
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Overrides:
    """What the command line changes in a scenario; None is as it stands there.

    Attributes
    ----------
    games, seed, players : int or None
    bots : tuple of str
        One for all seats or one for each; files are sought from the current folder.
    settings : mapping
        Of the table, by dotted key.
    """

    games: int | None = None
    seed: int | None = None
    players: int | None = None
    bots: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


def read_setting(text: str) -> tuple[str, Any]:
    """Return key and value of ``KEY=VALUE``; a value that is not TOML is a word.

    Raises
    ------
    ScenarioError
        If there is no ``=``.
    """
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ScenarioError(f"--set {text}: expected KEY=VALUE, such as citizens.knight.cost=3.")
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key.strip(), value.strip()


def override(scenario: Scenario, overrides: Overrides) -> tuple[Scenario, Mapping[str, Any]]:
    """Return the scenario as the command line changes it, and the settings of its table.

    Raises
    ------
    ScenarioError
        If it asks for what cannot be.
    """
    changes: dict[str, Any] = {}
    if overrides.games is not None:
        changes["games"] = overrides.games
        changes["variants"] = [
            _fewer(v, overrides.games / scenario.games) for v in scenario.variants
        ]
    if overrides.seed is not None:
        changes["seed"] = overrides.seed
    if overrides.players is not None or (len(overrides.bots) == 1 and scenario.players is None):
        changes["players"] = overrides.players or len(scenario.bots)
    elif len(overrides.bots) > 1:
        changes["players"] = None
    if overrides.bots:
        changes["bots"] = [_from_here(bot, scenario.folder) for bot in overrides.bots]
    elif (
        overrides.players is not None and len({bot.model_dump_json() for bot in scenario.bots}) == 1
    ):
        changes["bots"] = [scenario.bots[0].model_dump()]
    return (scenario.changed(**changes) if changes else scenario), overrides.settings


def set_up(scenario: Scenario, settings: Mapping[str, Any] | None = None) -> SetUp:
    """Lay the tables of a scenario and seat its bots.

    Parameters
    ----------
    scenario : Scenario
    settings : mapping, optional
        Of the table of every variant, by dotted key; a variant's own go before them.

    Raises
    ------
    ScenarioError, CardError, BotError
        If something in it is not there.
    """
    where = str(scenario.file)
    try:
        game = load_game(scenario.game, scenario.folder)
        players = _num_players(scenario, game)
        lineup, digests, notices = seat_bots(scenario, game, players)
        plain = _variant(scenario, game, lineup, BASELINE, scenario.games, dict(settings or {}))
        changed = [
            _variant(
                scenario,
                game,
                lineup,
                v.name,
                v.games or scenario.games,
                {**(settings or {}), **v.set},
            )
            for v in scenario.variants
        ]
    except (ScenarioError, CardError) as error:
        text = str(error)
        raise type(error)(text if text.startswith(where) else f"{where}: {text}") from None
    return SetUp(scenario, game, (plain, *changed), digests, notices)


def seat_bots(
    scenario: Scenario, game: Game, players: int
) -> tuple[LineUp, Mapping[str, str], tuple[str, ...]]:
    """Return who sits where, digests of the bots from outside, and what to tell the user."""
    seated = list(scenario.bots) * (players if len(scenario.bots) == 1 else 1)
    entries: list[Entry] = []
    keys: list[tuple[str, str, tuple[tuple[str, float], ...]]] = []
    seats: list[int] = []
    digests: dict[str, str] = {}
    notices: list[str] = []
    for place, one in enumerate(seated):
        key = (one.bot, one.label, tuple(one.weights.items()))
        if key not in keys:
            bot, digest, slow = find_bot(one.bot, game, scenario.folder)
            bot = _weighted(bot, one, place)
            keys.append(key)
            label = one.label or _label(bot, one)
            if any(entry.label == label for entry in entries):
                raise ScenarioError(
                    f"bots.{place}: two different bots are called {label!r}: give each a label."
                )
            entries.append(Entry(label, bot))
            if digest:
                digests[label] = digest
            if slow:
                notices.append(
                    f"The bot {label!r} is played as ordinary Python, about a hundred times "
                    f"slower, as it does not compile: {slow}."
                )
        seats.append(keys.index(key))
    return LineUp(tuple(entries), tuple(seats)), digests, tuple(notices)


def find_bot(name: str, game: Game, folder: Path) -> tuple[Bot, str, str]:
    """Return a bot, the digest of its sources and why it is slow (both empty for our own).

    Raises
    ------
    ScenarioError
        If there is no bot of that name.
    BotError
        If it is a file's that cannot be loaded.
    """
    file, colon, function = name.rpartition(":")
    if colon:
        loaded = load_bot((folder / file).resolve(), function, game)
        return loaded.bot, loaded.digest, loaded.slow
    known = {**BOTS, **game.bots}
    if name not in known:
        raise ScenarioError(
            f"bots: {game.name} has no bot {name!r}: {did_you_mean(name, known)} "
            "(a bot of your own is given as file.py:function)"
        )
    return known[name], "", ""


def lay(
    scenario: Scenario, game: Game, players: int, settings: Mapping[str, Any], where: str
) -> Laid:
    """Return the table of a variant.

    Parameters
    ----------
    scenario : Scenario
    game : Game
    players : int
    settings : mapping
        Options of ``[table]`` and cells of sheets by dotted key.
    where : str
        What is being laid, for errors.
    """
    options = dict(scenario.table)
    edits: dict[str, object] = {}
    for key, value in settings.items():
        if _is_option(game, key):
            options = _replaced(options, key.split("."), value)
        elif "." in key:
            edits[key] = value
        else:
            known = dict(game.options.model_fields)
            raise ScenarioError(
                f"{where}: {game.name} has no option {key!r}: {did_you_mean(key, known)}"
            )
    return game.lay_table(checked(game.options, options, where), players, edits, scenario.folder)


def _is_option(game: Game, key: str) -> bool:
    """Tell an option of ``[table]`` from a cell of a sheet, which may bear the same first name."""
    first, _, rest = key.partition(".")
    field = game.options.model_fields.get(first)
    if field is None or not rest:
        return field is not None
    kind = field.annotation
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _variant(
    scenario: Scenario,
    game: Game,
    lineup: LineUp,
    name: str,
    games: int,
    settings: Mapping[str, Any],
) -> VariantMatch:
    where = "[table]" if name == BASELINE else f"variant {name!r}"
    laid = lay(scenario, game, len(lineup.seats), settings, where)
    deals = -(-games // lineup.rotations)
    match = Match(game, laid, lineup, scenario.seed)
    return VariantMatch(name, match, deals * lineup.rotations, deals, settings)


def _num_players(scenario: Scenario, game: Game) -> int:
    players = scenario.players or len(scenario.bots)
    if players not in game.seats:
        counts = ", ".join(map(str, game.seats))
        unsaid = scenario.players is None and len(scenario.bots) == 1
        hint = ": say how many in `players`" if unsaid else ""
        raise ScenarioError(f"{game.title} is for {counts} players, not for {players}{hint}.")
    if len(scenario.bots) not in (1, players):
        raise ScenarioError(
            f"bots: {len(scenario.bots)} bots for {players} players, where one for each or one "
            "for all is expected."
        )
    return players


def _fewer(variant: Variant, share: float) -> dict[str, Any]:
    """Return a variant with games in the same proportion to the baseline's as before."""
    games = None if variant.games is None else max(1, round(variant.games * share))
    return {**variant.model_dump(), "games": games}


def _weighted(bot: Bot, one: Seated, place: int) -> Bot:
    if not one.weights:
        return bot
    # A bot from outside without a file of weights takes those that the scenario gives it.
    if bot.source is None or bot.weights:
        for key in one.weights:
            if key not in bot.weights:
                raise ScenarioError(
                    f"bots.{place}.weights: {bot.name} has no weight {key!r}: "
                    f"{did_you_mean(key, bot.weights)}"
                )
    return replace(bot, weights={**bot.weights, **one.weights})


def _label(bot: Bot, one: Seated) -> str:
    weights = ", ".join(f"{key}={value:g}" for key, value in one.weights.items())
    return f"{bot.name} ({weights})" if weights else bot.name


def _from_here(name: str, folder: Path) -> str:
    """Return a bot of the command line as the scenario would name it, from its own folder."""
    file, colon, function = name.rpartition(":")
    return f"{os.path.relpath(Path(file).resolve(), folder)}:{function}" if colon else name


def _replaced(options: Mapping[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    if len(path) == 1:
        return {**options, path[0]: value}
    inner = options.get(path[0], {})
    return {
        **options,
        path[0]: _replaced(inner if isinstance(inner, Mapping) else {}, path[1:], value),
    }
