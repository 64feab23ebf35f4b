"""What a command found out, in one form for all commands: findings, tables, how it was made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

import balance
from balance.report.json_values import finding_values, plain_value, table_values
from balance.report.section import Column, Finding, Section, Style, Table

FORM = 1  # of the JSON; raised when a key is renamed or gets another meaning


@dataclass(frozen=True)
class Answer:
    """The answer of a command; the same for people and, with ``--format json``, for programs.

    Attributes
    ----------
    sections : tuple of Section
        With the tables; if there is one alone, its findings are those of the answer.
    made : mapping
        How it was made: the game, the seed, the number of games, what else there is.
    lines : tuple of str
        How it was made, for people; printed last.
    is_long : bool
        Whether the terminal shows its tables with ``--verbose`` only, as there is a report.
    """

    title: str
    findings: tuple[Finding, ...] = ()
    sections: tuple[Section, ...] = ()
    made: Mapping[str, Any] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    warning: str = ""
    report: Path | None = None  # the page
    files: tuple[Path, ...] = ()  # the report in other forms
    is_long: bool = False

    def as_values(self, command: str) -> dict[str, Any]:
        """Return the answer as values of JSON; `command` is what was typed."""
        made = {"command": command, "balance": balance.__version__, **self.made}
        return {
            "form": FORM,
            "title": self.title,
            "findings": [finding_values(one) for one in self.findings],
            "tables": [
                {"section": section.name, **table_values(table)}
                for section in self.sections
                for table in section.tables
            ],
            "warning": self.warning,
            "made": {name: _made(value) for name, value in made.items()},
            "report": self.report and str(self.report.resolve()),
            "files": [str(file.resolve()) for file in self.files],
        }


def answer_of(section: Section, **more: Any) -> Answer:
    """Return a section as an answer."""
    return Answer(section.title, section.findings, (section,), warning=section.warning, **more)


def simple_table(
    name: str, title: str, columns: Mapping[str, str], rows: pd.DataFrame, **more: Any
) -> Table:
    """Return a table of texts and whole numbers.

    Parameters
    ----------
    columns : mapping of str to str
        The head of each column, by its name in `rows`.
    """
    shown = tuple(
        Column(head, key, Style.COUNT if pd.api.types.is_integer_dtype(rows[key]) else Style.TEXT)
        for key, head in columns.items()
    )
    return Table(name, title, rows, shown, **more)


def _made(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _made(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_made(each) for each in value]
    return plain_value(value)
