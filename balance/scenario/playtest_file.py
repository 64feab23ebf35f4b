"""Games that people played, or another simulator: a CSV file with a row for each seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from balance.cards.sheet import SheetColumn, SheetRow, one_of, read_sheet, short
from balance.engine.game import GameTable, Piece
from balance.errors import CardError
from balance.limits import MOST_PLAYTEST_ROWS
from balance.spelling import as_compared

GAME, SEAT, SCORE, RANK, OBJECTIVE, ROUNDS, MINUTES, CARDS = COLUMNS = (
    "game", "seat", "score", "rank", "objective", "rounds", "minutes", "cards",
)  # fmt: skip
_OPTIONAL = (SCORE, RANK, OBJECTIVE, ROUNDS, MINUTES, CARDS)
_SHEET = tuple(
    SheetColumn(name, blank=name in _OPTIONAL, optional=name in _OPTIONAL, free=name == GAME)
    for name in COLUMNS
)
_LOWEST, _HIGHEST = -9999, 999_999  # scores
_BETWEEN_CARDS = "|"
MOST_SEATS = 16
NOTHING = -1
NONE = ("none", "-")  # of a seat that took no card; an empty cell is not recorded


@dataclass(frozen=True)
class Playtests:
    """Games that were played, arrays of shape (games, seats) unless stated."""

    names: tuple[str, ...]  # of the games, as in the file
    wins: NDArray[np.float64]  # a shared win as its share
    scores: NDArray[np.float64]  # nan where ranks were given instead
    objectives: NDArray[np.int64]  # place in the table; NOTHING where not known
    rounds: NDArray[np.float64]  # shape (games,); nan where not known
    taken: NDArray[np.bool_]  # shape (games, cards): who took it does not matter
    recorded: NDArray[np.bool_]  # shape (games,): whether what each seat took is known
    minutes: NDArray[np.float64]  # shape (games,); nan where not known

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.wins.shape[0]

    @property
    def seats(self) -> int:
        """How many players each game has."""
        return self.wins.shape[1]


def read_rows(path: Path) -> tuple[list[list[SheetRow]], list[str]]:
    """Return the rows of each game of a file, by seat, and the names of the games.

    Raises
    ------
    CardError
        If the file is no such table, a seat is missing or there twice, or games differ in players.
    """
    games: dict[str, dict[int, SheetRow]] = {}
    for row in read_sheet(path, _SHEET, key=(GAME, SEAT), most_rows=MOST_PLAYTEST_ROWS):
        if row.unread:  # unlike sheets of cards, these have no columns for other programs
            known = [column.name for column in _SHEET]
            raise CardError(
                f"{short(path)}, line 1: there is no column {row.unread[0]!r}; expected "
                f"{one_of(row.unread[0], known)}"
            )
        seat = row.number(SEAT, 1, MOST_SEATS)
        games.setdefault(row.id.removesuffix(f"_{seat}"), {})[seat] = row
    if not games:
        raise CardError(f"{short(path)}: there is no game; expected a row for each seat of each")
    seats = max(next(iter(games.values())))
    for rows in games.values():
        first = next(iter(rows.values()))
        missing = [seat for seat in range(1, max(seats, *rows) + 1) if seat not in rows]
        if missing and max(rows) == seats:
            raise first.error(GAME, f"seat {missing[0]} of this game is missing")
        if max(rows) != seats:
            raise first.error(
                GAME, f"expected {seats} seats, as in the first game, not {max(rows)}; put games "
                "of other numbers of players into a file of their own",
            )  # fmt: skip
    names = [next(iter(rows.values())).text(GAME) for rows in games.values()]
    return [[rows[seat] for seat in sorted(rows)] for rows in games.values()], names


def playtests_of(
    rows: Sequence[Sequence[SheetRow]], names: Sequence[str], table: GameTable
) -> Playtests:
    """Return the games of a file, as played at a table.

    Raises
    ------
    CardError
        If a cell is not as it should be, or names what the table does not have.
    """
    cards, objectives = _by_name(table.cards), _by_name(table.objectives)
    taken = np.zeros((len(rows), len(table.cards)), np.bool_)
    for game, seats in enumerate(rows):
        for row in seats:
            for name in _cards(row):
                taken[game, _place(row, CARDS, name, cards, "card")] = True
    owned = [
        [
            _place(row, OBJECTIVE, name, objectives, "objective")
            if (name := row.text(OBJECTIVE)) else NOTHING
            for row in seats
        ]
        for seats in rows
    ]  # fmt: skip
    results = [_result(seats) for seats in rows]
    return Playtests(
        tuple(names),
        np.array([wins for wins, _ in results]),
        np.array([scores for _, scores in results]),
        np.array(owned, np.int64),
        np.array([_of_game(seats, ROUNDS) for seats in rows]),
        taken,
        np.array([all(row.text(CARDS) for row in seats) for seats in rows], np.bool_),
        np.array([_of_game(seats, MINUTES) for seats in rows]),
    )


def _cards(row: SheetRow) -> list[str]:
    """Return what a seat took, the same as often as it stands there; nothing for ``none``."""
    cell = row.text(CARDS)
    if not cell or cell.casefold() in NONE:
        return []
    names = [name.strip() for name in cell.split(_BETWEEN_CARDS)]
    if "" in names:
        raise row.error(CARDS, f"there is nothing on one side of a {_BETWEEN_CARDS!r}")
    return names


def _result(seats: Sequence[SheetRow]) -> tuple[list[float], list[float]]:
    """Return the wins and scores of a game."""
    first = seats[0]
    ranked = [row for row in seats if row.text(RANK)]
    scored = [row for row in seats if row.text(SCORE)]
    for column, some in ((RANK, ranked), (SCORE, scored)):
        if some and len(some) < len(seats):
            without = next(row for row in seats if not row.text(column))
            raise without.error(column, "expected one for each seat of the game, or for none")
    if not ranked and not scored:
        raise first.error(SCORE, "expected the scores or the ranks of each game")
    scores = [float(row.number(SCORE, _LOWEST, _HIGHEST)) for row in scored]
    if ranked:
        ranks = [row.number(RANK, 1, len(seats)) for row in ranked]
        if 1 not in ranks:
            raise first.error(RANK, "somebody must have rank 1, who wins")
        _check_order(ranked, ranks, scores)
        best = [rank == 1 for rank in ranks]
    else:
        best = [score == max(scores) for score in scores]
    wins = [is_best / sum(best) for is_best in best]
    return wins, scores or [np.nan] * len(seats)


def _check_order(seats: Sequence[SheetRow], ranks: Sequence[int], scores: Sequence[float]) -> None:
    """Refuse ranks against scores: one below a lower score, or a first one without the highest."""
    for (row, rank, score), (_, other, higher) in permutations(
        list(zip(seats, ranks, scores, strict=False)), 2
    ):
        if score < higher and (rank < other or rank == 1):
            raise row.error(
                RANK, f"this seat has a score of {score:g}, and one of rank {other} has "
                f"{higher:g}: the highest score wins; leave the ranks out, or correct one of them",
            )  # fmt: skip


def _of_game(seats: Sequence[SheetRow], column: str) -> float:
    """Return a number of a game, which may stand in one of its rows or in all."""
    known = {row.number(column, 1): row for row in seats if row.text(column)}
    if len(known) > 1:
        raise list(known.values())[1].error(column, f"another row of the game has {min(known)}")
    return float(next(iter(known))) if known else np.nan


def _by_name(pieces: Sequence[Piece]) -> dict[str, int]:
    """Return the places of pieces by their ids and names, in lower case."""
    names = {as_compared(piece.name): place for place, piece in enumerate(pieces)}
    return names | {as_compared(piece.id): place for place, piece in enumerate(pieces)}


def _place(row: SheetRow, column: str, name: str, known: dict[str, int], what: str) -> int:
    place = known.get(as_compared(name))
    if place is None:
        words = ", ".join(sorted(known)[:60]) or "none"
        raise row.error(column, f"there is no {what} {name!r} at this table; there is {words}")
    return place
