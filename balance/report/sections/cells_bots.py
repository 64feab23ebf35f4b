"""The bots of a comparison: win rates by cell, and bot against bot."""

from collections.abc import Iterator, Sequence

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.cell_tables import bots
from balance.report.figures.plots import heat
from balance.report.number_format import joined, percent, with_interval
from balance.report.section import Column, Picture, Style, Table

LONG = 20  # rows of a table that the page shows without being asked


def bots_by_cell(cells: Sequence[CellResult]) -> list[Table]:
    """Return the table of the bots of each cell that has several."""
    several = [cell for cell in cells if len(cell.match.lineup.entries) > 1]
    rates = bots(several)  # a bot that meets only itself wins its fair share
    if rates.empty:
        return []
    columns = (
        Column("cell", "cell"), Column("bot", "bot"), Column("games", "games", Style.COUNT),
        Column("win rate", "", Style.PERCENT), Column("fair", "fair", Style.FAIR, is_brief=False),
    )  # fmt: skip
    title = "Win rate by cell and bot"
    note = "Each seat that a bot has counts as a game."
    return [Table("comparison_bots", title, rates, columns, note, len(rates) > LONG)]


def meeting_tables(met: pd.DataFrame, standing: pd.DataFrame) -> Iterator[Table]:
    """Yield a table of each group, in which every bot has a row and a column.

    Parameters
    ----------
    met : DataFrame
        Of `head_to_head.meetings`.
    standing : DataFrame
        Of `head_to_head.standings`.
    """
    for group, number in _numbered(met):
        mine, ranked = met[met["group"] == group], standing[standing["group"] == group]
        yield _matrix(group, number, mine, ranked)


def _numbered(met: pd.DataFrame) -> Iterator[tuple[str, str]]:
    """Yield the groups, and what the names of their files end with."""
    for number, group in enumerate(dict.fromkeys(met["group"]), 1):
        yield group, f"_{number}" if number > 1 else ""


def _matrix(group: str, number: str, met: pd.DataFrame, standing: pd.DataFrame) -> Table:
    """Return the table of a group: a row and a column for each bot, the strongest first."""
    wide = standing.reset_index(drop=True)
    columns = [
        Column("bot", "bot"),
        Column("mean", "", Style.PERCENT),
        Column("beats", "beats", Style.COUNT),
        Column("loses to", "loses", Style.COUNT),
    ]
    for place, other in enumerate(_against(met, standing)):
        mine = met[met["against"] == other]
        names = {part: f"{place}_{part}" for part in ("value", "low", "high")}
        wide = wide.merge(mine[["bot", *names]].rename(columns=names), on="bot", how="left")
        columns.append(Column(f"against {other}", f"{place}_", Style.PERCENT, is_brief=False))
    fair = percent(float(standing["fair"].iloc[0]))
    note = (
        f"Win rate of the row's bot, alone among those of the column; {fair} is fair. Mean: over "
        "the bots met, each counting alike. Beats, loses to: the whole 95% interval lies above, or "
        "below, the fair share, so of twenty meetings of equal bots one would seem to be decided; "
        "a dominant bot has to do more."
    )
    return Table(
        f"comparison_bot_against_bot{number}", f"Bot against bot: {group}", wide, tuple(columns),
        note, is_lead=True, file=met.drop(columns="place"),
    )  # fmt: skip


def _against(met: pd.DataFrame, standing: pd.DataFrame) -> list[str]:
    """Return whom somebody meets, the strongest first; those that sit alone nowhere come last."""
    seen = set(met["against"])
    known = [str(bot) for bot in standing["bot"] if bot in seen]
    return known + sorted(seen.difference(known))


def meeting_pictures(met: pd.DataFrame, standing: pd.DataFrame) -> Iterator[Picture]:
    """Yield a figure of each group; see `meeting_tables`."""
    for group, number in _numbered(met):
        mine, ranked = met[met["group"] == group], standing[standing["group"] == group]
        frame = mine.pivot_table(index="bot", columns="against", values="value")
        frame = frame.reindex(index=list(ranked["bot"]), columns=_against(mine, ranked))
        texts = frame.map(lambda share: "" if pd.isna(share) else f"{100 * share:.0f}%")
        figure = heat(frame, texts, ("bot", "against"), float(ranked["fair"].iloc[0]))
        yield Picture(
            f"comparison_bot_against_bot{number}",
            f"Bot against bot: {group}",
            figure,
            "Win rate of the row's bot, alone among those of the column. Blue is above a fair "
            "share, orange below it. The intervals stand in the table.",
        )


def meetings_told(standing: pd.DataFrame) -> list[str]:
    """Return a line for each group: which bots beat all others, and which bot leads.

    Of more than two players several may, each alone among the others.
    """
    lines = []
    for group, mine in standing.groupby("group", sort=False):
        is_master = (mine["beats"] == mine["met"]) & (mine["met"] == len(mine) - 1)
        masters = [str(bot) for bot in mine["bot"][is_master]]
        best = mine.iloc[0]
        mean = f"{with_interval(best, '', Style.PERCENT)} on average"
        if masters == [best["bot"]]:
            text = f"{best['bot']} beats all others, {mean}"
        else:
            who = joined(masters) if masters else "no bot"
            beat = "each beat" if len(masters) > 1 else "beats"
            text = f"{who} {beat} all others; {best['bot']} wins most, {mean}"
        least = f"{with_interval(best, 'worst_', Style.PERCENT)} against {best['against']}"
        fair = percent(best["fair"])
        lines.append(f"Bot against bot, {group}: {text}, at least {least} ({fair} is fair).")
    return lines
