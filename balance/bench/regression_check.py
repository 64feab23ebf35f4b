"""`balance bench --check`: measure again, and fail if games have become slower.

A row fails if its median pace is more than a tenth below the last stored one.  A row that looks
slower is measured again, longer each time, until it is clearly fast enough or the repeats are used
up: a moment in which the machine was busy fails nothing.
"""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
from rich.console import Console

from balance.app.output import NO_OPTIONS, Output, Sentences
from balance.bench import game_speed
from balance.bench.baselines import last_speeds, read_figures, this_machine
from balance.bench.game_speed import Row, Speed, Timer, in_turns
from balance.bench.speed_change import SpeedChange, change_table, speed_change
from balance.errors import StoreError
from balance.report.section import Table

LIMIT = 0.90  # of the stored pace
DOUBTFUL = 0.95  # a slower row is measured again, unless it is clearly above the limit
REPEATS = 9
MORE_REPEATS = (18, 36)  # of rows that look slower
SLOW_ROW_SECONDS = 3.0  # of a row whose repeats are long


def check_speed(
    name: str | None, folder: Path, against: Path | None, output: Output = NO_OPTIONS
) -> bool:
    """Measure, print the changes, and return whether no row is over a tenth slower.

    Parameters
    ----------
    name : str or None
        A game's name or folder; None is all of `GAMES`, and examples of described games.
    folder : Path
        Folder of the stored figures.
    against : Path or None
        File of figures to compare with, of whatever machine; None is the last figures of each row
        in `folder` on such a machine.

    Raises
    ------
    ScenarioError
        If there is no such game.
    StoreError
        If there are no figures to compare with, or a file cannot be read.
    """
    games = game_speed.benched_games(name)
    stored = stored_speeds(folder, against)
    rows = [row for game in games.values() for row in game_speed.rows_of(game)]
    rows += game_speed.described_rows() if name is None else []
    known = [row for row in rows if row.name in stored]
    if not known:
        titles = " and ".join(game.title for game in games.values())
        raise _no_figures(against or folder, f"of {titles}")
    console = Console(highlight=False, markup=False, quiet=output.is_json)
    said = Sentences("bench", output)
    changes, again = measure_changes(known, stored, console)
    console.print(change_table(changes))
    if output.is_json:
        said.show(_for_programs(changes))
    left_out = [row.name for row in rows if row.name not in stored]
    if left_out:
        said.say(f"Not compared, as no figures are stored: {'; '.join(left_out)}.")
    if again:
        said.say(f"Measured again, as they looked slower: {'; '.join(again)}.")
    slower = [change for change in changes if change.ratio < LIMIT]
    for change in slower:
        said.say(
            f"SLOWER: {change.now.name}: {change.ratio:.2f} [{change.low:.2f}, {change.high:.2f}] "
            f"of the stored pace, in {len(change.now.paces)} repeats; below {LIMIT:.2f} in "
            f"{change.probability_below(LIMIT):.0%} of bootstrap samples."
            + (" It plays other games than then." if change.plays_other_games else "")
        )
    number = f"{len(slower)}" if slower else "None"
    said.say(f"{number} of {len(changes)} rows are more than {1 - LIMIT:.0%} slower.")
    said.end("Speed", games=list(games), passed=not slower)
    return not slower


def _for_programs(changes: Sequence[SpeedChange]) -> Table:
    """Return the pace of each row, stored and now, with the interval of their ratio."""
    rows = [
        (one.now.name, one.then.pace, one.now.pace, one.ratio, one.low, one.high)
        for one in changes
    ]  # fmt: skip
    names = ["row", "stored", "now", "ratio", "low", "high"]
    return Table("changes", "Pace", pd.DataFrame(rows, columns=names), ())


def stored_speeds(folder: Path, against: Path | None) -> dict[str, Speed]:
    """Return the speeds to compare with, by the name of the row; see `check_speed`.

    Raises
    ------
    StoreError
        If there are none, or a file cannot be read.
    """
    if against is not None:
        return {speed.name: speed for speed in read_figures(against).speeds}
    last = last_speeds(folder, this_machine())
    if not last:
        raise _no_figures(folder, f"of such a machine ({this_machine()})")
    return {row: speed for row, (speed, _) in last.items()}


def measure_changes(
    rows: Sequence[Row], stored: dict[str, Speed], console: Console
) -> tuple[list[SpeedChange], list[str]]:
    """Measure rows in turns; return the changes, and the names of the rows measured again."""
    timers = game_speed.timers_of(
        rows, {name: speed.games for name, speed in stored.items()}, console
    )
    in_turns(timers, REPEATS, SLOW_ROW_SECONDS)

    def change(timer: Timer) -> SpeedChange:
        return speed_change(stored[timer.row.name], timer.speed())

    again: dict[str, None] = {}
    suspects = timers
    for repeats in MORE_REPEATS:
        suspects = [timer for timer in suspects if _is_suspect(change(timer))]
        again |= dict.fromkeys(timer.row.name for timer in suspects)
        in_turns(suspects, repeats, SLOW_ROW_SECONDS * repeats / REPEATS)
    return [change(timer) for timer in timers], list(again)


def _is_suspect(change: SpeedChange) -> bool:
    """Return whether a row may fail: it looks slower and is not clearly above the limit."""
    return change.ratio < DOUBTFUL and change.low < LIMIT


def _no_figures(place: Path, what: str) -> StoreError:
    return StoreError(f"{place}: no figures {what} to compare with; run `balance bench` first")
