"""Random set-ups: findings and tables."""

import re
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from balance.analysis.random_setups import found
from balance.report.exports import table_csv
from balance.report.studies.setups import setups_section
from balance.report.terminal import as_text
from tests.analysis.test_random_setups import MEASURES, played
from tests.analysis.test_setup_map import MEASURES as MAP_MEASURES
from tests.analysis.test_setup_map import planted_among_drawn


def section_of(evil, setups=80):
    made = played(np.random.default_rng(3), setups, evil)
    return setups_section(found(made, ["weak", "strong"], MEASURES), 2, "card")


@pytest.fixture(scope="module")
def apart():
    return section_of(0.2)


def test_the_findings_are_what_is_known(apart):
    even, _, varied, *_ = (finding.facts for finding in apart.findings)
    assert (apart.findings[0].name, even["setups"], even["word"]) == ("differ", 80, "even")
    assert 0 < even["share"] < 1
    assert even["sd"].facts["sd"] > 0
    assert varied["word"] == "varied"
    pieces = {
        one.facts["word"]: one.facts["pieces"] for one in apart.findings if one.name == "pieces"
    }
    assert pieces["uneven"][0] == "p0"
    assert pieces["varied"][0] == "p1"


def test_where_nothing_differs_that_is_said():
    findings = section_of(0.0, 40).findings
    assert (findings[0].name, findings[0].facts["setups"]) == ("alike", 40)
    assert "uneven" not in [one.facts["word"] for one in findings if one.name == "pieces"]


def test_it_has_its_tables_and_figures(apart, tmp_path, capsys):
    assert [table.name for table in apart.tables] == [
        "even", "uneven", "varied", "named", "pieces", "alike", "bots",
    ]  # fmt: skip
    files = {table.name: table_csv(table) for table in apart.tables}
    assert files["pieces"].startswith("piece,measure,drawn,value,low,high,p,q")
    assert len(files["even"].splitlines()) == 81
    assert {one.name for one in apart.pictures} == {"pieces_uneven", "pieces_cards", "setups"}
    Console(width=160, highlight=False, markup=False).print(as_text(apart))
    text = capsys.readouterr().out
    assert "The most even set-ups" in text
    assert " *" in text


def test_the_most_even_stand_first(apart):
    even = apart.tables[0].frame["even_value"].tolist()
    assert even == sorted(even)
    uneven = apart.tables[1].frame["even_value"].tolist()
    assert uneven == sorted(uneven, reverse=True)
    assert uneven[-1] >= even[-1]


@pytest.fixture(scope="module")
def placed():
    drawn, places = planted_among_drawn()
    return setups_section(replace(found(drawn, ["weak"], MAP_MEASURES), places=places), 2, "card")


def test_what_stands_out_of_the_recommended_set_ups_is_said_first(placed):
    said = [one for one in placed.findings if one.name == "placed"]
    first = placed.findings[0]
    assert re.fullmatch(
        r"How even the recommended set-ups are, beside those that players draw: more even than "
        r"most even \(than 9\d[.\d]*%\); less even than most unfair \(than 9\d[.\d]*%\); not yet "
        r"known of a free card\.", first.text,
    )  # fmt: skip
    assert list(placed.findings[1 : len(said) + 1]) == said
    (title,) = [one.claim for one in placed.key_findings if one.name == "evenness"]
    assert title == (
        "1 of 3 recommended set-ups is more even than most of those that players draw, 1 less"
    )
    by_name = {one.facts["name"]: one for one in said}
    assert by_name["unfair"].text.startswith("unfair is less even than 9")
    assert by_name["a free card"].text.startswith("a free card is less close at the end than 9")
    for one in said:
        share = one.facts["share"]
        assert 0 <= share.low <= share.value <= share.high <= 1


def test_a_set_up_of_an_end_of_fewer_is_said_by_its_complement(placed):
    even = next(one for one in placed.findings if one.facts.get("name") == "even")
    own = placed.tables[0].frame.set_index("name").loc["even"]
    axis = {"is more even": "uneven", "is shorter": "rounds"}[even.facts["word"]]
    assert even.facts["share"].value == pytest.approx(1 - own[f"{axis}_value"])


def test_the_recommended_set_ups_have_two_tables_and_a_map(placed):
    assert [table.name for table in placed.tables][:2] == ["places", "values"]
    assert placed.pictures[0].name == "map"
    assert "alike" not in [table.name for table in placed.tables]
    assert "seen" not in table_csv(placed.tables[0]).splitlines()[0].split(",")
