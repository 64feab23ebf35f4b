"""The figures of a comparison."""

from collections.abc import Callable, Sequence

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.cell_tables import across, strengths
from balance.analysis.comparison.differences import FEW_CELLS
from balance.report.figures.plots import BLUE, COLOURS, Series, heat, intervals
from balance.report.nouns import capital, copies, counted, plural
from balance.report.number_format import number, points, signed_points
from balance.report.section import Picture
from balance.report.sections.cells import fair_of

MOST_ROWS = 40  # of a figure; beyond them a table, or the colours of a grid, tell more
MOST_CARDS = 15
MOST_COLUMNS = 8  # of a table in colours
MOST_LETTERS = 80  # beside each other in a figure
MOST_DOTS = 3  # cells in one row of a figure


def pictures_of(
    cells: Sequence[CellResult], rows: pd.DataFrame, axes: pd.DataFrame, heads: pd.DataFrame
) -> list[Picture]:
    """Return the figures.

    Parameters
    ----------
    cells : sequence of Variant
    rows : DataFrame
        Of `comparison.differences`.
    axes : DataFrame
        Of `comparison.along_axes`.
    heads : DataFrame
        Of `side_by_side.headlines`.
    """
    return [
        *_grids(cells, heads), *_headlines(heads), *_objectives(cells), *_cards(cells, rows, axes)
    ]  # fmt: skip


def _headlines(heads: pd.DataFrame) -> list[Picture]:
    found = []
    for name, title, axis, mark, is_share, caption in (
        ("first", "What playing first is worth", "first player's wins over a fair share", 0.0, True,
         "Wins of the first seat less one win shared by all seats, with 95% intervals."),
        ("player", "How often the player wins", "share of games", None, True,
         "Share of games that the player wins, a draw being half a win, with 95% intervals."),
        ("rounds", "Length of a game", "rounds", None, False, "Mean rounds, with 95% intervals."),
    ):  # fmt: skip
        shown = heads[heads[f"{name}_value"].notna()]
        if len(shown) < 2 or len(shown) > MOST_ROWS:
            continue
        figure = intervals(
            shown, "cell", [Series(f"{name}_", colour=BLUE)], axis, mark, is_share, "fair",
            is_wide=len(shown) > FEW_CELLS,
        )  # fmt: skip
        found.append(Picture(f"comparison_{name}", f"{title}, by cell", figure, caption))
    return found


def _grids(cells: Sequence[CellResult], heads: pd.DataFrame) -> list[Picture]:
    """Return a grid's cells in colours, if it has two axes or more."""
    axes = list(dict.fromkeys(axis for cell in cells for axis in cell.axes))
    values = {axis: {cell.axes.get(axis, "") for cell in cells} for axis in axes}
    axes = [axis for axis in axes if len(values[axis]) > 1]
    fitting = [axis for axis in axes if _fits(values[axis])]
    if len(axes) < 2 or not fitting:
        return []
    column = max(fitting, key=lambda axis: len(values[axis]))
    others = [axis for axis in axes if axis != column]
    places = pd.DataFrame(
        {
            "row": [", ".join(cell.axes.get(axis, "") for axis in others) for cell in cells],
            "column": [cell.axes.get(column, "") for cell in cells],
        }
    )
    names = (", ".join(others), column)
    found = []
    of_mean = "Blue is more, orange less than the mean of all cells."
    for name, title, write, centre, caption in (
        ("first", "What playing first is worth, in points over a fair share", signed_points, 0.0,
         "Blue is above a fair share, orange below it."),
        ("player", "How often the player wins, in percent", points, None, of_mean),
        ("rounds", "Rounds of a game", number, None, of_mean),
        ("dealt", "Spread between win rates when dealt, in points",
         points, 0.0, "The bluer, the less alike they are."),
    ):  # fmt: skip
        numbers = heads[f"{name}_value"]
        if numbers.isna().all():
            continue
        frame = places.assign(value=numbers.to_numpy())
        table = frame.pivot_table(
            index="row", columns="column", values="value", sort=False, dropna=False
        )
        middle = float(numbers.mean()) if centre is None else centre
        figure = heat(table, _written(table, write), names, middle)
        where = "The intervals stand in the table of the cells side by side."
        found.append(Picture(f"comparison_grid_{name}", title, figure, f"{caption} {where}"))
    return found


def _fits(words: set[str]) -> bool:
    """Tell whether words have room beside each other as the heads of columns."""
    return len(words) <= MOST_COLUMNS and sum(len(word) + 2 for word in words) <= MOST_LETTERS


def _objectives(cells: Sequence[CellResult]) -> list[Picture]:
    strong = strengths(cells)
    with_them = [cell.name for cell in cells if (strong["cell"] == cell.name).any()]
    if not 2 <= len(with_them) <= MOST_COLUMNS:
        return []
    name = cells[0].match.game.objective or "objective"
    wide = across(strong, with_them, ["objective"], "dealt_over_")
    wide = wide.sort_values("0_value", ascending=False, ignore_index=True)
    bar = fair_of(cells)
    caption = f"Each {name}'s win rate when dealt, less {bar}, in every cell that has it."
    if len(with_them) <= MOST_DOTS:
        series = [Series(f"{place}_", cell, COLOURS[place]) for place, cell in enumerate(with_them)]
        figure = intervals(
            wide, "objective", series, f"win rate when dealt, over {bar}", 0.0,
            mark_label="fair" if bar == "a fair share" else "all", is_wide=True,
        )  # fmt: skip
    else:
        table = wide.set_index("objective")[[f"{place}_value" for place in range(len(with_them))]]
        table.columns = pd.Index([cell.replace(", ", "\n") for cell in with_them])
        figure = heat(table, _written(table, signed_points), ("", ""), 0.0)
        caption += f" In points; blue is above {bar}, orange below it."
    return [Picture("comparison_objectives", f"{plural(name)} by cell", figure, caption)]


def _written(table: pd.DataFrame, write: Callable[[float], str]) -> pd.DataFrame:
    return table.map(lambda value: "" if pd.isna(value) else write(value))


def _cards(cells: Sequence[CellResult], rows: pd.DataFrame, axes: pd.DataFrame) -> list[Picture]:
    is_grid = len(cells) > 2 and not axes.empty
    rows = axes if is_grid else rows[rows["first"] == cells[0].name]
    most = rows[(rows["topic"] == "copies") & (rows["verdict"] == "established")]
    if most.empty:
        return []
    most = most.loc[most["value"].abs().nlargest(MOST_CARDS).index]
    game = cells[0].match.game
    title = f"{capital(counted(game))} whose use differs most"
    label = most["measure"]
    if len(cells) > 2:
        label = label + (": " + most["axis"] if is_grid else ":") + " " + most["second"]
    most = most.assign(label=label).sort_values("value", ascending=False, ignore_index=True)
    figure = intervals(
        most, "label", [Series("", colour=BLUE)], f"difference of {copies(game)} in a game", 0.0,
        is_share=False, mark_label="no difference", is_wide=True,
    )  # fmt: skip
    caption = "The largest differences of use that are established, with paired 95% intervals."
    if len(cells) > 2:
        caption += (
            " Each is compared with the first value of its axis, the rest being equal."
            if is_grid
            else f" Each cell is compared with {cells[0].name}."
        )
    return [Picture("comparison_cards", title, figure, caption)]
