"""Sections of a report: a file a question, in the order in which they stand.

Each builds its section from a story, or returns None where there is nothing to tell.
"""

from collections.abc import Callable, Mapping

from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.report.sections import (
    cards,
    comparison,
    interactions,
    last_round,
    objectives,
    pace,
    rival,
    seats,
    shape,
    skill,
    tiers,
    value,
)

SECTIONS: Mapping[str, Callable[[ReportData], Section | None]] = {
    "seats": seats.build,
    "rival": rival.build,
    "pace": pace.build,
    "last_round": last_round.build,
    "shape": shape.build,
    "skill": skill.build,
    "objectives": objectives.build,
    "value": value.build,
    "cards": cards.build,
    "interactions": interactions.build,
    "comparison": comparison.build,
    "tiers": tiers.build,
}
