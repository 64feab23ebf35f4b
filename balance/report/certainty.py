"""How sure a finding is, in words; and who else may be what it calls the largest."""

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.report.number_format import Estimated, both_ends, estimated
from balance.report.section import Style
from balance.report.words import PAGE

MOST_OTHERS = 2  # that are named
FEW_DEALS = 100  # more: not counted out
# Times the deals played: beyond it a limit is nearer than the standard error of the result, of
# which the intervals of verdicts are 3 to 4 wide: the truth may lie at the limit, or far from it.
TOO_ROUGH = 10


def certainty(estimate: Estimated, style: Style, is_sure: bool = True, unit: str = "") -> str:
    """Return how sure an estimate is: ``sure: 19.4% to 20.2%``; empty without an interval."""
    ends = both_ends(estimate, style)
    if ends is None:
        return ""
    name = "sure" if is_sure else "unsure"
    text = PAGE.text(f"certainty.{name}", low=ends[0], high=ends[1])
    return f"{text} {unit}".rstrip()


def more_deals(needed: float, played: float, what: str = "") -> str:
    """Return how many more deals would decide: ``about 4,000 more deals would decide``.

    It has one digit, as the estimate takes the result for the truth; where that is too rough no
    number is said.

    Parameters
    ----------
    needed : float
        Deals in all, see `stats.verdict.deals_to_decide`; infinite on the very edge of a limit, nan
        if nothing is known.
    what : str
        What they would decide, if not what stands before, with a blank at its head.

    Returns
    -------
    text : str
        Empty if nothing is known.
    """
    if math.isnan(needed):
        return ""
    if needed > TOO_ROUGH * played:
        return PAGE.text("certainty.too_rough", times=TOO_ROUGH, what=what)
    more = needed - played
    if more < FEW_DEALS:
        return PAGE.text("certainty.few_deals", few=FEW_DEALS, what=what)
    return PAGE.text("certainty.more_deals", more=more, what=what)


def or_others(names: Sequence[str]) -> str:
    """Return what follows the name of the largest: `` (or B or C)``; empty if it is known."""
    if len(names) > MOST_OTHERS:
        return PAGE.text("page.or_many", count=len(names))
    return PAGE.text("page.or_others", names=" or ".join(names)) if names else ""


def rivals(
    rows: pd.DataFrame, first: Any, name: str, prefix: str = "", sign: int = 1, count: int = 0
) -> list[str]:
    """Return the names of the rows whose true number may be as large as that of the largest.

    Those whose interval reaches that of the largest, both wide enough to hold for all rows at once.

    Parameters
    ----------
    first : label of a row
        The largest.
    name : str
        The column with the names.
    prefix : str
        Of the number's columns value, low, high.
    sign : int
        -1 for the smallest.
    count : int
        How many the intervals hold for at once, if there were more than these rows.
    """

    def wide(row: pd.Series) -> Estimated:
        own = estimated(row, prefix).picked_of(count or len(rows))
        return own if sign > 0 else -own

    least = wide(rows.loc[first]).low
    return [
        str(row[name]) for label, row in rows.iterrows()
        if label != first and not wide(row).high < least
    ]  # fmt: skip
