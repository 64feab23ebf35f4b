"""The page of the first game is short for a designer: words, tables, bytes, printed pages."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import balance
from tests.report.browser import browser, program

MOST_WORDS, MOST_TABLES, MOST_PAGES, MOST_BYTES = 3_000, 12, 6, 3_000_000
GAMES = 600
_HIDDEN = {"analyst", "more", "unseen", "skip", "panel"}  # classes; the rest is folded
_VOID = {"meta", "link", "input", "br", "img"}


class DesignersView(HTMLParser):
    """What a designer sees of a page before anything is unfolded: its words, and its tables."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tables = 0
        self._hides: list[bool] = []  # of the elements around, whether each hides its content
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag in _VOID:
            return
        hides = (
            tag in ("head", "script", "style", "svg", "datalist", "dialog")
            or bool(_HIDDEN & set(found.get("class", "").split()))
            or "hidden" in found
        )
        if tag == "summary":  # of a folded part only the head is seen
            self._hides[-1] = False
        self.tables += tag == "table" and not any(self._hides)
        self._hides.append(hides or (tag == "details" and "open" not in found))

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        self._hides.pop()
        if tag == "summary":
            self._hides[-1] = True

    def handle_data(self, data: str) -> None:
        if not any(self._hides):
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = balance.run("first-game", games=GAMES, bots="greedy")
    return run.report(tmp_path_factory.mktemp("first-game") / "run")


def test_a_designer_reads_little(page: Path) -> None:
    seen = DesignersView(page.read_text(encoding="utf-8"))
    words = re.findall(r"\w[\w.,'%-]*", seen.text)
    assert 300 < len(words) <= MOST_WORDS
    assert 1 < seen.tables <= MOST_TABLES
    assert page.stat().st_size <= MOST_BYTES


def test_a_designer_reads_one_decimal_at_most_of_a_percentage(page: Path) -> None:
    seen = DesignersView(page.read_text(encoding="utf-8"))
    assert re.findall(r"\d+\.\d+%", seen.text)
    assert re.findall(r"\d+\.\d{2,}%", seen.text) == []


def test_what_is_folded_or_for_analysts_is_not_counted() -> None:
    seen = DesignersView(
        '<p>a <b class="analyst">no</b></p><details><summary>b</summary><p>no<table></table></p>'
        "</details><svg><text>no</text></svg><table><td>c</td></table>"
    )
    assert seen.text == "a b c"
    assert seen.tables == 1


@pytest.mark.system
@pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine")
def test_it_is_printed_on_few_pages(page: Path, tmp_path: Path) -> None:
    with browser(tmp_path) as tab:
        tab.open(page)
        assert len(re.findall(rb"/Type ?/Page\b", tab.paper())) in range(1, MOST_PAGES + 1)
