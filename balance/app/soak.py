"""``balance soak``: millions of games at tables by lot, watched for what must always hold."""

import time
from collections.abc import Sequence
from pathlib import Path

from balance.app.notices import console
from balance.app.progress import show_progress
from balance.engine.jit import has_compiled_code
from balance.engine.soak import Sum
from balance.errors import Interrupted
from balance.games import GAMES
from balance.portable import relative_path, write_text
from balance.runner.batches import MAX_DECISIONS
from balance.runner.play import StopSignal
from balance.runner.soak import Failure, SoakResult, SoakTester, soak
from balance.runner.worker_pool import available_cores
from balance.scenario.files import scenario_toml
from balance.scenario.overrides import read_settings


def soak_games(
    name: str | None, games: int, seed: int, workers: int | None, settings: Sequence[str]
) -> bool:
    """Soak one game, or each of `GAMES`, as `soak_game` does; return whether all held."""
    held = [soak_game(one, games, seed, workers, settings) for one in ([name] if name else GAMES)]
    return all(held)


def soak_game(
    name: str, games: int, seed: int, workers: int | None, settings: Sequence[str]
) -> bool:
    """Soak a game and print what was seen; return whether all held.

    What did not hold is printed with the command that tells the game, from a scenario that is
    written into the current folder.

    Parameters
    ----------
    name : str
        A game's name or folder.
    games, seed : int
    workers : int or None
        Threads; None is one a core.
    settings : sequence of str
        What is changed at all tables, as KEY=VALUE.

    Raises
    ------
    BalanceError
        If there is no such game, or a table cannot be laid as the settings ask for.
    Interrupted
    """
    soaker = SoakTester(name, seed, read_settings(settings), Path())
    notes, stop = console(), StopSignal()
    if not has_compiled_code(soaker.game.home):
        notes.print(f"Compiling {soaker.game.title} for this machine: once, for up to a minute ...")
    begun = time.monotonic()
    with show_progress(notes) as progress, stop.on_interrupt():
        progress.begin(f"soaking {soaker.game.title}", games)
        soaked = soak(soaker, games, workers or available_cores(), stop, progress.add)
    for line in report_of(soaked, seed, time.monotonic() - begun):
        print(line)
    for found in soaked.failures:
        for line in report_on(found):
            print(line)
    if not soaked.failures and soaked.sums[Sum.GAMES] < games:
        raise Interrupted("Stopped: what was played until then is told above.")
    return not soaked.failures


def report_of(soaked: SoakResult, seed: int, seconds: float) -> list[str]:
    """Return what was seen, a line each."""
    games, decisions, checks, endless, longest = soaked.sums.tolist()
    players = ", ".join(f"{count:,} with {n}" for n, count in sorted(soaked.players.items()))
    cut = f"{endless:,} games were cut off after {MAX_DECISIONS:,} decisions."
    lines = [
        f"{games:,} games at {soaked.tables:,} tables, seed {seed}, in {seconds:,.0f} s.",
        f"Players: {players}.",
        f"{decisions:,} decisions, looked at {checks:,} times; at most {longest:,} in a game.",
        cut if endless else "Every game came to its end.",
    ]
    return lines if soaked.failures else [*lines, "Nothing was broken."]


def report_on(found: Failure) -> list[str]:
    """Return what did not hold, and how to look at it; write the scenario of its table."""
    file = Path(relative_path(found.scenario.file, Path()))
    write_text(file, scenario_toml(found.scenario, file.parent))
    return [
        f"Broken: {found.what}, in game {found.game} of {file}, after {found.decision} decisions.",
        f"  balance play {file} --game {found.game}",
    ]
