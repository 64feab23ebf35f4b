"""Which lines of a game as text cost most: the rows of the program that each of them reads.

Compiled code tells nobody which row it carries out. So some games are played without compiling, in
a process of its own, on a table whose program counts each row that is read of it. Rows take about
as long as each other, so their shares are about those of the time that the rules take.
"""

import json
import os
import subprocess
import sys
import time
from bisect import bisect
from collections import Counter
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any

from balance.bench.game_speed import benched_games, rows_of
from balance.engine.game import Game
from balance.errors import StoreError
from balance.games.described.language.tree import Place
from balance.games.described.layout import Op
from balance.games.described.table.build import DescribedTable
from balance.runner.batches import Batches
from balance.sanitize import read_text
from balance.scenario.match import Match

MOST_GAMES = 20
OTHERS = "endings, scores, and what bots ask"


def line_shares(game: str, row: str, seconds: float) -> dict[str, float]:
    """Return the share of each line in the rows that games read, the largest first.

    Parameters
    ----------
    game : str
        The game's folder.
    row : str
        The name of a row of the bench, such as ``gems, greedy, 2 players``.
    seconds : float
        Of processor time, after which no more games are begun.

    Raises
    ------
    StoreError
        If the process that plays without compiling fails.
    """
    command = [sys.executable, "-m", __name__, game, row, str(seconds)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines() or ["no reason given"]
        raise StoreError(f"--profile: games cannot be played without compiling ({reason[-1]})")
    counts = Counter(json.loads(done.stdout))
    return {line: count / counts.total() for line, count in counts.most_common()}


class _CountedCode:
    """A program that counts its rows as they are read, by the line that they are carried out for.

    The rows of a value belong to the line that asks for it.
    """

    def __init__(self, code: Any, counts: Counter[int]) -> None:
        self._code, self._counts, self._line = code, counts, -1

    def __getitem__(self, row: Any) -> Any:
        found = self._code[row]
        if found.op < Op.GIVE:
            self._line = int(row)
        self._counts[self._line] += 1
        return found

    def leave(self) -> None:
        """Let rows that are read from now on, until the next line, belong to none."""
        self._line = -1


class _CountedTable:
    """A table with such a program."""

    def __init__(self, table: Any, counts: Counter[int]) -> None:
        self._table, self.code = table, _CountedCode(table.code, counts)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)


def count_rows(match: Match, number: int) -> Counter[int]:
    """Return how often the rows of each line are read in a game; -1 is for those of no line.

    Only where nothing is compiled.
    """
    counts: Counter[int] = Counter()
    tables: dict[int, _CountedTable] = {}

    def counted(table: Any) -> _CountedTable:
        return tables.setdefault(table.__array_interface__["data"][0], _CountedTable(table, counts))

    def rule(function: Any) -> Any:
        def call(state: Any, table: Any, *rest: Any) -> Any:
            table = counted(table)
            table.code.leave()
            return function(state, table, *rest)

        return call

    game: Game = match.game
    counting = replace(
        game, begin=rule(game.begin), step=rule(game.step), take=rule(game.take),
        write_record=rule(game.write_record),
    )  # fmt: skip
    entries = tuple(
        replace(entry, bot=replace(entry.bot, choose=rule(entry.bot.choose)))
        for entry in match.lineup.entries
    )
    lineup = replace(match.lineup, entries=entries)
    Batches(replace(match, game=counting, lineup=lineup)).play(number, 1)
    return counts


def counts_by_line(game_table: DescribedTable, counts: Counter[int]) -> Counter[str]:
    """Return counts by row as counts by line, with the text of the line."""
    places = game_table.places
    found: Counter[str] = Counter()
    for row, count in counts.items():
        number = bisect(places, row, key=itemgetter(0)) - 1
        found[_named(places[number][1]) if row >= 0 and number >= 0 else OTHERS] += count
    return found


def _named(place: Place) -> str:
    """Return a line by its number and its text, or the cell of a sheet that has it."""
    file = Path(place.file)
    if not file.is_file():
        return file.name
    text = read_text(file).splitlines()[place.line - 1]
    return f"{file.name}, line {place.line}: {text.strip()}"


def main(game: str, name: str, seconds: str) -> None:
    """Print the counts of a row of the bench as JSON; called where nothing is compiled."""
    (benched,) = benched_games(game).values()
    (row,) = (each for each in rows_of(benched) if each.name == name)
    table = row.match.game_table
    assert isinstance(table, DescribedTable)
    counts: Counter[int] = Counter()
    begun, games = time.process_time(), 0
    while games < MOST_GAMES and time.process_time() - begun < float(seconds):
        counts += count_rows(row.match, games)
        games += 1
    print(json.dumps(counts_by_line(table, counts)))


if __name__ == "__main__":
    main(*sys.argv[1:])
