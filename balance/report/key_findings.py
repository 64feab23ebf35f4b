"""The key findings at the head of a report: at most ten, each with its source and its badge."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from balance.analysis.comparison.tiers import findings, tiers_of
from balance.report.report_data import ReportData
from balance.report.section import Finding, KeyFinding, Robustness, Section
from balance.report.words import PAGE
from balance.stats.tier_patterns import TierPattern

MOST = 10
MOST_OF_SECTION = 4
ORDINARY = 40.0  # the importance of the first finding of a section that names no key finding

_ROBUSTNESS: Mapping[TierPattern, Robustness] = {
    TierPattern.STABLE: Robustness.STABLE,
    TierPattern.NONE: Robustness.STABLE,  # all tiers alike show no effect
    TierPattern.GROWS: Robustness.DEPENDS,
    TierPattern.SHRINKS: Robustness.DEPENDS,
    TierPattern.TURNS: Robustness.DEPENDS,
    TierPattern.VARIES: Robustness.DEPENDS,
    TierPattern.MIXED: Robustness.ARTEFACT,
    TierPattern.ONE: Robustness.ARTEFACT,
    TierPattern.UNKNOWN: Robustness.UNKNOWN,
}
# Of several badges that a finding rests on, the first of these decides.
_WORST = (Robustness.ARTEFACT, Robustness.DEPENDS, Robustness.UNKNOWN, Robustness.STABLE)


@dataclass(frozen=True)
class Headline:
    """A key finding in its place at the head of a report."""

    finding: KeyFinding  # with its badge
    section: str  # the name of its section
    link: str  # the anchor in the page of what it rests on
    source: str  # the title of that

    @property
    def text(self) -> str:
        """The sentence."""
        return self.finding.text

    @property
    def robustness(self) -> Robustness | None:
        """Its badge, if it has one."""
        return self.finding.robustness


def headlines_of(sections: Sequence[Section], data: ReportData) -> tuple[Headline, ...]:
    """Return what the head of a report says, the most important first.

    Of a section that names no key finding, the first sentence of its findings is taken.
    """
    offered = [
        (section, finding)
        for section in sections
        for finding in sorted(_offered(section), key=lambda one: -one.importance)[:MOST_OF_SECTION]
    ]
    offered.sort(key=lambda one: -one[1].importance)
    chosen = offered[:MOST]
    if any(finding.tier_keys for _, finding in chosen) and data.has_tiers:
        badges = _badges(data)
        chosen = [(section, _with_badge(finding, badges)) for section, finding in chosen]
    return tuple(_headline(section, finding, data) for section, finding in chosen)


def legend(headlines: Iterable[Headline]) -> list[tuple[Robustness, str]]:
    """Return the badges of these findings, each with what it means."""
    there = {headline.robustness for headline in headlines}
    return [(badge, PAGE.text(f"badges.{badge.name.lower()}")) for badge in Robustness
            if badge in there]  # fmt: skip


def table_link(name: str) -> str:
    """Return the anchor of a table."""
    return f"table-{name}"


def picture_link(name: str) -> str:
    """Return the anchor of a figure."""
    return f"figure-{name}"


def _offered(section: Section) -> tuple[KeyFinding, ...]:
    if section.key_findings or not section.findings:
        return section.key_findings
    first = section.findings[0]
    return (Finding(first.name, _first_sentence(first.text), first.facts).key("", ORDINARY),)


def _first_sentence(text: str) -> str:
    """Return a text up to the first full stop that ends a sentence, or its first line."""
    line = text.strip().splitlines()[0]
    return re.split(r"(?<=[.!?]) (?=[A-Z0-9])", line, maxsplit=1)[0]


def _badges(data: ReportData) -> dict[str, Robustness]:
    """Return the badge of each finding of the tiers, by topic and key; of the first place."""
    cells = [cell for cell in data.variants if cell.ended]
    if len(tiers_of(cells)) < 2:
        return {}
    badges: dict[str, Robustness] = {}
    for row in findings(cells, data.fair_within).to_dict("records"):
        badges.setdefault(f"{row['topic']}/{row['key']}", _ROBUSTNESS[TierPattern(row["badge"])])
    return badges


def _with_badge(finding: KeyFinding, badges: Mapping[str, Robustness]) -> KeyFinding:
    """Return a finding with the badge of what it rests on, unless it has one already."""
    if finding.robustness != Robustness.UNCHECKED or not finding.tier_keys:
        return finding
    there = [badges.get(key, Robustness.UNKNOWN) for key in finding.tier_keys]
    return replace(finding, robustness=next(badge for badge in _WORST if badge in there))


def _headline(section: Section, finding: KeyFinding, data: ReportData) -> Headline:
    """Return a finding with its source; of many cells, with the one that it is about."""
    link, source = section.name, section.title
    about = data.about(section.name) if data.is_comparison else None
    cell = f": {about.name}" if about else ""
    for table in section.tables:
        if table.name == finding.table and table.columns:
            link, source = table_link(table.name), f"{table.title}{cell}"
            break
    else:
        for picture in section.pictures:
            if picture.name == finding.table:
                link, source = picture_link(picture.name), f"{picture.title}{cell}"
    return Headline(finding, section.name, link, source)
