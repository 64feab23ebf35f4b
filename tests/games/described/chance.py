"""Chance for the referee: from a seed, or each case in turn with its probability."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from tests.games.described.referee import Referee


class SeededChance:
    """Draws and dice from Python's own generator."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.drawn: list[tuple[str, str]] = []  # zone and card

    def new_turn(self, number: int) -> None:
        """Turns are not told apart."""

    def draw(self, zone: str, seat: int | None, cards: list[str]) -> int:
        """Draw one of the cards, and note which."""
        index = self.random.randrange(len(cards))
        self.drawn.append((zone, cards[index]))
        return index

    def roll(self, sides: int) -> int:
        """Roll one die."""
        return self.random.randint(1, sides)


class EveryChance:
    """Chance that goes through all cases: each answer is one of several with equal chance."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, int]] = []  # which of how many
        self.at = 0

    def one_of(self, size: int) -> int:
        """Return one case, from 0."""
        if self.at == len(self.answers):
            self.answers.append((0, size))
        self.at += 1
        return self.answers[self.at - 1][0]

    def new_turn(self, number: int) -> None:
        """Turns are not told apart."""

    def draw(self, zone: str, seat: int | None, cards: list[str]) -> int:
        """Draw one of the cards."""
        return self.one_of(len(cards))

    def roll(self, sides: int) -> int:
        """Roll one die."""
        return 1 + self.one_of(sides)

    def next_case(self) -> bool:
        """Go to the next case; False if all were seen."""
        while self.answers and self.answers[-1][0] + 1 == self.answers[-1][1]:
            self.answers.pop()
        if not self.answers:
            return False
        last, size = self.answers.pop()
        self.answers.append((last + 1, size))
        self.at = 0
        return True


def every_game(begin: Callable[[EveryChance], Referee]) -> Iterator[tuple[Fraction, Referee]]:
    """Yield each game that can be with its probability if choices are made at random."""
    chance = EveryChance()
    while True:
        game = begin(chance)
        while game.decision is not None:
            game.take(chance.one_of(len(game.decision.choices)))
        probability = Fraction(1)
        for _, size in chance.answers:
            probability /= size
        yield probability, game
        if not chance.next_case():
            return
