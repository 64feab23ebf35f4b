"""What moved from version to version of a game, as a section."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.trend import first_seat, moves
from balance.analysis.measures import NUMBER
from balance.report.figures.plots import Series, intervals
from balance.report.number_format import estimated
from balance.report.section import Finding, Section
from balance.report.words import Words

WORDS = Words(Path(__file__).with_suffix(".toml"))
MOST_NAMED = 3
MOST_ROWS = 60


def trend_section(
    cells: Sequence[CellResult], versions: pd.DataFrame, left_out: Sequence[str] = ()
) -> Section:
    """Return what moved between the versions of a game.

    Parameters
    ----------
    cells : sequence of CellResult
        One of each version, named after it, the oldest first.
    versions : DataFrame
        A row for each: version, finished, games, seed.
    left_out : sequence of str
        Which cell is compared of a version that has several; see `text.toml`.
    """
    table = moves(cells)
    names = versions["version"].tolist()
    clear = table[table["is_clear"]].copy()
    clear["version"] = [names[step] for step in clear["step"]]
    clear["what"] = [_what(row) for _, row in clear.iterrows()]
    said = list(_findings(clear, names, int(table["p"].notna().sum())))
    findings = list(said)
    seats = first_seat(cells)
    pictures = []
    if len(seats) == len(cells):
        figure = intervals(seats, "version", [Series("")], WORDS.axis("trend_seats"), mark=0.0)
        pictures.append(WORDS.picture("trend_seats", figure))
    if left_out:
        findings.append(WORDS.say("left_out", cells=list(left_out)))
    tables = [
        WORDS.table("trend", clear.head(MOST_ROWS), file=clear),
        WORDS.table("trend_versions", versions),
    ]
    keys = [
        finding.key("trend", 90 - place, claim=WORDS.claim(finding))
        for place, finding in enumerate(said)
    ]
    return WORDS.section(findings, tables, pictures, keys)


def _findings(clear: pd.DataFrame, names: Sequence[str], compared: int) -> Iterator[Finding]:
    """Yield what moved at each step, the latest first, of so many numbers of all steps."""
    for step in range(len(names) - 1, 0, -1):
        rows = clear[clear["step"] == step]
        facts = {"before": names[step - 1], "after": names[step]}
        if rows.empty:
            yield WORDS.say("same", **facts)
            continue
        clearest = [
            WORDS.phrase(
                "one" if row["unit"] == NUMBER else "one_points",
                what=row["what"], by=estimated(row).picked_of(compared),
            )
            for _, row in rows.head(MOST_NAMED).iterrows()
        ]  # fmt: skip
        yield WORDS.say("moved", count=len(rows), clearest=clearest, **facts)


def _what(row: pd.Series) -> str:
    if not row["id"]:
        return str(row["measure"])
    return WORDS.text("phrases.topic", what=row["measure"], topic=row["topic"])
