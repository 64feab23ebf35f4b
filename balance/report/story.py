"""What a report tells of: a scenario, and its variants with what was kept of their games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from balance.scenario.match import Match
from balance.simulate.sums import Sums

Kept = TypeVar("Kept", bound=Sums)


@dataclass(frozen=True)
class Variant:
    """One variant and its games.

    Attributes
    ----------
    name : str
    match : Match
    games, deals : int
    sums : mapping of question to Sums
    """

    name: str
    match: Match
    games: int
    deals: int
    sums: Mapping[str, Sums]

    def kept(self, question: str, kind: type[Kept]) -> Kept:
        """Return the sums of a question.

        Raises
        ------
        TypeError
            If they are those of another question.
        """
        sums = self.sums[question]
        if not isinstance(sums, kind):
            raise TypeError(f"the sums of {question!r} are {type(sums).__name__}")
        return sums


@dataclass(frozen=True)
class Story:
    """A run, as its report tells it.

    Attributes
    ----------
    title : str
        The scenario's name.
    question : str
        What it asks, in the designer's words; may be empty.
    command : str
        That runs it again.
    seed : int
    versions : mapping of str to str
        Of the program and what it stands on.
    seconds : float
        That playing took.
    variants : tuple of Variant
        The baseline first.
    sections : tuple of str or None
        The sections wanted; None is all.
    """

    title: str
    question: str
    command: str
    seed: int
    versions: Mapping[str, str]
    seconds: float
    variants: tuple[Variant, ...]
    sections: tuple[str, ...] | None = None

    @property
    def baseline(self) -> Variant:
        """The variant that the others are compared with."""
        return self.variants[0]

    @property
    def others(self) -> tuple[Variant, ...]:
        """The variants but the baseline."""
        return self.variants[1:]
