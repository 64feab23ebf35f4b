"""A scenario with one cell alone: numbers are changed in one cell."""

from dataclasses import replace

from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.prepare import PreparedScenario, prepare


def first_cell(scenario: Scenario, overrides: Overrides) -> tuple[PreparedScenario, str]:
    """Return a scenario with its first cell only, and a sentence about the others, if any.

    Raises
    ------
    BalanceError
        If the scenario cannot be played.
    """
    prepared = prepare_with_overrides(scenario, overrides)
    first = prepared.cells[0]
    cell = first.cell
    alone = prepared.scenario.changed(
        tiers=[], check_tiers=[], variants=[], grid={}, baseline="baseline", sections=None,
        designs=[],
        players=cell.players, bots=[bot.model_dump() for bot in cell.bots],
        table=cell.table, set=cell.settings, games=cell.games,
    )  # fmt: skip
    note = (
        f"only the first of {len(prepared.cells)} cells, {first.name!r}, is used; "
        "choose another with --set, --players and --bots."
        if len(prepared.cells) > 1
        else ""
    )
    return replace(prepare(alone), notices=prepared.notices), note
