"""Building a table from the box: the numbers that are constant during a game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import GameTable, Piece
from balance.errors import ScenarioError
from balance.games.king_of_the_valley.layout import (
    FIRST_COLLECTOR,
    TABLE,
    Column,
    Extra,
    Kind,
    Type,
)
from balance.games.king_of_the_valley.narrate.names import type_of
from balance.games.king_of_the_valley.narrate.table_text import (
    describe_box,
    differences,
    in_stages,
    notes_on,
    title,
)
from balance.games.king_of_the_valley.sheets.box import STAGES, Box, Collector, Tiles, read_box
from balance.games.king_of_the_valley.sheets.counts import check_counts
from balance.games.king_of_the_valley.table.options import BASE, DataSet, Options

_DATA_SETS: dict[DataSet, str] = {
    "base": "Base data: as even over the stages as possible",
    "no_queen_in_stage_I": "No queen in stage I",
    "late_nobles": "Nobles in later stages",
    "early_tax": "Tax collectors in earlier stages",
    "hill_late_steps": "Prices of the hill rise later",
}
_EXTRAS = {
    Extra.BONUS: ("Kingdom bonus", "Bonus"),
    Extra.ORDER_3: ("Third knight of an order", "Knight order"),
    Extra.ORDER_4: ("Fourth knight of an order", "Knight order"),
    Extra.ORDER_5: ("Fifth knight of an order", "Knight order"),
    Extra.TWO_TILES: ("Two tiles in one move", "Multi-take"),
    Extra.THREE_TILES: ("Three tiles in one move", "Multi-take"),
    Extra.START_CENTRE: ("King starts in the centre", "King's start"),
    Extra.START_INNER: ("King starts next to the centre", "King's start"),
    Extra.START_EDGE: ("King starts on the edge", "King's start"),
    Extra.START_CORNER: ("King starts in a corner", "King's start"),
}
# Fields of the table with the name of a number in the sheet.
_NUMBERS = (
    "first_recruit_round", "max_recruits_per_turn", "same_name_min", "same_name_max", "monk_cost",
    "kingdom_bonus_gold", "kingdom_bonus_per_turn", "kingdom_markers", "kingdom_marker_points",
    "couple_points", "gold_points", "jester_counts_in_couples", "extra_final_round",
)  # fmt: skip


def build_table(
    options: Options, num_seats: int, edits: Mapping[str, object], folder: Path
) -> GameTable:
    """Return the table of a set-up for 2 to 4 seats, with the names of all that records count.

    `edits` changes cells of the sheets, such as ``{"hill.6.price": 12}``; relative paths in the
    options start from `folder`.  Raises CardError for a mistake in a sheet, ScenarioError for
    unknown data or too many seats in the options.
    """
    box = read_box(options, edits, folder)
    check_counts(box, options.allow_other_totals)
    as_shipped = read_box(options, {}, folder) if edits else box
    return GameTable(
        array=_filled(box, options, num_seats),
        num_seats=num_seats,
        cards=_pieces(box),
        notes=notes_on(box, as_shipped, _box_of(BASE), options),
        card_texts=describe_box(box),
        taking="collected in the valley, recruited or swapped",
    )


def list_setups() -> tuple[Piece, ...]:
    """Return the data sets, each with its differences from the base."""
    base = _box_of(BASE)
    return tuple(
        Piece(name, text, note=differences(_box_of(name), base))
        for name, text in _DATA_SETS.items()
    )


def _box_of(data: DataSet) -> Box:
    return read_box(Options(data=data), {}, Path())


def _filled(box: Box, options: Options, num_seats: int) -> NDArray[Any]:
    """Return the array of the table."""
    tables = np.zeros(1, TABLE)
    table: Any = tables[0]
    table.num_seats = num_seats
    table.num_kinds = Kind.COLLECTOR + len(box.collectors)
    stages: list[list[int]] = [[], [], []]
    for tiles in box.tiles:
        face = table.kinds[tiles.kind]
        face.influence = tiles.influence
        face.count = sum(tiles.counts)
        for stage, count in enumerate(tiles.counts):
            stages[stage] += [tiles.kind] * count
    for kind, collector in enumerate(box.collectors, start=Kind.COLLECTOR):
        face = table.kinds[kind]
        face.need, face.gold, face.count = collector.need, collector.gold, 1
        stages[collector.stage].append(kind)
    for stage, kinds in enumerate(stages):
        table.stages[stage, : len(kinds)] = kinds
        table.stage_sizes[stage] = len(kinds)
    table.prices[:] = [row.price for row in box.hill]
    table.row_stages[:] = [row.stage for row in box.hill]
    params = box.params
    for name in _NUMBERS:
        table[name] = params[name]
    table.order_points[3:] = [params[f"order_bonus_{n}"] for n in (3, 4, 5)]
    table.start_gold[:num_seats] = params["start_gold"]
    extra = options.extra_gold
    if len(extra) > num_seats:
        raise ScenarioError(
            f"[table] extra_gold = {list(extra)}: that is for {len(extra)} seats; "
            f"expected {num_seats} numbers or fewer, one for each player"
        )
    table.start_gold[: len(extra)] += np.array(extra, np.int32)
    return tables


def _pieces(box: Box) -> tuple[Piece, ...]:
    """Return the names of the rows of records: tiles, deeds, tax collectors."""
    return (
        *(_tile_piece(tiles) for tiles in box.tiles),
        *(_extra_piece(box, row) for row in range(min(Extra), FIRST_COLLECTOR)),
        *(_collector_piece(collector) for collector in box.collectors),
    )


def _tile_piece(tiles: Tiles) -> Piece:
    is_subject = type_of(tiles.kind) < Type.MONK
    influence = f"influence {tiles.influence}; " if is_subject else ""
    return Piece(
        id=tiles.kind.name.lower(),
        name=title(tiles),
        kind="Subject" if is_subject else "Specialist",
        note=f"{influence}{in_stages(tiles.counts)}",
    )


def _collector_piece(collector: Collector) -> Piece:
    need = f"{collector.need} of a kind" if collector.need else "no need"
    return Piece(
        id=collector.id,
        name=f"Tax collector {collector.id.upper()} ({need}, {collector.gold} gold)",
        kind="Tax collector",
        note=f"stage {STAGES[collector.stage]}",
    )


def _extra_piece(box: Box, row: int) -> Piece:
    """Return the name of the deed that a row counts."""
    params = box.params
    if row < Extra.JESTER_QUEEN:
        number = row - Extra.HILL_1 + 1
        price = box.hill[number - 1].price
        return Piece(f"hill_{number}", f"Hill row {number} for {price} gold", "Hill price")
    if row < Extra.BONUS:
        column = Column(row - Extra.JESTER_QUEEN).name.lower()
        return Piece(f"jester_{column}", f"Jester in the {column} column", "Jester's column")
    name, kind = _EXTRAS[Extra(row)]
    match row:
        case Extra.BONUS:
            gold, points = params["kingdom_bonus_gold"], params["kingdom_marker_points"]
            note = f"{gold} gold, and {points} fame for the marker"
        case Extra.ORDER_3 | Extra.ORDER_4 | Extra.ORDER_5:
            note = f"{params[f'order_bonus_{row - Extra.ORDER_3 + 3}']} fame in all"
        case _:
            note = ""
    return Piece(Extra(row).name.lower(), name, kind, note)
