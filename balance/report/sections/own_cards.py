"""The user's own cards: how often they are taken, and what they are worth as far as is known."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from balance.analysis.experiments.card_findings import NOT_TESTED, STRONG, WEAK
from balance.analysis.experiments.card_value import OPTION, card_values, has_values
from balance.analysis.metrics.cards import CardSums, table
from balance.analysis.metrics.fold_sums import folds_of
from balance.report.card_facts import is_own, texts_of
from balance.report.nouns import nouns
from balance.report.number_format import Estimated, estimated
from balance.report.players import who_was_asked
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Section, SectionDefinition
from balance.report.words import Words
from balance.scenario.experiments import known_designs

WORDS = Words(Path(__file__).with_suffix(".toml"))
MOST_NAMED = 3
IMPORTANCE = 85.0


def build(data: ReportData) -> Section | None:
    """Return the section on the user's own cards; None where there are none."""
    frames = [_rows(cell, data) for cell in _cells(data)]
    frames = [frame for frame in frames if not frame.empty]
    if not frames:
        return None
    rows = pd.concat(frames, ignore_index=True).drop_duplicates("id", ignore_index=True)
    words = WORDS.with_facts(**nouns(data.baseline.match.game))
    told = [row for _, row in rows.head(MOST_NAMED).iterrows()]
    findings = [
        words.say("taken", which=row["card"], kind=row["kind"], note=row["note"],
                  share=estimated(row, "taken_"), verdict=row["verdict"])
        for row in told
    ]  # fmt: skip
    parts = [
        words.phrase("part_known" if row["is_known"] else "part", which=row["card"],
                     share=estimated(row, "taken_"), verdict=row["verdict"])
        for row in told
    ]  # fmt: skip
    is_known = any(row["is_known"] for row in told)
    key = words.say("key" if is_known else "key_unknown", parts=parts).key(
        "own_cards", IMPORTANCE, subject="own cards", command=_command(rows, data), is_asked=True
    )
    if len(rows) > MOST_NAMED:
        findings.append(words.say("more", count=len(rows) - MOST_NAMED))
    return words.section(
        findings, [words.table("own_cards", rows)], key_findings=[key],
        warning="" if rows["is_known"].all() else words.text("warning"),
    )  # fmt: skip


def _cells(data: ReportData) -> Iterator[CellResult]:
    """Yield the cells with cards, that which other sections report on first."""
    about = data.about("cards")
    if about is not None:
        yield about
        yield from (one for one in data.variants if "cards" in one.sums and one.ended)


def _rows(cell: CellResult, data: ReportData) -> pd.DataFrame:
    """Return a row for each own card of a cell, the most taken first."""
    texts = texts_of(cell.match.game_table)
    rows = table(cell.sums_of("cards", CardSums), folds_of(cell.sums), cell.match)
    rows = rows.loc[[is_own(name, texts) for name in rows["card"]]].assign(cell=cell.name)
    known = pd.DataFrame()
    if has_values(cell):
        known = card_values(cell, data.fair_within).table.set_index("id")
    verdicts = [
        WORDS.text("phrases.unknown")
        if one not in known.index
        else _verdict(known.loc[one], who_was_asked(data, cell))
        for one in rows["id"]
    ]
    rows = rows.assign(verdict=verdicts, is_known=rows["id"].isin(known.index))
    return rows.sort_values("taken_value", ascending=False, ignore_index=True)


def _verdict(value: pd.Series, asked: str) -> str:
    """Return what experiments say of a card; `value`: a row of `card_values`."""
    names = {STRONG: "strong", WEAK: "weak", NOT_TESTED: "not_tested"}
    size = value[f"{OPTION}value"]
    return WORDS.text(
        f"phrases.{names.get(value['finding'], 'ordinary')}", asked=asked,
        size=Estimated(abs(float(size))),
    )  # fmt: skip


def _command(rows: pd.DataFrame, data: ReportData) -> str:
    """Return the command that finds the prices of own cards; empty if none has a price."""
    cells = {cell.name: cell for cell in data.variants}
    cell = cells[rows["cell"].iloc[0]]
    if len(cell.match.lineup.entries) > 1 or "price" not in known_designs(cell.match):
        return ""
    priced = {card.id for card in cell.match.game_table.cards if card.paid_in}
    names = [one for one in rows["id"] if one in priced][:MOST_NAMED]
    return data.command_for("price", " ".join(names), cell.name) if names else ""


own_cards = SectionDefinition(build, place=10, is_of_all_cells=True)
