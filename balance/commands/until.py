"""``--until``: looking at how narrow intervals have become, and saying so."""

from collections.abc import Callable

from balance.analysis.narrow import Narrowness, narrowness, plan_of
from balance.report.format import number, points
from balance.scenario.set_up import VariantMatch
from balance.scenario.until import Until, read_until
from balance.simulate.rounds import Look, Rounds
from balance.simulate.runs import Run
from balance.simulate.sums import Totals


def rounds_of(
    variant: VariantMatch,
    until: Until,
    on_begin: Callable[[int], None],
    on_look: Callable[[str, int], None],
    on_progress: Callable[[int], None],
) -> Rounds:
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
        found = narrowness(totals, deals, variant.match, until)
        return Look(found.is_enough, found.deals, _stands(found))

    def tell(seen: Look, games: int) -> None:
        on_look(seen.told, games)

    return Rounds(plan_of(variant.match, until), look, on_begin, tell, on_progress)


def told_of_until(run: Run) -> list[str]:
    """Say of each variant how narrow its intervals have become, and whether that was asked."""
    scenario = run.set_up.scenario
    if scenario.until is None:
        return []
    until = read_until(scenario.until)
    sentences = []
    for one in run.variants:
        found = narrowness(one.totals, one.deals, one.variant.match, until)
        if not len(found.rows):
            continue
        place = f"{one.variant.name}: " if len(run.variants) > 1 else ""
        told = f"{place}{_stands(found)} after {one.games:,} games"
        if found.is_enough:
            sentences.append(f"{told}, as narrow as asked.")
        else:
            sentences.append(f"{told}, the most to be played: not yet as narrow as asked.")
    return sentences


def _stands(found: Narrowness) -> str:
    write = points if found.is_share else number
    unit = " points" if found.is_share else ""
    wanted = write(found.halfwidth, 2)
    if found.widest != found.widest:
        return f"half-width not yet known ({wanted}{unit} wanted)"
    return f"half-width {write(found.widest, 2)} ({wanted}{unit} wanted)"
