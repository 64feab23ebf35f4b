"""Chance comes from outside: dice, the card that is robbed, Dukes that are assigned."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Chance(Protocol):
    """What the referee asks of chance. Turns are numbered from 0 over the whole game."""

    def dice(self, turn: int) -> tuple[int, int]:
        """Both dice of a turn (V4.1)."""

    def robbed(self, turn: int, robber: int, victim: int, pile: Sequence[str]) -> str:
        """Which card of the pile is robbed (V18.5); the pile in the order in which it grew."""

    def duke(self, seat: int, dealt: Sequence[str]) -> str:
        """Which of the Dukes dealt a seat keeps; asked only if Dukes are assigned."""


@dataclass
class RandomChance:
    """Fair chance."""

    rng: random.Random

    def dice(self, turn: int) -> tuple[int, int]:
        """Two fair dice."""
        return self.rng.randint(1, 6), self.rng.randint(1, 6)

    def robbed(self, turn: int, robber: int, victim: int, pile: Sequence[str]) -> str:
        """Any card with equal probability."""
        return self.rng.choice(pile)

    def duke(self, seat: int, dealt: Sequence[str]) -> str:
        """Either Duke with equal probability."""
        return self.rng.choice(dealt)


@dataclass
class ScriptedChance:
    """Dice as listed, then a 1 and a 2 for ever; the robbed card as named, else the first."""

    rolls: Sequence[tuple[int, int]]
    to_rob: str | None = None

    def dice(self, turn: int) -> tuple[int, int]:
        """The roll listed for this turn."""
        return self.rolls[turn] if turn < len(self.rolls) else (1, 2)

    def robbed(self, turn: int, robber: int, victim: int, pile: Sequence[str]) -> str:
        """The card named."""
        return self.to_rob or pile[0]

    def duke(self, seat: int, dealt: Sequence[str]) -> str:
        """The first one."""
        return dealt[0]
