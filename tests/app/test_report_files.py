"""A report as PDF: where there is no browser a sentence says so."""

from pathlib import Path

import pytest

from balance.app import report_files
from balance.app.report_files import ReportFiles
from balance.errors import ScenarioError
from tests.docs.pages import run_command
from tests.report.browser import program


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
