"""What tiers say of the findings, in lines."""

from collections.abc import Mapping, Sequence

import pandas as pd

from balance.analysis.comparison.differences import EXCESS
from balance.analysis.comparison.tier_values import (
    CARDS,
    CHANGES,
    DEALT,
    FORCED,
    KEPT,
    OPTION,
    OWNED,
    PACE,
    SEATS,
)
from balance.engine.game import Game
from balance.report.nouns import capital, counted, plural
from balance.report.number_format import joined, number, with_interval
from balance.report.section import Style
from balance.stats.tier_patterns import TierPattern

MOST_TOLD = 3
FEW = 0.1  # of the deals of the most played tier: too few to tell of small effects
_MOVING = (
    TierPattern.TURNS,
    TierPattern.GROWS,
    TierPattern.SHRINKS,
    TierPattern.FRO,
    TierPattern.ONE,
)

# Each badge as the head of a column, and of one and of several findings in a sentence.
COUNTED: Mapping[TierPattern, tuple[str, str, str]] = {
    TierPattern.STABLE: ("stable", "is stable", "are stable"),
    TierPattern.GROWS: ("grow", "grows with strength", "grow with strength"),
    TierPattern.SHRINKS: ("shrink", "shrinks with strength", "shrink with strength"),
    TierPattern.TURNS: ("turn", "turns with strength", "turn with strength"),
    TierPattern.FRO: ("to and fro", "moves to and fro", "move to and fro"),
    TierPattern.ONE: ("one tier", "appears in one tier only", "appear in one tier only"),
    TierPattern.NONE: ("none", "matters in no tier", "matter in no tier"),
    TierPattern.UNKNOWN: ("not known", "is not yet known", "are not yet known"),
}


def title_of(topic: str, game: Game) -> str:
    """Return what the findings of a topic are about."""
    goals = plural(game.objective or "objective")
    return {
        SEATS: "Seats",
        PACE: "Pace and endings",
        DEALT: f"{goals} when dealt",
        KEPT: f"{goals} when kept",
        FORCED: f"{goals} when forced",
        OPTION: f"What the choice of {counted(game)} is worth",
        OWNED: f"What having {counted(game)} is worth",
        CARDS: capital(counted(game)),
        CHANGES: "What other cells change",
    }[topic]


def finding_of(
    found: pd.DataFrame,
    alike: pd.DataFrame,
    games: pd.DataFrame,
    tiers: Sequence[str],
    strong: Sequence[str],
    game: Game,
) -> str:
    """Return what stays and what moves; see `lines_of`.

    Parameters
    ----------
    found, alike, tiers, strong, game
        As there.
    games : DataFrame
        Of `tiers.played`.
    """
    lines = [line for _, line in lines_of(found, alike, tiers, strong, game)]
    if not lines:
        return "There are too few deals to say what stays and what moves as play gets stronger."
    return "\n".join([*lines, *_of_few_games(games)])


def lines_of(
    found: pd.DataFrame,
    alike: pd.DataFrame,
    tiers: Sequence[str],
    strong: Sequence[str],
    game: Game,
) -> list[tuple[str, str]]:
    """Return what stays and what moves: topic and line, none if there are too few deals.

    Parameters
    ----------
    found : DataFrame
        Of `tiers.findings`.
    alike : DataFrame
        Of `tiers.agreements`.
    tiers, strong : sequence of str
        All tiers, and those that badges rest on.
    game : Game
    """
    if found["badge"].eq(TierPattern.UNKNOWN.value).all():
        return []
    over = f"from {strong[0]} to {strong[-1]}"
    by_topic = {str(topic): rows for topic, rows in found.groupby("topic")}
    lines: list[tuple[str, str]] = []
    main = FORCED if FORCED in by_topic else DEALT
    if main in by_topic:
        goals = plural(game.objective or "objective")
        told = _counted(by_topic[main], goals, f"{over}, when {main}", len(strong))
        lines.append((main, told))
        lines += [(main, line) for line in _ranked(alike[alike["topic"] == main], strong, goals)]
    places = [tiers.index(tier) for tier in strong]
    for topic in (SEATS, PACE, CHANGES):
        if topic in by_topic:
            told = _named(by_topic[topic], places)
            lines.append((topic, f"{title_of(topic, game)}, {over}: {told}."))
    if OPTION in by_topic:
        things = counted(game)
        told = _counted(by_topic[OPTION], things, f"{over}, when banned", len(strong))
        lines.append((OPTION, told))
        lines += [
            (OPTION, line) for line in _ranked(alike[alike["topic"] == OPTION], strong, things)
        ]
    if CARDS in by_topic:
        things = counted(game)
        told = _counted(
            by_topic[CARDS], things, f"{over}, in wins with and without them", len(strong)
        )
        lines.append((CARDS, f"{told} This is association, not worth."))
        lines += [(CARDS, line) for line in _ranked(alike[alike["topic"] == CARDS], strong, things)]
    return lines


def _counted(rows: pd.DataFrame, things: str, over: str, tiers: int) -> str:
    """Say how many have each badge: 7 of 25 Dukes are stable ...; 4 grow with strength; ...

    Of more than two tiers it is said how many stable ones all of them show.
    """
    is_stable = rows["badge"] == TierPattern.STABLE.value
    by_all = int((is_stable & (rows["told"] == tiers)).sum())
    told_by = f" ({by_all} shown by all {tiers} tiers)" if is_stable.any() and tiers > 2 else ""
    numbers = {badge: int((rows["badge"] == badge.value).sum()) for badge in COUNTED}
    parts = [
        (some, COUNTED[badge][1 if some == 1 else 2]) for badge, some in numbers.items() if some
    ]
    (first, does), *others = parts
    told = [f"{first} of {len(rows)} {things} {does} {over}{told_by}"]
    return f"{'; '.join([*told, *(f'{some} {verb}' for some, verb in others)])}."


def _named(rows: pd.DataFrame, places: Sequence[int]) -> str:
    """Name what moves, with its number in each competent tier; count the rest."""
    order = {badge.value: place for place, badge in enumerate(_MOVING)}
    moving = rows[rows["badge"].isin(order)] if len(rows) > 1 else rows
    moving = moving.sort_values("badge", key=lambda badges: badges.map(order), kind="stable")
    named = moving.head(MOST_TOLD)
    texts = [_moved(row, places) for _, row in named.iterrows()]
    others = rows[~rows.index.isin(named.index)]
    counts = joined([
        f"{some} {COUNTED[badge][1 if some == 1 else 2]}"
        for badge in COUNTED
        if (some := int((others["badge"] == badge.value).sum()))
    ])  # fmt: skip
    if texts and counts:
        counts = f"of the others {counts}"
    return "; ".join(filter(None, [*texts, counts]))


def _moved(row: pd.Series, places: Sequence[int]) -> str:
    """Say a finding: rounds shrinks with strength (25.1 [25.0, 25.2], 24.3 [24.2, 24.4])."""
    style = Style.POINTS if row["unit"] == EXCESS else Style.AMOUNT
    if row["topic"] == CHANGES:
        style = Style.SHIFT
    numbers = [with_interval(row, f"{place}_", style) for place in places]
    name = f"{row['measure']} in {row['place']}" if row["topic"] == CHANGES else row["measure"]
    return f"{name} {COUNTED[TierPattern(row['badge'])][1]} ({', '.join(numbers)})"


def _ranked(alike: pd.DataFrame, strong: Sequence[str], things: str) -> list[str]:
    """Say how alike the first and the last competent tier rank things."""
    if alike.empty:
        return []
    mine = alike[(alike["one"] == strong[0]) & (alike["two"] == strong[-1])]
    return [
        f"{strong[0]} and {strong[-1]} rank {int(row['things'])} {things} with Kendall's tau "
        f"{number(row['tau'], 2)} (1 is the same order, 0 none)."
        for _, row in mine.head(1).iterrows()
    ]


def _of_few_games(games: pd.DataFrame) -> list[str]:
    """Say which tiers have so few deals that they cannot tell much."""
    deals = games.groupby("tier", sort=False)["deals"].max()
    few = deals[deals < FEW * deals.max()]
    if few.empty:
        return []
    played = joined([f"{tier} {count:,}" for tier, count in few.items()])
    return [
        f"Few deals: {played}, where others have up to {deals.max():,}; what such a tier cannot "
        "tell counts neither way."
    ]
