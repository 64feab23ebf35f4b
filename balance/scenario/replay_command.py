"""The command that replays a game, ready to be pasted: ``balance play ...``."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from balance.bots import BOTS
from balance.bots.loading import read_data
from balance.bots.weights import read_weights
from balance.engine.game import Bot, Game, noisy_name
from balance.games import GAMES
from balance.portable import command_line, relative_path
from balance.scenario.match import Entry, Match, fitted
from balance.scenario.overrides import Overrides, read_settings
from balance.scenario.prepare import PreparedScenario

OF_A_GAME = ("bots", "tiers", "noise", "players", "seed")  # overrides that change a game


def add_replay_commands(
    prepared: PreparedScenario, name: str, overrides: Overrides
) -> PreparedScenario:
    """Return a scenario with the command that replays a game of each of its cells.

    Parameters
    ----------
    prepared : PreparedScenario
        The scenario as `overrides` change it.
    name : str
        Of the scenario, as it was typed.
    """
    is_single = len(prepared.cells) == 1
    commands = [
        play_command(name, overrides, "" if is_single and not cell.cell.checked_by else cell.name)
        for cell in prepared.all_cells
    ]
    return prepared.with_replay_commands(commands)


def with_replay_command(match: Match, settings: Mapping[str, Any]) -> Match:
    """Return a match, which belongs to no scenario, with the command that replays its games.

    There is none if one of its bots has other weights than those in its file.

    Parameters
    ----------
    settings : mapping
        How its table differs from the game's usual one, by key.
    """
    players = match.game_table.num_seats
    names = [_typed(entry, match) for entry in match.lineup.entries]
    if not all(names):
        return match
    bots = tuple(names[entry] for entry in match.lineup.seats)
    overrides = Overrides(
        seed=match.seed,
        players=players,
        bots=bots[:1] if len(set(bots)) == 1 else bots,
        settings=settings,
    )
    return replace(match, replay_command=play_command(_name_of(match.game), overrides))


def play_command(name: str, overrides: Overrides, cell: str = "") -> str:
    """Return the command that replays a game, without the game's number.

    Parameters
    ----------
    name : str
        Of a scenario or a game.
    cell : str
        Empty if there is only one.
    """
    words = ["balance", "play", name, *(["--variant", cell] if cell else [])]
    return command_line([*words, *_options(overrides, OF_A_GAME)])


def run_command(command: str, names: Sequence[str], overrides: Overrides) -> str:
    """Return the command line that plays scenarios: ``balance run first-game --games 1000``.

    Parameters
    ----------
    command : str
        ``run`` or ``compare``.
    names : sequence of str
        Of the scenarios.
    """
    options = [option for option in vars(overrides) if option != "settings"]
    return command_line(["balance", command, *names, *_options(overrides, options)])


def _options(overrides: Overrides, options: Sequence[str]) -> list[str]:
    """Return the options of the command line, of those named, and all settings."""
    words: list[str] = []
    for option in options:
        value = getattr(overrides, option)
        if isinstance(value, tuple) and value:
            words += [f"--{option}", ",".join(value)]
        elif value is True:
            words += [f"--{option}"]
        elif value not in (None, (), False):
            words += [f"--{option}", str(value)]
    return words + setting_options(overrides.settings)


def setting_options(settings: Mapping[str, Any]) -> list[str]:
    """Return settings as options of the command line."""
    typed = [f"{key}={setting_text(value)}" for key, value in settings.items()]
    return [word for text in typed for word in ("--set", text)]


def _typed(entry: Entry, match: Match) -> str:
    """Return a bot as one types it, if it would then have the same weights; else an empty text."""
    bot, game, players = entry.bot, match.game, match.game_table.num_seats
    if bot.source is not None and not bot.is_external:
        same = fitted(read_data(bot.source, game).bot.at(players), game, match.game_table)
        name = relative_path(bot.source, Path()) if bot.network == same.network else ""
        usual = dict(same.weights)
    elif bot.source is not None:
        weights, by_players = read_weights(bot.source.with_suffix(".toml"))
        usual = {**weights, **by_players.get(players, {})}
        name = f"{relative_path(bot.source, Path())}:{bot.name}"
    else:
        first, _, number = bot.name.partition(":")
        known: Bot = {**BOTS, **game.bots}[first]
        same = (known.with_suffix(int(number)) if number else known).at(players)
        usual = dict(same.weights)
        name = bot.name if bot.network == same.network else ""
    return noisy_name(name, bot.noise) if name and dict(bot.weights) == usual else ""


def _name_of(game: Game) -> str:
    return game.name if game.name in GAMES else relative_path(game.place, Path())


def setting_text(value: Any) -> str:
    """Return the VALUE of ``KEY=VALUE`` that `read_settings` reads as this value."""
    if isinstance(value, str) and read_settings([f"key={value}"]) == {"key": value}:
        return value
    return _in_toml(value)


def _in_toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key} = {_in_toml(item)}' for key, item in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_in_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)  # the same as TOML for texts and numbers


def with_games(command: str, games: int) -> str:
    """Return a command that plays so many games instead of those that it says."""
    text = f"--games {games}"
    changed, count = re.subn(r"(?<= )--games[ =]\S+", text, command)
    return changed if count else f"{command} {text}"
