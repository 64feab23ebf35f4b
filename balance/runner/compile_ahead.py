"""Compiling a game's bots in another process, while the one that plays compiles the rules.

Numba compiles in one thread.  What the other process has compiled lies in the cache by the time it
is asked for; what it has not yet, the first one compiles itself.
"""

import atexit
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from balance.compiling.jit import has_compiled_code, is_compiling
from balance.engine.game import Bot, Game
from balance.engine.loop_types import compile_bot
from balance.engine.trajectories import trajectory_player
from balance.games.loading import load_game
from balance.runner.worker_pool import available_cores


def compile_ahead(game: Game, bots: Sequence[Bot]) -> None:
    """Begin to compile bots in another process, if nothing of their game is compiled yet.

    Bots from outside, and games with code from outside, are left to the process that plays.

    Parameters
    ----------
    bots : sequence of Bot
        Those that play, the first to be asked first.
    """
    own = list(dict.fromkeys(bot.name for bot in bots if _is_of(game, bot)))
    is_ready = not is_compiling() or has_compiled_code(game.home)
    if is_ready or game.is_external or not own or available_cores() < 2:
        return
    environment = dict(os.environ)
    if sys.pycache_prefix is not None:
        environment["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    place = str(game.described_in or game.name)
    with suppress(OSError):  # then the process that plays compiles all
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, place, *own],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is answered by the process that plays, which ends it
        )
        atexit.register(process.kill)


def _is_of(game: Game, bot: Bot) -> bool:
    return bot.name in game.bots and game.bots[bot.name].choose is bot.choose


def compile_bots(place: str, names: Sequence[str]) -> None:
    """Compile bots of a game, and after the first the loop that follows games round by round.

    It stops once the process that began it has gone.
    """
    parent = os.getppid()  # before loading, which takes seconds
    game = load_game(place, Path())
    for number, name in enumerate(names):
        if os.getppid() != parent:
            return
        compile_bot(game.bots[name].choose, game)
        if number == 0 and game.round_status is not None:
            trajectory_player(game)


if __name__ == "__main__":
    compile_bots(sys.argv[1], sys.argv[2:])
