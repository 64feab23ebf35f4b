"""How sure a finding is, in words; and who else may be what it calls the largest."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.report.number_format import Estimated, both_ends, estimated
from balance.report.section import Style
from balance.report.words import PAGE

MOST_OTHERS = 2  # that are named


def certainty(estimate: Estimated, style: Style, is_sure: bool = True, unit: str = "") -> str:
    """Return how sure an estimate is: ``sure: 19.4% to 20.2%``; empty without an interval."""
    ends = both_ends(estimate, style)
    if ends is None:
        return ""
    name = "sure" if is_sure else "unsure"
    text = PAGE.text(f"certainty.{name}", low=ends[0], high=ends[1])
    return f"{text} {unit}".rstrip()


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
