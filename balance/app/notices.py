"""Saying what the user waits for."""

from rich.console import Console

from balance.engine.game import Game
from balance.engine.jit import has_compiled_code
from balance.limits import MOST_GAMES
from balance.runner.cell_player import CellPlayer
from balance.runner.schedule import Speed
from balance.scenario.cells import TIER
from balance.scenario.match import Match
from balance.scenario.prepare import PreparedScenario
from balance.store.shards import DealRange

PROBE_SECONDS = 0.05  # of games played only to see how fast a bot is
LONG_SECONDS = 20.0  # that are worth saying before


def console(is_quiet: bool = False) -> Console:
    """Return where notes go: the error stream, so that results can be piped."""
    return Console(stderr=True, soft_wrap=True, highlight=False, markup=False, quiet=is_quiet)


def say_what_takes_long(ready: PreparedScenario, notes: Console) -> None:
    """Say that rules are compiled, if they are, and which bots are slow, and why."""
    for notice in ready.notices:
        notes.print(f"Note: {notice}")
    say_if_compiling(ready.game, notes)


def say_if_compiling(game: Game, notes: Console) -> None:
    """Say that the rules of a game are compiled, if they are."""
    if not has_compiled_code(game.home):
        notes.print(f"Compiling {game.title} for this machine: once, for up to a minute ...")


def say_how_long_tiers_take(ready: PreparedScenario, workers: int, notes: Console) -> None:
    """Say how long each tier will take, where it is long: strong bots are slow ones.

    Of games that are stored nothing is known here, so it may be less.

    Parameters
    ----------
    ready : SetUp
        Whose matches are compiled.
    workers : int
    notes : Console
    """
    seconds: dict[str, float] = {}
    for variant in ready.cells:
        if TIER in variant.axes:
            tier = variant.axes[TIER]
            needed = variant.deals * _seconds_of_deal(variant.match) / workers
            seconds[tier] = seconds.get(tier, 0.0) + needed
    if sum(seconds.values()) > LONG_SECONDS:
        each = ", ".join(f"{tier} {_in_words(needed)}" for tier, needed in seconds.items())
        notes.print(f"All tiers take about {_in_words(sum(seconds.values()))}: {each}.")


def _seconds_of_deal(match: Match) -> float:
    speed = Speed()
    CellPlayer(match, {}).measure(speed, DealRange(0, MOST_GAMES), PROBE_SECONDS)
    return 1 / speed.deals_per_second


def _in_words(seconds: float) -> str:
    if seconds < 1:
        return "under 1 s"
    return f"{seconds:,.0f} s" if seconds < 120 else f"{seconds / 60:,.0f} min"
