"""The shape of games: how long they stay open, who leads when, and which games are worth watching.

Leads in points use the score as if the game ended after each round; chances to win come from the
model of `balance.analysis.win_chances`. Games with a shared win are left out where the winner is
followed.

References
----------
Browne (2009), Automatic generation and evaluation of recombination games, section 4.2 (drama, lead
change, uncertainty, killer moves), here on chances to win instead of a bot's evaluations.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import NUMBER, SHARE
from balance.analysis.win_chances import WinChances, win_chances
from balance.stats.intervals import Floats

DECIDED = 0.9  # the chance from which on a game counts as decided
CLOSE = 5  # points of a close finish
MOMENTS = (0.25, 0.5, 0.75)  # shares of a game's rounds at which its leader is determined
WORTH = 5  # games worth watching, of each kind
_PARTS = ("value", "low", "high", "deals")
FEWEST_LEFT = 0.1  # share of games: rounds that fewer reach are not drawn


@dataclass(frozen=True)
class GameFlow:
    """The course of each game; nan where it is undefined, or games are too few for chances.

    Attributes
    ----------
    lead_changes : float64 array
        How often the sole leader in points changed between rounds.
    decided : float64 array
        The share of the rounds after which the winner's chance stayed at DECIDED or more.
    drama : float64 array
        The mean root of the distance between the winner's chance and the best chance, in rounds in
        which they differed.
    uncertainty : float64 array
        The uncertainty about the winner, from 1 (all chances equal) to 0, averaged over rounds.
    """

    margin: Floats  # shape (games,): the best score less the second
    lead_changes: Floats
    favourite_changes: Floats  # how often another seat had the best chance
    decided: Floats
    is_last: Floats  # 1 if that happened in the last round only
    lowest: Floats  # the winner's lowest chance from the middle of the game on
    when_lowest: NDArray[np.int64]  # after which round that was
    drama: Floats
    swing: Floats  # the largest rise of the winner's chance in one round
    uncertainty: Floats


def game_flow(followed: WinChances) -> GameFlow:
    """Return the course of each game."""
    games, seats = followed.shares.shape
    numbers = np.full((9, games), np.nan)
    when = np.zeros(games, np.int64)
    is_modelled = followed.is_modelled
    for game in range(games):
        rows = slice(followed.starts[game], followed.ends[game] + 1)
        points = followed.values[rows, :, 0]
        ranked = np.sort(points[-1])
        numbers[0, game] = ranked[-1] - ranked[-2]
        numbers[1, game] = _changes(_sole_leader(points))
        if not is_modelled or len(points) < 2:
            continue
        chances = followed.chances[rows]
        before = chances[:-1]  # the result is known at the end
        numbers[2, game] = _changes(_sole_leader(chances))
        fair = 1 / seats
        numbers[8, game] = np.mean(1 - (before.max(axis=1) - fair) / (1 - fair))
        winner = int(np.argmax(followed.shares[game]))
        if followed.shares[game, winner] < 1:
            continue
        own = chances[:, winner]
        open_rounds = np.flatnonzero(own < DECIDED)
        last_open = int(open_rounds[-1]) if len(open_rounds) else -1
        length = len(own) - 1
        numbers[3, game] = (last_open + 1) / length
        numbers[4, game] = last_open == length - 1
        middle = length // 2
        when[game] = middle + int(np.argmin(own[middle:]))
        numbers[5, game] = own[when[game]]
        lack = before.max(axis=1) - own[:-1]
        numbers[6, game] = np.sqrt(lack[lack > 0]).mean() if (lack > 0).any() else 0.0
        numbers[7, game] = np.diff(own).max()
    margin, leads, favourites, decided, is_last, lowest, drama, swing, uncertainty = numbers
    return GameFlow(
        margin, leads, favourites, decided, is_last, lowest, when, drama, swing, uncertainty
    )


def in_numbers(
    followed: WinChances, course: GameFlow, target: tuple[int, int] | None = None
) -> pd.DataFrame:
    """Return a row for each measure of the shape of games.

    Parameters
    ----------
    target : (int, int), optional
        The rounds from fewest to most that a game is to take.

    Returns
    -------
    table : DataFrame
        By key.  Columns: measure, unit, the mean as value, low, high, deals; games; p5, median and
        p95 of games (nan for what is yes or no).
    """
    fair = 1 / followed.num_seats
    rows: list[tuple[str, str, Floats, str]] = [
        ("rounds", "rounds of a game", followed.rounds.astype(np.float64), NUMBER),
    ]
    if target is not None:
        low, high = target
        rows += [
            ("in_target", f"games of {low} to {high} rounds", _yes(
                (followed.rounds >= low) & (followed.rounds <= high)), SHARE),
            ("too_short", f"games shorter than {low} rounds", _yes(followed.rounds < low), SHARE),
            ("too_long", f"games longer than {high} rounds", _yes(followed.rounds > high), SHARE),
        ]  # fmt: skip
    rows += [
        ("margin", "margin of the best to the second", course.margin, NUMBER),
        ("close", f"games won by {CLOSE} points or fewer", _yes(course.margin <= CLOSE), SHARE),
        ("lead_changes", "changes of the lead in points", course.lead_changes, NUMBER),
    ]
    if followed.is_modelled:
        known = ~np.isnan(course.lowest)
        comeback = np.where(known, _yes(course.lowest < fair / 2), np.nan)
        rows += [
            ("favourite_changes", "changes of the favourite", course.favourite_changes, NUMBER),
            ("decided", "decided at, of the game", course.decided, SHARE),
            ("last_round", "games open until their last round", course.is_last, SHARE),
            ("comeback", f"comebacks from below {100 * fair / 2:.3g}%", comeback, SHARE),
            ("drama", "drama, 0 to 1", course.drama, NUMBER),
            ("swing", "largest rise of the winner's chance", course.swing, SHARE),
            ("uncertainty", "uncertainty, mean of the rounds", course.uncertainty, SHARE),
        ]
    return pd.DataFrame(
        [_summed(followed, name, values, unit) for _, name, values, unit in rows],
        index=[key for key, *_ in rows],
    )


def _summed(followed: WinChances, name: str, values: Floats, unit: str) -> dict[str, object]:
    known = ~np.isnan(values)
    counts = np.unique(values[known])
    is_yes_or_no = unit == SHARE and set(counts) <= {0.0, 1.0}
    estimate = followed.by_deal(
        np.where(known, values, 0.0), known.astype(np.float64), is_yes_or_no, least=0.0
    )
    low, median, high = (
        (np.nan, np.nan, np.nan)
        if is_yes_or_no or not known.any()
        else np.quantile(values[known], (0.05, 0.5, 0.95))
    )
    columns = {name: value.item() for name, value in estimate.columns().items()}
    return {
        "measure": name, "unit": unit, **columns, "games": int(known.sum()),
        "p5": low, "median": median, "p95": high,
    }  # fmt: skip


def shapes(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each variant with recorded trajectories of games that ended.

    Columns: cell, games; and as value, low, high, deals after the prefixes ``rounds_``,
    ``decided_``, ``last_round_``, ``comeback_`` the rows of `in_numbers` of that key, and after
    ``leader_`` the middle row of `leader_wins`; nan where games are too few for chances.
    """
    rows = []
    for cell in cells:
        assert cell.trajectories is not None
        followed = win_chances(cell.trajectories)
        if not len(followed.starts):
            continue
        numbers, lead = in_numbers(followed, game_flow(followed)), leader_wins(followed)
        row: dict[str, object] = {"cell": cell.name, "games": len(followed.starts)}
        for key in ("rounds", "decided", "last_round", "comeback"):
            is_there = key in numbers.index
            row |= {
                f"{key}_{part}": numbers.at[key, part] if is_there else np.nan for part in _PARTS
            }
        row |= {f"leader_{part}": lead.iloc[len(lead) // 2][part] for part in _PARTS}
        rows.append(row)
    return pd.DataFrame(rows)


def leader_wins(followed: WinChances) -> pd.DataFrame:
    """Return how often the leader in points wins, a row for each of MOMENTS.

    Columns: moment (the share of the game), led (games in which one seat alone led), games, the win
    rate of that seat as value, low, high, deals, and fair, the rate if leading were worth nothing.
    """
    rows = []
    games = np.arange(len(followed.starts))
    lengths = followed.ends - followed.starts
    for moment in MOMENTS:
        points = followed.values[
            followed.starts + np.floor(moment * lengths).astype(np.int64), :, 0
        ]
        ranked = np.sort(points, axis=1)
        alone = ranked[:, -1] > ranked[:, -2]
        won = followed.shares[games, points.argmax(axis=1)] * alone
        estimate = followed.by_deal(won, alone.astype(np.float64), is_share=True)
        columns = {name: value.item() for name, value in estimate.columns().items()}
        rows.append(
            {"moment": moment, "led": int(alone.sum()), "games": len(games)}
            | columns
            | {"fair": 1 / followed.num_seats}
        )
    return pd.DataFrame(rows)


def by_round(followed: WinChances, names: Sequence[str]) -> pd.DataFrame:
    """Return points, and all other measures, after each round that a tenth of games reach.

    Columns: thing ("points" or one of `names`), round, games; the mean of winners and that of the
    others, each as value, low, high, deals after ``winners_`` and ``others_``; and p5, median, p95
    of the seats after the same prefixes.
    """
    lengths = followed.ends - followed.starts
    rows = []
    most = int(np.quantile(lengths, 1 - FEWEST_LEFT)) if len(lengths) else -1
    for number in range(most + 1):
        reached = np.flatnonzero(lengths >= number)
        at = followed.starts[reached] + number
        won = followed.shares[reached]
        for place, name in enumerate(("points", *names)):
            row: dict[str, object] = {"thing": name, "round": number, "games": len(reached)}
            values = followed.values[at, :, place]
            for prefix, weights in (("winners_", won), ("others_", 1 - won)):
                num, den = np.zeros(len(followed.starts)), np.zeros(len(followed.starts))
                num[reached], den[reached] = (values * weights).sum(axis=1), weights.sum(axis=1)
                estimate = followed.by_deal(num, den, is_share=False)
                row |= {key: value.item() for key, value in estimate.columns(prefix).items()}
                chosen = values[weights > 0.5]
                quantiles = np.quantile(chosen, (0.05, 0.5, 0.95)) if len(chosen) else [np.nan] * 3
                row |= {
                    f"{prefix}{key}": float(value)
                    for key, value in zip(("p5", "median", "p95"), quantiles, strict=True)
                }
            rows.append(row)
    return pd.DataFrame(rows)


def fan(followed: WinChances, steps: int = 20) -> pd.DataFrame:
    """Return the distribution of the winner's chance in the course of games.

    Between rounds it is interpolated linearly.  Columns: moment (the share of the game), and of the
    games' winners p5, p25, median, p75, p95.
    """
    winners = followed.shares.argmax(axis=1)
    known = followed.shares.max(axis=1) == 1
    lengths = followed.ends - followed.starts
    rows = []
    for moment in np.arange(steps + 1) / steps:
        passed = np.floor(moment * lengths).astype(np.int64)
        later = np.minimum(passed + 1, lengths)
        along = moment * lengths - passed
        own, then = (
            followed.chances[followed.starts + at, winners][known] for at in (passed, later)
        )
        own = own + along[known] * (then - own)
        quantiles = np.quantile(own, (0.05, 0.25, 0.5, 0.75, 0.95))
        rows.append((float(moment), *map(float, quantiles)))
    return pd.DataFrame(rows, columns=["moment", "p5", "p25", "median", "p75", "p95"])


def over_by_round(followed: WinChances) -> pd.DataFrame:
    """Return the share of games that are over after each number of rounds: number, share."""
    numbers, counts = np.unique(followed.rounds, return_counts=True)
    return pd.DataFrame({"number": numbers, "share": np.cumsum(counts) / max(counts.sum(), 1)})


def worth_opening(followed: WinChances, course: GameFlow) -> pd.DataFrame:
    """Return the most remarkable games, WORTH of each kind.

    Columns: kind, game (its number), what (in words).
    """
    rows: list[tuple[str, int, str]] = []
    if followed.is_modelled:
        known = np.flatnonzero(~np.isnan(course.lowest))
        for game in known[np.argsort(course.lowest[known], kind="stable")][:WORTH]:
            rows.append((
                "dramatic", int(followed.numbers[game]),
                f"won after a chance of {_chance(course.lowest[game])} at the end of round "
                f"{course.when_lowest[game]} of {followed.rounds[game]}",
            ))  # fmt: skip
    for game in np.argsort(-followed.rounds, kind="stable")[:WORTH]:
        rows.append(("long", int(followed.numbers[game]), f"{followed.rounds[game]} rounds"))
    for game in np.argsort(-course.margin, kind="stable")[:WORTH]:
        points = np.sort(followed.values[followed.ends[game], :, 0])[::-1]
        scores = " to ".join(f"{point:g}" for point in points)
        rows.append(
            ("lopsided", int(followed.numbers[game]), f"{scores}, {course.margin[game]:g} apart")
        )
    return pd.DataFrame(rows, columns=["kind", "game", "what"])


def _chance(share: float) -> str:
    return f"{100 * share:.1f}%" if share >= 0.001 else "less than 0.1%"


def _yes(which: NDArray[np.bool_]) -> Floats:
    return which.astype(np.float64)


def _sole_leader(values: Floats) -> NDArray[np.int64]:
    """Return the sole leader of each row, without rows that have none."""
    ranked = np.sort(values, axis=1)
    return np.asarray(values.argmax(axis=1)[ranked[:, -1] > ranked[:, -2]])


def _changes(leader: NDArray[np.int64]) -> int:
    return int(np.count_nonzero(leader[1:] != leader[:-1]))
