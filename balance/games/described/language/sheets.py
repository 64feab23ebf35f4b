"""The sheets of a described game: a line for each card, with columns of any names."""

import re
from collections.abc import Mapping

from balance.cards.headings import SheetColumn, as_name
from balance.cards.sheet import SheetRow, as_whole, lines_of, read_sheet
from balance.cards.sheet_line import SheetFile
from balance.errors import CardError
from balance.games.described.language.names import FIXED_COLUMNS
from balance.games.described.language.tree import COPIES, Card
from balance.games.described.layout import MAX_COPIES

# What spreadsheets make of 3/5: 2026-05-03, 03.05.2026, 3-May, 05. Mrz.
_DATE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}.*|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}[.-] ?[^\W\d]{3,}"
)
_IS_A_DATE = "the spreadsheet made a date of it: format the column as text and type it again"


def read_cards(
    file: SheetFile, sheet: str, players: tuple[int, ...], edits: Mapping[str, object]
) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """Return the cards of a sheet, and the names of its columns.

    Whole numbers are written in one way: 2 for 2.0.

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
    lines = lines_of(file)
    names = tuple(filter(None, map(as_name, lines[0].texts))) if lines else ()
    copies = next((name for name in COPIES if name in names), "")
    own = tuple(name for name in dict.fromkeys(names) if name not in (*FIXED_COLUMNS, *COPIES))
    columns = [SheetColumn("id"), SheetColumn("name", blank=True, optional=True)]
    columns += [SheetColumn(name, blank=True) for name in (*filter(None, [copies]), *own)]
    cells: dict[str, dict[str, str]] = {}
    for key, value in edits.items():
        card, _, column = key.partition(".")
        cells.setdefault(card, {})[column] = str(value)
    rows = read_sheet(file, columns, cells)
    return tuple(_card(row, sheet, copies, own, players) for row in rows), ("id", *own)


def _card(
    row: SheetRow, sheet: str, copies: str, own: tuple[str, ...], players: tuple[int, ...]
) -> Card:
    return Card(
        row.id, row.name() or row.id.replace("_", " ").capitalize(), sheet,
        _copies(row, copies, players) if copies else (1,),
        {"id": row.id, **{column: _in_one_way(row.cells[column]) for column in own}}, row,
    )  # fmt: skip


def _in_one_way(cell: str) -> str:
    """Return a cell with numbers as the language writes them."""
    numbers = [as_whole(part.strip()) for part in cell.split("/")]
    return cell if None in numbers else "/".join(map(str, numbers))


def _copies(row: SheetRow, column: str, players: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of copies of a card, one or one for each number of players."""
    numbers = [as_whole(part.strip()) for part in (row.cells[column] or "1").split("/")]
    found = tuple(number for number in numbers if number is not None and 0 <= number <= MAX_COPIES)
    if len(found) < len(numbers):
        raise not_a_number(row, column, f"expected a whole number up to {MAX_COPIES}")
    if len(found) not in {1, len(players)}:
        raise row.error(
            column,
            f"{len(found)} numbers of copies; expected one, or one for each of {len(players)} "
            "numbers of players",
        )
    return found


def not_a_number(row: SheetRow, column: str, expected: str) -> CardError:
    """Return an error about a cell that is no number, or no set of them, but should be."""
    return row.error(column, _IS_A_DATE if is_date(row.cells[column]) else expected)


def is_date(cell: str) -> bool:
    """Return whether a spreadsheet made a date of what was typed, such as 3/5."""
    return _DATE.fullmatch(cell) is not None


def column_kinds(
    cards: tuple[Card, ...], columns: tuple[str, ...]
) -> tuple[frozenset[str], frozenset[str], dict[str, frozenset[str]]]:
    """Return which columns have sets, which have numbers, and the words of each column.

    A column has words if any of its cells has one; ``3/7`` is a set.
    """
    sets, numbers, words = set(), set(), {}
    for column in columns:
        cells = [card.cells[column] for card in cards if column in card.cells]
        parts = [part for cell in cells for part in parts_of(cell)]
        if column != "id" and any("/" in cell for cell in cells):
            sets.add(column)
        if parts and all(as_whole(part) is not None for part in parts):
            numbers.add(column)
        else:
            words[column] = frozenset(map(as_name, parts)) | {"none"} - (
                {"none"} if column == "id" else set()
            )
    return frozenset(sets), frozenset(numbers), words


def parts_of(cell: str) -> list[str]:
    """Return what is between the slashes of a cell."""
    return [part.strip() for part in cell.split("/") if part.strip()]


def mixed(cards: tuple[Card, ...], column: str) -> tuple[Card | None, Card | None]:
    """Return a card with a number in a column, and one with anything else: first of all a date."""
    number = other = None
    for card in cards:
        cell = card.cells.get(column, "")
        if is_date(cell):
            return number or card, card
        for part in parts_of(cell):
            if as_whole(part) is not None:
                number = number or card
            else:
                other = other or card
    return number, other
