"""Games against the game itself, of one player or all together: how often they win, and how."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.metrics.metric import Metric
from balance.analysis.metrics.pace import histogram
from balance.analysis.metrics.rival import (
    RivalSums,
    applies,
    by_objective,
    outcomes,
    scores,
    tally,
    ways,
)
from balance.report.figures import plots
from balance.report.figures.plots import Series
from balance.report.nouns import nouns
from balance.report.number_format import estimated
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Finding, Picture, Section, SectionDefinition, Table
from balance.report.words import Words
from balance.scenario.match import Match

WORDS = Words(Path(__file__).with_suffix(".toml"))


def build(data: ReportData) -> Section | None:
    """Return the section on games against a rival; None without its sums."""
    cell = data.about("rival")
    if cell is None:
        return None
    match = cell.match
    sums, folds = cell.sums_of("rival", RivalSums), folds_of(cell.sums)
    words = WORDS.with_facts(rival=match.game_table.rival, **nouns(match.game))
    results, how, points = outcomes(sums, folds), ways(sums, folds, match), scores(folds, match)
    left_out = words.text("phrases.left_out") if match.game.unscored else ""
    tables = [words.table("outcomes_of_player", results), words.table("ways", how)]
    if not match.game_table.is_common:
        tables += [
            words.table("scores_of_both", points, note=left_out),
            words.table("differences_of_score", histogram(sums.margins)),
        ]
    pictures = [words.picture("ways", plots.bars(how, "way", words.axis("ways")))]
    if sums.margins.frequencies.any():
        figure = plots.histogram_figure(
            histogram(sums.margins), words.axis("difference_of_score"), points["value"][2]
        )
        pictures.append(words.picture("difference_of_score", figure, left_out=left_out))
    for table, picture in _by_objective(words, sums, cell):
        tables.append(table)
        pictures.append(picture)
    result = _result(words, results, match.game_table.num_seats)
    findings = [
        result, *_endings(words, how), *_unscored(words, how, match), *_margin(words, points)
    ]  # fmt: skip
    key = result.key("outcomes_of_player", 90, tier_keys=("seats/player",))
    return words.section(findings, tables, pictures, [key])


def _by_objective(
    words: Words, sums: RivalSums, cell: CellResult
) -> Iterator[tuple[Table, Picture]]:
    """Yield the wins by the player's objective, and by the rival's."""
    overall = cell.measures["player"].value
    for is_own, key, phrase in ((True, "own", "player"), (False, "rival", "rival")):
        rows = by_objective(sums, folds_of(cell.sums), cell.match, is_own)
        if rows.empty:
            continue
        rows = rows.sort_values("value", ascending=False, ignore_index=True)
        whose, name = words.text(f"phrases.{phrase}"), f"wins_by_{key}_objective"
        figure = plots.intervals(
            rows, "objective", [Series("")], words.axis("wins_by_objective"), overall,
            mark_label=words.text("figures.wins_by_objective.mark"),
        )  # fmt: skip
        yield (
            words.table("wins_by_objective", rows, save_as=name, whose=whose),
            words.picture("wins_by_objective", figure, save_as=name, whose=whose),
        )


def _result(words: Words, results: pd.DataFrame, seats: int) -> Finding:
    win, draw, loss = (row for _, row in results.iterrows())
    won, lost = estimated(win), estimated(loss)
    if draw["games"] > 0:
        return words.say("outcomes_with_draws", won=won, drawn=estimated(draw), lost=lost)
    return words.say("outcomes" if seats == 1 else "outcomes_of_all", won=won, lost=lost)


def _endings(words: Words, how: pd.DataFrame) -> Iterator[Finding]:
    """Yield how most wins end, and how most losses."""
    for outcome, one_way, most_end in (
        ("win", "wins_one_way", "wins_most"), ("loss", "losses_one_way", "losses_most"),
    ):  # fmt: skip
        rows = how[how["outcome"] == outcome]
        if len(rows) == 1:
            yield words.say(one_way, ending=rows.iloc[0]["ending"])
        elif not rows.empty:
            most = rows.iloc[int(rows["value"].argmax())]
            share = most["games"] / rows["games"].sum()
            yield words.say(most_end, ending=most["ending"], share=share)


def _unscored(words: Words, how: pd.DataFrame, match: Match) -> Iterator[Finding]:
    if match.game_table.is_common:  # none is decided by scores
        return
    for _, row in how[how["ending"].isin(match.game.unscored)].iterrows():
        yield words.say(
            "unscored", share=estimated(row), outcome=row["outcome"], ending=row["ending"]
        )


def _margin(words: Words, points: pd.DataFrame) -> Iterator[Finding]:
    difference = points.iloc[2]
    if difference["games"] > 0:
        yield words.say("margin", margin=estimated(difference))


rival = SectionDefinition(
    build, place=30, metrics={"rival": Metric(
        tally, RivalSums, applies,
        "it needs players against the game itself; here they play each other",
    )},
)  # fmt: skip
