"""The page: complete, self-contained, and the same for the same numbers."""

import base64
import gzip
import hashlib
import re
import tomllib
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from markupsafe import escape

from balance.report import page as page_module
from balance.report.exports import FullReport
from balance.report.key_findings import Headline, headlines_of, title_of
from balance.report.page import LONG, sections_of, write_report
from balance.report.page_markup import unbroken
from balance.report.report_data import ReportData
from balance.report.section import Column, Finding, KeyFinding, Robustness, Section, Table
from balance.scenario.match import Match
from balance.scenario.section_files import built_in_files
from tests.analysis.conftest import make_match
from tests.docs.test_links import dead_links
from tests.report.conftest import build_report, report_data, variant


def text_of(page: str) -> str:
    """Return what an analyst reads, without markup."""
    exact = re.sub(r'<span class="designer">.*?</span>', "", page)
    return unescape(re.sub(r"<[^>]*>", "", exact))


def brief_text_of(page: str) -> str:
    """Return what a designer reads, without markup: of numbers the brief form."""
    brief = re.sub(r'<span class="analyst">(?:[^<]|<(?!/span))*</span>', "", page)
    return unescape(re.sub(r"<[^>]*>", " ", brief))


@pytest.fixture(scope="module")
def folder(data: ReportData, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("report")
    assert build_report(data, place, tables=True, figures=True) == place / "index.html"
    return place


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    return (folder / "index.html").read_text(encoding="utf-8")


def test_the_page_says_what_was_run(page: str) -> None:
    for text in (
        "first-game", "Is it fair?", "Made up", "2 players", "Nothing lies on the table.",
        "400 games in 400 deals", "balance run first-game --games 400", "balance 0.1.0", "2.5 s",
        "320 games per second", "same",
    ):  # fmt: skip
        assert text in page


def test_the_page_explains_its_method(page: str) -> None:
    for text in ("95% intervals", "Ties", "Correlational", "deal"):
        assert text in page[page.index('id="method"') :]


def test_the_page_needs_nothing_from_elsewhere(page: str) -> None:
    addresses = set(re.findall(r"https?://[^\"'\s<]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert not re.search(r"<(script|img|iframe)[^>]* src=|<link rel=\"stylesheet|@import", page)
    assert len(page.encode()) < 3_000_000


def test_the_page_is_well_formed_and_no_link_is_dead(page: str) -> None:
    open_tags: list[str] = []
    links: list[str] = []
    ids: list[str] = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found = dict(attrs)
            if found.get("id"):
                ids.append(str(found["id"]))
            if tag == "a" and found.get("href"):
                links.append(str(found["href"]))
            if tag not in {"meta", "link", "br", "use", "path", "input"}:
                open_tags.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            if tag not in {"path", "use"}:
                assert open_tags.pop() == tag

    Parser().feed(page)
    assert open_tags == []
    assert {"seats", "pace", "objectives", "cards", "comparison", "trust", "run", "method"} <= set(
        ids
    )
    assert len(ids) == len(set(ids))
    assert {link[:1] for link in links} == {"#"}  # none to a file, which may not be sent along
    assert {link[1:] for link in links} <= set(ids)


def test_each_section_leads_with_its_finding(data: ReportData, page: str) -> None:
    sections = sections_of(data)
    assert [one.name for one in sections] == ["seats", "pace", "objectives", "cards", "comparison"]
    for section in sections:
        assert section.findings
        for finding in section.findings:
            assert unbroken(finding.text) in text_of(page)


def test_a_designer_reads_no_intervals_and_one_decimal(page: str) -> None:
    body = page[page.index("<main>") : page.index('id="run"')]
    body = re.sub(r"<(t[dh])[^>]*\bmore\b[^>]*>.*?</\1>", " ", body)  # shown on demand
    text = brief_text_of(re.sub(r"<(svg|dl)\b.*?</\1>", "", body, flags=re.DOTALL))
    assert "%" in text
    assert not re.findall(r"\d \[[^]]*\]", text)
    for number in re.findall(r"\d+\.\d+%?", text):
        decimals = len(number.partition(".")[2].rstrip("%"))
        assert decimals == 1 or (decimals == 2 and float(number) < 10), number


def test_the_title_is_the_answer(tmp_path: Path) -> None:
    data = report_data(variant(make_match(2), 4000, first=0.6))
    page = build_report(data, tmp_path).read_text(encoding="utf-8")
    title = text_of(page[page.index("<h1>") : page.index("</h1>")])
    assert re.fullmatch(r"The first player wins 5[89] of 100 games instead of 50", title)
    assert "first-game" in text_of(page[page.index("<header>") : page.index("</header>")])


@pytest.mark.parametrize(
    ("robustness", "title"),
    [
        (Robustness.STABLE, "The first player wins more"),
        (Robustness.UNKNOWN, "The first player wins more"),
        (Robustness.DEPENDS, "As fox plays, the first player wins more"),
        (Robustness.ARTEFACT, "As fox plays, the first player wins more"),
    ],
)
def test_the_title_says_whose_answer_it_is_where_others_contradict(
    robustness: Robustness, title: str
) -> None:
    finding = KeyFinding("first", "", {}, claim="the first player wins more", robustness=robustness)
    headline = Headline(finding, "seats", "seats", "Seats", "")
    assert title_of([headline], ["fox"]) == title
    assert title_of([headline]) == "The first player wins more"  # played by bots of all strengths


def test_without_an_answer_the_title_is_the_scenario(tmp_path: Path) -> None:
    page = build_report(report_data(variant(make_match(2), 5)), tmp_path).read_text("utf-8")
    assert "<h1>first-game</h1>" in page


def test_a_list_of_runs_has_the_first_finding_where_the_title_is_no_answer(tmp_path: Path) -> None:
    data = report_data(variant(make_match(2), 400))
    page = build_report(data, tmp_path)
    (listed,) = re.findall('name="description" content="([^"]*)"', page.read_text(encoding="utf-8"))
    assert unescape(listed) == headlines_of(sections_of(data), data)[0].text


def test_a_section_shows_a_designer_one_figure_and_one_table(page: str) -> None:
    for name in ("seats", "pace", "objectives", "cards", "comparison"):
        section = page[page.index(f'<section id="{name}"') :].partition("</section>")[0]
        seen = section.partition('<details class="more-tables">')[0]
        assert max(seen.count("<figure"), seen.count("<table")) <= 1, name


def test_what_only_backs_other_sections_is_folded(page: str) -> None:
    """The cells compared differ only in who gets which objective, which nobody asked about."""
    for name in ("comparison", "trust"):
        section = page[page.index(f'<section id="{name}"') :].partition("</section>")[0]
        seen = section.partition('<details class="more-tables">')[0]
        assert seen.count('class="finding"') == 1, name
        assert "<table" not in seen, name
        assert "<figure" not in seen, name


def test_key_findings_stand_on_top_each_with_its_source(data: ReportData, page: str) -> None:
    headlines = headlines_of(sections_of(data), data)
    box = page[page.index('id="key-findings"') : page.index('class="overview"')]
    assert 2 < box.count("<li>") == len(headlines) <= 5
    for one in headlines:
        assert unbroken(one.text) in text_of(box)
        assert f'<a href="#{one.link}">' in box
        assert escape(one.source) in box
    # That other bots may find otherwise is said once.
    assert text_of(box).count("--tiers BOT,BOT,...") == 1


def test_all_that_is_known_of_the_run_is_there(tmp_path: Path) -> None:
    data = report_data(variant(make_match(2), 40))
    manifest = {
        "scenario": {"name": "first-game", "games": 400, "players": None, "set": {}},
        "identity": {"rules": "0f0f", "tallies": "", "cells": {"baseline": {"table": "abcd"}}},
        "finished": "2026-11-22T03:00:00+00:00",
    }
    page = build_report(replace(data, manifest=manifest), tmp_path).read_text(encoding="utf-8")
    run = page[page.index('<section id="run"') : page.index('<section id="method"')]
    assert "The whole scenario" in run
    assert escape('"games": 400') in run
    assert "null" not in run
    assert "rules <code>0f0f</code>, cards and numbers of baseline <code>abcd</code>" in run
    assert "2026-11-22T03:00:00" in run


def test_correlational_tables_say_so_and_long_ones_can_be_filtered(
    data: ReportData, tmp_path: Path
) -> None:
    frame = pd.DataFrame({"card": [f"card {place}" for place in range(LONG + 1)]})
    table = Table("guess", "Guess", frame, (Column("card", "card"),), is_correlational=True)
    own = Section("own", "Own", (Finding("so", "It is so."),), (table,))
    page = write_report(FullReport(data, (own,)), tmp_path).read_text(encoding="utf-8")
    assert 'Guess <span class="mark">correlational</span>' in page
    assert '<table class="correlational long"' in page


def test_tables_are_csv_files_and_figures_are_svg(data: ReportData, folder: Path) -> None:
    for section in sections_of(data):
        for table in section.tables:
            assert (folder / "tables" / f"{table.name}.parquet").is_file()
            rows = pd.read_csv(folder / "tables" / f"{table.name}.csv")
            frame = table.frame if table.file is None else table.file
            assert list(rows.columns) == list(frame.columns)
            assert len(rows) == len(frame)
        for picture in section.pictures:
            assert "<svg" in (folder / "figures" / f"{picture.name}.svg").read_text()


def test_figures_are_png_too(folder: Path) -> None:
    drawn = {path.stem for path in (folder / "figures").glob("*.svg")}
    pngs = list((folder / "figures").glob("*.png"))
    assert {path.stem for path in pngs} == drawn
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in pngs)


def test_a_report_is_one_file_unless_more_are_asked_for(data: ReportData, tmp_path: Path) -> None:
    page = build_report(data, tmp_path)
    assert list(tmp_path.iterdir()) == [page]


def test_the_same_numbers_give_the_same_bytes(
    data: ReportData, folder: Path, tmp_path: Path
) -> None:
    build_report(data, tmp_path, tables=True, figures=True)
    files = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert len(files) > 20
    for file in files:
        assert (folder / file).read_bytes() == (tmp_path / file).read_bytes(), file


def test_the_files_of_all_tables_are_in_the_page(page: str, folder: Path) -> None:
    packed = dict(re.findall(r'data-name="([^"]+)" data-csv="([^"]+)"', page))
    assert set(packed) == {file.stem for file in (folder / "tables").glob("*.csv")}
    for name, text in packed.items():
        file = folder / "tables" / f"{name}.csv"
        assert gzip.decompress(base64.b64decode(text)) == file.read_bytes()


def test_every_link_leads_to_a_place_in_the_page(page: str) -> None:
    assert dead_links(page) == []


def test_a_name_leads_to_what_is_known_of_it(page: str) -> None:
    assert '<a class="name" href="#card-axe">Axe</a>' in page
    card = page[page.index('id="card-axe"') :].partition("</details>")[0]
    assert "taken in" in card
    assert 'href="#table-cards_card"' in card
    duke = page[page.index('id="card-sun"') :].partition("</details>")[0]
    assert "who is dealt it wins" in duke


def test_each_section_has_its_question_and_its_name(data: ReportData, page: str) -> None:
    for section in sections_of(data):
        head = page[page.index(f'id="title-{section.name}"') :].partition("</h2>")[0]
        assert re.search(r"<small>[^<]*[?]</small>", head), section.name


def test_sections_are_called_on_the_page_what_scenarios_call_them() -> None:
    """Objectives and cards have their name in the game."""
    for name, file in built_in_files().items():
        title = tomllib.loads(file.with_suffix(".toml").read_text(encoding="utf-8"))["title"]
        if name not in ("objectives", "cards"):
            assert title.lower().replace(" ", "_") == name


def test_any_card_is_found_by_its_name(page: str) -> None:
    assert '<input type="search" list="card-names"' in page
    assert set(re.findall(r'data-name="([A-Z][a-z]+)">', page)) >= {"Axe", "Bow", "Cup", "Sun"}


def test_cards_of_which_nothing_is_known_are_not_listed(
    data: ReportData, page: str, tmp_path: Path
) -> None:
    assert "cards-one-by-one" in page
    less = build_report(replace(data, sections=("pace",)), tmp_path)
    assert "cards-one-by-one" not in less.read_text(encoding="utf-8")


def test_a_changed_number_is_named_with_what_shows_its_effect(tmp_path: Path) -> None:
    data = report_data(variant(make_match(2), 40))
    command = "balance run first-game --set citizens.knight.cost=3"
    page = build_report(replace(data, command=command), tmp_path).read_text(encoding="utf-8")
    head = text_of(page[page.index("<header>") : page.index("</header>")])
    assert "balance compare first-game --set citizens.knight.cost=3" in head
    plain = build_report(data, tmp_path).read_text(encoding="utf-8")
    assert 'class="changed"' not in plain


def test_the_comparison_of_the_set_ups_of_the_game_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = replace(report_data(variant(make_match(2), 40)), command="balance run first-game")
    for players, command in ((2, "balance run sets"), (4, "balance run sets --players 2")):
        monkeypatch.setattr(page_module, "comparison_of_setups", lambda *_, n=players: ("sets", n))
        assert f"<code>{command}</code>" in build_report(data, tmp_path / "run").read_text("utf-8")
    monkeypatch.setattr(page_module, "comparison_of_setups", lambda *_: ("sets", 2))
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "index.html").write_text("")
    assert "beside this one, sets/index.html." in build_report(data, tmp_path / "run").read_text()


def test_what_an_earlier_report_left_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "cards_old.csv").write_text("old")
    (tmp_path / "tables" / "cards_old.parquet").write_text("old")
    (tmp_path / "notes.txt").write_text("mine")
    build_report(report_data(variant(make_match(2), 20)), tmp_path)  # no file is asked for
    written = list((tmp_path / "tables").iterdir())
    assert not [file for file in written if file.stem == "cards_old"]
    assert {file.suffix for file in written} == {".csv", ".parquet"}
    assert not (tmp_path / "figures").exists()
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_names_cannot_break_the_page(tmp_path: Path) -> None:
    match = make_match(2, lineup=("<b>bot</b>", 'quo"te & co'))
    data = report_data(variant(match, 40), question="<script>alert(1)</script>")
    text = build_report(data, tmp_path).read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert "<b>bot</b>" not in text


def test_no_line_ends_within_an_interval() -> None:
    assert (
        unbroken("Wins 5.0% [4.1, 5.9] of all.") == "Wins 5.0% [4.1,\N{NO-BREAK SPACE}5.9] of all."
    )


def test_only_wanted_sections_are_shown(full_match: Match) -> None:
    data = report_data(variant(full_match, 40))
    wanted = ReportData(**{**vars(data), "sections": ("cards", "seats")})
    assert [section.name for section in sections_of(wanted)] == ["seats", "cards"]


def test_a_game_without_cards_and_objectives_has_no_such_sections() -> None:
    data = report_data(variant(make_match(2), 40))
    assert [section.name for section in sections_of(data)] == ["seats", "pace"]


@pytest.mark.parametrize("games", [1, 2, 5])
def test_a_handful_of_games_is_a_report_too(full_match: Match, games: int, tmp_path: Path) -> None:
    page = build_report(report_data(variant(full_match, games)), tmp_path).read_text(
        encoding="utf-8"
    )
    page = re.sub(r"<(svg|style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    assert not re.search(r"\bnan\b", page)


def test_only_the_pages_own_script_may_run(page):
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert (
        f"script-src &#39;sha256-{digest}&#39;;" in page or f"script-src 'sha256-{digest}';" in page
    )
    assert not re.search(r"<[^>]+ on[a-z]+=", page.replace(script, ""))


def test_each_variant_of_a_comparison_leads_to_its_own_numbers(tmp_path: Path) -> None:
    cells = (variant(make_match(2), 400, name="calm"), variant(make_match(2), 400, name="wild"))
    page = build_report(report_data(*cells), tmp_path).read_text(encoding="utf-8")
    for place, name in enumerate(("calm", "wild"), 1):
        anchor = f"table-comparison_own-{place}"
        assert page.count(f'<tr id="{anchor}">') == 1
        assert f'<a class="name" href="#{anchor}">{name}</a>' in page
    alone = build_report(report_data(cells[0]), tmp_path / "alone").read_text(encoding="utf-8")
    assert "comparison_own" not in alone
