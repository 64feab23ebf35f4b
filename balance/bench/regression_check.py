"""`balance bench --check`: measures again, and fails if games have become slower.

A row fails if its median pace is over a tenth below that of the last figures kept.  A row under
suspicion is measured again, longer each time, until the doubt is gone or the turns are used up: so
that a moment in which the machine did something else fails nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from balance.bench.baselines import figures_in, last_speeds, read_figures
from balance.bench.game_speed import Row, Speed, Timer, in_turns, rows_of
from balance.bench.machine import this_machine
from balance.bench.reference_loop import ReferenceLoop
from balance.bench.report import Progress, benched_games, change_table
from balance.bench.speed_change import Change, change
from balance.errors import StoreError

LIMIT = 0.90  # of the pace that was kept
DOUBTFUL = 0.95  # below this a row is looked at longer, unless it surely holds the limit
REPEATS = 9
AGAIN = (18, 36)  # repeats more of rows under suspicion
SLOW_ROW_SECONDS = 3.0  # of a row whose repeats are long


@dataclass(frozen=True)
class Verdict:
    """What a check found.

    Attributes
    ----------
    changes : tuple of Change
        Of all rows.
    again : tuple of str
        The names of the rows that were measured again.
    """

    changes: tuple[Change, ...]
    again: tuple[str, ...]

    @property
    def slower(self) -> tuple[Change, ...]:
        """The rows that fail."""
        return tuple(one for one in self.changes if one.ratio < LIMIT)


def check_speed(name: str | None, folder: Path, against: Path | None) -> bool:
    """Measure, print how it compares, and return whether nothing is over a tenth slower.

    Parameters
    ----------
    name : str or None
        A game's name or folder; None is all of `GAMES`.
    folder : Path
        Where figures are kept.
    against : Path or None
        The file of figures to hold the new ones against, whatever machine it is from; None is the
        last figures of each row in `folder` that are of such a machine.

    Raises
    ------
    ScenarioError
        If there is no such game.
    StoreError
        If there is nothing to hold the figures against, or a file cannot be read.
    """
    games = benched_games(name)
    kept = kept_speeds(folder, against)
    rows = [row for game in games.values() for row in rows_of(game)]
    known = [row for row in rows if row.name in kept]
    if not known:
        asked = " and ".join(game.title for game in games.values())
        raise StoreError(_nothing_in(against or folder, f"of {asked}"))
    console = Console(highlight=False, markup=False)
    verdict = judge(known, kept, Progress(console))
    console.print(change_table(verdict.changes))
    left_out = [row.name for row in rows if row.name not in kept]
    if left_out:
        console.print(f"Not looked at, as nothing is kept of them: {'; '.join(left_out)}.")
    if verdict.again:
        console.print(f"Measured again, as they looked slower: {'; '.join(verdict.again)}.")
    for one in verdict.slower:
        console.print(
            f"SLOWER: {one.now.name}: {one.ratio:.2f} [{one.low:.2f}, {one.high:.2f}] of the pace "
            f"kept, in {len(one.now.paces)} repeats; that it is below {LIMIT:.2f} is "
            f"{one.sureness(LIMIT):.0%} sure."
            + (" It plays other games than then." if one.plays_other_games else "")
        )
    count = len(verdict.changes)
    if not verdict.slower:
        console.print(f"None of {count} rows is more than {1 - LIMIT:.0%} slower.")
    else:
        failed = len(verdict.slower)
        console.print(f"{failed} of {count} rows are more than {1 - LIMIT:.0%} slower.")
    return not verdict.slower


def kept_speeds(folder: Path, against: Path | None) -> dict[str, Speed]:
    """Return what new figures are held against, by the name of the row.

    Raises
    ------
    StoreError
        If there is nothing of the kind, or a file cannot be read.
    """
    if against is not None:
        return {speed.name: speed for speed in read_figures(against).speeds}
    last = last_speeds(figures_in(folder), this_machine())
    if not last:
        raise StoreError(_nothing_in(folder, f"of such a machine ({this_machine()})"))
    return {row: speed for row, (speed, _) in last.items()}


def judge(rows: Sequence[Row], kept: dict[str, Speed], progress: Progress) -> Verdict:
    """Measure rows in turns, those under suspicion again and longer."""
    reference_loop = ReferenceLoop()
    timers = []
    for row in rows:
        progress.row(row)
        timers.append(Timer(row, reference_loop, kept[row.name].games))
    in_turns(timers, REPEATS, SLOW_ROW_SECONDS)
    again: list[Timer] = []
    suspected = timers
    for repeats in AGAIN:
        suspected = [
            one for one in suspected if is_suspect(change(kept[one.row.name], one.speed()))
        ]
        again += [one for one in suspected if one not in again]
        in_turns(suspected, repeats, SLOW_ROW_SECONDS * repeats / REPEATS)
    changes = tuple(change(kept[one.row.name], one.speed()) for one in timers)
    return Verdict(changes, tuple(one.row.name for one in again))


def is_suspect(one: Change) -> bool:
    """Tell whether a row seems to fail, or may: it is slower, and the limit not surely held."""
    return one.ratio < DOUBTFUL and one.low < LIMIT


def _nothing_in(place: Path, what: str) -> str:
    return f"{place}: no figures {what} to hold new ones against; write some with `balance bench`"
