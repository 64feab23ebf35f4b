"""Which findings stay as play gets stronger, and which move with it."""

from collections.abc import Sequence

import pandas as pd

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
from balance.analysis.comparison.tiers import (
    SAME,
    agreements,
    competent,
    findings,
    played,
    tiers_of,
)
from balance.engine.game import Game
from balance.report.number_format import points
from balance.report.report_data import ReportData
from balance.report.section import Column, KeyFinding, Section, Style, Table
from balance.report.sections.cells import fair_of
from balance.report.sections.tiers_drawn import pictures_of
from balance.report.sections.tiers_told import COUNTED, finding_of, lines_of, title_of
from balance.stats.tier_patterns import TierPattern

OF_CARDS = (OPTION, OWNED, CARDS)
MANY = 30  # rows beyond which a table is folded
_IMPORTANCE = {
    FORCED: 76,
    DEALT: 76,
    SEATS: 75,
    CHANGES: 55,
    PACE: 45,
    CARDS: 30,
    OPTION: 72,
    OWNED: 70,
}
_UNKNOWN = 20  # less important, where nothing is known yet


def build(data: ReportData) -> Section | None:
    """Return the section on tiers; None where no two of them have games."""
    cells = [one for one in data.variants if one.ended]
    tiers, skilled = tiers_of(cells), competent(cells)
    if len(tiers) < 2:
        return None
    game = data.baseline.match.game
    found = findings(cells, data.fair_within)
    alike, games = agreements(found, tiers), played(cells)
    has_places = found["place"].nunique() > 1
    strong = [tier for tier, is_skilled in zip(tiers, skilled, strict=True) if is_skilled]
    tables = [_counts(found, game, data.fair_within)]
    for topic in (SEATS, FORCED, DEALT, KEPT, OPTION, OWNED, CARDS, PACE, CHANGES):
        mine = found[found["topic"] == topic]
        if not mine.empty:
            tables.append(_of_topic(topic, mine, tiers, strong, game, fair_of(cells)))
    if not alike.empty:
        tables.append(_rankings(alike, has_places, game))
    tables.append(_played(games, has_places))
    tables.append(Table("tiers", "All findings", found, (), file=_for_file(found, tiers)))
    warning = (
        "Tiers differ in more than strength: what one bot values, another may not. That a finding "
        "is stable over all of them does not make it true of people, but one that moves says that "
        "it cannot be told without saying who plays."
    )
    return Section(
        "tiers",
        "Strength of play",
        finding_of(found, alike, games, tiers, strong, game),
        tuple(tables),
        tuple(pictures_of(found, tiers, game)),
        warning,
        _verdicts(found, lines_of(found, alike, tiers, strong, game)),
    )


def _verdicts(found: pd.DataFrame, lines: Sequence[tuple[str, str]]) -> tuple[KeyFinding, ...]:
    """Return what the head of the report may say: the first line on each topic."""
    is_known = (found["badge"] != TierPattern.UNKNOWN.value).groupby(found["topic"]).any()
    return tuple(
        KeyFinding(
            line, f"tiers_{topic}", _IMPORTANCE[topic] - (0 if is_known[topic] else _UNKNOWN), None
        )
        for topic, line in dict(reversed(lines)).items()
    )


def _counts(found: pd.DataFrame, game: Game, band: float) -> Table:
    """Return how many findings of each topic have which badge."""
    rows = found.groupby(["topic", "badge"], sort=False).size().unstack(fill_value=0)
    rows = rows.reindex(columns=[badge.value for badge in TierPattern], fill_value=0)
    rows.insert(0, "findings", rows.sum(axis=1))
    rows.insert(0, "about", [title_of(str(topic), game) for topic in rows.index])
    columns = [Column("findings on", "about"), Column("all", "findings", Style.COUNT)]
    columns += [
        Column(head, badge.value, Style.COUNT)
        for badge, (head, _, _) in COUNTED.items()
        if rows[badge.value].any()
    ]
    note = (
        "Stable: two competent tiers or more show it with one sign, and none is against it. Grows, "
        "shrinks: a trend beyond chance along the tiers. Turns: shown with both signs. To and "
        "fro: both up and down along the tiers, so it is the bots' doing, not strength's. One tier "
        "only: one tier shows it and all others would have, so it is that bot's own. None: within "
        f"{points(band)} points of nothing. A tier shows what is beyond chance for the many that "
        "are looked at; it is against what its interval leaves out; else it cannot tell, and "
        "counts neither way."
    )
    return Table("tiers_badges", "What becomes of the findings", rows.reset_index(drop=True),
                 tuple(columns), note, is_lead=True)  # fmt: skip


_NOTES = {
    SEATS: "Points over an equal share. Seat 1 plays first.",
    DEALT: "Win rate of all seats dealt it over {bar}, in points: the deal is chance.",
    KEPT: "Win rate of those that kept it over {bar}, in points: mixed with who keeps it.",
    FORCED: "Win rate over {bar} where nobody chooses, in points: the fairest comparison.",
    OPTION: "Experiment: points that a player loses who may not take the card.",
    OWNED: "Experiment: points that a player gains who starts with the card.",
    CARDS: (
        "Correlational: wins of seats that took it less those of seats that did not, in points. "
        "Who leads takes more, so this is not what it is worth."
    ),
    PACE: f"Stable here: the same within a twentieth ({SAME:.0%}), shares within the band.",
    CHANGES: "What another cell changes against the first, paired on the same deals, by tier.",
}


def _of_topic(
    topic: str,
    rows: pd.DataFrame,
    tiers: Sequence[str],
    strong: Sequence[str],
    game: Game,
    bar: str,
) -> Table:
    """Return the findings of a topic, a row each, with an estimate of every tier."""
    rows = rows.assign(
        told_by=[f"{told} of {len(strong)}" for told in rows["told"]],
        shown=[_badge(row, tiers) for _, row in rows.iterrows()],
    )
    if topic not in (SEATS, PACE, CHANGES):
        order = {badge.value: place for place, badge in enumerate(TierPattern)}
        size = rows[[f"{tiers.index(tier)}_value" for tier in strong]].mean(axis=1)
        rows = rows.assign(order=rows["badge"].map(order), size=-size)
        rows = rows.sort_values(["order", "size"]).drop(columns=["order", "size"])
    style = {PACE: Style.AMOUNT, CHANGES: Style.SHIFT}.get(topic, Style.POINTS)
    columns = [Column("finding", "measure"), Column("badge", "shown")]
    if rows["place"].nunique() > 1 or topic == CHANGES:
        columns.append(Column("cell", "place", is_brief=False))
    if topic in OF_CARDS:
        columns.append(Column("kind", "kind", is_brief=False))
    columns += [
        Column(tier, f"{place}_", style, tier in (strong[0], strong[-1]),
               "" if topic == PACE else f"{place}_sure")
        for place, tier in enumerate(tiers)
    ]  # fmt: skip
    columns += [
        Column("per step", "step_", Style.SHIFT, is_brief=False, sure="step_sure"),
        Column("told by", "told_by", is_brief=False),
    ]
    note = (
        f"{_NOTES[topic].format(bar=bar)} Per step: change from one tier to the next, from "
        f"{strong[0]} to {strong[-1]}, each weighted with its precision. Bold (in the terminal "
        "*): beyond chance, corrected for all of this kind. Told by: so many of the tiers that do "
        "not play by chance."
    )
    is_folded = topic in (KEPT, OWNED, CARDS) or len(rows) > MANY
    title = title_of(topic, game)
    if topic == CARDS:
        title += ": wins with and without"
    return Table(f"tiers_{topic}", title, rows, tuple(columns), note, is_folded)


def _badge(row: pd.Series, tiers: Sequence[str]) -> str:
    """Return a badge in words; of one tier only, which."""
    if row["badge"] != TierPattern.ONE.value:
        return str(row["badge"])
    return next(f"{tier} only" for place, tier in enumerate(tiers) if row[f"{place}_sure"])


def _rankings(alike: pd.DataFrame, has_places: bool, game: Game) -> Table:
    rows = alike.assign(about=[title_of(topic, game) for topic in alike["topic"]])
    columns = [Column("ranking of", "about")]
    if has_places:
        columns.append(Column("cell", "place", is_brief=False))
    columns += [
        Column("tier", "one"), Column("and tier", "two"),
        Column("Kendall's tau", "tau", Style.RATIO), Column("ranked", "things", Style.COUNT),
        Column("p", "p", Style.SURPRISE, is_brief=False),
    ]  # fmt: skip
    note = (
        "1 is the same order, 0 none, -1 the reverse. Chance in the numbers makes orders less "
        "alike than they are: the fewer games, the more."
    )
    return Table("tiers_rankings", "How alike tiers rank", rows, tuple(columns), note)


def _played(games: pd.DataFrame, has_places: bool) -> Table:
    columns = [Column("tier", "tier")]
    if has_places:
        columns.append(Column("cell", "cell"))
    columns += [
        Column("games", "games", Style.COUNT), Column("deals", "deals", Style.COUNT),
        Column("how it plays", "summary", is_brief=False),
    ]  # fmt: skip
    note = "Each tier's bot has all seats. All meet the same deals, the first ones if they are few."
    return Table("tiers_played", "The tiers", games, tuple(columns), note)


def _for_file(found: pd.DataFrame, tiers: Sequence[str]) -> pd.DataFrame:
    """Return the findings with columns named after the tiers."""
    names = {
        column: f"{tiers[int(number)]} {name}"
        for column in found.columns
        if (number := str(column).partition("_")[0]).isdecimal()
        for name in [str(column).partition("_")[2]]
    }
    return found.rename(columns=names)
