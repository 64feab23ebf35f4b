"""Cells side by side: what differs between them, by how much, and how sure that is."""

from collections.abc import Collection, Sequence
from pathlib import Path

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.cell_tables import fairness, headlines
from balance.analysis.comparison.differences import (
    HEADLINES,
    along_axes,
    differences,
)
from balance.analysis.comparison.head_to_head import bot_matches, group_standings
from balance.analysis.metrics.fold_sums import FoldSums, tally
from balance.analysis.metrics.metric import Metric
from balance.report.nouns import nouns
from balance.report.report_data import ReportData
from balance.report.section import Finding, KeyFinding, Section, SectionDefinition
from balance.report.sections.comparison_bots import bot_findings, bot_pictures, bot_tables
from balance.report.sections.comparison_figures import pictures_of
from balance.report.sections.comparison_findings import (
    evening_finding,
    fairness_finding,
    findings_of,
    key_findings_of,
    same_games,
)
from balance.report.sections.comparison_tables import bar_of, headline_tables, topic_tables
from balance.report.trust import cut_off_games
from balance.report.words import Words
from balance.scenario.prepare import PreparedScenario

TABLES = {
    "axis": ("comparison_axes",),
    "objectives_change": ("comparison_dealt", "comparison_extremes_dealt"),
    "things_change": ("comparison_copies", "comparison_card_changes"),
}  # that findings rest on, of few cells or of many
WORDS = Words(Path(__file__).with_suffix(".toml"))


def build(data: ReportData) -> Section | None:
    """Return the section that compares cells; None if there are no two with games."""
    cells = [one for one in data.variants if one.ended]
    if len(cells) < 2:
        return None
    words = WORDS.with_facts(
        **nouns(cells[0].match.game), bar=bar_of(WORDS, cells), band=data.fair_within
    )
    rows, axes = differences(cells), along_axes(cells)
    heads, verdicts = headlines(cells), fairness(cells, data.fair_within)
    matches = bot_matches(cells)
    standing = pd.DataFrame()
    if not matches.empty:  # bot against bot says more of bots than line-ups in a row
        standing = group_standings(matches, cells)
        axes = axes[axes["axis"] != "bots"] if len(axes) else axes
    judged = rows[rows["topic"].isin(HEADLINES)]
    tables = [
        *bot_tables(words, matches, standing),
        *headline_tables(words, cells, judged, axes, heads, verdicts),
        *topic_tables(words, cells, rows, axes),
        words.table("differences", rows),
    ]
    of_bots = list(bot_findings(words, standing))
    evening = evening_finding(words, heads, verdicts) if data.is_comparison else None
    of_cells = [*findings_of(words, rows, axes, len(cells)), evening]
    fair = fairness_finding(words, verdicts)
    same = same_games(words, cells)
    lines = [fair, *of_bots, *of_cells] if data.asks_fairness else [*of_bots, *of_cells, fair]
    return words.section(
        [same, *lines, cut_off_games([one for one in data.variants if one.games])],
        tables,
        [
            *bot_pictures(words, matches, standing),
            *pictures_of(words, cells, rows, axes, heads),
        ],
        _key_findings(
            data, {table.name for table in tables}, same, fair, of_bots, evening,
            key_findings_of(words, rows, axes, len(cells)),
        ),
    )  # fmt: skip


def _key_findings(
    data: ReportData,
    tables: Collection[str],
    same: Finding | None,
    fair: Finding | None,
    of_bots: Sequence[Finding],
    evening: Finding | None,
    of_cells: Sequence[Finding],
) -> list[KeyFinding]:
    """Return what the head of the report may say: what is fair, who beats whom, what differs.

    Beside a baseline, variants only shed light on it.
    """
    is_main = data.is_comparison
    keys = (
        []
        if fair is None
        else [fair.key("comparison_fair", 75 if is_main else 50, subject="seats")]
    )
    if same is not None:
        keys.append(same.key("comparison", 82, None, is_asked=True))
    keys += [
        finding.key("comparison_bot_against_bot", 75, is_asked=True) for finding in of_bots[:1]
    ]
    if evening is not None:
        keys.append(evening.key("comparison", 79, is_asked=True))
    for place, finding in enumerate(of_cells):
        rests_on = TABLES.get(finding.name, ())
        table = next((name for name in rests_on if name in tables), "comparison")
        is_asked = is_main and (finding.name != "axis" or place == 0)  # other axes are variants
        importance = 80 - place if is_asked else 45 if is_main else 35
        keys.append(finding.key(table, importance, is_asked=is_asked))
    return keys


def bar_against(cells: Sequence[CellResult]) -> str:
    """Return what the win rates of objectives are compared with, where cells have any."""
    return bar_of(WORDS, cells)


def _why_not(prepared: PreparedScenario) -> str:
    return (
        "" if len(prepared.cells) > 1 else "it needs two variants or more: [[variants]] or a grid"
    )


comparison = SectionDefinition(
    build, {"folds": Metric(tally, FoldSums)}, place=160, why_not=_why_not, is_of_all_cells=True
)
