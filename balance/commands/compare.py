"""``balance compare``: scenarios side by side, or each with itself unchanged."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from balance.commands.run import RunOptions, play_and_report
from balance.errors import BalanceError
from balance.scenario.compare import side_by_side
from balance.scenario.model import read_scenario
from balance.scenario.overrides import Overrides, override
from balance.scenario.set_up import set_up


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
        ready = set_up(scenario)
    except BalanceError:
        for one in scenarios:  # where one is wrong by itself, its own file is named
            set_up(one)
        raise
    folder = Path("reports", ready.game.name)
    # The cells of one scenario are those that `run` plays, and may have played.
    folder /= scenario.name if scenario in scenarios else f"compare/{scenario.name}"
    play_and_report(ready, folder, options)
