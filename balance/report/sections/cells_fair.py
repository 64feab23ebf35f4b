"""Which cells of a comparison are fair, within the designer's band."""

import pandas as pd

from balance.report.number_format import joined, points
from balance.report.section import Column, Style, Table
from balance.report.sections.cells_bots import LONG
from balance.report.sections.seats import verdict_word
from balance.stats.verdict import Verdict, joint_level

_WORDS = {
    Verdict.YES: "fair",
    Verdict.NO: "outside the band",
    Verdict.UNDECIDED: "not yet known",
}


def fair_tables(rows: pd.DataFrame, band: float) -> list[Table]:
    """Return the table of verdicts, if players play each other in any cell.

    Parameters
    ----------
    rows : DataFrame
        Of `side_by_side.fairness`, with that band.
    band : float
    """
    if rows.empty:
        return []
    rows = rows.assign(verdict=[verdict_word(row) for _, row in rows.iterrows()])
    columns = [
        Column("cell", "cell"), Column("verdict", "verdict"),
        Column("farthest seat", "seat", Style.COUNT, is_brief=False),
        Column("its wins over fair", "", Style.POINTS),
        Column("deals", "deals", Style.COUNT, is_brief=False),
    ]  # fmt: skip
    level = f"{100 * joint_level(int(rows['shares'].max())):.0f}%"
    note = (
        f"Within the band: the whole {level} interval of each seat's win rate lies within "
        f"{points(band)} points of an equal share; outside: that of some seat lies outside. In "
        f"points, with {level} intervals."
    )
    title = f"Fair within {points(band)} points?"
    return [Table("comparison_fair", title, rows, tuple(columns), note, len(rows) > LONG)]


def fair_told(rows: pd.DataFrame, band: float) -> str:
    """Say in how many cells all seats win within the band; of the same rows."""
    if rows.empty:
        return ""
    number = rows["verdict"].value_counts()
    found = [
        f"{word} in {_named(rows, verdict)}"
        for verdict, word in _WORDS.items()
        if number.get(verdict, 0)
    ]
    return (
        f"Whether each seat wins within {points(band)} points of an equal share: {joined(found)}."
    )


def _named(rows: pd.DataFrame, verdict: Verdict) -> str:
    """Return the cells with a verdict: by name if it is one, else their number."""
    named = list(rows["cell"][rows["verdict"] == verdict])
    if len(named) == 1:
        return named[0]
    return f"all {len(rows)} cells" if len(named) == len(rows) else f"{len(named)} cells"
