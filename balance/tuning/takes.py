"""What a strategy takes: copies of each card in a game, against what its opponents take."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import Piece
from balance.runner.bot_matches import BotMatch
from balance.runner.play import CollectedGames, play_games
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Lineup
from balance.stats.intervals import DealSums, Estimate, Floats, mean
from balance.tuning.mix_games import Mix

TAKEN = "taken"  # the field of records


@dataclass(frozen=True)
class Takes:
    """What a strategy and the field take in a game, by deal; float64, shape (deals, cards).

    The field's numbers are those of a bot among copies of itself: the one that is the strategy's
    opponent in that deal.
    """

    cards: tuple[Piece, ...]
    own: Floats
    field: Floats

    @property
    def shares(self) -> Floats:
        """The share of each card in all that the strategy takes, shape (cards,)."""
        rates = self.own.mean(axis=0)
        return np.asarray(rates / max(rates.sum(), 1e-12))

    def more(self) -> Estimate:
        """Estimate how much more of each card the strategy takes in a game, shape (cards,)."""
        return _means(self.own - self.field)

    def rates(self) -> tuple[Estimate, Estimate]:
        """Estimate what the strategy and the field take in a game, each of shape (cards,)."""
        return _means(self.own), _means(self.field)


def count_takes(
    tables: BotMatch,
    entry: Entry,
    mix: Mix,
    first: int,
    deals: int,
    workers: int,
    stop: StopSignal,
) -> Takes | None:
    """Count what a strategy takes against a mix; None if records do not have it, or if stopped.

    Raises
    ------
    BotError, LimitError
    """
    (table,) = tables.test_tables
    if TAKEN not in (tables.game.record.names or ()) or not table.cards:
        return None
    cards, players = len(table.cards), tables.players
    alone = (0, *(1,) * (players - 1))
    games, ends = [], []
    for opponent, begin, count in mix.parts(first, deals):
        for lineup in (Lineup((entry, opponent), alone), Lineup((opponent,), (0,) * players)):
            games.append(_TakenGames(replace(tables, lineup=lineup), cards, begin))
            ends.append(begin + count)
    play_games(games, ends, workers, stop)
    if stop.is_set():
        return None
    own, field = (np.concatenate([one.taken for one in games[side::2]]) for side in (0, 1))
    return Takes(table.cards, own, field)


def distance(one: Takes, two: Takes) -> float:
    """Return how differently two strategies take: the share of cards that would have to change.

    It is half the sum of the differences between the shares of each card in all that they take: 0
    if they take the same, 1 if they have no card in common.
    """
    return float(np.abs(one.shares - two.shares).sum() / 2)


class _TakenGames(CollectedGames[NDArray[np.float64]]):
    """Counts what the first entry of a line-up takes, for each of its seats."""

    def __init__(self, tables: BotMatch, cards: int, first: int) -> None:
        rotations = tables.lineup.rotations
        (batches,) = tables.batches

        def play(begin: int, deals: int) -> NDArray[np.float64]:
            records = batches.play(begin * rotations, deals * rotations)
            is_mine = (records["lineup"] == 0)[..., np.newaxis]
            taken = (records[TAKEN][..., :cards] * is_mine).sum(axis=1) / is_mine.sum(axis=1)
            return np.asarray(taken.reshape(deals, rotations, cards).mean(axis=1))

        super().__init__(play, lambda taken: len(taken) * rotations, first=first)

    @property
    def taken(self) -> NDArray[np.float64]:
        """By deal, shape (deals, cards)."""
        return np.concatenate(self.results)


def _means(values: Floats) -> Estimate:
    return mean(DealSums.of(values, np.ones_like(values)))
