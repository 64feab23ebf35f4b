from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from rich.console import Console

from balance.analysis.comparison.pairwise import PairingOutcome
from balance.analysis.comparison.tournament import standings
from balance.report.duel_text import told_of_duel, told_of_test
from balance.report.terminal import as_text
from balance.report.tournament import ladder_section, published_text, section, write
from balance.scenario.ladder_file import Claim, Published
from balance.stats.sequential_test import Settled
from balance.stats.verdict import Verdict

LINEUPS = {
    2: [[0, 1], [1, 0]],
    3: [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
}


def met(one, two, share, players=2, cut_off=0, deals=200):
    """Return a pairing in which a seat of the first bot wins so often against one of the second."""
    rng = np.random.default_rng(9)
    lineups = np.array(LINEUPS[players])
    shares = np.where(lineups == 0, share, 1 - share)
    shares = shares / shares.sum(axis=1, keepdims=True)
    bounds = shares.cumsum(axis=1)
    drawn = rng.random((deals, len(lineups), 1))
    winner = (drawn > bounds).sum(axis=2)
    wins = (winner[:, :, None] == np.arange(players)).astype(float)
    rates = []
    for bot in (0, 1):
        mine = lineups == bot
        lone = mine.sum(axis=1) == 1
        rates.append((wins * mine)[:, lone].sum(axis=2).mean(axis=1))
    alone = np.stack(rates, axis=1)
    excess = (alone[:, 0] - alone[:, 1]) / 2
    return PairingOutcome(
        (one, two),
        players,
        excess,
        alone,
        8 * excess,
        wins.mean(axis=1),
        lineups,
        wins,
        cut_off,
        4.0,
    )


@pytest.fixture
def found():
    outcomes = [met("a", "b", 0.4), met("a", "c", 0.3, cut_off=2), met("b", "c", 0.4)]
    return standings(outcomes, ["a", "b", "c"], [12_345.0, 7.0, 0.25])


def printed(one, capsys):
    Console(width=100, highlight=False, markup=False).print(as_text(one))
    return capsys.readouterr().out


def test_a_duel_of_two_is_told_line_by_line():
    lines = dict(told_of_duel(met("a", "b", 0.6, cut_off=3)))
    assert lines["points of a"].startswith("6")
    assert lines["points of a"].endswith("]")
    assert lines["deals, of both games"].startswith("2-0: ")
    assert lines["games"] == "400 in 200 deals"
    assert lines["speed"] == "100 games per second and core"
    assert lines["cut off"] == "3 games, counted as shared by all"


def test_a_duel_of_three_is_told_by_who_sits_alone():
    lines = dict(told_of_duel(met("a", "b", 0.6, players=3)))
    assert lines["a above an equal share"].startswith("+")
    assert lines["a above an equal share"].endswith(" pp")
    assert lines["a alone among b"].endswith("of the wins, 33.3% being equal")
    assert "deals, of both games" not in lines
    assert "seat 3" in lines


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        (Verdict.YES, "settled after 70 deals: a against b is at +2.0 pp or beyond, rather than "),
        (Verdict.NO, "settled after 70 deals: a against b is at +0.0 pp or beyond, rather than "),
        (
            Verdict.UNDECIDED,
            "open after 70 deals: a against b may be at +0.0 pp as well as at +2.0 pp.",
        ),
    ],
)
def test_a_test_is_told_in_a_sentence(verdict, text):
    settled = Settled(verdict, 70, 1.0, -2.9, 2.9)
    assert told_of_test(settled, ("a", "b"), 0.0, 0.02).startswith(text)


def test_a_tournament_is_told_in_three_tables(found, capsys):
    text = printed(section(found), capsys)
    assert "c is the strongest of 3 bots, and beats each that it met" in text
    assert "2 games were cut off" in text
    assert "12,345" in text
    assert "0.25" in text
    assert [table.name for table in section(found).tables] == ["bots", "pairings", "seats"]


def test_its_tables_and_figures_are_written(found, tmp_path):
    write(section(found), tmp_path / "new")
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == [
        "bots.csv", "circles.png", "pairings.csv", "pairings.png", "ratings.png", "seats.csv",
    ]  # fmt: skip
    head, *rows = (tmp_path / "new" / "pairings.csv").read_text().splitlines()
    assert head.startswith("bot,against,value,low,high,deals,effective,margin_value")
    assert len(rows) == 6


def test_a_circle_is_told_with_each_of_its_links(capsys, tmp_path):
    outcomes = [met("a", "b", 0.7), met("b", "c", 0.7), met("a", "c", 0.3)]
    found = standings(outcomes, ["a", "b", "c"], [1.0] * 3)
    told = section(found)
    assert "% of the differences" not in told.finding
    assert "goes in circles that no rating can show, chance taken out." in told.finding
    text = printed(told, capsys)
    assert "Circles of three" in text
    (row,) = told.tables[-1].frame.to_dict("records")
    assert sorted(row["circle"].split(" > ")[:3]) == ["a", "b", "c"]
    assert row["weak_value"] == min(row["first_value"], row["second_value"], row["third_value"])
    assert row["q"] < 0.001
    write(told, tmp_path)
    assert (tmp_path / "circles.csv").read_text().startswith("circle,first_value")


@pytest.mark.parametrize(
    ("p", "value", "told"),
    [
        (0.5, 0.2, "Nothing shows that bots beat each other in circles (20.0% "),
        (0.01, 0.02, "Hardly any of the differences between bots goes in circles: 2.0% "),
        (0.01, 0.2, "Of the differences between bots 20.0% "),
    ],
)
def test_circles_are_told_of_where_they_are_there_and_matter(found, p, value, told):
    part = replace(found.intransitivity, p=p, value=value, low=value / 2, high=0.3)
    assert told in section(replace(found, intransitivity=part)).finding


def test_a_ladder_is_told_from_the_top(capsys):
    outcomes = [met("b", "a", 0.7), met("c", "b", 0.6)]
    found = standings(outcomes, ["a", "b", "c"], [1.0] * 3)
    text = printed(ladder_section(found, ["a", "b", "c"]), capsys)
    rows = [line.split()[:2] for line in text.splitlines()]
    first = rows.index(["c", "b"])
    assert rows[first + 1] == ["b", "a"]
    assert rows[first + 2][0] == "a"


def test_what_was_published_is_told_with_its_interval():
    claim = Claim(players=2, bot="a", against="b", at_least=75)
    assert published_text(claim) == "not measured yet"
    figures = Published(
        value=78.42, low=77.1, high=79.6, games=400, deals=200, date=date(2026, 1, 2), command=""
    )
    two = claim.model_copy(update={"published": figures})
    assert published_text(two) == "78.4% [77.1, 79.6] in 400 games"
    three = Claim(players=3, bot="a", against="b", above=0, published=figures)
    assert published_text(three) == "+78.4 [+77.1, +79.6] pp in 400 games"
