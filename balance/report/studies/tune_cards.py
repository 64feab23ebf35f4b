"""The fewest changes of numbers that reach a target."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pandas as pd

from balance.analysis.own_numbers import own_number
from balance.analysis.sensitivity import Trial
from balance.report.figures.plots import Series, intervals
from balance.report.figures.shapes import GREY
from balance.report.number_format import NOTHING, Estimated, estimated, with_interval
from balance.report.section import Finding, KeyFinding, Picture, Section, Table
from balance.report.studies.sensitivity import (
    STYLES,
    aim_text,
    in_points,
    measure_columns,
    measure_names,
    own_text,
)
from balance.report.words import Words
from balance.stats.intervals import INTERVAL, Estimate
from balance.stats.verdict import Verdict

WORDS = Words(Path(__file__).with_suffix(".toml"))
SEARCHED = "searched_"


def tuned_section(
    front: pd.DataFrame,
    targets: pd.DataFrame,
    winner: Trial | None,
    cells: Mapping[str, object],
    place: str,
    objective: str,
) -> Section:
    """Return the result of a search for changes, on fresh deals.

    Parameters
    ----------
    front : DataFrame
        See `tuning.pareto.front_table`.
    targets : DataFrame
        See `tuning.pareto.targets_table`: of the winner, or of the largest set without one.
    winner : Trial or None
        The set that was written.
    cells : mapping of str to object
        The cells of sheets that it sets.
    place : str
        Its file.
    objective : str
        What the game calls a secret objective.
    """
    tables = [
        None if winner is None else _changes(winner, cells),
        _targets(targets, objective),
        _front(front, objective),
    ]
    findings = list(_findings(front, targets, winner, place, objective))
    return WORDS.section(findings, tables, [_picture(front)], _key_findings(findings), name="tuned")


def _key_findings(findings: list[Finding]) -> Iterator[KeyFinding]:
    for rank, (finding, table) in enumerate(zip(findings, ("front", "targets"), strict=False)):
        yield finding.key(table, 90 - 10 * rank, claim=WORDS.claim(finding))


def _changes(winner: Trial, cells: Mapping[str, object]) -> Table:
    rows = []
    for change in winner.changes:
        sheet, ids, column, *_ = change.key.split(".")
        cell = cells[f"{sheet}.{ids.partition('+')[0]}.{column}"]
        own = own_number(change, winner.match, winner.base, winner.sums)
        itself = "" if own is None else own_text(
            own.kind, own.name, Estimated(*_ends(own.was)), Estimated(*_ends(own.now))
        )  # fmt: skip
        rows.append(
            {
                "change": change.text, "was": change.was, "now": change.now, "cell": cell,
                "itself": itself or NOTHING,
            }
        )  # fmt: skip
    return WORDS.table("chosen", pd.DataFrame(rows))


def _ends(estimate: Estimate) -> list[float]:
    return [float(getattr(estimate, part)[0]) for part in INTERVAL]


def _targets(targets: pd.DataFrame, objective: str) -> Table:
    rows = targets.assign(
        what=measure_names(targets["title"], objective),
        aim=[
            aim_text(row["measure"], row["aim_low"], row["aim_high"])
            for _, row in targets.iterrows()
        ],
        **{
            name: [
                with_interval(row, f"{name}_", STYLES[row["measure"]])
                for _, row in targets.iterrows()
            ]
            for name in ("before", "after")
        },
    )
    return WORDS.table("targets", rows, file=targets)


def _front(front: pd.DataFrame, objective: str) -> Table:
    rows = front
    for prefix in ("", "gain_", SEARCHED):
        rows = in_points(rows, prefix)
    columns = [
        replace(column, style=STYLES[column.name.removesuffix("_")], is_brief=False)
        for column in measure_columns(front, objective)
    ]
    return WORDS.table("front", rows, file=front, more=columns)


def _picture(front: pd.DataFrame) -> Picture:
    sizes = [
        WORDS.text("phrases.size", count=size) if size else WORDS.text("phrases.as_it_is")
        for size in front["changes"]
    ]
    series = [
        Series("", WORDS.text("phrases.fresh")),
        Series(SEARCHED, WORDS.text("phrases.searched"), GREY),
    ]
    figure = intervals(
        front.assign(size=sizes), "size", series, WORDS.axis("front"), mark=0.0, is_share=False,
        mark_label=WORDS.text("phrases.target_met"),
    )  # fmt: skip
    return WORDS.picture("front", figure)


def _findings(
    front: pd.DataFrame, targets: pd.DataFrame, winner: Trial | None, place: str, objective: str
) -> Iterator[Finding]:
    if front["met"].iloc[0] == Verdict.YES:
        yield WORDS.say("met_already")
    if winner is None:
        is_worse = bool((front["is_worse"] & (front["gain_high"] < 0)).any())
        yield WORDS.say("none_but_worse" if is_worse else "none")
        return
    row = in_points(front[front["change"] == winner.text], "gain_").iloc[0]
    gain = -estimated(row, "gain_")
    yield WORDS.say("gain", count=len(winner.changes), gain=gain, changes=winner.text)
    yield _of_targets(targets, objective)
    yield WORDS.say("written", place=place)


def _of_targets(targets: pd.DataFrame, objective: str) -> Finding:
    names = pd.Series(measure_names(targets["title"], objective), targets.index)
    by = {met: list(names[targets["met"] == met]) for met in Verdict}
    if not by[Verdict.NO] and not by[Verdict.UNDECIDED]:
        return WORDS.say("all_met")
    phrases = {Verdict.NO: "not_met", Verdict.UNDECIDED: "open", Verdict.YES: "met"}
    parts = [WORDS.phrase(name, measures=by[met]) for met, name in phrases.items() if by[met]]
    return WORDS.say("targets", parts=parts)
