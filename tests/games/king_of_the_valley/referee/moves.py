"""Moving and what a move collects (K6), over monks (K8.6 to K8.10, K8.14 to K8.16)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tests.games.king_of_the_valley.referee.sheets import Tile
from tests.games.king_of_the_valley.referee.specialists import can_activate
from tests.games.king_of_the_valley.referee.table import Choice, Player, Space, Table

STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


@dataclass(frozen=True)
class Move:
    """Monks in the order of visits, where the king ends, tiles taken in the order passed."""

    monks: tuple[Space, ...]
    end: Space
    taken: tuple[Space, ...]

    @property
    def choice(self) -> Choice:
        """What is offered."""
        return ("move", self.monks, self.end, self.taken)


def legal_moves(table: Table, player: Player) -> list[Move]:
    """Every legal action of Phase 2."""
    assert player.king is not None
    return list(_moves_from(table, player, player.king, (), player.gold))


def carry_out(table: Table, player: Player, move: Move) -> list[Tile]:
    """Visit the monks, take the tiles off the valley with all gold on them; the tiles."""
    cost = table.sheets.params["monk_cost"]
    for space in move.monks:
        table.discarded.append(_pick_up(table, player, space))
        player.gold -= cost  # K8.6
        table.coins[space] += cost
        table.note(player, "monk")
    tiles = [_pick_up(table, player, space) for space in move.taken]
    player.king = move.end
    return tiles


def line(table: Table, start: Space, step: Space) -> list[Space]:
    """The spaces in a direction up to the edge of the grid (K6.1)."""
    spaces = []
    row, column = start[0] + step[0], start[1] + step[1]
    size = table.sheets.params["grid_size"]
    while 1 <= row <= size and 1 <= column <= size:
        spaces.append((row, column))
        row, column = row + step[0], column + step[1]
    return spaces


def _pick_up(table: Table, player: Player, space: Space) -> Tile:
    """Take a tile and the gold on it (K6.11); the space is empty now."""
    player.gold += table.coins.pop(space, 0)
    table.emptied.append(space)
    return table.valley.pop(space)


def _moves_from(
    table: Table, player: Player, start: Space, monks: tuple[Space, ...], gold: int
) -> Iterator[Move]:
    """Moves that go on from a space (K8.8), with the gold that is left (K8.15)."""
    cost = table.sheets.params["monk_cost"]
    for step in STEPS:
        spaces = line(table, start, step)
        for distance, end in enumerate(spaces):
            for taken in _takes(table, player, spaces[:distance], end, monks):
                yield Move(monks, end, taken)
            tile = _collectable(table, player, end, monks)
            if tile is not None and tile.type == "monk" and gold >= cost:  # A14: own gold
                left = gold + table.coins[end] - cost
                yield from _moves_from(table, player, end, (*monks, end), left)


def _takes(
    table: Table, player: Player, passed: Sequence[Space], end: Space, monks: tuple[Space, ...]
) -> Iterator[tuple[Space, ...]]:
    """What may be collected by a straight move: K6.3 (a) or (b)."""
    if _may_take(table, player, [_collectable(table, player, end, monks)]):
        yield (end,)
    fewest, most = table.sheets.params["same_name_min"], table.sheets.params["same_name_max"]
    for number in range(fewest, most + 1):
        for spaces in combinations(passed, number):
            tiles = [_collectable(table, player, space, monks) for space in spaces]
            if spaces[-1] == passed[-1] and _may_take(table, player, tiles):  # K6.3, K6.5
                yield spaces


def _may_take(table: Table, player: Player, tiles: Sequence[Tile | None]) -> bool:
    """Whether these are same-named tiles that can be collected together (K6.9)."""
    there = [tile for tile in tiles if tile is not None]
    if len(there) < len(tiles) or len({tile.type for tile in there}) != 1:
        return False
    return can_activate(table, player, there)


def _collectable(
    table: Table, player: Player, space: Space, monks: tuple[Space, ...]
) -> Tile | None:
    """The tile there, unless it is blocked (K6.6) or a monk that was visited (K8.16)."""
    if table.is_blocked(space, player) or space in monks:
        return None
    return table.valley.get(space)
