"""The page of a study: a section that answers its question, and what was played for it."""

from collections.abc import Mapping
from typing import Any

from balance.app.activity import doing
from balance.app.output import Output
from balance.report.answer import answer_of
from balance.report.page import write_report
from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.store.run_folder import RunFolder


def show_study(
    section: Section,
    data: ReportData,
    store: RunFolder,
    output: Output,
    made: Mapping[str, Any],
    lines: tuple[str, ...] = (),
) -> None:
    """Write the page of a study, with the files that are wanted, and print its answer.

    Parameters
    ----------
    data : ReportData
        What was played; its cell needs no sums.
    made : mapping
        How the answer was made, for programs.
    lines : tuple of str
        What the terminal says below the answer.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    with doing("Writing the report"), store.writing():
        page = write_report(data, (section,), store.folder, doing)
        files = output.files.write(page, data, (section,))
    output.show(answer_of(section, made=made, lines=lines, report=page, files=files))
