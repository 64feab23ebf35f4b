"""Games against the game itself: how often the player wins, how, and by how much."""

import pandas as pd

from balance.analysis.metrics.pace import histogram
from balance.analysis.metrics.rival import RivalSums, by_objective, outcomes, scores, ways
from balance.engine.layout import WIN
from balance.report.figures import plots
from balance.report.figures.plots import BLUE, Series
from balance.report.number_format import percent, with_interval
from balance.report.report_data import ReportData
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table
from balance.scenario.match import Match

_SHARE = (Column("games", "games", Style.COUNT), Column("share", "", Style.PERCENT))


def build(data: ReportData) -> Section | None:
    """Return the section on games against a rival; None without its sums."""
    told = data.about("rival")
    if told is None:
        return None
    match = told.match
    sums = told.kept("rival", RivalSums)
    rival, goal = match.game_table.rival, match.game.objective
    results, how, points = outcomes(sums), ways(sums, match), scores(sums, match)
    unscored = " Games that ended without a count of points are left out." * bool(
        match.game.unscored
    )
    tables = [
        Table("outcomes_of_player", f"Against the {rival}", results,
              (Column("outcome", "outcome"), *_SHARE)),
        Table("ways", "How games are won and lost", how,
              (Column("outcome", "outcome"), Column("ending", "ending"), *_SHARE),
              "Shares of all games."),
        Table("scores_of_both", "By how much", points,
              (Column("", "measure"), Column("scored games", "games", Style.COUNT),
               Column("mean", "", Style.MEAN)), unscored.strip()),
        Table("differences_of_score", "Games by difference", histogram(sums.margins), ()),
    ]  # fmt: skip
    pictures = [
        Picture("ways", "How games are won and lost",
                plots.bars(how, "way", "share of games"),
                "Share of all games, with 95% intervals."),
    ]  # fmt: skip
    if sums.margins.frequencies.any():
        pictures.append(
            Picture("difference_of_score", "How close games are",
                    plots.histogram(histogram(sums.margins), f"score less the {rival}'s",
                                      points["value"][2]),
                    f"Share of scored games by the player's score less the {rival}'s.{unscored}")
        )  # fmt: skip
    for is_own, name, whose in ((True, "own", "the player's"), (False, "rival", f"the {rival}'s")):
        rows = by_objective(sums, match, is_own)
        if rows.empty:
            continue
        rows = rows.sort_values("value", ascending=False, ignore_index=True)
        title = f"Wins by {whose} {goal}"
        tables.append(
            Table(f"wins_by_{name}_objective", title, rows,
                  (Column(goal, "objective"), Column("games", "games", Style.COUNT),
                   Column("player wins", "", Style.PERCENT),
                   Column(f"score less the {rival}'s", "margin_", Style.MEAN)),
                  "A draw is half a win.")
        )  # fmt: skip
        pictures.append(
            Picture(f"wins_by_{name}_objective", title,
                    plots.intervals(rows, "objective", [Series("", colour=BLUE)],
                                      "share of games that the player wins",
                                      float(sums.wins.proportion(WIN).value), mark_label="overall"),
                    "Lines are 95% intervals; the dashed line is the share of all games.")
        )  # fmt: skip
    return Section(
        "rival", f"Against the {rival}", _finding(results, how, points, match), tuple(tables),
        tuple(pictures),
        verdicts=(
            KeyFinding(_outcomes_told(results, match), "outcomes_of_player", 90,
                 findings=("seats/player",)),
        ),
    )  # fmt: skip


def _finding(results: pd.DataFrame, how: pd.DataFrame, points: pd.DataFrame, match: Match) -> str:
    rival = match.game_table.rival
    text = _outcomes_told(results, match)
    for outcome, said in (("win", "wins"), ("loss", "losses")):
        rows = how[how["outcome"] == outcome]
        if len(rows) == 1:
            text += f" All {said} come so: {rows.iloc[0]['ending']}."
        elif not rows.empty:
            most = rows.iloc[int(rows["value"].argmax())]
            share = most["games"] / rows["games"].sum()
            text += f" Most {said} come so: {most['ending']} ({percent(share)} of them)."
    for _, row in how[how["ending"].isin(match.game.unscored)].iterrows():
        text += (
            f" Without a count of points {with_interval(row, '', Style.PERCENT)} of games end as a "
            f"{row['outcome']}: {row['ending']}."
        )
    apart = points.iloc[2]
    if apart["games"] > 0:
        text += (
            f" Where points are counted, the player's score less the {rival}'s is "
            f"{with_interval(apart, '', Style.CHANGE)} on average."
        )
    return text


def _outcomes_told(results: pd.DataFrame, match: Match) -> str:
    win, draw, loss = (row for _, row in results.iterrows())
    won = with_interval(win, "", Style.PERCENT)
    text = f"The player beats the {match.game_table.rival} in {won} of games"
    if draw["games"] > 0:
        text += f", draws {with_interval(draw, '', Style.PERCENT)}"
    return f"{text} and loses {with_interval(loss, '', Style.PERCENT)}."
