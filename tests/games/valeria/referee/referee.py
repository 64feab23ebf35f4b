"""The door: ask what is pending, answer, read the state and the result."""

from pathlib import Path
from typing import Any

from tests.games.valeria.referee.chance import Chance
from tests.games.valeria.referee.deals import Deal
from tests.games.valeria.referee.scoring import score_parts, winners
from tests.games.valeria.referee.sheets import Monster, Sheets, read_sheets
from tests.games.valeria.referee.solo import dark_lord_parts, outcome
from tests.games.valeria.referee.table import Choice, Options, Pending, build_table
from tests.games.valeria.referee.turns import conditions, play


class Referee:
    """One game.

    Parameters
    ----------
    sheets
        Folder of the CSV files, or what was read there.
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

    def __init__(self, sheets: Path | Sheets, deal: Deal, options: Options, chance: Chance) -> None:
        self.table = build_table(read_sheets(sheets), deal, options, chance)
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
        """Return the state in plain values, with the keys of variants only where they have a value.

        The keys of variants: `resting` (seat), `exhausted_stack` (its cards left), `events` (id by
        stack), `markers` (by stack for each card from the top, or for its event: gold, strength,
        magic), `captured` (ids), `attacks` (numbers that have yet to attack and can).
        """
        table = self.table
        state = {
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
        variants = {
            "resting": table.resting,
            "exhausted_stack": len(table.exhausted_stack) if table.monster_events else None,
            "events": {number: event.id for number, event in table.events().items()} or None,
            "markers": self._markers() or None,
            "captured": sorted(card.id for card in table.captured) or None,
            "attacks": sorted(table.attacks) or None,
        }
        return state | {name: value for name, value in variants.items() if value is not None}

    def _markers(self) -> dict[int, list[tuple[int, ...]]]:
        """Gold, strength and magic on each card, by stack, where there are any."""
        stacks: dict[int, list[Monster]] = {
            number: stack.cards for number, stack in enumerate(self.table.monsters)
        }
        stacks |= {number: [event] for number, event in self.table.events().items()}
        markers = {
            number: [tuple(card.markers.values()) for card in cards]
            for number, cards in stacks.items()
        }
        return {number: cards for number, cards in markers.items() if any(map(any, cards))}

    def result(self) -> dict[str, Any]:
        """Scores by seat, their parts, the winners and the end conditions that held.

        In solo the outcome instead of winners ("won", "drawn" or "lost"), one of the three endings
        of V13.10, and the Dark Lord's score; scores decide only if five stacks are exhausted.

        Raises
        ------
        ValueError
            If the game is not over.
        """
        if self.table.phase != "over":
            raise ValueError("the game is not over")
        parts = [score_parts(self.table, player) for player in self.table.players]
        result = {
            "scores": [sum(part.values()) for part in parts],
            "parts": parts,
            "rounds": self.table.round + 1,
            "turns": self.table.turn + 1,
        }
        if self.table.solo:
            return result | self._against_the_dark_lord()
        return result | {
            "winners": winners(self.table),
            "ending": conditions(self.table),
            "latched": list(self.table.latched),
        }

    def _against_the_dark_lord(self) -> dict[str, Any]:
        parts = dark_lord_parts(self.table)
        return {
            "outcome": outcome(self.table),
            "ending": self.table.ending,
            "dark_lord_score": sum(parts.values()),
            "dark_lord_parts": parts,
        }

    def _advance(self, choice: Choice | None) -> None:
        try:
            self._pending = next(self._game) if choice is None else self._game.send(choice)
        except StopIteration:
            self._pending = None
