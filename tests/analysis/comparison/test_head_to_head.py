"""Bot against bot, on made-up records with known answers."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.head_to_head import bot_matches, group_standings
from tests.analysis.conftest import make_match, make_records
from tests.sections import METRICS

STRENGTHS: Mapping[str, float] = {"ox": 1.0, "cat": 2.0, "fox": 3.0}


def met_in(
    lineup: Sequence[str], games: int = 1536, axes: Mapping[str, str] | None = None, seed: int = 1
) -> CellResult:
    """Return a cell in which each bot wins in proportion to its strength."""
    match = make_match(len(lineup), lineup=lineup)
    rng = np.random.default_rng(seed)
    weights = np.array([STRENGTHS[label] for label in match.lineup.labels])
    records = make_records(match, np.zeros((games, len(lineup)), int))
    odds = weights[records["lineup"][:, : len(lineup)]]
    reached = np.cumsum(odds / odds.sum(axis=1, keepdims=True), axis=1)
    won = (rng.random((games, 1)) > reached).sum(axis=1)
    records["wins"][np.arange(games), won] = 60
    sums = {
        question: asked.tally(records, match)
        for question, asked in METRICS.items()
        if asked.applies(match)
    }
    deals = games // match.lineup.rotations
    return CellResult(" + ".join(lineup), match, games, deals, sums, axes or {})


def by_pair(met: pd.DataFrame) -> dict[tuple[str, str], Any]:
    """Return the rows by bot and the one that it is against."""
    return {(row["bot"], row["against"]): row for row in met.to_dict("records")}


@pytest.fixture(scope="module")
def robin() -> list[CellResult]:
    return [met_in(pair) for pair in combinations(STRENGTHS, 2)]


def test_both_bots_of_a_pair_meet_each_other(robin: list[CellResult]) -> None:
    met = by_pair(bot_matches(robin))
    assert len(met) == 6
    fox, ox, cat = met["fox", "ox"], met["ox", "fox"], met["cat", "fox"]
    assert fox["value"] == pytest.approx(0.75, abs=0.04)
    assert fox["value"] + ox["value"] == pytest.approx(1)
    assert cat["low"] < 0.4 < cat["high"]
    assert {row["fair"] for row in met.values()} == {0.5}
    assert {row["group"] for row in met.values()} == {"2 players"}


def test_standings_count_whom_a_bot_beats_and_how_it_fares_on_average(
    robin: list[CellResult],
) -> None:
    met = bot_matches(robin)
    table = group_standings(met, robin)
    assert table["bot"].tolist() == ["fox", "cat", "ox"]
    assert table["beats"].tolist() == [2, 1, 0]
    assert table["loses"].tolist() == [0, 1, 2]
    assert table["met"].tolist() == [2, 2, 2]
    fox = table.to_dict("records")[0]
    assert fox["low"] < (0.75 + 0.6) / 2 < fox["high"]
    assert fox["against"] == "cat"
    mine = met[met["bot"] == "fox"]["value"]
    assert fox["value"] == pytest.approx(mine.mean())
    assert fox["worst_value"] == mine.min()
    assert fox["worst_low"] < 0.6 < fox["worst_high"]


def test_of_more_players_the_one_that_sits_alone_meets_the_others() -> None:
    cells = [
        met_in(lineup)
        for one, two in combinations(STRENGTHS, 2)
        for lineup in ((one, two, two), (one, one, two))
    ]
    met = by_pair(bot_matches(cells))
    assert len(met) == 6
    assert met["fox", "ox"]["value"] == pytest.approx(3 / 5, abs=0.05)
    assert met["ox", "fox"]["value"] == pytest.approx(1 / 7, abs=0.05)
    assert {row["fair"] for row in met.values()} == {1 / 3}


def test_each_point_of_a_grid_has_standings_of_its_own() -> None:
    cells = [
        met_in(pair, axes={"bots": " + ".join(pair), "gold": gold})
        for gold in ("2", "3")
        for pair in combinations(STRENGTHS, 2)
    ]
    met = bot_matches(cells)
    assert met["group"].unique().tolist() == ["2 players, 2", "2 players, 3"]
    table = group_standings(met, cells)
    assert table["group"].tolist() == ["2 players, 2"] * 3 + ["2 players, 3"] * 3


def test_what_is_no_round_of_meetings_is_left_out(robin: list[CellResult]) -> None:
    assert bot_matches(robin[:1]).empty  # two bots
    assert bot_matches([*robin, met_in(("ox", "cat"), seed=2)]).empty  # which of the two cells?
    assert bot_matches([met_in(("ox", "ox")), met_in(("ox", "cat", "fox"))]).empty
    unequal = bot_matches([*robin, met_in(("ox", "ox", "cat", "cat"))])  # nobody sits alone
    assert set(unequal["group"]) == {"2 players"}


def test_too_few_deals_have_a_mean_without_an_interval() -> None:
    cells = [met_in(pair, 60) for pair in combinations(STRENGTHS, 2)]
    table = group_standings(bot_matches(cells), cells)
    assert table["value"].notna().all()
    assert table["low"].isna().all()
