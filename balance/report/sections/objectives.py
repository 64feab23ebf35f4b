"""How strong secret objectives are."""

import pandas as pd

from balance.analysis.meetings import meetings_of
from balance.analysis.objective_cells import by_cell
from balance.analysis.objective_strength import choice, index, main_of, strengths
from balance.analysis.objective_ways import ways
from balance.analysis.objectives import fair
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
from balance.report.story import Story, Variant
from balance.report.words import plural
from balance.scenario.cells import TIER


def build(story: Story) -> Section | None:
    """Return the section on objectives; None without its sums."""
    told = story.about("objectives")
    if told is None:
        return None
    match, band = told.match, story.fair_within
    free, forced = ways(told, story.variants)
    if free is None and forced is None:
        return None
    main = main_of(free, forced, match)
    rows = strengths(free, forced, main, match, band)
    way = forced or free
    assert way is not None
    about = About(match, main.name, fair(way.objectives, match), band, free, forced)
    indices = index(free, forced, main, band)
    chosen = choice(free, told) if free is not None else pd.DataFrame()
    pairs = meetings_of(way.meetings, match) if way.meetings is not None else pd.DataFrame()
    how, cells = by_cell(_alike(story, told))
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


def _alike(story: Story, told: Variant) -> list[Variant]:
    """Return the cells to be compared: all of a grid, or of one strength of play."""
    if not story.is_comparison:
        return []
    return [
        cell for cell in story.variants if cell.ended and cell.axes.get(TIER) == told.axes.get(TIER)
    ]


def _warning(about: About) -> str:
    name = about.name
    if about.free is None:
        return f"Here nobody chooses: each {name} is forced upon a seat by lot."
    chosen = "when it is chosen" if about.match.laid.rival else "who chooses it"
    text = (
        f"Dealt is chance, so its win rate is the {name}'s own doing, though a seat may discard "
        f"it. Kept mixes its strength with {chosen}"
    )
    if about.forced is not None:
        return f"{text}. Forced, assigned without a choice, is the fairest comparison."
    if about.match.game.unchosen and not about.match.laid.rival:
        return (
            f'{text}; for a fair comparison ask for designs = ["objectives"], which forces them '
            "upon seats by lot."
        )
    return f"{text}; for a fair comparison add a variant that assigns one {name} to each seat."
