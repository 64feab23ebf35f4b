"""``balance compile``: compile games ahead, so that their first run starts at once."""

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress

from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar

from balance.app.notices import announce_start, duration, stderr_console
from balance.app.output import NO_OPTIONS, Output, Sentences
from balance.compiling.cache_place import cache_root
from balance.compiling.jit import has_compiled_code
from balance.engine.game import Game
from balance.engine.trajectories import trajectory_player
from balance.games import GAMES
from balance.portable import write_text
from balance.runner.bot_speed import warm_up
from balance.scenario.files import read_scenario, scenario_of_game
from balance.scenario.prepare import prepare

SECONDS = "seconds.json"  # that games took to compile, in the folder of compiled code
TICK = 0.5  # seconds between moves of the bar


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
        is_new = not has_compiled_code(ready.game.home)
        announce_start(ready, console)
        with _bar(ready.game, console) if is_new else nullcontext():
            for cell in ready.all_cells:
                warm_up(cell.match)
            if ready.game.round_status is not None:
                trajectory_player(ready.game)
        took = time.monotonic() - begun
        if is_new:
            _remember(ready.game, took)
        said.say(f"{ready.game.title}: compiled, in {took:,.0f} s.")
    said.end("Compiling", of=games)


@contextmanager
def _bar(game: Game, console: Console) -> Iterator[None]:
    """Show how much of the time that a game took when it was compiled last has passed."""
    seconds = _last_seconds().get(game.name)
    if seconds is None:
        yield
        return
    if not console.is_terminal:
        console.print(f"{game.title}: {duration(seconds)} when it was compiled last.")
        yield
        return
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    is_done = threading.Event()
    with ProgressBar(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task(game.title, total=seconds)

        def move() -> None:
            while not is_done.wait(TICK):
                progress.advance(task, TICK)

        thread = threading.Thread(target=move, daemon=True)
        thread.start()
        try:
            yield
        finally:
            is_done.set()
            thread.join()


def _last_seconds() -> dict[str, float]:
    """Return the seconds that games took to compile, by name; nothing where that is not known."""
    with suppress(OSError, ValueError, TypeError, AttributeError):
        known = json.loads((cache_root() / SECONDS).read_text(encoding="utf-8"))
        return {str(name): float(seconds) for name, seconds in known.items()}
    return {}


def _remember(game: Game, seconds: float) -> None:
    with suppress(OSError):
        known = {**_last_seconds(), game.name: round(seconds, 1)}
        write_text(cache_root() / SECONDS, json.dumps(known))
