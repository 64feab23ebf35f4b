"""The fewest changes that meet the requirements of a scenario."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.own_numbers import OBJECTIVE, OwnNumber
from balance.analysis.sensitivity import Trial, owned_by
from balance.report.figures.plots import Series, intervals
from balance.report.number_format import NOTHING, Estimated, number, points
from balance.report.requirement_words import RESULTS, measured_text
from balance.report.section import Finding, KeyFinding, Picture, Robustness, Section, Table
from balance.report.studies.sensitivity import own_text
from balance.report.words import Words
from balance.scenario.requirements import NUMBER, read_condition
from balance.stats.intervals import INTERVAL, Estimate
from balance.stats.verdict import Verdict

WORDS = Words(Path(__file__).with_suffix(".toml"))


def tuned_section(
    rows: pd.DataFrame,
    front: pd.DataFrame,
    chosen: Table | None,
    worse: Sequence[tuple[str, OwnNumber]],
    nearest: pd.DataFrame,
    *,
    tried: int,
    most: int,
    files: Sequence[str],
    stopped: bool,
    may_give: bool,
) -> Section:
    """Return the result of a search for changes, on fresh deals.

    Parameters
    ----------
    rows : DataFrame
        See `requirement_rows`: of the set that is recommended, else of the largest one.
    front : DataFrame
        A row for the game as it is and one for the best set of each size: changes, change, met and
        open (how many requirements), is_worse; the distance as value, low, high; ``gain_``.
    chosen : Table or None
        See `chosen_table`; None if no set is recommended.
    worse : sequence of (str, OwnNumber)
        With the name of the variant, what else the set leaves worse.
    nearest : DataFrame
        See `tuning.tuned_set.nearest`.
    tried, most : int
        How many sets were played, and how many numbers a set might change.
    files : sequence of str
        What was written.
    stopped : bool
        Whether the search was stopped before the test on fresh deals.
    may_give : bool
        Whether seats could start with more, which was not allowed.
    """
    findings = list(
        _findings(rows, front, chosen, worse, nearest, tried, most, files, stopped, may_give)
    )
    several = rows["variant"].nunique() > 1
    drop = [name for name, is_one in (("variant", not several), ("bot", rows["bot"].nunique() < 2))
            if is_one]  # fmt: skip
    tables = [WORDS.table("requirements", rows, drop=drop), chosen, WORDS.table("front", front)]
    heads = _key_findings(findings, rows["bot"].nunique() > 1)
    return WORDS.section(findings, tables, [_picture(front)], heads, name="tuned")


def requirement_rows(before: pd.DataFrame, after: pd.DataFrame, bot: str) -> pd.DataFrame:
    """Return what requirements are before and after changes, in words.

    Parameters
    ----------
    before, after : DataFrame
        See `analysis.requirements.answers`.
    bot : str
        Who plays.

    Returns
    -------
    table : DataFrame
        what, why, variant, bot; before, now, result as texts; was, met as verdicts.
    """
    rows = after[["what", "why"]].assign(variant=after["cell"], bot=bot)
    return rows.assign(
        before=[measured_text(row) for _, row in before.iterrows()],
        now=[measured_text(row) for _, row in after.iterrows()],
        was=before["met"], met=after["met"], result=after["met"].map(RESULTS),
    )  # fmt: skip


def chosen_table(
    trials: Sequence[Trial], settings: Mapping[str, Any], words: Mapping[str, str]
) -> Table:
    """Return the table of what to change.

    Parameters
    ----------
    trials : sequence of Trial
        Of the set, by variant: each number is told of the first in which it changes something.
    settings : mapping
        Of a scenario with the changes.
    words : mapping of str to str
        What each number is changed to, by its key: ``Merchant: cost 4 instead of 2``.
    """
    own: dict[str, OwnNumber] = {}
    for trial in trials:
        for change, one in zip(trial.changes, owned_by(trial), strict=False):
            own.setdefault(change.key, one)
    rows = []
    for change in trials[0].changes:
        sheet, ids, column, *_ = change.key.split(".")
        cell = settings.get(f"{sheet}.{ids.partition('+')[0]}.{column}", NOTHING)
        itself = own.get(change.key)
        text = NOTHING if itself is None else own_text(
            itself.kind, itself.name, _estimated(itself.was), _estimated(itself.now)
        )  # fmt: skip
        rows.append({
            "words": words[change.key], "change": change.text, "was": change.was,
            "now": change.now, "cell": cell, "itself": text,
        })  # fmt: skip
    return WORDS.table("chosen", pd.DataFrame(rows))


def _estimated(estimate: Estimate) -> Estimated:
    return Estimated(*(float(getattr(estimate, part)[0]) for part in INTERVAL))


def _key_findings(findings: list[Finding], is_checked: bool) -> Iterator[KeyFinding]:
    """Yield the first findings; where a second bot played, one of them says what it met."""
    robustness = None if is_checked else Robustness.UNCHECKED
    for rank, finding in enumerate(findings[:3]):
        yield finding.key(
            "requirements", 90 - 10 * rank, robustness, claim=WORDS.claim(finding)
        )  # fmt: skip


def _picture(front: pd.DataFrame) -> Picture:
    sizes = [
        WORDS.text("phrases.size", count=size) if size else WORDS.text("phrases.as_it_is")
        for size in front["changes"]
    ]
    figure = intervals(
        front.assign(size=sizes), "size", [Series("", "")], WORDS.axis("front"), mark=0.0,
        is_share=False, mark_label=WORDS.text("phrases.all_met"),
    )  # fmt: skip
    return WORDS.picture("front", figure)


def _findings(
    rows: pd.DataFrame, front: pd.DataFrame, chosen: Table | None,
    worse: Sequence[tuple[str, OwnNumber]], nearest: pd.DataFrame, tried: int,
    most: int, files: Sequence[str], stopped: bool, may_give: bool,
) -> Iterator[Finding]:  # fmt: skip
    first = rows["bot"] == rows["bot"].iloc[0]
    own, others = rows[first], rows[~first]
    met = {name: int((own[name] == Verdict.YES).sum()) for name in ("was", "met")}
    if stopped:
        yield WORDS.say("stopped", changes=front["change"].iloc[-1])
        return
    if met["was"] == len(own):
        yield WORDS.say("met_already", count=len(own))
        return
    if chosen is None:
        is_worse = bool((front["is_worse"] & (front["gain_low"] > 0)).any())
        yield WORDS.say("none_but_worse") if is_worse else WORDS.say("none", most=most)
    else:
        changes = [WORDS.phrase("of_change", words=words) for words in chosen.frame["words"]]
        facts = {"count": len(chosen.frame), "all": len(own), "changes": changes}
        if met["met"] == len(own):
            yield WORDS.say("all_met", **facts)
        else:
            yield WORDS.say("some_met", met=met["met"], before=met["was"], **facts)
        if not others.empty:
            yield _opinion(others)
    if met["met"] < len(own) and int(front["changes"].max()) == most:
        yield WORDS.say("more", changes=2 * most)
    yield from _unmet(own, nearest, tried)
    if may_give and own["what"][own["met"] != Verdict.YES].str.startswith("seat_").any():
        yield WORDS.say("goods")
    if chosen is None:
        return
    if worse:
        several = rows["variant"].nunique() > 1
        yield WORDS.say("worse", items=[
            WORDS.phrase(
                "of_objective" if one.kind == OBJECTIVE else "of_card", name=one.name,
                was=float(one.was.value[0]), now=float(one.now.value[0]),
                where=f" ({cell})" if several else "",
            )
            for cell, one in worse
        ])  # fmt: skip
    yield WORDS.say("written", files=files)


def _opinion(rows: pd.DataFrame) -> Finding:
    bot, now = rows["bot"].iloc[0], int((rows["met"] == Verdict.YES).sum())
    if now == len(rows):
        return WORDS.say("opinion_met", bot=bot)
    before = int((rows["was"] == Verdict.YES).sum())
    return WORDS.say("opinion", bot=bot, met=now, all=len(rows), before=before)


def _unmet(rows: pd.DataFrame, nearest: pd.DataFrame, tried: int) -> Iterator[Finding]:
    """Yield a sentence on each requirement that is not met, and how near to it any set came."""
    several = rows["variant"].nunique() > 1
    for _, row in rows[rows["met"] != Verdict.YES].iterrows():
        what = f"{row['what']} ({row['variant']})" if several else row["what"]
        facts = {"what": what, "now": row["now"], "before": row["before"]}
        near = nearest[(nearest["what"] == row["what"]) & (nearest["cell"] == row["variant"])]
        if near.empty:
            yield WORDS.say("not_met_by_any", **facts)
            continue
        value, unit = float(near["value"].iloc[0]), read_condition(row["what"]).unit
        text = number(value, 2) if unit == NUMBER else f"{points(value)}{unit}"
        change = near["change"].iloc[0]
        yield WORDS.say("not_met", tried=tried, nearest=text, change=change, **facts)
