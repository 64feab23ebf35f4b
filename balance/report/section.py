"""A section of a report: a finding, and the tables and figures that it rests on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from matplotlib.figure import Figure  # slow to import, and only pages have figures


class Style(StrEnum):
    """How a column is written."""

    TEXT = "text"
    COUNT = "count"
    FAIR = "fair"  # a share without an interval
    NUMBER = "number"  # without an interval
    PERCENT = "percent"  # an estimate of a share
    MEAN = "mean"  # an estimate of a mean
    POINTS = "points"  # an estimate of a difference of shares, in percentage points
    SPREAD = "spread"  # an estimate of a standard deviation of shares, in percentage points
    CHANGE = "change"  # an estimate of a difference of means
    SURPRISE = "surprise"  # a q-value
    TIMES = "times"  # a factor
    RATIO = "ratio"  # a number between -1 and 1, such as a correlation
    VALUE = "value"  # without an interval, in the row's unit
    SHIFT = "shift"  # an estimate of a difference, in the row's unit
    AMOUNT = "amount"  # an estimate, in the row's unit


ESTIMATES = (
    Style.PERCENT,
    Style.MEAN,
    Style.POINTS,
    Style.SPREAD,
    Style.CHANGE,
    Style.SHIFT,
    Style.AMOUNT,
)


@dataclass(frozen=True)
class Column:
    """A column as it is shown.

    Attributes
    ----------
    header : str
    name : str
        The column of the frame; of an estimate, what stands before ``value``, ``low``, ``high``.
    style : Style
    is_brief : bool
        Whether the terminal, which is narrow, shows it too.
    sure : str
        The column of the frame, if there is one, that tells whether the estimate is established.
    told : str
        What the column estimates, for whoever points at its head; may be empty.
    """

    header: str
    name: str
    style: Style = Style.TEXT
    is_brief: bool = True
    sure: str = ""
    told: str = ""


class Robustness(StrEnum):
    """How far a sentence holds for bots of other strength."""

    STABLE = "stable"
    DEPENDS = "strength-dependent"
    ARTEFACT = "bot artefact"
    UNKNOWN = "not yet known"  # tiers were played, and cannot tell
    UNCHECKED = "not checked over bots"


@dataclass(frozen=True)
class KeyFinding:
    """A sentence for the verdict box at the head of a report, and what it rests on.

    Attributes
    ----------
    text : str
        One plain sentence with its numbers and intervals, whole by itself.
    table : str
        The name of the table of this section, or the picture, that it comes from; "" is the
        section.
    importance : float
        Which sentences have room: those with the largest.  90 answers whether the game is fair,
        80 names what is strongest or weakest, 70 what is too cheap or never taken, 50 is the
        course of the game, 30 an association; 20 less where nothing was found.
    trust : Trust or None
        What tiers of bots say of it, where the section knows; None is for what is no finding on
        a game, and has no badge.
    findings : tuple of str
        Else where the tiers' badges of it are to be looked up, as topic and key of
        `analysis.tiers.findings`: ``"seats/first"``, ``"dealt/dealt sun"``, ``"cards/card axe"``.
    """

    text: str
    table: str
    importance: float
    trust: Robustness | None = Robustness.UNCHECKED
    findings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table: its frame goes to the CSV file whole, the columns are what is shown.

    Attributes
    ----------
    name : str
        Of the CSV file.
    title : str
    frame : DataFrame
    columns : tuple of Column
    note : str
        What a reader should know of it.
    is_folded : bool
        Whether the page shows it only when asked, as it is long.
    is_lead : bool
        Whether it stands before the figures.
    file : DataFrame or None
        What goes to the CSV file instead of the frame, which is as wide as the page wants it.
    is_correlational : bool
        Whether it tells of association alone: the page greys it and says so.
    """

    name: str
    title: str
    frame: pd.DataFrame
    columns: tuple[Column, ...]
    note: str = ""
    is_folded: bool = False
    is_lead: bool = False
    file: pd.DataFrame | None = None
    is_correlational: bool = False


@dataclass(frozen=True)
class Picture:
    """A figure, the name of its files, its title and what it shows in words."""

    name: str
    title: str
    figure: "Figure"
    caption: str


@dataclass(frozen=True)
class Section:
    """A section.

    Attributes
    ----------
    name : str
        Of the question.
    title : str
    finding : str
        A sentence or two that a designer can act on; it may say that nothing was found.  It may
        have several lines.
    tables : tuple of Table
    pictures : tuple of Picture
    warning : str
        What the numbers must not be taken for.
    verdicts : tuple of Said
        What the head of the report may say of it.
    """

    name: str
    title: str
    finding: str
    tables: tuple[Table, ...]
    pictures: tuple[Picture, ...]
    warning: str = ""
    verdicts: tuple[KeyFinding, ...] = ()
