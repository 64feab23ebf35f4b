"""The key findings at the head of a report: at most five, ranked by how much and how sure."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from balance.analysis.comparison.tiers import findings, tiers_of
from balance.report.nouns import capital
from balance.report.report_data import ReportData
from balance.report.section import Finding, KeyFinding, Robustness, Section
from balance.report.words import PAGE
from balance.stats.tier_patterns import TierPattern

MOST = 5
MOST_OF_SECTION = 3
MOST_CLAIMS = 2  # in the title
_DIFFER = Robustness.DEPENDS, Robustness.ARTEFACT
LEAST = 40.0  # importance; what has less stands in its section, if there is anything else
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
# What each badge is called in ``text.toml``.
_NAMES: Mapping[Robustness, str] = {
    Robustness.STABLE: "stable",
    Robustness.SIZE: "size",
    Robustness.DEPENDS: "depends",
    Robustness.ARTEFACT: "artefact",
    Robustness.UNKNOWN: "unknown",
    Robustness.UNCHECKED: "unchecked",
}
# Of several badges that a finding rests on, the first of these decides.
_WORST = (
    Robustness.UNCHECKED, Robustness.ARTEFACT, Robustness.DEPENDS, Robustness.UNKNOWN,
    Robustness.SIZE, Robustness.STABLE,
)  # fmt: skip


@dataclass(frozen=True)
class Headline:
    """A key finding in its place at the head of a report: what, how much, what to do, how sure."""

    finding: KeyFinding  # with its badge
    section: str  # the name of its section
    link: str  # the anchor in the page of what it rests on
    source: str  # the title of that
    strength: str = ""  # what tiers say of it, in words; empty without any

    @property
    def text(self) -> str:
        """What was found, and how much it is, as a sentence."""
        return self.finding.text

    @property
    def action(self) -> str:
        """What to do, as a sentence: what was played, or the command that would find out."""
        if self.finding.action or not self.finding.command:
            return self.finding.action
        return PAGE.text("page.find_out", command=self.finding.command)

    @property
    def command(self) -> str:
        """The command that would find out what to do; empty if that is known."""
        return "" if self.finding.action else self.finding.command

    @property
    def certainty(self) -> str:
        """How sure it is, in words; with tiers also what these say, and if they differ of whom."""
        certainty = self.finding.certainty
        if certainty and self.robustness in (Robustness.DEPENDS, Robustness.ARTEFACT):
            certainty = PAGE.text("certainty.of_these", certainty=certainty)
        return "; ".join(filter(None, (certainty, self.strength)))

    @property
    def weight(self) -> float:
        """How much it matters, and how sure it is: 0 to 100."""
        return self.finding.importance

    @property
    def robustness(self) -> Robustness | None:
        """Its badge, if it has one."""
        return self.finding.robustness


def headlines_of(sections: Sequence[Section], data: ReportData) -> tuple[Headline, ...]:
    """Return what the head of a report says: what was asked first, then by weight.

    Of findings on the same subject there is one: that which says what to do, else the weightiest.
    Of a section that names no key finding, the first sentence of its findings is taken.
    """
    offered = [(section, finding) for section in sections for finding in _offered(section)]
    offered.sort(key=lambda one: (not one[1].is_asked, -one[1].importance))
    chosen: list[tuple[Section, KeyFinding]] = []
    for section, finding in _one_of_each_subject(offered):
        of_section = sum(other.name == section.name for other, _ in chosen)
        matters = finding.is_asked or finding.importance >= LEAST or not chosen
        if of_section < MOST_OF_SECTION and matters:
            chosen.append((section, finding))
    chosen = chosen[:MOST]
    if any(finding.tier_keys for _, finding in chosen) and data.tier_cells:
        badges = _badges(data)
        chosen = [(section, _with_badge(finding, badges)) for section, finding in chosen]
    return tuple(_headline(section, finding, data) for section, finding in chosen)


def _one_of_each_subject(
    offered: Sequence[tuple[Section, KeyFinding]],
) -> list[tuple[Section, KeyFinding]]:
    """Return findings without those on a subject that another one covers, in their order."""
    best: dict[str, KeyFinding] = {}
    for _, finding in offered:
        other = best.setdefault(finding.subject, finding)
        if finding.action and not other.action:
            best[finding.subject] = finding
    return [
        (section, finding) for section, finding in offered
        if not finding.subject or finding is best[finding.subject]
    ]  # fmt: skip


def badge_label(
    badge: Robustness, noise_levels: Sequence[float], check_tiers: Sequence[str] = ()
) -> str:
    """Return a badge in words.

    Of a noise sweep such as ``holds at 0, 10 and 20% noise``, of a run that other bots check
    such as ``holds with policy and planner``.
    """
    if check_tiers:
        return PAGE.text(f"check_labels.{_NAMES[badge]}", tiers=check_tiers)
    if not noise_levels:
        return badge.value
    levels = [f"{100 * noise:.10g}" for noise in noise_levels]
    return PAGE.text(f"noise_labels.{_NAMES[badge]}", levels=levels)


def not_said_twice(section: Section, headlines: Iterable[Headline]) -> Section:
    """Return a section that is alone, without what stands at the head, just above it."""
    said = [one.finding.text for one in headlines]
    findings = []
    for finding in section.findings:
        start = next((one for one in said if finding.text.startswith(one)), "")
        rest = finding.text.removeprefix(start).strip()
        if rest:
            findings.append(replace(finding, text=rest))
    return replace(section, findings=tuple(findings))


def title_of(headlines: Iterable[Headline], bots: Sequence[str] = ()) -> str:
    """Return the answer in one sentence: what the first key findings claim; empty if they do not.

    It does not speak of what they doubt.  What other bots contradict is said of those that played.
    """
    claiming = [one.finding for one in headlines if one.finding.claim][:MOST_CLAIMS]
    if not claiming:
        return ""
    is_of_these = len(bots) == 1 and any(one.robustness in _DIFFER for one in claiming)
    return capital(PAGE.text(
        "page.title_of_these" if is_of_these else "page.title",
        claims=[one.claim for one in claiming], bot=next(iter(bots), ""),
    ))  # fmt: skip


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
    cells = [cell for cell in data.tier_cells if cell.ended]
    tiers = tiers_of(cells)
    if len(tiers) < 2:
        return {}
    badges: dict[str, Robustness] = {}
    places = range(len(tiers))
    for row in findings(cells, data.fair_within).to_dict("records"):
        # Experiments may have been played in one tier only.
        known = [place for place in places if not math.isnan(row[f"{place}_value"])]
        badge = _ROBUSTNESS[TierPattern(row["badge"])] if len(known) > 1 else Robustness.UNCHECKED
        seen = {row[f"{place}_sure"] and math.copysign(1, row[f"{place}_value"]) for place in known}
        if badge == Robustness.DEPENDS and len(seen) == 1 and all(seen):
            badge = Robustness.SIZE
        badges.setdefault(f"{row['topic']}/{row['key']}", badge)
    return badges


def _with_badge(finding: KeyFinding, badges: Mapping[str, Robustness]) -> KeyFinding:
    """Return a finding with the badge of what it rests on, unless it has one already."""
    if finding.robustness != Robustness.UNCHECKED or not finding.tier_keys:
        return finding
    there = [badges.get(key, Robustness.UNKNOWN) for key in finding.tier_keys]
    return replace(finding, robustness=next(badge for badge in _WORST if badge in there))


def _headline(section: Section, finding: KeyFinding, data: ReportData) -> Headline:
    """Return a finding with its source; of many cells both name the one that it is about."""
    link, source = section.name, section.title
    about = data.about(section.name) if data.is_comparison else None
    cell = f": {about.name}" if about else ""
    if about and about.name not in finding.text:
        text = PAGE.text("page.of_variant", cell=about.name, text=finding.text)
        finding = replace(finding, text=text)
    for table in section.tables:
        if table.name == finding.table and table.columns:
            link, source = table_link(table.name), f"{table.title}{cell}"
            break
    else:
        for picture in section.pictures:
            if picture.name == finding.table:
                link, source = picture_link(picture.name), f"{picture.title}{cell}"
    return Headline(finding, section.name, link, source, _strength(finding, data))


def _strength(finding: KeyFinding, data: ReportData) -> str:
    """Return what tiers say of a finding, in words."""
    badge = finding.robustness
    if badge in (None, Robustness.UNCHECKED):
        return ""
    assert badge is not None
    if data.noise_levels or data.check_tiers:
        return badge_label(badge, data.noise_levels, data.check_tiers)
    return PAGE.text(f"robustness.{_NAMES[badge]}")
