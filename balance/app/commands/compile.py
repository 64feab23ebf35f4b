"""``balance compile``: compile games ahead, so that their first run starts at once."""

import time
from collections.abc import Sequence

from balance.app.notices import announce_start, stderr_console
from balance.app.output import NO_OPTIONS, Output, Sentences
from balance.engine.trajectories import trajectory_player
from balance.games import GAMES
from balance.runner.bot_speed import warm_up
from balance.scenario.files import read_scenario, scenario_of_game
from balance.scenario.prepare import prepare


def compile_games(games: Sequence[str], output: Output = NO_OPTIONS) -> None:
    """Compile what a run needs, for one game after another, and say how long each took.

    Parameters
    ----------
    games : sequence of str
        Games, their folders, or scenarios; none is all games of the package.

    Raises
    ------
    BalanceError
        If there is no such game, or its scenario cannot be played.
    """
    said, console = Sentences("compile", output), stderr_console()
    games = games or list(GAMES)
    for name in games:
        begun = time.monotonic()
        ready = prepare(scenario_of_game(name) or read_scenario(name))
        announce_start(ready, console)
        for cell in ready.all_cells:
            warm_up(cell.match)
        if ready.game.round_status is not None:
            trajectory_player(ready.game)
        said.say(f"{ready.game.title}: compiled, in {time.monotonic() - begun:,.0f} s.")
    said.end("Compiling", of=games)
