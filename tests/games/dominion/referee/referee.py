"""The door: ask what is pending, answer, read the state and the result."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.dominion.referee.scoring import empty_piles, score, score_parts, winners
from tests.games.dominion.referee.sheets import Face
from tests.games.dominion.referee.table import Choice, Luck, Pending, Player, Table
from tests.games.dominion.referee.turns import build_table, play_game

MAX_ROUNDS = 200  # D8.6


class Referee:
    """One game.

    Parameters
    ----------
    faces
        What was read from the CSV file, by id.
    kingdom
        The Kingdom, without the Bane.
    num_players
        1 to 4.
    luck
        Says which card is drawn by a seat, of how many of each that nobody knows.
    bane
        Where a Young Witch is in the game.
    market
        The Black Market deck, the top first.
    extra_coins
        In the first turn of each seat, for as many seats as are listed.
    solo_target
        Provinces that end a game of one player (D15.6).
    max_rounds
        See D8.6.

    Attributes
    ----------
    table
        The state; may be changed by hand before the first call of `pending`.
    """

    def __init__(
        self,
        faces: Mapping[str, Face],
        kingdom: Sequence[str],
        num_players: int,
        luck: Luck,
        bane: str | None = None,
        market: Sequence[str] = (),
        extra_coins: Sequence[int] = (),
        solo_target: int = 4,
        max_rounds: int = MAX_ROUNDS,
    ) -> None:
        self.table = build_table(faces, kingdom, bane, market, num_players, luck)
        self._game = play_game(self.table, extra_coins, solo_target, max_rounds)
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
        """The state in plain values; a draw pile is a list with the top first, None unknown."""
        table = self.table
        return {
            "phase": table.phase,
            "round": table.round,
            "turn": table.turn,
            "active": table.active,
            "actions": table.actions,
            "buys": table.buys,
            "coins": table.coins,
            "has bought": table.has_bought,
            "supply": dict(table.supply),
            "empty": empty_piles(table.supply),
            "prizes": sorted(table.prizes),
            "bane": table.bane,
            "market": list(table.market),
            "shown": sorted(table.shown),
            "stolen": counted(table.stolen),
            "trash": counted(table.trash),
            "in play": counted(table.players[table.active].in_play),
            "opened": counted(card for player in table.players for card in player.opened),
            "before last": list(table.before_last),
            "players": [_told(table, player) for player in table.players],
        }

    def result(self) -> dict[str, Any]:
        """Scores by seat, their parts, the winners, why it ended, and what was gained when.

        Raises
        ------
        ValueError
            If the game is not over.
        """
        table = self.table
        if not table.ended:
            raise ValueError("the game is not over")
        scores = [score(table, player) for player in table.players]
        return {
            "scores": scores,
            "parts": [score_parts(table, player) for player in table.players],
            "winners": winners(scores, [player.turns for player in table.players]),
            "ending": table.ended,
            "rounds": table.round,
            "turns": table.turn,
            "before last": table.before_last,
            "gained": [dict(player.gained) for player in table.players],
            "rounds gained": [dict(player.rounds_gained) for player in table.players],
        }

    def _advance(self, choice: Choice | None) -> None:
        try:
            self._pending = next(self._game) if choice is None else self._game.send(choice)
        except StopIteration:
            self._pending = None


def _told(table: Table, player: Player) -> dict[str, Any]:
    owned = player.owned()
    return {
        "turns": player.turns,
        "hand": counted(player.hand),
        "pile": list(player.pile),
        "unknown": dict(+player.unknown),
        "discarded": counted(player.discarded),
        "waiting": len(player.waiting),
        "owned": counted(owned),
        "points": sum(table.faces[card].points for card in owned),
        "treasures": sum(table.is_a(card, "Treasure") for card in owned),
        "victories": sum(table.is_a(card, "Victory") for card in owned),
    }


def counted(cards: Any) -> dict[str, int]:
    """How many of each name."""
    return dict(Counter(cards))
