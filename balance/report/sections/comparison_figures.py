"""The figures of a comparison."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.cell_tables import across, last_rounds, strengths
from balance.analysis.comparison.differences import FEW_CELLS
from balance.report.certainty import rivals
from balance.report.figures.plots import Panel, Series, heat, intervals, panels
from balance.report.figures.shapes import COLOURS
from balance.report.number_format import number, points, signed_points
from balance.report.section import Picture
from balance.report.words import Words
from balance.stats.intervals import INTERVAL

# Numbers that a designer asks of variants that are alternatives, and what they are multiplied with.
MEASURED = {"off": 100.0, "rounds": 1.0, "margin": 1.0, "dealt": 100.0, "overtaken": 100.0}
MOST_ROWS = 40  # of a figure
MOST_CARDS = 15
MOST_COLUMNS = 8  # of a table in colours
MOST_LETTERS = 80  # beside each other in a figure
MOST_DOTS = 3  # cells in one row of a figure


def pictures_of(
    words: Words,
    cells: Sequence[CellResult],
    rows: pd.DataFrame,
    axes: pd.DataFrame,
    heads: pd.DataFrame,
) -> Iterator[Picture]:
    """Yield the figures.

    `rows`, `axes`: see `analysis.comparison.differences.differences` and `along_axes`; `heads`: see
    `comparison_findings.with_off`.
    """
    yield from _grids(words, cells, heads)
    yield from _measures(words, cells, heads)
    yield from _headlines(words, heads)
    yield from _objectives(words, cells)
    yield from _cards(words, cells, rows, axes)


def _measures(words: Words, cells: Sequence[CellResult], heads: pd.DataFrame) -> Iterator[Picture]:
    """Yield what a designer asks of variants that are alternatives, side by side."""
    if not 2 <= len(heads) <= MOST_ROWS or heads["players"].nunique() > 1:
        return
    last = last_rounds(cells)
    if len(last):
        names = ["cell", *(f"overtaken_{part}" for part in INTERVAL)]
        heads = heads.merge(last[names], on="cell", how="left")
    columns = [
        Panel(
            f"{name}_", words.text(f"figures.measures.{name}"), times,
            *(_may_be(heads, f"{name}_", sign) for sign in (-1, 1)),
        )
        for name, times in MEASURED.items()
        if f"{name}_low" in heads and heads[f"{name}_low"].notna().sum() > 1
    ]  # fmt: skip
    if len(columns) > 1:
        yield words.picture(
            "measures", panels(heads, "cell", columns), save_as="comparison_measures"
        )


def _may_be(heads: pd.DataFrame, prefix: str, sign: int) -> frozenset[int]:
    """Return the places of the rows that may be the highest, or with -1 the lowest."""
    rows = heads.reset_index(drop=True)
    values = rows[f"{prefix}value"].where(rows[f"{prefix}low"].notna()).to_numpy(np.float64)
    first = int(np.nanargmax(sign * values))
    known = rows.assign(place=rows.index).dropna(subset=[f"{prefix}low"])
    return frozenset({first, *map(int, rivals(known, first, "place", prefix, sign))})


def _headlines(words: Words, heads: pd.DataFrame) -> Iterator[Picture]:
    for name, fair, is_share in (("first", 0.0, True), ("player", None, True),
                                 ("rounds", None, False)):  # fmt: skip
        known = heads[heads[f"{name}_value"].notna()]
        if 2 <= len(known) <= MOST_ROWS:
            figure = intervals(
                known, "cell", [Series(f"{name}_")], words.axis(name), fair, is_share,
                is_wide=len(known) > FEW_CELLS,
            )  # fmt: skip
            yield words.picture(name, figure, save_as=f"comparison_{name}")


def _grids(words: Words, cells: Sequence[CellResult], heads: pd.DataFrame) -> Iterator[Picture]:
    """Yield a grid's cells in colours, if it has two axes or more."""
    axes = list(dict.fromkeys(axis for cell in cells for axis in cell.axes))
    values = {axis: {cell.axes.get(axis, "") for cell in cells} for axis in axes}
    axes = [axis for axis in axes if len(values[axis]) > 1]
    fitting = [axis for axis in axes if _fits(values[axis])]
    if len(axes) < 2 or not fitting:
        return
    column = max(fitting, key=lambda axis: len(values[axis]))
    others = [axis for axis in axes if axis != column]
    places = pd.DataFrame(
        {
            "row": [", ".join(_of(cell, axis) for axis in others) for cell in cells],
            "column": [_of(cell, column) for cell in cells],
        }
    )
    for name, picture, write, centre in (
        ("off", "grid_off", points, 0.0),
        ("first", "grid_first", signed_points, 0.0),
        ("player", "grid_player", points, None),
        ("rounds", "grid_rounds", number, None),
        ("dealt", "grid_dealt", points, 0.0),
    ):
        numbers = heads[f"{name}_value"]
        if numbers.isna().all():
            continue
        table = places.assign(value=numbers.to_numpy()).pivot_table(
            index="row", columns="column", values="value", sort=False, dropna=False
        )
        table = table.sort_index(axis=0, key=_in_order).sort_index(axis=1, key=_in_order)
        middle = float(numbers.mean()) if centre is None else centre
        figure = heat(table, _texts(table, write), (", ".join(others), column), middle)
        yield words.picture(picture, figure, save_as=f"comparison_{picture}")


def _in_order(texts: pd.Index) -> pd.Index:
    """Return what sorts texts: numbers by their size, others as they stand."""
    if all(str(text).isdecimal() for text in texts):
        return texts.astype(int)
    return pd.RangeIndex(len(texts))


def _of(cell: CellResult, axis: str) -> str:
    """Return what a cell is on an axis, with spaces at which it can be broken."""
    return cell.axes.get(axis, "").replace("_", " ")


def _fits(texts: set[str]) -> bool:
    """Return whether texts have room beside each other as the heads of columns."""
    return len(texts) <= MOST_COLUMNS and sum(len(text) + 2 for text in texts) <= MOST_LETTERS


def _objectives(words: Words, cells: Sequence[CellResult]) -> Iterator[Picture]:
    strong = strengths(cells)
    names = [cell.name for cell in cells if (strong["cell"] == cell.name).any()]
    if not 2 <= len(names) <= MOST_COLUMNS:
        return
    wide = across(strong, names, ["objective"], "dealt_over_")
    wide = wide.sort_values("0_value", ascending=False, ignore_index=True)
    picture = "comparison_objectives"
    if len(names) <= MOST_DOTS:
        series = [Series(f"{place}_", cell, COLOURS[place]) for place, cell in enumerate(names)]
        has_rival = any(cell.match.game_table.rival for cell in cells)
        mark = words.text("phrases.mark_all" if has_rival else "phrases.mark_fair")
        figure = intervals(
            wide, "objective", series, words.axis(picture), 0.0, mark_label=mark, is_wide=True
        )
        yield words.picture(picture, figure)
        return
    table = wide.set_index("objective")[[f"{place}_value" for place in range(len(names))]]
    table.columns = pd.Index([cell.replace(", ", "\n") for cell in names])
    figure = heat(table, _texts(table, signed_points), ("", ""), 0.0)
    yield words.picture("objectives_in_colours", figure, save_as=picture)


def _texts(table: pd.DataFrame, write: Callable[[float], str]) -> pd.DataFrame:
    return table.map(lambda value: "" if pd.isna(value) else write(value))


def _cards(
    words: Words, cells: Sequence[CellResult], rows: pd.DataFrame, axes: pd.DataFrame
) -> Iterator[Picture]:
    is_grid = len(cells) > 2 and not axes.empty
    rows = axes if is_grid else rows[rows["first"] == cells[0].name]
    most = rows[(rows["topic"] == "copies") & (rows["verdict"] == "established")]
    if most.empty:
        return
    most = most.loc[most["value"].abs().nlargest(MOST_CARDS).index]
    label, compared_with = most["measure"], ""
    if len(cells) > 2:
        label = label + (": " + most["axis"] if is_grid else ":") + " " + most["second"]
        name = "with_axis" if is_grid else "with_first"
        compared_with = words.text(f"figures.comparison_cards.{name}", cell=cells[0].name)
    most = most.assign(label=label).sort_values("value", ascending=False, ignore_index=True)
    figure = intervals(
        most, "label", [Series("")], words.axis("comparison_cards"), 0.0, is_share=False,
        mark_label=words.text("phrases.no_difference"), is_wide=True,
    )  # fmt: skip
    yield words.picture("comparison_cards", figure, compared_with=compared_with)
