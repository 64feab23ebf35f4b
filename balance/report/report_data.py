"""The data of a report: a scenario, and its cells with the sums of their games."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.tiers import noise_levels
from balance.report.section import SectionDefinition
from balance.report.words import PAGE
from balance.scenario.cells import TIER, VARIANT
from balance.scenario.decision_seconds import Seconds
from balance.scenario.experiments import BAN, GIFT, SURCHARGE
from balance.scenario.model import BASELINE
from balance.scenario.shipped import short_name

__all__ = ["CellResult", "Played", "ReportData"]


@dataclass(frozen=True)
class Played:
    """Games that a study played for one purpose, of one or more versions of the game."""

    what: str
    games: tuple[int, ...]  # of each version

    @property
    def total(self) -> int:
        """The games of all versions."""
        return sum(self.games)


@dataclass(frozen=True)
class ReportData:
    """A run, for its report.

    Attributes
    ----------
    asks_fairness : bool
        Whether the scenario says what is fair: then a comparison of cells begins with it.
    manifest : mapping
        Of the run: the whole scenario, digests of rules and tables, dates; empty if there is none.
    played : sequence of Played
        Of a study of several versions of the game, such as prices; empty for a run.
    definitions : mapping of str to SectionDefinition
        The sections that it may have, by name; empty is those of the package.
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
    seconds_a_decision: Mapping[str, Seconds] | None = None  # by kind; None is a usual range
    manifest: Mapping[str, Any] = field(default_factory=dict)
    until: str | None = None  # the target precision; see `balance.scenario.requirements`
    definitions: Mapping[str, SectionDefinition] = field(default_factory=dict)
    # Cells in which bots of another strength played a share of the games, with their tier among the
    # axes; and the names of the tiers, the weakest first, that of the other cells among them.
    check_cells: tuple[CellResult, ...] = ()
    check_tiers: tuple[str, ...] = ()
    played: tuple[Played, ...] = ()
    # Of a study that compares bots, no strength of play is asked; of several tables it says which.
    is_of_bots: bool = False
    tables_text: str = ""

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

    def of_cell(self, name: str) -> "ReportData":
        """Return the same of one cell, with variants of it that assign its objectives.

        Of the cells that check others those that check these are kept.
        """
        cells = [one for one in self.variants if one.name == name]
        cells += [one for one in self.variants if one.name.startswith(f"{name}, ")]
        checks = []
        for cell in cells:
            place, alone = (
                place_axes(cell.name, cell.axes, len(some)) for some in (self.variants, cells)
            )
            checks += [
                replace(one, axes={TIER: one.axes[TIER], **alone})
                for one in self.check_cells if _but_for_tier(one) == place
            ]  # fmt: skip
        tiers = self.check_tiers if checks else ()
        return replace(self, variants=tuple(cells), check_cells=tuple(checks), check_tiers=tiers)

    @property
    def designs(self) -> tuple[str, ...]:
        """The designs of experiments that the scenario asks for."""
        return tuple((self.manifest.get("scenario") or {}).get("designs") or ())

    def command_for(self, command: str, arguments: str = "", cell: str = "") -> str:
        """Return another command on the same scenario, or "" if that is not known.

        `arguments` follow the scenario: ``balance price first-game butcher``.  Of scenarios that
        are compared it is the one of a cell, else the first.
        """
        words = shlex.split(self.command)
        place = 1
        while words[place : place + 1] == ["--trust"]:
            place += 2  # with the folder that is trusted
        if words[:1] != ["balance"] or words[place : place + 1] not in (["run"], ["compare"]):
            return ""
        scenarios = list(takewhile(lambda word: not word.startswith("-"), words[place + 1 :]))
        if not scenarios:
            return ""
        name = cell.split(", ", maxsplit=1)[0]
        scenario = next((one for one in scenarios if Path(one).stem == name), scenarios[0])
        program = shlex.join(words[:place])
        return f"{program} {command} {shlex.quote(short_name(scenario))} {arguments}".rstrip()

    def fix_objective(self, objective: str) -> str:
        """Return the command that evens out an objective; empty where no number can be changed."""
        if "cards" not in self.baseline.match.game.options.model_fields:  # no card sheets
            return ""
        return self.command_for("fix", f"objective {objective}")

    @property
    def head_tables(self) -> int:
        """How many tables the first screen calls things clear from: they share its 5 %."""
        cells = self.variants
        counted = {name for one in cells for name in one.sums}
        tables = [
            "seats" in counted, "objectives" in counted,
            any(len(one.match.lineup.entries) > 1 for one in cells),
            any(one.arms_of(kind) for one in cells for kind in (BAN, GIFT, SURCHARGE)),
            any(one.takings is not None for one in cells),
        ]  # fmt: skip
        return max(sum(tables), 1)

    @property
    def tiers(self) -> list[str]:
        """The bots of growing strength that play the same games, if there are any."""
        return list(dict.fromkeys(cell.axes[TIER] for cell in self.variants if TIER in cell.axes))

    @property
    def has_tiers(self) -> bool:
        """Whether the same games are played by bots of growing strength."""
        return bool(self.tiers)

    @property
    def tier_cells(self) -> tuple[CellResult, ...]:
        """The cells of tiers, the weakest first: all, or those that were checked and their checks.

        Empty if there is one strength of play only.
        """
        if self.has_tiers:
            return self.variants
        cells: list[CellResult] = []
        for tier in self.check_tiers:
            own = [cell for cell in self.check_cells if cell.axes[TIER] == tier]
            cells += own or self._checked_in(tier)
        return tuple(cells)

    def _checked_in(self, tier: str) -> list[CellResult]:
        """Return the cells that are checked, as those of a tier."""
        places = list(map(_but_for_tier, self.check_cells))
        axes = [place_axes(cell.name, cell.axes, len(self.variants)) for cell in self.variants]
        return [
            replace(cell, axes={TIER: tier, **place})
            for cell, place in zip(self.variants, axes, strict=True)
            if place in places
        ]

    @property
    def noise_levels(self) -> tuple[float, ...]:
        """The noise of the tiers, if they are one bot with more or less of it; else nothing."""
        return noise_levels(self.variants)

    @property
    def players(self) -> str:
        """With how many players it was played: ``"2, 3 and 4 players"``."""
        seats = sorted({cell.match.game_table.num_seats for cell in self.variants})
        return PAGE.text("page.players", counts=seats, most=seats[-1])


def place_axes(name: str, axes: Mapping[str, str], cells: int) -> dict[str, str]:
    """Return the place of a cell among those of its tier: without a grid, its variant."""
    return {**axes} or ({VARIANT: name} if cells > 1 else {})


def _but_for_tier(variant: CellResult) -> dict[str, str]:
    """Return a cell's place in a grid, its tier apart."""
    return {axis: value for axis, value in variant.axes.items() if axis != TIER}
