"""The tables of a comparison: headline numbers side by side, then topic by topic."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.cell_tables import (
    across,
    bots,
    endings,
    last_rounds,
    parts,
    strengths,
    uses,
    win_rates,
)
from balance.analysis.comparison.differences import ESTABLISHED, FEW_CELLS, HEADLINES
from balance.analysis.measures import SPREAD
from balance.report.nouns import nouns
from balance.report.number_format import estimated
from balance.report.section import Column, Style, Table
from balance.report.sections.seats import in_words
from balance.report.words import Words
from balance.stats.jackknife import deviation

LONG = 20  # rows of a table that the page shows unfolded
MOST_CHANGES = 40  # of cards, where there are many cells
NUMBERS = (
    "player", "first", "rounds", "dealt", "score", "margin", "last", "shared", "winner", "kept",
)  # fmt: skip
_PARTS = ("value", "low", "high")


def bar_of(words: Words, cells: Sequence[CellResult]) -> str:
    """Return what the win rates of objectives are compared with, where cells have any."""
    alone = [bool(cell.match.game_table.rival) for cell in cells if "objectives" in cell.sums]
    if alone and all(alone):
        return words.text("phrases.bar_all")
    return words.text("phrases.bar_either" if any(alone) else "phrases.bar_fair")


def headline_tables(
    words: Words,
    cells: Sequence[CellResult],
    judged: pd.DataFrame,
    axes: pd.DataFrame,
    heads: pd.DataFrame,
    verdicts: pd.DataFrame,
) -> Iterator[Table]:
    """Yield the tables of headline numbers, and of what is fair.

    `judged`: of `analysis.comparison.differences.differences`, the headline numbers; `axes`: see
    `analysis.comparison.differences.along_axes`; `heads`, `verdicts`: see
    `analysis.comparison.cell_tables.headlines` and `fairness`.
    """
    if len(cells) > 2 and not axes.empty:
        yield _along_axes(words, axes[axes["topic"].isin(judged["topic"].unique())])
    yield _side_by_side(words, heads)
    if len(cells) > 2:
        yield _from_first(words, judged, [cell.name for cell in cells])
    yield from _what_differs(words, judged, len(cells))
    if not verdicts.empty:
        yield _fairness(words, verdicts)


def numbers_of_variants(words: Words, cells: Sequence[CellResult]) -> Table:
    """Return what was measured of each variant, to which its name leads wherever it stands."""
    tables = []
    for cell in cells:
        measures = cell.measures.compared
        found, is_spread = measures.values.estimate(), measures.about["unit"] == SPREAD
        ends = {
            part: np.where(is_spread, deviation(getattr(found, part)), getattr(found, part))
            for part in _PARTS
        }
        tables.append(measures.about.assign(cell=cell.name, **ends))
    rows = pd.concat(tables, ignore_index=True)
    rows = rows[rows["topic"].isin((*HEADLINES, "dealt"))].dropna(subset=["low"])
    columns = ["cell", "measure", "topic", "unit", *_PARTS]
    return words.table("comparison_own", rows[columns], folded=True)


def topic_tables(
    words: Words, cells: Sequence[CellResult], rows: pd.DataFrame, axes: pd.DataFrame
) -> Iterator[Table]:
    """Yield the tables on seats, bots, scores, endings, objectives and cards; see above."""
    is_long = len(cells) > LONG
    rates = win_rates(cells)
    if not rates.empty:
        seats = sorted(set(rates["seat"]))
        columns = [words.column("of_seat", seat=seat, place=place) for place, seat
                   in enumerate(seats)]  # fmt: skip
        yield _by_cell(words, "comparison_seats", rates, "seat", seats, columns, is_long)
    # A bot that plays only against itself wins its fair share.
    of_bots = bots([cell for cell in cells if len(cell.match.lineup.entries) > 1])
    if not of_bots.empty:
        yield words.table("comparison_bots", of_bots, folded=len(of_bots) > LONG)
    made_of = parts(cells)
    if not made_of.empty and made_of["part"].nunique() > 1:
        shares = ("winners_share_", "others_share_")
        drop = [name for name in shares if made_of[f"{name}value"].isna().all()]
        yield words.table("comparison_parts", made_of, drop=drop, folded=len(made_of) > LONG)
    ends = endings(cells)
    if not ends.empty and ends["ending"].nunique() > 1:
        names = list(ends.groupby("ending")["games"].sum().sort_values(ascending=False).index)
        columns = [words.column("of_ending", ending=ending, place=place) for place, ending
                   in enumerate(names)]  # fmt: skip
        yield _by_cell(words, "comparison_endings", ends, "ending", names, columns, is_long)
    last = last_rounds(cells)
    if not last.empty:
        yield words.table("comparison_last_round", last, folded=len(last) > LONG)
    yield from _objectives(words, cells, rows)
    if len(cells) <= FEW_CELLS:
        yield from _cards(words, cells, rows)
    else:
        yield from _changes(words, axes if not axes.empty else rows.assign(axis="cell"))


def _side_by_side(words: Words, heads: pd.DataFrame) -> Table:
    names = [name for name in NUMBERS if heads[f"{name}_value"].notna().any()]
    if heads["players"].max() <= 2:
        names = [name for name in names if name != "last"]
    notes = ["own_interval"]
    notes += ["over_fair"] if "first" in names else []
    notes += ["alone"] if "player" in names else []
    notes += ["sd"] if "dealt" in names else []
    return words.table(
        "comparison", heads, more=[words.column(name) for name in names],
        note=" ".join(words.text(f"notes.{note}") for note in notes),
        folded=len(heads) > LONG, lead=len(heads) <= LONG,
    )  # fmt: skip


def _from_first(words: Words, judged: pd.DataFrame, cells: list[str]) -> Table:
    """Return the differences of each cell from the first, a row for each cell."""
    rows = judged[judged["first"] == cells[0]].assign(cell=lambda rows: rows["second"])
    wide, columns = _differences(words, rows, pd.DataFrame({"cell": cells[1:]}), ["cell"])
    return words.table(
        "comparison_from_first", wide, more=columns, cell=cells[0], level=ESTABLISHED,
        folded=len(wide) > LONG, lead=len(wide) <= LONG,
    )  # fmt: skip


def _along_axes(words: Words, axes: pd.DataFrame) -> Table:
    """Return what each axis of a grid changes, a row for each value."""
    by = ["axis", "first", "second", "pairs", "place"]
    order = axes[by].drop_duplicates().sort_values("place", ignore_index=True)
    wide, columns = _differences(words, axes, order, by)
    return words.table("comparison_axes", wide, more=columns)


def _differences(
    words: Words, rows: pd.DataFrame, wide: pd.DataFrame, by: list[str]
) -> tuple[pd.DataFrame, list[Column]]:
    """Return differences with a column for each headline number, beside what names their rows."""
    rows = rows.assign(sure=rows["verdict"] == "established")
    columns = []
    for name in NUMBERS:
        column = words.column(name)
        is_sd = column.style == Style.PP
        mine = rows[rows["key"] == (f"spread {name}" if is_sd else name)]
        if mine.empty:
            continue
        names = {part: f"{name}_{part}" for part in (*_PARTS, "sure")}
        wide = wide.merge(mine[[*by, *names]].rename(columns=names), on=by, how="left")
        wide[f"{name}_sure"] = wide[f"{name}_sure"].eq(True)
        style = Style.CHANGE if column.style == Style.MEAN else Style.POINTS
        columns.append(replace(column, style=style, sure=f"{name}_sure"))
    return wide, columns


def _what_differs(words: Words, judged: pd.DataFrame, cells: int) -> Iterator[Table]:
    """Yield the differences that are clear, and those that are not, the clearest first."""
    one, two = judged[["first", "second"]].iloc[0]
    names = {"was": str(one), "now": str(two)} if cells == 2 else {"was": "was", "now": "is"}
    pair = [] if cells == 2 else [replace(words.column(end), is_brief=False)
                                  for end in ("from", "to")]  # fmt: skip
    columns = [
        *pair,
        Column(words.column("difference").head, "", Style.SHIFT),
        *(words.column(name, **names) for name in names),
    ]
    is_clear = judged["verdict"] == "established"
    for name, rows in (
        ("comparison_established", judged[is_clear]),
        ("comparison_not_established", judged[~is_clear]),
    ):
        table = words.table(
            name, rows, more=columns, level=ESTABLISHED, folded=cells > 2, lead=cells == 2
        )
        yield table if len(rows) else replace(table, columns=())


def _fairness(words: Words, verdicts: pd.DataFrame) -> Table:
    shown, file = in_words(verdicts)
    return words.table("comparison_fair", shown, file=file, folded=len(shown) > LONG)


def _by_cell(
    words: Words,
    name: str,
    rows: pd.DataFrame,
    by: str,
    things: Sequence[Any],
    columns: Sequence[Column],
    is_long: bool,
) -> Table:
    """Return a table with a row for each cell, and a share for each thing."""
    wide = across(rows.rename(columns={"cell": "of", by: "cell"}), things, ["of"], "")
    columns = [replace(column, is_brief=place < 2) for place, column in enumerate(columns)]
    return words.table(name, wide, file=rows, more=columns, folded=is_long)


def _objectives(words: Words, cells: Sequence[CellResult], rows: pd.DataFrame) -> Iterator[Table]:
    strong = strengths(cells)
    cells = [cell for cell in cells if (strong["cell"] == cell.name).any()]
    if len(cells) < 2:  # the section on objectives covers the one that has them
        return
    words = words.with_facts(**nouns(cells[0].match.game))
    for how, name, extremes in (
        ("dealt", "comparison_dealt", "extremes_dealt"),
        ("kept", "comparison_kept", "extremes_kept"),
    ):
        if len(cells) > FEW_CELLS:
            yield _extremes(words, extremes, f"comparison_{extremes}", strong, how)
            continue
        wide = across(strong, [cell.name for cell in cells], ["id", "objective"], f"{how}_over_")
        wide = wide.sort_values("0_value", ascending=False, ignore_index=True)
        wide, columns = _compared(words, wide, cells, rows[rows["topic"] == how], Style.POINTS)
        rows_of_how = _columns_of(strong, ["cell", "id", "objective", "fair"], how)
        table = words.table(name, wide, file=rows_of_how, more=columns,
                            clear=_marks(words, cells))  # fmt: skip
        yield _brief_of_two(table, cells)


def _columns_of(rows: pd.DataFrame, by: Sequence[str], topic: str) -> pd.DataFrame:
    """Return the columns that name a row, and those of one topic."""
    return rows[[*by, *(name for name in rows.columns if str(name).startswith(f"{topic}_"))]]


def _brief_of_two(table: Table, cells: Sequence[CellResult]) -> Table:
    """Return a table that the terminal leaves out if it has more than two cells."""
    if len(cells) == 2:
        return table
    return replace(
        table, columns=tuple(replace(column, is_brief=False) for column in table.columns)
    )


def _compared(
    words: Words,
    wide: pd.DataFrame,
    cells: Sequence[CellResult],
    rows: pd.DataFrame,
    style: Style,
) -> tuple[pd.DataFrame, list[Column]]:
    """Return a table of cells with what differs: of two beside it, of more as a mark.

    `wide`: of `across`, with the column id; `rows`: the differences of these things; `style`: of
    the numbers.
    """
    rows = rows.assign(sure=rows["verdict"] == "established", row=range(len(rows)))
    if len(cells) > 2:
        columns = [Column(cells[0].name, "0_", style, False)]
        for place, cell in enumerate(cells[1:], 1):
            is_mine = (rows["first"] == cells[0].name) & (rows["second"] == cell.name)
            wide[f"{place}_sure"] = wide["id"].isin(rows.loc[is_mine & rows["sure"], "id"])
            columns.append(Column(cell.name, f"{place}_", style, False, f"{place}_sure"))
        return wide, columns
    mine = rows.rename(columns={part: f"shift_{part}" for part in _PARTS})
    names = ["id", *(f"shift_{part}" for part in _PARTS), "adjusted", "sure", "row"]
    wide = wide.merge(mine[names], on="id", how="left").sort_values("row", ignore_index=True)
    wide["sure"] = wide["sure"].eq(True)
    return wide.drop(columns="row"), [
        words.column("difference_of_means" if style == Style.MEAN else "difference"),
        *(Column(cell.name, f"{place}_", style, False) for place, cell in enumerate(cells)),
        words.column("q"),
    ]


def _marks(words: Words, cells: Sequence[CellResult]) -> str:
    """Return what a mark in a table of `_compared` means."""
    corrected = words.text("notes.corrected", level=ESTABLISHED)
    if len(cells) == 2:
        return words.text("notes.clear", corrected=corrected)
    return words.text("notes.clear_from", corrected=corrected, cell=cells[0].name)


def _extremes(words: Words, name: str, save_as: str, strong: pd.DataFrame, how: str) -> Table:
    """Return the strongest and the weakest objective of each cell."""
    sentences = []
    for cell, mine in strong.dropna(subset=f"{how}_over_value").groupby("cell", sort=False):
        values = mine[f"{how}_over_value"].to_numpy(float)
        row: dict[str, object] = {"cell": cell}
        for place, one in (("best", int(values.argmax())), ("worst", int(values.argmin()))):
            row[place] = mine.iloc[one]["objective"]
            by = estimated(mine.iloc[one], f"{how}_over_").picked_of(len(values))
            row |= {f"{place}_{part}": end for part, end in by._asdict().items()}
        sentences.append(row)
    return words.table(name, pd.DataFrame(sentences), save_as=save_as, folded=len(sentences) > LONG)


def _cards(words: Words, cells: Sequence[CellResult], rows: pd.DataFrame) -> Iterator[Table]:
    used = uses(cells)
    if used.empty:
        return
    pieces = used.drop_duplicates("id")[["id", "card", "kind"]]
    for topic, name, style in (
        ("copies", "comparison_copies", Style.MEAN),
        ("taken", "comparison_taken", Style.PERCENT),
    ):
        wide = pieces.merge(across(used, [cell.name for cell in cells], ["id"], f"{topic}_"),
                            on="id")  # fmt: skip
        wide, columns = _compared(words, wide, cells, rows[rows["topic"] == topic], style)
        of_topic = _columns_of(used, ["cell", "id", "card", "kind"], topic)
        table = words.table(name, wide, file=of_topic, more=columns, clear=_marks(words, cells))
        yield _brief_of_two(table, cells)


def _changes(words: Words, rows: pd.DataFrame) -> Iterator[Table]:
    """Yield the clearest differences in the use of cards: along axes, or from the first cell."""
    clear = rows[(rows["topic"] == "copies") & (rows["verdict"] == "established")]
    if not clear.empty:
        yield words.table(
            "changes", clear.head(MOST_CHANGES), save_as="comparison_card_changes",
            most=MOST_CHANGES, clear=len(clear),
            corrected=words.text("notes.corrected", level=ESTABLISHED),
        )  # fmt: skip
