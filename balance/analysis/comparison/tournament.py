"""The results of many bots against each other: points, ratings, and cycles of who beats whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import expit

from balance.analysis.comparison.pairwise import (
    PairingOutcome,
    estimate_points,
    margin,
    seat_rates,
    share_of_points,
)
from balance.analysis.comparison.published_ratings import Scale
from balance.stats.intervals import Estimate, critical_value
from balance.stats.intransitivity import Intransitivity, intransitivity
from balance.stats.nash import nash_average
from balance.stats.ratings import Ratings, rate

FEWEST = 3  # the fewest bots that can form a cycle


@dataclass(frozen=True)
class Standings:
    """The results of a tournament.

    Attributes
    ----------
    bots : DataFrame
        A row for each bot, the strongest first: bot; points (of two players a share, of more the
        excess) over all that it met as value, low, high, deals; ``rating_`` value, low, high and
        error in Elo points; games; speed (games per second and core of a table full of it);
        ``mix_`` value, low, high (its share of the mix that no bot beats) and mix_points (what it
        wins against that mix, above an equal share), nan unless all have met each other.
    pairings : DataFrame
        A row for each bot and other that it met: bot, against, points as value, low, high, deals;
        ``margin_`` value, low, high; games, cut_off, speed (of the two together).
    seats : DataFrame
        A row for each seat: seat, its win rate as value, low, high, deals; ``rating_`` value, low,
        high and error.
    scale : Scale or None
        On which the ratings are.
    link : str
        The bot by which they are placed on it; empty if none is known, and their mean is 0.
    intransitivity : Circles or None
        Of the bots in the order of `bots`, where three or more have all met each other.
    """

    bots: pd.DataFrame
    pairings: pd.DataFrame
    seats: pd.DataFrame
    players: int
    deals: int
    games: int
    intransitivity: Intransitivity | None
    scale: Scale | None = None
    link: str = ""


def standings(
    outcomes: Sequence[PairingOutcome],
    labels: Sequence[str],
    speeds: Sequence[float],
    scale: Scale | None = None,
) -> Standings:
    """Return the results of a tournament.

    Parameters
    ----------
    outcomes : sequence of Outcome
        Of the same deals.
    labels : sequence of str
        All bots.
    speeds : sequence of float
        Games per second and core of a table full of each.
    scale : Scale, optional
        On which ratings are placed, if it has one of the bots.
    """
    first = outcomes[0]
    lineups, wins = _together(outcomes, labels)
    ratings = rate(lineups, wins)
    link = scale.link(labels) if scale else ""
    if scale and link:
        ratings = ratings.anchored(labels.index(link), scale.ratings[link].value)
    every = [_sides(outcomes, label) for label in labels]
    bots = pd.DataFrame(
        [
            {
                "bot": label,
                **_flat(_points(mine, first.players)),
                **_rated(ratings, place),
                "games": sum(one.games for one, _ in mine),
                "speed": speed,
            }
            for place, (label, mine, speed) in enumerate(zip(labels, every, speeds, strict=True))
        ]
    )
    order = bots.assign(**_mix(outcomes, labels)).sort_values(
        "rating_value", ascending=False, kind="stable"
    )
    return Standings(
        bots=order.reset_index(drop=True),
        pairings=_pairings(every, list(order["bot"])),
        seats=_seats(outcomes, ratings, len(labels)),
        players=first.players,
        deals=first.deals,
        games=sum(one.games for one in outcomes),
        intransitivity=_circles(outcomes, list(order["bot"])),
        scale=scale,
        link=link,
    )


def matrix(results: Standings, column: str = "value") -> pd.DataFrame:
    """Return a column of the pairings as a matrix of bots, the strongest first."""
    names = list(results.bots["bot"])
    wide = results.pairings.pivot(index="bot", columns="against", values=column)
    return wide.reindex(index=names, columns=names)


def loops(results: Standings) -> pd.DataFrame:
    """Return a row for each cycle of three bots, the clearest first.

    Columns: circle (the cycle, "a > b > c > a"); value, low and high of each link after ``first_``,
    ``second_`` and ``third_``, as the points of the one against the next (of more players their
    excess), and of the weakest after ``weak_``; p and q, see `Loop`.
    """
    labels = list(results.bots["bot"])
    met = results.pairings.to_dict("records")
    share = {(row["bot"], row["against"]): row for row in met}
    rows = []
    for loop in results.intransitivity.cycles if results.intransitivity else ():
        names = [labels[bot] for bot in loop.bots]
        row: dict[str, object] = {"circle": " > ".join([*names, names[0]])}
        for place, link in enumerate(("first_", "second_", "third_")):
            pair = names[place], names[(place + 1) % 3]
            ends = {part: float(share[pair][part]) for part in ("value", "low", "high")}
            row |= {f"{link}{part}": end for part, end in ends.items()}
            if place == loop.weakest:
                row |= {f"weak_{part}": end for part, end in ends.items()}
        rows.append(row | {"p": loop.p, "q": loop.q})
    return pd.DataFrame(rows)


def beyond(results: Standings) -> pd.DataFrame:
    """Return the residual of each pairing after the ratings, the strongest bot first.

    In points for two players (a share); nan on the diagonal.
    """
    assert results.intransitivity is not None
    ladder = np.subtract.outer(results.intransitivity.strengths, results.intransitivity.strengths)
    extra = expit(ladder + results.intransitivity.residuals) - expit(ladder)
    np.fill_diagonal(extra, np.nan)
    names = list(results.bots["bot"])
    return pd.DataFrame(extra, names, names)


def turned(outcome: PairingOutcome) -> PairingOutcome:
    """Return the outcome of a pairing from the second bot's side."""
    return PairingOutcome(
        outcome.bots[::-1], outcome.players, -outcome.excess, outcome.alone[:, ::-1],
        -outcome.margin, outcome.seats, 1 - outcome.lineups, outcome.wins, outcome.cut_off,
        outcome.seconds,
    )  # fmt: skip


def _sides(outcomes: Sequence[PairingOutcome], label: str) -> list[tuple[PairingOutcome, str]]:
    """Return the outcomes of a bot, each from its side, with its opponents."""
    mine = [one if one.bots[0] == label else turned(one) for one in outcomes if label in one.bots]
    return [(one, one.bots[1]) for one in mine]


def _points(mine: Sequence[tuple[PairingOutcome, str]], players: int) -> Estimate:
    """Estimate a bot's mean points over all its opponents, equally weighted."""
    excess = np.mean([outcome.excess for outcome, _ in mine], axis=0)
    return estimate_points(excess, players, sum(len(outcome.lineups) for outcome, _ in mine))


def _pairings(
    every: Sequence[Sequence[tuple[PairingOutcome, str]]], order: Sequence[str]
) -> pd.DataFrame:
    places = {label: place for place, label in enumerate(order)}
    rows = [
        {
            "bot": outcome.bots[0],
            "against": against,
            **_flat(share_of_points(outcome)),
            **_flat(margin(outcome), "margin_"),
            "games": outcome.games,
            "cut_off": outcome.cut_off,
            "speed": outcome.speed,
        }
        for mine in every
        for outcome, against in mine
    ]
    rows.sort(key=lambda row: (places[str(row["bot"])], places[str(row["against"])]))
    return pd.DataFrame(rows)


def _seats(outcomes: Sequence[PairingOutcome], ratings: Ratings, num_bots: int) -> pd.DataFrame:
    weights = [len(outcome.lineups) for outcome in outcomes]
    seats = np.average([outcome.seats for outcome in outcomes], axis=0, weights=weights)
    return pd.DataFrame(
        [
            {"seat": seat + 1, **_flat(rates), **_rated(ratings, num_bots + seat)}
            for seat, rates in enumerate(seat_rates(seats, sum(weights)))
        ]
    )


def _together(
    outcomes: Sequence[PairingOutcome], labels: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return all line-ups, as indices of the bots, and all wins."""
    places = [np.array([labels.index(bot) for bot in one.bots]) for one in outcomes]
    lineups = [who[one.lineups] for who, one in zip(places, outcomes, strict=True)]
    return np.concatenate(lineups), np.concatenate([one.wins for one in outcomes], axis=1)


def _all_pairs(
    outcomes: Sequence[PairingOutcome], labels: Sequence[str]
) -> NDArray[np.float64] | None:
    """Return the excess of the first bot of each pair, shape (deals, pairs); None if some lack."""
    pairs = list(combinations(range(len(labels)), 2))
    if len(labels) < FEWEST or len(outcomes) != len(pairs):
        return None
    met = {tuple(map(labels.index, outcome.bots)): outcome.excess for outcome in outcomes}
    return np.stack([met[pair] if pair in met else -met[pair[::-1]] for pair in pairs], axis=1)


def _mix(outcomes: Sequence[PairingOutcome], labels: Sequence[str]) -> dict[str, Any]:
    """Return the columns of the mix that no bot beats."""
    excess = _all_pairs(outcomes, labels)
    if excess is None:
        return dict.fromkeys(("mix_value", "mix_low", "mix_high", "mix_points"), np.nan)
    mix = nash_average(excess, list(combinations(range(len(labels)), 2)), len(labels))
    return {
        "mix_value": mix.share, "mix_low": mix.low, "mix_high": mix.high, "mix_points": mix.against,
    }  # fmt: skip


def _circles(outcomes: Sequence[PairingOutcome], labels: Sequence[str]) -> Intransitivity | None:
    """Split the log odds of all pairings, which share their deals, into ratings and cycles."""
    excess = _all_pairs(outcomes, labels)
    if excess is None:
        return None
    bots, drawn_deal = len(labels), np.zeros(excess.shape[1])  # so that no rating is infinite
    excess = np.vstack([excess, drawn_deal])
    share = 0.5 + excess.mean(axis=0)
    slope = 1 / (share * (1 - share))
    covariance = np.cov(excess, rowvar=False) / len(excess) * np.outer(slope, slope)
    return intransitivity(np.log(share / (1 - share)), covariance, bots)


def _rated(ratings: Ratings, place: int) -> dict[str, float]:
    value = float(np.append(ratings.bots, ratings.seats)[place])
    error = float(np.append(ratings.bot_errors, ratings.seat_errors)[place])
    half = float(critical_value(ratings.deals)) * error
    return {
        "rating_value": value,
        "rating_low": value - half,
        "rating_high": value + half,
        "rating_error": error,
    }


def _flat(estimate: Estimate, prefix: str = "") -> dict[str, float]:
    return {name: float(value) for name, value in estimate.columns(prefix).items()}
