"""King of the Valley: influence by price, the king's place, tiles left on the hill."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.layout import WIN
from balance.games.king_of_the_valley.layout import Extra
from balance.games.king_of_the_valley.sections.valley_sums import (
    applies,
    influence_table,
    left_table,
    places_table,
    tally,
)
from balance.runner.batches import Batches
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.conftest import ROOT

GAMES, SEATS = 300, 3


@pytest.fixture(scope="module")
def match() -> Match:
    scenario = Scenario.model_validate(
        {"name": "a", "game": "king_of_the_valley", "players": SEATS, "bots": "greedy", "games": 1}
    )
    return prepare(scenario.at(ROOT / "a.toml")).cells[0].match


@pytest.fixture(scope="module")
def records(match: Match) -> NDArray[Any]:
    return Batches(match).play(0, GAMES)


def test_the_rules_write_a_place_for_each_turn_and_influence_for_each_recruit(
    records: NDArray[Any],
) -> None:
    np.testing.assert_array_equal(records["rings"].sum(axis=(1, 2)), records["turns"])
    recruits = records["taken"][:, :, Extra.HILL_1 : Extra.HILL_1 + 6].astype(int)
    bought = records["bought"]
    assert bought.sum() > GAMES
    assert (bought >= 0).all()
    assert (bought <= 5 * recruits).all()  # 5 is the influence of a queen
    starts = records["taken"][:, :SEATS, Extra.START_CENTRE : Extra.START_CORNER + 1]
    assert (records["rings"][:, :SEATS] >= starts).all()  # the first turn begins where it starts
    assert ((records["left"] >= 0) & (records["left"] <= 12)).all()


def test_planted_numbers_come_out(match: Match, records: NDArray[Any]) -> None:
    made = records.copy()
    made["bought"], made["taken"][:, :, Extra.HILL_1 : Extra.HILL_1 + 6] = 0, 0
    made["taken"][:, 0, Extra.HILL_1] = 2
    made["bought"][:, 0, 0] = 7
    made["rings"], made["stopped"] = 0, 0
    made["rings"][:, 0] = 3, 1, 0, 0
    made["wins"][:, :SEATS] = WIN, 0, 0
    made["left"] = 4
    sums = tally(made, match)
    table = influence_table(sums, match)
    assert table["recruits"].tolist() == [2 * GAMES]
    assert table["value"].tolist() == [3.5]
    places = places_table(sums)
    assert places["value"].tolist() == [0.75, 0.25, 0.0, 0.0]
    assert places["wins_value"].tolist()[:2] == [1.0, 1.0]
    left = left_table(sums).iloc[0]
    assert (left["left_value"], left["some_value"]) == (4.0, 1.0)


def test_parts_add_up(match: Match, records: NDArray[Any]) -> None:
    whole, parts = tally(records, match), tally(records[:90], match) + tally(records[90:], match)
    for name in ("influence", "places", "wins", "left", "full"):
        np.testing.assert_array_equal(getattr(whole, name).num, getattr(parts, name).num)
        np.testing.assert_array_equal(getattr(whole, name).den, getattr(parts, name).den)
    assert applies(match)
