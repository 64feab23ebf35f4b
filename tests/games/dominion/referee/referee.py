"""The door: a game from its set-up or from any turn, its state and its result."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games import referees
from tests.games.dominion.referee.scoring import empty_piles, score, score_parts, winners
from tests.games.dominion.referee.sheets import Face
from tests.games.dominion.referee.table import Luck, Player, Table
from tests.games.dominion.referee.turns import LIMITS, Limits, build_table, play_game, turns

NUMBERS = ("phase", "round", "turn", "active", "bane")
OF_TURN = ("actions", "buys", "coins", "has_bought")  # lost in the clean-up (D3.6)


class Referee(referees.Referee[Table]):
    """One game."""

    def summary(self) -> dict[str, Any]:
        """The state in plain values; a draw pile is a list with the top first, None unknown."""
        table = self.table
        numbers = NUMBERS if table.phase == "clean_up" else (*NUMBERS, *OF_TURN)
        return {name: getattr(table, name) for name in numbers} | {
            "supply": dict(table.supply),
            "empty": empty_piles(table.supply),
            "prizes": sorted(table.prizes),
            "market": list(table.market),
            "shown": sorted(table.shown),
            "stolen": counted(table.stolen),
            "trash": counted(table.trash),
            "in play": counted(table.players[table.active].in_play),
            "opened": counted(card for player in table.players for card in player.opened),
            "before last": list(table.before_last),
            "streams": table.luck.streams.tolist(),
            "players": [_told(table, player) for player in table.players],
        }

    def put(self, summary: Mapping[str, Any]) -> None:
        """Let the state be another one, of which this is the summary."""
        table = self.table
        for name in ("opened", "stolen", "shown"):
            assert not summary[name], "a card is being carried out"
        for name in (*NUMBERS, *OF_TURN):
            setattr(table, name, summary.get(name, getattr(table, name)))
        table.supply = dict(summary["supply"])
        table.prizes, table.market = list(summary["prizes"]), list(summary["market"])
        table.trash = listed(summary["trash"])
        table.before_last = list(summary["before last"])
        table.luck.streams[:] = summary["streams"]
        for player, told in zip(table.players, summary["players"], strict=True):
            player.turns, player.pile = told["turns"], list(told["pile"])
            player.unknown = Counter(told["unknown"])
            player.hand, player.discarded = listed(told["hand"]), listed(told["discarded"])
            is_active = player.seat == table.active
            player.in_play = listed(summary["in play"]) if is_active else []
            player.opened, player.placing, player.waiting = [], [], []
            player.waiting = listed(Counter(told["owned"]) - Counter(player.owned()))

    def result(self) -> dict[str, Any]:
        """Scores by seat, their parts, the winners, why it ended, and what was gained when."""
        table = self.table
        scores = [score(table, player) for player in table.players]
        won = winners(scores, [player.turns for player in table.players])
        if len(table.players) == 1 and table.ended != "target":
            won = []  # D15.6: nothing to win but the Provinces wanted
        return {
            "scores": scores,
            "parts": [score_parts(table, player) for player in table.players],
            "winners": won,
            "ending": table.ended,
            "rounds": table.round,
            "turns": table.turn,
            "before last": table.before_last,
            "gained": [dict(player.gained) for player in table.players],
            "rounds gained": [dict(player.rounds_gained) for player in table.players],
        }


def new_game(
    faces: Mapping[str, Face],
    kingdom: Sequence[str],
    num_players: int,
    luck: Luck,
    bane: str | None = None,
    market: Sequence[str] = (),
    limits: Limits = LIMITS,
    stops_after_turn: bool = False,
) -> Referee:
    """A game from its set-up.

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
    limits
        What else is agreed upon.
    stops_after_turn
        Whether nothing is pending between two turns.
    """
    table = build_table(faces, kingdom, bane, market, num_players, luck)
    return Referee(table, play_game(table, limits), stops_after_turn=stops_after_turn)


def resumed(
    faces: Mapping[str, Face],
    luck: Luck,
    limits: Limits,
    summary: Mapping[str, Any],
    seat: int = 0,
    phase: str = "start",
) -> Referee:
    """A game in the state of a summary, before this phase of the turn of a seat; stops after it."""
    players = [Player(number) for number in range(len(summary["players"]))]
    table = Table(faces, players, luck)
    referee = Referee(table, turns(table, limits, seat, phase), stops_after_turn=True)
    referee.put(summary)
    return referee


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


def listed(counts: Mapping[str, int]) -> list[str]:
    """So many of each name."""
    return list(Counter(counts).elements())
