"""How games go: length, scores, margins and endings."""

import pandas as pd

from balance.analysis.metrics.pace import (
    PaceSums,
    endings,
    histogram,
    lengths,
    outcomes,
    parts,
    scores,
)
from balance.report.figures import plots
from balance.report.figures.plots import BLUE, ORANGE, Series
from balance.report.number_format import joined, number, percent, with_interval
from balance.report.report_data import ReportData, cut_off_text
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table

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


def build(data: ReportData) -> Section | None:
    """Return the section on the course of games; None without its sums."""
    told = data.about("pace")
    if told is None:
        return _endless(data)
    match = told.match
    sums = told.kept("pace", PaceSums)
    length, score = lengths(sums), scores(sums, match)
    ends, share = endings(sums, match), outcomes(sums)
    ends = ends[ends["games"] > 0].reset_index(drop=True)
    is_alone = match.game_table.num_seats == 1
    if is_alone:  # there is nobody to tie with
        share = share[2:]
    cut_off = told.games - told.ended
    if not cut_off:
        share = share[:-1]
    tables = [
        Table("length", "Length of a game", length, _SPREAD),
        Table("scores", "Scores", score, _SPREAD),
        Table("endings", "What ends a game", ends, (Column("ending", "ending"), *_SHARE)),
        Table("rounds", "Games by rounds", histogram(sums.length), ()),
        Table("score_counts", "Seats by score", histogram(sums.scores), ()),
    ]
    pictures = [
        Picture("length", "Rounds of a game",
                plots.histogram(histogram(sums.length), "rounds", length["value"][0]),
                "Share of games by number of rounds."),
        Picture("scores", "Scores",
                plots.histogram(
                    histogram(sums.scores), score["measure"][0], score["value"][0]),
                f"Share of {'games' if is_alone else 'players'} by final score."),
    ]  # fmt: skip
    if not share.empty:
        title = joined(["ties"] * (not is_alone) + ["unfinished games"] * bool(cut_off))
        tables.append(
            Table("outcomes", title.capitalize(), share, (Column("", "outcome"), *_SHARE))
        )
    if not is_alone:
        tables.append(Table("margin_counts", "Games by margin", histogram(sums.margins), ()))
        pictures.append(
            Picture("margins", "How close games are",
                    plots.histogram(
                        histogram(sums.margins), "best score less the second", score["value"][2]),
                    "Share of games by the margin of the best score to the second.")
        )  # fmt: skip
    if len(ends) > 1:
        pictures.append(
            Picture("endings", "What ends a game", plots.bars(ends, "ending", "share of games"),
                    "Share of games, with 95% intervals.")
        )  # fmt: skip
    made_of = parts(sums, match)
    if len(made_of) > 1:
        everyone, winners, others = (
            ("all games", "when won", "when lost") if is_alone
            else ("all players", "winners", "others")
        )  # fmt: skip
        tables.insert(2, Table("score_parts", "What scores are made of", made_of, (
            Column("part", "part"),
            Column(everyone, "all_", Style.MEAN),
            Column(winners, "winners_", Style.MEAN),
            Column(others, "others_", Style.MEAN),
            Column("difference", "difference_", Style.CHANGE),
            *_shares(made_of, winners, others),
            Column("deals", "all_deals", Style.COUNT, is_brief=False),
        )))  # fmt: skip
        pictures.append(
            Picture("score_parts", "What scores are made of",
                    plots.intervals(
                        made_of, "part",
                        [Series("winners_", winners, BLUE), Series("others_", others, ORANGE)],
                        "mean points", is_share=False),
                    f"Mean points by part: {winners}, and {others}.")
        )  # fmt: skip
    finding = f"{_finding(length, score, ends)} {cut_off_text([told])}".rstrip()
    return Section(
        "pace", "Course of the game", finding, tuple(tables), tuple(pictures),
        verdicts=_verdicts(length, score, ends),
    )  # fmt: skip


def _shares(made_of: pd.DataFrame, winners: str, others: str) -> list[Column]:
    """Return the columns of a part's share in the whole score, where that means something."""
    return [
        Column(f"share, {name}", f"{prefix}_share_", Style.PERCENT, is_brief=False)
        for prefix, name in (("winners", winners), ("others", others))
        if made_of[f"{prefix}_share_value"].notna().any()
    ]


def _endless(data: ReportData) -> Section | None:
    """Return the section where no game ended; None if none was played."""
    games = sum(one.games for one in data.variants)
    finding = f"No game ended: all {games:,} were cut off at the limit of decisions."
    said = (KeyFinding(finding, "", 90, None),)
    return Section("pace", "Course of the game", finding, (), (), verdicts=said) if games else None


def _verdicts(
    length: pd.DataFrame, score: pd.DataFrame, ends: pd.DataFrame
) -> tuple[KeyFinding, ...]:
    """Return what the head of the report may say: how long, how close, how games end."""
    rounds = length.iloc[0]
    said = [
        KeyFinding(
            f"A game takes {with_interval(rounds, '', Style.MEAN)} rounds, nine in ten games "
            f"{rounds['p5']} to {rounds['p95']}.", "length", 50, findings=("pace/rounds",),
        )
    ]  # fmt: skip
    if len(score) > 2:
        ahead = with_interval(score.iloc[2], "", Style.MEAN)
        said.append(
            KeyFinding(
                f"The winner is {ahead} points ahead of the second on average.",
                "scores",
                40,
                findings=("pace/margin",),
            )
        )
    if len(ends) > 1:
        common = ends.iloc[ends["value"].argmax()]
        share = with_interval(common, "", Style.PERCENT)
        said.append(
            KeyFinding(
                f"The most common ending is: {common['ending']} ({share} of games).",
                "endings",
                35,
                findings=(f"pace/ending {common['ending']}",),
            )
        )
    return tuple(said)


def _finding(length: pd.DataFrame, score: pd.DataFrame, ends: pd.DataFrame) -> str:
    rounds = length.iloc[0]
    text = (
        f"A game takes {with_interval(rounds, '', Style.MEAN)} rounds, nine in ten games "
        f"{rounds['p5']} to {rounds['p95']}; "
    )
    if len(score) > 2:
        text += (
            f"the winner scores {number(score['value'][1])} and the best is "
            f"{number(score['value'][2])} ahead of the second on average."
        )
    else:
        text += (
            f"the player scores {number(score['value'][0])} on average, "
            f"{number(score['value'][1])} when winning."
        )
    if len(ends) > 1:
        common = ends.iloc[ends["value"].argmax()]
        text += f" The most common ending is: {common['ending']} ({percent(common['value'])})."
    return text
