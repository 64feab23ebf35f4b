"""Tax collectors (K8.1 to K8.5) and wizards (K8.11 to K8.13); monks are in `moves`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from tests.games.king_of_the_valley.referee.sheets import COLUMNS, Tile
from tests.games.king_of_the_valley.referee.table import (
    SIDES,
    Choice,
    Player,
    Table,
    receive,
)
from tests.games.referees import Asking, ask


def can_activate(table: Table, player: Player, tiles: Sequence[Tile]) -> bool:
    """Whether same-named tiles may be collected together (K6.9, A20)."""
    match tiles[0].type:
        case "monk":
            return False  # only ever visited (A11, A12)
        case "tax_collector":
            return any(True for _ in _assignments(player, tiles))
        case "wizard":
            return bool(player.up()) and bool(_subjects_on_hill(table))  # K8.11
        case _:
            return True


def activate(table: Table, player: Player, tiles: Sequence[Tile]) -> Asking[None]:
    """Do what specialists of one name do when they are collected (K6.10)."""
    if tiles[0].type == "tax_collector":
        yield from _tax(table, player, tiles)
    else:
        for _ in tiles:
            yield from _swap(table, player)
    for tile in tiles:
        table.note(player, tile.name)


def _assignments(player: Player, tiles: Sequence[Tile]) -> Iterator[tuple[str, ...]]:
    """For each collector a group that it may tax (K8.3, K8.4), no group twice (K8.5)."""
    open_to = [
        [
            column
            for column in COLUMNS
            if column not in player.taxed and len(player.up(column)) >= tile.need
        ]
        if tile.need
        else [""]
        for tile in tiles
    ]
    for columns in product(*open_to):
        used = [column for column in columns if column]
        if len(set(used)) == len(used):
            yield columns


def _tax(table: Table, player: Player, tiles: Sequence[Tile]) -> Asking[None]:
    """Gold and markers of all of them, then the tiles that each turns face-down."""
    choices = [("tax", columns) for columns in _assignments(player, tiles)]
    _, columns = yield from ask("tax", player.seat, choices)
    for tile, column in zip(tiles, columns, strict=True):
        player.gold += tile.gold
        if column:
            player.taxed.add(column)
    for tile, column in zip(tiles, columns, strict=True):
        if column:
            yield from _turn_down(player, column, tile.need)


def _turn_down(player: Player, column: str, need: int) -> Asking[None]:
    """Exactly so many tiles of the group, whichever the player likes (A21, A22)."""
    held = Counter(tile.slot for tile in player.up(column))
    slots = sorted(held)
    choices: list[Choice] = [
        ("turn", *(part for pair in zip(slots, counts, strict=True) if pair[1] for part in pair))
        for counts in product(*(range(held[slot] + 1) for slot in slots))
        if sum(counts) == need
    ]
    answer = yield from ask("turn", player.seat, choices)
    for slot, count in zip(answer[1::2], answer[2::2], strict=True):
        for _ in range(count):
            player.oldest(slot).is_up = False


def _subjects_on_hill(table: Table) -> list[tuple[str, int]]:
    """Hill column and row, from 1, of every subject on the hill."""
    return [
        (side, row)
        for side in SIDES
        for row, tile in enumerate(table.hill[side], 1)
        if tile.is_subject
    ]


def _swap(table: Table, player: Player) -> Asking[None]:
    """A face-up tile of the castle for any subject on the hill, into its place (K8.12)."""
    slots = sorted({tile.slot for tile in player.up()})
    choices = [("swap", slot, *place) for slot in slots for place in _subjects_on_hill(table)]
    _, slot, side, row = yield from ask("swap", player.seat, choices)
    given = player.oldest(slot)
    player.castle.remove(given)
    given.column = ""
    taken = table.hill[side][row - 1]
    table.hill[side][row - 1] = given
    table.hand.append(taken)
    yield from receive(table, player, taken)
    table.hand.remove(taken)
