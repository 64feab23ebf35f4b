"""``balance tune-cards``: the fewest changes of numbers that bring a game to a target."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from balance.analysis.sensitivity import Judge, Trial, lowest_in_the_race
from balance.app.notices import console, say_what_takes_long
from balance.app.sensitivity import (
    AdviceOptions,
    bench,
    deals_of,
    game_table,
    numbers_wanted,
    one_cell,
    report,
    say_how_long,
    singles,
)
from balance.errors import BalanceError, ScenarioError, StoreError
from balance.limits import MAX_SEED
from balance.portable import write_text
from balance.report.tuned_cards.section import tuned_section
from balance.runner.batches import warm_up
from balance.scenario.files import read_scenario, scenario_toml, shipped_scenarios
from balance.scenario.model import Scenario
from balance.scenario.number_changes import Change, settings_of, steps_of
from balance.scenario.overrides import Overrides
from balance.scenario.prepare import PreparedScenario, prepare
from balance.tuning.card_search import Search, best_sets
from balance.tuning.pareto import front_table, taken, targets_table
from balance.tuning.targets import read_targets

KIND = "tune-cards"  # of a folder, in its manifest
CHECK = 4  # times the games of a change: those on which the best sets are tested again


def tune_cards(
    name: str, overrides: Overrides, options: AdviceOptions, most: int, write: Path | None
) -> None:
    """Search for changes that meet targets, test them on fresh deals, and write them.

    Parameters
    ----------
    name : str
        A scenario.
    overrides : Overrides
    options : AdviceOptions
        With a target.
    most : int
        How many numbers to change.
    write : Path or None
        Where the changed scenario goes; None is ``NAME-tuned.toml``, beside a scenario of one's
        own.

    Raises
    ------
    BalanceError
    Interrupted
    """
    assert options.target is not None
    notes = console()
    targets = read_targets(options.target)
    ready = one_cell(read_scenario(name), overrides, notes)
    (variant,) = ready.cells
    place = write or _place(ready.scenario)
    if place.suffix != ".toml":
        raise ScenarioError(f"--write {place}: the name of a scenario's file ends in .toml.")
    numbers = numbers_wanted(variant, options, targets)
    deals = deals_of(variant, options.games)
    say_what_takes_long(ready, notes)
    warm_up(variant.match)

    def allowed(change: Change) -> bool:
        return targets.may_be(change, numbers[change.key])

    asked = {
        "games": options.games,
        "changes": most,
        "numbers": list(numbers),
        "targets": targets.model_dump(mode="json"),
    }
    with bench(ready, KIND, asked, options, notes) as trials:
        base = trials.base(deals)
        judge = Judge(targets.aims(base, variant.match, str(options.target)))
        trials.race = lowest_in_the_race
        changes = [change for change in steps_of(numbers, 1) if allowed(change)]
        if not changes:
            raise ScenarioError(
                f"{options.target}: the ranges leave no number that could be changed by one."
            )
        arms, _ = game_table(variant, changes, notes)
        say_how_long(trials, len(arms), deals, notes)
        played = trials.play(singles(arms), deals, "single changes", judge)
        search = Search(variant, trials, judge, allowed, deals)
        found = best_sets(search, played, most)
        fresh = trials.again(found, CHECK * deals, (ready.scenario.seed + 1) % MAX_SEED)
    winner = taken(fresh, judge)
    values = {change.key: change.now for change in winner.changes} if winner else {}
    cells = settings_of(variant.match.game_table, values)
    if winner is not None:
        _write(winner, cells, ready, place, options.command)
    section = tuned_section(
        front_table(fresh, found, judge),
        targets_table(winner or fresh[-1], judge),
        winner,
        cells,
        str(place),
        ready.game.objective,
    )
    report((section,), ready, trials, fresh[0].base, options.command)


def _place(scenario: Scenario) -> Path:
    """Return where a changed scenario goes: beside one's own, or here."""
    name = f"{scenario.name}-tuned.toml"
    if scenario.file in {path.resolve() for path in shipped_scenarios().values()}:
        return Path(name)
    return scenario.folder / name


def _write(
    winner: Trial, cells: Mapping[str, object], ready: PreparedScenario, place: Path, command: str
) -> None:
    """Write the scenario with the changes, and see that it plays what was tested.

    Raises
    ------
    ScenarioError
        If its paths lead elsewhere from there.
    StoreError
        If the file cannot be written.
    """
    scenario = ready.scenario
    tuned = scenario.changed(name=f"{scenario.name}-tuned", set={**scenario.set, **cells})
    origin = (
        f"{scenario.name} with {_several(winner.changes)}, found by:",
        command,
    )
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_text(place, scenario_toml(tuned, place.parent, origin))
    except OSError as error:
        raise StoreError(f"{place}: cannot be written: {error.strerror or error}.") from None
    try:
        again = prepare(read_scenario(str(place)))
        is_same = again.cells[0].match.game_table.digest == winner.match.game_table.digest
    except BalanceError:
        is_same = False
    if not is_same:
        raise ScenarioError(
            f"{place}: paths in [table] lead elsewhere from there: choose a file in "
            f"{scenario.folder} with --write."
        )


def _several(changes: Sequence[Change]) -> str:
    return "one change" if len(changes) == 1 else f"{len(changes)} changes"
