"""Who wins: by seat and by bot, whether that is fair, and what would make it so."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from balance.analysis.experiments.compensation import compensation
from balance.analysis.interval_widths import interval_widths
from balance.analysis.metrics.seats import (
    SeatSums,
    by_bot,
    by_bot_and_seat,
    by_seat,
    judged,
    verdicts,
)
from balance.report.figures.plots import BLUE, Series, intervals
from balance.report.number_format import count, percent, points, with_interval
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table
from balance.report.sections.seats_even import even_pictures, even_table, even_told
from balance.scenario.requirements import read_stopping_rule
from balance.stats.verdict import Verdict, joint_level

_RATE = (
    Column("games", "games", Style.COUNT),
    Column("win rate", "", Style.PERCENT),
    Column("fair", "fair", Style.FAIR),
)
_SCORE = Column("mean score", "score_", Style.MEAN)
_AUDIT = (
    Column("verdict", "verdict", is_brief=False),
    Column("deals", "deals", Style.COUNT, is_brief=False),
    Column("effective games", "effective", Style.COUNT, is_brief=False,
           told="Independent games of equal worth: games over the design effect."),
    Column("design effect", "design_effect", Style.RATIO, is_brief=False,
           told="Games for each game of independent worth; below 1, rotations take luck away."),
)  # fmt: skip
_PAIR = Column(
    "pair correlation", "pair_correlation", Style.RATIO, is_brief=False,
    told="How alike two games of a deal are: 0 of independent ones, below 0 if they balance.",
)  # fmt: skip


def build(data: ReportData) -> Section | None:
    """Return the section on seats and bots; None without its sums."""
    told = data.about("seats")
    if told is None:
        return None
    match, band = told.match, data.fair_within
    sums = told.kept("seats", SeatSums)
    fair = 1 / match.game_table.num_seats
    seats = _judged(by_seat(sums, match), verdicts(sums.win_by_seat, fair, band))
    bots = _judged(by_bot(sums, match), verdicts(sums.win_by_bot, fair, band))
    tables = [
        Table("win_rate_by_seat", "Win rate by seat (1 plays first)", seats,
              (Column("seat", "seat", Style.COUNT), *_RATE, _SCORE, *_audit(seats)), _note(band)),
    ]  # fmt: skip
    named = seats.assign(name="seat " + seats["seat"].astype(str))
    pictures = [
        Picture("win_rate_by_seat", "Win rate by seat",
                intervals(named, "name", [Series("")], "win rate", fair),
                "Lines are 95% intervals; the dashed line is the fair share."),
    ]  # fmt: skip
    if len(bots) > 1:
        both = _judged(by_bot_and_seat(sums, match), verdicts(sums.win_by_bot_and_seat, fair, band))
        tables += [
            Table("win_rate_by_bot", "Win rate by bot", bots,
                  (Column("bot", "bot"), *_RATE, _SCORE, *_audit(bots)), _note(band)),
            Table("win_rate_by_bot_and_seat", "Win rate by bot and seat", both,
                  (Column("bot", "bot"), Column("seat", "seat", Style.COUNT), *_RATE,
                   *_audit(both))),
        ]  # fmt: skip
        pictures.append(
            Picture("win_rate_by_bot", "Win rate by bot",
                    intervals(bots, "bot", [Series("", colour=BLUE)], "win rate", fair),
                    "Each seat that a bot has counts as a game; the dashed line is the fair share.")
        )  # fmt: skip
    verdict = verdict_told(judged(sums, match, band).iloc[0], band)
    sentences = [*_findings(seats, bots, fair), verdict]
    said = [
        KeyFinding(sentences[-2], "win_rate_by_seat", 60, findings=_rests_on(seats, fair)),
        KeyFinding(verdict, "win_rate_by_seat", 90, findings=("seats/first",)),
    ]
    if len(sentences) > 2:
        said.append(KeyFinding(sentences[0], "win_rate_by_bot", 60))
    even = compensation(told)
    if even is not None:
        amounts, *doubts = even_told(even)
        sentences += [amounts, *doubts]
        said.append(KeyFinding(amounts, "compensation", 75))
        tables.append(even_table(even))
        pictures += even_pictures(even)
    if data.until is not None:
        tables.append(_precision_table(told, data.until))
    return Section(
        "seats", "Win rate", " ".join(sentences), tuple(tables), tuple(pictures),
        verdicts=tuple(said),
    )  # fmt: skip


def verdict_told(row: pd.Series, band: float) -> str:
    """Say whether all seats win within a band around a fair share; of a row of `judged`."""
    within, level = (
        f"the band of ±{points(band)} points",
        f"{100 * joint_level(row['shares']):.0f}%",
    )
    span = f"{percent(row['fair'] - band)} to {percent(row['fair'] + band)}"
    if row["verdict"] == Verdict.YES:
        return f"Seats are fair within {within}: each seat's {level} interval lies in {span}."
    if row["verdict"] == Verdict.NO:
        return f"Seats are outside {within}: a seat's whole {level} interval lies outside {span}."
    unknown = f"Whether seats are fair within {within} is not yet known"
    if pd.isna(row["needed"]):
        return f"{unknown}."
    return f"{unknown}: about {count(row['needed'] - row['deals'])} more deals would decide."


def verdict_word(row: Mapping[Any, Any] | pd.Series) -> str:
    """Return a verdict for a table; of verdict, needed and deals."""
    if row["verdict"] == Verdict.YES:
        return "fair within the band"
    if row["verdict"] == Verdict.NO:
        return "outside the band"
    if pd.isna(row["needed"]):
        return "not yet known"
    more = max(row["needed"] - row["deals"], 1)
    return f"not yet known, {count(more)} more deals would decide"


def _judged(rates: pd.DataFrame, verdict: pd.DataFrame) -> pd.DataFrame:
    rows = pd.concat([rates, verdict], axis=1)
    return rows.assign(verdict=[verdict_word(row) for _, row in rows.iterrows()])


def _audit(rates: pd.DataFrame) -> tuple[Column, ...]:
    """Return the columns that say how much games are worth; of pairs only where there are any."""
    return (*_AUDIT, _PAIR) if rates["pair_correlation"].notna().any() else _AUDIT


def _note(band: float) -> str:
    return (
        f"Verdicts are on each row alone, by intervals wide enough to hold together: within "
        f"{points(band)} points of fair, outside, or not yet known."
    )


def _rests_on(seats: pd.DataFrame, fair: float) -> tuple[str, ...]:
    """Return under which name tiers know what is found of the seat farthest from fair."""
    place, last = int((seats["value"] - fair).abs().argmax()), len(seats) - 1
    if place == 0 or last == 1:
        return ("seats/first",)
    return ("seats/last",) if place == last else (f"seats/seat {place + 1} of {last + 1}",)


def _findings(seats: pd.DataFrame, bots: pd.DataFrame, fair: float) -> list[str]:
    """Return a sentence on the bots, if they differ, and one on the seats."""
    sentences = []
    if len(bots) > 1:
        best = bots.iloc[bots["value"].argmax()]
        sentences.append(
            f"The bot {best['bot']} wins most: {with_interval(best, '', Style.PERCENT)} of its "
            f"games, where {percent(fair)} would be fair."
        )
    unfair = seats[(seats["low"] > fair) | (seats["high"] < fair)]
    if unfair.empty:
        return [
            *sentences,
            f"No seat's win rate differs from a fair {percent(fair)} beyond chance.",
        ]
    far = unfair.iloc[(unfair["value"] - fair).abs().argmax()]
    than = "more" if far["value"] > fair else "less"
    apart = abs(far["value"] - fair) * 100
    sentences.append(
        f"Seat {far['seat']:.0f} wins {with_interval(far, '', Style.PERCENT)} of games, "
        f"{apart:.1f} points {than} than a fair {percent(fair)}: the largest effect of a seat."
    )
    return sentences


def _precision_table(told: CellResult, rule: str) -> Table:
    """Return how narrow the intervals are that the run was played for."""
    found = interval_widths(told.sums, told.deals, told.match, read_stopping_rule(rule))
    unit, scale = (", points", 100) if found.is_share else ("", 1)
    rows = found.rows.assign(
        half=found.rows["half"] * scale,
        reached=["yes" if half <= found.halfwidth else "not yet" for half in found.rows["half"]],
    )
    columns = (
        Column("of", "name"),
        Column("estimate", "", Style.PERCENT if found.is_share else Style.MEAN),
        Column(f"half-width{unit}", "half", Style.RATIO),
        Column("as asked", "reached"),
        Column("deals", "deals", Style.COUNT, is_brief=False),
    )
    note = (
        f"It was played until {rule}, or to the most games allowed, and looked at on the way. "
        "These intervals hold at all looks together, for half as much width again. All others of "
        "this report are ordinary ones, which still hold: playing ended as intervals were narrow, "
        "whatever they held."
    )
    return Table("precision", f"How precise it was to be: {rule}", rows, columns, note)
