"""Set-ups in words and tables."""

import numpy as np
import pytest
from rich.console import Console

from balance.analysis.random_setups import found
from balance.report.random_setups import section
from balance.report.terminal import as_text
from balance.report.tournament import write
from tests.analysis.test_random_setups import MEASURES, played


def told(evil, setups=80):
    made = played(np.random.default_rng(3), setups, evil)
    return section(found(made, ["weak", "strong"], MEASURES), "Made up", "card")


@pytest.fixture(scope="module")
def apart():
    return told(0.2)


def test_the_finding_says_what_is_known(apart):
    lines = apart.finding.splitlines()
    assert lines[0].startswith("Of 80 set-ups some are more even than others (standard deviation ")
    assert "More uneven with: p0" in apart.finding
    assert "More varied with: p1" in apart.finding


def test_where_nothing_differs_it_says_so():
    text = told(0.0, 40).finding
    assert text.startswith("Nothing shows that some of 40 set-ups are more even than others.")
    assert "More uneven" not in text


def test_it_has_its_tables_and_figures(apart, tmp_path, capsys):
    assert [table.name for table in apart.tables] == [
        "even", "uneven", "varied", "named", "pieces", "alike", "bots",
    ]  # fmt: skip
    write(apart, tmp_path)
    assert (
        (tmp_path / "pieces.csv").read_text().startswith("piece,measure,drawn,value,low,high,p,q")
    )
    assert len((tmp_path / "even.csv").read_text().splitlines()) == 81
    assert {path.name for path in tmp_path.glob("*.png")} == {
        "pieces_uneven.png", "pieces_cards.png", "setups.png",
    }  # fmt: skip
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
