"""The units of measures, for sections of the report."""

from balance.analysis.measures import EXCESS, NUMBER, SHARE, SPREAD

__all__ = ["EXCESS", "NUMBER", "SHARE", "SPREAD"]
