"""The box of King of the Valley: its sheets, checked cell by cell, as types."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from balance.cards.sheet import SheetRow, one_of
from balance.errors import CardError
from balance.games.king_of_the_valley.layout import (
    FIRST_ORDER,
    GRID,
    HILL_ROWS,
    HILL_SPACES,
    MAX_COLLECTORS,
    MAX_MONKS,
    MAX_TAKEN,
    MAX_TURNS,
    NUM_SIDES,
    NUM_STAGES,
    Kind,
    Type,
)
from balance.games.king_of_the_valley.narrate.names import ORDERS, type_of
from balance.games.king_of_the_valley.sheets.files import Sheets, read_sheets
from balance.games.king_of_the_valley.table.options import MAX_GOLD, Options

STAGES = ("I", "II", "III")
TYPES = tuple(kind.name.lower() for kind in Type)
_KINDS_OF_TILES = tuple("subject" if kind < Type.MONK else "specialist" for kind in Type)
_STATUS = ("certain", "assumed")
_MAX_INFLUENCE = 99
_MAX_COUNT = 99  # of a row: a castle counts to 127
_MAX_NEED = 15  # a choice has four bits for how many knights of an order are turned face-down
_SIZE = "the rules are those of a 5x5 valley and a hill of 2 columns and 6 rows; "
_NO_EMPTY_SUPPLY = "the rulebook has no rule for an empty supply of gold (A35); "
# With more the pile would fill the hill, and spaces of the valley would be empty too early (I2).
_MAX_RECRUITS = HILL_SPACES - MAX_MONKS - MAX_TAKEN
_ENOUGH_STAY = (
    f"to refill the valley after {MAX_MONKS} monks and a multi-take of {MAX_TAKEN}, "
    f"{MAX_MONKS + MAX_TAKEN} of the {HILL_SPACES} tiles must stay on the hill; "
)
# Each number of the game: the lowest, the highest, and a reason for errors if it is needed.
_PARAMS = {
    "grid_size": (GRID, GRID, _SIZE),
    "hill_columns": (NUM_SIDES, NUM_SIDES, _SIZE),
    "hill_rows": (HILL_ROWS, HILL_ROWS, _SIZE),
    "start_gold": (0, MAX_GOLD, ""),
    "first_recruit_round": (1, MAX_TURNS, ""),
    "max_recruits_per_turn": (0, _MAX_RECRUITS, _ENOUGH_STAY),
    "same_name_min": (2, 9, ""),
    "same_name_max": (2, 9, ""),
    "monk_cost": (0, MAX_GOLD, ""),
    "kingdom_bonus_gold": (0, MAX_GOLD, ""),
    "kingdom_marker_points": (0, 99, ""),
    "kingdom_bonus_per_turn": (0, 9, ""),
    "kingdom_markers": (0, 99, ""),
    "tax_markers": (0, 99, ""),
    "order_bonus_3": (0, 99, ""),
    "order_bonus_4": (0, 99, ""),
    "order_bonus_5": (0, 99, ""),
    "couple_points": (0, 99, ""),
    "gold_points": (0, 99, ""),
    "jester_counts_in_couples": (0, 1, ""),
    "gold_supply_unlimited": (1, 1, _NO_EMPTY_SUPPLY),
    "extra_final_round": (0, 1, ""),
}


@dataclass(frozen=True)
class Tiles:
    """The tiles of a kind, and how many are in each stage."""

    kind: Kind
    influence: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Collector:
    """A tax collector (K8.1); `stage` counts from 0."""

    id: str
    stage: int
    need: int
    gold: int


@dataclass(frozen=True)
class HillRow:
    """A row of the hill (K2.2): its price, and the stage (from 0) that fills it at the set-up."""

    price: int
    stage: int


@dataclass(frozen=True)
class Box:
    """All that is in the box."""

    tiles: tuple[Tiles, ...]  # by kind, without tax collectors
    collectors: tuple[Collector, ...]  # in the order of their sheet
    hill: tuple[HillRow, ...]  # from the foot
    params: Mapping[str, int]  # all other numbers of the game
    sheets: Sheets  # the sources of all this

    def counts(self, kind: Type) -> tuple[int, ...]:
        """Return how many tiles of a type are in each stage."""
        if kind == Type.TAX_COLLECTOR:
            stages = [collector.stage for collector in self.collectors]
            return tuple(map(stages.count, range(NUM_STAGES)))
        of_type = [tiles.counts for tiles in self.tiles if type_of(tiles.kind) == kind]
        return tuple(map(sum, zip(*of_type, strict=True)))

    @property
    def stage_sizes(self) -> tuple[int, ...]:
        """How many tiles there are in each stage."""
        return tuple(map(sum, zip(*map(self.counts, Type), strict=True)))


def read_box(options: Options, edits: Mapping[str, object], folder: Path) -> Box:
    """Read the sheets of the box; see `read_sheets` for parameters and errors."""
    sheets = read_sheets(options, edits, folder)
    for row in (*sheets.tiles, *sheets.tax_collectors, *sheets.hill, *sheets.params):
        if row.cells["status"]:
            row.one_of("status", _STATUS)
    return Box(
        tiles=_tiles(sheets.tiles),
        collectors=_collectors(sheets.tax_collectors),
        hill=_hill(sheets),
        params=_params(sheets),
        sheets=sheets,
    )


def type_of_row(row: SheetRow) -> Type:
    """Return the type of a row of the tiles."""
    return Type(TYPES.index(row.one_of("type", TYPES)))


def stage_of(row: SheetRow, column: str = "stage") -> int:
    """Return the stage in a cell, from 0."""
    return STAGES.index(row.one_of(column, STAGES))


def _tiles(rows: Sequence[SheetRow]) -> tuple[Tiles, ...]:
    """Return the tiles of each kind but tax collectors, which have their own sheet."""
    first: dict[Type, SheetRow] = {}
    counts = {kind: [0] * NUM_STAGES for kind in Kind if kind != Kind.COLLECTOR}
    for row in rows:
        kind = _kind(row)
        _check_influence(row, first.setdefault(type_of_row(row), row))
        count = row.number("count", 0, _MAX_COUNT)
        if kind != Kind.COLLECTOR:
            counts[kind][stage_of(row)] = count
    influence = {kind: row.number("influence", 0, _MAX_INFLUENCE) for kind, row in first.items()}
    return tuple(
        Tiles(kind, influence.get(type_of(kind), 0), tuple(in_stages))
        for kind, in_stages in counts.items()
    )


def _kind(row: SheetRow) -> Kind:
    """Return the kind of the tiles of a row; COLLECTOR for all tax collectors."""
    kind = type_of_row(row)
    if row.cells["kind"]:
        row.one_of("kind", [_KINDS_OF_TILES[kind]])
    if kind == Type.KNIGHT:
        return Kind(FIRST_ORDER + ORDERS.index(row.one_of("order", ORDERS)))
    if row.cells["order"]:
        raise row.error("order", "only knights have an order; expected an empty cell")
    return Kind.COLLECTOR if kind == Type.TAX_COLLECTOR else Kind[kind.name]


def _check_influence(row: SheetRow, first: SheetRow) -> None:
    """Reject tiles of a type that differ in influence, and specialists with influence."""
    influence = row.number("influence", 0, _MAX_INFLUENCE)
    kind = type_of_row(row)
    if kind >= Type.MONK and influence:
        raise row.error("influence", "specialists have none; expected 0")
    if influence != first.number("influence", 0, _MAX_INFLUENCE):
        expected = f"expected {first.cells['influence']}, as in line {first.line}"
        together = f"tiles.{row.cells['type']}_*.influence changes all of them"
        raise row.error(
            "influence", f"{expected}: tiles of one name have the same influence; {together}"
        )


def _collectors(rows: Sequence[SheetRow]) -> tuple[Collector, ...]:
    if len(rows) > MAX_COLLECTORS:
        raise rows[MAX_COLLECTORS].error(
            "id", f"expected at most {MAX_COLLECTORS} tax collectors, but there are {len(rows)}"
        )
    return tuple(
        Collector(
            id=row.id,
            stage=stage_of(row),
            need=row.number("requirement", 0, _MAX_NEED),
            gold=row.number("gold", 0, MAX_GOLD),
        )
        for row in rows
    )


def _hill(sheets: Sheets) -> tuple[HillRow, ...]:
    known = [str(number) for number in range(1, HILL_ROWS + 1)]
    by_number = _by_id(sheets.hill, sheets.files["hill"], "row", known)
    hill: list[HillRow] = []
    for number, row in enumerate(by_number.values(), start=1):
        price = row.number("price", 0, MAX_GOLD)
        if hill and price < hill[-1].price:
            below = by_number[known[number - 2]]
            if "price" in below.edited - row.edited:
                raise below.error("price", f"expected at most {price}, the price of row {number}")
            raise row.error(
                "price",
                f"expected at least {hill[-1].price}, the price of row {number - 1} below it",
            )
        hill.append(HillRow(price, stage_of(row, "setup_stage")))
    return tuple(hill)


def _params(sheets: Sheets) -> Mapping[str, int]:
    rows = _by_id(sheets.params, sheets.files["params"], "name", list(_PARAMS))
    params: dict[str, int] = {}
    for name, row in rows.items():
        low, high, reason = _PARAMS[name]
        value = row.number("value", low, high, reason)
        if name == "same_name_max" and value < params["same_name_min"]:
            raise row.error("value", f"expected at least {params['same_name_min']}: same_name_min")
        params[name] = value
    return MappingProxyType(params)


def _by_id(
    rows: Sequence[SheetRow], file: str, key: str, known: Sequence[str]
) -> dict[str, SheetRow]:
    """Return the rows by id in the order of `known`, which must be all ids of the sheet."""
    by_id = {row.id: row for row in rows}
    for row in rows:
        if row.id not in known:
            raise row.error(key, f"expected {one_of(row.id, known)}")
    missing = [name for name in known if name not in by_id]
    if missing:
        raise CardError(
            f"{file}, column {key}: {missing[0]!r} is missing; expected {', '.join(known)}"
        )
    return {name: by_id[name] for name in known}
