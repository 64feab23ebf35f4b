"""Names that are written to do harm: a report of them shows them, and nothing more happens."""

import csv
import io
import json
import xml.etree.ElementTree as ET

import pytest
from rich.console import Console

from balance.errors import StoreError
from balance.report.page import sections_of
from balance.report.terminal import as_text
from tests.analysis.conftest import make_match
from tests.report.browser import browser, program
from tests.report.conftest import OBJECTIVES, build_report, report_data, variant

SCRIPT = "<script>window.harmed = 1</script>"
HOSTILE = (
    SCRIPT,
    '"><img src=x onerror=harmed=1>',
    "</style></svg></script><svg onload=harmed=1>",
    "[link](javascript:harmed=1)",
    "$\\frac{1}$ & $^",
    "=cmd|' /C calc'!A0",
    "{{ 7 * 7 }} {% raw %} [red]",
    "#ffffff -- ]]> 🂡 العربية",
)
LABELS = ("' onmouseover='harmed=1", "--><script>harmed=1</script>")


@pytest.fixture(scope="module")
def hostile():
    """Return a run all of whose names are hostile."""
    match = make_match(2, LABELS, cards=HOSTILE, objectives=OBJECTIVES, endings=HOSTILE[:2])
    match.game_table.__dict__["notes"] = HOSTILE
    variants = [variant(match, 400, name=name) for name in HOSTILE[:3]]
    return report_data(*variants, question=" ".join(HOSTILE))


@pytest.fixture(scope="module")
def folder(hostile, tmp_path_factory):
    place = tmp_path_factory.mktemp("hostile")
    build_report(hostile, place, tables=True, figures=True)
    return place


def test_no_name_is_markup_in_the_page(folder):
    text = (folder / "index.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;window.harmed" in text
    for harmful in (
        "<script>window.harmed",
        "<script>harmed",
        "<img",
        "<svg onload",
        ">49 ",
        " 49 {",
    ):
        assert harmful not in text
    assert text.count("<script") == 1


def test_figures_are_sound_and_their_names_are_text(folder):
    figures = list((folder / "figures").glob("*.svg"))
    assert figures
    for path in figures:
        for one in ET.parse(path).iter():
            assert one.tag.rpartition("}")[2] not in ("script", "img")
            assert not any(name.startswith("on") for name in one.attrib)


def test_no_text_of_a_table_is_a_formula(folder):
    cells = [
        cell
        for path in (folder / "tables").glob("*.csv")
        for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8")))
        for cell in row
    ]
    assert any(cell.startswith("'=") for cell in cells)
    assert not any(cell.startswith(("=", "@")) for cell in cells)


def test_markdown_and_json_hold_the_names_as_text(folder):
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert "<script" not in text.replace("\\<script", "")
    assert "](javascript" not in text
    assert json.loads((folder / "report.json").read_text(encoding="utf-8"))["question"]


def test_the_terminal_shows_brackets_as_they_are(hostile):
    out = Console(markup=False, highlight=False, width=200, record=True, quiet=False)
    with out.capture() as captured:
        for section in sections_of(hostile):
            out.print(as_text(section))
    assert "\x1b]" not in captured.get()


@pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine")
def test_a_browser_runs_nothing_and_asks_for_nothing(folder, tmp_path):
    page = folder / "index.html"
    with browser(tmp_path) as tab:
        tab.open(page)
        tab.ask("document.querySelectorAll('thead button').forEach((button) => button.click())")
        assert tab.ask("typeof window.harmed") == "undefined"
        assert tab.ask("document.scripts.length") == 1
        assert tab.requests == [page.as_uri()]
        assert tab.errors == []


def test_a_link_out_of_the_folder_is_refused(hostile, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious.csv").write_text("kept")
    out = tmp_path / "out"
    out.mkdir()
    (out / "tables").symlink_to(elsewhere)
    with pytest.raises(StoreError, match="tables: this link leads out of the folder"):
        build_report(hostile, out)
    assert (elsewhere / "precious.csv").read_text() == "kept"
