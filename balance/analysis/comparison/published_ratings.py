"""The scale of strength of a game: which bot has rating 0, and what the published ladder says.

Zero is the ladder's second bot, the weakest that plays with a plan.  `random`, below it, loses so
nearly every game that its distance is unknown: of 4,000 games it wins 3, or none, and its rating
would tell how many were played.  All others would inherit this error if it had 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from balance.engine.game import Game
from balance.scenario.ladder_file import FILE, Claim, Ladder, Published, read_ladder
from balance.scenario.match import Entry
from balance.stats.ratings import rating_of


class Rating(NamedTuple):
    """A rating, in Elo points above the anchor, and half the width of its 95 % interval."""

    value: float
    half: float = 0.0


@dataclass(frozen=True)
class Scale:
    """The scale of a game with some number of players.

    Attributes
    ----------
    anchor : str
        The bot that has 0.
    ratings : mapping of str to Rating
        Of bots whose place is known; that of the anchor is 0.
    """

    anchor: str
    ratings: Mapping[str, Rating]

    def link(self, bots: Sequence[str]) -> str:
        """Return the one of some bots by which they are placed on the scale; may be empty.

        It is the anchor, else the one that is nearest to it.
        """
        known = [bot for bot in bots if bot in self.ratings]
        return min(known, key=lambda bot: abs(self.ratings[bot].value), default="")


def scale_of(game: Game, players: int, entries: Sequence[Entry]) -> Scale:
    """Return the scale of a game, with the ratings of those entries that are bots of the game.

    A game without a ladder has its usual bot at 0.
    """
    anchor, ratings = game.usual_bot, {game.usual_bot: Rating(0.0)}
    if (game.home / FILE).is_file():
        ladder = read_ladder(game)
        anchor, ratings = ladder.anchor, published_ratings(ladder, players)
    own = {entry.label for entry in entries if entry.bot.source is None}
    return Scale(anchor, {bot: rating for bot, rating in ratings.items() if bot in own})


def published_ratings(ladder: Ladder, players: int) -> dict[str, Rating]:
    """Return the ratings that the claims of a ladder stand for.

    A claim's points are a difference of two ratings; the ratings are fitted to all differences by
    least squares, each weighted with its precision.  Bots that no claim links to the anchor are
    left out, and so is the lowest, see the head of this file.
    """
    lowest = ladder.order[0]
    claims = [
        (one, one.published)
        for one in ladder.claim
        if one.players == players and one.published and lowest not in (one.bot, one.against)
    ]
    known = {ladder.anchor}
    for _ in claims:  # each may link one bot more
        known |= {
            bot
            for one, _ in claims
            if known & {one.bot, one.against}
            for bot in (one.bot, one.against)
        }
    bots = sorted(known - {ladder.anchor})
    rows, differences = [], []
    for one, published in claims:
        if one.bot in known:
            difference, half = _difference(one, published)
            signs = [(bot == one.bot) - (bot == one.against) for bot in bots]
            rows.append(np.array(signs) / half)
            differences.append(difference / half)
    if not bots:
        return {ladder.anchor: Rating(0.0)}
    weighted = np.array(rows)
    fitted = np.linalg.lstsq(weighted, np.array(differences), rcond=None)[0]
    halves = np.sqrt(np.diag(np.linalg.inv(weighted.T @ weighted)))  # in the unit of the weights
    found = map(Rating, map(float, fitted), map(float, halves))
    return {ladder.anchor: Rating(0.0), **dict(zip(bots, found, strict=True))}


def _difference(claim: Claim, published: Published) -> tuple[float, float]:
    """Return the difference of two ratings that a result stands for, and half its 95 % interval.

    As in `stats.ratings.rate`, a drawn game is added, so that neither is infinite.
    """
    drawn = published.games / (published.games + 1)
    value, low, high = (
        rating_of(claim.as_excess(number) * drawn, claim.players)
        for number in (published.value, published.low, published.high)
    )
    return value, max((high - low) / 2, 0.5)
