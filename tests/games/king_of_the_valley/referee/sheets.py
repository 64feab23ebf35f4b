"""The tables of tiles and numbers, read from the CSV files."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

STAGES = ("I", "II", "III")
COLUMNS = ("queen", "duke", "countess", "knight", "farmer", "farmwoman")  # K2.3
SUBJECTS = (*COLUMNS, "jester")
SHEETS = ("tiles", "tax_collectors", "hill", "params")
DATA = Path(__file__).parents[4] / "balance" / "games" / "king_of_the_valley" / "data"


@dataclass(eq=False)
class Tile:
    """One tile, not equal to any other.

    Attributes
    ----------
    type
        What makes tiles same-named (K2.4).
    name
        Its type; with the order for knights, the id for tax collectors.
    column
        Where it lies in a castle (K2.3); "" elsewhere.
    """

    type: str
    name: str
    order: str = ""
    need: int = 0
    gold: int = 0
    column: str = ""
    is_up: bool = True

    @property
    def is_subject(self) -> bool:
        """Whether it goes to a castle, not out of the game (K6.10)."""
        return self.type in SUBJECTS

    @property
    def slot(self) -> str:
        """What makes two tiles of a castle the same."""
        return f"jester in {self.column}" if self.type == "jester" else self.name


@dataclass(frozen=True)
class Sheets:
    """Everything the tables say.

    Attributes
    ----------
    stages
        Names of the tiles of each stage, collectors by id.
    prices, row_stages
        Of the hill's rows, from the foot.
    """

    stages: Mapping[str, tuple[str, ...]]
    influence: Mapping[str, int]
    collectors: Mapping[str, tuple[int, int]]  # need and gold
    prices: tuple[int, ...]
    row_stages: tuple[str, ...]
    params: Mapping[str, int]

    @property
    def spaces(self) -> list[tuple[int, int]]:
        """Of the valley (K2.1), row by row."""
        size = range(1, self.params["grid_size"] + 1)
        return [(row, column) for row in size for column in size]

    def tile(self, name: str) -> Tile:
        """A tile of that name."""
        if name in self.collectors:
            return Tile("tax_collector", name, "", *self.collectors[name])
        type_, _, order = name.partition(" ")
        return Tile(type_, name, order)

    def in_castle(self, slot: str, is_up: bool = True) -> Tile:
        """A tile of a castle."""
        name, _, column = slot.partition(" in ")
        tile = self.tile(name)
        tile.column, tile.is_up = column or tile.type, is_up
        return tile


def read_sheets(folder: Path, edits: Mapping[str, object] | None = None, **others: Path) -> Sheets:
    """Read the tables of a folder.

    Parameters
    ----------
    edits
        Cells in place of others, by ``"sheet.row.column"``.
    others
        Files in place of some, such as ``hill=path``.
    """
    tiles, collectors, hill, params = (
        _rows(sheet, others.get(sheet, folder / f"{sheet}.csv"), edits or {}) for sheet in SHEETS
    )
    stages: dict[str, list[str]] = {stage: [] for stage in STAGES}
    for row in tiles:
        if row["type"] != "tax_collector":
            name = f"{row['type']} {row['order']}".strip()
            stages[row["stage"]] += [name] * int(row["count"])
    for row in collectors:
        stages[row["stage"]].append(row["id"])
    hill.sort(key=lambda row: int(row["row"]))
    return Sheets(
        {stage: tuple(names) for stage, names in stages.items()},
        {row["type"]: int(row["influence"]) for row in tiles},
        {row["id"]: (int(row["requirement"]), int(row["gold"])) for row in collectors},
        tuple(int(row["price"]) for row in hill),
        tuple(row["setup_stage"] for row in hill),
        {row["name"]: int(row["value"]) for row in params},
    )


def key(row: Mapping[str, str]) -> str:
    """By what a row is known: tiles by type, order and stage, others by their first cell."""
    if "stage" in row and "type" in row:
        return " ".join(filter(None, (row["type"], row["order"], row["stage"])))
    return next(iter(row.values()))


def _rows(sheet: str, path: Path, edits: Mapping[str, object]) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    by_name = {key(row).lower().replace(" ", "_"): row for row in rows}
    for place, cell in edits.items():
        of, name, column = place.split(".")
        if of == sheet:
            assert column in by_name[name]
            by_name[name][column] = str(cell)
    return rows
