"""The figures of what cards are worth."""

import re
from collections.abc import Iterator

import pandas as pd

from balance.analysis.experiments.card_value import EXCESS, OPTION, POSSESSION, CardValues
from balance.report.figures.plots import BLUE, ORANGE, Series, intervals
from balance.report.figures.scatter import Line, scatter
from balance.report.nouns import capital, plural
from balance.report.section import Picture

_FORESTS = {
    OPTION: (
        "option value", "equal share less win rate without it",
        "What one player loses who may not take it, while all others may.",
    ),
    POSSESSION: (
        "value of possession", "win rate with it less equal share",
        "What one player wins who starts with it, while no other does.",
    ),
}  # fmt: skip
MOST_ROWS = 40  # of a figure; all are in the tables
MOST_NAMES = 10  # of the figure of prices


def pictures_of(found: CardValues, card: str) -> Iterator[Picture]:
    """Yield the experiments' win rates by kind, and worth over price by good.

    Parameters
    ----------
    found : CardValues
    card : str
        What the game calls a card.
    """
    table = found.table
    for kind in table["kind"].unique():
        rows = table[table["kind"] == kind]
        for prefix, colour in ((OPTION, BLUE), (POSSESSION, ORANGE)):
            if rows[f"{prefix}value"].notna().any():
                yield _forest(rows, str(kind) or card, prefix, colour)
    for good in dict.fromkeys(table.loc[table["worth_value"].notna(), "paid_in"]):
        yield _prices(found, str(good), card)


def _forest(rows: pd.DataFrame, kind: str, prefix: str, colour: str) -> Picture:
    by = f"{prefix}value"
    shown = rows.loc[rows[by].abs().nlargest(MOST_ROWS).index].sort_values(by, ascending=False)
    left_out = f" The {MOST_ROWS} that matter most." if len(rows) > MOST_ROWS else ""
    what, axis, caption = _FORESTS[prefix]
    return Picture(
        f"value_{prefix}{re.sub('[^a-z0-9]+', '_', kind.lower())}",
        f"{capital(plural(kind))}: {what}",
        intervals(
            shown, "card", [Series(prefix, colour=colour)], axis, 0.0, mark_label="no effect"
        ),
        f"{caption}{left_out}",
    )  # fmt: skip


def _prices(found: CardValues, good: str, card: str) -> Picture:
    """Return what cards paid in a good are worth over what they cost."""
    table = found.table
    rows = table[(table["paid_in"] == good) & table["worth_value"].notna()].copy()
    rows["sort"] = rows["kind"].where(rows["kind"] != "", card)
    rows = rows.sort_values(["kind", "price"])
    lines = [_line(found, rows[rows["kind"] == kind], good) for kind in rows["kind"].unique()]
    half = (rows[f"{EXCESS}high"] - rows[f"{EXCESS}low"]) / 2
    steps = (rows[f"{EXCESS}value"].abs() / half).where(rows[f"{EXCESS}sure"], -1.0)
    rows["is_named"] = (steps > 0) & (steps.rank(ascending=False) <= MOST_NAMES)
    return Picture(
        f"value_price_{good}",
        f"What is paid in {good}: worth at the start, over the printed price",
        scatter(
            rows, "sort", "price", "worth_", (f"printed price, {good}", f"worth, {good}"), lines,
            "is_named",
        ),
        f"Worth: the {good} at the start that wins as much as the {card} at the start. Dashed: the "
        f"fair-price line of each kind. Named is what lies off the line of the others beyond "
        "chance: above it too cheap, below it too dear.",
    )  # fmt: skip


def _line(found: CardValues, rows: pd.DataFrame, good: str) -> Line | None:
    if found.lines.empty:
        return None
    kind = rows["kind"].iloc[0]
    own = found.lines[(found.lines["kind"] == kind) & (found.lines["good"] == good)]
    if own.empty:
        return None
    line = own.iloc[0]
    slope = 0.0 if pd.isna(line["slope_value"]) else float(line["slope_value"])
    ends = rows["price"]
    return Line(
        float(line["price"]), float(line["level_value"]), slope,
        float(ends.min()) - 0.3, float(ends.max()) + 0.3,
    )  # fmt: skip
