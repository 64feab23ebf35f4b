"""Duels as lines for the terminal; no figures, so `balance duel` starts without matplotlib."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from balance.analysis.comparison.pairwise import (
    PairingOutcome,
    alone,
    margin,
    pairs,
    seat_rates,
    share_of_points,
)
from balance.analysis.comparison.published_ratings import Scale
from balance.report.number_format import Estimated, count, written
from balance.report.players import rating_text
from balance.report.section import Finding, Style
from balance.report.words import Words
from balance.scenario.match import has_share_of_points
from balance.stats.intervals import Estimate
from balance.stats.sequential_test import Settled
from balance.stats.verdict import Verdict

WORDS = Words(Path(__file__).with_suffix(".toml"))
RESULTS = {2.0: "2-0", 1.5: "1½-½", 1.0: "1-1", 0.5: "½-1½", 0.0: "0-2"}  # of both games of a deal


def style_of(players: int) -> Style:
    """Return how points are written: as a share with one or two players, else as an excess."""
    return Style.PERCENT if has_share_of_points(players) else Style.POINTS


def points_text(estimate: Estimate, players: int) -> str:
    """Return points as they are written with so many players; an excess with its unit."""
    if has_share_of_points(players):
        return written(estimate_of(estimate), Style.PERCENT)
    return WORDS.text("values.excess", excess=estimate_of(estimate))


def duel_lines(outcome: PairingOutcome, planned: int | None = None) -> Iterator[tuple[str, str]]:
    """Yield the lines of a duel: what is measured, and the result.

    Parameters
    ----------
    planned : int or None
        Of a duel that was stopped by a test, the deals at which its intervals are narrowest.
    """
    one, two = outcome.bots
    if outcome.players == 2:
        yield (
            WORDS.text("labels.points", one=one),
            points_text(share_of_points(outcome, planned), 2),
        )
        split = [
            WORDS.text("values.result", result=RESULTS[won], count=number)
            for won, number in pairs(outcome).items()
        ]
        yield WORDS.text("labels.deals"), "   ".join(split)
    elif outcome.players == 1:
        points = points_text(share_of_points(outcome, planned), 1)
        yield WORDS.text("labels.points", one=one), WORDS.text("values.by_itself", points=points)
        for bot, name in enumerate(outcome.bots):
            share = estimate_of(alone(outcome, bot, planned))
            label = WORDS.text("labels.by_itself", one=name)
            yield label, WORDS.text("values.wins", share=share)
    else:
        label = WORDS.text("labels.above_share", one=one)
        yield label, points_text(share_of_points(outcome, planned), outcome.players)
        for bot, (name, other) in enumerate(((one, two), (two, one))):
            share, fair = estimate_of(alone(outcome, bot, planned)), 1 / outcome.players
            label = WORDS.text("labels.alone", one=name, two=other)
            yield label, WORDS.text("values.wins_alone", share=share, fair=fair)
    ahead = estimate_of(margin(outcome, planned))
    yield WORDS.text("labels.score"), WORDS.text("values.margin", margin=ahead)
    rates = seat_rates(outcome.seats, len(outcome.lineups), planned)
    for seat, rate in enumerate(rates if outcome.players > 1 else [], 1):
        yield (
            WORDS.text("labels.seat", seat=seat),
            WORDS.text("values.wins", share=estimate_of(rate)),
        )
    if planned is not None:
        yield WORDS.text("labels.intervals"), WORDS.text("values.intervals")
    if outcome.cut_off:
        yield WORDS.text("labels.cut_off"), WORDS.text("values.cut_off", games=outcome.cut_off)
    games = WORDS.text("values.games", games=outcome.games, deals=outcome.deals)
    yield WORDS.text("labels.games"), games
    yield WORDS.text("labels.speed"), WORDS.text("values.speed", speed=speed(outcome.speed))


def rating_lines(scale: Scale, players: int) -> Iterator[tuple[str, str]]:
    """Yield a line with the published ratings of the bots, if any but the anchor has one."""
    known = [
        f"{bot} {rating_text(rating)}" for bot, rating in scale.ratings.items() if rating.value
    ]
    if known:
        yield (
            WORDS.text("labels.ratings"),
            WORDS.text("values.ratings", ratings=known, anchor=scale.anchor, players=players),
        )


def sprt_finding(settled: Settled, bots: tuple[str, str], low: float, high: float) -> Finding:
    """Return how a sequential test between two excesses stands.

    `low` and `high` are the two excesses, as shares.
    """
    facts = {"one": bots[0], "two": bots[1], "deals": settled.deals}
    if settled.verdict == Verdict.UNDECIDED:
        return WORDS.say("open", **facts, low=low, high=high)
    fits, other = (high, low) if settled.verdict == Verdict.YES else (low, high)
    return WORDS.say("settled", **facts, fits=fits, other=other)


def speed(games: float) -> str:
    """Return games per second: 31,000 or 0.42."""
    return count(games) if games >= 10 or np.isnan(games) else f"{games:.2g}"


def estimate_of(estimate: Estimate) -> Estimated:
    """Return an estimate as reports write it."""
    return Estimated(float(estimate.value), float(estimate.low), float(estimate.high))
