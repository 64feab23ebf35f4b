"""``balance tune-cards``: the fewest changes of numbers that meet balance targets."""

from pathlib import Path

from balance.analysis.sensitivity import Judge, lowest_in_the_race
from balance.app.changed_scenario import check_scenario_place, write_changed_scenario
from balance.app.commands.sensitivity import (
    announce_duration,
    build_arms,
    numbers_to_change,
    singles,
)
from balance.app.study import Answered, Study, deals_for, study
from balance.errors import ScenarioError
from balance.limits import MAX_SEED
from balance.report.nouns import several
from balance.report.studies.tune_cards import tuned_section
from balance.scenario.model import Scenario
from balance.scenario.number_changes import Change, steps_of
from balance.scenario.piece_names import settings_with
from balance.scenario.shipped import shipped_scenarios
from balance.tuning.card_search import Search, best_sets
from balance.tuning.pareto import front_table, taken, targets_table
from balance.tuning.targets import read_targets

CHECK = 4  # times the games of a change: for the test of the best sets on fresh deals


@study
def tune_cards(
    study: Study, target: Path, changes: int, write: Path | None, write_cards: Path | None = None
) -> Answered:
    """Search for changes that meet targets, test them on fresh deals, and write them.

    Parameters
    ----------
    target : Path
        File of targets.
    changes : int
        How many numbers to change at most.
    write : Path or None
        File for the changed scenario; None is ``NAME-tuned.toml``, in the folder of the scenario
        or, for a shipped scenario, in the current one.
    write_cards : Path or None
        Folder for copies of the scenario's own sheets with the changes; None is ``NAME-cards``
        beside that file, where NAME is the file's.

    Raises
    ------
    BalanceError
    Interrupted
    """
    targets = read_targets(target)
    cell, ready, console = study.cell, study.ready, study.console
    place = write or _place(ready.scenario)
    check_scenario_place(place)
    numbers = numbers_to_change(cell, (), targets, target)
    deals = deals_for(cell.match, study.options.games)

    def allowed(change: Change) -> bool:
        return targets.may_be(change, numbers[change.key])

    search_settings = {
        "changes": changes,
        "numbers": list(numbers),
        "targets": targets.model_dump(mode="json"),
    }
    with study.trials(search_settings) as trials:
        base = trials.base(deals)
        judge = Judge(targets.aims(base, cell.match, str(target)))
        trials.race = lowest_in_the_race
        steps = [change for change in steps_of(numbers, 1) if allowed(change)]
        if not steps:
            raise ScenarioError(f"{target}: the ranges allow no number to change by one.")
        arms, _ = build_arms(cell, steps, console)
        announce_duration(trials, len(arms), deals, console)
        played = trials.play(singles(arms), deals, "single changes", judge)
        search = Search(cell, trials, judge, allowed, deals)
        searched = best_sets(search, played, changes)
        if not searched:
            raise ScenarioError(f"{target}: no number changes any game if it changes by one.")
        fresh = trials.again(searched, CHECK * deals, (ready.scenario.seed + 1) % MAX_SEED)
    winner = taken(fresh, judge)
    values = {change.key: change.now for change in winner.changes} if winner else {}
    settings = settings_with(cell.match.game_table, values)
    if winner is not None:
        what = several(len(winner.changes), "change")
        origin = (f"{ready.scenario.name} with {what}, found by:", study.options.command)
        name = f"{ready.scenario.name}-tuned"
        for file in write_changed_scenario(
            ready, settings, winner.match.game_table, place, name, origin, write_cards
        ):
            console.print(f"Changed cards: {file}")
    section = tuned_section(
        front_table(fresh, searched, judge),
        targets_table(winner or fresh[-1], judge),
        winner,
        settings,
        str(place),
        ready.game.objective,
    )
    return section, trials, fresh[0].base


def _place(scenario: Scenario) -> Path:
    """Return the default file for the changed scenario."""
    name = f"{scenario.name}-tuned.toml"
    if scenario.file in {path.resolve() for path in shipped_scenarios().values()}:
        return Path(name)
    return scenario.folder / name
