"""The bot that is tuned, the weights it starts from, and which of them may change."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from balance.bots.weights import Numbers, read_weights
from balance.engine.game import Bot, Game
from balance.error_messages import did_you_mean
from balance.errors import BotError, ScenarioError
from balance.runner.bot_matches import lineup_of, rival_counts
from balance.sanitize import read_text, toml_of
from balance.scenario.bot_names import bot_name
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry

DIGITS = 4  # of a weight: games cannot tell finer differences apart
SMALLEST_SCALE = 0.1  # of the median weight: the unit of a step for weights near 0


@dataclass(frozen=True)
class TunedBot:
    """A bot that is tuned.

    Attributes
    ----------
    switches : tuple of str
        Weights that are whole numbers in the file, such as ``refill = 2``, and were not named.
    for_any_players : bool
        Whether the weights are tuned for any number of players, except those that the file sets
        for one number.
    """

    name: str  # as in a scenario
    bot: Bot  # with the weights that the search starts from
    sources: str  # digest of the files of a bot from outside the package
    counts: tuple[int, ...]  # the numbers of players with which it is tuned
    tuned: tuple[str, ...]  # the weights that may change
    switches: tuple[str, ...]
    file: Path | None  # where the starting weights were read
    for_any_players: bool

    def with_weights(self, weights: Numbers) -> Bot:
        """Return the bot with some weights changed; weights for one number of players stay."""
        return replace(self.bot, weights={**self.bot.weights, **weights})

    def entry(self, weights: Numbers, players: int, label: str) -> Entry:
        """Return an entry of a line-up: the bot with some weights changed."""
        return Entry(label, self.with_weights(weights).at(players), self.sources)

    def file_weights(self, bot: Bot) -> dict[str, float]:
        """Return the weights that a file holds: all but the one set in names like ``search:50``."""
        return _without(bot.weights, bot.suffix_weight)


def read_subject(
    seating: LineupBuilder,
    name: str,
    players: int | None,
    start: Path | None,
    only: Sequence[str] = (),
    fix: Sequence[str] = (),
) -> TunedBot:
    """Return the bot that is to be tuned.

    Parameters
    ----------
    players : int or None
        None tunes weights for any number of players, on games with each number.
    start : Path or None
        File of the starting weights; None is the bot's own file, or its built-in weights.
    only, fix : sequence of str
        The weights that may change, and those that may not.  Without `only`, those of the file may
        change, except whole numbers: a bot that tests ``refill == 2`` cannot use 2.1.

    Raises
    ------
    ScenarioError, BotError
        If there is no such bot or weight, or the bot has no weights.
    """
    game = seating.game
    counts = (players,) if players else rival_counts(game)
    if not counts:
        raise ScenarioError(f"{game.title} has one player: there is no opponent to tune against.")
    entry = lineup_of(seating, [name], counts[0]).entries[0]
    if not entry.bot.weights:
        raise BotError(f"The bot {name!r} has no weights that could be tuned.")
    if entry.bot.is_list:
        raise BotError(
            f"The bot {name!r} is a list, or from a file: it has no weights that could be tuned. "
            "`balance exploit` improves lists; a file of weights is given with --start."
        )
    file = start or own_file(game, name, entry.bot)
    bot = _with_weights_of(file, entry.bot, must_exist=start is not None)
    if players:
        bot = bot.at(players)
    free = tuple(key for key in bot.weights if key != bot.suffix_weight)
    for key in (*only, *fix):
        if key not in free:
            raise ScenarioError(f"{name} has no weight {key!r} to tune: {did_you_mean(key, free)}")
    in_file, whole = _numbers_in(file)
    switches = tuple(key for key in free if key in whole and key not in (*only, *fix))
    wanted = only or [key for key in in_file or free if key not in whole]
    tuned = tuple(key for key in free if key in wanted and key not in fix)
    if not tuned:
        hint = f": whole numbers in {file} are switches ({', '.join(switches)})" if switches else ""
        raise ScenarioError(f"No weight of {name} is left to tune{hint}.")
    return TunedBot(
        name, bot, entry.sources, counts, tuned, () if only else switches, file, players is None
    )


def own_file(game: Game, name: str, bot: Bot) -> Path | None:
    """Return the TOML file with a bot's weights, or None if there is none."""
    if bot.source is not None:
        file = bot.source.with_suffix(".toml")
    else:
        file = game.home / "bots" / f"{bot_name(name).bot}.toml"
    return file if file.is_file() and set(read_weights(file)[0]) <= set(bot.weights) else None


def _with_weights_of(file: Path | None, bot: Bot, must_exist: bool) -> Bot:
    """Return the bot with the weights of a file, except the one set in names like ``search:50``."""
    if file is None:
        return bot
    if must_exist and not file.is_file():
        raise BotError(f"{file}: there is no such file with weights to start from.")
    weights, by_players = read_weights(file)
    for key in weights:
        if key not in bot.weights:
            raise BotError(
                f"{file}: {bot.name} has no weight {key!r}: {did_you_mean(key, bot.weights)}"
            )
    by_players = {count: _without(own, bot.suffix_weight) for count, own in by_players.items()}
    changed = {**bot.weights, **_without(weights, bot.suffix_weight)}
    return replace(bot, weights=changed, by_players=by_players)


def _numbers_in(file: Path | None) -> tuple[set[str], set[str]]:
    """Return the names of the weights in a file, and of those that are whole numbers."""
    values = toml_of(read_text(file), keeps_floats=True) if file else {}
    whole = {key for key, value in values.items() if isinstance(value, int)}
    return {key for key, value in values.items() if isinstance(value, int | float)}, whole


def _without(weights: Numbers, key: str) -> dict[str, float]:
    return {name: value for name, value in weights.items() if name != key}


@dataclass(frozen=True)
class Space:
    """The space of the search: steps from the starting weights, of about the same size for all.

    Attributes
    ----------
    scale : mapping of str to float
        The unit of a step: the absolute weight itself; for weights near 0 a share of the median.
    """

    start: Mapping[str, float]  # the tuned weights
    scale: Mapping[str, float]

    @property
    def names(self) -> tuple[str, ...]:
        """The weights, in the order of the coordinates."""
        return tuple(self.start)

    def weights(self, steps: NDArray[np.float64]) -> dict[str, float]:
        """Return the weights so many steps from the start, rounded as in a file."""
        steps_of = zip(self.start, steps, strict=False)
        return {key: rounded(self.start[key] + self.scale[key] * step) for key, step in steps_of}

    def around(self, weights: Mapping[str, float]) -> "Space":
        """Return the space that starts from other values of some weights."""
        return _space({key: weights.get(key, self.start[key]) for key in self.start})

    def without(self, names: Collection[str]) -> "Space":
        """Return the space in which some weights stay as they are."""
        left = [key for key in self.start if key not in names]
        return Space({key: self.start[key] for key in left}, {key: self.scale[key] for key in left})


def space_of(subject: TunedBot) -> Space:
    """Return the space of the weights that may change."""
    return _space({key: subject.bot.weights[key] for key in subject.tuned})


def _space(start: Mapping[str, float]) -> Space:
    sizes = [abs(value) for value in start.values() if value]
    smallest = SMALLEST_SCALE * float(np.median(sizes)) if sizes else 1.0
    return Space(start, {key: max(abs(value), smallest) for key, value in start.items()})


def rounded(weight: float) -> float:
    """Return a weight with `DIGITS` significant digits."""
    return float(f"{weight:.{DIGITS}g}")
