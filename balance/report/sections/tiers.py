"""Which findings stay as play gets stronger, and which move with it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pandas as pd

from balance.analysis.comparison.tier_values import CARDS, CHANGES, FORCED, OPTION, OWNED
from balance.analysis.comparison.tiers import (
    SAME,
    agreements,
    competent,
    findings,
    played,
    tiers_of,
)
from balance.analysis.measures import DEALT, KEPT, PACE, SEATS
from balance.report.figures.chart import Chart
from balance.report.figures.plots import heat
from balance.report.nouns import nouns
from balance.report.number_format import signed_points
from balance.report.report_data import ReportData
from balance.report.section import KeyFinding, Picture, Section, SectionDefinition, Table
from balance.report.sections.comparison import bar_against
from balance.report.sections.tiers_findings import Tiers, by_topic, findings_of
from balance.report.words import Words
from balance.scenario.cells import TIER
from balance.scenario.prepare import PreparedScenario
from balance.stats.tier_patterns import TierPattern

WORDS = Words(Path(__file__).with_suffix(".toml"))
OF_CARDS = (OPTION, OWNED, CARDS)
OF_TIER = ("value", "low", "high", "adjusted", "sure", "deals")  # columns of each tier
MANY = 30  # rows beyond which a table is folded
IMPORTANCE = {
    FORCED: 76, DEALT: 76, SEATS: 75, OPTION: 72, OWNED: 70, CHANGES: 55, PACE: 45, CARDS: 30,
}  # fmt: skip
IMPORTANCE_OF_CHECK = 20
UNKNOWN = 20  # less important, where nothing is known yet
MOST_GOALS, MOST_CARDS = 40, 25  # of a figure; all are in the tables
SIGNS: Mapping[TierPattern, str] = {
    TierPattern.STABLE: "=",
    TierPattern.GROWS: "▲",
    TierPattern.SHRINKS: "▼",
    TierPattern.TURNS: "↕",
    TierPattern.MIXED: "~",
    TierPattern.VARIES: "≠",
    TierPattern.ONE: "1",
    TierPattern.NONE: "0",
    TierPattern.UNKNOWN: "?",
}


def build(data: ReportData) -> Section | None:
    """Return the section on tiers; None where no two of them have games."""
    cells = [cell for cell in data.tier_cells if cell.ended]
    names = tiers_of(cells)
    if len(names) < 2:
        return None
    strong = [name for name, is_strong in zip(names, competent(cells), strict=True) if is_strong]
    rows = findings(cells, data.fair_within)
    words = WORDS.with_facts(
        **nouns(data.baseline.match.game), bar=bar_against(cells), band=data.fair_within, same=SAME,
        weakest=strong[0], strongest=strong[-1],
    )  # fmt: skip
    is_noise = bool(data.noise_levels)
    tiers = Tiers(words, names, strong, rows, agreements(rows, names), played(cells), is_noise)
    drop = () if rows["place"].nunique() > 1 else ("place",)
    tables = [
        _badges(tiers),
        *(_of_topic(tiers, topic) for topic in (
            SEATS, FORCED, DEALT, KEPT, OPTION, OWNED, CARDS, PACE, CHANGES,
        ) if not tiers.of(topic).empty),
        _rankings(tiers, drop) if not tiers.rankings.empty else None,
        words.table("tiers_played", tiers.played, drop=("cell",) if drop else ()),
        words.table("tiers", rows, file=_for_file(tiers, rows)),
    ]  # fmt: skip
    return words.section(
        findings_of(tiers), tables, pictures_of(tiers),
        _key_findings(tiers) if data.has_tiers else _key_finding_of_check(tiers),
        words.text("noise.warning" if is_noise else "warning"),
        words.text("noise.title" if is_noise else "title"),
    )  # fmt: skip


def _key_findings(tiers: Tiers) -> Iterator[KeyFinding]:
    """Yield the first finding on each topic."""
    rows = tiers.findings
    is_known = (rows["badge"] != TierPattern.UNKNOWN.value).groupby(rows["topic"]).any()
    first = dict(reversed(list(by_topic(tiers))))
    for topic, finding in first.items():
        importance = IMPORTANCE[topic] - (0 if is_known[topic] else UNKNOWN)
        yield finding.key(f"tiers_{topic}", importance, None)


def _key_finding_of_check(tiers: Tiers) -> Iterator[KeyFinding]:
    """Yield the first finding, as one of little importance: others have badges from the check."""
    for topic, finding in list(by_topic(tiers))[:1]:
        yield finding.key(f"tiers_{topic}", IMPORTANCE_OF_CHECK, None)


def _badges(tiers: Tiers) -> Table:
    """Return how many findings of each topic have which badge."""
    rows = tiers.findings.groupby(["topic", "badge"], sort=False).size().unstack(fill_value=0)
    rows = rows.reindex(columns=[badge.value for badge in TierPattern], fill_value=0)
    rows.insert(0, "findings", rows.sum(axis=1))
    rows.insert(0, "about", [tiers.title_of(str(topic)) for topic in rows.index])
    columns = [
        tiers.words.column("pattern", badge=badge.value, head=tiers.pattern("heads", badge))
        for badge in TierPattern if rows[badge.value].any()
    ]  # fmt: skip
    rows = rows.reset_index(drop=True)
    file = rows.melt(["about", "findings"], var_name="badge", value_name="with_badge")
    return tiers.words.table("tiers_badges", rows, file=file, more=columns)


def _of_topic(tiers: Tiers, topic: str) -> Table:
    """Return the findings of a topic, a row each, with an estimate of every tier."""
    words, strong = tiers.words, tiers.strong
    rows = tiers.of(topic)
    rows = rows.assign(
        told_by=[
            words.text("phrases.shown_by", tiers=count, competent=len(strong))
            for count in rows["estimated"]
        ],
        shown=[_badge(tiers, row) for _, row in rows.iterrows()],
    )
    if topic not in (SEATS, PACE, CHANGES):
        order = {badge.value: place for place, badge in enumerate(TierPattern)}
        size = rows[[f"{tiers.names.index(tier)}_value" for tier in strong]].mean(axis=1)
        rows = rows.assign(order=rows["badge"].map(order), size=-size)
        rows = rows.sort_values(["order", "size"]).drop(columns=["order", "size"])
    style = {PACE: "amount", CHANGES: "shift"}.get(topic, "points")
    columns = [
        replace(words.column(style, tier=tier, place=place),
                is_brief=tier in (strong[0], strong[-1]))
        for place, tier in enumerate(tiers.names)
    ]  # fmt: skip
    has_places = rows["place"].nunique() > 1 or topic == CHANGES
    drop = [*(() if has_places else ("place",)), *(() if topic in OF_CARDS else ("kind",))]
    return words.table(
        "topic", rows, save_as=f"tiers_{topic}", title=_title(tiers, topic), drop=drop,
        file=_for_file(tiers, rows), more=columns,
        folded=topic in (KEPT, OWNED, CARDS) or len(rows) > MANY,
        note=f"{words.text(f'notes.{topic}')} {words.text('notes.of_all')}",
    )  # fmt: skip


def _title(tiers: Tiers, topic: str) -> str:
    title = tiers.title_of(topic)
    return tiers.words.text("phrases.with_and_without", title=title) if topic == CARDS else title


def _badge(tiers: Tiers, row: pd.Series) -> str:
    """Return a badge in words; of one tier only, which."""
    if row["badge"] != TierPattern.ONE.value:
        return tiers.pattern("badges", row["badge"])
    only = next(tier for place, tier in enumerate(tiers.names) if row[f"{place}_sure"])
    return tiers.words.text("phrases.one_only", tier=only)


def _rankings(tiers: Tiers, drop: tuple[str, ...]) -> Table:
    rows = tiers.rankings.assign(about=[tiers.title_of(topic) for topic in tiers.rankings["topic"]])
    return tiers.words.table("tiers_rankings", rows, drop=drop)


def _for_file(tiers: Tiers, rows: pd.DataFrame) -> pd.DataFrame:
    """Return findings with a row for each tier, as columns are not to be named after tiers."""
    own = [name for name in rows.columns if not str(name).partition("_")[0].isdecimal()]
    of_tiers = [
        rows[own].assign(tier=tier, **{part: rows[f"{place}_{part}"] for part in OF_TIER})
        for place, tier in enumerate(tiers.names)
    ]
    return pd.concat(of_tiers).sort_index(kind="stable", ignore_index=True)


def _why_not(prepared: PreparedScenario) -> str:
    if prepared.check_cells or any(TIER in cell.axes for cell in prepared.cells):
        return ""
    return "it needs tiers: --tiers BOT,BOT,..., or `tiers` in the scenario"


def pictures_of(tiers: Tiers) -> Iterator[Picture]:
    """Yield a heat map of seats and objectives, and one of the cards of which tiers see most.

    Of a grid the first place that has such findings is drawn.
    """
    main = FORCED if not tiers.of(FORCED).empty else DEALT
    goals = pd.concat([_first_of(tiers, SEATS), _first_of(tiers, main)])
    signs = "noise_key" if tiers.is_noise else "key"
    key = tiers.words.text(f"figures.{signs}.text")
    if not goals.empty:
        titles = [tiers.title_of(topic) for topic in dict.fromkeys(goals["topic"])]
        yield tiers.words.picture(
            "goals", _drawn(tiers, goals, MOST_GOALS), save_as="tiers_goals", titles=titles, key=key
        )
    cards = _first_of(tiers, CARDS)
    if not cards.empty:
        yield tiers.words.picture(
            "cards", _drawn(tiers, cards, MOST_CARDS), save_as="tiers_cards",
            title=tiers.title_of(CARDS), most=min(MOST_CARDS, len(cards)), key=key,
        )  # fmt: skip


def _first_of(tiers: Tiers, topic: str) -> pd.DataFrame:
    """Return the findings of a topic at the first place that has any."""
    rows = tiers.of(topic)
    return rows[rows["place"] == rows["place"].iloc[0]] if len(rows) else rows


def _drawn(tiers: Tiers, findings: pd.DataFrame, most: int) -> Chart:
    """Return a heat map of the findings that are farthest from 0."""
    names = [f"{place}_value" for place in range(len(tiers.names))]
    rows = findings.copy()
    for place, column in enumerate(names):  # without an interval a number says nothing
        rows[column] = rows[column].where(rows[f"{place}_low"].notna())
    rows["mean"] = rows[names].mean(axis=1)
    rows = rows.loc[rows["mean"].abs().nlargest(most).index]
    rows = rows.sort_values("mean", ascending=False)
    labels = [
        f"{measure}  {SIGNS[TierPattern(badge)]}"
        for measure, badge in zip(rows["measure"], rows["badge"], strict=True)
    ]
    columns = list(tiers.names)
    numbers = pd.DataFrame(rows[names].to_numpy(float), index=labels, columns=columns)
    texts = pd.DataFrame(
        [[_text(row, place) for place in range(len(columns))] for _, row in rows.iterrows()],
        index=labels, columns=columns,
    )  # fmt: skip
    return heat(numbers, texts, ("", ""), 0.0)


def _text(row: pd.Series, place: int) -> str:
    """Return a tier's value, in points; in brackets where it may be chance."""
    value = row[f"{place}_value"]
    if pd.isna(value):
        return ""
    text = signed_points(float(value))
    return text if row[f"{place}_sure"] else f"({text})"


tiers = SectionDefinition(build, place=170, why_not=_why_not, is_of_all_cells=True)
