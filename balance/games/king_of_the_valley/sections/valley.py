"""King of the Valley: influence by price, the king's place in play, tiles left on the hill."""

from pathlib import Path

from balance.analysis.metrics.metric import Metric
from balance.games.king_of_the_valley.sections.valley_sums import (
    ValleySums,
    applies,
    influence_table,
    left_table,
    places_table,
    tally,
)
from balance.report.figures.plots import Series, intervals
from balance.report.number_format import estimated
from balance.report.report_data import ReportData
from balance.report.section import Section, SectionDefinition
from balance.report.words import Words

WORDS = Words(Path(__file__).with_suffix(".toml"))


def build(data: ReportData) -> Section | None:
    """Return the section on hill and valley; None without its sums."""
    cell = data.about("valley")
    if cell is None:
        return None
    sums = cell.sums_of("valley", ValleySums)
    influence, places, left = (
        influence_table(sums, cell.match),
        places_table(sums),
        left_table(sums),
    )
    places["place"] = [WORDS.text(f"phrases.{ring}") for ring in places["ring"]]
    findings = []
    if len(influence) > 1:
        first, last = influence.iloc[0], influence.iloc[-1]
        findings.append(
            WORDS.say(
                "influence", cheap=first["row"], least=estimated(first), dear=last["row"],
                most=estimated(last),
            )
        )  # fmt: skip
    most = places.iloc[int(places["value"].argmax())]
    findings.append(WORDS.say("place", place=most["place"], share=estimated(most)))
    end = left.iloc[0]
    findings.append(WORDS.say("left", tiles=estimated(end, "left_"), some=estimated(end, "some_")))
    tables = [
        WORDS.table("hill_influence", influence),
        WORDS.table("king_places", places),
        WORDS.table("hill_left", left),
    ]
    figure = intervals(places, "place", [Series("")], WORDS.axis("places"))
    return WORDS.section(findings, tables, [WORDS.picture("places", figure)], [])


valley = SectionDefinition(
    build, place=140, metrics={"valley": Metric(
        tally, ValleySums, applies, "it needs players who play each other"
    )},
)  # fmt: skip
