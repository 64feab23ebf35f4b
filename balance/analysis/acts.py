"""What players do: how often each act is offered and chosen, by phase of the game and by result."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from balance.runner.trajectories import Trajectories
from balance.scenario.decision_seconds import Seconds, seconds_of
from balance.stats.intervals import DealSums, mean_count, proportion

_PARTS = ("value", "low", "high", "deals")
PHASES = ("first", "middle", "last")  # thirds of the rounds of a game


def act_choices(trajectories: Trajectories) -> pd.DataFrame:
    """Return a row for each act that was offered in the games that were followed.

    Columns: act; offers; games; and as value, low, high, deals, with the interval by deal, after
    ``offered_`` how often it was offered in a game, and the share of its offers in which it was
    chosen: in all without a prefix, by third of the rounds after ``first_``, ``middle_``,
    ``last_``, and by seats that won or shared the win and by others after ``winners_`` and
    ``others_``.
    """
    acted = trajectories.acted.astype(np.float64)  # by game, third, seat, act; offered and chosen
    won = (trajectories.wins > 0)[:, None, :, None, None]
    parts = {
        "": acted.sum(axis=(1, 2)),
        **{f"{phase}_": acted[:, third].sum(axis=1) for third, phase in enumerate(PHASES)},
        "winners_": (acted * won).sum(axis=(1, 2)),
        "others_": (acted * ~won).sum(axis=(1, 2)),
    }
    columns: dict[str, Any] = {}
    for prefix, each in parts.items():
        by_deal = each.reshape(-1, trajectories.rotations, *each.shape[1:]).sum(axis=1)
        share = proportion(DealSums.of(by_deal[..., 1], by_deal[..., 0]))
        columns |= share.columns(prefix, _PARTS)
        if not prefix:
            of_game = np.full_like(by_deal[..., 0], trajectories.rotations)
            columns |= mean_count(DealSums.of(by_deal[..., 0], of_game)).columns("offered_", _PARTS)
    offers = acted[..., 0].sum(axis=(0, 1, 2)).astype(np.int64)
    frame = pd.DataFrame(
        {"act": trajectories.acts, "offers": offers, "games": len(acted), **columns}
    )
    return frame[frame["offers"] > 0].reset_index(drop=True)


def card_offers(trajectories: Trajectories, ids: Sequence[str]) -> pd.DataFrame:
    """Return how often each card could be taken by a choice among several, and how often it was.

    Columns: id; and as value, low, high, deals, with the interval by deal, after ``offered_`` how
    often it could be taken in a game, after ``chosen_`` the share of these in which it was.  There
    is no row where the game does not tell, or where a card could never be taken.
    """
    if not trajectories.offers.shape[1]:
        return pd.DataFrame(columns=["id"])
    counted = trajectories.offers.astype(np.float64)  # by game and card; offered and chosen
    by_deal = counted.reshape(-1, trajectories.rotations, *counted.shape[1:]).sum(axis=1)
    of_game = np.full_like(by_deal[..., 0], trajectories.rotations)
    offered = mean_count(DealSums.of(by_deal[..., 0], of_game))
    chosen = proportion(DealSums.of(by_deal[..., 1], by_deal[..., 0]))
    frame = pd.DataFrame({
        "id": list(ids), **offered.columns("offered_", _PARTS), **chosen.columns("chosen_", _PARTS)
    })  # fmt: skip
    return frame[frame["offered_value"] > 0]


def time_by_kind(
    followed: Trajectories, decisions: float, kinds: Mapping[str, Seconds]
) -> pd.DataFrame:
    """Return a row for each option that was chosen, and one for all other decisions.

    Parameters
    ----------
    decisions : float
        The mean of a game.

    Returns
    -------
    rows : DataFrame
        kind, empty for all others; decisions a game as value, low, high, deals; the seconds that
        each takes, quick and slow, and the minutes of all, least and most.
    """
    chosen = followed.acted[..., 1].sum(axis=(1, 2)).astype(np.float64)  # by game and act
    chosen = np.column_stack([chosen, chosen.sum(axis=1)])
    by_deal = chosen.reshape(-1, followed.rotations, chosen.shape[1]).sum(axis=1)
    found = mean_count(DealSums.of(by_deal, np.full_like(by_deal, followed.rotations)))
    rows = pd.DataFrame({"kind": [*followed.acts, ""], **found.columns("", _PARTS)})
    named = rows.iloc[-1].copy()
    for end, other in (("value", "value"), ("low", "high"), ("high", "low")):
        rows.loc[len(rows) - 1, end] = max(decisions - named[other], 0.0)
    seconds = [seconds_of(kinds, kind) for kind in rows["kind"]]
    rows["quick"], rows["slow"] = np.transpose(seconds)
    rows["least"], rows["most"] = (rows["value"] * rows[end] / 60 for end in ("quick", "slow"))
    return rows[rows["value"] > 0].reset_index(drop=True)
