"""The figures of what cards are worth."""

import re
from collections.abc import Iterator

import pandas as pd

from balance.analysis.experiments.card_value import EXCESS, OPTION, POSSESSION, CardValues
from balance.report.figures.plots import BLUE, ORANGE, Series, intervals
from balance.report.figures.scatter import Line, scatter
from balance.report.nouns import plural
from balance.report.section import Picture
from balance.report.words import Words

MOST_ROWS = 40  # of a figure; all are in the tables
MOST_NAMES = 10  # of the figure of prices


def pictures_of(words: Words, values: CardValues) -> Iterator[Picture]:
    """Yield the experiments' win rates by kind, and worth over price by good."""
    table = values.table
    for kind in table["kind"].unique():
        rows = table[table["kind"] == kind]
        for prefix, name, colour in (
            (OPTION, "option", BLUE), (POSSESSION, "possession", ORANGE),
        ):  # fmt: skip
            if rows[f"{prefix}value"].notna().any():
                yield _by_kind(words, rows, str(kind), name, colour)
    for good in dict.fromkeys(table.loc[table["worth_value"].notna(), "paid_in"]):
        yield _prices(words, values, str(good))


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


def _prices(words: Words, values: CardValues, good: str) -> Picture:
    """Return what cards paid in a good are worth over what they cost."""
    table = values.table
    rows = table[(table["paid_in"] == good) & table["worth_value"].notna()].copy()
    rows["sort"] = rows["kind"].where(rows["kind"] != "", words.text("phrases.card"))
    rows = rows.sort_values(["kind", "price"])
    lines = [_line(values, rows[rows["kind"] == kind], good) for kind in rows["kind"].unique()]
    half = (rows[f"{EXCESS}high"] - rows[f"{EXCESS}low"]) / 2
    steps = (rows[f"{EXCESS}value"].abs() / half).where(rows[f"{EXCESS}sure"], -1.0)
    rows["is_named"] = (steps > 0) & (steps.rank(ascending=False) <= MOST_NAMES)
    axes = words.axes("prices", good=good)
    figure = scatter(rows, "sort", "price", "worth_", axes, lines, "is_named")
    return words.picture("prices", figure, save_as=f"value_price_{good}", good=good)


def _line(values: CardValues, rows: pd.DataFrame, good: str) -> Line | None:
    if values.lines.empty:
        return None
    kind = rows["kind"].iloc[0]
    own = values.lines[(values.lines["kind"] == kind) & (values.lines["good"] == good)]
    if own.empty:
        return None
    line = own.iloc[0]
    slope = 0.0 if pd.isna(line["slope_value"]) else float(line["slope_value"])
    first, last = float(rows["price"].min()) - 0.3, float(rows["price"].max()) + 0.3
    return Line(float(line["price"]), float(line["level_value"]), slope, first, last)
