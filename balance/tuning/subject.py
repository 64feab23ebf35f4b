"""What is tuned: a bot, the weights from which it begins, and which of them may change."""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from balance.bots.weights import Numbers, read_weights
from balance.engine.game import Bot, Game
from balance.errors import BotError, ScenarioError
from balance.runner.bot_matches import lineup_of
from balance.scenario.error_messages import did_you_mean
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry

DIGITS = 4  # of a weight: more would say more than games can tell
FLOOR = 0.1  # of the median weight: by so much a weight near 0 is moved


@dataclass(frozen=True)
class Subject:
    """A bot that is tuned.

    Attributes
    ----------
    name : str
        As a scenario would name it.
    bot : Bot
        With the weights from which it begins.
    sources : str
        Digest of what a bot from outside the package rests on.
    counts : tuple of int
        The numbers of players with which it is tuned.
    tuned : tuple of str
        The weights that may change.
    switches : tuple of str
        Those that the file writes as whole numbers, ``refill = 2``, and nobody asked to tune.
    file : Path or None
        Where the weights from which it begins stand.
    is_joint : bool
        Whether the weights hold for any number of players, but for the exceptions of the bot.
    """

    name: str
    bot: Bot
    sources: str
    counts: tuple[int, ...]
    tuned: tuple[str, ...]
    switches: tuple[str, ...]
    file: Path | None
    is_joint: bool

    def carrying(self, weights: Numbers) -> Bot:
        """Return the bot with some weights changed, and its exceptions kept."""
        return replace(self.bot, weights={**self.bot.weights, **weights})

    def entry(self, weights: Numbers, players: int, label: str) -> Entry:
        """Return what sits down with some weights changed."""
        return Entry(label, self.carrying(weights).at(players), self.sources)

    def kept(self, bot: Bot) -> dict[str, float]:
        """Return the weights that belong into a file: all but the dial."""
        return {key: value for key, value in bot.weights.items() if key != bot.suffix_weight}


def read_subject(
    seating: LineupBuilder,
    name: str,
    players: int | None,
    start: Path | None,
    only: Sequence[str] = (),
    fix: Sequence[str] = (),
) -> Subject:
    """Return the bot that is to be tuned.

    Parameters
    ----------
    seating : Seating
    name : str
    players : int or None
        None tunes the weights that hold for any number of players, with all of them.
    start : Path or None
        Weights to begin from; None is the bot's own file, or its own weights without one.
    only, fix : sequence of str
        The weights that may change, those that may not.  If none is named, those may that stand in
        the file, but for switches: ``refill = 2.1`` means nothing to a bot that asks if it is 2.

    Raises
    ------
    ScenarioError, BotError
        If there is no such bot or weight, or the bot has none.
    """
    game = seating.game
    counts = (players,) if players else tuple(count for count in game.seats if count > 1)
    if not counts:
        raise ScenarioError(f"{game.title} is played alone: there is nobody to tune against.")
    entry = lineup_of(seating, [name], counts[0]).entries[0]
    if not entry.bot.weights:
        raise BotError(f"The bot {name!r} has no weights that could be tuned.")
    if entry.bot.is_list:
        raise BotError(f"The bot {name!r} is a list: it has no weights that could be tuned.")
    file = start or own_file(game, name, entry.bot)
    bot = _begun(entry.bot, file, must_fit=start is not None)
    if players:
        bot = bot.at(players)
    free = tuple(key for key in bot.weights if key != bot.suffix_weight)
    for key in (*only, *fix):
        if key not in free:
            raise ScenarioError(f"{name} has no weight {key!r} to tune: {did_you_mean(key, free)}")
    held, whole = _in_file(file)
    switches = tuple(key for key in free if key in whole and key not in (*only, *fix))
    wanted = only or [key for key in held or free if key not in whole]
    tuned = tuple(key for key in free if key in wanted and key not in fix)
    if not tuned:
        hint = (
            f": {', '.join(switches)} are whole numbers in {file}, so switches" if switches else ""
        )
        raise ScenarioError(f"No weight of {name} is left to tune{hint}.")
    return Subject(
        name, bot, entry.sources, counts, tuned, () if only else switches, file, players is None
    )


def own_file(game: Game, name: str, bot: Bot) -> Path | None:
    """Return the TOML file in which a bot's weights stand, or None if there is no such file."""
    if bot.source is not None:
        file = bot.source.with_suffix(".toml")
    else:
        file = game.home / "bots" / f"{name.partition(':')[0]}.toml"
    return file if file.is_file() and set(read_weights(file)[0]) <= set(bot.weights) else None


def _begun(bot: Bot, file: Path | None, must_fit: bool) -> Bot:
    """Return the bot with the weights of a file; its dial stays as it is."""
    if file is None:
        return bot
    if must_fit and not file.is_file():
        raise BotError(f"{file}: no such file, where the weights to begin from are expected.")
    weights, by_players = read_weights(file)
    for key in weights:
        if key not in bot.weights:
            raise BotError(
                f"{file}: {bot.name} has no weight {key!r}: {did_you_mean(key, bot.weights)}"
            )
    exceptions = {count: _without(own, bot.suffix_weight) for count, own in by_players.items()}
    changed = {**bot.weights, **_without(weights, bot.suffix_weight)}
    return replace(bot, weights=changed, by_players=exceptions)


def _in_file(file: Path | None) -> tuple[set[str], set[str]]:
    """Return the weights that stand in a file, and those of them that are whole numbers."""
    if file is None:
        return set(), set()
    values = tomllib.loads(file.read_text(encoding="utf-8"))
    whole = {key for key, value in values.items() if isinstance(value, int)}
    return {key for key, value in values.items() if isinstance(value, int | float)}, whole


def _without(weights: Numbers, key: str) -> dict[str, float]:
    return {name: value for name, value in weights.items() if name != key}


@dataclass(frozen=True)
class Space:
    """Where the optimiser searches: weights as steps from the start, of one size for all.

    Attributes
    ----------
    start : mapping of str to float
        Of the weights that are tuned.
    scale : mapping of str to float
        What one step is: the weight itself, so that steps are shares of it; for a weight near 0
        a share of the median one.
    """

    start: Mapping[str, float]
    scale: Mapping[str, float]

    @property
    def names(self) -> tuple[str, ...]:
        """The weights, in the order of the coordinates."""
        return tuple(self.start)

    def weights(self, steps: NDArray[np.float64]) -> dict[str, float]:
        """Return the weights so many steps from the start, rounded as a file holds them."""
        places = zip(self.start, steps, strict=False)
        return {key: rounded(self.start[key] + self.scale[key] * step) for key, step in places}

    def around(self, weights: Mapping[str, float]) -> "Space":
        """Return the space that begins at other weights, where these say so."""
        return _space({key: weights.get(key, self.start[key]) for key in self.start})

    def without(self, names: Collection[str]) -> "Space":
        """Return the space in which some weights stay as they are."""
        left = [key for key in self.start if key not in names]
        return Space({key: self.start[key] for key in left}, {key: self.scale[key] for key in left})


def space_of(subject: Subject) -> Space:
    """Return the space of a bot's weights."""
    return _space({key: subject.bot.weights[key] for key in subject.tuned})


def _space(start: Mapping[str, float]) -> Space:
    sizes = [abs(value) for value in start.values() if value]
    floor = FLOOR * float(np.median(sizes)) if sizes else 1.0
    return Space(start, {key: max(abs(value), floor) for key, value in start.items()})


def rounded(weight: float) -> float:
    """Return a weight with `DIGITS` digits."""
    return float(f"{weight:.{DIGITS}g}")
