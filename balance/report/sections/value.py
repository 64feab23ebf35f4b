"""What each card is worth, by experiments that change one card for one player."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd

from balance.analysis.experiments.card_value import (
    OPTION,
    POSSESSION,
    SLOPE,
    CardValues,
    card_values,
    has_values,
)
from balance.analysis.experiments.seat_values import values_by_players, values_by_seat
from balance.analysis.experiments.supply import supplies
from balance.report.figures.plots import Series, intervals
from balance.report.figures.shapes import BLUE, ORANGE
from balance.report.nouns import nouns, plural
from balance.report.players import who_was_asked
from balance.report.report_data import ReportData
from balance.report.section import (
    ESTIMATES,
    Picture,
    Section,
    SectionDefinition,
    Style,
    Table,
    why_no_designs,
)
from balance.report.sections.value_findings import (
    comeback_finding,
    findings_of,
    key_findings_of,
    note_on_sd,
    players_finding,
    seats_finding,
    supply_finding,
)
from balance.report.words import Words
from balance.scenario.experiments import SUPPLY

WORDS = Words(Path(__file__).with_suffix(".toml"))
TABLES = {OPTION: "option", POSSESSION: "possession", SLOPE: "slope"}
MOST_ROWS = 40  # of a figure; all are in the tables


def build(data: ReportData) -> Section | None:
    """Return the section on what cards are worth; None where no experiment was played."""
    cell = next((one for one in data.variants if has_values(one) or one.arms_of(SUPPLY)), None)
    if cell is None:
        return None
    words = WORDS.with_facts(
        **nouns(cell.match.game), band=data.fair_within, asked=who_was_asked(data, cell)
    )
    supply = supplies(cell)
    supply_table = None if supply.empty else _supply(words, supply)
    of_supply = None if supply.empty else supply_finding(words, supply)
    of_comebacks = None if supply.empty else comeback_finding(words, supply)
    by_seat, sd = values_by_seat(cell)
    of_seats = None if by_seat.empty else seats_finding(words, by_seat)
    seats_table = None if by_seat.empty else words.table("value_seats", by_seat, sd=sd)
    by_players, sd = values_by_players(data.variants)
    players_table = None if by_players.empty else words.table("value_players", by_players, sd=sd)
    of_players = None if by_players.empty else players_finding(words, by_players)
    warning = words.text("warning")
    if not has_values(cell):
        return words.section([of_supply, of_comebacks], [supply_table], warning=warning)
    values = card_values(cell, data.fair_within)
    return words.section(
        [*findings_of(words, values), of_seats, of_players, of_supply, of_comebacks],
        [_main(words, values), *_details(words, values), seats_table, players_table, supply_table],
        pictures_of(words, values),
        key_findings_of(
            words, values, lambda card: data.command_for("price", card), data.head_tables
        ),
        warning,
    )


def _with_known_columns(table: Table) -> Table:
    """Return a table without the columns that are empty in every row."""
    known = []
    for column in table.columns:
        name = f"{column.name}value" if column.style in ESTIMATES else column.name
        values = table.frame[name]
        is_known = values.ne("") if column.style == Style.TEXT else values.notna()
        if is_known.any():
            known.append(column)
    return replace(table, columns=tuple(known))


def _main(words: Words, values: CardValues) -> Table:
    by = next(f"{one}value" for one in (OPTION, POSSESSION, SLOPE)
              if values.table[f"{one}value"].notna().any() or one == SLOPE)  # fmt: skip
    rows = values.table.sort_values(by, ascending=False, ignore_index=True)
    rows["cost"] = _prices(words, rows)
    return _with_known_columns(words.table("value", rows, games=_games(words, rows)))


def _games(words: Words, rows: pd.DataFrame) -> str:
    """Return how many games the experiments rest on."""
    parts = []
    for prefix, name in ((OPTION, "games_each_ban"), (POSSESSION, "games_each_gift")):
        games = rows[f"{prefix}games"].dropna()
        if not games.empty:
            parts.append(words.text(f"phrases.{name}", fewest=games.min(), most=games.max()))
    return f"{'; '.join(parts)}." if parts else ""


def _prices(words: Words, rows: pd.DataFrame) -> list[str]:
    return [
        "" if pd.isna(price) else words.text("phrases.price", price=f"{price:g}", good=good)
        for price, good in zip(rows["price"], rows["paid_in"], strict=True)
    ]


def _details(words: Words, values: CardValues) -> Iterator[Table]:
    """Yield a table for each number, with ranks and groups."""
    for prefix, spread in values.spreads.items():
        known = values.table[values.table[f"{prefix}value"].notna()]
        rows = known.sort_values(f"{prefix}value", ascending=prefix == SLOPE, ignore_index=True)
        rows["cost"], rows["rank"] = _prices(words, rows), _ranks(words, rows, prefix)
        table = words.table(
            TABLES[prefix], rows, save_as=f"value_{TABLES[prefix]}",
            note=note_on_sd(words, values, prefix, spread),
        )  # fmt: skip
        yield replace(_with_known_columns(table), frame=rows[_columns_of(table)])


def _columns_of(table: Table) -> list[str]:
    """Return the columns of the frame that the columns of the table are made of, and the id."""
    names = ("id", *(column.name for column in table.columns))
    prefixes = tuple(name for name in names if name.endswith("_"))
    return [name for name in table.frame.columns if name in names or name.startswith(prefixes)]


def _ranks(words: Words, rows: pd.DataFrame, prefix: str) -> list[str]:
    pairs = zip(rows[f"{prefix}best"], rows[f"{prefix}worst"], strict=True)
    return [
        "" if pd.isna(best)
        else f"{best:.0f}" if best == worst
        else words.text("phrases.rank", best=int(best), worst=int(worst))
        for best, worst in pairs
    ]  # fmt: skip


def _supply(words: Words, supply: pd.DataFrame) -> Table:
    rows = supply.sort_values("rounds_value", key=abs, ascending=False, ignore_index=True)
    return _with_known_columns(words.table("value_supply", rows, deals=int(rows["deals"].max())))


def pictures_of(words: Words, values: CardValues) -> Iterator[Picture]:
    """Yield the experiments' win rates by kind."""
    table = values.table
    for kind in table["kind"].unique():
        rows = table[table["kind"] == kind]
        for prefix, name, colour in (
            (OPTION, "option", BLUE), (POSSESSION, "possession", ORANGE),
        ):  # fmt: skip
            if rows[f"{prefix}value"].notna().any():
                yield _by_kind(words, rows, str(kind), name, colour)


def _by_kind(words: Words, rows: pd.DataFrame, kind: str, name: str, colour: str) -> Picture:
    by, kind = f"{name}_value", kind or words.text("phrases.card")
    largest = rows.loc[rows[by].abs().nlargest(MOST_ROWS).index].sort_values(by, ascending=False)
    is_cut = len(rows) > MOST_ROWS
    figure = intervals(
        largest, "card", [Series(f"{name}_", colour=colour)], words.axis(name), 0.0,
        mark_label=words.text("phrases.no_effect"),
    )  # fmt: skip
    return words.picture(
        name, figure, save_as=f"value_{name}_{re.sub('[^a-z0-9]+', '_', kind.lower())}",
        kinds=plural(kind), largest=words.text("phrases.largest", most=MOST_ROWS) if is_cut else "",
    )  # fmt: skip


value = SectionDefinition(build, place=90, why_not=why_no_designs)
