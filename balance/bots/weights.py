"""The weights of a bot, read from its TOML file; some may differ by the number of players."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from balance.engine.game import Bot
from balance.engine.layout import Choose
from balance.errors import BotError
from balance.limits import MOST_WEIGHT
from balance.sanitize import UnreadableError, read_text, toml_of

_PLAYERS = "players"
_BOT = "bot"  # names the bot that the weights are of

Numbers: TypeAlias = Mapping[str, float]
_NONE: Numbers = MappingProxyType({})


def bot_of_file(file: Path, choose: Choose, summary: str, usual: Numbers = _NONE) -> Bot:
    """Return the bot with the name and weights of a file; `usual` weights are the defaults."""
    own, by_players = read_weights(file)
    return Bot(file.stem, choose, {**usual, **own}, summary, by_players=by_players)


def read_weights(file: Path) -> tuple[Numbers, Mapping[int, Numbers]]:
    """Return the weights of a file, and by number of players the weights that differ.

    The table ``[players.2]`` has those for two players.  Both are empty if there is no such file.
    A line such as ``bot = "planner"``, see `read_bot_name`, is no weight.  Raises BotError if a
    value is not a number, or a table has a weight that is not above.
    """
    if not file.is_file():
        return {}, {}
    values = _values_of(file)
    if isinstance(values.get(_BOT), str):
        del values[_BOT]
    tables = values.pop(_PLAYERS, {})
    weights = _numbers(values, file, "")
    if not isinstance(tables, dict):
        raise BotError(f"{file}: {_PLAYERS} = {tables!r}; expected tables such as [players.2].")
    by_players: dict[int, Numbers] = {}
    for count, own in tables.items():
        place = f"{_PLAYERS}.{count}"
        if not is_count(count) or not isinstance(own, dict):
            raise BotError(f"{file}: {place}: expected a table such as [players.2].")
        by_players[int(count)] = _numbers(own, file, f"{place}.")
        for key in own:
            if key not in weights:
                raise BotError(
                    f"{file}: {place}.{key}: there is no weight {key!r} above for it to replace."
                )
    return weights, by_players


def is_count(key: str) -> bool:
    """Whether a key is a number of players as it is usually written: "02" is no second "2"."""
    return key.isdecimal() and len(key) <= 2 and key == str(int(key))


def read_bot_name(file: Path) -> str:
    """Return the name of the bot that a file's weights are of: ``bot = "planner"``.

    Raises
    ------
    BotError
        If there is no such file, or it names no bot.
    """
    if not file.is_file():
        raise BotError(f"{file}: no such file, where the weights of a bot are expected.")
    name = _values_of(file).get(_BOT)
    if not isinstance(name, str):
        raise BotError(f'{file}: {_BOT}: expected the bot that has these weights: bot = "planner".')
    return name


def followed_by(bot: Bot, other: Bot) -> Bot:
    """Return a bot with another one's weights after its own, named such as ``greedy_gold``.

    A bot that uses another one then has all the weights that both need.
    """

    def joined(own: Numbers, others: Numbers) -> Numbers:
        return {**own, **{f"{other.name}_{key}": value for key, value in others.items()}}

    by_players = {
        count: joined(bot.by_players.get(count, {}), other.by_players.get(count, {}))
        for count in sorted({*bot.by_players, *other.by_players})
    }
    return replace(bot, weights=joined(bot.weights, other.weights), by_players=by_players)


def _values_of(file: Path) -> dict[str, Any]:
    try:
        return toml_of(read_text(file))
    except (UnreadableError, OSError) as error:
        raise BotError(f"{file}: cannot be read as the weights of a bot: {error}") from None


def _numbers(values: Mapping[str, Any], file: Path, place: str) -> Numbers:
    for key, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BotError(f"{file}: {place}{key} = {value!r}; expected a number.")
        if abs(value) > MOST_WEIGHT:
            raise BotError(
                f"{file}: {place}{key} = {value!r}; expected a number from {-MOST_WEIGHT:g} to "
                f"{MOST_WEIGHT:g}."
            )
    return {key: float(value) for key, value in values.items()}
