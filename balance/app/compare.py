"""``balance compare``: several scenarios, or one with and without a change."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from balance.app.run import RunOptions, leave, play_scenario
from balance.errors import BalanceError
from balance.runner.run import Run
from balance.scenario.cells import cells_of
from balance.scenario.files import read_scenario
from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import PreparedScenario, prepare, self_naming_values
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
        Each scenario is played without its settings and with them.
    then : function (run)
        See `app.run.run_scenario`.

    Raises
    ------
    BalanceError
    Interrupted
    """
    plain = replace(overrides, settings={})
    scenarios = [override(read_scenario(name), plain) for name in names]
    scenario = side_by_side(scenarios, overrides.settings)
    try:
        ready = prepare(scenario)
    except BalanceError:
        for each in scenarios:  # names the file, if one of them is wrong by itself
            prepare(each)
        raise
    ready = _with_commands(ready, names, scenarios, overrides)
    folder = Path("reports", ready.game.name)
    # The cells of one scenario are those that `run` plays, and may have played.
    folder /= scenario.name if scenario in scenarios else f"compare/{scenario.name}"
    return play_scenario(ready, folder, options, then)


def _with_commands(
    ready: PreparedScenario,
    names: Sequence[str],
    scenarios: Sequence[Scenario],
    overrides: Overrides,
) -> PreparedScenario:
    """Return the cells with the commands that replay their games: of the scenario of each."""
    plain = replace(overrides, settings={}, seed=ready.scenario.seed)
    changed = replace(plain, settings=overrides.settings)
    commands = []
    for name, scenario in zip(names, scenarios, strict=True):
        cells = cells_of(scenario, self_naming_values(ready.game))
        for cell in cells:
            own = cell.name if len(cells) > 1 else ""
            for one in (plain, changed) if overrides.settings else (plain,):
                commands.append(play_command(name, one, own))
    return ready.with_replay_commands(commands)
