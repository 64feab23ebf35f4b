"""Where answers go: the terminal, as text or as JSON; the browser.

The report's modules, which load pandas, are imported where an answer has tables.
"""

from __future__ import annotations

import json
import os
import re
import textwrap
import webbrowser
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.text import Text

from balance.app.report_files import NO_FILES, ReportFiles

if TYPE_CHECKING:
    from balance.report.answer import Answer
    from balance.report.section import Finding, Table

_NO_BREAK = "\N{NO-BREAK SPACE}"
MOST_LINES = 40  # of an answer, unless all is wanted
_ROWS = (40, 30, 25, 20, 15, 12, 10, 8, 6, 5)  # of each table, to be tried
_FEW = (4, 3, 2, 1, 0)  # likewise, where the first alone is shown
_KINDS = {".pdf": "PDF", ".xlsx": "Workbook", ".sqlite": "SQLite"}  # of files
USUAL_WIDTH = 80  # columns where tables do not go to a terminal; COLUMNS sets another


@dataclass(frozen=True)
class Output:
    """How a command prints its answer."""

    command: str = ""  # as it was typed
    is_json: bool = False  # whether nothing but JSON goes to standard output
    is_verbose: bool = False  # whether long answers are printed with their tables
    is_opened: bool = False  # whether the report is opened in the browser
    files: ReportFiles = NO_FILES  # written beside the report

    def show(self, answer: Answer) -> None:
        """Print an answer; open its report, if that was asked for."""
        if self.is_json:
            print(json.dumps(answer.as_values(self.command), ensure_ascii=False, indent=1))
        else:
            show_text(answer, self.is_verbose)
        if self.is_opened and answer.report is not None:
            webbrowser.open(link_of(answer.report))

    def answer(self, answer: Callable[[], Answer], lines: Callable[[], Iterable[str]]) -> None:
        """Print lines of text, not folded, as they have commands; with JSON an answer."""
        if self.is_json:
            self.show(answer())
        else:
            print("\n".join(lines()))

    def line(self, text: str, indent: str = "") -> None:
        """Print a line of text at once, folded on a terminal; nothing with JSON."""
        if self.is_json:
            return
        console = results_console()
        lines = folded(text, console.width, indent) if _has_width(console) else [text]
        print("\n".join(lines), flush=True)


NO_OPTIONS = Output()


class Sentences:
    """An answer sentence by sentence: each printed at once, with JSON all of them in the end."""

    def __init__(self, name: str, output: Output) -> None:
        self._name, self._output = name, output
        self._said: list[tuple[str, Mapping[str, Any]]] = []
        self._tables: list[Table] = []

    def say(self, text: str, **facts: Any) -> None:
        """Print a sentence, not folded, as it may have a command; `facts` are for programs."""
        self._said.append((text, facts))
        if not self._output.is_json:
            print(text, flush=True)

    def show(self, table: Table) -> None:
        """Print a table at once."""
        from balance.report.terminal import tables_as_text

        self._tables.append(table)
        if not self._output.is_json:
            print_parts(tables_as_text([table]), results_console())

    def end(self, title: str, **made: Any) -> None:
        """Print all that was said and shown, if that is wanted as JSON."""
        if not self._output.is_json:
            return
        from balance.report.answer import answer_of
        from balance.report.section import Finding, Section

        findings = tuple(Finding(self._name, *one) for one in self._said)
        section = Section(self._name, title, findings, tuple(self._tables))
        self._output.show(answer_of(section, made=made))


def show_text(answer: Answer, is_verbose: bool = False) -> None:
    """Print an answer as text: the findings first, then the tables, then where the report is.

    Unless `is_verbose`, tables and sections at the end are cut so that it takes `MOST_LINES`.
    """
    console = results_console()
    width = console.width
    head: list[RenderableType] = [Text(answer.title, style="bold")] if answer.title else []
    for finding in answer.findings:
        marks = ("- ", "  ") if len(answer.findings) > 1 else ("", "")
        head.append(Text("\n".join(folded(_said(finding), width, marks[1], marks[0]))))
    if answer.warning:
        head.append(Text("\n".join(folded(answer.warning, width)), style="yellow"))
    tail = [piece for line in answer.lines for piece in folded(line, width)]
    for file in answer.files:
        tail.append(f"{_KINDS.get(file.suffix, file.name.capitalize())}: {link_of(file)}")
    if answer.report is not None:
        tail.append(f"Report: {link_of(answer.report)}")
    from balance.report.terminal import MOST_ROWS

    body: list[RenderableType] = []
    if is_verbose:
        body = _sections(answer, MOST_ROWS)
    elif answer.is_long:
        tail.append("--open opens it in the browser; --verbose prints its tables here.")
    else:
        room = MOST_LINES - _height(head, console) - len(tail) - 2  # before the last lines
        body, is_cut = _body(answer, console, room)
        if is_cut:
            tail.append("--verbose prints the tables whole.")
    print_parts([*head, *body], console)
    if tail:
        print("\n".join(tail if body else ["", *tail]))  # tables end with an empty line


def _body(answer: Answer, console: Console, room: int) -> tuple[list[RenderableType], bool]:
    """Return what fits of the tables and sections into so many lines, and whether any is cut.

    The first table of a section that is alone answers its question, so the last are cut first.
    """
    from balance.report.terminal import MOST_ROWS

    is_one = _is_one_section(answer)
    count = len(answer.sections[0].tables) if is_one else len(answer.sections)
    choices = [(rows, count) for rows in (MOST_ROWS, *_ROWS)]
    if is_one:
        choices += [(_ROWS[-1], fewer) for fewer in range(count - 1, 0, -1)]
        choices += [(rows, 1) for rows in _FEW]
    else:
        choices += [(rows, count) for rows in _FEW]
        choices += [(0, fewer) for fewer in range(count - 1, 0, -1)]

    def fits(choice: tuple[int, int]) -> bool:
        return _height(_sections(answer, *choice), console) <= room

    place = bisect_left(choices, True, key=fits)  # no choice takes more lines than the one before
    if place == len(choices):
        return [], bool(answer.sections)
    return _sections(answer, *choices[place]), place > 0


def _sections(answer: Answer, most_rows: int, count: int | None = None) -> list[RenderableType]:
    """Return the first sections, with so many rows of each table; of one alone the tables."""
    from balance.report.terminal import as_text, tables_as_text

    if _is_one_section(answer):
        tables = tables_as_text(answer.sections[0].tables[:count], most_rows)
        return [Text(""), *tables] if tables else []
    first = answer.sections[:count]
    return [Text(""), *(as_text(section, most_rows) for section in first)] if first else []


def _is_one_section(answer: Answer) -> bool:
    """Whether an answer is that of one section, whose findings are printed already."""
    sections = answer.sections
    return len(sections) == 1 and sections[0].findings == answer.findings and not answer.is_long


def _height(parts: Iterable[RenderableType], console: Console) -> int:
    """Return the number of lines that parts take."""
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    return len(captured.get().splitlines())


def _said(finding: Finding) -> str:
    """Return a finding, and of a key finding what to do and how sure it is."""
    from balance.report.section import KeyFinding

    if not isinstance(finding, KeyFinding):
        return finding.text
    certainty = f"({finding.certainty})" if finding.certainty else ""
    return " ".join(filter(None, (finding.text, finding.action, certainty)))


def print_parts(parts: Iterable[RenderableType], console: Console) -> None:
    """Print with rich; without blanks at the end of lines where it is no terminal."""
    if console.is_terminal:
        for part in parts:
            console.print(part)
        return
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def results_console() -> Console:
    """Return where results are printed: as wide as the terminal, else 80 columns."""
    console = Console(highlight=False, markup=False)
    if _has_width(console):
        return console
    return Console(highlight=False, markup=False, width=USUAL_WIDTH)


def _has_width(console: Console) -> bool:
    return console.is_terminal or os.environ.get("COLUMNS", "").isdigit()


def folded(text: str, width: int, indent: str = "", first: str = "") -> list[str]:
    """Return a text as lines, none of them wider, but for words and intervals that are."""
    return [
        piece.replace(_NO_BREAK, " ")
        for place, line in enumerate(_unbroken(text).splitlines() or [""])
        for piece in textwrap.wrap(
            line, max(width, 20), initial_indent=indent if place else first,
            subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
        ) or [""]
    ]  # fmt: skip


def _unbroken(text: str) -> str:
    """Return a text whose intervals, such as [19.0, 20.1], are not broken across lines."""
    return re.sub(r"\[[-+\d., ]*\]", lambda found: found[0].replace(" ", _NO_BREAK), text)


def link_of(page: Path) -> str:
    """Return a file as a link that a terminal and a browser open."""
    return page.resolve().as_uri()
