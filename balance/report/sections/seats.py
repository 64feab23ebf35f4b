"""Who wins: by seat and by bot."""

import pandas as pd

from balance.analysis.seats import SeatSums, by_bot, by_bot_and_seat, by_seat, judged
from balance.report.figures import BLUE, Series, intervals
from balance.report.format import count, percent, points, with_interval
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.story import Story
from balance.stats.fairness import SURE, Verdict

_RATE = (
    Column("games", "games", Style.COUNT),
    Column("win rate", "", Style.PERCENT),
    Column("fair", "fair", Style.FAIR),
)
_SCORE = Column("mean score", "score_", Style.MEAN)


def build(story: Story) -> Section | None:
    """Return the section on seats and bots; None without its sums."""
    told = story.about("seats")
    if told is None:
        return None
    match = told.match
    sums = told.kept("seats", SeatSums)
    seats, bots = by_seat(sums, match), by_bot(sums, match)
    fair = 1 / match.laid.num_seats
    tables = [
        Table("win_rate_by_seat", "Win rate by seat (1 plays first)", seats,
              (Column("seat", "seat", Style.COUNT), *_RATE, _SCORE), _audit(seats)),
    ]  # fmt: skip
    named = seats.assign(name="seat " + seats["seat"].astype(str))
    pictures = [
        Picture("win_rate_by_seat", "Win rate by seat",
                intervals(named, "name", [Series("")], "win rate", fair),
                "Lines are 95% intervals; the dashed line is the fair share."),
    ]  # fmt: skip
    if len(bots) > 1:
        tables.append(
            Table("win_rate_by_bot", "Win rate by bot", bots,
                  (Column("bot", "bot"), *_RATE, _SCORE), _audit(bots))
        )  # fmt: skip
        both = by_bot_and_seat(sums, match)
        tables.append(
            Table("win_rate_by_bot_and_seat", "Win rate by bot and seat", both,
                  (Column("bot", "bot"), Column("seat", "seat", Style.COUNT), *_RATE))
        )  # fmt: skip
        pictures.append(
            Picture("win_rate_by_bot", "Win rate by bot",
                    intervals(bots, "bot", [Series("", colour=BLUE)], "win rate", fair),
                    "Each seat that a bot has counts as a game; the dashed line is the fair share.")
        )  # fmt: skip
    finding = _finding(seats, bots, fair)
    verdict = verdict_told(judged(sums, match, story.fair_within).iloc[0], story.fair_within)
    return Section("seats", "Win rate", f"{finding} {verdict}", tuple(tables), tuple(pictures))


def verdict_told(row: pd.Series, band: float) -> str:
    """Say whether all seats win within a band around a fair share; of a row of `judged`."""
    within, level = f"within {points(band)} points", f"{100 * SURE:.0f}%"
    span = f"{percent(row['fair'] - band)} to {percent(row['fair'] + band)}"
    if row["verdict"] == Verdict.WITHIN:
        return f"It is fair {within}: each seat's {level} interval lies in {span}."
    if row["verdict"] == Verdict.OUTSIDE:
        return f"It is not fair {within}: a seat's whole {level} interval lies outside {span}."
    unknown = f"Whether it is fair {within} is not yet known"
    if pd.isna(row["needed"]):
        return f"{unknown}."
    return f"{unknown}: about {count(row['needed'])} deals would tell."


def _audit(rates: pd.DataFrame) -> str:
    """Say how far the games of a deal repeat each other."""
    low, high = (f"{rates['design_effect'].agg(end):.2f}" for end in ("min", "max"))
    if low == "nan":
        return ""
    effect = low if low == high else f"{low} to {high}"
    return (
        f"{int(rates['deals'].max()):,} deals; design effect {effect} (games for "
        "each game of independent worth; below 1, rotations take luck away)."
    )


def _finding(seats: pd.DataFrame, bots: pd.DataFrame, fair: float) -> str:
    sentences = []
    if len(bots) > 1:
        best = bots.iloc[bots["value"].argmax()]
        sentences.append(
            f"The bot {best['bot']} wins most: {with_interval(best, '', Style.PERCENT)} of its "
            f"games, where {percent(fair)} would be fair."
        )
    unfair = seats[(seats["low"] > fair) | (seats["high"] < fair)]
    if unfair.empty:
        sentences.append(f"No seat's win rate differs from a fair {percent(fair)} beyond chance.")
        return " ".join(sentences)
    far = unfair.iloc[(unfair["value"] - fair).abs().argmax()]
    than = "more" if far["value"] > fair else "less"
    apart = abs(far["value"] - fair) * 100
    sentences.append(
        f"Seat {far['seat']:.0f} wins {with_interval(far, '', Style.PERCENT)} of games, "
        f"{apart:.1f} points {than} than a fair {percent(fair)}: the largest effect of a seat."
    )
    return " ".join(sentences)
