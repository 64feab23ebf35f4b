"""The verdict at the head of a report: at most ten sentences, each with its table and its badge."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from balance.analysis.comparison.tiers import findings, tiers_of
from balance.report.report_data import ReportData
from balance.report.section import KeyFinding, Robustness, Section
from balance.stats.tier_patterns import TierPattern

MOST = 10
MOST_OF_SECTION = 4
ORDINARY = 40.0  # the importance of the first sentence of a section that names none

_TRUST: Mapping[TierPattern, Robustness] = {
    TierPattern.STABLE: Robustness.STABLE,
    TierPattern.NONE: Robustness.STABLE,  # of all tiers alike there is nothing
    TierPattern.GROWS: Robustness.DEPENDS,
    TierPattern.SHRINKS: Robustness.DEPENDS,
    TierPattern.TURNS: Robustness.DEPENDS,
    TierPattern.FRO: Robustness.ARTEFACT,
    TierPattern.ONE: Robustness.ARTEFACT,
    TierPattern.UNKNOWN: Robustness.UNKNOWN,
}
# Of several findings that a sentence rests on, the first of these decides.
_WORST = (Robustness.ARTEFACT, Robustness.DEPENDS, Robustness.UNKNOWN, Robustness.STABLE)

# Each badge in words, for the legend: what it says of a sentence.
MEANINGS: Mapping[Robustness, str] = {
    Robustness.STABLE: "two competent tiers of bots or more show it alike, and none is against it",
    Robustness.DEPENDS: "it grows, shrinks or turns as the bots get stronger",
    Robustness.ARTEFACT: "it is one bot's own, or moves to and fro between bots",
    Robustness.UNKNOWN: "tiers of bots were played, and cannot tell yet",
    Robustness.UNCHECKED: "it holds for the bots that played; others were not asked about it",
}


@dataclass(frozen=True)
class Verdict:
    """A sentence of the verdict.

    Attributes
    ----------
    text : str
    section : str
        The name of its section.
    link : str
        The anchor in the page of what it rests on.
    source : str
        The title of that.
    trust : Trust or None
        Its badge, if it has one.
    """

    text: str
    section: str
    link: str
    source: str
    trust: Robustness | None


def verdicts_of(sections: Sequence[Section], data: ReportData) -> tuple[Verdict, ...]:
    """Return what the head of a report says, the most important first.

    Of a section that names no sentence of its own, the first sentence of its finding is taken.
    """
    offered = [
        (section, said)
        for section in sections
        for said in sorted(_said(section), key=lambda one: -one.importance)[:MOST_OF_SECTION]
    ]
    offered.sort(key=lambda one: -one[1].importance)
    chosen = offered[:MOST]
    if any(said.findings for _, said in chosen) and data.has_tiers:
        badges = _badges(data)
        chosen = [(section, _judged(said, badges)) for section, said in chosen]
    return tuple(_verdict(section, said, data) for section, said in chosen)


def legend(verdicts: Iterable[Verdict]) -> list[tuple[Robustness, str]]:
    """Return the badges that a verdict has, each with what it means."""
    there = {one.trust for one in verdicts}
    return [(trust, text) for trust, text in MEANINGS.items() if trust in there]


def table_link(name: str) -> str:
    """Return the anchor of a table."""
    return f"table-{name}"


def picture_link(name: str) -> str:
    """Return the anchor of a figure."""
    return f"figure-{name}"


def _said(section: Section) -> tuple[KeyFinding, ...]:
    if section.verdicts or not section.finding:
        return section.verdicts
    return (KeyFinding(_first_sentence(section.finding), "", ORDINARY),)


def _first_sentence(text: str) -> str:
    """Return a text up to the first full stop that ends a sentence, or its first line."""
    line = text.strip().splitlines()[0]
    return re.split(r"(?<=[.!?]) (?=[A-Z0-9])", line, maxsplit=1)[0]


def _badges(data: ReportData) -> dict[str, Robustness]:
    """Return the badge of each finding of the tiers, by topic and key; of the first place."""
    cells = [one for one in data.variants if one.ended]
    if len(tiers_of(cells)) < 2:
        return {}
    found = findings(cells, data.fair_within)
    badges: dict[str, Robustness] = {}
    for row in found.to_dict("records"):
        badges.setdefault(f"{row['topic']}/{row['key']}", _TRUST[TierPattern(row["badge"])])
    return badges


def _judged(said: KeyFinding, badges: Mapping[str, Robustness]) -> KeyFinding:
    """Return a sentence with the badge of what it rests on, unless it has one already."""
    if said.trust != Robustness.UNCHECKED or not said.findings:
        return said
    there = [badges.get(finding, Robustness.UNKNOWN) for finding in said.findings]
    return replace(said, trust=next(trust for trust in _WORST if trust in there))


def _verdict(section: Section, said: KeyFinding, data: ReportData) -> Verdict:
    """Return a sentence with what it rests on; of many cells, with the one that it tells of."""
    link, source = section.name, section.title
    told = data.about(section.name) if data.is_comparison else None
    cell = f": {told.name}" if told else ""
    for table in section.tables:
        if table.name == said.table and table.columns:
            link, source = table_link(table.name), f"{table.title}{cell}"
            break
    else:
        for picture in section.pictures:
            if picture.name == said.table:
                link, source = picture_link(picture.name), f"{picture.title}{cell}"
    return Verdict(said.text, section.name, link, source, said.trust)
