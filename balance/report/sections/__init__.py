"""Sections of a report: a folder for each of SECTION_NAMES.

Each has `section.build`, which returns a section or None where there is nothing to report, and its
words in ``text.toml``.
"""

from collections.abc import Callable, Mapping
from importlib import import_module

from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.scenario.model import SECTION_NAMES

SECTIONS: Mapping[str, Callable[[ReportData], Section | None]] = {
    name: import_module(f"balance.report.sections.{name}.section").build for name in SECTION_NAMES
}
