"""What the functions of the Python interface return."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from balance.app import what_if_words as words
from balance.app.commands.card import card_of
from balance.app.commands.play import narrate_game
from balance.app.commands.report import report_data, write_page
from balance.app.commands.try_change import ChangeEffect, Limits, changed_pair, play_pair
from balance.app.report_files import ReportFiles
from balance.error_messages import did_you_mean
from balance.errors import ScenarioError, StoreError
from balance.report.all_cells import with_all_cells
from balance.report.answer import Answer
from balance.report.card_facts import CardPage
from balance.report.card_pages import card_pages
from balance.report.json_values import whole_table
from balance.report.key_findings import headlines_of
from balance.report.number_format import written_cells
from balance.report.page import sections_of
from balance.report.section import Finding, Section, Table
from balance.runner.run import Run, StoredCell, copied
from balance.runner.stop_signal import StopSignal
from balance.scenario.change_words import numbers_in_words
from balance.scenario.number_changes import numbers_of
from balance.scenario.python_arguments import takes_numpy
from balance.spelling import one_form
from balance.stats.verdict import Verdict
from balance.store.shards import EVENTS, RECORDS, STANDINGS

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pyarrow.dataset import Dataset

    from balance.analysis.readings import Readings
    from balance.report.report_data import ReportData

_PARTS = {"value": "estimate", "low": "low", "high": "high", "deals": "n"}  # of an estimate


class Findings(tuple[Finding, ...]):
    """Findings in the order of their importance; each has its `text` and the `facts` in it."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the sentences, a line each."""
        return "\n".join(finding.text for finding in self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<ul>{''.join(f'<li>{escape(finding.text)}</li>' for finding in self)}</ul>"


class RunResult:
    """The results of a run.

    Attributes
    ----------
    folder : Path
        Where the run is stored; see `report`.
    name, title : str
        Of the scenario and of the game.
    question : str
        That the scenario asks; may be empty.
    command : str
        Plays the same games in a terminal.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self.folder = run.folder
        self.name = run.prepared.scenario.name
        self.title = run.prepared.game.title
        self.question = run.prepared.scenario.question
        self.command: str = run.manifest["command"]

    @property
    def cells(self) -> pd.DataFrame:
        """The cells that were played: name, games, deals; the baseline first."""
        rows = [(stored.cell.name, stored.games, stored.deals) for stored in self._run.all_cells]
        return pd.DataFrame(rows, columns=["name", "games", "deals"])

    def measures(self, cell: str | None = None) -> "Readings":
        """Return what is measured in a cell by key: ``run.measures()["rounds"].value``.

        Parameters
        ----------
        cell : str, optional
            The default is the first.

        Raises
        ------
        ScenarioError
            If there is no such cell.
        """
        by_name = {each.name: each for each in self._data.variants}
        name = one_form(self._data.variants[0].name if cell is None else cell).strip()
        if name not in by_name:
            raise ScenarioError(f"variant {name!r}: {did_you_mean(name, by_name)}")
        return by_name[name].measures

    @property
    def games(self) -> int:
        """Number of games in all cells."""
        return sum(stored.games for stored in self._run.all_cells)

    @cached_property
    def findings(self) -> Findings:
        """The key findings, the most important first."""
        return Findings(headline.finding for headline in headlines_of(self._sections, self._data))

    @property
    def all_findings(self) -> Findings:
        """The findings of all sections, in the order of the report."""
        return Findings(finding for section in self._sections for finding in section.findings)

    @property
    def tables(self) -> pd.DataFrame:
        """The tables that there are: section, name, title, rows."""
        rows = [
            (section.name, table.name, table.title, len(whole_table(table)))
            for section, table in self._tables()
        ]
        return pd.DataFrame(rows, columns=["section", "name", "title", "rows"])

    @takes_numpy
    def table(self, name: str) -> pd.DataFrame:
        """Return a table of the report.

        Parameters
        ----------
        name : str
            Of a table (see `tables`), or of a section, whose first table is meant.

        Returns
        -------
        table : DataFrame
            Labels, then ``estimate, low, high`` (with a 95% interval) and ``n`` (number of deals),
            then all else.  Where a row has several estimates, each has its prefix:
            ``keep_estimate, keep_low, keep_high, keep_n``.  Shares are between 0 and 1.

        Raises
        ------
        ScenarioError
            If there is no such table.
        """
        return _as_frame(self._table(name))

    @takes_numpy
    def texts(self, name: str) -> pd.DataFrame:
        """Return a table as a report shows it; names are as in `table`.

        Returns
        -------
        texts : DataFrame
            By the head of each column, texts with intervals: ``27.3% [26.9, 27.7]``.

        Raises
        ------
        ScenarioError
            If there is no such table.
        """
        return as_texts(self._table(name))

    @takes_numpy
    def figure(self, name: str) -> "Figure":
        """Return a figure of the report, as a matplotlib Figure; names are as in `figures`.

        Raises
        ------
        ScenarioError
            If there is no such figure.
        """
        by_name = {each.name: each for section in self._sections for each in section.pictures}
        if name not in by_name:
            raise ScenarioError(f"figure {name!r}: {did_you_mean(name, by_name)}")
        from balance.report.figures.png import as_figure  # noqa: PLC0415, as matplotlib is slow

        return as_figure(by_name[name].figure)

    @property
    def figures(self) -> pd.DataFrame:
        """The figures that there are: section, name, title, caption."""
        rows = [
            (section.name, each.name, each.title, each.caption)
            for section in self._sections
            for each in section.pictures
        ]
        return pd.DataFrame(rows, columns=["section", "name", "title", "caption"])

    @property
    def cards(self) -> pd.DataFrame:
        """The cards and objectives: id, name, kind, and verdict, what is found of it."""
        rows = [(page.id, page.name, page.kind, page.verdict) for page in self._card_pages]
        return pd.DataFrame(rows, columns=["id", "name", "kind", "verdict"])

    @takes_numpy
    def card(self, name: str) -> "CardPage":
        """Return all that is known of a card or objective: its text, verdict and facts.

        Parameters
        ----------
        name : str
            Its id or name, or the beginning of one.

        Raises
        ------
        ScenarioError
            If there is no such card.
        """
        return card_of(self._data, self._card_pages, name)

    @takes_numpy
    def numbers(self, card: str | None = None) -> dict[str, int]:
        """Return the numbers of the first cell that may be changed, by the key that `refine` takes.

        Parameters
        ----------
        card : str, optional
            Only those of this card or objective; the default is all.

        Raises
        ------
        ScenarioError
            If there is no such card.
        """
        cell = self._run.cells[0].cell
        listed = cell.match.game.experiments.editable_numbers
        if listed is None or not listed(cell.match.game_table):
            return {}
        return numbers_of(cell, () if card is None else (card,))

    @takes_numpy
    def numbers_in_words(self, card: str | None = None) -> dict[str, str]:
        """Return what each of the `numbers` is, in words, by the same keys."""
        return numbers_in_words(self._run.cells[0].cell.match, self.numbers(card))

    @takes_numpy
    def refine(
        self,
        set: Mapping[str, Any],
        *,
        cell: str | None = None,
        seconds: float | None = None,
        games: int | None = None,
        workers: int | None = None,
    ) -> "Iterator[TryResult]":
        """Play a cell as it is and with a change, and yield an ever more precise answer.

        It ends when the answer is clear, or with the limits of `balance.try_change`.  Nothing is
        stored.

        Parameters
        ----------
        cell : str, optional
            The default is the first.

        Raises
        ------
        BalanceError
        """
        pair = changed_pair(self.name, self._stored(cell).cell, set)
        return map(TryResult, play_pair(pair, Limits(seconds, games, workers), StopSignal()))

    @takes_numpy
    def play(self, game: int = 0, cell: str | None = None) -> "Narration":
        """Play one game of the run again, and return it move by move, in sentences.

        Parameters
        ----------
        game : int
            The number of the game.
        cell : str, optional
            The default is the first.

        Raises
        ------
        BalanceError
        """
        stored = self._stored(cell)
        return Narration(narrate_game(stored.cell.match, game))

    @takes_numpy
    def report(
        self, folder: str | Path | None = None, tables: bool = False, figures: bool = False
    ) -> Path:
        """Write the report and return the path of its page, ``index.html``.

        Parameters
        ----------
        folder : path, optional
            A copy of the run goes there too, so that it can be loaded and continued.  The default
            is the folder of the run.
        tables, figures : bool
            Whether tables are written as CSV and Parquet, too, and figures as SVG and PNG; see also
            `table` and `figure`.

        Raises
        ------
        StoreError
            If the folder contains something else or another run, or cannot be written.
        """
        files = ReportFiles(tables=tables, figures=figures)
        if folder is None or Path(folder).resolve() == self.folder.resolve():
            return write_page(self._run, files)
        with copied(self._run, Path(folder)) as run:
            return write_page(run, files)

    @takes_numpy
    def records(self, cell: str | None = None) -> "Dataset":
        """Return all games of a cell as a dataset of pyarrow, which is read on demand.

        A row is a seat of a game; ``dataset.to_table(columns=[...]).to_pandas()`` reads some
        columns.

        Parameters
        ----------
        cell : str, optional
            The default is the first.

        Raises
        ------
        StoreError
            If the run has no records.
        ScenarioError
            If there is no such cell.
        """
        return self._dataset(RECORDS, cell)

    @takes_numpy
    def events(self, cell: str | None = None) -> "Dataset":
        """Return what happened in the games of a cell; see `records`.  It needs ``events=True``."""
        return self._dataset(EVENTS, cell)

    @takes_numpy
    def standings(self, cell: str | None = None) -> "Dataset":
        """Return how seats stood after each round; see `records`.  It needs ``standings=True``."""
        return self._dataset(STANDINGS, cell)

    def _dataset(self, folder: str, cell: str | None) -> "Dataset":
        from pyarrow.dataset import dataset  # noqa: PLC0415, as few runs have records

        stored = self._stored(cell).cell
        files = self._run.store.cell_shards(stored.name, stored.match).record_files(folder)
        if not files:
            raise StoreError(
                f"{self.folder}: has no {folder}; play the scenario again with {folder}=True."
            )
        return dataset([str(file) for file in files], format="parquet")

    def __repr__(self) -> str:
        """Return a summary of a few lines."""
        lines = [f"{self.title}, {self.name}: {self.games:,} games", *map(str, self.findings)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        tables = ", ".join(escape(name) for name in self.tables["name"])
        return (
            f"<p><b>{escape(self.title)}, {escape(self.name)}</b>: {self.games:,} games</p>"
            f"{self.findings._repr_html_()}"
            f"<p><small>Tables: {tables}</small></p>"
        )

    def _stored(self, cell: str | None) -> StoredCell:
        """Return a cell of the run by its name; None is the first."""
        stored = {each.cell.name: each for each in self._run.all_cells}
        name = self._run.cells[0].cell.name if cell is None else one_form(cell).strip()
        if name not in stored:
            raise ScenarioError(f"variant {name!r}: {did_you_mean(name, stored)}")
        return stored[name]

    @cached_property
    def _card_pages(self) -> "tuple[CardPage, ...]":
        return card_pages(self._data, self._sections)

    @cached_property
    def _data(self) -> "ReportData":
        return report_data(self._run)

    @cached_property
    def _sections(self) -> tuple[Section, ...]:
        return sections_of(self._data)

    @cached_property
    def _whole_sections(self) -> tuple[Section, ...]:
        return tuple(with_all_cells(self._sections, self._data))

    def _table(self, name: str) -> Table:
        by_name = {table.name: table for _, table in self._tables()}
        for section, table in self._tables():
            by_name.setdefault(section.name, table)
        if name not in by_name:
            raise ScenarioError(f"table {name!r}: {did_you_mean(name, by_name)}")
        return by_name[name]

    def _tables(self) -> Iterator[tuple[Section, Table]]:
        for section in self._whole_sections:
            for table in section.tables:
                yield section, table


class CheckResult:
    """What became of the requirements of a scenario.

    Attributes
    ----------
    table : DataFrame
        A row for each requirement and cell: what (is required), cell, verdict ("yes", "no" or
        "undecided"), estimate, low, high, n (number of deals), about (what the estimate is of),
        needed (about how many deals in all would decide).
    passed : bool
        Whether no requirement is broken, and with `strict` none is undecided.
    """

    def __init__(self, answers: pd.DataFrame, strict: bool) -> None:
        verdicts = set(answers["met"])
        self.passed = Verdict.NO not in verdicts and not (strict and Verdict.UNDECIDED in verdicts)
        self.table = _in_order(
            answers.rename(columns={**_PARTS, "met": "verdict"}).astype({"verdict": str}),
            ["what", "cell", "verdict", *_PARTS.values()],
        )

    def __bool__(self) -> bool:
        """Return whether the check has passed."""
        return self.passed

    def __repr__(self) -> str:
        """Return the table as text."""
        return f"{'passed' if self.passed else 'failed'}\n{self.table}"

    def _repr_html_(self) -> str:
        return f"<p><b>{'passed' if self.passed else 'failed'}</b></p>{self.table.to_html()}"


class TryResult:
    """What a change changes.

    Attributes
    ----------
    changes : tuple of str
        The change, in words.
    games : int
        Of each of the two: as it is, and with the change.
    table : DataFrame
        A row for each number: topic, measure, name, unit ("share" or "number"), was, now, estimate
        (now less was), low, high (95%, valid at every look), is_clear (significant after
        correction for all these numbers).
    texts : DataFrame
        What the answer says of them: topic, what, was, now, difference, is_clear.  Of numbers that
        are not named there is a row that sums them up in `what`.
    played, note : str
        How much was played, and what the intervals are.
    is_settled : bool
        Whether every headline number is clear, or hardly changes.
    """

    def __init__(self, answer: ChangeEffect) -> None:
        self._answer = answer
        self.changes, self.games, self.is_settled = answer.changes, answer.games, answer.is_settled
        columns = ["topic", "measure", "name", "unit", "was", "now", "value", "low", "high"]
        rows = [
            [*(getattr(one, name) for name in columns), one.is_clear] for one in answer.differences
        ]
        self.table = pd.DataFrame(rows, columns=[*columns, "is_clear"]).rename(
            columns={"value": "estimate"}
        )
        self.played, self.note = words.games_text(answer), words.intervals_text(answer)

    @cached_property
    def texts(self) -> pd.DataFrame:
        """What the answer says."""
        rows: list[tuple[object, ...]] = []
        for topic in words.topics(self._answer):
            rows += [(topic.label, words.what_text(one), *topic.written(one), one.is_clear)
                     for one in topic.named]  # fmt: skip
            if topic.rest:
                rows.append((topic.label, topic.rest, "", "", "", False))
        return pd.DataFrame(rows, columns=["topic", "what", "was", "now", "difference", "is_clear"])

    def __repr__(self) -> str:
        """Return the answer in words."""
        return words.answer_text(self._answer)

    def _repr_html_(self) -> str:
        said = [*self.changes, self.played]
        return f"<p>{'<br>'.join(map(escape, said))}</p>{self.texts.to_html(index=False)}"


class DiffResult:
    """What differs between two runs.

    Attributes
    ----------
    findings : Findings
        Which settings differ, and how many estimates do by more than chance.
    table : DataFrame
        A row for each of these estimates: cells (that are compared), what, was, now, estimate (now
        less was), low, high.  Those of changed cards are first, then the clearest.
    texts : DataFrame
        The same as a report shows it: cells, what, was, now, difference.
    """

    def __init__(self, answer: Answer) -> None:
        compared = [
            replace(one, text=f"{section.title}: {one.text}")
            for section in answer.sections
            for one in section.findings
        ]
        self.findings = Findings([*answer.findings, *compared])
        tables = [(section, table) for section in answer.sections for table in section.tables]
        columns = ["cells", "what", "was", "now", "estimate", "low", "high"]
        frames = [_as_frame(table).assign(cells=section.title) for section, table in tables]
        self.table = pd.concat([pd.DataFrame(columns=columns), *frames])[columns]
        texts = [as_texts(table).assign(cells=section.title) for section, table in tables]
        columns = ["cells", "what", "was", "now", "difference"]
        self.texts = pd.concat([pd.DataFrame(columns=columns), *texts])[columns]

    def __repr__(self) -> str:
        """Return the findings and the table as text."""
        return f"{self.findings}\n{self.texts.to_string(index=False)}"

    def _repr_html_(self) -> str:
        return f"{self.findings._repr_html_()}{self.texts.to_html(index=False)}"


class Narration(tuple[str, ...]):
    """A game in sentences, a line each."""

    __slots__ = ()

    def __new__(cls, lines: Iterable[str]) -> "Narration":
        """Return a narration of these lines."""
        return super().__new__(cls, lines)

    def __str__(self) -> str:
        """Return the whole game."""
        return "\n".join(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def _as_frame(table: Table) -> pd.DataFrame:
    """Return a table with estimates under the names that `RunResult.table` promises."""
    frame = whole_table(table)
    columns = [str(name) for name in frame.columns]
    names: dict[str, str] = {}
    prefixes = [name.removesuffix("value") for name in columns if name.endswith("value")]
    estimates = [each for each in prefixes if {f"{each}low", f"{each}high"} <= set(columns)]
    for prefix in estimates:
        names |= {f"{prefix}{part}": f"{prefix}{name}" for part, name in _PARTS.items()}
    frame = frame.rename(columns=names)
    if "" in estimates:
        labels = columns[: columns.index("value")]
        frame = _in_order(frame, [*labels, *_PARTS.values()])
    frame.attrs = {"title": table.title, "note": table.note}
    return frame.reset_index(drop=True)


def as_texts(table: Table) -> pd.DataFrame:
    """Return a table as a report shows it: by the head of each column, texts with intervals."""
    shown = written_cells(table.frame, table.columns)
    return pd.DataFrame(
        {
            column.head: [f"{cell.text} {cell.interval}".rstrip() for cell in cells]
            for column, cells in zip(table.columns, shown, strict=True)
        }
    )


def _in_order(frame: pd.DataFrame, first: Iterable[str]) -> pd.DataFrame:
    """Return a frame with these columns, if it has them, before all others."""
    leading = list(dict.fromkeys(name for name in first if name in frame.columns))
    return frame[[*leading, *(name for name in frame.columns if name not in leading)]]
