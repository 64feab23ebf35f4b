"""What would make the seats even: how much more of a good each should start with."""

import numpy as np
import pandas as pd

from balance.analysis.experiments.compensation import Compensation
from balance.analysis.metrics.fold_sums import FOLDS
from balance.report.figures.plots import Series, intervals
from balance.report.number_format import joined, percent, with_interval
from balance.report.section import Column, Picture, Style, Table


def even_told(found: Compensation) -> list[str]:
    """Say how much more each seat should start with, and how far that can be trusted."""
    rows, good = found.rows, found.good
    if rows[["more_low", "gain_low"]].isna().to_numpy().any():
        return [
            f"What would make the seats even in {good} is not yet known: it takes {FOLDS} deals "
            "of each amount at least."
        ]
    if (rows["gain_low"] <= 0).any():
        return [
            f"What would make the seats even in {good} is not yet known, as one more is "
            "not seen to help every seat."
        ]
    (base,) = rows.loc[rows["is_base"], "seat"]
    others = rows[~rows["is_base"]]
    amounts = [with_interval(row, "more_", Style.MEAN) for _, row in others.iterrows()]
    some = [
        f"seat {seat} with {amount}" for seat, amount in zip(others["seat"], amounts, strict=True)
    ]
    if (others["more_low"] <= 0).all():
        return [f"No seat is seen to need more {good} than seat {base} to be even: {joined(some)}."]
    some[0] = some[0].replace("with", "should start with", 1)
    text = f"For even seats, {joined(some)} {good} more than seat {base}."
    return [text, *_doubts(found, others)]


def _doubts(found: Compensation, others: pd.DataFrame) -> list[str]:
    """Return what a whole number of pieces would come to, and where a straight line misleads."""
    rows, good = found.rows, found.good
    far = rows.iloc[int(np.abs(rows["even_value"] - 1 / len(rows)).argmax())]
    pieces = joined([f"{row['whole']} for seat {row['seat']}" for _, row in others.iterrows()])
    told = [
        f"In whole pieces, {pieces}, the seat farthest from a fair {percent(1 / len(rows))} would "
        f"be seat {far['seat']} with {with_interval(far, 'even_', Style.PERCENT)}."
    ]
    if others["more_value"].max() > found.most:
        told.append(f"That is beyond the {found.most} {good} that were tried.")
    return told


def even_table(found: Compensation) -> Table:
    """Return the table of what each seat should start with more."""
    good = found.good
    columns = (
        Column("seat", "seat", Style.COUNT),
        Column("win rate", "rate_", Style.PERCENT, is_brief=False),
        Column(f"{good} more", "more_", Style.MEAN),
        Column(f"points from the first {good}", "gain_", Style.POINTS,
               told="What the first one more does to the seat's own win rate."),
        Column("a later one more", "bend_", Style.POINTS, is_brief=False,
               told="By how much a later one does more than the first; below 0, less."),
        Column("whole", "whole", Style.COUNT),
        Column("win rate with that", "even_", Style.PERCENT, is_brief=False),
        Column("deals", "deals", Style.COUNT, is_brief=False),
    )  # fmt: skip
    note = (
        f"Each seat in turn started with some {good} more, up to {found.most}, on the same deals. "
        "What that did to all seats, from amount to amount in a straight line, gives the amounts; "
        f"the seat that needs least gets none. Intervals: jackknife over {FOLDS} folds of deals."
    )
    return Table("compensation", f"{good.capitalize()} that would make the seats even", found.rows,
                 columns, note)  # fmt: skip


def even_pictures(found: Compensation) -> list[Picture]:
    """Return a picture of the amounts, where there are more seats than two."""
    rows = found.rows
    if len(rows) < 3 or rows["more_low"].isna().any():
        return []
    named = rows.assign(name="seat " + rows["seat"].astype(str))
    axis = f"{found.good} more to start with"
    figure = intervals(named, "name", [Series("more_")], axis, 0.0, is_share=False, mark_label="")
    return [
        Picture("compensation", f"{found.good.capitalize()} that would make the seats even", figure,
                "Lines are 95% intervals; the seat that needs least gets none.")
    ]  # fmt: skip
