"""What the fewest changes would bring, in words, tables and figures."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from balance.analysis.sensitivity import Trial
from balance.report.figures.plots import GREY, Series, intervals
from balance.report.number_format import joined, with_interval
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table
from balance.report.sensitivity import STYLES, aim_text, header_of, in_points
from balance.stats.verdict import Verdict

_SEARCHED = "searched_"


def tuned_section(
    front: pd.DataFrame,
    targets: pd.DataFrame,
    winner: Trial | None,
    cells: Mapping[str, object],
    place: str,
    objective: str,
) -> Section:
    """Return what a search for changes found, as fresh deals see it.

    Parameters
    ----------
    front : DataFrame
        See `tuning.front.front_table`.
    targets : DataFrame
        See `tuning.front.targets_table`: of the winner, or of the largest set without one.
    winner : Trial or None
        The set that was written.
    cells : mapping of str to object
        The cells of sheets that it sets.
    place : str
        Its file.
    objective : str
        What a secret goal is called.
    """
    tables = []
    if winner is not None:
        tables.append(_changes(winner, cells))
    tables.append(_targets(targets, objective))
    tables.append(_front(front, objective))
    told = list(_told(front, targets, winner, place))
    return Section(
        name="tuned",
        title="The fewest changes",
        finding="\n".join(told),
        tables=tuple(tables),
        pictures=(_picture(front),),
        verdicts=tuple(
            KeyFinding(text, table, 90 - 10 * rank)
            for rank, (text, table) in enumerate(zip(told, ("front", "targets"), strict=False))
        ),
    )


def _changes(winner: Trial, cells: Mapping[str, object]) -> Table:
    rows = []
    for change in winner.changes:
        sheet, ids, column, *_ = change.key.split(".")
        cell = cells[f"{sheet}.{ids.partition('+')[0]}.{column}"]
        rows.append({"change": change.text, "was": change.was, "now": change.now, "cell": cell})
    columns = (Column("number", "change"), Column("the cell then", "cell", is_brief=False))
    return Table("chosen", "What to change", pd.DataFrame(rows), columns, is_lead=True)


def _targets(targets: pd.DataFrame, objective: str) -> Table:
    rows = targets.assign(
        what=[title.replace("objective", objective or "objective") for title in targets["title"]],
        aim=[
            aim_text(row["measure"], row["aim_low"], row["aim_high"])
            for _, row in targets.iterrows()
        ],
        before=[_written(row, "before_") for _, row in targets.iterrows()],
        after=[_written(row, "after_") for _, row in targets.iterrows()],
    )
    columns = (
        Column("target", "what"),
        Column("aimed at", "aim"),
        Column("as it is", "before"),
        Column("with the changes", "after"),
        Column("is it met", "met"),
    )
    note = "On deals that the search has not seen, the same before and after."
    return Table("targets", "Targets", rows, columns, note, is_lead=True, file=targets)


def _front(front: pd.DataFrame, objective: str) -> Table:
    shown = front
    for prefix in ("", "gain_", _SEARCHED):
        shown = in_points(shown, prefix)
    measured = [name for name in STYLES if f"{name}_value" in front]
    columns = (
        Column("changes", "changes", Style.COUNT),
        Column("index", "", Style.SPREAD, told="How far the game is from the target; 0 is met."),
        Column(
            "change of the index", "gain_", Style.POINTS,
            told="The index with the changes less the index as it is, on the same deals.",
        ),
        Column(
            "in the search", _SEARCHED, Style.SPREAD, is_brief=False,
            told="The index on the deals that the set was chosen by: too good on average.",
        ),
        *(
            Column(header_of(name, objective), f"{name}_", STYLES[name][0], is_brief=False)
            for name in measured
        ),
        Column("targets", "met"),
        Column("what", "change", is_brief=False),
    )  # fmt: skip
    note = "The best set of each size that was found, tested on fresh deals."
    return Table("front", "Improvement against the number of changes", shown, columns, note,
                 file=front)  # fmt: skip


def _picture(front: pd.DataFrame) -> Picture:
    rows = front.assign(
        size=[
            "as it is" if size == 0 else f"{size} change{'s' if size > 1 else ''}"
            for size in front["changes"]
        ]
    )
    drawn = intervals(
        rows, "size", [Series("", "fresh deals"), Series(_SEARCHED, "in the search", GREY)],
        "balance index: how far from the target", mark=0.0, is_share=False, mark_label="target met",
    )  # fmt: skip
    return Picture(
        "front", "Improvement against the number of changes", drawn,
        "The balance index of the best set of each size, on fresh deals and in the search, with "
        "95% intervals; 0 is the target.",
    )  # fmt: skip


def _told(
    front: pd.DataFrame, targets: pd.DataFrame, winner: Trial | None, place: str
) -> Iterator[str]:
    if front["met"].iloc[0] == Verdict.YES:
        yield "All targets are met as it is: no change is needed."
    if winner is None:
        yield "No set of changes is shown to bring the game nearer to the target; none is written."
        return
    row = in_points(front[front["change"] == winner.text], "gain_").iloc[0]
    gain = {"value": -row["gain_value"], "low": -row["gain_high"], "high": -row["gain_low"]}
    size = len(winner.changes)
    yield (
        f"{size} change{'s' if size > 1 else ''} lower{'s' if size == 1 else ''} the balance index "
        f"by {with_interval(gain, '', Style.SPREAD)} on fresh deals: {winner.text}."
    )
    yield _verdict(targets)
    yield f"The changed game is {place}."


def _verdict(targets: pd.DataFrame) -> str:
    by = {met: list(targets.loc[targets["met"] == met, "measure"]) for met in Verdict}
    if not by[Verdict.NO] and not by[Verdict.UNDECIDED]:
        return "All targets are met."
    texts = []
    if by[Verdict.NO]:
        texts.append(f"not met: {joined(by[Verdict.NO])}")
    if by[Verdict.UNDECIDED]:
        texts.append(f"not yet known: {joined(by[Verdict.UNDECIDED])}")
    if by[Verdict.YES]:
        texts.append(f"met: {joined(by[Verdict.YES])}")
    return f"Of the targets, {'; '.join(texts)}."


def _written(row: Mapping[str, Any] | pd.Series, prefix: str) -> str:
    return with_interval(row, prefix, STYLES[row["measure"]][0])
