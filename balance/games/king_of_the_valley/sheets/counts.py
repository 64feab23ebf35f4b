"""Checks of the numbers of tiles: tax collectors, printed totals, the set-up, the largest state."""

from collections.abc import Iterable, Iterator
from functools import reduce

from balance.cards.sheet import SheetRow
from balance.errors import CardError
from balance.games.king_of_the_valley.layout import (
    FIRST_ORDER,
    MAX_KNIGHTS,
    MAX_MONKS,
    MAX_MOVES,
    MAX_PILE,
    MAX_STAGE,
    NUM_ORDERS,
    NUM_SIDES,
    SPACES,
    Kind,
    Type,
)
from balance.games.king_of_the_valley.narrate.names import ORDERS, type_of
from balance.games.king_of_the_valley.sheets.box import STAGES, TYPES, Box, stage_of, type_of_row

_MAX_OF_A_KIND = 100  # a castle counts up to 127


def check_counts(box: Box, allow_other_totals: bool) -> None:
    """Raise CardError if the numbers of tiles are inconsistent or too large.

    They may differ from the printed totals only with `allow_other_totals`.
    """
    _check_collectors(box)
    if not allow_other_totals:
        for what, count, row in other_totals(box):
            raise CardError(
                f"{box.sheets.files['tiles']}: the total of {what} is {count}; expected "
                f"{row.cells['count']} as in {row.place('count')}, or "
                "allow_other_totals = true in [table]"
            )
    _check_set_up(box)
    _check_limits(box)


def other_totals(box: Box) -> Iterator[tuple[str, int, SheetRow]]:
    """Yield numbers that differ from the printed ones: what is counted, the number, the row."""
    totals = _totals(box)
    for row in box.sheets.totals:
        for what, count in totals[row.one_of("item", list(totals))].items():
            if count != row.number("count"):
                yield what, count, row


def _totals(box: Box) -> dict[str, dict[str, int]]:
    """Return the numbers of tiles for each item of the totals, by what is counted."""
    of_type = {kind: sum(box.counts(kind)) for kind in Type}
    orders = box.tiles[FIRST_ORDER : FIRST_ORDER + NUM_ORDERS]
    subjects = sum(of_type[kind] for kind in Type if kind < Type.MONK)
    single = {
        **{TYPES[kind]: count for kind, count in of_type.items()},
        "subjects": subjects,
        "specialists": sum(of_type.values()) - subjects,
        "all": sum(of_type.values()),
        **{f"stage_{s}": n for s, n in zip(STAGES, box.stage_sizes, strict=True)},
    }
    return {item: {item: count} for item, count in single.items()} | {
        "knights_per_order": {
            f"knights of order {order}": sum(tiles.counts)
            for order, tiles in zip(ORDERS, orders, strict=True)
        }
    }


def _check_collectors(box: Box) -> None:
    """Reject a number of collectors in a stage that differs from the sheet of tiles."""
    counts = box.counts(Type.TAX_COLLECTOR)
    files = box.sheets.files
    expected = "expected the same number in both"
    rows = {
        stage_of(row): row for row in box.sheets.tiles if type_of_row(row) == Type.TAX_COLLECTOR
    }
    for stage, row in rows.items():
        if row.number("count") != counts[stage]:
            of_stage = f"{counts[stage]} of stage {STAGES[stage]}"
            raise row.error("count", f"{files['tax_collectors']} has {of_stage}; {expected}")
    for row, collector in zip(box.sheets.tax_collectors, box.collectors, strict=True):
        if collector.stage not in rows:
            none = f"{files['tiles']} has no tax collectors of this stage"
            raise row.error("stage", f"{none}; {expected}")


def _check_set_up(box: Box) -> None:
    """Reject stages too small for the set-up (K3.4 - K3.6)."""
    for stage, size in enumerate(box.stage_sizes):
        rows = sum(row.stage == stage for row in box.hill)
        spaces = SPACES if stage == 0 else 0
        needed = spaces + NUM_SIDES * rows
        if size < needed:
            raise CardError(
                f"{box.sheets.files['tiles']}: stage {STAGES[stage]} has {size} tiles; expected "
                f"{needed} or more, for {spaces} spaces of the valley and {rows} rows of the hill"
            )


def _check_limits(box: Box) -> None:
    """Reject more tiles than a state can hold."""
    file = box.sheets.files["tiles"]
    totals = {
        **{f"stage {s}": (n, MAX_STAGE) for s, n in zip(STAGES, box.stage_sizes, strict=True)},
        "the game": (sum(box.stage_sizes), MAX_PILE),
        "the type knight": (sum(box.counts(Type.KNIGHT)), MAX_KNIGHTS),
        "the type monk": (sum(box.counts(Type.MONK)), MAX_MONKS),
        **{
            f"the type {TYPES[type_of(tiles.kind)]}": (sum(tiles.counts), _MAX_OF_A_KIND)
            for tiles in box.tiles
            if type_of(tiles.kind) not in (Type.KNIGHT, Type.MONK)
        },
    }
    for what, (count, most) in totals.items():
        if count > most:
            raise CardError(f"{file}: {what} has {count} tiles; expected at most {most}")
    _check_needs(box)


def _check_needs(box: Box) -> None:
    """Reject a need that can be met in more ways than a decision can offer (K8.3)."""
    jesters = sum(box.tiles[Kind.JESTER].counts)
    knights = [sum(box.tiles[FIRST_ORDER + order].counts) for order in range(NUM_ORDERS)]
    for row, collector in zip(box.sheets.tax_collectors, box.collectors, strict=True):
        ways = _ways((*knights, jesters), collector.need)
        if ways > MAX_MOVES:
            raise row.error(
                "requirement",
                f"knights and jesters could be turned face-down in {ways} ways; expected a need "
                f"or numbers of tiles that leave at most {MAX_MOVES}",
            )


def _ways(counts: Iterable[int], need: int) -> int:
    """Return in how many ways `need` tiles can be taken from several kinds."""

    def with_one_more(ways: list[int], count: int) -> list[int]:
        return [sum(ways[max(0, total - count) : total + 1]) for total in range(need + 1)]

    return reduce(with_one_more, counts, [1] + [0] * need)[need]
