"""Sections of a report: a module for each of SECTION_NAMES.

Each has `build`, which returns a section or None where there is nothing to report, and its
words in a TOML file of the same name.
"""

from collections.abc import Callable, Mapping
from importlib import import_module

from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.scenario.model import SECTION_NAMES

SECTIONS: Mapping[str, Callable[[ReportData], Section | None]] = {
    name: import_module(f"balance.report.sections.{name}").build for name in SECTION_NAMES
}
