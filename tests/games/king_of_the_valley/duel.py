"""Games between engine and referee, and what comes up in them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from balance.engine.session import Session
from balance.errors import LimitError
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.table.options import Options
from tests.games import comparison
from tests.games.comparison import compare
from tests.games.king_of_the_valley.referee import Choice, Referee, Sheets, new_game
from tests.games.king_of_the_valley.referee.table import Table
from tests.games.king_of_the_valley.referee.turns import MOST_TURNS, TooLongError
from tests.games.king_of_the_valley.speech import Speech
from tests.games.referees import Pending

ORDERS = ("order of 3", "order of 4", "order of 5")


class Duel(comparison.Duel):
    """Games of one table between engine and referee.

    Parameters
    ----------
    options
        Of the engine's table.
    players
        2 to 4.
    sheets
        The referee's own reading of the same tables.
    folder
        What the options start from.
    edits
        Changes of cells, for the engine.
    seed
        Of all chance.
    """

    def __init__(
        self,
        options: Options,
        players: int,
        sheets: Sheets,
        folder: Path,
        edits: Mapping[str, object] | None = None,
        seed: int = 1,
    ) -> None:
        self.sheets = sheets
        self.extra_gold = options.extra_gold
        session = Session(GAME, GAME.build_table(options, players, edits or {}, folder), seed)
        super().__init__(session, Speech(session, sheets, players), players)

    def new_referee(self, deal: int) -> Referee:
        """A referee of the tiles as the engine shuffled them."""
        return new_game(self.sheets, self.speech.stages(), self.players, self.extra_gold)

    def go_on(self, choice: Choice) -> bool:
        """Let both go on; whether neither has more turns than a game may take (A32)."""
        try:
            self.referee.choose(choice)
        except TooLongError:
            with pytest.raises(LimitError):
                self.session.advance()
            compare("turns begun", self.speech.at("turns"), MOST_TURNS)
            self.seen.deeds["too many turns"] += 1
            return False
        self.session.advance()
        return True

    def deeds(self, choice: Choice, pending: Pending) -> list[str]:
        """What is in a choice, in words that are counted and liked."""
        return deeds(choice, self.referee.table)

    def note(self, choice: Choice, pending: Pending) -> None:
        """Count what is chosen."""
        self.seen.deeds.update(self.deeds(choice, pending))

    def note_end(self, result: Mapping[str, Any]) -> None:
        """Count what came of a game that is over."""
        seen, table = self.seen.deeds, self.referee.table
        seen[f"ending {result['ending']}"] += 1
        for gained in result["gained"]:
            seen.update({name: gained.get(name, 0) for name in ORDERS})
        best = max(result["scores"])
        seen["shared win"] += len(result["winners"]) > 1
        seen["won by influence"] += result["scores"].count(best) > len(result["winners"])
        seen["empty space at the end"] += bool(table.emptied)
        seen["extra round"] += table.extra_round
        seen["no marker left"] += not table.markers_left()
        seen.update(table.happened)


def deeds(choice: Choice, table: Table) -> list[str]:
    """What is in a choice, in words that are counted and liked."""
    match choice[0]:
        case "nobody":
            return ["nobody"]
        case "move":
            return _moving(choice, table)
        case "recruit":
            tile = table.hill[choice[1]][choice[2] - 1]
            return ["recruit", *(["recruit jester"] if tile.type == "jester" else [])]
        case "tax":
            needs = sum(map(bool, choice[1]))
            return [f"tax {needs} groups", *(["two ways to tax"] if needs else [])]
        case "turn":
            return ["turn jesters" if "jester" in str(choice) else "turn others"]
        case "swap":
            taken = table.hill[choice[2]][choice[3] - 1]
            found = ["swap"]
            found += ["give jester"] if choice[1].startswith("jester") else []
            found += ["take jester"] if taken.type == "jester" else []
            return found
        case "claim":
            jesters = sum("jester" in slot for slot in choice[1:])
            return ["claim", f"claim with {jesters} jesters"]
        case "refill":
            short = len(table.hill[choice[1]]) < len(table.emptied)
            return ["refill from a short column" if short else "refill"]
    return []


def _moving(choice: Choice, table: Table) -> list[str]:
    _, monks, end, taken = choice
    player = table.players[table.active]
    tiles = [table.valley[space] for space in taken]
    found = []
    if monks:
        found.append(f"{len(monks)} monks")
        coins = [table.coins[space] for space in monks]
        found += ["gold on a monk"] if any(coins) else []
        cost = table.sheets.params["monk_cost"]
        found += ["paid with a monk's gold"] if player.gold < cost * len(monks) else []
        found += ["back to the start"] if end == player.king else []
        found += ["ended on a monk's space"] if end in monks else []
    if len(tiles) > 1:
        found.append(f"{len(tiles)} tiles")
        found += ["shared space"] if table.is_blocked(end, player) else []
        found += ["ended on nothing"] if end not in table.valley and end not in monks else []
    found += ["gold in the valley"] if any(table.coins[space] for space in taken) else []
    if not tiles[0].is_subject or tiles[0].type == "jester":
        found.append(f"{len(tiles)} {tiles[0].type}s")
    if tiles[0].type == "tax_collector":
        found.append(f"{sum(tile.need > 0 for tile in tiles)} of {len(tiles)} with a need")
    return found
