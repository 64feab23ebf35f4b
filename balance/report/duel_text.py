"""Duels in words, which need no figures: `balance duel` starts without what draws them."""

from collections.abc import Iterator

import numpy as np

from balance.analysis.comparison.pairwise import (
    PairingOutcome,
    alone,
    margin,
    pairs,
    points,
    seat_rates,
)
from balance.report.number_format import count, percent, signed_points, with_interval
from balance.report.section import Style
from balance.stats.intervals import Estimate
from balance.stats.sequential_test import Settled
from balance.stats.verdict import Verdict


def style_of(players: int) -> Style:
    """Return how points are written: as a share with two players, with more as an excess."""
    return Style.PERCENT if players == 2 else Style.POINTS


def written(found: Estimate, style: Style) -> str:
    """Return an estimate with its interval: 27.3% [26.9, 27.7]."""
    row = {name: float(value) for name, value in found.spread().items()}
    return with_interval(row, "", style)


def points_written(found: Estimate, players: int) -> str:
    """Return points as they are written with so many players; an excess with its unit."""
    text = written(found, style_of(players))
    return text if players == 2 else f"{text} pp"


def told_of_duel(found: PairingOutcome) -> Iterator[tuple[str, str]]:
    """Yield the lines of a duel: what is measured, and what it came to."""
    one, two = found.bots
    if found.players == 2:
        yield f"points of {one}", points_written(points(found), 2)
        texts = {2.0: "2-0", 1.5: "1½-½", 1.0: "1-1", 0.5: "½-1½", 0.0: "0-2"}
        split = "   ".join(f"{texts[won]}: {seen:,}" for won, seen in pairs(found).items())
        yield "deals, of both games", split
    else:
        fair = percent(1 / found.players)
        yield f"{one} above an equal share", points_written(points(found), found.players)
        for bot, (name, other) in enumerate(((one, two), (two, one))):
            won = written(alone(found, bot), Style.PERCENT)
            yield f"{name} alone among {other}", f"{won} of the wins, {fair} being equal"
    yield "score", f"{written(margin(found), Style.CHANGE)} points ahead"
    for seat, rate in enumerate(seat_rates(found.seats, len(found.lineups)), 1):
        yield f"seat {seat}", f"{written(rate, Style.PERCENT)} of the wins"
    if found.cut_off:
        yield "cut off", f"{found.cut_off:,} games, counted as shared by all"
    yield "games", f"{found.games:,} in {found.deals:,} deals"
    yield "speed", f"{speed(found.speed)} games per second and core"


def told_of_test(settled: Settled, bots: tuple[str, str], low: float, high: float) -> str:
    """Say in a sentence how a sequential test between two excesses stands.

    Parameters
    ----------
    settled : Settled
    bots : (str, str)
    low, high : float
        The two excesses, as shares.
    """
    one, two = bots
    few, many = f"{signed_points(low)} pp", f"{signed_points(high)} pp"
    after = f"after {settled.deals:,} deals"
    if settled.verdict == Verdict.UNDECIDED:
        return f"open {after}: {one} against {two} may be at {few} as well as at {many}."
    fits, other = (many, few) if settled.verdict == Verdict.YES else (few, many)
    return f"settled {after}: {one} against {two} is at {fits} or beyond, rather than at {other}."


def speed(games: float) -> str:
    """Return games per second: 31,000 or 0.42."""
    return count(games) if games >= 10 or np.isnan(games) else f"{games:.2g}"
