"""The door: ask what is pending, answer, read the state and the result."""

from pathlib import Path
from typing import Any

from tests.games.valeria.referee.chance import Chance
from tests.games.valeria.referee.deals import Deal
from tests.games.valeria.referee.scoring import score_parts, winners
from tests.games.valeria.referee.sheets import read_sheets
from tests.games.valeria.referee.table import Choice, Options, Pending, lay_table
from tests.games.valeria.referee.turns import conditions, play


class Referee:
    """One game.

    Parameters
    ----------
    sheets
        Folder of the CSV files.
    deal
        The grid and the Dukes dealt.
    options
        Edition and switches.
    chance
        Dice, robbed cards and, if Dukes are assigned, Dukes.

    Attributes
    ----------
    table
        The state; may be changed by hand before the first call of `pending`.
    """

    def __init__(self, sheets: Path, deal: Deal, options: Options, chance: Chance) -> None:
        self.table = lay_table(read_sheets(sheets), deal, options, chance)
        self._game = play(self.table, deal)
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
        """The state in plain values."""
        table = self.table
        return {
            "phase": table.phase,
            "turn": table.turn,
            "round": table.round,
            "active": table.active,
            "dice": tuple(table.dice),
            "exhausted": table.exhausted(),
            "players": [
                {
                    **player.goods,
                    "tableau": sorted(
                        [card.id for card in player.starters]
                        + [card.id for card in player.citizens]
                        + [built.card.id for built in player.domains]
                    ),
                    "pile": sorted(card.id for card in player.pile),
                    "duke": player.duke,
                }
                for player in table.players
            ],
            "monsters": [[card.id for card in stack.cards] for stack in table.monsters],
            "citizens": [[card.id for card in stack.cards] for stack in table.citizens],
            "domains": [[card.id for card in stack.cards] for stack in table.domains],
        }

    def result(self) -> dict[str, Any]:
        """Scores by seat, their parts, the winners and what ended the game.

        Raises
        ------
        ValueError
            If the game is not over.
        """
        if self.table.phase != "over":
            raise ValueError("the game is not over")
        parts = [score_parts(self.table, player) for player in self.table.players]
        return {
            "scores": [sum(part.values()) for part in parts],
            "parts": parts,
            "winners": winners(self.table),
            "rounds": self.table.round + 1,
            "turns": self.table.turn + 1,
            "ending": conditions(self.table),
            "latched": list(self.table.latched),
        }

    def _advance(self, choice: Choice | None) -> None:
        try:
            self._pending = next(self._game) if choice is None else self._game.send(choice)
        except StopIteration:
            self._pending = None
