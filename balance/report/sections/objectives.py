"""How strong secret objectives are: the section, from its parts."""

from pathlib import Path

import pandas as pd

from balance.analysis.metrics import objective_pairs
from balance.analysis.metrics.metric import Metric
from balance.analysis.metrics.objective_pairs import objective_pair_table
from balance.analysis.metrics.objectives import applies, fair
from balance.analysis.objectives.by_cell import by_cell
from balance.analysis.objectives.strength import choice, index, main_of, strengths
from balance.analysis.objectives.ways import games_by_way
from balance.report.nouns import nouns
from balance.report.players import who_was_asked
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Section, SectionDefinition
from balance.report.sections.objectives_figures import pictures_of
from balance.report.sections.objectives_findings import Results, findings_of, key_findings_of
from balance.report.sections.objectives_tables import (
    cell_table,
    choice_table,
    index_table,
    main_table,
    pair_table,
)
from balance.report.words import Words
from balance.scenario.cells import TIER

WORDS = Words(Path(__file__).with_suffix(".toml"))


def build(data: ReportData) -> Section | None:
    """Return the section on objectives; None without its sums."""
    cell = data.about("objectives")
    if cell is None:
        return None
    free, forced = games_by_way(cell, data.variants)
    source = forced or free
    if source is None:
        return None
    match, band = cell.match, data.fair_within
    main = main_of(free, forced, match)
    fair_rate = fair(source.folds, match)
    where = "phrases.where_forced" if forced else "phrases.where_chosen"
    words = WORDS.with_facts(
        **nouns(match.game),
        how=WORDS.text(f"phrases.{main.name}"),
        asked=who_was_asked(data, cell, of_experiments=False),
        fair=fair_rate,
        band=band,
        bar=WORDS.text("phrases.bar_all" if match.game_table.rival else "phrases.bar_fair"),
        in_games=WORDS.text(where, **nouns(match.game)),
    )
    how, cells = by_cell(_comparable(data, cell))
    results = Results(
        words=words,
        main=main,
        free=free,
        forced=forced,
        has_rival=bool(match.game_table.rival),
        rows=strengths(free, forced, main, match, band),
        indices=index(free, forced, main, band),
        chosen=choice(cell),
        pairs=objective_pair_table(source.meetings, match)
        if source.meetings is not None
        else pd.DataFrame(),
        cells=cells,
        how_in_cells=how,
        fair=fair_rate,
        band=band,
        tables=data.head_tables,
    )
    tables = [
        main_table(results), index_table(results), choice_table(results), pair_table(results),
        cell_table(results),
    ]  # fmt: skip
    has_design = bool(match.game.experiments.random_objective_options)
    return words.section(
        findings_of(results),
        tables,
        pictures_of(results),
        key_findings_of(results, data.fix_objective),
        warning=_warning(results, has_design),
    )


def _comparable(data: ReportData, about: CellResult) -> list[CellResult]:
    """Return the cells to be compared: all of a grid that have the same strength of play."""
    if not data.is_comparison:
        return []
    return [
        cell for cell in data.variants if cell.ended and cell.axes.get(TIER) == about.axes.get(TIER)
    ]


def _warning(results: Results, has_design: bool) -> str:
    words = results.words
    if results.free is None:
        return words.text("warnings.assigned_only")
    who = words.text(f"warnings.{'when_chosen' if results.has_rival else 'who_chooses'}")
    if results.forced is not None:
        advice = "assigned_too"
    else:
        is_offered = has_design and not results.has_rival
        advice = "ask_for_design" if is_offered else "ask_for_variant"
    return f"{words.text('warnings.dealt', who=who)} {words.text(f'warnings.{advice}')}"


objectives = SectionDefinition(
    build, place=80, metrics={
        "objectives": Metric(
            applies=applies, needs="it needs a game with secret goals; here nobody is dealt any"
        ),
        "meetings": Metric(
            objective_pairs.tally, objective_pairs.ObjectivePairSums, objective_pairs.applies
        ),
    },
)  # fmt: skip
