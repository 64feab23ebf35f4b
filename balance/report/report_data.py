"""The data of a report: a scenario, and its cells with the sums of their games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from balance.analysis.cell_result import CellResult
from balance.report.section import SectionDefinition
from balance.report.words import PAGE
from balance.scenario.cells import TIER
from balance.scenario.model import BASELINE

__all__ = ["CellResult", "ReportData"]


@dataclass(frozen=True)
class ReportData:
    """A run, for its report.

    Attributes
    ----------
    asks_fairness : bool
        Whether the scenario says what is fair: then a comparison of cells begins with it.
    manifest : mapping
        Of the run: the whole scenario, digests of rules and tables, dates; empty if there is none.
    own_sections : mapping of str to SectionDefinition
        Sections that the scenario or its game adds, by name.
    """

    title: str  # the scenario's name
    question: str  # the designer's question, in his own words; may be empty
    command: str  # that runs it again
    seed: int
    versions: Mapping[str, str]  # of the program and its libraries
    seconds: float  # that playing took; 0 if it is not known, as a process was killed
    variants: tuple[CellResult, ...]  # the baseline first
    fair_within: float  # how far a seat's win rate may lie from an equal share, such as 0.02
    sections: tuple[str, ...] | None = None  # the names of the sections wanted; None is all
    asks_fairness: bool = False
    rounds: tuple[int, int] | None = None  # from fewest to most rounds that a game is to take
    manifest: Mapping[str, Any] = field(default_factory=dict)
    until: str | None = None  # the target precision; see `balance.scenario.requirements`
    own_sections: Mapping[str, SectionDefinition] = field(default_factory=dict)

    @property
    def baseline(self) -> CellResult:
        """The variant that the others are compared with."""
        return self.variants[0]

    @property
    def is_comparison(self) -> bool:
        """Whether its cells are all alike: a grid, or scenarios side by side.

        Otherwise the report is about the first cell, and the others are variants of it.
        """
        return len(self.variants) > 1 and self.baseline.name != BASELINE

    def about(self, metric: str) -> CellResult | None:
        """Return the cell that a section reports on: the first with sums of the metric.

        With tiers it is the strongest of those with the most deals that are otherwise like the
        first.  Cells of which no game ended are left out.
        """
        counted = [one for one in self.variants if metric in one.sums and one.ended]
        if not counted or not self.has_tiers:
            return counted[0] if counted else None
        alike = [one for one in counted if _but_for_tier(one) == _but_for_tier(counted[0])]
        return max(reversed(alike), key=lambda one: one.deals)

    @property
    def tiers(self) -> list[str]:
        """The bots of growing strength that play the same games, if there are any."""
        return list(dict.fromkeys(cell.axes[TIER] for cell in self.variants if TIER in cell.axes))

    @property
    def has_tiers(self) -> bool:
        """Whether the same games are played by bots of growing strength."""
        return bool(self.tiers)

    @property
    def players(self) -> str:
        """With how many players it was played: ``"2, 3 and 4 players"``."""
        seats = sorted({cell.match.game_table.num_seats for cell in self.variants})
        return PAGE.text("page.players", counts=seats, most=seats[-1])


def _but_for_tier(variant: CellResult) -> dict[str, str]:
    """Return a cell's place in a grid, its tier apart."""
    return {axis: value for axis, value in variant.axes.items() if axis != TIER}
