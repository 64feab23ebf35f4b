"""How the last round changes who is ahead."""

import pandas as pd

from balance.analysis.metrics.last_round import LOST, UPSET, LastRoundSums, by_seat, gains, leaders
from balance.report.figures.plots import BLUE, Series, intervals
from balance.report.number_format import with_interval
from balance.report.report_data import ReportData
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table

GAINS = (
    Column("winners", "winners_", Style.MEAN, is_brief=False),
    Column("others", "others_", Style.MEAN, is_brief=False),
    Column("difference", "difference_", Style.CHANGE),
)


def build(data: ReportData) -> Section | None:
    """Return the section on the last round; None without its sums."""
    told = data.about("last_round")
    if told is None:
        return None
    sums = told.kept("last_round", LastRoundSums)
    became, points, seats = leaders(sums), gains(sums), by_seat(sums)
    lost = next(row for _, row in became.loc[[LOST]].iterrows())
    named = seats.assign(name="seat " + seats["seat"].astype(str))
    return Section(
        "last_round",
        "Last round",
        _finding(became, points.iloc[0]),
        (
            Table("last_round", "Who led as the last round began", became,
                  (Column("outcome", "outcome"), Column("games", "games", Style.COUNT),
                   Column("share", "", Style.PERCENT)),
                  "That player: share of the games in which one player alone led. The first and "
                  "the last line: share of all games; there several may have led."),
            Table("last_round_points", "Points of the last round", points,
                  (Column("all players", "all_", Style.MEAN), *GAINS)),
            Table("last_round_by_seat", "Points of the last round by seat", seats,
                  (Column("seat", "seat", Style.COUNT), Column("points", "", Style.MEAN))),
        ),
        (
            Picture("last_round_by_seat", "Points of the last round by seat",
                    intervals(named, "name", [Series("", colour=BLUE)], "mean points",
                              is_share=False),
                    "Mean points with 95% intervals; seat 1 plays first."),
        ),
        verdicts=(
            KeyFinding("Who alone leads as the last round begins does not win "
                 f"{with_interval(lost, '', Style.PERCENT)} of these games.",
                 "last_round", 45, findings=("pace/overtaken",)),
        ),
    )  # fmt: skip


def _finding(became: pd.DataFrame, points: pd.Series) -> str:
    lost, upset = (row for _, row in became.loc[[LOST, UPSET]].iterrows())
    return (
        "Who alone leads as the last round begins does not win "
        f"{with_interval(lost, '', Style.PERCENT)} of these games; in "
        f"{with_interval(upset, '', Style.PERCENT)} of all games nobody wins who led. In that "
        f"round winners score {with_interval(points, 'winners_', Style.MEAN)}, others "
        f"{with_interval(points, 'others_', Style.MEAN)} points."
    )
