"""The numbers that a designer may change: costs, what cards give, values and points."""

from collections.abc import Iterator

import numpy as np

from balance.engine.game import GameTable, Piece
from balance.games.dominion.sheets.files import SHEET

# The columns of the sheet, by their fields on the table.
_COLUMNS = {
    "cards": "plus_cards",
    "actions": "plus_actions",
    "buys": "plus_buys",
    "coins": "plus_coins",
    "worth": "treasure_value",
    "points": "vp",
}


def numbers(game_table: GameTable) -> dict[str, int]:
    """Return the numbers of all cards that can be met at a table.

    A number that is not printed, such as the cards of an Action that draws none, is not there;
    nor are the costs of prizes, which nobody pays.

    Parameters
    ----------
    game_table : Laid

    Returns
    -------
    numbers : dict of str to int
        By cell, ``cards.smithy.cost``.
    """
    faces = game_table.array[0]["faces"]
    found: dict[str, int] = {}
    for kind, piece in kinds_of(game_table):
        if piece.paid_in:
            found[f"{SHEET}.{piece.id}.cost"] = int(faces[kind]["cost"])
        for field, column in _COLUMNS.items():
            if faces[kind][field]:
                found[f"{SHEET}.{piece.id}.{column}"] = int(faces[kind][field])
    return found


def kinds_of(game_table: GameTable) -> Iterator[tuple[int, Piece]]:
    """Yield each card that can be met at a table, with its kind."""
    rows = game_table.array[0]["rows"]
    for row, piece in enumerate(game_table.cards):
        yield int(np.flatnonzero(rows == row)[0]), piece
