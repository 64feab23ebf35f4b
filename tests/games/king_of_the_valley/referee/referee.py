"""The door: ask what is pending, answer, read the state and the result."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.king_of_the_valley.referee.scoring import fame_parts, winners
from tests.games.king_of_the_valley.referee.sheets import Sheets, Tile
from tests.games.king_of_the_valley.referee.table import SIDES, Choice, Pending, Player
from tests.games.king_of_the_valley.referee.turns import build_table, play


class Referee:
    """One game.

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

    Attributes
    ----------
    table
        The state; may be changed by hand before the first call of `pending`.
    """

    def __init__(
        self,
        sheets: Sheets,
        stages: Mapping[str, Sequence[str]],
        num_players: int,
        extra_gold: Sequence[int] = (),
    ) -> None:
        self.table = build_table(sheets, stages, num_players, extra_gold)
        self._game = play(self.table)
        self._pending: Pending | None = None
        self._started = False

    def pending(self) -> Pending | None:
        """The next question, the same one until it is answered; None when the game is over."""
        if not self._started:
            self._started = True
            self._advance(None)
        return self._pending

    def choose(self, choice: Choice) -> None:
        """Answer the pending question.

        Raises
        ------
        ValueError
            If nothing is pending or the choice is not among those offered.
        """
        pending = self.pending()
        if pending is None or choice not in pending.choices:
            raise ValueError(f"{choice} is no answer to {pending}")
        self._advance(choice)

    def summary(self) -> dict[str, Any]:
        """The state in plain values; `knights` are the orders face-up, the oldest first."""
        table = self.table
        return {
            "phase": table.phase,
            "round": table.round,
            "turn": table.turn,
            "active": table.active,
            "triggered": table.triggered,
            "extra round": table.extra_round,
            "valley": {space: tile.name for space, tile in table.valley.items()},
            "coins": {space: coins for space, coins in table.coins.items() if coins},
            "hill": {side: [tile.name for tile in table.hill[side]] for side in SIDES},
            "emptied": list(table.emptied),
            "discarded": dict(Counter(tile.name for tile in table.discarded)),
            "tiles left": len(table.pile),
            "before last": list(table.before_last),
            "players": [_told(player) for player in table.players],
        }

    def result(self) -> dict[str, Any]:
        """Scores by seat, their parts, the winners, and what was counted with its rounds.

        Raises
        ------
        ValueError
            If the game is not over.
        """
        table = self.table
        if table.phase != "over":
            raise ValueError("the game is not over")
        parts = [fame_parts(table, player) for player in table.players]
        return {
            "scores": [sum(part.values()) for part in parts],
            "parts": parts,
            "winners": winners(table),
            "rounds": table.round,
            "turns": table.turn,
            "triggered": table.triggered,
            "before last": table.before_last,
            "gained": [dict(player.gained) for player in table.players],
            "rounds gained": [dict(+player.rounds_gained) for player in table.players],
        }

    def _advance(self, choice: Choice | None) -> None:
        try:
            self._pending = next(self._game) if choice is None else self._game.send(choice)
        except StopIteration:
            self._pending = None


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
