"""The cells of a comparison topic by topic: seats, pace and endings, objectives, cards."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.cell_tables import (
    across,
    endings,
    last_rounds,
    parts,
    strengths,
    uses,
    win_rates,
)
from balance.analysis.comparison.differences import ESTABLISHED, FEW_CELLS
from balance.report.nouns import capital, copies, counted, counted_one, plural
from balance.report.section import Column, Style, Table
from balance.report.sections.cells_bots import LONG, bots_by_cell
from balance.report.sections.last_round import GAINS

MOST_CHANGES = 40  # of cards, where there are many cells
_PARTS = ("value", "low", "high")


def tables_of(cells: Sequence[CellResult], rows: pd.DataFrame, axes: pd.DataFrame) -> list[Table]:
    """Return the tables on each topic.

    Parameters
    ----------
    cells : sequence of Variant
    rows : DataFrame
        Of `comparison.differences`.
    axes : DataFrame
        Of `comparison.along_axes`.
    """
    tables = [
        *_seats(cells), *bots_by_cell(cells), *_parts(cells), *_endings(cells),
        *_last_rounds(cells), *_objectives(cells, rows),
    ]  # fmt: skip
    if len(cells) <= FEW_CELLS:
        return [*tables, *_cards(cells, rows)]
    return [*tables, *_changes(axes if not axes.empty else rows.assign(axis="cell"), cells[0])]


def _seats(cells: Sequence[CellResult]) -> list[Table]:
    rates = win_rates(cells)
    if rates.empty:
        return []
    return [
        Table("comparison_seats", "Win rate by cell and seat",
              *_by_cell(rates, "seat", "", [f"seat {seat}" for seat in sorted(set(rates["seat"]))],
                        sorted(set(rates["seat"]))),
              "Seat 1 plays first. A fair share is one win divided by the players.",
              len(cells) > LONG, file=rates)
    ]  # fmt: skip


def _parts(cells: Sequence[CellResult]) -> list[Table]:
    rows = parts(cells)
    if rows.empty or rows["part"].nunique() < 2:
        return []
    columns = [Column("cell", "cell"), Column("part", "part"), *GAINS]
    columns += [
        Column(f"share, {who}", f"{who}_share_", Style.PERCENT, is_brief=False)
        for who in ("winners", "others")
        if rows[f"{who}_share_value"].notna().any()
    ]
    note = "Mean points of winners and of others; share: of their whole score."
    title = "What scores are made of, by cell"
    return [Table("comparison_parts", title, rows, tuple(columns), note, len(rows) > LONG)]


def _last_rounds(cells: Sequence[CellResult]) -> list[Table]:
    rows = last_rounds(cells)
    if rows.empty:
        return []
    columns = (
        Column("cell", "cell"), Column("sole leader does not win", "overtaken_", Style.PERCENT),
        *GAINS,
    )  # fmt: skip
    note = (
        "Of the games in which one player alone led as the last round began; and the mean points "
        "of that round."
    )
    title = "The last round, by cell"
    return [Table("comparison_last_round", title, rows, columns, note, len(rows) > LONG)]


def _endings(cells: Sequence[CellResult]) -> list[Table]:
    shares = endings(cells)
    if shares.empty or shares["ending"].nunique() < 2:
        return []
    names = list(shares.groupby("ending")["games"].sum().sort_values(ascending=False).index)
    return [
        Table("comparison_endings", "What ends a game, by cell",
              *_by_cell(shares, "ending", "", names, names),
              "Share of games, with its own interval.", len(cells) > LONG, file=shares)
    ]  # fmt: skip


def _by_cell(
    rows: pd.DataFrame, by: str, prefix: str, headers: list[str], things: Sequence[Any]
) -> tuple[pd.DataFrame, tuple[Column, ...]]:
    """Return a frame with a row a cell and a share for each thing, and its columns."""
    turned = rows.rename(columns={"cell": "of", by: "cell"})
    wide = across(turned, things, ["of"], prefix)
    columns = [Column("cell", "of")]
    columns += [
        Column(header, f"{place}_", Style.PERCENT, place < 2)
        for place, header in enumerate(headers)
    ]
    return wide, tuple(columns)


def _objectives(cells: Sequence[CellResult], rows: pd.DataFrame) -> list[Table]:
    strong = strengths(cells)
    cells = [cell for cell in cells if (strong["cell"] == cell.name).any()]
    if len(cells) < 2:  # the section on objectives tells of the one that has them
        return []
    bar = fair_of(cells)
    name = cells[0].match.game.objective or "objective"
    tables = []
    for how, title in (("dealt", "when dealt"), ("kept", "when kept")):
        if len(cells) > FEW_CELLS:
            tables.append(_extremes(strong, how, name, title, bar))
            continue
        wide = across(strong, [cell.name for cell in cells], ["id", "objective"], f"{how}_over_")
        wide = wide.sort_values("0_value", ascending=False, ignore_index=True)
        wide, columns = _compared(wide, cells, rows[rows["topic"] == how], Style.POINTS)
        tables.append(
            Table(f"comparison_{how}", f"{plural(name)} {title}: win rate over {bar}, by cell",
                  wide, (Column(name, "objective", is_brief=len(cells) == 2), *columns),
                  f"In points. {_marked(cells)}", how == "kept", file=strong)
        )  # fmt: skip
    return tables


def fair_of(cells: Sequence[CellResult]) -> str:
    """Return what the win rates of objectives are held against, where cells have any."""
    alone = [bool(cell.match.game_table.rival) for cell in cells if "objectives" in cell.sums]
    if alone and all(alone):
        return "that of all games"
    return "that of all games or a fair share" if any(alone) else "a fair share"


def _compared(
    wide: pd.DataFrame, cells: Sequence[CellResult], rows: pd.DataFrame, style: Style
) -> tuple[pd.DataFrame, list[Column]]:
    """Return a table of cells with what differs: of two beside it, of more as a mark.

    Parameters
    ----------
    wide : DataFrame
        Of `across`, with the column id.
    cells : sequence of Variant
    rows : DataFrame
        Differences of these things.
    style : Style
        Of the numbers.
    """
    rows = rows.assign(sure=rows["verdict"] == "established", row=range(len(rows)))
    marked = range(1, len(cells)) if len(cells) > 2 else ()
    columns = [
        Column(cell.name, f"{place}_", style, False, f"{place}_sure" if place in marked else "")
        for place, cell in enumerate(cells)
    ]
    if marked:
        for place in marked:
            is_mine = (rows["first"] == cells[0].name) & (rows["second"] == cells[place].name)
            known = rows.loc[is_mine & rows["sure"], "id"]
            wide[f"{place}_sure"] = wide["id"].isin(known)
        return wide, columns
    mine = rows.rename(columns={part: f"shift_{part}" for part in _PARTS})
    names = ["id", *(f"shift_{part}" for part in _PARTS), "adjusted", "sure", "row"]
    wide = wide.merge(mine[names], on="id", how="left").sort_values("row", ignore_index=True)
    wide["sure"] = wide["sure"].eq(True)
    shift = Style.CHANGE if style == Style.MEAN else Style.POINTS
    return wide.drop(columns="row"), [
        Column("difference", "shift_", shift, sure="sure"),
        *columns,
        Column("q", "adjusted", Style.SURPRISE, is_brief=False),
    ]


def _marked(cells: Sequence[CellResult]) -> str:
    """Say what a mark in a table of `_compared` means."""
    what = "an established difference"
    if len(cells) > 2:
        what += f" from {cells[0].name}"
    return f"Bold (in the terminal *): {what}, {_CORRECTED}"


_CORRECTED = (
    f"q below {ESTABLISHED:g} after Benjamini and Hochberg's correction over all of this kind, so "
    "that about one in twenty of these is a false find."
)


def _extremes(strong: pd.DataFrame, how: str, name: str, title: str, bar: str) -> Table:
    """Return the strongest and the weakest objective of each cell."""
    found = []
    for cell, mine in strong.dropna(subset=f"{how}_over_value").groupby("cell", sort=False):
        values = mine[f"{how}_over_value"].to_numpy(float)
        best, worst = mine.iloc[int(values.argmax())], mine.iloc[int(values.argmin())]
        row: dict[str, object] = {"cell": cell}
        for place, one in (("best", best), ("worst", worst)):
            row[place] = one["objective"]
            row |= {f"{place}_{part}": one[f"{how}_over_{part}"] for part in _PARTS}
        found.append(row)
    columns = (
        Column("cell", "cell"),
        Column("strongest", "best"), Column("by", "best_", Style.POINTS),
        Column("weakest", "worst"), Column("by", "worst_", Style.POINTS),
    )  # fmt: skip
    note = (
        f"By: the win rate over {bar}, in points. The extreme {plural(name)} of many look "
        "more extreme than they are; the spread above has no such bias."
    )
    title = f"The strongest and the weakest {name} {title}, by cell"
    return Table(f"comparison_{how}", title, pd.DataFrame(found), columns, note, len(found) > LONG)


def _cards(cells: Sequence[CellResult], rows: pd.DataFrame) -> list[Table]:
    used = uses(cells)
    if used.empty:
        return []
    game = cells[0].match.game
    one, many = counted_one(game), counted(game)
    used = used[used.groupby("id")["cell"].transform("nunique") > 1]
    pieces = used.drop_duplicates("id")[["id", "card", "kind"]]
    tables = []
    for topic, prefix, style, title in (
        ("copies", "copies_", Style.MEAN, f"{copies(game)} in a game"),
        ("taken", "taken_", Style.PERCENT, "share of games in which there are any"),
    ):
        wide = pieces.merge(across(used, [cell.name for cell in cells], ["id"], prefix), on="id")
        wide, columns = _compared(wide, cells, rows[rows["topic"] == topic], style)
        shown = (
            Column(one, "card", is_brief=len(cells) == 2),
            Column("kind", "kind", is_brief=False),
            *columns,
        )
        note = (
            f"Of the games in which the {one} was there; {many} of one cell alone are left out. "
            f"{_marked(cells)}"
        )
        tables.append(
            Table(f"comparison_{topic}", f"{capital(many)}: {title}, by cell", wide, shown, note,
                  topic == "taken", file=used)
        )  # fmt: skip
    return tables


def _changes(rows: pd.DataFrame, cell: CellResult) -> list[Table]:
    """Return the surest differences in the use of cards: along axes, or from the first cell."""
    known = rows[(rows["topic"] == "copies") & (rows["verdict"] == "established")]
    if known.empty:
        return []
    game = cell.match.game
    columns = (
        Column(counted_one(game), "measure", is_brief=False),
        Column("kind", "kind", is_brief=False),
        Column("by", "axis", is_brief=False), Column("from", "first", is_brief=False),
        Column("to", "second", is_brief=False), Column("was", "was", Style.VALUE, is_brief=False),
        Column("is", "now", Style.VALUE, is_brief=False),
        Column("difference", "", Style.SHIFT, is_brief=False),
    )  # fmt: skip
    note = (
        f"The {MOST_CHANGES} surest differences of {copies(game)} in a game, of "
        f"{len(known)} that are established: {_CORRECTED}"
    )
    title = f"{capital(counted(game))} whose use differs most"
    return [Table("comparison_copies", title, known.head(MOST_CHANGES), columns, note)]
