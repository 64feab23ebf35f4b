"""What taking a card gained: games branched where it was taken."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from balance.analysis.experiments.taking_values import FEWEST, SURE, taking_values
from balance.report.certainty import certainty
from balance.report.figures.plots import Series, intervals
from balance.report.nouns import nouns
from balance.report.number_format import estimated
from balance.report.players import asked_alone
from balance.report.report_data import CellResult, ReportData
from balance.report.section import (
    Finding,
    Section,
    SectionDefinition,
    Style,
    importance_of,
    why_no_designs,
)
from balance.report.words import Words

WORDS = Words(Path(__file__).with_suffix(".toml"))
MOST_ROWS = 40  # of the figure; all are in the table
MOST_NAMES = 8  # in a sentence


def build(data: ReportData) -> Section | None:
    """Return the section on takings; None where no games were branched."""
    cell = next((one for one in data.variants if one.takings is not None), None)
    if cell is None or cell.takings is None:
        return None
    values = taking_values(cell)
    bot = cell.match.lineup.entries[0].label
    words = WORDS.with_facts(
        **nouns(cell.match.game), games=int(cell.takings.games.sum()), fewest=FEWEST, bot=bot,
        asked=asked_alone(bot),
    )  # fmt: skip
    if values.empty:
        return words.section([words.say("too_few")], [])
    findings = list(_findings(words, values))
    largest = values.loc[values["value"].abs().nlargest(MOST_ROWS).index]
    figure = intervals(
        largest.sort_values("value", ascending=False), "card", [Series("")], words.axis("takings"),
        0.0, mark_label=words.text("phrases.no_effect"),
    )  # fmt: skip
    keys = [
        one.key(
            "takings", importance_of(one.facts["size"].value), subject=f"card {one.facts['id']}",
            certainty=certainty(one.facts["size"], Style.PP),
            command=_price_command(data, cell, one.facts["id"]),
        )
        for one in _findings(words, values, data.head_tables) if one.name in ("best", "worst")
    ]  # fmt: skip
    return words.section(
        findings, [words.table("takings", values)], [words.picture("takings", figure)], keys
    )


def _price_command(data: ReportData, cell: CellResult, card: str) -> str:
    """Return the command that finds the fair price of a card; empty if it has none."""
    game_table = cell.match.game_table
    has_price = bool(game_table.cards[game_table.row_of(card)].paid_in)
    return data.command_for("price", card) if has_price else ""


def _findings(words: Words, values: pd.DataFrame, tables: int = 1) -> Iterator[Finding]:
    """Yield what is clear; `tables`: how many are to hold together."""
    clear = values[values["q"] * tables < SURE]
    good, bad = clear[clear["value"] > 0], clear[clear["value"] < 0]
    yield words.say("overview", good=len(good), bad=len(bad), compared=len(values))
    for name, rows in (("best", good.head(1)), ("worst", bad.tail(1))):
        for _, row in rows.iterrows():
            size = abs(estimated(row)).picked_of(len(values), int(row["takings"]))
            yield words.say(name, which=row["card"], id=row["id"], size=size)
    turns = values[
        (values["early_high"] < 0) & (values["late_low"] > 0)
        | (values["early_low"] > 0) & (values["late_high"] < 0)
    ]
    if len(turns):
        names = list(turns["card"])[:MOST_NAMES]
        yield words.say("turns", names=names, count=len(names))


takings = SectionDefinition(build, place=110, why_not=why_no_designs)
