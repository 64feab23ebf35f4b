"""The figures of tiers: findings in rows, tiers in columns, what each sees in colours."""

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from balance.analysis.comparison.tier_values import CARDS, DEALT, FORCED, SEATS
from balance.engine.game import Game
from balance.report.figures.plots import heat
from balance.report.number_format import joined, signed_points
from balance.report.section import Picture
from balance.report.sections.tiers_told import title_of
from balance.stats.tier_patterns import TierPattern

MOST_GOALS, MOST_CARDS = 40, 25  # of a figure; all are in the tables
_SIGNS: Mapping[TierPattern, str] = {
    TierPattern.STABLE: "=",
    TierPattern.GROWS: "▲",
    TierPattern.SHRINKS: "▼",
    TierPattern.TURNS: "↕",
    TierPattern.FRO: "~",
    TierPattern.ONE: "1",
    TierPattern.NONE: "0",
    TierPattern.UNKNOWN: "?",
}
_KEY = (
    "Blue is more, orange less; in brackets what may be chance. Behind the name: = stable, ▲ grows "
    "with strength, ▼ shrinks, ↕ turns, ~ to and fro, 1 one tier only, 0 none, ? not yet known."
)


def pictures_of(found: pd.DataFrame, tiers: Sequence[str], game: Game) -> Iterator[Picture]:
    """Yield a heat map of seats and objectives, and one of the cards of which tiers see most.

    Parameters
    ----------
    found : DataFrame
        Of `tiers.findings`; of a grid the first place that has such findings is drawn.
    tiers : sequence of str
    game : Game
    """
    main = FORCED if (found["topic"] == FORCED).any() else DEALT
    goals = pd.concat([_first_of(found, SEATS), _first_of(found, main)])
    if not goals.empty:
        title = joined([title_of(topic, game) for topic in dict.fromkeys(goals["topic"])])
        yield _picture(goals, tiers, MOST_GOALS, "goals", title, "Points over a fair share.")
    cards = _first_of(found, CARDS)
    if not cards.empty:
        yield _picture(
            cards, tiers, MOST_CARDS, "cards",
            f"{title_of(CARDS, game)}: wins with less wins without",
            f"The {min(MOST_CARDS, len(cards))} that go most with winning or losing, in points; "
            "association, not worth.",
        )  # fmt: skip


def _first_of(found: pd.DataFrame, topic: str) -> pd.DataFrame:
    """Return the findings of a topic at the first place that has any."""
    rows = found[found["topic"] == topic]
    return rows[rows["place"] == rows["place"].iloc[0]] if len(rows) else rows


def _picture(
    found: pd.DataFrame, tiers: Sequence[str], most: int, name: str, title: str, caption: str
) -> Picture:
    """Return a heat map of the findings that are farthest from nothing."""
    names = [f"{place}_value" for place in range(len(tiers))]
    rows = found.copy()
    for place, column in enumerate(names):  # without an interval a number says nothing
        rows[column] = rows[column].where(rows[f"{place}_low"].notna())
    rows["mean"] = rows[names].mean(axis=1)
    rows = rows.loc[rows["mean"].abs().nlargest(most).index]
    rows = rows.sort_values("mean", ascending=False)
    labels = [
        f"{measure}  {_SIGNS[TierPattern(badge)]}"
        for measure, badge in zip(rows["measure"], rows["badge"], strict=True)
    ]
    numbers = pd.DataFrame(rows[names].to_numpy(float), index=labels, columns=list(tiers))
    texts = pd.DataFrame(
        [[_written(row, place) for place in range(len(tiers))] for _, row in rows.iterrows()],
        index=labels, columns=list(tiers),
    )  # fmt: skip
    figure = heat(numbers, texts, ("", ""), 0.0)
    return Picture(f"tiers_{name}", f"{title}, by tier", figure, f"{caption} {_KEY}")


def _written(row: pd.Series, place: int) -> str:
    """Return what a tier sees, in points; in brackets where it may be chance."""
    value = row[f"{place}_value"]
    if pd.isna(value):
        return ""
    text = signed_points(float(value))
    return text if row[f"{place}_sure"] else f"({text})"
