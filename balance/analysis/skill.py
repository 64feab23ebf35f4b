"""Skill and luck: how much each decides who wins, from deals that are played again."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.engine.layout import WIN
from balance.runner.replays import Replays
from balance.scenario.ladder_file import FILE, read_ladder
from balance.scenario.match import Match, has_share_of_points
from balance.stats.intervals import Floats
from balance.stats.jackknife import estimate
from balance.stats.variance_components import PARTS, decided_by_skill, shares, split

WINS, LEADS = "wins", "points ahead"  # the sources of variance


def contest_parts(replays: Sequence[Replays]) -> pd.DataFrame:
    """Return a row for each contest and each of WINS and LEADS.

    Columns: contest; of (what is split: a seat's share of the win, or its points ahead of the mean
    of the others); bots (how many different ones); games; deals; sd of a result; and the share of
    its variance of each of PARTS, as value, low, high, deals after ``skill_`` and so on.
    """
    rows = []
    for replay in replays:
        for of, results in ((WINS, replay.wins / WIN), (LEADS, _leads(replay.scores))):
            split_parts = split(_cells(results), replay.lineup.ravel())
            whole = float(split_parts.parts.value.sum())
            share = shares(split_parts)
            row: dict[str, object] = {
                "contest": replay.name,
                "of": of,
                "bots": len(replay.bots),
                "games": replay.games,
                "deals": len(replay.wins),
                "sd": np.sqrt(max(whole, 0.0)),
            }
            for place, name in enumerate(PARTS):
                row |= {
                    f"{name}_value": share.value[place],
                    f"{name}_low": share.low[place],
                    f"{name}_high": share.high[place],
                    f"{name}_deals": int(share.deals[place]),
                }
            rows.append(row)
    return pd.DataFrame(rows)


def contests(replays: Sequence[Replays]) -> pd.DataFrame:
    """Return a row for each contest of two bots.

    Columns: better and other (the stronger first), games, deals; equal, its share of the seats; its
    share of the wins as value, low, high, deals; and after ``skill_`` the share of games decided by
    skill (see `decided_by_skill`).
    """
    rows = []
    for replay in replays:
        if len(replay.bots) != 2:
            continue
        is_first = (replay.lineup == 0)[None, :, None, None, :]
        wins = (replay.wins * is_first).sum(axis=-1).mean(axis=(1, 2, 3)) / WIN
        share = float((replay.lineup == 0).mean())
        better = 0 if wins.mean() >= share else 1
        if better == 1:
            wins, share = 1 - wins, 1 - share
        skill = estimate(decided_by_skill(wins, share))
        all_wins = estimate(decided_by_skill(wins, 0.0))
        rows.append(
            {
                "better": replay.bots[better],
                "other": replay.bots[1 - better],
                "games": replay.games,
                "equal": share,
            }
            | {name: value[0] for name, value in all_wins.columns().items()}
            | {name: value[0] for name, value in skill.columns("skill_").items()}
        )
    return pd.DataFrame(rows)


def ladder_results(match: Match) -> pd.DataFrame:
    """Return the published results of the game's ladder; empty if it has none.

    Columns: better, other, games; value, low, high, deals of the points won, with two players, or
    of those above an equal share; after ``skill_`` the share of games that are as if decided by
    skill alone, nan for more players.
    """
    rows = []
    players = match.game_table.num_seats
    claims = read_ladder(match.game).claim if (match.game.home / FILE).is_file() else ()
    for claim in claims:
        published = claim.published
        if claim.players != players or published is None:
            continue
        low, value, high = (one / 100 for one in (published.low, published.value, published.high))
        skill = [
            2 * one - 1 if has_share_of_points(players) else np.nan for one in (value, low, high)
        ]
        rows.append(
            {
                "better": claim.bot, "other": claim.against, "games": published.games,
                "value": value, "low": low, "high": high, "deals": published.deals,
                "skill_value": skill[0], "skill_low": skill[1], "skill_high": skill[2],
                "skill_deals": published.deals,
            }
        )  # fmt: skip
    return pd.DataFrame(rows)


def _cells(results: Floats) -> Floats:
    """Return results as deals by cells (rotation and seat) by lucks by chances."""
    deals, rotations, lucks, chances, seats = results.shape
    moved = np.moveaxis(results, -1, 2)
    return np.asarray(moved.reshape(deals, rotations * seats, lucks, chances))


def _leads(scores: NDArray[np.int64]) -> Floats:
    """Return each seat's lead over the mean score of the others."""
    seats = scores.shape[-1]
    total = scores.sum(axis=-1, keepdims=True)
    return np.asarray(scores - (total - scores) / max(seats - 1, 1))
