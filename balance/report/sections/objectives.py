"""How strong secret objectives are."""

import pandas as pd

from balance.analysis.metrics.objective_pairs import objective_pair_table
from balance.analysis.metrics.objectives import fair
from balance.analysis.objectives.by_cell import by_cell
from balance.analysis.objectives.sources import ways
from balance.analysis.objectives.strength import choice, index, main_of, strengths
from balance.report.nouns import plural
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Section
from balance.report.sections.objectives_drawn import pictures_of
from balance.report.sections.objectives_tables import (
    cell_table,
    choice_table,
    index_table,
    main_table,
    pair_table,
)
from balance.report.sections.objectives_told import About, finding_of, verdicts_of
from balance.scenario.cells import TIER


def build(data: ReportData) -> Section | None:
    """Return the section on objectives; None without its sums."""
    told = data.about("objectives")
    if told is None:
        return None
    match, band = told.match, data.fair_within
    free, forced = ways(told, data.variants)
    if free is None and forced is None:
        return None
    main = main_of(free, forced, match)
    rows = strengths(free, forced, main, match, band)
    way = forced or free
    assert way is not None
    about = About(match, main.name, fair(way.objectives, match), band, free, forced)
    indices = index(free, forced, main, band)
    chosen = choice(free, told) if free is not None else pd.DataFrame()
    pairs = (
        objective_pair_table(way.meetings, match) if way.meetings is not None else pd.DataFrame()
    )
    how, cells = by_cell(_alike(data, told))
    tables = [
        main_table(rows, about),
        index_table(indices, main, about),
        choice_table(chosen, about),
        pair_table(pairs, about),
        cell_table(cells, how, about),
    ]
    return Section(
        "objectives",
        f"Strength of {plural(about.name)}",
        finding_of(rows, indices, chosen, pairs, cells, about),
        tuple(table for table in tables if table is not None),
        tuple(pictures_of(rows, pairs, about)),
        _warning(about),
        verdicts_of(rows, chosen, about),
    )


def _alike(data: ReportData, told: CellResult) -> list[CellResult]:
    """Return the cells to be compared: all of a grid, or of one strength of play."""
    if not data.is_comparison:
        return []
    return [
        cell for cell in data.variants if cell.ended and cell.axes.get(TIER) == told.axes.get(TIER)
    ]


def _warning(about: About) -> str:
    name = about.name
    if about.free is None:
        return f"Here nobody chooses: each {name} is forced upon a seat by lot."
    chosen = "when it is chosen" if about.match.game_table.rival else "who chooses it"
    text = (
        f"Dealt is chance, so its win rate is the {name}'s own doing, though a seat may discard "
        f"it. Kept mixes its strength with {chosen}"
    )
    if about.forced is not None:
        return f"{text}. Forced, assigned without a choice, is the fairest comparison."
    options = about.match.game.experiments.random_objective_options
    if options and not about.match.game_table.rival:
        return (
            f'{text}; for a fair comparison ask for designs = ["objectives"], which forces them '
            "upon seats by lot."
        )
    return f"{text}; for a fair comparison add a variant that assigns one {name} to each seat."
