"""Cards, objectives and their numbers, as people and commands name them."""

import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from balance.engine.game import GameTable, Piece
from balance.error_messages import did_you_mean
from balance.errors import ScenarioError
from balance.spelling import as_compared

NUMBER = re.compile(r"\d+")


def card_named(cards: tuple[Piece, ...], name: str, what: str = "card") -> Piece:
    """Return the card with an id or a name, in any case, or the only one that begins so.

    The name may also be that of a number of the card: ``citizens.knight.cost``.

    Parameters
    ----------
    what : str
        What the cards are called where there is none of this name.

    Raises
    ------
    ScenarioError
        If there is none.
    """
    wanted = as_compared(name)
    for card in cards:
        if wanted in (as_compared(card.id), as_compared(card.name)):
            return card
    begun = [
        card
        for card in cards
        if wanted and any(as_compared(text).startswith(wanted) for text in (card.id, card.name))
    ]
    if len(begun) == 1:
        return begun[0]
    of_number = [card for card in cards if name.count(".") > 1 and has_number(card, name, cards)]
    if of_number:
        return of_number[0]
    names = tuple(card.id for card in begun or cards)
    raise ScenarioError(
        f"{name}: no {what} of this table is called so: {did_you_mean(wanted, names)}"
    )


def ids_of(key: str) -> list[str]:
    """Return the ids of the rows that have the number of a key."""
    return key.split(".")[1].split("+")


def has_number(piece: Piece, key: str, pieces: Iterable[Piece]) -> bool:
    """Whether a number is that of a piece; rows of a sheet may be its parts, such as ``queen_i``.

    Parameters
    ----------
    key : str
        As in `numbers_of`, or as it is shown.
    pieces : iterable of Piece
        All of the table: a row that has the id of one is no part of another.
    """
    ids = ids_of(key)
    if any(fnmatchcase(piece.id, one) for one in ids):
        return True
    known = {one.id for one in pieces}
    return not known & set(ids) and any(one.startswith(f"{piece.id}_") for one in ids)


def label_of(key: str) -> str:
    """Return a key as readers see it: in place of several ids their common start and a star."""
    sheet, ids, *rest = key.split(".")
    names = ids.split("+")
    start = names[0]
    while not all(name.startswith(start) for name in names):
        start = start[:-1]
    return ".".join([sheet, f"{start}*" if len(names) > 1 else ids, *rest])


def settings_with(
    game_table: GameTable, values: Mapping[str, int], known: Mapping[str, Any] | None = None
) -> dict[str, int | str]:
    """Return the settings of a scenario that give numbers other values.

    Parameters
    ----------
    game_table : GameTable
        The table of the numbers.
    values : mapping of str to int
        By key; see `number_changes.numbers_of`.
    known : mapping, optional
        Settings whose texts hold in place of the table's.
    """
    settings: dict[str, int | str] = {}
    notes = {piece.id: piece.note for piece in (*game_table.cards, *game_table.objectives)}
    for key, value in values.items():
        sheet, ids, column, *place = key.split(".")
        if place:
            cell = f"{sheet}.{ids}.{column}"
            text = str({**(known or {}), **settings}.get(cell, notes[ids]))
            settings[cell] = _with_number(text, int(place[0]), value)
        else:
            settings |= {f"{sheet}.{row}.{column}": value for row in ids.split("+")}
    return settings


def _with_number(text: str, place: int, value: int) -> str:
    """Return a text with the number at a place, counted from 1, replaced."""
    matched = list(NUMBER.finditer(text))[place - 1]
    return f"{text[: matched.start()]}{value}{text[matched.end() :]}"
