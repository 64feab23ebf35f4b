"""The variants of a scenario side by side."""

import pandas as pd

from balance.analysis.pace import PaceSums
from balance.analysis.seats import SeatSums
from balance.analysis.variants import Headline, bots_side_by_side, side_by_side
from balance.report.figures import BLUE, Series, intervals
from balance.report.format import with_interval
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.story import Story

_COLUMNS = (
    Column("variant", "variant"),
    Column("games", "games", Style.COUNT),
    Column("first seat wins", "first_", Style.PERCENT),
    Column("last seat wins", "last_", Style.PERCENT, is_brief=False),
    Column("rounds", "rounds_", Style.MEAN),
    Column("mean score", "score_", Style.MEAN),
    Column("margin", "margin_", Style.MEAN, is_brief=False),
)


def build(story: Story) -> Section | None:
    """Return the section on variants; None if there is only one."""
    shown = [one for one in story.variants if {"seats", "pace"} <= one.sums.keys() and one.games]
    if len(shown) < 2:
        return None
    headlines = [
        Headline(
            one.name, one.match, one.games, one.kept("seats", SeatSums), one.kept("pace", PaceSums)
        )
        for one in shown
    ]
    rows = side_by_side(headlines)
    tables = [Table("variants", "Variants side by side", rows, _COLUMNS)]
    if len(story.baseline.match.lineup.entries) > 1:
        tables.append(
            Table("variants_by_bot", "Win rate by bot", bots_side_by_side(headlines), (
                Column("variant", "variant"), Column("bot", "bot"),
                Column("games", "games", Style.COUNT), Column("win rate", "", Style.PERCENT)))
        )  # fmt: skip
    pictures = (
        Picture("variants_rounds", "Length of a game by variant",
                intervals(rows, "variant", [Series("rounds_", colour=BLUE)], "rounds",
                          is_share=False),
                "Mean rounds, with 95% intervals."),
        Picture("variants_score", "Scores by variant",
                intervals(rows, "variant", [Series("score_", colour=BLUE)], "score of a player",
                          is_share=False),
                "Mean score of a player, with 95% intervals."),
    )  # fmt: skip
    return Section(
        "variants",
        "Variants",
        _finding(rows),
        tuple(tables),
        pictures,
        "Each variant met the same deals, but its interval is its own here: a difference between "
        "two variants is surer than their intervals suggest.",
    )


def _finding(rows: pd.DataFrame) -> str:
    base, others = rows.iloc[0], rows.iloc[1:]
    apart = others[
        (others["rounds_low"] > base["rounds_high"]) | (others["rounds_high"] < base["rounds_low"])
    ]
    if apart.empty:
        return "No variant makes games longer or shorter beyond chance."
    most = apart.iloc[(apart["rounds_value"] - base["rounds_value"]).abs().argmax()]
    return (
        f"The variant {most['variant']} changes the length of a game most: "
        f"{with_interval(most, 'rounds_', Style.MEAN)} rounds instead of "
        f"{with_interval(base, 'rounds_', Style.MEAN)}."
    )
