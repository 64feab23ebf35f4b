"""Openings, styles and collisions of Dominion."""

import numpy as np
import pytest

from balance.engine.layout import NOBODY, WIN
from balance.games.dominion.sections import openings_sums
from balance.games.dominion.sections.openings_sums import (
    OpeningSums,
    collisions,
    openings_table,
    styles_table,
    tally,
)
from balance.runner.batches import Batches
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.conftest import ROOT

GAMES = 512


@pytest.fixture(scope="module")
def match() -> Match:
    scenario = Scenario.model_validate(
        {"name": "a", "game": "dominion", "players": 2, "bots": "greedy", "games": 1, "seed": 5}
    )
    return prepare(scenario.at(ROOT / "a.toml")).cells[0].match


@pytest.fixture(scope="module")
def records(match: Match) -> np.ndarray:
    return Batches(match).play(0, GAMES)


def planted(records: np.ndarray) -> np.ndarray:
    """Seat 0 opens with row 1, then 2 and wins; seat 1 with 2, then nothing."""
    made = records.copy()
    made["opening"][:, 0] = 1, 2
    made["opening"][:, 1] = NOBODY, 2
    made["wins"][:, :2] = WIN, 0
    made["rounds"], made["stopped"] = 10, 0
    made["plays"][:, :2], made["stuck"][:, :2] = (20, 3), (5, 0)
    return made


def test_openings_in_any_order_with_their_win_rates(match: Match, records: np.ndarray) -> None:
    made = planted(records)
    made["opening"][::2, 0] = 2, 1  # the same one
    table = openings_table(tally(made, match), match)
    names = [card.name for card in match.game_table.cards]
    assert table[["first", "second"]].to_numpy().tolist() == [[names[1], names[2]], [names[2], ""]]
    assert table["seats"].tolist() == [GAMES, GAMES]
    assert table["value"].tolist() == [1.0, 0.0]
    assert table["sure"].all()


def test_styles_and_collisions(match: Match, records: np.ndarray) -> None:
    sums = tally(planted(records), match)
    styles = styles_table(sums).set_index("style")
    assert styles.loc["engine", "value"] == 1.0
    assert styles.loc["money", "value"] == 0.0
    row = collisions(sums).iloc[0]
    assert row["plays_value"] == pytest.approx((20 + 3) / 20)
    assert row["stuck_value"] == pytest.approx(5 / 20)


def test_sums_of_parts_add_up_and_games_that_were_cut_off_are_left_out(
    match: Match, records: np.ndarray
) -> None:
    whole = tally(records, match)
    parts = tally(records[:200], match) + tally(records[200:], match)
    for name in vars(whole):
        np.testing.assert_array_equal(getattr(whole, name), getattr(parts, name))
    cut = records.copy()
    cut["stopped"][:100] = 1
    assert tally(cut, match).count.sum() == 2 * (GAMES - 100)
    assert isinstance(whole, OpeningSums)
    assert openings_sums.applies(match)


def test_the_rules_write_them(records: np.ndarray) -> None:
    assert (records["opening"][:, :2, 0] != NOBODY).mean() > 0.5
    assert records["plays"][:, :2].sum() > GAMES
    assert (records["stuck"][:, :2] <= records["rounds"][:, None]).all()
    assert (records["stuck"][:, 2:] == 0).all()
