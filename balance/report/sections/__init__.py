"""Sections of a report, a folder each, in the order in which they stand.

Each has `section.build`, which returns a section or None where there is nothing to report, and its
words in ``text.toml``.
"""

from collections.abc import Callable, Mapping

from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.report.sections.cards import section as cards
from balance.report.sections.comparison import section as comparison
from balance.report.sections.interactions import section as interactions
from balance.report.sections.last_round import section as last_round
from balance.report.sections.objectives import section as objectives
from balance.report.sections.pace import section as pace
from balance.report.sections.rival import section as rival
from balance.report.sections.seats import section as seats
from balance.report.sections.shape import section as shape
from balance.report.sections.skill import section as skill
from balance.report.sections.tiers import section as tiers
from balance.report.sections.value import section as value

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
