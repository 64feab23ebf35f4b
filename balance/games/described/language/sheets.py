"""The sheets of a described game: a line for each card, with columns of any names."""

from collections.abc import Mapping
from pathlib import Path

from balance.cards.csv_file import read_csv
from balance.cards.headings import as_name
from balance.cards.sheet_line import SheetFile
from balance.errors import CardError
from balance.games.described.language.names import FIXED_COLUMNS
from balance.games.described.language.tree import Card
from balance.games.described.layout import MAX_COPIES

_COPIES = ("count", "copies", "qty", "quantity")  # what designers call the column


def read_cards(
    path: Path, sheet: str, players: tuple[int, ...], edits: Mapping[str, object]
) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """Return the cards of a sheet, and the names of its columns.

    Parameters
    ----------
    players : tuple of int
        The numbers of players of the game.
    edits : mapping of str to object
        Other values of cells, by ``id.column``.

    Raises
    ------
    CardError
        If it is no sheet, a card has no id or one that is there before, or a cell to edit is
        missing.
    """
    file = SheetFile(path)
    lines = read_csv(path).lines
    if not lines:
        raise CardError(f"{file.name}: the sheet is empty; expected a line with names of columns")
    columns = tuple(as_name(text) for text in lines[0].texts)
    if "id" not in columns:
        raise CardError(f"{file.place(lines[0].number)}: there is no column 'id'")
    twice = [name for name in columns if name and columns.count(name) > 1]
    if twice:
        raise CardError(f"{file.place(lines[0].number)}: the column {twice[0]!r} is there twice")
    copies = next((name for name in _COPIES if name in columns), "count")
    own = tuple(name for name in columns if name and name not in (*FIXED_COLUMNS, *_COPIES))
    left = dict(edits)
    cards: dict[str, Card] = {}
    for line in lines[1:]:
        place = file.place(line.number)
        if len(line.texts) > len(columns):
            raise CardError(
                f"{place}: {len(line.texts)} cells for {len(columns)} columns; {line.shifted}"
            )
        cells = dict.fromkeys(columns, "") | dict(zip(columns, line.texts, strict=False))
        name = cells["id"]
        if not name.isidentifier() or name != name.lower():
            raise CardError(
                f"{place}, column 'id': expected a short name in small letters, such as "
                f"'big_ship', not {name!r}"
            )
        if name in cards:
            raise CardError(f"{place}: the id {name!r} is there twice")
        for column in columns:
            if f"{name}.{column}" in left:
                cells[column] = str(left.pop(f"{name}.{column}"))
        cards[name] = Card(
            name, cells.get("name") or name.replace("_", " ").capitalize(), sheet,
            _copies(cells.get(copies, "") or "1", players, place),
            {column: cells[column] for column in ("id", *own)}, line.number,
        )  # fmt: skip
    if left:
        cell = next(iter(left))
        raise CardError(
            f"{file.name}: there is no cell {cell!r}; expected a card's id and a column"
        )
    return tuple(cards.values()), ("id", *own)


def _copies(text: str, players: tuple[int, ...], place: str) -> tuple[int, ...]:
    """Return the numbers of copies of a card, one or one for each number of players."""
    parts = [part.strip() for part in text.split("/")]
    if not all(part.isascii() and part.isdigit() and int(part[:6]) <= MAX_COPIES for part in parts):
        raise CardError(
            f"{place}: the number of copies is {text!r}; expected a whole number up to {MAX_COPIES}"
        )
    if len(parts) not in {1, len(players)}:
        raise CardError(
            f"{place}: {text!r} has {len(parts)} numbers of copies; expected one, or one for each "
            f"of {len(players)} numbers of players"
        )
    return tuple(int(part) for part in parts)


def column_kinds(
    cards: tuple[Card, ...], columns: tuple[str, ...]
) -> tuple[frozenset[str], frozenset[str], dict[str, frozenset[str]]]:
    """Return which columns have sets, which have numbers, and the words of each column.

    A column has words if any of its cells has one; ``3/7`` is a set.
    """
    sets, numbers, words = set(), set(), {}
    for column in columns:
        cells = [card.cells[column] for card in cards if column in card.cells]
        parts = [part.strip() for cell in cells for part in cell.split("/") if part.strip()]
        if column != "id" and any("/" in cell for cell in cells):
            sets.add(column)
        if parts and all(_is_number(part) for part in parts):
            numbers.add(column)
        else:
            words[column] = frozenset(parts) | {"none"} - ({"none"} if column == "id" else set())
    return frozenset(sets), frozenset(numbers), words


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 8
