"""What each change of a number does to the balance of a game."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.balance_index import MEAN_ROUNDS, MEASURES
from balance.analysis.own_numbers import OBJECTIVE
from balance.analysis.sensitivity import ESTABLISHED
from balance.report.certainty import or_others, rivals
from balance.report.figures.plots import Series, intervals
from balance.report.figures.shapes import BLUE, ORANGE
from balance.report.nouns import plural
from balance.report.number_format import (
    NOTHING,
    Estimated,
    estimated,
    exact_percent,
    trimmed,
    with_interval,
)
from balance.report.section import Column, Finding, KeyFinding, Picture, Section, Style, Table
from balance.report.words import Words
from balance.scenario.requirements import NUMBER, POINTS, SHARE

WORDS = Words(Path(__file__).with_suffix(".toml"))
MOST = 12  # changes that are listed from either end
MOST_NAMED = 3  # changes that a sentence names
LITTLE = 0.05  # of the rounds of a game: no number matters for its length
_STYLES = {POINTS: Style.PP, SHARE: Style.PERCENT, NUMBER: Style.MEAN}  # of a measure


def sensitivity_section(
    balance: pd.DataFrame,
    changes: pd.DataFrame,
    refused: Sequence[str],
    objective: str,
    in_words: Mapping[str, str],
    rounds: float,
) -> Section:
    """Return what each change of a number does.

    `balance`: see `analysis.sensitivity.balance_table`; `changes`: see
    `analysis.sensitivity.changes_table`; `refused`: the changes that cannot be made; `objective`:
    what the game calls a secret objective; `in_words`: what a change is for a reader; `rounds`: of
    a game as it is.
    """
    columns = [
        replace(column, is_brief=place == 0)
        for place, column in enumerate(_measure_columns(balance, objective))
    ]
    named = [f'"{in_words.get(change, change)}"' for change in changes["change"]]
    rows = in_points(changes).assign(itself=own_texts(changes), named=named)
    is_lower = rows["value"] < 0
    falls = rows[is_lower & ~rows["is_worse"]].head(MOST)
    too_far = rows[is_lower & rows["is_worse"]].head(MOST)
    rises = rows[rows["value"] > 0].iloc[::-1].head(MOST)
    by_rounds = _by_rounds(rows)
    tables = [
        parts_of_index(balance, objective),
        *(
            WORDS.table(name, some, file=changes.loc[some.index], more=columns)
            for name, some in (("helps", falls), ("too_far", too_far), ("harms", rises))
            if not some.empty
        ),
        *(
            WORDS.table(name, some.head(MOST), file=changes.loc[some.index])
            for name, some in zip(("longer", "shorter"), _clear_by_rounds(by_rounds), strict=True)
            if not some.empty
        ),
        WORDS.table("changes", rows, file=changes, more=columns, count=len(changes)),
    ]
    findings = dict([
        *_findings(balance, rows), *_of_length(by_rounds, rounds), *_of_harm(rows)
    ])  # fmt: skip
    return WORDS.section(
        findings.values(), tables, _pictures(falls, rises), _key_findings(findings),
        _warning(changes, refused),
    )  # fmt: skip


def own_texts(changes: pd.DataFrame) -> list[str]:
    """Return what each change does to its own objective or card: ``33% → 7%``."""

    def text(row: pd.Series) -> str:
        said = WORDS.text("phrases.itself", was=row["own_was_value"], now=row["own_now_value"])
        return said.replace(f"{NOTHING}%", NOTHING)  # an objective that nobody keeps

    return [text(row) if row["own"] else NOTHING for _, row in changes.iterrows()]


def own_text(kind: str, name: str, was: Estimated, now: Estimated) -> str:
    """Return the own number of an objective or card, before and after a change."""
    phrase = "own_objective" if kind == OBJECTIVE else "own_card"
    return WORDS.text(f"phrases.{phrase}", name=name, was=was, now=now)


def in_points(table: pd.DataFrame, prefix: str = "") -> pd.DataFrame:
    """Return a table with the index as a share of 100 points, as percentage points are written."""
    names = [f"{prefix}{part}" for part in ("value", "low", "high")]
    return table.assign(**{name: table[name] / 100 for name in names})


def _measure_columns(balance: pd.DataFrame, objective: str) -> Iterator[Column]:
    """Yield the columns of differences of the measures, which may be requirements."""
    objectives = plural(objective or "objective")
    for _, row in balance[balance["measure"] != "index"].iterrows():
        name, unit = row["measure"], row["unit"]
        if name in MEASURES:
            yield WORDS.column(name, objectives=objectives)
        else:
            style = Style.POINTS if unit else Style.CHANGE
            yield Column(f"{name}, pp" if unit else name, f"{name}_", style)


def _measure_names(titles: Iterable[str], objective: str) -> list[str]:
    """Return the titles of measures with the game's name of an objective."""
    return [title.replace("objective", objective or "objective") for title in titles]


def parts_of_index(balance: pd.DataFrame, objective: str) -> Table:
    """Return the table of what the index is made of."""
    is_index = balance["measure"] == "index"
    rows = in_points(balance, "part_").assign(
        what=_measure_names(balance["title"], objective),
        stands=[
            NOTHING if total else with_interval(row, "", _STYLES[row["unit"]])
            for total, (_, row) in zip(is_index, balance.iterrows(), strict=True)
        ],
        aim=[
            "0" if total else aim_text(row["unit"], row["aim_low"], row["aim_high"])
            for total, (_, row) in zip(is_index, balance.iterrows(), strict=True)
        ],
        weighs=[NOTHING if pd.isna(weight) else f"{weight:g}" for weight in balance["weight"]],
    )
    return WORDS.table("balance", rows, file=balance)


def aim_text(unit: str, low: float, high: float) -> str:
    """Return a target as a requirement gives it: ``< 3pp``, ``10..16``."""

    def text(value: float) -> str:
        if unit == NUMBER:
            return trimmed(value)
        return exact_percent(value) if unit == SHARE else f"{trimmed(100 * value)}pp"

    if high == 0:
        return "0"
    if low == float("-inf"):
        return f"< {text(high)}"
    if high == float("inf"):
        return f"> {text(low)}"
    return f"{text(low)}..{text(high)}"


def _findings(balance: pd.DataFrame, changes: pd.DataFrame) -> Iterator[tuple[str, Finding]]:
    """Yield the findings, each with the table that it rests on."""
    index = estimated(in_points(balance, "part_").iloc[-1], "part_")
    games = changes["games"].sum()
    yield "balance", WORDS.say("index", index=index, changes=len(changes), games=games)
    clear = changes[changes["is_sure"]]
    is_better = clear["value"] < 0
    better = clear[is_better & ~clear["is_worse"]]
    if better.empty:
        yield "helps", WORDS.say("none_better")
    else:
        yield "helps", _most(changes, better, ("better", "better_open"), -1)
    too_far = clear[is_better & clear["is_worse"]]
    if len(too_far):
        first = too_far.iloc[0]
        own = own_text(
            first["own_kind"], first["own"], estimated(first, "own_was_"),
            estimated(first, "own_now_"),
        )  # fmt: skip
        yield "too_far", WORDS.say("too_far", count=len(too_far), change=first["named"], own=own)


def _of_harm(changes: pd.DataFrame) -> Iterator[tuple[str, Finding]]:
    """Yield what raises the index, with its table."""
    worse = changes[changes["is_sure"] & (changes["value"] > 0)]
    if not worse.empty:
        yield "harms", _most(changes, worse.iloc[::-1], ("worse", "worse_open"), 1)


def _by_rounds(changes: pd.DataFrame) -> pd.DataFrame:
    """Return the changes with what they do to the rounds of a game in place of the index."""
    if f"{MEAN_ROUNDS}_q" not in changes:
        return changes.iloc[:0]
    ends = {end: changes[f"{MEAN_ROUNDS}_{end}"] for end in ("value", "low", "high")}
    is_sure = changes[f"{MEAN_ROUNDS}_q"] < ESTABLISHED
    return changes.assign(**ends, is_sure=is_sure, is_worse=False).sort_values("value")


def _clear_by_rounds(by_rounds: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the changes that clearly make games longer, and shorter, the largest first."""
    clear = by_rounds[by_rounds["is_sure"].astype(bool)]
    return clear[clear["value"] > 0].iloc[::-1], clear[clear["value"] < 0]


def _of_length(by_rounds: pd.DataFrame, rounds: float) -> Iterator[tuple[str, Finding]]:
    """Yield what makes games longer, and what shorter, each with its table."""
    if by_rounds.empty:
        return
    bound = max(max(-one.low, one.high) for one in _picked(by_rounds, by_rounds).values())
    if bound < LITTLE * rounds:
        bound = math.ceil(10 * bound) / 10
        yield "changes", WORDS.say("length_alike", bound=bound, rounds=rounds)
    names = ("longer", "longer_open"), ("shorter", "shorter_open")
    for (name, open_), clear in zip(names, _clear_by_rounds(by_rounds), strict=True):
        sizes = {label: abs(one) for label, one in _picked(by_rounds, clear).items()}
        sure = [label for label, size in sizes.items() if size.low > 0]
        most = [
            WORDS.phrase("by_rounds", change=clear.at[label, "named"], amount=sizes[label])
            for label in (sure or sizes)
        ][:MOST_NAMED]
        if most:
            yield name, WORDS.say(name if sure else open_, count=len(clear), most=most)


def _looks(changes: pd.DataFrame) -> int:
    """Return of how many numbers one is picked: of all changes, after any of the rounds of play.

    Those that go on into the next round are picked, too.
    """
    return len(changes) * changes["deals"].nunique()


def _picked(changes: pd.DataFrame, some: pd.DataFrame) -> dict[Any, Estimated]:
    """Return the effects of some changes, with intervals that hold for those picked of all."""
    looks = _looks(changes)
    return {label: estimated(row).picked_of(looks) for label, row in some.iterrows()}


def _most(
    changes: pd.DataFrame, clear: pd.DataFrame, sentences: tuple[str, str], sign: int
) -> Finding:
    """Return which of the clear changes, the largest first, moves the index most, and by how much.

    A change is clear by its q-value, which allows one in twenty to be false; so the first whose
    wide interval leaves 0 out is named, and if there is none, the sentence does not say "clearly".
    """
    sizes = {label: abs(one) for label, one in _picked(changes, clear).items()}
    sure = [label for label, size in sizes.items() if size.low > 0]
    first = sure[0] if sure else clear.index[0]
    others = rivals(clear, first, "named", sign=sign, count=_looks(changes))
    return WORDS.say(
        sentences[not sure], count=len(clear), change=changes.at[first, "named"],
        amount=sizes[first], or_others=or_others(others), tried=len(changes),
    )  # fmt: skip


def _key_findings(findings: dict[str, Finding]) -> Iterator[KeyFinding]:
    for rank, (table, finding) in enumerate(findings.items()):
        yield finding.key(table, 90 - 10 * rank, claim=WORDS.claim(finding))


def _warning(changes: pd.DataFrame, refused: Sequence[str]) -> str:
    texts = []
    if changes["low"].isna().all():
        texts.append(WORDS.text("warnings.too_few"))
    if refused:
        few = ", ".join(refused[:3]) + (" ..." if len(refused) > 3 else "")
        texts.append(WORDS.text("warnings.refused", count=len(refused), changes=few))
    return " ".join(texts)


def _pictures(falls: pd.DataFrame, rises: pd.DataFrame) -> Iterator[Picture]:
    for name, rows, colour in (("helps", falls, BLUE), ("harms", rises, ORANGE)):
        known = rows[rows["low"].notna()]
        if known.empty:
            continue
        scaled = known.assign(**{part: known[part] * 100 for part in ("value", "low", "high")})
        figure = intervals(
            scaled, "change", [Series("", colour=colour)], WORDS.axis(name), mark=0.0,
            is_share=False, mark_label=WORDS.text("phrases.as_it_is"), is_wide=True,
        )  # fmt: skip
        yield WORDS.picture(name, figure)
