"""What a report tells of: a scenario, and its variants with what was kept of their games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balance.analysis.cell_result import CellResult
from balance.report.number_format import joined
from balance.scenario.cells import TIER
from balance.scenario.model import BASELINE

__all__ = ["CellResult", "ReportData", "cut_off_text"]

MANY = 0.01  # of games cut off: what is left out then shows in the rest


@dataclass(frozen=True)
class ReportData:
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
        That playing took; 0 if it is not known, as a process was killed.
    variants : tuple of Variant
        The baseline first.
    fair_within : float
        How far a seat's win rate may lie from an equal share, such as 0.02.
    sections : tuple of str or None
        The sections wanted; None is all.
    asks_fairness : bool
        Whether the scenario says what is fair: then a comparison of cells begins with it.
    rounds : (int, int) or None
        From fewest to most rounds that a game is to take.
    until : str or None
        How narrow intervals were to be; see `balance.scenario.requirements`.
    manifest : mapping
        Of the run: the whole scenario, digests of rules and tables, dates; empty if there is none.
    """

    title: str
    question: str
    command: str
    seed: int
    versions: Mapping[str, str]
    seconds: float
    variants: tuple[CellResult, ...]
    fair_within: float
    sections: tuple[str, ...] | None = None
    asks_fairness: bool = False
    rounds: tuple[int, int] | None = None
    manifest: Mapping[str, Any] = field(default_factory=dict)
    until: str | None = None

    @property
    def baseline(self) -> CellResult:
        """The variant that the others are compared with."""
        return self.variants[0]

    @property
    def others(self) -> tuple[CellResult, ...]:
        """The variants but the baseline."""
        return self.variants[1:]

    @property
    def is_comparison(self) -> bool:
        """Whether its cells are all alike: a grid, or scenarios side by side.

        Otherwise there is a scenario that the report is about, and variants that shed light on it.
        """
        return len(self.variants) > 1 and self.baseline.name != BASELINE

    def about(self, question: str) -> CellResult | None:
        """Return the variant that the section on a question tells of: the first that was asked.

        Of tiers it is the strongest of those with the most deals, all else being as in the first.
        One of which no game ended has nothing to tell.
        """
        asked = [one for one in self.variants if question in one.sums and one.ended]
        if not asked or not self.has_tiers:
            return asked[0] if asked else None
        alike = [one for one in asked if _but_for_tier(one) == _but_for_tier(asked[0])]
        return max(reversed(alike), key=lambda one: one.deals)

    @property
    def tiers(self) -> list[str]:
        """The bots of growing strength that play the same, if there are any."""
        return list(dict.fromkeys(one.axes[TIER] for one in self.variants if TIER in one.axes))

    @property
    def has_tiers(self) -> bool:
        """Whether the same is played by bots of growing strength."""
        return bool(self.tiers)

    @property
    def players(self) -> str:
        """With how many players it was played: ``"2, 3 and 4 players"``."""
        seats = sorted({one.match.game_table.num_seats for one in self.variants})
        return f"{joined([str(one) for one in seats])} player{'s' if seats != [1] else ''}"


def _but_for_tier(variant: CellResult) -> dict[str, str]:
    """Return where a variant stands in a grid, its tier apart."""
    return {axis: value for axis, value in variant.axes.items() if axis != TIER}


def cut_off_text(variants: Sequence[CellResult]) -> str:
    """Say how many games were cut off at the limit of decisions; nothing if none were."""
    cut_off = [one.games - one.ended for one in variants]
    total, games = sum(cut_off), sum(one.games for one in variants)
    if not total:
        return ""
    text = f"{total:,} of {games:,} games {'was' if total == 1 else 'were'} cut off at the limit "
    text += f"of decisions and {'is' if total == 1 else 'are'} left out"
    if len(variants) > 1:
        most, place = max((number, -place) for place, number in enumerate(cut_off))
        share = "all" if most == total else "the most"
        text += f', {share} in "{variants[-place].name}" ({most:,} of {variants[-place].games:,})'
    if total > MANY * games:
        text += "; those that are told of are the shorter ones"
    return f"{text}."
