"""The figures of tiers: findings in rows, tiers in columns, each tier's value in colours."""

from collections.abc import Iterator, Mapping

import pandas as pd

from balance.analysis.comparison.tier_values import CARDS, FORCED
from balance.analysis.measures import DEALT, SEATS
from balance.report.figures.chart import Chart
from balance.report.figures.plots import heat
from balance.report.number_format import signed_points
from balance.report.section import Picture
from balance.report.sections.tiers_findings import Tiers
from balance.stats.tier_patterns import TierPattern

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
