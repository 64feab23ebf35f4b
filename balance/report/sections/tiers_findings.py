"""The findings of tiers: what stays and what moves as play gets stronger."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from balance.analysis.comparison.tier_values import CARDS, CHANGES, FORCED, OPTION
from balance.analysis.measures import DEALT, PACE, SEATS, SHARE
from balance.report.number_format import (
    NO_ENDS,
    SHARE_ENDS,
    estimated,
    style_of_unit,
    written,
)
from balance.report.section import Finding
from balance.report.words import Words
from balance.stats.tier_patterns import TierPattern

MOST_NAMED = 3
FEW = 0.1  # of the deals of the most played tier: too few to see small effects
PATTERNS = {
    TierPattern.STABLE: "stable",
    TierPattern.GROWS: "grows",
    TierPattern.SHRINKS: "shrinks",
    TierPattern.TURNS: "turns",
    TierPattern.MIXED: "fro",
    TierPattern.VARIES: "varies",
    TierPattern.ONE: "one",
    TierPattern.NONE: "none",
    TierPattern.UNKNOWN: "unknown",
}  # as ``tiers.toml`` calls them
MOVING = (
    TierPattern.TURNS,
    TierPattern.GROWS,
    TierPattern.SHRINKS,
    TierPattern.MIXED,
    TierPattern.VARIES,
    TierPattern.ONE,
)


@dataclass(frozen=True)
class Tiers:
    """All results that the section reports."""

    words: Words  # with the facts that all templates use
    names: Sequence[str]  # all tiers, the weakest first
    strong: Sequence[str]  # those that badges rest on
    findings: pd.DataFrame  # see `findings` of `analysis.comparison.tiers`
    rankings: pd.DataFrame  # see `agreements` there
    played: pd.DataFrame  # see `played` there
    is_noise: bool = False  # whether the tiers are one bot with less and less noise

    def of(self, topic: str) -> pd.DataFrame:
        """Return the findings on a topic."""
        return self.findings[self.findings["topic"] == topic]

    def title_of(self, topic: str) -> str:
        """Return what the findings on a topic are about."""
        return self.words.text(f"topics.{topic}")

    def pattern(self, form: str, badge: str) -> str:
        """Return a badge in words, in a form: heads, one, many or badges."""
        words = f"noise_{form}" if self.is_noise else form
        return self.words.text(f"{words}.{PATTERNS[TierPattern(badge)]}")


def findings_of(tiers: Tiers) -> Iterator[Finding]:
    """Yield what stays and what moves."""
    texts = [finding for _, finding in by_topic(tiers)]
    if not texts:
        yield tiers.words.say("too_few")
        return
    yield from texts
    yield from _few_deals(tiers)


def by_topic(tiers: Tiers) -> Iterator[tuple[str, Finding]]:
    """Yield each topic and finding on what stays and what moves; none with too few deals."""
    if tiers.findings["badge"].eq(TierPattern.UNKNOWN.value).all():
        return
    topics = set(tiers.findings["topic"])
    main = FORCED if FORCED in topics else DEALT
    for topic in (main, SEATS, PACE, CHANGES, OPTION, CARDS):
        if topic not in topics:
            continue
        if topic in (SEATS, PACE, CHANGES):
            yield topic, _named(tiers, topic)
            continue
        yield topic, _counted(tiers, topic)
        for finding in _ranked(tiers, topic, "objectives" if topic == main else "things"):
            yield topic, finding


def _counted(tiers: Tiers, topic: str) -> Finding:
    """Return how many findings have each badge, and how many stable ones all tiers show."""
    rows, competent = tiers.of(topic), len(tiers.strong)
    counts = _counts(tiers, rows)
    is_stable = rows["badge"] == TierPattern.STABLE.value
    if is_stable.any() and competent > 2:
        facts = {**counts[0].facts, "tiers": competent}
        by_all = int((is_stable & (rows["estimated"] == competent)).sum())
        counts[0] = tiers.words.phrase("stable_by_all", **facts, by_all=by_all)
    name = "counted_cards" if topic == CARDS else "counted"
    return tiers.words.say(name, title=tiers.title_of(topic), total=len(rows), counts=counts)


def _counts(tiers: Tiers, rows: pd.DataFrame) -> list[Finding]:
    """Return how many findings have each badge, as phrases; the stable ones come first."""
    counts = []
    for pattern in TierPattern:
        count = int((rows["badge"] == pattern.value).sum())
        if count:
            verb = tiers.pattern("one" if count == 1 else "many", pattern)
            counts.append(tiers.words.phrase("count", count=count, verb=verb))
    return counts


def _named(tiers: Tiers, topic: str) -> Finding:
    """Return what moves, with its number in each competent tier; count the rest."""
    rows = tiers.of(topic)
    order = {pattern.value: place for place, pattern in enumerate(MOVING)}
    moving = rows[rows["badge"].isin(order)] if len(rows) > 1 else rows
    moving = moving.sort_values("badge", key=lambda badges: badges.map(order), kind="stable")
    named = moving.head(MOST_NAMED)
    changes = [_moved(tiers, row, len(rows)) for _, row in named.iterrows()]
    counts = _counts(tiers, rows[~rows.index.isin(named.index)])
    if counts and changes:
        changes.append(tiers.words.phrase("others", counts=counts))
    return tiers.words.say("named", title=tiers.title_of(topic), changes=changes or counts)


def _moved(tiers: Tiers, row: pd.Series, picked_of: int) -> Finding:
    """Return a finding with its numbers: rounds shrinks with strength (greedy 25.1 [...], ...)."""
    is_change = row["topic"] == CHANGES
    style = style_of_unit(row["unit"], is_difference=is_change)
    ends = SHARE_ENDS if row["unit"] == SHARE and not is_change else NO_ENDS
    values = []
    for tier in tiers.strong:
        number = estimated(row, f"{tiers.names.index(tier)}_").picked_of(picked_of, ends=ends)
        estimate = Finding("estimate", written(number, style), {"value": number})
        values.append(tiers.words.phrase("value", tier=tier, estimate=estimate))
    verb = tiers.pattern("one", row["badge"])
    if is_change:
        return tiers.words.phrase(
            "moved_in_cell", measure=row["measure"], cell=row["place"], verb=verb, values=values
        )
    return tiers.words.phrase("moved", measure=row["measure"], verb=verb, values=values)


def _ranked(tiers: Tiers, topic: str, things: str) -> Iterator[Finding]:
    """Yield how alike the first and the last competent tier rank things."""
    rows = tiers.rankings
    if rows.empty:
        return
    is_mine = (rows["topic"] == topic) & (rows["one"] == tiers.strong[0])
    for _, row in rows[is_mine & (rows["two"] == tiers.strong[-1])].head(1).iterrows():
        noun = tiers.words.text(f"phrases.{things}")
        yield tiers.words.say("rankings", total=int(row["things"]), things=noun, tau=row["tau"])


def _few_deals(tiers: Tiers) -> Iterator[Finding]:
    """Yield which tiers have so few deals that they leave much open."""
    deals = tiers.played.groupby("tier", sort=False)["deals"].max()
    few = deals[deals < FEW * deals.max()]
    if not few.empty:
        phrases = [tiers.words.phrase("deals", tier=tier, deals=count)
                   for tier, count in few.items()]  # fmt: skip
        yield tiers.words.say("few_deals", tiers=phrases, most=deals.max())
