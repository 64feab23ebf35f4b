"""The door: a game, its state and its result."""

from pathlib import Path
from typing import Any

from tests.games import referees
from tests.games.valeria.referee.chance import Chance
from tests.games.valeria.referee.deals import Deal
from tests.games.valeria.referee.scoring import score_parts, winners
from tests.games.valeria.referee.sheets import Monster, Sheets, read_sheets
from tests.games.valeria.referee.solo import dark_lord_parts, outcome
from tests.games.valeria.referee.table import Options, Table, build_table
from tests.games.valeria.referee.turns import conditions, play


class Referee(referees.Referee[Table]):
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
    """

    def __init__(self, sheets: Path | Sheets, deal: Deal, options: Options, chance: Chance) -> None:
        table = build_table(read_sheets(sheets), deal, options, chance)
        super().__init__(table, play(table, deal))

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
        if not self.is_over:
            raise ValueError("the game is not over")
        parts = [score_parts(self.table, player) for player in self.table.players]
        result = {
            "scores": [sum(part.values()) for part in parts],
            "parts": [_without_zeros(part) for part in parts],
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
            "dark_lord_parts": _without_zeros(parts),
        }


def _without_zeros(parts: dict[str, int]) -> dict[str, int]:
    return {name: part for name, part in parts.items() if part}
