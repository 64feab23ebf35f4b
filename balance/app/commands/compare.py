"""``balance compare``: several scenarios, or one with and without a change."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from balance.app.commands.run import RunOptions, leave, play_scenario
from balance.errors import BalanceError
from balance.runner.run import Run
from balance.scenario.cells import cells_of, check_cell_name, tier_label
from balance.scenario.default_bots import with_default_bots
from balance.scenario.files import read_scenario
from balance.scenario.model import BASELINE, Scenario
from balance.scenario.overrides import Overrides, override, prepare_with_settings
from balance.scenario.prepare import PreparedScenario, game_of, prepare, self_naming_values
from balance.scenario.replay_command import play_command
from balance.scenario.side_by_side import side_by_side


def compare_scenarios(
    names: Sequence[str],
    overrides: Overrides,
    options: RunOptions,
    then: Callable[[Run], None] = leave,
) -> Run:
    """Play scenarios on the same deals.

    Parameters
    ----------
    names : sequence of str
        Files, or names of shipped scenarios; the cells of one alone are those that `run` plays.
    overrides : Overrides
        Each scenario is played without its settings and with them.  Of a scenario with a baseline
        this is the baseline alone: what was asked about is the change, not its other variants.
    then : function (run)
        See `app.run.run_scenario`.

    Raises
    ------
    BalanceError
    Interrupted
    """
    plain = replace(overrides, settings={})
    wanted = [override(read_scenario(name), plain) for name in names]
    if overrides.settings:
        wanted = list(map(_without_variants, wanted))
    scenarios = [with_default_bots(scenario, game_of(scenario)) for scenario in wanted]
    scenario = side_by_side(scenarios, overrides.settings)
    try:
        ready = prepare_with_settings(scenario, overrides.settings)
    except BalanceError:
        for each in scenarios:  # names the file, if one of them is wrong by itself
            prepare(each)
        raise
    ready = _with_commands(ready, names, scenarios, overrides)
    folder = Path("reports", ready.game.name)
    # The cells of one scenario are those that `run` plays, and may have played.
    folder /= scenario.name if scenario in scenarios else f"compare/{scenario.name}"
    return play_scenario(ready, folder, options, then)


def _without_variants(scenario: Scenario) -> Scenario:
    """Return a scenario with its baseline alone; as it is where its variants are alternatives."""
    if scenario.baseline != BASELINE:
        return scenario
    return scenario.model_copy(update={"variants": ()})


def _with_commands(
    ready: PreparedScenario,
    names: Sequence[str],
    scenarios: Sequence[Scenario],
    overrides: Overrides,
) -> PreparedScenario:
    """Return the cells with the commands that replay their games: of the scenario of each."""
    plain = replace(overrides, settings={}, seed=ready.scenario.seed)
    changed = replace(plain, settings=overrides.settings)
    cells = iter(ready.cells)
    commands: list[str] = []
    checks: dict[str, str] = {}  # by name of a cell
    for name, scenario in zip(names, scenarios, strict=True):
        own_cells = cells_of(scenario, self_naming_values(ready.game))
        for own in own_cells:
            for one in (plain, changed) if overrides.settings else (plain,):
                joined = next(cells)
                commands.append(play_command(name, one, own.name if len(own_cells) > 1 else ""))
                for tier in map(tier_label, scenario.check_tiers):
                    check = play_command(name, one, check_cell_name(tier, own.name))
                    checks[check_cell_name(tier, joined.name)] = check
    return ready.with_replay_commands(
        [*commands, *(checks[cell.name] for cell in ready.check_cells)]
    )
