"""``--until``: looking at how narrow intervals have become, and saying so."""

from balance.analysis.interval_widths import IntervalWidths, interval_widths, plan_of
from balance.report.number_format import number, points
from balance.runner.run import Run
from balance.runner.stopping import PrecisionStatus, StoppingPlan
from balance.scenario.prepare import PreparedCell
from balance.scenario.requirements import StoppingRule, read_stopping_rule
from balance.store.sums import Totals


def stopping_plan(cell: PreparedCell, rule: StoppingRule) -> StoppingPlan:
    """Return when a cell has enough games."""

    def check(deals: int, totals: Totals) -> PrecisionStatus:
        widths = interval_widths(totals, deals, cell.match, rule)
        return PrecisionStatus(widths.is_enough, widths.deals, _stands(widths))

    return StoppingPlan(plan_of(cell.match, rule), check)


def stopping_notes(run: Run) -> list[str]:
    """Say of each variant how narrow its intervals have become, and whether that was asked."""
    scenario = run.prepared.scenario
    if scenario.until is None:
        return []
    until = read_stopping_rule(scenario.until)
    sentences = []
    for one in run.cells:
        found = interval_widths(one.totals, one.deals, one.cell.match, until)
        if not len(found.rows):
            continue
        place = f"{one.cell.name}: " if len(run.cells) > 1 else ""
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
