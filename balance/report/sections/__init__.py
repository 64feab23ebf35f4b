"""Sections of a report: a file a question, in the order in which they stand.

Each builds its section from a story, or returns None where there is nothing to tell.
"""

from collections.abc import Callable, Mapping

from balance.report.section import Section
from balance.report.sections import (
    cards,
    comparison,
    last_round,
    objectives,
    pace,
    rival,
    seats,
    tiers,
)
from balance.report.story import Story

SECTIONS: Mapping[str, Callable[[Story], Section | None]] = {
    "seats": seats.build,
    "rival": rival.build,
    "pace": pace.build,
    "last_round": last_round.build,
    "objectives": objectives.build,
    "cards": cards.build,
    "comparison": comparison.build,
    "tiers": tiers.build,
}
