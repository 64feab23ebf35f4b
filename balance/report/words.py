"""The words of a report, which stand in a TOML file beside the code that uses them.

Such a file has a ``title``, perhaps a ``question`` that is answered, and tables of templates:
``[sentences]`` for findings, ``[tables.x]`` and ``[figures.x]`` with all that a reader sees of a
table or a figure, ``[columns]`` for columns that several tables share, and any others, such as
``[labels]``.  A template names facts in braces and how to write them, one of `Style` or of the
words below::

    uneven = "Seat {seat} wins {rate:percent} of {games:count} {games:?game|games}."

``{n:?one|many}`` is the first word where n is 1, ``{n:?one|many|none}`` has a third for 0,
``{names:list}`` is "a, b and c",
``{phrases:semicolons}`` is "a; b; c", ``{word:cap}`` has a capital, ``{card:the}`` and
``{cards:the}`` have articles ("the Knight and the Miner"; at the head of a sentence
``{card:The}``), and ``{rate.value:percent}`` leaves the interval out.
"""

import math
import string
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from balance.report.nouns import capital, definite
from balance.report.number_format import Estimated, joined, written
from balance.report.section import Column, Finding, KeyFinding, Picture, Section, Style, Table

if TYPE_CHECKING:
    from balance.report.figures.chart import Chart

MORE = "..."  # among the columns of a table: where those that depend on the data stand
SPECS = ("list", "semicolons", "cap", "the", "The", *Style)


class WordsError(LookupError):
    """A template that is not there, or a fact that it misses: a mistake in the code."""


class Words:
    """The words of a TOML file, with facts that all of its templates may use."""

    def __init__(self, file: Path, facts: Mapping[str, Any] | None = None) -> None:
        self.file = file
        self._entries = _read(file)
        self._facts = dict(facts or {})

    def with_facts(self, **facts: Any) -> "Words":
        """Return the same words, with more facts that all templates may use."""
        return Words(self.file, {**self._facts, **facts})

    def has(self, name: str) -> bool:
        """Whether there is such a template."""
        entry: Any = self._entries
        for part in name.split("."):
            if not isinstance(entry, Mapping) or part not in entry:
                return False
            entry = entry[part]
        return True

    def fact(self, name: str) -> Any:
        """Return a fact that all templates may use."""
        return self._facts[name]

    def text(self, name: str, /, **facts: Any) -> str:
        """Return a template, such as ``"labels.share"``, with its facts written out.

        Raises
        ------
        WordsError
            If there is no such template, or no such fact.
        """
        return self._write(name, self._template(name), facts)

    def say(self, name: str, /, **facts: Any) -> Finding:
        """Return a sentence of ``[sentences]`` with its facts: see `text`."""
        return self._finding("sentences", name, facts)

    def phrase(self, name: str, /, **facts: Any) -> Finding:
        """Return a phrase of ``[phrases]`` with its facts, to stand within a sentence."""
        return self._finding("phrases", name, facts)

    def claim(self, finding: Finding) -> str:
        """Return what a finding claims in few words, for the title of a page; may be empty."""
        name = f"claims.{finding.name}"
        return self.text(name, **finding.facts) if self.has(name) else ""

    def section(
        self,
        findings: Iterable[Finding | None],
        tables: Iterable[Table | None] = (),
        pictures: Iterable[Picture | None] = (),
        key_findings: Iterable[KeyFinding | None] = (),
        warning: str = "",
        title: str = "",
        name: str = "",
    ) -> Section:
        """Return a section; what is None is left out.

        So is a finding that lacks a number: it would say nothing.  Its name is that of the file,
        or of its folder if that is ``text.toml``.
        """
        return Section(
            name or (self.file.parent.name if self.file.stem == "text" else self.file.stem),
            title or self.text("title"),
            tuple(one for one in findings if one and not one.lacks_number),
            tuple(table for table in tables if table is not None),
            tuple(filter(None, pictures)),
            warning,
            tuple(one for one in key_findings if one and not one.lacks_number),
            self.text("question") if self.has("question") else "",
        )

    def table(
        self,
        name: str,
        frame: pd.DataFrame,
        /,
        *,
        save_as: str = "",
        file: pd.DataFrame | None = None,
        drop: Collection[str] = (),
        more: Sequence[Column] = (),
        folded: bool | None = None,
        lead: bool | None = None,
        note: str | None = None,
        **facts: Any,
    ) -> Table:
        """Return a table as ``[tables.name]`` declares it.

        Parameters
        ----------
        save_as : str
            The name of its file, where that is another.
        file : DataFrame, optional
            What goes to the file, if not the frame.
        drop : collection of str
            Columns that are declared, by `Column.name`, but not wanted.
        more : sequence of Column
            Stand where the declaration has "...", else at the end.
        folded, lead : bool, optional
            Where that depends on the data.
        note : str, optional
            Likewise.
        facts
            What the templates of title, note and columns need.
        """
        place = f"tables.{name}"
        entry = self._entry(place)
        columns: list[Column] = []
        listed = entry.get("columns", [])
        for one in listed if MORE in listed else [*listed, MORE]:
            if one == MORE:
                columns += more
            elif isinstance(one, str):
                columns.append(self.column(one, **facts))
            else:
                columns.append(self._column(f"{place}.columns", one, facts))
        if note is None:
            note = self._write(f"{place}.note", entry.get("note", ""), facts)
        return Table(
            save_as or name,
            self._write(f"{place}.title", entry["title"], facts),
            frame,
            tuple(column for column in columns if column.name not in drop),
            note,
            entry.get("folded", False) if folded is None else folded,
            entry.get("lead", False) if lead is None else lead,
            file,
            entry.get("correlational", False),
        )

    def column(self, name: str, /, **facts: Any) -> Column:
        """Return a column as ``[columns]`` declares it; its name, too, may hold facts."""
        return self._column(f"columns.{name}", self._entry(f"columns.{name}"), facts)

    def picture(self, name: str, figure: "Chart", /, *, save_as: str = "", **facts: Any) -> Picture:
        """Return a figure with its title and caption, as ``[figures.name]`` declares them."""
        place = f"figures.{name}"
        return Picture(
            save_as or name,
            self.text(f"{place}.title", **facts),
            figure,
            self.text(f"{place}.caption", **facts),
        )

    def axis(self, name: str, /, **facts: Any) -> str:
        """Return the label of the axis of a figure."""
        return self.text(f"figures.{name}.axis", **facts)

    def axes(self, name: str, /, **facts: Any) -> tuple[str, str]:
        """Return the labels of both axes of a figure."""
        return self.text(f"figures.{name}.x", **facts), self.text(f"figures.{name}.y", **facts)

    def _finding(self, table: str, name: str, facts: Mapping[str, Any]) -> Finding:
        template = self._template(f"{table}.{name}")
        text = self._write(f"{table}.{name}", template, facts)
        known, fields = {**self._facts, **facts}, _fields(template)
        used = {key: value for key, value in known.items() if key in fields or key in facts}
        lacks_number = any(_lacks_number(known[key]) for key in fields)
        return Finding(name, text, used, lacks_number=lacks_number)

    def _column(self, place: str, entry: Mapping[str, Any], facts: Mapping[str, Any]) -> Column:
        def write(key: str) -> str:
            return self._write(f"{place}.{key}", entry.get(key, ""), facts)

        return Column(
            write("head"), write("name"), Style(entry.get("style", Style.TEXT)),
            entry.get("brief", True), write("sure"), write("tip"),
        )  # fmt: skip

    def _write(self, place: str, template: str, facts: Mapping[str, Any]) -> str:
        try:
            return _FORMATTER.vformat(template, (), {**self._facts, **facts})
        except KeyError as error:
            raise WordsError(f"{self.file}: {place}: the fact {error} is missing.") from None
        except (ValueError, TypeError, AttributeError) as error:
            raise WordsError(f"{self.file}: {place}: {error}.") from error

    def _template(self, name: str) -> str:
        template = self._entry(name)
        if not isinstance(template, str):
            raise WordsError(f"{self.file}: {name} is no template.")
        return template

    def _entry(self, name: str) -> Any:
        entry: Any = self._entries
        for part in name.split("."):
            if not isinstance(entry, Mapping) or part not in entry:
                raise WordsError(f"{self.file}: there is no {name}.")
            entry = entry[part]
        return entry


@cache
def _read(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _fields(template: str) -> set[str]:
    """Return the facts that a template names, also within the words of a plural."""
    fields_ = set()
    for _, field, spec, _ in string.Formatter().parse(template):
        if field:
            fields_ |= {field.split(".")[0], *_fields(spec or "")}
    return fields_


def _lacks_number(fact: Any) -> bool:
    """Whether a fact is an undefined number or estimate, or a list that has one."""
    if isinstance(fact, Finding):
        return fact.lacks_number
    if isinstance(fact, Estimated):
        return math.isnan(fact.value)
    if isinstance(fact, list | tuple):
        return any(map(_lacks_number, fact))
    return isinstance(fact, float) and math.isnan(fact)


class _Formatter(string.Formatter):
    """Writes facts by `Style`, and by the words of this module."""

    def format_field(self, value: Any, spec: str) -> str:
        if spec.startswith("?"):
            one, many, *none = spec[1:].split("|")
            return one if value == 1 else none[0] if none and value == 0 else many
        if spec == "list":
            return joined([str(one) for one in value])
        if spec == "semicolons":
            return "; ".join(str(one) for one in value)
        if spec == "cap":
            return capital(str(value))
        if spec in ("the", "The"):
            names = [value] if isinstance(value, str) else value
            text = joined([definite(str(one)) for one in names])
            return capital(text) if spec == "The" else text
        return written(value, Style(spec)) if spec else str(value)


_FORMATTER = _Formatter()

PAGE = Words(Path(__file__).with_name("templates") / "text.toml")  # of the page itself
