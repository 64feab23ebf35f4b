"""A section of a report: a finding, and the tables and figures that it rests on."""

from dataclasses import dataclass
from enum import StrEnum

import pandas as pd
from matplotlib.figure import Figure


class Style(StrEnum):
    """How a column is written."""

    TEXT = "text"
    COUNT = "count"
    FAIR = "fair"  # a share without an interval
    NUMBER = "number"  # without an interval
    PERCENT = "percent"  # an estimate of a share
    MEAN = "mean"  # an estimate of a mean
    POINTS = "points"  # an estimate of a difference of shares, in percentage points
    SURPRISE = "surprise"  # a q-value


ESTIMATES = (Style.PERCENT, Style.MEAN, Style.POINTS)


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
    """

    header: str
    name: str
    style: Style = Style.TEXT
    is_brief: bool = True


@dataclass(frozen=True)
class Table:
    """A table: all of its frame goes to the CSV file, the columns are what is shown.

    Attributes
    ----------
    name : str
        Of the CSV file.
    title : str
    frame : DataFrame
    columns : tuple of Column
    note : str
        What a reader should know of it.
    """

    name: str
    title: str
    frame: pd.DataFrame
    columns: tuple[Column, ...]
    note: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure, the name of its files, its title and what it shows in words."""

    name: str
    title: str
    figure: Figure
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
        A sentence or two that a designer can act on; it may say that nothing was found.
    tables : tuple of Table
    pictures : tuple of Picture
    warning : str
        What the numbers must not be taken for.
    """

    name: str
    title: str
    finding: str
    tables: tuple[Table, ...]
    pictures: tuple[Picture, ...]
    warning: str = ""
