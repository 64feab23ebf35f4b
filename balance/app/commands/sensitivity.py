"""``balance sensitivity``: the effect of each number on the balance of a game."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console

from balance.analysis.balance_index import usual_aims
from balance.analysis.sensitivity import Judge, balance_table, changes_table
from balance.app.study import Answered, Study, deals_for, study
from balance.errors import ScenarioError
from balance.report.studies.sensitivity import sensitivity_section
from balance.scenario.experiments import Arm
from balance.scenario.number_changes import Change, arms_of_changes, numbers_of, steps_of
from balance.scenario.prepare import PreparedCell
from balance.tuning.targets import Targets, read_targets
from balance.tuning.trials import Trials, most_deals

_LONG = 60.0  # seconds: longer times are given in minutes


@study
def sensitivity(
    study: Study, only: Sequence[str] | None = None, step: int = 1, target: Path | None = None
) -> Answered:
    """Change each number of a scenario's game, rank the changes, and write a report.

    Parameters
    ----------
    only : sequence of str
        Patterns of the numbers to change; none are all.
    step : int
        By how much each is changed.
    target : Path, optional
        File of targets; None is as even as possible, and as long as now.

    Raises
    ------
    BalanceError
    Interrupted
    """
    targets = read_targets(target) if target else None
    cell, console = study.cell, study.console
    numbers = numbers_to_change(cell, only or (), targets, target)
    deals = deals_for(cell.match, study.options.games)
    settings = {
        "numbers": list(numbers),
        "step": step,
        "targets": targets.model_dump(mode="json") if targets else None,
    }
    with study.trials(settings) as trials:
        base = trials.base(deals)
        aims = targets.aims(base, cell.match) if targets else usual_aims(base, cell.match)
        arms, refused = build_arms(cell, steps_of(numbers, step), console)
        announce_duration(trials, len(arms), deals, console)
        judge = Judge(aims)
        results = trials.play(singles(arms), deals, "changes", judge)
    section = sensitivity_section(
        balance_table(base, cell.match, aims),
        changes_table(results, judge),
        refused,
        study.ready.game.objective,
    )
    return section, trials, base


def numbers_to_change(
    cell: PreparedCell, only: Sequence[str], targets: Targets | None, file: Path | None
) -> dict[str, int]:
    """Return the numbers to change: those asked for, those of the targets in a file, or all.

    Raises
    ------
    ScenarioError
        If a pattern fits none.
    """
    if only or targets is None:
        return numbers_of(cell, only)
    try:
        for pattern in targets.ranges:
            numbers_of(cell, (pattern,))
        return numbers_of(cell, targets.only)
    except ScenarioError as error:
        raise ScenarioError(f"{file}: {error}") from None


def build_arms(
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


def singles(arms: Mapping[Change, Arm]) -> dict[tuple[Change, ...], Arm]:
    """Return changes as sets of one."""
    return {(change,): arm for change, arm in arms.items()}


def announce_duration(trials: Trials, changes: int, deals: int, console: Console) -> None:
    """Print how long changes take at most, if the speed is known from the unchanged table."""
    if trials.seconds_a_deal:
        needed = changes * most_deals(deals) * trials.seconds_a_deal
        text = f"{needed:,.0f} s" if needed < _LONG else f"{needed / _LONG:,.0f} min"
        console.print(f"{changes} changes: about {text} at most.")
