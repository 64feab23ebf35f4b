"""The weights of a bot, read from its TOML file: numbers, and others for so many players."""

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

Numbers: TypeAlias = Mapping[str, float]
_NONE: Numbers = MappingProxyType({})


def bot_of_file(file: Path, choose: Choose, summary: str, usual: Numbers = _NONE) -> Bot:
    """Return the bot of the package that is called as its file and has the weights of that.

    Where the file has none they are the `usual` ones.

    Raises
    ------
    BotError
        As `read_weights`.
    """
    own, by_players = read_weights(file)
    return Bot(file.stem, choose, {**usual, **own}, summary, by_players=by_players)


def read_weights(file: Path) -> tuple[Numbers, Mapping[int, Numbers]]:
    """Return the weights of a file, and by number of players those that are others.

    A table ``[players.2]`` holds what differs with two players.  Both are empty where there is no
    such file.

    Raises
    ------
    BotError
        If something in it is no number, or there is a number of players for an unknown weight.
    """
    if not file.is_file():
        return {}, {}
    try:
        values: dict[str, Any] = toml_of(read_text(file))
    except (UnreadableError, OSError) as error:
        raise BotError(f"{file}: cannot be read as the weights of a bot: {error}") from None
    tables = values.pop(_PLAYERS, {})
    weights = _numbers(values, file, "")
    if not isinstance(tables, dict):
        raise BotError(f"{file}: {_PLAYERS} = {tables!r}, where tables such as [players.2] go.")
    by_players: dict[int, Numbers] = {}
    for count, own in tables.items():
        place = f"{_PLAYERS}.{count}"
        if not count.isdecimal() or not isinstance(own, dict):
            raise BotError(f"{file}: {place}, where a table such as [players.2] is expected.")
        by_players[int(count)] = _numbers(own, file, f"{place}.")
        for key in own:
            if key not in weights:
                raise BotError(
                    f"{file}: {place}.{key}: there is no weight {key!r} above, to which this is "
                    "the exception."
                )
    return weights, by_players


def followed_by(bot: Bot, other: Bot) -> Bot:
    """Return a bot with the weights of another one after its own, ``greedy_gold`` for ``gold``.

    So a bot that thinks with another one's help has all the numbers it needs.
    """
    counts = sorted({*bot.by_players, *other.by_players})
    return replace(
        bot,
        weights={**bot.weights, **_prefixed(other, other.weights)},
        by_players={
            count: {
                **bot.by_players.get(count, {}),
                **_prefixed(other, other.by_players.get(count, {})),
            }
            for count in counts
        },
    )


def _prefixed(bot: Bot, weights: Numbers) -> Numbers:
    return {f"{bot.name}_{key}": value for key, value in weights.items()}


def _numbers(values: Mapping[str, Any], file: Path, place: str) -> Numbers:
    for key, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BotError(
                f"{file}: {place}{key} = {value!r}, where a number is expected: a weight."
            )
        if abs(value) > MOST_WEIGHT:
            raise BotError(
                f"{file}: {place}{key} = {value!r}, where a weight is from {-MOST_WEIGHT:g} to "
                f"{MOST_WEIGHT:g}."
            )
    return {key: float(value) for key, value in values.items()}
