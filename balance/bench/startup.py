"""How long it takes to start: the help, the imports, the first game with and without a cache."""

import os
import subprocess
import sys
import tempfile
import time

_IMPORT = "import balance.app.run"
_FIRST_GAME = (
    "import sys; from pathlib import Path; from balance.bench.game_speed import equal_match; "
    "from balance.games.loading import load_game; from balance.runner.batches import Batches; "
    "game = load_game(sys.argv[1], Path()); bot = next(iter(game.bots.values())); "
    "Batches(equal_match(game, bot, game.seats[0])).play(0, 1)"
)
REPEATS = 3


def start_times() -> dict[str, float]:
    """Return seconds of wall-clock time, by what was started."""
    python = sys.executable
    return {
        "balance --help": _best([python, "-m", "balance", "--help"]),
        "imports": _best([python, "-c", _IMPORT]),
    }


def first_games(game: str, compiling: bool) -> dict[str, float]:
    """Return seconds of wall-clock time to the first game; with `compiling`, without a cache too.

    Parameters
    ----------
    game : str
        A name or a folder.
    compiling : bool
    """
    first = [sys.executable, "-c", _FIRST_GAME, game]
    times = {}
    if compiling:
        with tempfile.TemporaryDirectory(prefix="balance-bench-") as empty:
            times[f"first game of {game}, compiling"] = _taking(first, {"BALANCE_CACHE": empty})
    _taking(first, {})
    return {f"first game of {game}": _best(first), **times}


def _best(command: list[str]) -> float:
    return min(_taking(command, {}) for _ in range(REPEATS))


def _taking(command: list[str], settings: dict[str, str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **settings})
    return time.perf_counter() - begun
