"""A section of a report: its findings, and the tables and figures that they rest on."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import pandas as pd

from balance.analysis.metrics.metric import Metric
from balance.scenario.match import Match

if TYPE_CHECKING:
    from balance.report.figures.chart import Chart
    from balance.report.report_data import ReportData
    from balance.scenario.prepare import PreparedScenario


class Style(StrEnum):
    """How a number is written, in a column or a sentence."""

    TEXT = "text"
    COUNT = "count"
    ROUGH_COUNT = "rough_count"  # an estimated count, to one digit
    NUMBER = "number"  # without an interval
    RATIO = "ratio"  # of order 1, such as a correlation
    TIMES = "times"  # a factor
    Q = "q"  # a q-value or p-value
    EXACT_PERCENT = "exact_percent"  # a share that is known, such as an equal one
    EXACT_POINTS = "exact_points"  # percentage points that are known, such as a band
    PER_100 = "per_100"  # a share as games in 100, in whole games
    PERCENT = "percent"  # an estimate of a share
    POINTS = "points"  # an estimate of a difference of shares, in percentage points
    PP = "pp"  # an estimate of a size in percentage points, such as a standard deviation
    MEAN = "mean"  # an estimate of a mean
    CHANGE = "change"  # an estimate of a difference of means
    VALUE = "value"  # without an interval, in the row's unit
    SHIFT = "shift"  # an estimate of a difference, in the row's unit
    AMOUNT = "amount"  # an estimate, in the row's unit


ESTIMATES = (
    Style.PERCENT,
    Style.POINTS,
    Style.PP,
    Style.MEAN,
    Style.CHANGE,
    Style.SHIFT,
    Style.AMOUNT,
)


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    name : str
        The column of the frame; of an estimate, what stands before ``value``, ``low``, ``high``.
    sure : str
        The column of the frame, if there is one, that says whether the estimate is clear.
    """

    head: str
    name: str
    style: Style = Style.TEXT
    is_brief: bool = True  # whether the terminal, which is narrow, shows it too
    sure: str = ""
    tooltip: str = ""  # what the column shows, for a reader who points at its head; may be empty


class Robustness(StrEnum):
    """How far a sentence holds for bots of other strength."""

    STABLE = "stable"
    SIZE = "larger or smaller with strength"
    DEPENDS = "strength-dependent"
    ARTEFACT = "bot artefact"
    UNKNOWN = "not yet known"  # tiers were played, but do not decide it
    UNCHECKED = "not checked over bots"


@dataclass(frozen=True)
class Finding:
    """A sentence, or two, with the facts in it.

    Attributes
    ----------
    facts : mapping of str to value
        The names and numbers in it, unrounded: an estimate as `number_format.Estimated`, a list of
        phrases as findings of their own.
    lacks_number : bool
        Whether a number in it is undefined, such as a mean over no games: sections leave it out.
    """

    name: str  # of its template in the section's TOML file
    text: str  # for a reader
    facts: Mapping[str, Any] = field(default_factory=dict)
    lacks_number: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def key(
        self,
        table: str,
        importance: float,
        robustness: Robustness | None = Robustness.UNCHECKED,
        tier_keys: tuple[str, ...] = (),
        *,
        subject: str = "",
        action: str = "",
        command: str = "",
        certainty: str = "",
        is_asked: bool = False,
        claim: str = "",
        figure: str = "",
        unit: str = "",
    ) -> "KeyFinding":
        """Return it as a candidate for the head of the report: see `KeyFinding`."""
        return KeyFinding(self.name, self.text, self.facts, table, importance, robustness,
                          tier_keys, subject, action, command, certainty, is_asked,
                          claim, figure, unit,
                          lacks_number=self.lacks_number)  # fmt: skip


@dataclass(frozen=True)
class KeyFinding(Finding):
    """A finding that may stand at the head of a report, so whole by itself.

    Attributes
    ----------
    table : str
        The name of the table of this section, or the figure, that it comes from; "" is the
        section.
    importance : float
        From 0 to 100; the most important ones have room.  Of what changes win rates it is
        `importance_of` the points; 60 is the course of a game off its target, 40 on it, 30 an
        association; 20 less where it is not sure.
    robustness : Robustness or None
        What tiers of bots show of it, where the section knows; None is for what is no finding on
        a game, and has no badge.
    tier_keys : tuple of str
        Else where the tiers' badges of it are looked up, as topic and key of
        `analysis.comparison.tiers.findings`: ``"seats/first"``, ``"dealt/dealt sun"``,
        ``"cards/card axe"``.
    subject : str
        What it is about, such as ``"seats"`` or ``"card axe"``: the head has one finding on each.
    action : str
        What to do, as a sentence; only what was played, with the result it had.
    command : str
        If there is no such action, the command that would find out.
    certainty : str
        How sure it is, in a few words, such as an interval in plain words.
    is_asked : bool
        Whether it answers what the run was made for; such findings come first.
    claim : str
        It in a few words, for the title of the page; empty if it is too small for that, or not
        sure.
    figure, unit : str
        The one number in it, and of what: ``"35"``, ``"of 100 games"``; may be empty.
    """

    table: str = ""
    importance: float = 0.0
    robustness: Robustness | None = Robustness.UNCHECKED
    tier_keys: tuple[str, ...] = ()
    subject: str = ""
    action: str = ""
    command: str = ""
    certainty: str = ""
    is_asked: bool = False
    claim: str = ""
    figure: str = ""
    unit: str = ""


def importance_of(points: float, is_sure: bool = True) -> float:
    """Return the importance of what changes a win rate by so many points (as a share, 0 to 1).

    1 point is 60, 4 are 73, 24 are 96; 20 less if it is not sure, as more games may take it away.
    """
    return min(50 + 10 * math.log2(1 + 100 * abs(points)), 99.0) - (0 if is_sure else 20)


@dataclass(frozen=True)
class Table:
    """A table: its frame goes to the CSV file whole, the columns are what readers see.

    Attributes
    ----------
    file : DataFrame or None
        What goes to the CSV file instead of the frame, which is as wide as the page wants it.
    is_correlational : bool
        Whether it shows association alone: the page greys it and says so.
    """

    name: str  # of the CSV file
    title: str
    frame: pd.DataFrame
    columns: tuple[Column, ...]  # empty for a table that is a file only
    note: str = ""  # what a reader should know of it
    is_folded: bool = False  # whether the page shows it only on demand, as it is long
    is_lead: bool = False  # whether it stands before the figures
    file: pd.DataFrame | None = None
    is_correlational: bool = False


@dataclass(frozen=True)
class Picture:
    """A figure, the name of its files, its title and its caption."""

    name: str
    title: str
    figure: "Chart"
    caption: str


@dataclass(frozen=True)
class Section:
    """A section.

    Attributes
    ----------
    findings : tuple of Finding
        What a designer can act on, a line each; they may say that nothing was found.
    """

    name: str  # as in ``sections`` of a scenario
    title: str
    findings: tuple[Finding, ...]
    tables: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = ()
    warning: str = ""  # what the numbers must not be taken for
    key_findings: tuple[KeyFinding, ...] = ()  # what the head of the report may say of it
    question: str = ""  # that it answers

    @property
    def finding(self) -> str:
        """The findings as text, a line each."""
        return "\n".join(finding.text for finding in self.findings)


@dataclass(frozen=True)
class SectionDefinition:
    """A section, with its metrics.

    Its name is that of the object in its file: what a scenario lists in ``sections``, after a colon
    if the section is from outside the package.

    Attributes
    ----------
    build : function (data) -> Section or None
        Returns None if there is nothing to report.
    metrics : mapping of str to Metric
        By names that no other metric has.  In `build`, ``data.about(name)`` returns the cell to
        report on, and ``cell.sums_of(name, type)`` its sums.
    why_not : function (prepared scenario) -> str
        Why a scenario that lists it cannot have it, or nothing: it needs a metric that applies to
        one of the cells, if it has metrics, and perhaps something else.
    place : int
        Where in a report it is: those of the package are at 10 to 170, in the order of a report.
    is_of_all_cells : bool
        Whether it compares cells.  Where all cells are alike, such sections come first.
    """

    build: "Callable[[ReportData], Section | None]"
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    why_not: "Callable[[PreparedScenario], str]" = lambda prepared: ""
    place: int = 1000
    is_of_all_cells: bool = False

    def why_missing(self, prepared: "PreparedScenario") -> str:
        """Return in a sentence why a scenario that lists it cannot have it, or nothing."""
        metrics, matches = [*self.metrics.values()], [cell.match for cell in prepared.cells]
        if metrics and not any(one.applies(match) for one in metrics for match in matches):
            return metrics[0].needs or "these games have nothing for it"
        return self.why_not(prepared)


def unless_any(why_no: Callable[[Match], str]) -> "Callable[[PreparedScenario], str]":
    """Return why no cell of a scenario can have a section, as a function, from why one cannot."""

    def why_not(prepared: "PreparedScenario") -> str:
        reasons = [why_no(cell.match) for cell in prepared.cells]
        return reasons[0] if all(reasons) else ""

    return why_not


def why_no_designs(prepared: "PreparedScenario") -> str:
    """Return why a scenario has no experiments, or nothing."""
    if prepared.scenario.designs:
        return ""
    return "it needs experiments: --designs DESIGN,..., or `designs` in the scenario"
