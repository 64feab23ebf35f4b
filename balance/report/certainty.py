"""How sure a finding is, in words."""

from balance.report.number_format import Estimated, bounds
from balance.report.section import Style
from balance.report.words import PAGE


def certainty(estimate: Estimated, style: Style, is_sure: bool = True, unit: str = "") -> str:
    """Return how sure an estimate is: ``sure: 19.4% to 20.2%``; empty without an interval."""
    ends = bounds(estimate, style)
    if ends is None:
        return ""
    name = "sure" if is_sure else "unsure"
    text = PAGE.text(f"certainty.{name}", low=ends[0], high=ends[1])
    return f"{text} {unit}".rstrip()
