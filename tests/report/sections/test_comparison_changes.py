"""What was changed comes first in a comparison, by its own figures."""

from dataclasses import replace

import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.metrics.fold_sums import folds_of
from balance.report.key_findings import headlines_of, title_of
from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.scenario.match import Match
from balance.store.sums import Sums
from tests.analysis.comparison.test_differences import GOALS, cell
from tests.analysis.conftest import make_match
from tests.report.conftest import report_data, table_of
from tests.report.sections.test_comparison import section_of


def changed(match: Match, piece: str, note: str) -> Match:
    """Return a match with another note on a card or objective."""
    table = match.game_table
    cards, objectives = (
        tuple(replace(one, note=note) if one.id == piece else one for one in pieces)
        for pieces in (table.cards, table.objectives)
    )
    array = table.array.copy()
    array.view("u1")[:1] += 1
    table = replace(table, array=array, cards=cards, objectives=objectives)
    return replace(match, game_table=table)


def a_match() -> Match:
    return make_match(3, cards=("axe", "bow", "cup"), objectives=GOALS)


def with_dearer_axe() -> tuple[CellResult, CellResult]:
    match = a_match()
    return cell(match, "as it is"), cell(changed(match, "axe", "2 coins"), "dear", axe=0.2)


def said(data: ReportData) -> tuple[Section, str, str]:
    """Return the section, the first key finding and the title of the page."""
    section = section_of(data)
    heads = headlines_of([section], data)
    return section, heads[0].text, title_of(heads)


def test_a_card_that_one_variant_lacks_is_not_among_what_was_changed():
    was, now = with_dearer_axe()
    third = cell(make_match(3, cards=("axe", "bow", "pot"), objectives=GOALS), "other")
    rows = table_of(section_of(report_data(was, now, third)), "comparison_changed").frame
    assert set(rows["name"]) == {"Axe"}
    assert rows[["was_value", "now_value"]].notna().all(axis=None)


def test_a_changed_card_comes_first_with_its_own_figures_before_and_after():
    section, first, title = said(report_data(*with_dearer_axe()))
    assert first.startswith("Players take the Axe in 21 of 100 games instead of 32 (-1")
    assert first.endswith("Changed: Axe: 2 coins instead of 1 coin.")
    assert title.startswith("Players take the Axe in 21 of 100 games instead of 32")
    assert section.findings[0].text == first
    assert section.pictures[0].name == "comparison_changed"
    rows = table_of(section, "comparison_changed").frame
    assert rows["what"].tolist() == ["Axe: games in which it is taken", "Axe: copies taken a game"]
    assert (rows["low"] < rows["now_value"] - rows["was_value"]).all()
    assert (rows["high"] < 0).all()


def test_a_changed_objective_is_judged_where_nobody_chooses_else_by_who_is_dealt_it():
    match = a_match()
    cells = cell(match, "as it is"), cell(changed(match, "sun", "more"), "bright", sun=0.3)
    _, first, title = said(report_data(*cells))
    assert first.startswith("Sun wins 47 of 100 games instead of 35 (+11")
    assert "for a player who must play it" in first
    assert title.startswith("Sun wins 47 of 100 games")
    chosen = (replace(one, sums=unassigned(one)) for one in cells)
    assert "for a player who is dealt it" in said(report_data(*chosen))[1]


def test_a_changed_option_shows_in_the_seats():
    match = a_match()
    same_cards = changed(match, "nothing", "")
    cells = cell(match, "as it is"), cell(same_cards, "rich", edge=0.1)
    _, first, _ = said(report_data(*cells))
    assert first.startswith('With "rich", seat 1 wins 44 of 100 games instead of 34 (+10')
    cells = cell(match, "as it is"), cell(same_cards, "rich", longer=1)
    assert "seat" not in said(report_data(*cells))[1]  # no win differs: nothing to say


def test_a_change_that_may_be_chance_is_not_claimed():
    match = a_match()
    cells = cell(match, "as it is"), cell(changed(match, "axe", "2 coins"), "dear", axe=0.302)
    _, first, title = said(report_data(*cells))
    assert ", no clear change." in first
    assert "instead of" not in title


@pytest.mark.parametrize("has_axes", [True, False])
def test_variants_that_assign_objectives_are_not_compared_with_others(has_axes):
    match = a_match()
    free, dear = with_dearer_axe()
    axes = {"scenario": "one", "variant": "assigned"} if has_axes else {}
    forced = replace(cell(match, "one, assigned"), axes=axes)
    free = replace(free, axes={"scenario": "one", "variant": "baseline"}, sums=unassigned(free))
    dear = replace(dear, axes={"scenario": "two"}, sums=unassigned(dear))
    section = section_of(report_data(free, forced, dear))
    cells = set(table_of(section, "comparison").frame["cell"])
    assert ("one, assigned" in cells) is not has_axes
    if has_axes:
        assert section.findings[0].name == "own_taken"


def unassigned(of: CellResult) -> dict[str, Sums]:
    """Return sums in which a seat did not keep what it was dealt."""
    folds = folds_of(of.sums)
    return {**of.sums, "folds": replace(folds, dealt=folds.dealt + 1)}
