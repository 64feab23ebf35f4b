"""The finding of a comparison, in lines."""

import pandas as pd

from balance.analysis.comparison.differences import FEW_CELLS, HEADLINES
from balance.analysis.metrics.fold_sums import FOLDS
from balance.engine.game import Game
from balance.report.nouns import capital, copies, counted, counted_one, plural
from balance.report.number_format import cell_of, joined, with_interval
from balance.report.section import Column, Style

MOST_TOLD = 3  # of two cells: the surest differences
_TOLD = ("player", "first", "rounds", "spread dealt")  # of many cells; of two, if not established


def finding_of(rows: pd.DataFrame, axes: pd.DataFrame, cells: int, game: Game, bar: str) -> str:
    """Return what differs and what does not, a line each.

    Parameters
    ----------
    rows : DataFrame
        See `comparison.differences`.
    axes : DataFrame
        See `comparison.along_axes`.
    cells : int
    game : Game
    bar : str
        What the win rate of a secret goal is held against.
    """
    judged = rows[rows["topic"].isin(HEADLINES)]
    if judged["p"].isna().all():
        return (
            f"There are too few deals to say what differs: below {FOLDS} deals a cell there are "
            "no intervals of differences."
        )
    if cells == 2:
        lines = [*_of_two(judged), *_of_pieces(rows, game, bar)]
        return "\n".join(lines)
    lines = _of_axes(axes) if not axes.empty else _of_extremes(judged)
    compared = "any two" if cells <= FEW_CELLS else "the first and each other"
    known = int((judged["verdict"] == "established").sum())
    return "\n".join([
        *lines,
        f"Of {len(judged)} differences of headline numbers between {compared} of {cells} cells, "
        f"{known} are established.",
    ])  # fmt: skip


def sentences_of(rows: pd.DataFrame, axes: pd.DataFrame, cells: int) -> list[str]:
    """Return what differs as sentences that stand for themselves; none with too few deals."""
    judged = rows[rows["topic"].isin(HEADLINES)]
    if judged["p"].isna().all():
        return []
    if cells > 2:
        return _of_axes(axes) if not axes.empty else _of_extremes(judged)
    first, second = judged[["first", "second"]].iloc[0]
    known = judged[judged["verdict"] == "established"]
    if known.empty:
        return _of_two(judged)[:1]
    return [
        f'From "{first}" to "{second}" {len(known)} of {len(judged)} headline numbers change '
        f"beyond chance, most surely {_change(known.iloc[0])}."
    ]


def _of_two(judged: pd.DataFrame) -> list[str]:
    first, second = judged[["first", "second"]].iloc[0]
    known = judged[judged["verdict"] == "established"]
    others = judged[(judged["verdict"] != "established") & judged["key"].isin(_TOLD)]
    if known.empty:
        lines = [f'No headline number of "{second}" differs from "{first}" beyond chance.']
    else:
        told = "; ".join(_change(row) for _, row in known.head(MOST_TOLD).iterrows())
        lines = [
            f"{len(known)} of {len(judged)} headline numbers change beyond chance from "
            f'"{first}" to "{second}".',
            f"Most surely: {told}.",
        ]
    if not others.empty:
        told = "; ".join(_change(row, doubt="") for _, row in others.iterrows())
        lines.append(f"Not established: {told}.")
    return lines


def _of_pieces(rows: pd.DataFrame, game: Game, bar: str) -> list[str]:
    """Return a line each for objectives and cards: the one that changes most."""
    lines = []
    goal = game.objective or "objective"
    for topic, thing, things, what in (
        ("dealt", goal, plural(goal), f"win rate over {bar} when dealt"),
        ("copies", counted_one(game), counted(game), f"{copies(game)} in a game"),
    ):
        mine = rows[(rows["topic"] == topic) & rows["p"].notna()]
        known = mine[mine["verdict"] == "established"]
        if mine.empty:
            continue
        if known.empty:
            lines.append(f"No {thing} changes in {what} beyond chance.")
            continue
        most = known.iloc[int(known["value"].abs().argmax())]
        lines.append(
            f"{capital(things)}: {len(known)} of {len(mine)} change in {what}, most "
            f"{_change(most)}."
        )
    return lines


def _of_axes(axes: pd.DataFrame) -> list[str]:
    """Return a line for each axis: the largest difference of each number along it."""
    lines = []
    for axis in axes.sort_values("place")["axis"].drop_duplicates():
        mine = axes[axes["axis"] == axis]
        has_many = mine["second"].nunique() > 1
        found = [_largest(mine[mine["key"] == key]) for key in _TOLD]
        told, doubtful = [], []
        for most in found:
            if most is None:
                continue
            if most["verdict"] == "established":
                told.append(f"{_change(most)}{_instead(most) if has_many else ''}")
            else:
                doubtful.append(f"{most['measure']} ({_size(most)})")
        if doubtful:
            told.append(f"no difference is established in {joined(doubtful)}")
        head = axis if has_many else f"{axis}{_instead(mine.iloc[0])}"
        lines.append(f"{capital(head)}: {'; '.join(told)}.")
    return lines


def _instead(row: pd.Series) -> str:
    return f", {row['second']} instead of {row['first']}"


def _of_extremes(judged: pd.DataFrame) -> list[str]:
    """Return a line for each number: between which two cells it differs most."""
    lines = []
    for key in _TOLD:
        most = _largest(judged[judged["key"] == key])
        if most is None:
            continue
        name = capital(str(most["measure"]))
        if most["verdict"] != "established":
            lines.append(f"{name}: no difference is established; the largest is {_size(most)}.")
            continue
        was, now = (cell_of(most, Column("", of, Style.VALUE)).text for of in ("was", "now"))
        lines.append(
            f'{name}: {was} in "{most["first"]}", {now} in "{most["second"]}", the largest '
            f"difference ({_size(most)})."
        )
    return lines


def _largest(rows: pd.DataFrame) -> pd.Series | None:
    """Return the largest difference that is established, or the largest of all."""
    rows = rows[rows["p"].notna()]
    known = rows[rows["verdict"] == "established"]
    some = rows if known.empty else known
    return None if some.empty else some.iloc[int(some["value"].abs().argmax())]


def _change(row: pd.Series, doubt: str = ", not established") -> str:
    """Say a difference: rounds 7.03 to 7.39 (+0.36 [+0.34, +0.38])."""
    was, now = (cell_of(row, Column("", of, Style.VALUE)).text for of in ("was", "now"))
    if row["verdict"] == "established":
        doubt = ""
    return f"{row['measure']} {was} to {now} ({_size(row)}{doubt})"


def _size(row: pd.Series) -> str:
    unit = "" if row["unit"] == "number" else " points"
    return f"{with_interval(row, '', Style.SHIFT)}{unit}"
