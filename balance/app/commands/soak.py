"""``balance soak``: random games at random tables, checked against the rules' invariants."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.app.notices import announce_compiling, stderr_console
from balance.app.output import NO_OPTIONS, Output, Sentences
from balance.app.progress import show_progress
from balance.engine.soak import Sum
from balance.errors import Interrupted
from balance.games import GAMES
from balance.portable import relative_path, write_text
from balance.report.nouns import several
from balance.runner.batches import MAX_DECISIONS
from balance.runner.soak import Failure, SoakResult, SoakTester, soak
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.files import scenario_toml


def soak_games(
    name: str | None,
    games: int,
    seed: int,
    workers: int | None,
    settings: Mapping[str, Any],
    output: Output = NO_OPTIONS,
) -> bool:
    """Test one game, or each of `GAMES`, with `soak_game`; return whether all passed."""
    said = Sentences("soak", output)
    names = [name] if name else list(GAMES)
    passed = [soak_game(one, games, seed, workers, settings, said) for one in names]
    said.end("Random games", games=games, of=names, seed=seed, passed=all(passed))
    return all(passed)


def soak_game(
    name: str,
    games: int,
    seed: int,
    workers: int | None,
    settings: Mapping[str, Any],
    said: Sentences,
) -> bool:
    """Play random games, say the result, and return whether all invariants held.

    A failure is said with the command that replays the game, from a scenario that is written
    into the current folder.

    Parameters
    ----------
    name : str
        A game's name or folder.
    workers : int or None
        Threads; None is one per core.
    settings : mapping
        Of all tables, by dotted key.

    Raises
    ------
    BalanceError
        If there is no such game, or a table cannot be built with these settings.
    Interrupted
    """
    tester = SoakTester(name, seed, settings, Path())
    console, stop = stderr_console(), StopSignal()
    announce_compiling(tester.game, console)
    begun = time.monotonic()
    with show_progress(console) as progress, stop.on_interrupt():
        progress.begin(f"soaking {tester.game.title}", games)
        result = soak(tester, games, workers or available_cores(), stop, progress.add)
    lines = result_lines(result, seed, time.monotonic() - begun)
    for line in (*lines, *(line for each in result.failures for line in report_failure(each))):
        said.say(line)
    if not result.failures and result.sums[Sum.GAMES] < games:
        raise Interrupted("Stopped: these are the results of the games so far.")
    return not result.failures


def result_lines(result: SoakResult, seed: int, seconds: float) -> list[str]:
    """Return the lines that summarize a test."""
    games, decisions, checks, endless, longest = result.sums.tolist()
    players = ", ".join(f"{count:,} with {n}" for n, count in sorted(result.players.items()))
    cut_off = f"{several(endless, 'game')} cut off after {MAX_DECISIONS:,} decisions."
    lines = [
        f"{games:,} games at {result.tables:,} tables, seed {seed}, in {seconds:,.0f} s.",
        f"Players: {players}.",
        f"{decisions:,} decisions, {checks:,} checks; at most {longest:,} decisions in a game.",
        cut_off if endless else "Every game ended.",
    ]
    return lines if result.failures else [*lines, "No invariant was broken."]


def report_failure(failure: Failure) -> list[str]:
    """Write the scenario that replays a failure; return the lines that describe it."""
    file = Path(relative_path(failure.scenario.file, Path()))
    write_text(file, scenario_toml(failure.scenario, file.parent))
    return [
        f"Broken: {failure.what}, in game {failure.game} of {file}, after {failure.decision} "
        "decisions.",
        f"  balance play {file} --game {failure.game}",
    ]
