"""``balance sensitivity``: the effect of each number on the balance of a game."""

from collections.abc import Mapping, Sequence

from rich.console import Console

from balance.analysis.balance_index import mean_rounds, usual_aims
from balance.analysis.goals import goals_of
from balance.analysis.sensitivity import Judge, balance_table, changes_table
from balance.app.notices import duration
from balance.app.study import Answered, Study, deals_for, study
from balance.errors import ScenarioError
from balance.report.studies.sensitivity import sensitivity_section
from balance.scenario.change_words import changes_in_words
from balance.scenario.experiments import Arm
from balance.scenario.number_changes import Change, arms_of_changes, numbers_of, steps_of
from balance.scenario.prepare import PreparedCell
from balance.stats.jackknife import estimate
from balance.tuning.trials import Trials, most_deals


@study
def sensitivity(study: Study, only: Sequence[str] | None = None, step: int = 1) -> Answered:
    """Change each number of a scenario's game, rank the changes, and write a report.

    They are ranked by the requirements of the scenario; without any, the aim is a game as even as
    possible, and as long as now.

    Parameters
    ----------
    only : sequence of str
        Patterns of the numbers to change; none are all.
    step : int
        By how much each is changed.

    Raises
    ------
    BalanceError
    Interrupted
    """
    cell, console = study.cell, study.console
    numbers = numbers_of(cell, only or ())
    goals = goals_of(study.ready.scenario.require, cell.match)
    deals = deals_for(cell.match, study.options.games)
    settings = {
        "numbers": list(numbers),
        "step": step,
        "requirements": list(goals.of),
    }
    with study.trials(settings) as trials:
        base = trials.base(deals)
        aims = goals if goals.of else usual_aims(base, cell.match)
        arms, refused = _build_arms(cell, steps_of(numbers, step), console)
        _announce_duration(trials, len(arms), deals, console)
        judge = Judge(aims)
        results = trials.play(_singles(arms), deals, "changes", judge)
    section = sensitivity_section(
        balance_table(base, cell.match, aims),
        changes_table(results, judge),
        refused,
        study.ready.game.objective,
        {one.text: "; ".join(changes_in_words(cell.match, one.match)) for one in results},
        float(estimate(mean_rounds(base, cell.match)).value[0]),
    )
    return section, trials, base


def _build_arms(
    cell: PreparedCell, changes: Sequence[Change], console: Console
) -> tuple[dict[Change, Arm], list[str]]:
    """Build the tables of changes; return those that the game accepts, and the other changes.

    Raises
    ------
    ScenarioError
        If it accepts none.
    """
    console.print(f"Building {len(changes)} changed tables ...")
    arms, refused = arms_of_changes(cell, changes)
    if not arms:
        raise ScenarioError(
            f"none of these numbers can be changed in this way: {next(iter(refused.values()))}"
        )
    return arms, [change.text for change in refused]


def _singles(arms: Mapping[Change, Arm]) -> dict[tuple[Change, ...], Arm]:
    """Return changes as sets of one."""
    return {(change,): arm for change, arm in arms.items()}


def _announce_duration(trials: Trials, changes: int, deals: int, console: Console) -> None:
    """Print how long changes take at most."""
    needed = changes * most_deals(deals) * trials.seconds_a_deal([trials.match])
    console.print(f"{changes} changes: about {duration(needed)} at most.")
