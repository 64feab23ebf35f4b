"""What a description declares: numbers, zones, and cards with what their sheets say."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.games.described.referee.lines import ReadingError

Cell = int | str | frozenset[Any]
MOST = 30_000


@dataclass
class Number:
    """A number of a player, or of nobody."""

    start: int
    least: int
    most: int
    seen_by: str

    def clamp(self, value: int) -> int:
        """Return the value within its bounds."""
        return max(self.least, min(self.most, value))


@dataclass
class Zone:
    """A place where cards are."""

    per_player: bool = False
    seen_by: str = "all"
    starts_with: str | None = None
    refill: str | None = None
    counted: bool = False
    order: str = "none"
    counters: list[str] = field(default_factory=list)
    objective: str = ""  # of records, which the referee does not write


@dataclass
class Card:
    """A line of a sheet."""

    id: str
    sheet: str
    count: int
    cells: Mapping[str, str]


@dataclass
class Column:
    """What a column holds: words or integers, one or several in a cell."""

    is_word: bool
    is_set: bool
    words: set[str] = field(default_factory=set)


class Sheets:
    """The cards of a game in the order of its sheets."""

    def __init__(self, folder: Path, files: Mapping[str, str], place: int) -> None:
        self.cards: dict[str, Card] = {}
        self._values: dict[tuple[str, str], Cell] = {}
        self.columns: dict[str, Column] = {"id": Column(True, False)}
        for sheet, file in files.items():
            with open(folder / file, encoding="utf-8-sig", newline="") as lines:
                for row in csv.DictReader(lines, skipinitialspace=True):
                    self._add(sheet, row, place)
        self.order = {card: index for index, card in enumerate(self.cards)}
        self.columns["id"].words = set(self.cards)
        for column in {name for card in self.cards.values() for name in card.cells}:
            self.columns.setdefault(column, self._column(column))
        self.words = {word for column in self.columns.values() for word in column.words}

    def _add(self, sheet: str, row: Mapping[str, str], place: int) -> None:
        cells = {str(key).strip(): (cell or "").strip() for key, cell in row.items()}
        counts = (cells.get("count") or "1").split("/")
        card = Card(cells["id"], sheet, int(counts[place if len(counts) > 1 else 0]), cells)
        if card.id in self.cards:
            raise ReadingError(f"two cards have the id {card.id}")
        self.cards[card.id] = card

    def _column(self, name: str) -> Column:
        cells = [cell for card in self.cards.values() if (cell := card.cells.get(name))]
        atoms = {atom.strip() for cell in cells for atom in cell.split("/")}
        is_word = not all(atom.lstrip("-").isdigit() for atom in atoms)
        return Column(is_word, any("/" in cell for cell in cells), atoms if is_word else set())

    def value(self, card: str, name: str) -> Cell:
        """Return what a card has in a column; none and an empty cell are 0."""
        if (card, name) not in self._values:
            self._values[card, name] = self._read_cell(card, name)
        return self._values[card, name]

    def _read_cell(self, card: str, name: str) -> Cell:
        column, cell = self.columns[name], self.cards[card].cells.get(name, "")
        atoms = [atom.strip() for atom in (cell.split("/") if column.is_set else [cell])]
        values = [
            (0 if atom == "none" else atom) if column.is_word else int(atom)
            for atom in atoms
            if atom
        ]
        return frozenset(values) if column.is_set else values[0] if values else 0


def read_numbers(declared: Mapping[str, Any], place: int) -> dict[str, Number]:
    """Read `each_player` or `shared`."""
    numbers = {}
    for name, value in declared.items():
        keys = value if isinstance(value, Mapping) else {"start": value}
        start = keys.get("start", 0)
        start = start[place] if isinstance(start, list) else start
        number = Number(
            start, keys.get("least", 0), keys.get("most", MOST), keys.get("seen_by", "all")
        )
        number.start = number.clamp(number.start)
        numbers[name] = number
    return numbers
