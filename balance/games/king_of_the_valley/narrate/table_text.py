"""A table in words: the meaning of its numbers, and how certain they are."""

from collections.abc import Iterator, Sequence

from balance.cards.effect_reader import in_a_row
from balance.cards.sheet import SheetRow, unread_notes
from balance.games.king_of_the_valley.layout import Type
from balance.games.king_of_the_valley.narrate.names import MANY, ORDERS, tile_name, type_of
from balance.games.king_of_the_valley.sheets.box import (
    STAGES,
    Box,
    Collector,
    HillRow,
    Tiles,
    type_of_row,
)
from balance.games.king_of_the_valley.sheets.counts import other_totals
from balance.games.king_of_the_valley.sheets.files import SHEETS, Change
from balance.games.king_of_the_valley.table.options import Options

_IN_STAGES = f"in stages {'/'.join(STAGES)}"
_ASSUMED = "Assumed, as the rulebook does not print it"
_PARAMS = {
    "start_gold": "each player starts with {} gold (K3.2)",
    "first_recruit_round": "subjects can be recruited from round {} on (K5.1)",
    "max_recruits_per_turn": "subjects that can be recruited in a turn: {} (K5.2)",
    "same_name_min": "a multi-take takes {} same-named tiles or more (K6.3)",
    "same_name_max": "a multi-take takes {} same-named tiles or fewer (K6.3)",
    "monk_cost": "a visit to a monk leaves {} gold on its space (K8.6)",
    "kingdom_bonus_gold": "a kingdom bonus pays {} gold (K9.1)",
    "kingdom_bonus_per_turn": "kingdom bonuses that can be claimed in a turn: {} (K9.3)",
    "kingdom_markers": "kingdom markers in the supply: {}; without one there is no bonus (K9.4)",
    "kingdom_marker_points": "fame for a kingdom marker: {} (K12.4)",
    "tax_markers": "tax collector markers in the supply: {}; they limit nothing (A19)",
    "order_bonus_3": "fame for 3 knights of an order: {} (K12.2)",
    "order_bonus_4": "fame for 4 knights of an order: {} (K12.2)",
    "order_bonus_5": "fame for 5 knights of an order, or more: {} (K12.2)",
    "couple_points": "fame for a farmer and a farmwoman: {} (K12.3)",
    "gold_points": "fame for a gold at the end: {} (K12.5)",
}
_SWITCHES = {
    "jester_counts_in_couples": (
        "jesters form no couples (A24)",
        "a jester in the farmer or farmwoman column joins couples (A24)",
    ),
    "extra_final_round": (
        "the game ends when the start player would be next (K11.2)",
        "each player has one more turn at the end (K11.4)",
    ),
}


def describe_box(box: Box) -> tuple[str, ...]:
    """Return a line on each kind of tile, row of the hill and other number."""
    return (
        *(f"{title(tiles)}: {_tiles(tiles)}." for tiles in box.tiles),
        *(f"Tax collector {c.id.upper()}: {_collector(c)}." for c in box.collectors),
        *(f"Hill row {number}: {_row(row)}." for number, row in enumerate(box.hill, start=1)),
        *(f"{name}: {text.format(box.params[name])}." for name, text in _PARAMS.items()),
        *(f"{name}: {texts[box.params[name]]}." for name, texts in _SWITCHES.items()),
    )


def notes_on(box: Box, as_shipped: Box, base: Box, options: Options) -> tuple[str, ...]:
    """Return sentences on the data of a table, and on which of it is assumed or changed.

    `as_shipped` has the same sheets without edits; `base` has those of the base data.
    """
    sizes = in_a_row(list(map(str, box.stage_sizes)), "and")
    own = [
        f"{sheet} from {options.file_of(sheet)}"
        for sheet in SHEETS
        if getattr(options, sheet) is not None
    ]
    parts = "".join(f", {part}" for part in own)
    notes = [f"Data set {options.data}{parts}: {sizes} tiles in stages {in_a_row(STAGES, 'and')}."]
    if unlike := differences(as_shipped, base):
        notes.append(f"Unlike the base data: {unlike}.")
    notes += [f"{_ASSUMED}: {what}." for what in _assumed(box)]
    if box.sheets.changes:
        changes = [_change(change) for change in box.sheets.changes]
        notes.append(f"Changed by you: {'; '.join(changes)}.")
    if others := [
        f"{what} {count} ({row.cells['count']})" for what, count, row in other_totals(box)
    ]:
        notes.append(f"Numbers of tiles unlike the printed ones: {', '.join(others)}.")
    if any(options.extra_gold):
        extra = [
            f"{gold} for seat {seat}"
            for seat, gold in enumerate(options.extra_gold, start=1)
            if gold
        ]
        notes.append(f"Extra gold at the start: {in_a_row(extra, 'and')}.")
    sheets = box.sheets
    notes += unread_notes((*sheets.tiles, *sheets.tax_collectors, *sheets.hill, *sheets.params))
    return tuple(notes)


def differences(box: Box, base: Box) -> str:
    """Return how a box differs from the base, in a few words; empty if it does not."""
    counts = [
        f"{MANY[kind]} {_slashed(box.counts(kind))}"
        for kind in Type
        if box.counts(kind) != base.counts(kind)
    ]
    texts = [f"{in_a_row(counts, 'and')} {_IN_STAGES}"] if counts else []
    if not counts and _by_order(box) != _by_order(base):
        texts.append(f"knights of orders {', '.join(_by_order(box))} {_IN_STAGES}")
    influence = {  # by type, as the orders of knights have one influence (K12.1)
        MANY[type_of(tiles.kind)]: tiles.influence
        for tiles, printed in zip(box.tiles, base.tiles, strict=True)
        if tiles.influence != printed.influence
    }
    if influence:
        each = [f"{many} {points}" for many, points in influence.items()]
        texts.append(f"influence of {in_a_row(each, 'and')}")
    if collectors := [_short(c) for c in box.collectors if c not in base.collectors]:
        texts.append(f"tax collectors {', '.join(collectors)}")
    if _prices(box) != _prices(base):
        texts.append(f"prices of the hill {_prices(box)}")
    if _row_stages(box) != _row_stages(base):
        texts.append(f"rows of the hill from stages {_row_stages(box)}")
    texts += [f"{name} {value}" for name, value in box.params.items() if value != base.params[name]]
    return "; ".join(texts)


def title(tiles: Tiles) -> str:
    """Return the name of a kind of tiles, with a capital letter."""
    name = tile_name(None, tiles.kind)
    return name[0].upper() + name[1:]


def in_stages(counts: Sequence[int]) -> str:
    """Return how many tiles are in each stage."""
    return f"{_slashed(counts)} {_IN_STAGES}"


def _slashed(counts: Sequence[int]) -> str:
    return "/".join(map(str, counts))


def _by_order(box: Box) -> list[str]:
    knights = [tiles for tiles in box.tiles if type_of(tiles.kind) == Type.KNIGHT]
    return [f"{order} {_slashed(t.counts)}" for order, t in zip(ORDERS, knights, strict=True)]


def _prices(box: Box) -> str:
    return ", ".join(str(row.price) for row in box.hill)


def _row_stages(box: Box) -> str:
    return ", ".join(STAGES[row.stage] for row in box.hill)


def _tiles(tiles: Tiles) -> str:
    influence = f"influence {tiles.influence}, " if type_of(tiles.kind) < Type.MONK else ""
    count = sum(tiles.counts)
    return f"{influence}{count} tile{'' if count == 1 else 's'}, {in_stages(tiles.counts)}"


def _collector(collector: Collector) -> str:
    turned = f"turns {collector.need} of a group face-down and " if collector.need else ""
    return f"{turned}pays {collector.gold} gold, in stage {STAGES[collector.stage]}"


def _short(collector: Collector) -> str:
    need, gold, stage = collector.need, collector.gold, STAGES[collector.stage]
    return f"{collector.id.upper()} ({need} for {gold} gold, stage {stage})"


def _row(row: HillRow) -> str:
    return f"costs {row.price} gold, filled from stage {STAGES[row.stage]} at the set-up"


def _assumed(box: Box) -> Iterator[str]:
    """Yield which numbers are assumed, by sheet, without those that were changed."""
    changed = {(change.sheet, change.id) for change in box.sheets.changes}

    def assumed(sheet: str, rows: Sequence[SheetRow]) -> list[SheetRow]:
        return [
            row
            for row in rows
            if row.cells["status"] != "certain" and (sheet, row.id) not in changed
        ]

    sheets = box.sheets
    if rows := assumed("tiles", sheets.tiles):
        kinds = sorted({type_of_row(row) for row in rows})
        split = [f"{MANY[kind]} ({_slashed(box.counts(kind))})" for kind in kinds]
        yield f"how {in_a_row(split, 'and')} are split over stages {'/'.join(STAGES)}"
    if rows := assumed("tax_collectors", sheets.tax_collectors):
        ids = {row.id for row in rows}
        collectors = [_short(collector) for collector in box.collectors if collector.id in ids]
        yield f"what tax collectors need and pay, and their stages: {', '.join(collectors)}"
    if rows := assumed("hill", sheets.hill):
        prices = [f"{row.id} ({row.cells['price']} gold)" for row in rows]
        yield f"the {'price' if len(rows) == 1 else 'prices'} of hill {_rows(prices)}"
    if rows := assumed("params", sheets.params):
        yield in_a_row([f"{row.id} = {row.cells['value']}" for row in rows], "and")


def _rows(texts: Sequence[str]) -> str:
    return f"{'row' if len(texts) == 1 else 'rows'} {in_a_row(texts, 'and')}"


def _change(change: Change) -> str:
    key = f"{change.sheet}.{change.id}.{change.column}"
    return f"{key} is {change.now}, not {change.was} ({change.status or 'assumed'})"
