"""Chance comes from outside: dice, the card that is robbed, Dukes that are assigned."""

from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """What the referee asks of chance. Turns are numbered from 0 over the whole game."""

    def dice(self, turn: int) -> tuple[int, int]:
        """Both dice of a turn (V4.1)."""

    def robbed(self, turn: int, robber: int, victim: int, pile: Sequence[str]) -> str:
        """Which card of the pile is robbed (V18.5); the pile in the order in which it grew."""

    def duke(self, seat: int, dealt: Sequence[str]) -> str:
        """Which of the Dukes dealt a seat keeps; asked only if Dukes are assigned."""
