"""What was changed between cells, by its own figures: the first finding of a comparison."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.changes import (
    COPIES_TAKEN,
    FORCED,
    IS_DEALT,
    TAKEN,
    WINS,
    own_figures,
)
from balance.analysis.measures import SHARE
from balance.analysis.metrics.fold_sums import folds_of
from balance.report.figures.plots import Series, intervals
from balance.report.figures.shapes import COLOURS
from balance.report.number_format import cell_of, estimated, per_100
from balance.report.report_data import ReportData
from balance.report.section import Column, KeyFinding, Picture, Style, Table
from balance.report.words import Words
from balance.scenario.cells import VARIANT
from balance.scenario.change_words import changed_pieces, changes_in_words

NEARLY_ALL = 0.95  # of games: how often a card is then taken says little, and copies say more
MOST_WORDED = 2  # changes that the finding says in words
MOST_ROWS = 12  # of the figure
IMPORTANCE = 90.0
_ENDS = ("was", "now")
# Figures that a finding is about, in order, and its sentence.
_LEADS = {
    FORCED: "own_forced",
    IS_DEALT: "own_dealt",
    TAKEN: "own_taken",
    COPIES_TAKEN: "own_copies",
    WINS: "own_wins",
}


def compared_cells(data: ReportData) -> list[CellResult]:
    """Return the cells that are compared: those with games.

    Without the variants that assign objectives at random beside cells that do not: they show what
    an objective is worth, and are no alternative.
    """
    cells = [one for one in data.variants if one.ended]
    plain = [one for one in cells if not (VARIANT in one.axes and folds_of(one.sums).is_assigned)]
    if not data.is_comparison or len(plain) < 2 or len(plain) == len(cells):
        return cells
    values = {axis: {one.axes[axis] for one in plain if axis in one.axes}
              for axis in dict.fromkeys(axis for one in plain for axis in one.axes)}  # fmt: skip
    axes = [axis for axis, different in values.items() if len(different) > 1]
    return [
        replace(one, axes={axis: one.axes[axis] for axis in axes} if len(axes) > 1 else {})
        for one in plain
    ]


def own_changes(cells: Sequence[CellResult], data: ReportData) -> pd.DataFrame:
    """Return the own figures of what each cell changes in the first one: see `own_figures`.

    Empty where nothing is changed but whole cards, players or bots, or an option in one of many.
    """
    first, tables = cells[0], []
    for cell in cells[1:]:
        if cell.match.lineup.labels == first.match.lineup.labels:
            rows = own_figures(first, cell, data.variants)
            rows = rows.dropna(subset=["was_value", "now_value"])  # whole cards
            is_piece = bool((rows["id"] != "").any())
            if is_piece or (data.is_comparison and len(cells) == 2 and _is_option(first, cell)):
                tables.append(rows[~rows["is_same"]])
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def _is_option(was: CellResult, now: CellResult) -> bool:
    """Whether only an option differs: the tables do, but have the same cards and objectives."""
    one, two = was.match.game_table, now.match.game_table
    pieces = [{piece.id for piece in (*each.cards, *each.objectives)} for each in (one, two)]
    return one.digest != two.digest and pieces[0] == pieces[1]


def change_findings(
    words: Words, rows: pd.DataFrame, cells: Sequence[CellResult], data: ReportData
) -> Iterator[KeyFinding]:
    """Yield for each cell with changes a finding on the clearest of them; rows of `own_changes`."""
    for place, cell in enumerate(cells[1:]):
        things = _one_each(rows[rows["second"] == cell.name]) if len(rows) else rows
        if things.empty:
            continue
        row = things.iloc[int(things["steps"].argmax())]
        size = estimated(row).picked_of(len(things))
        is_clear = size.low > 0 or size.high < 0
        is_share = row["unit"] == SHARE
        name, of_size = _LEADS[row["figure"]], "size_in_points" if is_share else "size"
        others = len(things) - 1 if row["id"] else 0
        finding = words.say(
            name, name=row["name"], second=cell.name, was=_rate(row, "was"), now=_rate(row, "now"),
            size=words.phrase(of_size, difference=size),
            doubt="" if is_clear else words.text("phrases.doubt"),
            others=words.text("phrases.others_changed", others=others) if others else "",
            changed=_changed(words, cells[0], cell, data),
        )  # fmt: skip
        unclear = words.text("claims.own_unclear", **finding.facts)
        yield finding.key(
            "comparison_changed", IMPORTANCE - place, is_asked=True, subject=f"change {cell.name}",
            claim=words.claim(finding) if is_clear else unclear, figure=_rate(row, "now"),
            unit=words.text(f"phrases.{'of_100' if is_share else 'a_game'}"),
        )  # fmt: skip


def before_and_after(words: Words, rows: pd.DataFrame, cells: Sequence[CellResult]) -> Table:
    """Return the own figures of what was changed, before and after."""
    is_one = rows["second"].nunique() == 1
    heads = (cells[0].name, rows["second"].iloc[0]) if is_one else ("was", "now")
    columns = [
        *([] if is_one else [words.column("to")]),
        words.column("what"),
        *(Column(head, f"{name}_", Style.AMOUNT) for name, head in zip(_ENDS, heads, strict=True)),
        Column(words.column("difference").head, "", Style.SHIFT),
    ]
    return words.table("comparison_changed", _labelled(words, rows), more=columns)


def change_pictures(
    words: Words, rows: pd.DataFrame, cells: Sequence[CellResult]
) -> Iterator[Picture]:
    """Yield a figure of the shares of one changed cell, before and after."""
    if rows.empty:
        return
    shares = _labelled(words, rows[rows["unit"] == SHARE]).head(MOST_ROWS)
    if len(shares) and rows["second"].nunique() == 1:
        names = (cells[0].name, str(shares["second"].iloc[0]))
        series = [Series(f"{end}_", name, colour)
                  for end, name, colour in zip(_ENDS, names, COLOURS[:2], strict=True)]  # fmt: skip
        figure = intervals(shares, "what", series, words.axis("comparison_changed"), is_wide=True)
        yield words.picture("comparison_changed", figure)


def _one_each(rows: pd.DataFrame) -> pd.DataFrame:
    """Return for each changed thing the figure that says most of it; of seats all."""
    is_full = (rows["figure"] == TAKEN) & (
        rows[["was_value", "now_value"]].min(axis=1) > NEARLY_ALL
    )
    known = rows[~is_full & rows["figure"].isin(_LEADS) & rows["steps"].notna()]
    order = known["figure"].map({name: place for place, name in enumerate(_LEADS)})
    first = known.loc[order.sort_values(kind="stable").index]
    return first if (first["id"] == "").all() else first.drop_duplicates("id")


def _rate(row: pd.Series, end: str) -> str:
    """Return a share as games in 100, or a number with the decimals of its difference."""
    if row["unit"] == SHARE:
        return per_100(row[f"{end}_value"])
    return cell_of(row, Column("", f"{end}_value", Style.VALUE)).text


def _labelled(words: Words, rows: pd.DataFrame) -> pd.DataFrame:
    labels = [
        words.text(f"figures_of.{row['figure']}", name=row["name"]) for _, row in rows.iterrows()
    ]
    return rows.assign(what=labels)


def _changed(words: Words, was: CellResult, now: CellResult, data: ReportData) -> str:
    """Return what was changed, in words; nothing where the name of the cell says it."""
    if not changed_pieces(was.match.game_table, now.match.game_table):
        return ""
    changes = changes_in_words(was.match, now.match)[:MOST_WORDED]
    return words.text("phrases.changed", changes=[change.rstrip(".") for change in changes])
