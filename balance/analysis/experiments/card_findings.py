"""Which cards are underpriced, overpriced, strong or weak: only if two experiments agree.

Each experiment estimates something of its own, and a bot may play badly in one of them. So a card
is called

- *strong* or *weak* if banning it (or, without bans, starting with it) changes the win rate
  significantly and by more than matters, and a higher price confirms it: paying more for a good
  card costs wins. A card is weak if players who may not take it win more.
- *too cheap* or *too dear* where what it is worth at the start lies off the fair-price line beyond
  chance and by a whole unit, the least that a printed price can change, and its option value lies
  off the mean of its kind on the same side (without bans, its slope: a good bargain hurts more when
  it is dearer).

Without a second experiment nothing is called anything.
"""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

CHEAP, DEAR, STRONG, WEAK = "too cheap", "too dear", "strong", "weak"
STEP = 1.0  # of a price
_STRENGTHS = {1: STRONG, -1: WEAK}
_PRICES = {1: CHEAP, -1: DEAR}
_LEADS = {"option_": "option_lead_", "possession_": "possession_lead_"}


def goes_both_ways(table: pd.DataFrame) -> NDArray[np.bool_]:
    """Return which cards change wins and points in opposite directions, both significantly.

    Parameters
    ----------
    table : DataFrame
        Of `card_value.card_values`.
    """
    opposed = np.zeros(len(table), np.bool_)
    for wins, points in _LEADS.items():
        opposed |= (_sign(table, wins) * _sign(table, points)) < 0
    return opposed


def _sign(table: pd.DataFrame, prefix: str) -> NDArray[np.int64]:
    """Return 1 or -1 where an interval lies on one side of 0, else 0."""
    low, high = table[f"{prefix}low"].to_numpy(float), table[f"{prefix}high"].to_numpy(float)
    return (low > 0).astype(np.int64) - (high < 0).astype(np.int64)


def decisive(table: pd.DataFrame, name: str) -> pd.Series:
    """Return a column of the number that says how strong cards are: option, else possession."""
    return table[f"option_{name}"].where(table["option_value"].notna(), table[f"possession_{name}"])


def findings(table: pd.DataFrame) -> list[str]:
    """Return the labels of each card, such as "strong, too cheap"; empty if it has none.

    Parameters
    ----------
    table : DataFrame
        Of `card_value.card_values`, with differs and matters.
    """
    is_banned = table["option_value"].notna()
    value, is_sure = decisive(table, "value"), decisive(table, "sure").astype(bool)
    size = np.sign(value) * (is_sure & table["matters"] & ~table["differs"])
    strength = size.where(size == -np.sign(table["slope_value"]), 0)
    bargain = table["option_value"] - table.groupby("kind")["option_value"].transform("mean")
    slope = table["slope_value"] - table.groupby("kind")["slope_value"].transform("mean")
    second = bargain.where(is_banned, -slope)
    is_off = table["excess_sure"] & (table["excess_value"].abs() >= STEP)
    off = np.sign(table["excess_value"]) * is_off
    off = off.where(off == np.sign(second), 0)
    called = []
    for strong, cheap in zip(strength.fillna(0), off.fillna(0), strict=True):
        words = [
            {1: STRONG, -1: WEAK}.get(int(strong), ""),
            {1: CHEAP, -1: DEAR}.get(int(cheap), ""),
        ]
        called.append(", ".join(word for word in words if word))
    return called
