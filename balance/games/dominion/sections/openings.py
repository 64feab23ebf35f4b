"""What players buy first, how much they play, and how that goes with winning."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from balance.analysis.metrics.metric import Metric
from balance.games.dominion.sections.openings_sums import (
    OpeningSums,
    applies,
    collisions,
    openings_table,
    styles_table,
    tally,
)
from balance.report.certainty import or_others, rivals
from balance.report.figures.plots import Series, intervals
from balance.report.figures.shapes import GREY
from balance.report.number_format import estimated, picked_share
from balance.report.report_data import ReportData
from balance.report.section import Finding, Section, SectionDefinition
from balance.report.words import Words

WORDS = Words(Path(__file__).with_suffix(".toml"))
MOST_ROWS = 30  # of the figure; all are in the table


def build(data: ReportData) -> Section | None:
    """Return the section on openings; None without their sums."""
    cell = data.about("openings")
    if cell is None:
        return None
    sums = cell.sums_of("openings", OpeningSums)
    openings = openings_table(sums, cell.match)
    openings["opening"] = [
        WORDS.text("phrases.opening", first=one or nothing, second=two or nothing)
        for one, two in zip(openings["first"], openings["second"], strict=True)
        for nothing in [WORDS.text("phrases.nothing")]
    ]
    styles, collided = styles_table(sums), collisions(sums)
    styles["text"] = [WORDS.text(f"phrases.{style}") for style in styles["style"]]
    findings = list(findings_of(openings, styles, collided.iloc[0]))
    tables = [
        WORDS.table("openings", openings),
        WORDS.table("styles", styles),
        WORDS.table("collisions", collided),
    ]
    pictures = []
    if len(openings):
        figure = intervals(
            openings.head(MOST_ROWS), "opening", [Series("", colour=GREY)], WORDS.axis("openings"),
            1 / cell.match.game_table.num_seats,
        )  # fmt: skip
        pictures.append(WORDS.picture("openings", figure))
    keys = [one.key("openings", 25) for one in findings if one.name == "best"]
    return WORDS.section(findings, tables, pictures, keys, WORDS.text("warning"))


def findings_of(
    openings: pd.DataFrame, styles: pd.DataFrame, collided: pd.Series
) -> Iterator[Finding]:
    """Yield which openings win most and least, and how styles and collisions go with wins."""
    if len(openings) > 1 and openings["sure"].any():
        best, worst = openings.iloc[0], openings.iloc[-1]
        yield WORDS.say(
            "best", which=best["opening"], worst=worst["opening"], compared=len(openings),
            or_best=or_others(rivals(openings, best.name, "opening")),
            or_worst=or_others(rivals(openings, worst.name, "opening", sign=-1)),
            rate=picked_share(openings, best),
            least=picked_share(openings, worst),
        )  # fmt: skip
    elif len(openings):
        yield WORDS.say("alike", compared=len(openings))
    if len(styles) > 1:
        yield WORDS.say(
            "styles",
            rates=[
                WORDS.text("phrases.rate", style=row["text"], rate=estimated(row))
                for _, row in styles.iterrows()
            ],
        )
    yield WORDS.say(
        "collisions", plays=estimated(collided, "plays_"), stuck=estimated(collided, "stuck_")
    )


openings = SectionDefinition(
    build, place=130, metrics={"openings": Metric(
        tally, OpeningSums, applies, "it needs players who play each other"
    )},
)  # fmt: skip
