"""A report as PDF: where there is no browser a sentence says so."""

import re
from pathlib import Path

import pytest

from balance.app import report_files
from balance.app.report_files import ReportFiles
from balance.errors import ScenarioError
from balance.report.exports import FullReport
from balance.report.one_page import write_one_page
from balance.report.page import sections_of
from balance.report.section import Finding, Section
from tests.analysis.conftest import make_match
from tests.docs.pages import run_command
from tests.report.browser import program
from tests.report.conftest import OBJECTIVES, report_data, variant
from tests.report.sections.test_comparison_changes import with_dearer_axe


def test_without_a_browser_a_pdf_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(report_files, "_ELSEWHERE", ())
    monkeypatch.setattr(report_files, "_has", lambda package: False)
    code, _, error = run_command(f"balance report {tmp_path} --pdf", monkeypatch, capsys)
    assert code == 2
    assert "--pdf: needs Chromium" in error
    with pytest.raises(ScenarioError, match="--pdf"):
        ReportFiles(pdf=True).check()


@pytest.mark.system
@pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine")
def test_a_page_is_printed_by_a_browser(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<h1>It is fair.</h1>", encoding="utf-8")
    assert report_files.print_page(page).read_bytes().startswith(b"%PDF")


def test_the_one_page_says_what_to_do_and_has_no_column_for_a_figure_that_is_not_there(
    tmp_path: Path,
) -> None:
    strong = Finding("so", "Axes are strong.").key(
        "", 80, command="balance price first-game axe", figure="35", unit="of 100 games"
    )
    even = Finding("so", "Seats are even.").key("", 70, action="Leave them as they are.")
    section = Section("one", "One", (), key_findings=(strong, even))
    data = report_data(variant(make_match(2), 400))
    page = write_one_page(FullReport(data, (section,)), tmp_path).read_text(encoding="utf-8")
    assert "To find out what to do: <code>balance price first-game axe</code>" in page
    assert "Leave them as they are." in page
    assert page.count('class="number"') == 1


@pytest.mark.system
@pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine")
def test_the_one_page_is_one_side_of_paper(tmp_path: Path) -> None:
    match = make_match(2, cards=("axe", "bow", "cup"), objectives=OBJECTIVES)
    for cells in ((variant(match, 400),), with_dearer_axe()):
        data = report_data(*cells)
        report = FullReport(data, sections_of(data))
        file = report_files.print_page(write_one_page(report, tmp_path))
        assert file.name == "one-page.pdf"
        assert len(re.findall(rb"/Type /Page\b", file.read_bytes())) == 1


def test_the_one_page_has_title_figure_findings_and_what_was_played(tmp_path: Path) -> None:
    report = FullReport(data := report_data(*with_dearer_axe()), sections_of(data))
    files = ReportFiles(one_page=True).write(tmp_path / "index.html", report)
    page = files[0].read_text(encoding="utf-8")
    assert files[0].name == "one-page.html"
    assert "<h1>Players take the Axe in 21 of 100 games instead of 32" in page
    assert "<svg" in page
    assert page.count("<li>") == len(report.headlines)
    assert "4,096 games in all, of 2 variants." in page
    assert "balance run first-game --games 400" in page
