import itertools
from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from rich.console import Console

from balance.analysis.comparison.pairwise import PairingOutcome
from balance.analysis.comparison.published_ratings import Rating, Scale
from balance.analysis.comparison.tournament import standings
from balance.report.exports import table_csv
from balance.report.studies.duel import duel_lines, rating_lines, sprt_finding
from balance.report.studies.tournament import (
    ladder_section,
    published_text,
    tournament_section,
)
from balance.report.terminal import as_text
from balance.scenario.ladder_file import Claim, Published
from balance.stats.sequential_test import Settled
from balance.stats.verdict import Verdict

LINEUPS = {
    1: [[0], [1]],
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


def test_a_duel_of_two_has_a_line_for_each_number():
    lines = dict(duel_lines(met("a", "b", 0.6, cut_off=3)))
    assert lines["points of a"].startswith("6")
    assert lines["points of a"].endswith("]")
    assert lines["deals, of both games"].startswith("2-0: ")
    assert lines["games"] == "400 in 200 deals"
    assert lines["speed"] == "100 games per second and core"
    assert lines["cut off"] == "3 games, counted as shared by all"


def test_a_duel_of_bots_that_play_by_themselves_has_no_seats():
    lines = dict(duel_lines(met("a", "b", 0.6, players=1)))
    assert lines["points of a"].endswith("of deals that each bot plays by itself")
    assert lines["a by itself"].endswith("of the wins")
    assert lines["games"] == "400 in 200 deals"
    assert not {"seat 1", "deals, of both games"} & set(lines)


def test_a_duel_of_three_is_by_who_sits_alone():
    lines = dict(duel_lines(met("a", "b", 0.6, players=3)))
    assert lines["a above an equal share"].startswith("+")
    assert lines["a above an equal share"].endswith(" pp")
    assert lines["a alone among b"].endswith("of the wins (equal share: 33.3%)")
    assert "deals, of both games" not in lines
    assert "seat 3" in lines


def test_a_duel_names_the_published_ratings_of_its_bots():
    ratings = {"base": Rating(0.0), "better": Rating(100.4, 30.0), "worse": Rating(-20.6, 9.0)}
    scale = Scale("base", ratings)
    ((_, text),) = rating_lines(scale, 3)
    assert (
        "better +100 [+70, +130] and worse -20.6 [-29.6, -11.6] with 3 players; base has 0" in text
    )
    assert not list(rating_lines(Scale("base", {"base": Rating(0.0)}), 2))


@pytest.mark.parametrize(
    ("verdict", "facts"),
    [
        (Verdict.YES, {"fits": 0.02, "other": 0.0}),
        (Verdict.NO, {"fits": 0.0, "other": 0.02}),
        (Verdict.UNDECIDED, {"low": 0.0, "high": 0.02}),
    ],
)
def test_a_sequential_test_has_a_sentence(verdict, facts):
    settled = Settled(verdict, 70, 1.0, -2.9, 2.9)
    finding = sprt_finding(settled, ("a", "b"), 0.0, 0.02)
    assert finding.facts == {"one": "a", "two": "b", "deals": 70, **facts}
    assert "+2.0 pp" in finding.text


def test_a_tournament_has_three_tables(found, capsys):
    section = tournament_section(found)
    text = printed(section, capsys)
    assert section.findings[0].name == "beats_all"
    assert (section.findings[0].facts["best"], section.findings[0].facts["bots"]) == ("c", 3)
    assert section.findings[0].facts["or_others"] == ""
    assert "2 games were cut off" in text
    assert "12,345" in text
    assert "0.25" in text
    assert [table.name for table in tournament_section(found).tables] == [
        "bots",
        "pairings",
        "seats",
    ]


@pytest.mark.parametrize(
    ("ratings", "name", "at"),
    [
        ({}, "zero_mean", None),
        ({"b": Rating(0.0), "c": Rating(40.0, 9.0)}, "zero_of", 0),
        ({"c": Rating(40.0, 9.0)}, "zero_by", 40),
    ],
)
def test_it_is_said_which_bot_has_0(ratings, name, at):
    outcomes = [met("a", "b", 0.4), met("b", "c", 0.4)]
    found = standings(outcomes, ["a", "b", "c"], [1.0] * 3, Scale("b", ratings))
    sections = tournament_section(found), ladder_section(found, ["a", "b", "c"])
    assert [section.findings[1].name for section in sections] == [name, name]
    bots = found.bots.set_index("bot")
    if at is None:
        assert bots["rating_value"].sum() == pytest.approx(0, abs=1e-6)
        return
    link = min(ratings)
    assert bots.loc[link, ["rating_value", "rating_error"]].tolist() == [at, 0]
    assert (bots["rating_error"].drop(link) > 0).all()
    for section in sections:
        assert section.tables[0].frame.set_index("bot").loc[link, "rating"] == f"{at:+d}"


def test_its_tables_are_whole_in_their_files(found):
    section = tournament_section(found)
    assert {one.name for one in section.pictures} == {"circles", "pairings", "ratings"}
    tables = {one.name: one for one in section.tables}
    assert set(tables) == {"bots", "pairings", "seats"}
    head, *rows = table_csv(tables["pairings"]).splitlines()
    assert head.startswith("bot,against,value,low,high,deals,effective,margin_value")
    assert len(rows) == 6


def test_a_circle_has_each_of_its_links(capsys):
    outcomes = [met("a", "b", 0.7), met("b", "c", 0.7), met("a", "c", 0.3)]
    found = standings(outcomes, ["a", "b", "c"], [1.0] * 3)
    section = tournament_section(found)
    assert section.findings[-1].name == "cyclic"
    assert "Circles of three" in printed(section, capsys)
    (row,) = section.tables[-1].frame.to_dict("records")
    assert sorted(row["circle"].split(" > ")[:3]) == ["a", "b", "c"]
    assert row["weak_value"] == min(row["first_value"], row["second_value"], row["third_value"])
    assert row["q"] < 0.001
    circles = next(one for one in section.tables if one.name == "circles")
    assert table_csv(circles).startswith("circle,first_value")


@pytest.mark.parametrize(
    ("p", "value", "name"),
    [(0.5, 0.2, "not_cyclic"), (0.01, 0.02, "hardly_cyclic"), (0.01, 0.2, "cyclic")],
)
def test_circles_are_reported_where_they_are_clear_and_matter(found, p, value, name):
    part = replace(found.intransitivity, p=p, value=value, low=value / 2, high=0.3)
    finding = tournament_section(replace(found, intransitivity=part)).findings[-1]
    assert (finding.name, finding.facts["share"].value) == (name, value)


def test_a_ladder_stands_from_the_top(capsys):
    outcomes = [met("b", "a", 0.7), met("c", "b", 0.6)]
    found = standings(outcomes, ["a", "b", "c"], [1.0] * 3)
    text = printed(ladder_section(found, ["a", "b", "c"]), capsys)
    rows = [line.split()[:2] for line in text.splitlines()]
    first = rows.index(["c", "b"])
    assert rows[first + 1] == ["b", "a"]
    assert rows[first + 2][0] == "a"


@pytest.mark.parametrize(
    ("name", "against_a", "against_b", "against_c"),
    [
        ("between", 0.7, 0.3, 0.2),
        ("above_all", 0.9, 0.8, 0.7),
        ("below_all", 0.3, 0.2, 0.1),
        ("level", 0.7, 0.5, 0.3),
        ("no_place", 0.3, 0.2, 0.7),
    ],
)
def test_an_added_bot_is_told_its_place(name, against_a, against_b, against_c, capsys):
    outcomes = [
        met("b", "a", 0.7), met("c", "b", 0.7),
        met("x", "a", against_a), met("x", "b", against_b), met("x", "c", against_c),
    ]  # fmt: skip
    found = standings(outcomes, ["a", "b", "c", "x"], [1.0] * 4)
    section = ladder_section(found, ["a", "b", "c"], "x")
    assert section.findings[0].name == name
    assert section.findings[0].text.startswith("x ")
    own = section.tables[0].frame
    assert list(own["against"]) == ["c", "b", "a"]
    assert own["value"].tolist() == pytest.approx([against_c, against_b, against_a], abs=0.1)
    text = printed(section, capsys)
    assert "x against each bot of the ladder" in text


def test_what_was_published_has_its_interval():
    claim = Claim(players=2, bot="a", against="b", at_least=75)
    assert published_text(claim) == "not measured yet"
    figures = Published(
        value=78.42, low=77.1, high=79.6, games=400, deals=200, date=date(2026, 1, 2), command=""
    )
    two = claim.model_copy(update={"published": figures})
    assert published_text(two) == "78.4% [77.1, 79.6] in 400 games"
    three = Claim(players=3, bot="a", against="b", above=0, published=figures)
    assert published_text(three) == "+78.4 [+77.1, +79.6] pp in 400 games"


def test_of_bots_that_cannot_be_told_apart_the_strongest_is_not_one():
    alike = [met("a", "b", 0.5), met("b", "c", 0.51), met("a", "c", 0.5)]
    section = tournament_section(standings(alike, ["a", "b", "c"], [1.0, 1.0, 1.0]))
    finding = section.findings[0]
    others = [name for name in "abc" if name != finding.facts["best"]]
    assert finding.name == "strongest"
    assert finding.facts["or_others"] == f" (or {others[0]} or {others[1]})"


def test_a_bot_may_have_the_name_of_a_column(capsys):
    names = ["bot", "value", "rank"]
    outcomes = [met(*pair, 0.4) for pair in itertools.combinations(names, 2)]
    section = tournament_section(standings(outcomes, names, [1.0] * 3))
    table = section.tables[1]
    assert [column.head for column in table.columns] == ["against", *section.tables[0].frame["bot"]]
    row = table.frame.set_index("bot").loc["rank"]
    assert [row[column.name] for column in table.columns[1:]].count("") == 1
    assert "rank" in printed(section, capsys)
