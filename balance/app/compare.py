"""``balance compare``: scenarios side by side, or each with itself unchanged."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from balance.app.run import RunOptions, play_and_report
from balance.errors import BalanceError
from balance.scenario.cells import cells_of
from balance.scenario.files import read_scenario
from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import PreparedScenario, prepare, self_naming_values
from balance.scenario.replay_command import play_command
from balance.scenario.side_by_side import side_by_side


def compare_scenarios(names: Sequence[str], overrides: Overrides, options: RunOptions) -> None:
    """Play scenarios side by side and write what differs.

    Parameters
    ----------
    names : sequence of str
        Files, or names of shipped scenarios; the cells of one alone are those that `run` plays.
    overrides : Overrides
        Its settings are not made in all cells, but each is played without and with them.
    options : RunOptions

    Raises
    ------
    BalanceError
        Whatever the user can mend.
    Interrupted
    """
    plain = replace(overrides, settings={})
    scenarios = [override(read_scenario(name), plain) for name in names]
    scenario = side_by_side(scenarios, overrides.settings)
    try:
        ready = prepare(scenario)
    except BalanceError:
        for one in scenarios:  # where one is wrong by itself, its own file is named
            prepare(one)
        raise
    ready = _with_commands(ready, names, scenarios, overrides)
    folder = Path("reports", ready.game.name)
    # The cells of one scenario are those that `run` plays, and may have played.
    folder /= scenario.name if scenario in scenarios else f"compare/{scenario.name}"
    play_and_report(ready, folder, options)


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
