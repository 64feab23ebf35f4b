"""What is measured of a requirement, in words, and its result."""

import re

import numpy as np
import pandas as pd

from balance.report.number_format import NOTHING, number, points
from balance.scenario.requirements import NUMBER
from balance.stats.verdict import Verdict

RESULTS = {Verdict.YES: "met", Verdict.NO: "broken", Verdict.UNDECIDED: "undecided"}


def measured_text(row: pd.Series) -> str:
    """Return a measure with its interval, with one more decimal than the requirement."""
    ends = [float(row[name]) for name in ("value", "low", "high")]
    if any(map(np.isnan, ends)):
        return f"{NOTHING} (too few deals for an interval)"
    decimals = max((len(part) for part in re.findall(r"\.(\d+)", row["what"])), default=0) + 1
    if row["unit"] == NUMBER:
        decimals = 0 if all(end.is_integer() for end in ends) else decimals  # medians are whole
        value, low, high = (number(end, decimals) for end in ends)
        return f"{value} [{low}, {high}]"
    value, low, high = (points(end, decimals) for end in ends)
    return f"{value}{row['unit']} [{low}, {high}]"
