"""The tables on objectives; each says whether it is about dealt, kept or assigned ones."""

from dataclasses import replace

import pandas as pd

from balance.analysis.comparison.cell_tables import across
from balance.analysis.comparison.differences import ESTABLISHED
from balance.analysis.measures import NUMBER
from balance.analysis.metrics.objective_pairs import FEW_GAMES
from balance.analysis.objectives.strength import MUCH, chance_of_much
from balance.report.section import Table
from balance.report.sections.objectives_findings import Results, stronger_first
from balance.report.words import Words

MOST_PAIRS = 12  # on the page; all are in the CSV file
MOST_CELLS = 6  # side by side; beyond them the clearest rows are listed
MOST_ROWS = 15
LIKELY = 0.999
_CHOSEN = ("dealt_", "kept_", "keep_", "seats_dealt", "seats_kept")
_FORCED = ("forced_", "verdict", "seats_forced")


def main_table(results: Results) -> Table:
    """Return the table of all numbers of each objective."""
    words = results.words
    has_ratings = bool(results.rows["rating_value"].notna().any())
    rows = results.rows.assign(ranks=[_ranks(words, row) for _, row in results.rows.iterrows()])
    drop = [
        *(_CHOSEN if results.free is None else ()),
        *(_FORCED if results.forced is None else ()),
        *(() if has_ratings else ("rating_",)),
    ]
    notes = [words.text("notes.bar")]
    for name, source in (("free", results.free), ("forced", results.forced)):
        if source is not None:
            notes.append(words.text(f"notes.{name}", games=source.games, deals=source.deals,
                                    source=source.source))  # fmt: skip
    notes.append(words.text("notes.points"))
    if has_ratings:
        notes.append(words.text("notes.ratings"))
    notes.append(words.text("notes.rank"))
    return words.table("objectives", rows, file=results.rows, drop=drop, note=" ".join(notes))


def _ranks(words: Words, row: pd.Series) -> str:
    """Return the interval of a rank: ``2 to 5``."""
    best, worst = row["best_rank"], row["worst_rank"]
    if pd.isna(best):
        return ""
    if best == worst:
        return f"{best:.0f}"
    return words.text("phrases.ranks", best=int(best), worst=int(worst))


def index_table(results: Results) -> Table | None:
    """Return how far objectives are apart as a whole."""
    words, indices = results.words, results.indices
    if indices.empty or indices["value"].isna().all():
        return None
    note = words.text("notes.index")
    much = chance_of_much(results.main)
    if pd.notna(much):
        bound = results.fair + MUCH
        note += f" {words.text('notes.much', bound=bound, chance=_chance(words, much))}"
    rows = indices.assign(when=[words.text(f"phrases.{how}") for how in indices["how"]])
    return words.table("objectives_index", rows, file=indices, note=note)


def _chance(words: Words, share: float) -> str:
    """Return a chance from random draws, which cannot show that something is certain."""
    if share > LIKELY:
        return words.text("phrases.above", share=LIKELY)
    if share < 1 - LIKELY:
        return words.text("phrases.below", share=1 - LIKELY)
    return words.text("phrases.chance", share=share)


def choice_table(results: Results) -> Table | None:
    """Return what a choice is worth."""
    if results.chosen.empty:
        return None
    return results.words.table("objectives_choice", results.chosen)


def pair_table(results: Results) -> Table | None:
    """Return the most one-sided pairs."""
    if results.pairs.empty:
        return None
    rows = pd.DataFrame([stronger_first(row) for _, row in results.pairs.iterrows()])
    rows = rows.sort_values(["q", "value"], ascending=[True, False], ignore_index=True)
    return results.words.table(
        "objectives_pairs", rows.head(MOST_PAIRS), file=rows, few=FEW_GAMES, compared=len(rows)
    )


def cell_table(results: Results) -> Table | None:
    """Return how much stronger each objective is in a cell than over all cells."""
    words, cells = results.words, results.cells
    if cells.empty:
        return None
    names = list(dict.fromkeys(cells["cell"]))
    is_rated = cells["unit"].iloc[0] == NUMBER
    how = words.text(f"phrases.{results.how_in_cells}")
    what = words.text(f"phrases.{'rating' if is_rated else 'win_rate'}", how=how)
    notes = [
        words.text(f"notes.{'cells_rated' if is_rated else 'cells'}", what=what),
        words.text("notes.shared_deals"),
    ]
    if len(names) > MOST_CELLS:
        rows = cells.sort_values("q", kind="stable", ignore_index=True).head(MOST_ROWS)
        notes.append(words.text("notes.clearest", listed=len(rows), compared=len(cells)))
        column = words.column("difference_of_ratings" if is_rated else "difference")
        return words.table(
            "clearest_by_cell", rows, save_as="objectives_by_cell", file=cells, more=[column],
            what=what, note=" ".join(notes),
        )  # fmt: skip
    wide = across(cells, names, ["objective"], "")
    columns = []
    for place, cell in enumerate(names):
        clear = cells[(cells["cell"] == cell) & (cells["q"] < ESTABLISHED)]
        wide[f"{place}_sure"] = wide["objective"].isin(clear["objective"])
        name = "rating_in_cell" if is_rated else "in_cell"
        column = words.column(name, cell=cell, place=place)
        columns.append(replace(column, is_brief=len(names) <= 3))
    wide = wide.sort_values("0_value", ascending=False, ignore_index=True)
    notes.append(words.text("notes.bold"))
    return words.table(
        "objectives_by_cell", wide, file=cells, more=columns, what=what, note=" ".join(notes)
    )
