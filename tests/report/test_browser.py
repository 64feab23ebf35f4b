"""The page in a real browser: nothing leaves it, tables sort, filter and explain themselves."""

import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pandas as pd
import pytest

from balance.report.exports import FullReport, table_csv
from balance.report.page import LONG, MOST_PRINTED, sections_of, write_report
from balance.report.report_data import ReportData
from balance.report.section import Column, Finding, Section, Style, Table
from tests.report.browser import Browser, browser, program

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine"),
]

WORDS = ["archer", "Butcher", "cleric 10", "cleric 9"]
VALUES = [0.2, float("nan"), 0.1, 0.3]
PHONE = 390


def cards(rows: int, name: str, is_folded: bool = False) -> Table:
    words = [*WORDS, *(f"zealot {place}" for place in range(rows - len(WORDS)))]
    values = [*VALUES, *(-place / 1000 for place in range(1, rows - len(WORDS) + 1))]
    frame = pd.DataFrame({"card": words, "value": values})
    frame = frame.assign(low=frame["value"] - 0.05, high=frame["value"] + 0.05)
    wide = [Column(f"again {place}", "", Style.POINTS) for place in range(8)]
    columns = (
        Column("card", "card"),
        Column("worth", "", Style.POINTS, tooltip="What the card is worth."),
        *wide,
    )
    return Table(
        name, f"Cards of {name}", frame, columns, "In points.", is_folded, is_correlational=True
    )


@pytest.fixture(scope="module")
def page(data: ReportData, tmp_path_factory: pytest.TempPathFactory) -> Path:
    tables = (cards(LONG + 8, "long"), cards(MOST_PRINTED + 5, "folded", is_folded=True),
              cards(5, "short", is_folded=True))  # fmt: skip
    finding = Finding("cheap", "The archer is underpriced.")
    own = Section(
        "own", "Our own", (Finding("so", "A finding."),), tables, (), "Take care.",
        (finding.key("folded", 99),),
    )  # fmt: skip
    return write_report(
        FullReport(data, (*sections_of(data), own)), tmp_path_factory.mktemp("page")
    )


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def first_cells(tab: Browser, table: str, hidden: bool = True) -> list[str]:
    rows = "tbody tr" if hidden else "tbody tr:not([hidden])"
    found = tab.ask(
        f"JSON.stringify([...document.querySelectorAll('#table-{table} {rows}')]"
        ".map((row) => row.cells[0].textContent))"
    )
    return list(json.loads(found))


def head(table: str, place: int) -> str:
    return f"document.querySelectorAll('#table-{table} thead th')[{place}]"


def test_nothing_leaves_the_page_and_no_script_fails(tab: Browser, page: Path) -> None:
    tab.requests.clear()
    tab.errors.clear()
    tab.open(page)
    tab.ask("document.querySelectorAll('thead button').forEach((button) => button.click())")
    assert tab.requests == [page.as_uri()]
    assert tab.errors == []


def test_a_request_would_be_refused(tab: Browser, page: Path) -> None:
    tab.open(page)
    tab.ask("""
        window.refused = [];
        addEventListener("securitypolicyviolation", (event) => refused.push(event.blockedURI));
        document.body.append(Object.assign(new Image(), { src: "http://127.0.0.1:9/x.png" }));
    """)
    tab.picture()  # lets the page have its turn
    assert tab.ask("refused.join()") == "http://127.0.0.1:9/x.png"


def test_a_script_that_gets_in_does_not_run(tab: Browser, page: Path, tmp_path: Path) -> None:
    planted = tmp_path / "planted.html"
    text = page.read_text(encoding="utf-8")
    script = "<script>window.ran = 'script'</script>"
    image = "<img src='data:,' onerror=\"window.ran = 'image'\">"
    link = "<a id='planted' href=\"javascript:window.ran = 'link'\">x</a>"
    planted.write_text(text.replace("<main", f"{script}{image}{link}<main", 1), encoding="utf-8")
    tab.open(planted)
    tab.ask("document.getElementById('planted').click()")
    tab.picture()  # lets the page have its turn
    assert tab.ask("document.querySelectorAll('img').length") == 1
    assert tab.ask("typeof window.ran") == "undefined"
    assert tab.ask("document.querySelectorAll('thead button').length") > 0  # its own script ran


def test_numbers_sort_from_the_largest_and_words_from_a(tab: Browser, page: Path) -> None:
    tab.open(page)
    assert first_cells(tab, "short") == [*WORDS, "zealot 0"]
    tab.ask(f"{head('short', 1)}.querySelector('button').click()")
    assert first_cells(tab, "short") == ["cleric 9", "archer", "cleric 10", "zealot 0", "Butcher"]
    assert tab.ask(f"{head('short', 1)}.getAttribute('aria-sort')") == "descending"
    tab.ask(f"{head('short', 1)}.querySelector('button').click()")
    assert first_cells(tab, "short") == ["zealot 0", "cleric 10", "archer", "cleric 9", "Butcher"]
    assert tab.ask(f"{head('short', 1)}.getAttribute('aria-sort')") == "ascending"
    tab.ask(f"{head('short', 0)}.querySelector('button').click()")
    assert first_cells(tab, "short") == ["archer", "Butcher", "cleric 9", "cleric 10", "zealot 0"]
    assert tab.ask(f"{head('short', 1)}.getAttribute('aria-sort')") is None


def test_a_table_sorts_by_the_keyboard(tab: Browser, page: Path) -> None:
    tab.open(page)
    tab.ask(f"{head('long', 1)}.querySelector('button').focus()")
    tab.press("Enter", "\r")
    assert first_cells(tab, "long")[:2] == ["cleric 9", "archer"]


def test_long_tables_filter_and_say_how_many_are_left(tab: Browser, page: Path) -> None:
    tab.open(page)
    for table in ("long", "folded"):
        assert tab.ask(f"document.querySelectorAll('#table-{table} .filter').length") == 1
    assert tab.ask("document.querySelector('#table-short .filter')") is None
    tab.ask("document.querySelector('#table-long .filter input').focus()")
    tab.write("cleric 1")
    assert first_cells(tab, "long", hidden=False) == ["cleric 10"]
    count = "document.querySelector('#table-long .filter output').textContent"
    assert tab.ask(count) == f"1 of {LONG + 8} rows"
    tab.press("Escape")
    assert len(first_cells(tab, "long", hidden=False)) == LONG + 8
    assert tab.ask(count) == ""


def test_heads_explain_themselves_when_they_have_the_focus(tab: Browser, page: Path) -> None:
    tab.open(page)
    tab.ask(f"{head('long', 1)}.querySelector('button').focus()")
    assert tab.ask("document.querySelector('.tip').checkVisibility()")
    assert tab.ask("document.querySelector('.tip').textContent") == "What the card is worth."
    described = f"{head('long', 1)}.querySelector('button').getAttribute('aria-describedby')"
    assert tab.ask(f"document.getElementById({described}).textContent") == "What the card is worth."
    tab.press("Escape")
    assert not tab.ask("document.querySelector('.tip').checkVisibility()")


def test_a_key_finding_leads_into_a_folded_table(tab: Browser, page: Path) -> None:
    tab.open(page)
    is_open = "document.getElementById('table-folded').open"
    assert not tab.ask(is_open)
    tab.ask("document.querySelector('.key-findings a').click()")
    tab.picture()
    assert tab.ask(is_open)


@pytest.mark.parametrize("width", [PHONE, 768, 1600])
def test_wide_tables_scroll_and_not_the_page(tab: Browser, page: Path, width: int) -> None:
    tab.open(page, width)
    assert tab.ask("document.documentElement.scrollWidth") <= width
    tab.ask("document.querySelector('.switch [value=analyst]').click()")
    assert tab.ask("document.documentElement.scrollWidth") <= width
    assert tab.ask("(box => box.scrollWidth > box.clientWidth)"
                   "(document.querySelector('#table-long .scroll'))")  # fmt: skip
    tab.ask("document.querySelector('.switch [value=designer]').click()")


def test_the_first_column_stays_in_sight(tab: Browser, page: Path) -> None:
    tab.open(page, PHONE)
    where = "document.querySelector('#table-long tbody th').getBoundingClientRect().left"
    before = tab.ask(where)
    tab.ask("document.querySelector('#table-long .scroll').scrollLeft = 200")
    assert tab.ask(where) == before


def luminance(colour: str) -> float:
    """Return the relative luminance of rgb(...), as WCAG 2.2 defines it."""
    parts = [float(part) / 255 for part in colour.strip("rgba()").split(",")[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
              for part in parts]  # fmt: skip
    return float(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])


@pytest.mark.parametrize("dark", [False, True])
def test_texts_and_figures_stand_out_by_day_and_by_night(
    tab: Browser, page: Path, dark: bool
) -> None:
    tab.open(page, dark=dark)
    paper = luminance(tab.ask("getComputedStyle(document.body).backgroundColor"))
    assert (paper < 0.05) is dark
    for place, least in (
        ("p.finding", 4.5), ("p.under", 4.5), (".certainty", 4.5), (".key-findings a", 4.5),
        ("table.correlational td", 4.5), (".drawing text", 4.5), (".drawing circle", 3),
    ):  # fmt: skip
        part = "fill" if "drawing" in place else "color"
        colour = tab.ask(f"getComputedStyle(document.querySelector('{place}')).{part}")
        high, low = sorted((luminance(colour), paper), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= least, (place, colour)


def test_ids_are_used_once(tab: Browser, page: Path) -> None:
    tab.open(page)
    ids = json.loads(tab.ask("JSON.stringify([...document.querySelectorAll('[id]')]"
                             ".map((one) => one.id))"))  # fmt: skip
    assert len(ids) > 20
    assert len(ids) == len(set(ids))


def test_a_screen_reader_finds_its_way(tab: Browser, page: Path) -> None:
    tab.open(page)
    for landmark in ("header", "nav[aria-label]", "main"):
        assert tab.ask(f"document.querySelectorAll('{landmark}').length") == 1
    assert tab.ask("document.querySelectorAll('h1').length") == 1
    for every, has in (
        ("svg", "svg[role=img][aria-label]"), ("table", "table:has(> caption)"),
        ("thead th", "thead th[scope=col]"), ("tbody th", "tbody th[scope=row]"),
        (".scroll", ".scroll[tabindex][aria-label]"),
        ("main > section", "main > section[aria-labelledby]"),
    ):  # fmt: skip
        found = tab.ask(f"document.querySelectorAll('{every}').length")
        assert found == tab.ask(f"document.querySelectorAll('{has}').length") > 0, every


def test_the_page_works_alone(tab: Browser, page: Path, data: ReportData, tmp_path: Path) -> None:
    alone = tmp_path / "mailed.html"
    alone.write_bytes(page.read_bytes())
    tab.requests.clear()
    tab.errors.clear()
    tab.open(alone)
    tab.ask("document.querySelectorAll('.files button').forEach((button) => button.click())")
    saved = """
        new Promise((done) => {
          URL.createObjectURL = (blob) => { blob.text().then(done); return "#"; };
          document.querySelector("#table-win_rate_by_seat .files button").click();
        })
    """
    found = tab.call("Runtime.evaluate", expression=saved, awaitPromise=True, returnByValue=True)
    table = next(
        one for section in sections_of(data) for one in section.tables
        if one.name == "win_rate_by_seat"
    )  # fmt: skip
    assert found["result"]["value"] == table_csv(table)
    assert [one for one in tab.requests if not one.startswith(("blob:", "data:"))] == [
        alone.as_uri()
    ]
    assert tab.errors == []


def test_a_figure_is_saved_as_svg_and_as_png(tab: Browser, page: Path) -> None:
    tab.open(page)
    tab.errors.clear()
    saved = """
        new Promise((done) => {
          URL.createObjectURL = (blob) => {
            blob.arrayBuffer().then((file) => done([blob.type, [...new Uint8Array(file)]]));
            return "#";
          };
          document.querySelectorAll("figcaption .files")[0].querySelectorAll("button")[%d].click();
        })
    """
    files = {}
    for place in (0, 1):
        found = tab.call(
            "Runtime.evaluate", expression=saved % place, awaitPromise=True, returnByValue=True
        )
        kind, content = found["result"]["value"]
        files[kind] = bytes(content)
    assert files["image/png"].startswith(b"\x89PNG")
    assert len(set(files["image/png"])) > 50  # something is drawn
    root = ET.fromstring(files["image/svg+xml"])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert b"var(" not in files["image/svg+xml"]
    assert tab.errors == []


def test_an_analyst_sees_more_and_the_page_remembers(tab: Browser, page: Path) -> None:
    tab.open(page)
    assert tab.ask("document.querySelector('.switch').checkVisibility()")
    more = "document.querySelector('#table-win_rate_by_seat td.more').checkVisibility()"
    folded = "document.querySelector('details.more-tables').open"
    assert not tab.ask(more)
    assert not tab.ask(folded)
    tab.ask("document.querySelector('#table-win_rate_by_seat .more-columns').click()")
    assert tab.ask(more)
    tab.ask("document.querySelector('.switch [value=analyst]').click()")
    tab.open(page)
    assert tab.ask(more)
    assert tab.ask(folded)
    tab.ask("document.querySelector('.switch [value=designer]').click()")
    assert not tab.ask(more)


def test_a_name_opens_a_panel_whose_links_lead_on(tab: Browser, page: Path) -> None:
    tab.open(page)
    panel = "document.querySelector('dialog.panel')"
    tab.ask("document.querySelector('#table-cards_card a.name').click()")
    assert tab.ask(f"{panel}.open")
    assert "taken in" in tab.ask(f"{panel}.innerText")
    tab.ask(f"{panel}.querySelector('a.basis').click()")
    assert not tab.ask(f"{panel}.open")
    assert tab.ask("location.hash") == "#table-cards_card"
    tab.ask("document.querySelector('#table-cards_card a.name').click()")
    tab.press("Escape")
    assert not tab.ask(f"{panel}.open")


def test_a_card_is_found_by_a_part_of_its_name(tab: Browser, page: Path) -> None:
    tab.open(page)
    panel = "document.querySelector('dialog.panel')"
    tab.press("/", "/")
    assert tab.ask("document.activeElement.matches('.find input')")
    assert tab.ask("document.activeElement.value") == ""
    tab.write("ax")
    tab.press("Enter", "\r")
    assert tab.ask(f"{panel}.querySelector('summary').textContent").startswith("Axe")
    tab.press("Escape")
    tab.ask("document.querySelector('.find input').focus()")
    tab.write("no such name")
    tab.press("Enter", "\r")
    assert not tab.ask(f"{panel}.open")


@pytest.mark.parametrize("width", [1280, 1600])
def test_no_table_is_wider_than_the_page(tab: Browser, page: Path, width: int) -> None:
    tab.open(page, width)
    tab.ask("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    wide = tab.ask(
        "[...document.querySelectorAll('.scroll')].filter((one) => !one.closest('#own'))"
        ".filter((one) => one.scrollWidth > one.clientWidth)"
        ".map((one) => one.closest('.table').id).join()"
    )
    assert wide == ""


def test_paper_gets_a_summary_and_of_an_analyst_what_is_folded(tab: Browser, page: Path) -> None:
    tab.open(page)
    tab.ask("document.querySelector('.switch [value=analyst]').click()")
    assert tab.paper().startswith(b"%PDF")
    tab.ask("dispatchEvent(new Event('beforeprint'))")
    tab.call("Emulation.setEmulatedMedia", media="print")
    seen = "document.querySelector('#table-{} {}').checkVisibility()"
    assert tab.ask(seen.format("short", "table"))
    assert not tab.ask(seen.format("folded", "table"))
    assert tab.ask("document.querySelector('.on-paper').checkVisibility()")
    assert not tab.ask("document.querySelector('.filter').checkVisibility()")
    assert tab.ask(f"{head('short', 1)}.innerHTML") == "worth"
    tab.call("Emulation.setEmulatedMedia", media="")
    tab.ask("dispatchEvent(new Event('afterprint'))")
    assert not tab.ask("document.getElementById('table-short').open")
    tab.ask("document.querySelector('.switch [value=designer]').click()")
    tab.ask("dispatchEvent(new Event('beforeprint'))")
    tab.call("Emulation.setEmulatedMedia", media="print")
    assert not tab.ask(seen.format("short", "table"))
    assert tab.ask("document.querySelector('.in-short').checkVisibility()")
    tab.call("Emulation.setEmulatedMedia", media="")
    tab.ask("dispatchEvent(new Event('afterprint'))")
    assert tab.ask(f"{head('short', 1)}.firstChild.tagName") == "BUTTON"


def test_without_scripts_the_page_reads_all_the_same(tab: Browser, page: Path) -> None:
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    tab.open(page)
    assert "archer" in tab.ask("document.querySelector('#table-long').innerText")
    tab.call("Emulation.setScriptExecutionDisabled", value=False)
