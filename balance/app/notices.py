"""Notices on the terminal: what the user waits for, and what happened during a run."""

from collections.abc import Iterable

from rich.console import Console

from balance.compiling.jit import has_compiled_code
from balance.engine.game import Game
from balance.limits import MOST_GAMES
from balance.runner.batches import MAX_DECISIONS
from balance.runner.cell_player import CellPlayer
from balance.runner.compile_ahead import compile_ahead
from balance.runner.schedule import WorkerSpeed
from balance.scenario.cells import TIER
from balance.scenario.match import Match
from balance.scenario.prepare import PreparedScenario
from balance.store.shards import DealRange

PROBE_SECONDS = 0.05  # of games that are played only to measure a bot's speed
_OR_STUCK = ", or too many lines without a choice,"
LONG_SECONDS = 20.0  # shorter waits are not announced


def stderr_console(is_quiet: bool = False) -> Console:
    """Return a console for notices: the error stream, so that results can be piped."""
    return Console(stderr=True, soft_wrap=True, highlight=False, markup=False, quiet=is_quiet)


def print_notes(sentences: Iterable[str], console: Console) -> None:
    """Print each sentence as a note."""
    for sentence in sentences:
        console.print(f"Note: {sentence}")


def announce_start(ready: PreparedScenario, console: Console) -> None:
    """Print the notices of a prepared scenario, and whether its game has to be compiled first.

    If so, another process begins to compile its bots.
    """
    print_notes(ready.notices, console)
    announce_compiling(ready.game, console)
    lineups = (cell.match.lineup for cell in ready.all_cells)
    compile_ahead(ready.game, [entry.bot for lineup in lineups for entry in lineup.entries])


def announce_compiling(game: Game, console: Console) -> None:
    """Print a notice if the rules of a game have to be compiled first."""
    if not has_compiled_code(game.home):
        console.print(f"Compiling {game.title} for this machine: once, for up to a minute ...")


def announce_tier_times(ready: PreparedScenario, workers: int, console: Console) -> None:
    """Print about how long each tier takes, if that is long; stored games make it shorter.

    The matches must be compiled: a few games of each are timed.
    """
    seconds: dict[str, float] = {}
    for cell in ready.cells:
        if TIER in cell.axes:
            needed = cell.deals * _seconds_per_deal(cell.match) / workers
            seconds[cell.axes[TIER]] = seconds.get(cell.axes[TIER], 0.0) + needed
    if sum(seconds.values()) > LONG_SECONDS:
        each = ", ".join(f"{tier} {duration(needed)}" for tier, needed in seconds.items())
        console.print(f"All tiers take about {duration(sum(seconds.values()))}: {each}.")


def _seconds_per_deal(match: Match) -> float:
    speed = WorkerSpeed()
    CellPlayer(match, {}).measure(speed, DealRange(0, MOST_GAMES), PROBE_SECONDS)
    return 1 / speed.deals_per_second


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it: ``1 s`` or less, ``45 s``, ``3 min``, ``4 days``."""
    seconds = max(seconds, 1.0)
    for size, unit in ((1, "s"), (60, "min"), (3_600, "hours")):
        if seconds < 120 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds / 86_400:,.0f} days"


class CutOffGames:
    """Remembers the first game of each cell that was cut off after too many decisions."""

    def __init__(self) -> None:
        self._first: dict[int, tuple[Match, int]] = {}  # by identity of the match

    def add(self, match: Match, number: int) -> None:
        """Record that a game was cut off."""
        known = self._first.get(id(match))
        if known is None or number < known[1]:
            self._first[id(match)] = match, number

    def notices(self) -> list[str]:
        """Return a sentence for each cell with such a game."""
        return [
            f"Game {number} ({_bots_in(match, number)}) was cut off: after {MAX_DECISIONS:,} "
            f"decisions{_OR_STUCK * (match.game.described_in is not None)} it had no end. To see "
            f"it: {match.replay_of(number)}"
            for match, number in self._first.values()
        ]


def _bots_in(match: Match, number: int) -> str:
    lineup = match.lineup
    return ", ".join(lineup.labels[entry] for entry in lineup.seated(number % lineup.rotations))
