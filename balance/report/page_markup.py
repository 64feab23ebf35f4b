"""Text of a page as markup: intervals in one piece, names as links, terms with their meaning."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from markupsafe import Markup, escape

from balance.report.number_format import TableCell, half_up

LEAST_NAME = 3  # letters of a name that is a link wherever it stands
# An estimate as `number_format.written` writes it: 27.31% [26.88, 27.74].
_ESTIMATE = r"[+-]?\d(?:[\d,]*\d)?(?:\.\d+)?%? \[[-+\d., ]+\]"
_EXACT = r"(?<![\w.])[+-]?\d[\d,]*\.\d{2,}%?(?![\w.]*\d)"  # without an interval; no version


@cache
def glossary() -> Mapping[str, str]:
    """Return the terms that a page explains where they stand, with their meaning."""
    file = Path(__file__).with_name("templates") / "glossary.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def unbroken(text: str) -> str:
    """Return a text whose intervals, such as [19.0, 20.1], are not broken across lines."""
    return re.sub(r"\[[^][]*\]", lambda match: match[0].replace(" ", "\N{NO-BREAK SPACE}"), text)


@dataclass(frozen=True)
class PageMarkup:
    """Makes markup of the texts of a page.

    Attributes
    ----------
    links : mapping of str to str
        The anchor of each name that has a page of its own.
    rows : mapping of str to str
        That of what has rows of its own: a link in tables alone, as its name may be a usual word.
    """

    links: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[str, str] = field(default_factory=dict)

    def rich(self, text: str) -> Markup:
        """Return a text with names as links, and with terms explained, each at its first place."""
        seen: set[str] = set()
        parts = []
        for part in self._pattern.split(text):
            if part in seen:
                parts.append(escape(part))
            elif re.fullmatch(f"{_ESTIMATE}|{_EXACT}", part):
                exact, _, interval = part.partition(" ")
                parts.append(_in_two_ways(exact, brief(exact), interval))
                continue
            elif part in self.links:
                parts.append(self.link(part))
            elif part in glossary():
                parts.append(_explained(part))
            else:
                parts.append(escape(unbroken(part)))
                continue
            seen.add(part)
        return Markup("").join(parts)

    def estimate(self, cell: TableCell) -> Markup:
        """Return a cell of a table: its name as a link, or its number in both ways."""
        if not cell.brief:
            return self.link(cell.text)
        return _in_two_ways(cell.text, cell.brief, cell.interval)

    def with_command(self, text: str) -> Markup:
        """Return a text as markup, the command at its end as code."""
        before, start, command = text.partition("balance ")
        if not start or before[-1:].isalpha():
            return self.rich(text)
        return self.rich(before) + Markup("<code>{}{}</code>").format(start, command)

    def link(self, name: str) -> Markup:
        """Return a name as a link to its page or its rows, if it has some."""
        place = self.links.get(name) or self.rows.get(name)
        if place is None:
            return escape(name)
        return Markup('<a class="name" href="#{}">{}</a>').format(place, name)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = [name for name in self.links if len(name) >= LEAST_NAME]
        words = sorted((*names, *glossary()), key=len, reverse=True)
        named = rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)"
        return re.compile(f"({_ESTIMATE}|{_EXACT}|{named})")


def brief(text: str) -> str:
    """Return a number with one decimal at most, or two if it is below 1 and no percentage."""
    number, percent, _ = text.partition("%")
    value = float(number.replace(",", ""))
    has = len(number.partition(".")[2])
    digits = min(has, 2 if abs(value) < 1 and not percent else 1)
    rounded = half_up(value, digits)
    sign = "+" if number.startswith("+") and rounded else ""
    return f"{rounded:{sign},.{digits}f}{percent}"


def _in_two_ways(exact: str, short: str, interval: str) -> Markup:
    """Return a number as a designer reads it, and with its interval as an analyst does."""
    ends = Markup(" <small>{}</small>").format(unbroken(interval)) if interval else ""
    if exact == short:
        return Markup('{}<span class="analyst">{}</span>' if ends else "{}{}").format(exact, ends)
    return Markup('<span class="designer">{}</span><span class="analyst">{}{}</span>').format(
        short, exact, ends
    )


def _explained(term: str) -> Markup:
    return Markup('<abbr tabindex="0" data-tooltip="{}">{}</abbr>').format(glossary()[term], term)
