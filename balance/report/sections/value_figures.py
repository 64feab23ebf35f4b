"""The figures of what cards are worth."""

import re
from collections.abc import Iterator

import pandas as pd

from balance.analysis.experiments.card_value import OPTION, POSSESSION, CardValues
from balance.report.figures.plots import Series, intervals
from balance.report.figures.shapes import BLUE, ORANGE
from balance.report.nouns import plural
from balance.report.section import Picture
from balance.report.words import Words

MOST_ROWS = 40  # of a figure; all are in the tables


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
