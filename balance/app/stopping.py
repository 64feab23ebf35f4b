"""``--until``: looking at how narrow intervals have become, and saying so."""

from collections.abc import Callable

from balance.analysis.interval_widths import IntervalWidths, interval_widths, plan_of
from balance.report.number_format import number, points
from balance.runner.run import Run
from balance.runner.stopping import Look, StoppingPlan
from balance.scenario.prepare import PreparedCell
from balance.scenario.stopping_rule import StoppingRule, read_stopping_rule
from balance.store.sums import Totals


def stopping_plan(
    variant: PreparedCell,
    until: StoppingRule,
    on_begin: Callable[[int], None],
    on_look: Callable[[str, int], None],
    on_progress: Callable[[int], None],
) -> StoppingPlan:
    """Return who looks at a variant after each round, and who is told.

    Parameters
    ----------
    variant : VariantMatch
    until : Until
    on_begin : function (games)
    on_look : function (text, games)
    on_progress : function (games)
    """

    def look(deals: int, totals: Totals) -> Look:
        found = interval_widths(totals, deals, variant.match, until)
        return Look(found.is_enough, found.deals, _stands(found))

    def tell(seen: Look, games: int) -> None:
        on_look(seen.told, games)

    return StoppingPlan(plan_of(variant.match, until), look, on_begin, tell, on_progress)


def stopping_notes(run: Run) -> list[str]:
    """Say of each variant how narrow its intervals have become, and whether that was asked."""
    scenario = run.prepare.scenario
    if scenario.until is None:
        return []
    until = read_stopping_rule(scenario.until)
    sentences = []
    for one in run.variants:
        found = interval_widths(one.totals, one.deals, one.variant.match, until)
        if not len(found.rows):
            continue
        place = f"{one.variant.name}: " if len(run.variants) > 1 else ""
        told = f"{place}{_stands(found)} after {one.games:,} games"
        if found.is_enough:
            sentences.append(f"{told}, as narrow as asked.")
        else:
            sentences.append(f"{told}, the most to be played: not yet as narrow as asked.")
    return sentences


def _stands(found: IntervalWidths) -> str:
    write = points if found.is_share else number
    unit = " points" if found.is_share else ""
    wanted = write(found.halfwidth, 2)
    if found.widest != found.widest:
        return f"half-width not yet known ({wanted}{unit} wanted)"
    return f"half-width {write(found.widest, 2)} ({wanted}{unit} wanted)"
