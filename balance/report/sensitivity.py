"""What changes of numbers would do, in words, tables and figures."""

from collections.abc import Iterator, Sequence

import pandas as pd

from balance.analysis.balance_index import (
    DUKE_SPREAD,
    MEAN_ROUNDS,
    MEASURES,
    NEVER_BOUGHT,
    SEAT_EFFECT,
    SEAT_GAP,
)
from balance.report.figures.plots import BLUE, ORANGE, Series, intervals
from balance.report.number_format import NOTHING, number, percent, points, with_interval
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table

MOST = 12  # changes that are told of from either end

_RESTS_ON = ("balance", "helps", "harms")  # the tables of the sentences told

# Of each measure: how it is written, and how a difference of it is.
STYLES = {
    DUKE_SPREAD: (Style.SPREAD, Style.POINTS),
    SEAT_EFFECT: (Style.SPREAD, Style.POINTS),
    SEAT_GAP: (Style.SPREAD, Style.POINTS),
    NEVER_BOUGHT: (Style.PERCENT, Style.POINTS),
    MEAN_ROUNDS: (Style.MEAN, Style.CHANGE),
}
_HEADERS = {
    DUKE_SPREAD: "{objective} spread, pp",
    SEAT_EFFECT: "seat effect, pp",
    SEAT_GAP: "seat gap, pp",
    NEVER_BOUGHT: "never bought, pp",
    MEAN_ROUNDS: "rounds",
}


def sensitivity_section(
    balance: pd.DataFrame,
    changes: pd.DataFrame,
    refused: Sequence[str],
    objective: str,
) -> Section:
    """Return what each change of a number does.

    Parameters
    ----------
    balance : DataFrame
        See `analysis.sensitivity.balance_table`.
    changes : DataFrame
        See `analysis.sensitivity.changes_table`.
    refused : sequence of str
        The changes that cannot be made.
    objective : str
        What a secret goal is called.
    """
    columns = changes_columns(changes, objective)
    drawn = in_points(changes)
    falls = drawn[drawn["value"] < 0].head(MOST)
    rises = drawn[drawn["value"] > 0].iloc[::-1].head(MOST)
    note = (
        "What stands at the top of many was lucky as well: its gain is a little too large. "
        "`balance tune-cards` tests it on fresh deals."
    )
    tables = [balance_shown(balance, objective)]
    if not falls.empty:
        tables.append(Table("helps", "What would help most", falls, columns, note, is_lead=True))
    if not rises.empty:
        tables.append(Table("harms", "What would harm most", rises, columns, is_lead=True))
    title = f"All {len(changes)} changes"
    tables.append(Table("changes", title, drawn, columns, is_folded=True, file=changes))
    told = list(_told(balance, drawn))
    return Section(
        name="sensitivity",
        title="What each number does",
        finding="\n".join(told),
        tables=tuple(tables),
        pictures=tuple(_pictures(falls, rises)),
        warning=_warning(changes, refused),
        verdicts=tuple(
            KeyFinding(text, table, 90 - 10 * rank)
            for rank, (text, table) in enumerate(zip(told, _RESTS_ON, strict=False))
        ),
    )


def in_points(table: pd.DataFrame, prefix: str = "") -> pd.DataFrame:
    """Return a table with the index as a share of 100 points, as percentage points are written."""
    names = [f"{prefix}{part}" for part in ("value", "low", "high")]
    return table.assign(**{name: table[name] / 100 for name in names})


def changes_columns(changes: pd.DataFrame, objective: str) -> tuple[Column, ...]:
    """Return the columns in which changes are shown: the index, then the measures there are."""
    measured = [name for name in MEASURES if f"{name}_value" in changes]
    return (
        Column("change", "change"),
        Column(
            "index", "", Style.POINTS, sure="is_sure",
            told="The balance index with the change less the index without; below 0 is better.",
        ),
        Column("q", "q", Style.SURPRISE, is_brief=False),
        *(
            Column(header_of(name, objective), f"{name}_", STYLES[name][1], is_brief=place == 0)
            for place, name in enumerate(measured)
        ),
        Column("games", "games", Style.COUNT),
    )  # fmt: skip


def balance_shown(balance: pd.DataFrame, objective: str) -> Table:
    """Return the table of what the index is made of."""
    rows = in_points(balance, "part_").assign(
        what=[title.replace("objective", objective or "objective") for title in balance["title"]],
        stands=[
            NOTHING
            if row["measure"] == "index"
            else with_interval(row, "", STYLES[row["measure"]][0])
            for _, row in balance.iterrows()
        ],
        aim=[_aim(row) for _, row in balance.iterrows()],
        weighs=[NOTHING if pd.isna(weight) else f"{weight:g}" for weight in balance["weight"]],
    )
    columns = (
        Column("measure", "what"),
        Column("is", "stands"),
        Column("aimed at", "aim"),
        Column("weight", "weighs"),
        Column("adds to the index", "part_", Style.SPREAD),
    )
    note = (
        "The index is the sum of how far each measure is from what is aimed at: in points of win "
        "rate, tenths of the cards, rounds; times its weight."
    )
    return Table("balance", "The balance index", rows, columns, note, is_lead=True, file=balance)


def aim_text(measure: str, low: float, high: float) -> str:
    """Return what is aimed at, as a target file says it: ``< 3pp``, ``10..16``."""

    def text(value: float) -> str:
        if measure == MEAN_ROUNDS:
            return number(value).removesuffix(".0")
        if measure == NEVER_BOUGHT:
            return percent(value).replace(".0%", "%")
        return f"{points(value).removesuffix('.0')}pp"

    if high == 0:
        return "0"
    if low == float("-inf"):
        return f"< {text(high)}"
    if high == float("inf"):
        return f"> {text(low)}"
    return f"{text(low)}..{text(high)}"


def _aim(row: pd.Series) -> str:
    if row["measure"] == "index":
        return "0"
    return aim_text(row["measure"], row["aim_low"], row["aim_high"])


def header_of(measure: str, objective: str) -> str:
    """Return the head of a column with differences of a measure."""
    return _HEADERS[measure].format(objective=objective or "objective")


def _told(balance: pd.DataFrame, changes: pd.DataFrame) -> Iterator[str]:
    total = in_points(balance, "part_").iloc[-1]
    games = int(changes["games"].sum())
    yield (
        f"The balance index is {with_interval(total, 'part_', Style.SPREAD)}; 0 is what is aimed "
        f"at. {len(changes)} changes of a number by themselves, {games:,} games in all."
    )
    sure = changes[changes["is_sure"]]
    better, worse = sure[sure["value"] < 0], sure[sure["value"] > 0]
    if better.empty:
        yield "No change is shown to lower the balance index."
    else:
        best = better.iloc[0]
        yield (
            f"{_several(len(better), 'lower')} the index beyond chance; the most: "
            f"{best['change']}, by {with_interval(_turned(best), '', Style.SPREAD)}."
        )
    if not worse.empty:
        worst = worse.iloc[-1]
        yield (
            f"{_several(len(worse), 'raise')} the index beyond chance; the most: "
            f"{worst['change']}, by {with_interval(worst, '', Style.SPREAD)}."
        )


def _several(count: int, verb: str) -> str:
    return f"1 change {verb}s" if count == 1 else f"{count} changes {verb}"


def _turned(row: pd.Series) -> dict[str, float]:
    """Return a fall as a positive amount."""
    return {"value": -row["value"], "low": -row["high"], "high": -row["low"]}


def _warning(changes: pd.DataFrame, refused: Sequence[str]) -> str:
    texts = []
    if changes["low"].isna().all():
        texts.append("Too few games: nothing can be said of differences.")
    if refused:
        few = ", ".join(refused[:3]) + (" ..." if len(refused) > 3 else "")
        texts.append(f"The game cannot be played with {len(refused)} changes: {few}")
    return " ".join(texts)


def _pictures(falls: pd.DataFrame, rises: pd.DataFrame) -> Iterator[Picture]:
    for name, title, rows, colour in (
        ("helps", "What would help most", falls, BLUE),
        ("harms", "What would harm most", rises, ORANGE),
    ):
        known = rows[rows["low"].notna()]
        if known.empty:
            continue
        scaled = known.assign(**{part: known[part] * 100 for part in ("value", "low", "high")})
        drawn = intervals(
            scaled, "change", [Series("", colour=colour)],
            "balance index with the change, less without", mark=0.0, is_share=False,
            mark_label="as it is", is_wide=True,
        )  # fmt: skip
        yield Picture(
            name, title, drawn,
            "By how much each change lowers or raises the balance index, with its 95% interval; "
            "left of the line the game is nearer to what is aimed at.",
        )  # fmt: skip
