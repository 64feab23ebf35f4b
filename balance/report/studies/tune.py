"""The fewest changes that meet the requirements of a scenario."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.own_numbers import OBJECTIVE, OwnNumber
from balance.analysis.requirements import real_harm
from balance.analysis.sensitivity import Trial, owned_by
from balance.report.figures.plots import Series, intervals
from balance.report.number_format import NOTHING, Estimated, estimated, number, points
from balance.report.requirement_words import RESULTS, measured_text
from balance.report.section import Finding, KeyFinding, Picture, Robustness, Section, Table
from balance.report.studies.sensitivity import own_text
from balance.report.words import Words
from balance.scenario.requirements import NUMBER, read_condition
from balance.stats.intervals import INTERVAL, Estimate
from balance.stats.verdict import Verdict

WORDS = Words(Path(__file__).with_suffix(".toml"))
_LAST = [Verdict.NO, Verdict.UNDECIDED, Verdict.YES]  # what is met is shown last
_UNSHOWN = ["worse", "times", "harm_value", "harm_low", "harm_high"]  # said in sentences
MOST_NEAREST = 3  # requirements of which it is said how near any set came
MOST_WORSE = 3  # things that are left worse and named
MOST_PASSED = 2  # sets of which it is said why they are not advised
LEAST_TIMES = 1.5  # the games: fewer more would hardly be worth it
MOST_TIMES = 50  # the games: with more, how many would decide is no more than a guess


def tuned_section(
    rows: pd.DataFrame,
    front: pd.DataFrame,
    chosen: Table | None,
    worse: Sequence[tuple[str, OwnNumber]],
    nearest: pd.DataFrame,
    *,
    passed: pd.DataFrame,
    tried: int,
    most: int,
    games: int,
    files: Sequence[str],
    lines: Sequence[tuple[str, str, str]] = (),
    stopped: bool,
    left_out: pd.DataFrame,
    rivals: tuple[int, int, int] | None = None,
) -> Section:
    """Return the result of a search for changes, on fresh deals.

    Parameters
    ----------
    rows : DataFrame
        See `requirement_rows`: of the set that is recommended, else of the largest one.
    front : DataFrame
        See `tuning.tuned_set.front_table`.
    chosen : Table or None
        See `chosen_table`; None if no set is recommended.
    worse : sequence of (str, OwnNumber)
        With the name of the variant, what else the set leaves worse.
    nearest : DataFrame
        See `tuning.tuned_set.nearest`.
    passed : DataFrame
        See `tuning.tuned_set.passed_over`.
    tried, most : int
        How many sets were played, and how many numbers a set might change.
    games : int
        Of each change in the search.
    files : sequence of str
        What was written.
    lines : sequence of (str, str, str)
        Of each changed line of a sheet, its file and the line before and after.
    stopped : bool
        Whether the search was stopped before the test on fresh deals.
    left_out : DataFrame
        Like `nearest`, of numbers that may not change; empty if there are none.
    rivals : (int, int, int), optional
        Other sets that were played of so few changes, of fewer where all is met; how many of them
        may be better; and of how many changes they are at most.
    """
    findings = list(_findings(
        rows, front, chosen, worse, nearest, passed, tried, most, files, stopped, left_out,
        games, rivals,
    ))  # fmt: skip
    rows = rows.iloc[np.argsort(rows["met"].map(_LAST.index), kind="stable")]
    bots, drop = _bots(rows), () if rows["variant"].nunique() > 1 else ("variant",)
    own, others = _by_bot(rows)
    tables = [
        WORDS.table("requirements", own, drop=drop, file=rows.drop(columns=_UNSHOWN)),
        chosen,
        _sheets_table(lines) if lines else None,
        None if others.empty else WORDS.table(
            "requirements_checked", others[["what", "variant", "before", "now", "result", "met"]],
            drop=drop, bot=others["bot"].iloc[0],
        ),
        WORDS.table(
            "front", front, drop=() if "second_value" in front else ("second_",),
            own=bots["own"], bot=bots["bot"],
        ),
    ]  # fmt: skip
    heads = _key_findings(findings, not others.empty)
    return WORDS.section(findings, tables, [_picture(front)], heads, name="tuned")


def requirement_rows(before: pd.DataFrame, after: pd.DataFrame, bot: str) -> pd.DataFrame:
    """Return what requirements are before and after changes, in words.

    Parameters
    ----------
    before, after : DataFrame
        See `tuning.tuned_set.TunedSet`.
    bot : str
        Who plays.

    Returns
    -------
    table : DataFrame
        what, why, variant, bot; before, now, result as texts; was, met as verdicts; worse, whether
        it is clearly farther from what is required, and harm_value, harm_low, harm_high, by how
        much; times, about how many times the deals would
        decide, nan if decided or unknown.
    """
    rows = after[["what", "why"]].assign(variant=after["cell"], bot=bot)
    return rows.assign(
        before=[measured_text(row) for _, row in before.iterrows()],
        now=[measured_text(row) for _, row in after.iterrows()],
        was=before["met"], met=after["met"], result=after["met"].map(RESULTS),
        **after[[f"harm_{end}" for end in INTERVAL]], worse=real_harm(after),
        times=after["needed"] / after["deals"],
    )  # fmt: skip


def _sheets_table(lines: Sequence[tuple[str, str, str]]) -> Table:
    rows = [(file, f"{sign} {line}") for file, *both in lines
            for sign, line in zip("-+", both, strict=True)]  # fmt: skip
    return WORDS.table("sheets", pd.DataFrame(rows, columns=["file", "line"]))


def _by_bot(rows: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the rows of the bot that plays, and of the one that checks, perhaps none."""
    is_own = rows["bot"] == rows["bot"].iloc[0]
    return rows[is_own], rows[~is_own]


def _bots(rows: pd.DataFrame) -> dict[str, str]:
    """Return the names of both bots, by the words of sentences."""
    own, *others = rows["bot"].unique()
    return {"own": own, "bot": others[0] if others else ""}


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
    worse = [finding.facts["bot"] for finding in findings if finding.name == "made_worse"]
    for rank, finding in enumerate(findings[:3]):
        claim = WORDS.claim(finding)
        if worse and rank == 0:
            claim = WORDS.text("claims.but_worse", claim=claim, bot=worse[0])
        yield finding.key("requirements", 90 - 10 * rank, robustness, claim=claim)


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
    worse: Sequence[tuple[str, OwnNumber]], nearest: pd.DataFrame, passed: pd.DataFrame,
    tried: int, most: int, files: Sequence[str], stopped: bool, left_out: pd.DataFrame, games: int,
    rivals: tuple[int, int, int] | None,
) -> Iterator[Finding]:  # fmt: skip
    own, others = _by_bot(rows)
    met = {name: int((own[name] == Verdict.YES).sum()) for name in ("was", "met")}
    if stopped:
        yield WORDS.say("stopped", changes=front["words"].iloc[-1])
        return
    if bool((rows["was"] == Verdict.YES).all()):
        yield WORDS.say("met_already", count=len(own))
        return
    bots = _bots(rows)
    if chosen is None:
        is_worse = bool((front["is_worse"] & (front["gain_low"] > 0)).any())
        yield WORDS.say("none_but_worse") if is_worse else WORDS.say("none", most=most)
        yield from _by_both(front, bots)
    else:
        changes = [WORDS.phrase("of_change", words=words) for words in chosen.frame["words"]]
        facts = {"count": len(chosen.frame), "all": len(own), "changes": changes}
        if met["met"] == len(own):
            yield WORDS.say("all_met", before=met["was"], **facts)
        else:
            open_ = int((own["met"] == Verdict.UNDECIDED).sum())
            form = "some_open" if open_ else "some_met"
            yield WORDS.say(form, met=met["met"], before=met["was"], open=open_, **facts)
        if not others.empty:
            yield _opinion(others)
        yield from _by_both(front, bots)
        for some in (own, others):
            yield from _made_worse(some)
        if rivals is not None and rivals[0]:
            count, better, size = rivals
            form = "rivals" if better else "no_rival"
            yield WORDS.say(form, count=count, better=better, size=size)
    for _, row in passed.tail(MOST_PASSED).iterrows():
        yield _passed_over(row, bots)
    if met["met"] < len(own) and int(front["changes"].max()) == most:
        yield WORDS.say("more", changes=2 * most)
    now = "" if chosen is None else "; ".join(chosen.frame["words"])
    yield from _unmet(own, nearest, left_out, tried, games, now)
    if chosen is None:
        return
    if worse:
        several = rows["variant"].nunique() > 1
        yield WORDS.say("worse", more=max(len(worse) - MOST_WORSE, 0), items=[
            WORDS.phrase(
                "of_objective" if one.kind == OBJECTIVE else "of_card", name=one.name,
                was=float(one.was.value[0]), now=float(one.now.value[0]),
                where=f" ({cell})" if several else "",
            )
            for cell, one in worse[:MOST_WORSE]
        ])  # fmt: skip
    yield WORDS.say("written", files=files)


def _by_both(front: pd.DataFrame, bots: Mapping[str, str]) -> Iterator[Finding]:
    """Yield how far both bots are with the set that is chosen, else with the best for both."""
    if "second_value" not in front:
        return
    before, after = front.iloc[0], front[front["changes"] > 0]
    worst = after[["value", "second_value"]].max(axis=1)
    one = after.iloc[int(np.where(after["is_chosen"], -1.0, worst).argmin())]
    ends = {
        "first": estimated(one), "second": estimated(one, "second_"),
        "first_was": float(before["value"]), "second_was": float(before["second_value"]),
    }  # fmt: skip
    form = "both" if one["is_chosen"] else "neither"
    yield WORDS.say(form, count=len(after), words=one["words"], **bots, **ends)


def _passed_over(row: pd.Series, bots: Mapping[str, str]) -> Finding:
    """Return why a set with which the first bot is nearer is not advised."""
    facts = {"count": row["changes"], "words": row["words"], "what": row["what"], **bots}
    ends = estimated(row)
    if row["why"] == "second":
        return WORDS.say("passed_second", farther=ends, **facts)
    if row["why"] == "own":
        return WORDS.say("passed_own", now=ends.value, **facts)
    if row["why"] == "enough":
        return WORDS.say("passed_enough", **facts)
    return WORDS.say("passed_close", nearer=ends, **facts)


def _amount(what: str, harm: Estimated) -> str:
    """Return an amount of a requirement's measure with its interval: ``2.1 [1.2, 3.0] points``."""
    is_number = read_condition(what).unit == NUMBER
    value, low, high = (number(one, 2) if is_number else points(one) for one in harm)
    amount = f"{value} [{low}, {high}]"
    return amount if is_number else WORDS.text("phrases.in_points", written=amount)


def _made_worse(rows: pd.DataFrame) -> Iterator[Finding]:
    """Yield which requirements are clearly farther from being met than as it is."""
    worse = rows[rows["worse"]]
    if not worse.empty:
        items = [
            WORDS.phrase(
                "of_requirement",
                harm=_amount(row["what"], estimated(row, "harm_")),
                **row[["what", "now", "before"]],
            )
            for _, row in worse.iterrows()
        ]
        yield WORDS.say("made_worse", bot=worse["bot"].iloc[0], items=items)


def _opinion(rows: pd.DataFrame) -> Finding:
    bot, now = rows["bot"].iloc[0], int((rows["met"] == Verdict.YES).sum())
    if now == len(rows):
        return WORDS.say("opinion_met", bot=bot)
    before = int((rows["was"] == Verdict.YES).sum())
    return WORDS.say("opinion", bot=bot, met=now, all=len(rows), before=before)


def _unmet(
    rows: pd.DataFrame, nearest: pd.DataFrame, left_out: pd.DataFrame, tried: int, games: int,
    now: str,
) -> Iterator[Finding]:  # fmt: skip
    """Yield what is not met, how near to it any set came, and what is not yet known.

    Parameters
    ----------
    now : str
        The chosen set, in words.
    """
    several = rows["variant"].nunique() > 1
    where = [f" ({one})" if several else "" for one in rows["variant"]]
    rows = rows.assign(named=rows["what"] + where)
    unmet = rows[rows["met"] == Verdict.NO]
    if not unmet.empty:
        yield WORDS.say("not_met", items=_items(unmet))
    places = {tuple(row[["what", "variant"]]): row["named"] for _, row in unmet.iterrows()}
    known = [(row["what"], row["cell"]) for _, row in nearest.iterrows()]
    if far := [named for place, named in places.items() if place not in known]:
        yield WORDS.say("no_nearer", tried=tried, items=far)
    for form, found in (("nearest", nearest), ("left_out", left_out)):
        told = [row for _, row in found.iterrows() if (row["what"], row["cell"]) in places]
        for row in [one for one in told if one["change"] != now][:MOST_NEAREST]:
            unit = read_condition(row["what"]).unit
            ends = {
                end: number(row[end], 2) if unit == NUMBER else f"{points(row[end])}{unit}"
                for end in ("value", "was")
            }
            what = places[row["what"], row["cell"]]
            yield WORDS.say(form, tried=tried, what=what, **row[["change", "key"]], **ends)
    undecided = rows[rows["met"] == Verdict.UNDECIDED]
    few, many = (undecided[undecided["times"].lt(MOST_TIMES) == one] for one in (True, False))
    for form, some in (("open", few), ("open_far", many)):
        if not some.empty:
            more = max(float(some["times"].max()), LEAST_TIMES) * games
            yield WORDS.say(form, items=_items(some), games=more)


def _items(rows: pd.DataFrame) -> list[Finding]:
    return [
        WORDS.phrase("of_open", **row[["named", "now", "before"]]) for _, row in rows.iterrows()
    ]
