"""The door: a game from its set-up or from any turn, its state and its result."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games import referees
from tests.games.king_of_the_valley.referee.scoring import fame_parts, winners
from tests.games.king_of_the_valley.referee.sheets import Sheets, Tile
from tests.games.king_of_the_valley.referee.table import SIDES, Player, Table
from tests.games.king_of_the_valley.referee.turns import build_table, play, rounds

NUMBERS = ("phase", "round", "turn", "active", "triggered", "extra_round")


class Referee(referees.Referee[Table]):
    """One game."""

    def summary(self) -> dict[str, Any]:
        """The state in plain values; `knights` are the orders face-up, the oldest first."""
        table = self.table
        return {name: getattr(table, name) for name in NUMBERS} | {
            "valley": {space: tile.name for space, tile in table.valley.items()},
            "coins": {space: coins for space, coins in table.coins.items() if coins},
            "hill": {side: [tile.name for tile in table.hill[side]] for side in SIDES},
            "emptied": list(table.emptied),
            "discarded": dict(Counter(tile.name for tile in table.discarded)),
            "pile": [tile.name for tile in table.pile],
            "before last": list(table.before_last),
            "players": [_told(player) for player in table.players],
        }

    def put(self, summary: Mapping[str, Any]) -> None:
        """Let the state be another one, of which this is the summary."""
        table, sheets = self.table, self.table.sheets
        for name in NUMBERS:
            setattr(table, name, summary[name])
        table.valley = {space: sheets.tile(name) for space, name in summary["valley"].items()}
        table.coins = Counter(summary["coins"])
        table.hill = {side: [sheets.tile(name) for name in summary["hill"][side]] for side in SIDES}
        table.emptied = list(summary["emptied"])
        table.discarded = [sheets.tile(name) for name in Counter(summary["discarded"]).elements()]
        table.pile = [sheets.tile(name) for name in summary["pile"]]
        table.before_last = list(summary["before last"])
        for player, told in zip(table.players, summary["players"], strict=True):
            player.king, player.gold, player.markers = told["king"], told["gold"], told["markers"]
            player.taxed = set(told["taxed"])
            knights = [f"knight {order}" for order in told["knights"]]
            others = Counter(told["up"]) - Counter(knights)
            player.castle = [
                *(sheets.in_castle(slot) for slot in (*knights, *others.elements())),
                *(sheets.in_castle(slot, False) for slot in Counter(told["down"]).elements()),
            ]

    def result(self) -> dict[str, Any]:
        """Scores by seat, their parts, the winners, and what was counted with its rounds."""
        table = self.table
        parts = [fame_parts(table, player) for player in table.players]
        return {
            "scores": [sum(part.values()) for part in parts],
            "parts": parts,
            "winners": winners(table),
            "rounds": table.round,
            "turns": table.turn,
            "ending": int(table.triggered != len(table.players) - 1),
            "before last": table.before_last,
            "gained": [dict(player.gained) for player in table.players],
            "rounds gained": [dict(+player.rounds_gained) for player in table.players],
        }


def new_game(
    sheets: Sheets,
    stages: Mapping[str, Sequence[str]],
    num_players: int,
    extra_gold: Sequence[int] = (),
    stops_after_turn: bool = False,
) -> Referee:
    """A game from its set-up.

    Parameters
    ----------
    sheets
        What was read from the CSV files.
    stages
        Names of the tiles of each stage as they were shuffled, the first to be drawn first.
    num_players
        2 to 4.
    extra_gold
        What each seat starts with beyond the usual, for as many seats as are listed.
    stops_after_turn
        Whether nothing is pending between two turns.
    """
    table = build_table(sheets, stages, num_players, extra_gold)
    return Referee(table, play(table), stops_after_turn=stops_after_turn)


def resumed(
    sheets: Sheets, summary: Mapping[str, Any], seat: int = 0, phase: str = "recruit"
) -> Referee:
    """A game in the state of a summary, before this phase of the turn of a seat; stops after it."""
    table = Table(sheets, [Player(number, 0) for number in range(len(summary["players"]))])
    referee = Referee(table, rounds(table, seat, phase), stops_after_turn=True)
    referee.put(summary)
    return referee


def _told(player: Player) -> dict[str, Any]:
    castle = player.castle
    return {
        "king": player.king,
        "gold": player.gold,
        "markers": player.markers,
        "taxed": set(player.taxed),
        "up": _slots(player.up()),
        "down": _slots([tile for tile in castle if not tile.is_up]),
        "knights": [tile.order for tile in player.up() if tile.type == "knight"],
    }


def _slots(tiles: Sequence[Tile]) -> dict[str, int]:
    return dict(Counter(tile.slot for tile in tiles))
