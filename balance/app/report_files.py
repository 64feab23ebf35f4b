"""A report in other forms: tables and figures as files, PDF by a browser, a workbook."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from balance.app.activity import doing
from balance.errors import ScenarioError

if TYPE_CHECKING:
    from balance.report.exports import FullReport

BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge",
)  # fmt: skip
_ELSEWHERE = (  # where they are on macOS and Windows, which do not put them on the path
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
_FLAGS = (
    "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-pdf-header-footer",
)  # fmt: skip
LONGEST = 180.0  # seconds
PDF, WORKBOOK = "report.pdf", "report.xlsx"


@dataclass(frozen=True)
class ReportFiles:
    """Which files are written beside a report."""

    pdf: bool = False
    one_page: bool = False  # the findings on one side of paper; as PDF too, if that is wanted
    xlsx: bool = False
    tables: bool = False  # as CSV and Parquet, and the report as Markdown and JSON
    figures: bool = False  # as SVG and PNG
    sqlite: bool = False

    def check(self) -> None:
        """Raise a `ScenarioError` if one cannot be written on this machine."""
        if self.pdf and _browser() is None and not _has("weasyprint"):
            raise ScenarioError(
                "--pdf: needs Chromium, Chrome or Edge on the path, or the Python package "
                "weasyprint; without them, print the page from any browser."
            )
        if self.xlsx and not _has("openpyxl"):
            raise ScenarioError(
                "--xlsx: needs the Python package openpyxl: pip install 'tabletop-balance[xlsx]'."
            )

    def write(self, page: Path, report: FullReport) -> tuple[Path, ...]:
        """Write the files beside the page of a report; return them, or their folders.

        Raises
        ------
        ScenarioError
            If the page cannot be printed.
        OSError
            If a file cannot be written.
        StoreError
            If a link in the folder leads elsewhere.
        """
        from balance.report.exports import FIGURES, TABLES, write_exports

        write_exports(report, page.parent, self.tables, self.figures)
        wanted = ((self.tables, TABLES), (self.figures, FIGURES))
        written = [page.parent / folder for is_wanted, folder in wanted if is_wanted]
        pages = [page]
        if self.one_page:
            from balance.report.one_page import write_one_page

            pages.append(write_one_page(report, page.parent))
            written.append(pages[-1])
        if self.pdf:
            with doing("Printing the report as PDF"):
                written += map(print_page, pages)
        if self.xlsx:
            from balance.report.workbook import write_tables_workbook

            with doing("Writing the workbook"):
                write_tables_workbook(report.with_trust, page.parent / WORKBOOK)
            written.append(page.parent / WORKBOOK)
        if self.sqlite:
            from balance.report.database import write_sqlite

            with doing("Writing the database"):
                written.append(write_sqlite(report, page.parent))
        return tuple(written)


NO_FILES = ReportFiles()


def print_page(page: Path) -> Path:
    """Print a page as PDF beside it, by a browser or else by weasyprint; return the file.

    That of a report is PDF; another has the name of its page.

    Raises
    ------
    ScenarioError
        If the browser does not print it.
    """
    name = PDF if page.stem == "index" else f"{page.stem}.pdf"
    file, browser = page.parent.resolve() / name, _browser()
    file.unlink(missing_ok=True)
    if browser is None:
        from weasyprint import HTML

        HTML(filename=str(page)).write_pdf(str(file))
        return page.parent / name
    with tempfile.TemporaryDirectory(prefix="balance-") as folder:
        flags = [*_FLAGS, f"--user-data-dir={folder}", f"--print-to-pdf={file}"]
        if sys.platform == "linux" and os.geteuid() == 0:
            flags.append("--no-sandbox")  # browsers refuse to start as root with it
        command = [browser, *flags, page.resolve().as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, check=False, timeout=LONGEST)
            why = f"ended with code {done.returncode}"
        except subprocess.TimeoutExpired:
            why = f"did not end within {LONGEST:.0f} s"
        except OSError as error:
            why = f"cannot be started: {error.strerror}"
    if not file.is_file():
        raise ScenarioError(f"--pdf: {browser} {why}; print the page from a browser instead.")
    return page.parent / name


def _browser() -> str | None:
    """Return a browser that prints pages without a window."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or next((path for path in _ELSEWHERE if Path(path).is_file()), None)


def _has(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
