"""How games go: length, scores, margins and endings."""

import pandas as pd

from balance.analysis.pace import (
    PaceSums,
    endings,
    histogram,
    lengths,
    outcomes,
    parts,
    scores,
)
from balance.report import figures
from balance.report.figures import BLUE, ORANGE, Series
from balance.report.format import number, percent, with_interval
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.story import Story

_SPREAD = (
    Column("", "measure"),
    Column("mean", "", Style.MEAN),
    Column("spread (sd)", "sd", Style.NUMBER),
    Column("5% at or below", "p5", Style.COUNT),
    Column("half", "median", Style.COUNT),
    Column("95%", "p95", Style.COUNT),
    Column("deals", "deals", Style.COUNT, is_brief=False),
)
_SHARE = (Column("games", "games", Style.COUNT), Column("share", "", Style.PERCENT))


def build(story: Story) -> Section | None:
    """Return the section on the course of games; None without its sums."""
    if "pace" not in story.baseline.sums:
        return None
    match = story.baseline.match
    sums = story.baseline.kept("pace", PaceSums)
    length, score = lengths(sums), scores(sums)
    ends, share = endings(sums, match), outcomes(sums)
    tables = [
        Table("length", "Length of a game", length, _SPREAD),
        Table("scores", "Scores", score, _SPREAD),
        Table("endings", "What ends a game", ends, (Column("ending", "ending"), *_SHARE)),
        Table("outcomes", "Ties and unfinished games", share, (Column("", "outcome"), *_SHARE)),
        Table("rounds", "Games by rounds", histogram(sums.length), ()),
        Table("score_counts", "Seats by score", histogram(sums.scores), ()),
        Table("margin_counts", "Games by margin", histogram(sums.margins), ()),
    ]
    pictures = [
        Picture("length", "Rounds of a game",
                figures.histogram(histogram(sums.length), "rounds", length["value"][0]),
                "Share of games by number of rounds."),
        Picture("scores", "Scores",
                figures.histogram(histogram(sums.scores), "score of a player", score["value"][0]),
                "Share of players by final score."),
        Picture("margins", "How close games are",
                figures.histogram(
                    histogram(sums.margins), "best score less the second", score["value"][2]),
                "Share of games by the margin of the best score to the second."),
    ]  # fmt: skip
    if len(ends) > 1:
        pictures.append(
            Picture("endings", "What ends a game", figures.bars(ends, "ending", "share of games"),
                    "Share of games, with 95% intervals.")
        )  # fmt: skip
    if len(match.game.parts) > 1:
        made_of = parts(sums, match)
        tables.insert(2, Table("score_parts", "What scores are made of", made_of, (
            Column("part", "part"),
            Column("all players", "all_", Style.MEAN),
            Column("winners", "winners_", Style.MEAN),
            Column("others", "others_", Style.MEAN),
            Column("deals", "all_deals", Style.COUNT, is_brief=False),
        )))  # fmt: skip
        pictures.append(
            Picture("score_parts", "What scores are made of",
                    figures.intervals(
                        made_of, "part",
                        [Series("winners_", "winners", BLUE), Series("others_", "others", ORANGE)],
                        "mean points", is_share=False),
                    "Mean points by part, of winners and of the other players.")
        )  # fmt: skip
    finding = _finding(length, score, ends, share)
    return Section("pace", "Course of the game", finding, tuple(tables), tuple(pictures))


def _finding(
    length: pd.DataFrame, score: pd.DataFrame, ends: pd.DataFrame, share: pd.DataFrame
) -> str:
    rounds = length.iloc[0]
    text = (
        f"A game takes {with_interval(rounds, '', Style.MEAN)} rounds, nine in ten games "
        f"{rounds['p5']} to {rounds['p95']}; the winner scores {number(score['value'][1])} and the "
        f"best is {number(score['value'][2])} ahead of the second on average."
    )
    if len(ends) > 1:
        common = ends.iloc[ends["value"].argmax()]
        text += f" The most common ending is: {common['ending']} ({percent(common['value'])})."
    stopped = share.iloc[2]
    if stopped["games"] > 0:
        text += (
            f" {int(stopped['games']):,} games did not end and were cut off: their scores count "
            "as they stood."
        )
    return text
