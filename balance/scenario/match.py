"""A match: a game, its table and a line-up."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import Bot, Game, GameTable
from balance.engine.layout import MAX_SEATS, NOBODY
from balance.limits import MAX_SEED


@dataclass(frozen=True)
class Entry:
    """One entry of a line-up: a bot with its weights.

    Attributes
    ----------
    sources : str
        A digest of the sources of a bot from outside the package; empty for our own.
    """

    label: str  # its name in reports
    bot: Bot
    sources: str = ""

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """The bot's weights, float64, in the order of its file; those of its network last."""
        return self.bot.numbers


@dataclass(frozen=True)
class Lineup:
    """Who has which seat."""

    entries: tuple[Entry, ...]  # the different entries
    seats: tuple[int, ...]  # for each seat of rotation 0, the index of its entry

    @cached_property
    def rotations(self) -> int:
        """The number of different line-ups if everybody moves on by a seat repeatedly."""
        n = len(self.seats)
        return next(k for k in range(1, n + 1) if self.seated(k) == self.seats)

    def seated(self, rotation: int) -> tuple[int, ...]:
        """Return the entry in each seat when the line-up has moved on by `rotation` seats."""
        n = len(self.seats)
        return tuple(self.seats[(seat - rotation) % n] for seat in range(n))

    @cached_property
    def by_rotation(self) -> NDArray[np.int32]:
        """The entry in each seat, or NOBODY, shape (rotations, MAX_SEATS)."""
        entries = np.full((self.rotations, MAX_SEATS), NOBODY, np.int32)
        for rotation in range(self.rotations):
            entries[rotation, : len(self.seats)] = self.seated(rotation)
        return entries

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the entries."""
        return tuple(entry.label for entry in self.entries)


@dataclass(frozen=True)
class Match:
    """A game with its table, line-up and seed: all that decides its games, number by number.

    Its bots are fitted to the table: see `fitted`.

    Attributes
    ----------
    replay_command : str
        The command that replays one of its games, without the game's number; empty if none can.
    """

    game: Game
    game_table: GameTable
    lineup: Lineup
    seed: int
    replay_command: str = ""

    def __post_init__(self) -> None:
        """Fit the bots to the table."""
        entries = self.lineup.entries
        bots = [fitted(entry.bot, self.game, self.game_table) for entry in entries]
        if any(bot is not entry.bot for bot, entry in zip(bots, entries, strict=True)):
            seated = tuple(map(lambda entry, bot: replace(entry, bot=bot), entries, bots))
            object.__setattr__(self, "lineup", replace(self.lineup, entries=seated))

    @cached_property
    def is_card(self) -> NDArray[np.bool_]:
        """Which of the table's cards are cards, and not deeds, shape (cards,)."""
        deeds = self.game.deeds
        return np.array([piece.kind not in deeds for piece in self.game_table.cards], np.bool_)

    def on_fresh_deals(self, number: int) -> "Match":
        """Return it on the deals of the seed that comes `number` after its own."""
        return replace(self, seed=(self.seed + number) % MAX_SEED)

    def replay_of(self, number: int) -> str:
        """Return the command that replays game `number`, or nothing."""
        return f"{self.replay_command} --game {number}" if self.replay_command else ""


def fitted(bot: Bot, game: Game, game_table: GameTable) -> Bot:
    """Return a bot as it plays at a table: a list finds its own cards there by their ids.

    Raises
    ------
    BotError
        If the table has no such card.
    """
    return game.fit_list(bot, game_table) if game.fit_list and bot.own_kinds else bot


def has_share_of_points(players: int) -> bool:
    """Return whether points of compared bots are a share of wins, as with one player or two.

    With more they are an excess: how far a bot wins above an equal share.
    """
    return players <= 2


def equal_points(players: int) -> float:
    """Return the points of two equally strong bots: 0.5 of a share, or no excess."""
    return 0.5 if has_share_of_points(players) else 0.0


def players_in_words(players: int) -> str:
    """Return the number of players as ``1 player`` or ``2 players``."""
    return f"{players} player{'s' if players > 1 else ''}"
