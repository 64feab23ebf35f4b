"""The figures that are known of Dominion: that they are what they should be, and a quick look."""

import csv
from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

from balance.analysis.published_results import measure_of
from balance.app.commands.verify import VerifyOptions, reference_match, verify_game
from balance.compiling.jit import is_compiling
from balance.games.dominion import GAME
from balance.games.dominion.services.openings import OPENINGS, SHOWN, measure
from balance.games.dominion.services.published_results import DATA, published_results

FEW = 5000  # games of each line-up: seconds


@pytest.fixture(scope="module")
def groups():
    found = defaultdict(list)
    for one in published_results():
        found[one.group].append(one)
    return found


def test_there_are_as_many_as_were_published(groups):
    assert list(groups) == ["openings", "solo", "win rates", "mirrors", "solo lists"]
    assert len(groups["openings"]) == len(OPENINGS) + len(SHOWN)
    assert len(groups["solo"]) == 8
    assert len(groups["win rates"]) == 29
    assert len(groups["mirrors"]) == 11
    assert len(groups["solo lists"]) == 6


def test_tolerances_are_those_of_the_trust(groups):
    for one in groups["win rates"]:
        (points,) = [figure for figure in one.figures if figure.measure.startswith("points")]
        assert points.within == {"high": 1.0, "medium": 2.0}[points.trust]
    exact = [figure for one in groups["openings"] + groups["solo"] for figure in one.figures]
    assert {figure.within for figure in exact} == {0.002, 0.003, 0.01}
    assert all(one.games == 1_000_000 for one in groups["solo"])


def test_the_chances_of_an_opening_add_up_to_one():
    with (DATA / "reference_openings.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    chances = defaultdict(list)
    for row in rows:
        when, _, what = row["measure"].partition(": coins = ")
        if what:
            chances[row["name"], when].append((int(what), Fraction(row["expected"])))
    assert len(chances) == 5
    for (name, when), each in chances.items():
        assert sum(chance for _, chance in each) == 1
        (mean,) = [
            Fraction(row["expected"])
            for row in rows
            if (row["name"], row["measure"]) == (name, f"{when}: mean coins")
        ]
        assert sum(coins * chance for coins, chance in each) == mean


def test_those_of_one_player_add_up_to_one_and_to_their_mean(groups):
    for place in (0, 3, 7):
        mean, *chances = groups["solo"][place].figures
        rounds = [int(figure.measure.partition(" = ")[2]) for figure in chances]
        shares = [figure.expected for figure in chances]
        assert sum(shares) == pytest.approx(1, abs=0.001)
        assert np.dot(rounds, shares) == pytest.approx(mean.expected, abs=0.03)


def test_every_table_can_be_laid_and_every_measure_read(groups):
    for name in ("solo", "win rates", "mirrors", "solo lists"):
        for one in groups[name]:
            match = reference_match(GAME, one, 1)
            for figure in one.figures:
                measure_of(one, figure, match)


def test_supplies_have_what_the_lists_need(groups):
    tables = {one.name: one.table for one in groups["win rates"]}
    assert tables["moat_bm v militia_bm"] == {"kingdom": ["moat", "militia"]}
    assert tables["young_witch_bm v big_money_ultimate"]["bane"] == "woodcutter"
    assert tables["big_money_ultimate v basic_big_money"] == {"kingdom": []}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("turn 1: coins = 4", [1, 0]),
        ("turn 3: coins >= 6", [0, 1]),
        ("once: coins >= 6", [1, 1]),
        ("twice: coins >= 6", [0, 1]),
        ("never: coins >= 7", [0, 1]),
        ("turns 3+4: mean coins", [12, 12]),
        ("turns 1+2: mean coins", [7, 7]),
        ("4/3 split", [1, 0]),
        ("5/2 split", [0, 1]),
        ("turn 3: the first is in hand", [1, 0]),
        ("once: the first is in hand", [1, 0]),
        ("once: both are in hand", [0, 0]),
        ("one each", [1, 0]),
        ("both are seen", [1, 0]),
        ("neither is seen", [0, 1]),
        ("twice: 5 reached", [1, 1]),
    ],
)
def test_what_is_measured_of_an_opening(name, values):
    """Of two deals: coins, and whether the hand had the first and the second card."""
    seen = np.array(
        [[[4, 0, 0], [3, 0, 0], [5, 1, 0], [7, 0, 1]], [[5, 0, 0], [2, 0, 0], [6, 0, 0], [6, 0, 0]]]
    )
    assert measure(name, seen).tolist() == values


@pytest.mark.skipif(not is_compiling(), reason="many games")
def test_nothing_is_missed_in_a_few_games(capsys, tmp_path):
    out = tmp_path / "figures.csv"
    assert verify_game("dominion", VerifyOptions(games=FEW, out=out))
    assert " contradicted" not in capsys.readouterr().out.splitlines()[-1]
    with out.open() as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) > 400
    confirmed = [row for row in rows if row["verdict"] == "confirmed"]
    assert len(confirmed) > 80
