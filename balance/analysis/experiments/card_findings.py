"""Which cards are strong or weak: only if two experiments agree.

Each experiment estimates something of its own, and a bot may play badly in one of them.  So a card
is called *strong* or *weak* if banning it (or, without bans, starting with it) changes the win rate
significantly and by more than matters, and a higher price confirms it: paying more for a good card
costs wins.  A card is weak if players who may not take it win more.

Without a second experiment nothing is called anything.  A card that the player hardly ever takes is
*not tested*: its ban changes nothing, whatever the card is worth to others.
"""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

STRONG, WEAK, NOT_TESTED = "strong", "weak", "not tested by this player"
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


def card_findings(table: pd.DataFrame) -> list[str]:
    """Return what each card is called: strong, weak, not tested by this player, or nothing.

    Parameters
    ----------
    table : DataFrame
        Of `card_value.card_values`, with differs and matters.
    """
    value, is_sure = decisive(table, "value"), decisive(table, "sure").astype(bool)
    size = np.sign(value) * (is_sure & table["matters"] & ~table["differs"])
    strength = size.where(size == -np.sign(table["slope_value"]), 0).fillna(0).astype(int)
    called = strength.map({1: STRONG, -1: WEAK, 0: ""})
    is_untested = ~table["tested"] & table["option_value"].notna()
    return list(called.mask(is_untested, NOT_TESTED))
