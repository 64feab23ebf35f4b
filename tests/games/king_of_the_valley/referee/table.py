"""The state of a game, and how a tile comes into a castle."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.games.king_of_the_valley.referee.sheets import COLUMNS, Sheets, Tile
from tests.games.referees import Asking, ask

Space = tuple[int, int]
Choice = tuple[Any, ...]
SIDES = ("L", "R")


@dataclass
class Player:
    """A king, gold and a castle (K2.3).

    Attributes
    ----------
    castle
        Tiles in the order in which they arrived.
    gained, rounds_gained
        How often something that is counted happened, and the rounds of it added up.
    """

    seat: int
    gold: int
    king: Space | None = None
    markers: int = 0
    taxed: set[str] = field(default_factory=set)
    castle: list[Tile] = field(default_factory=list)
    gained: Counter[str] = field(default_factory=Counter)
    rounds_gained: Counter[str] = field(default_factory=Counter)

    def up(self, column: str = "") -> list[Tile]:
        """Face-up tiles of a column, or of the whole castle, the oldest first."""
        return [tile for tile in self.castle if tile.is_up and column in ("", tile.column)]

    def oldest(self, slot: str) -> Tile:
        """The oldest face-up tile of those that are the same."""
        return next(tile for tile in self.castle if tile.is_up and tile.slot == slot)


@dataclass
class Table:
    """Everything that changes during a game, with what it is played by.

    Attributes
    ----------
    emptied
        Spaces without a tile in the order of becoming empty (K10.1).
    hand
        Tiles taken that have not found their place yet.
    triggered
        In whose turn the hill could not be filled (K11.1).
    happened
        How often something rare came up that nobody chose.
    """

    sheets: Sheets
    players: list[Player]
    valley: dict[Space, Tile] = field(default_factory=dict)
    coins: Counter[Space] = field(default_factory=Counter)
    hill: dict[str, list[Tile]] = field(default_factory=lambda: {side: [] for side in SIDES})
    pile: list[Tile] = field(default_factory=list)
    emptied: list[Space] = field(default_factory=list)
    hand: list[Tile] = field(default_factory=list)
    discarded: list[Tile] = field(default_factory=list)
    phase: str = "set-up"
    round: int = 0
    turn: int = 0
    active: int = 0
    triggered: int | None = None
    extra_round: bool = False
    before_last: list[int] = field(default_factory=list)  # fame as the round began
    happened: Counter[str] = field(default_factory=Counter)

    def is_blocked(self, space: Space, player: Player) -> bool:
        """Whether another player's king stands there (K2.8)."""
        return any(other.king == space for other in self.players if other is not player)

    def markers_left(self) -> int:
        """Kingdom markers in the supply (K2.9)."""
        return self.sheets.params["kingdom_markers"] - sum(p.markers for p in self.players)

    def note(self, player: Player, what: str) -> None:
        """Count something that happened in this round."""
        player.gained[what] += 1
        player.rounds_gained[what] += self.round


def receive(table: Table, player: Player, tile: Tile) -> Asking[None]:
    """A subject comes face-up into the castle column of its type (K7.1), a jester into any."""
    if tile.type == "jester":
        yield from _place_jester(table, player, tile)
    else:
        tile.column = tile.type
    tile.is_up = True
    player.castle.append(tile)
    table.note(player, tile.name)
    if tile.type == "knight":
        number = sum(other.name == tile.name for other in player.castle)
        if number in (3, 4, 5) and not player.gained[f"order of {number}"]:
            table.note(player, f"order of {number}")


def _place_jester(table: Table, player: Player, tile: Tile) -> Asking[None]:
    """K7.3: any of the six columns."""
    answer = yield from ask("jester", player.seat, [("jester", column) for column in COLUMNS])
    tile.column = str(answer[1])
    table.note(player, tile.slot)
