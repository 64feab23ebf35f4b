"""``--until``: checking how wide the intervals are during a run, and the notes about it."""

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
        widths = interval_widths(totals, cell.match, rule)
        return PrecisionStatus(widths.is_enough, widths.deals, _precision(widths))

    return StoppingPlan(plan_of(cell.match, rule), check)


def stopping_notes(run: Run) -> list[str]:
    """Return a sentence for each cell: its precision, and whether the target was reached."""
    until = run.prepared.scenario.until
    if until is None:
        return []
    rule = read_stopping_rule(until)
    sentences = []
    for played in run.cells:
        widths = interval_widths(played.totals, played.cell.match, rule)
        if not len(widths.rows):
            continue
        cell = f"{played.cell.name}: " if len(run.cells) > 1 else ""
        end = "reached" if widths.is_enough else "not reached with the maximum of games"
        sentences.append(
            f"{cell}{_precision(widths)} after {played.games:,} games: target precision {end}."
        )
    return sentences


def _precision(widths: IntervalWidths) -> str:
    write = points if widths.is_share else number
    unit = " points" if widths.is_share else ""
    wanted = write(widths.halfwidth, 2)
    if widths.widest != widths.widest:
        return f"half-width not yet known ({wanted}{unit} wanted)"
    return f"half-width {write(widths.widest, 2)} ({wanted}{unit} wanted)"
