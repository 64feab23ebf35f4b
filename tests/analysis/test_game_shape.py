"""The shape of games, of games whose shape is known."""

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.game_shape import (
    by_round,
    fan,
    game_flow,
    in_numbers,
    leader_wins,
    over_by_round,
    shapes,
    worth_opening,
)
from balance.analysis.win_chances import win_chances
from tests.analysis.conftest import make_match
from tests.analysis.made_up_curves import told, walks

# Seat 2 trails for long and wins in the last round; seat 1 leads all the time.
COMEBACK = (
    [[0, 0], [4, 1], [6, 2], [8, 8], [9, 12]],
    [[0.5, 0.5], [0.7, 0.3], [0.84, 0.16], [0.64, 0.36], [0.0, 1.0]],
)
ROUT = (
    [[0, 0], [5, 0], [9, 2], [20, 2]],
    [[0.5, 0.5], [0.92, 0.08], [0.95, 0.05], [1.0, 0.0]],
)


def test_a_comeback():
    course = game_flow(told([COMEBACK]))
    assert course.margin[0] == 3
    assert course.lead_changes[0] == 1  # the tie after round 3 is no lead
    assert course.favourite_changes[0] == 1
    assert course.decided[0] == 1.0
    assert course.is_last[0] == 1
    assert course.lowest[0] == pytest.approx(0.16)
    assert course.when_lowest[0] == 2
    assert course.drama[0] == pytest.approx(np.mean(np.sqrt([0.4, 0.68, 0.28])))
    assert course.swing[0] == pytest.approx(0.64)
    assert course.uncertainty[0] == pytest.approx(np.mean([1, 0.6, 0.32, 0.72]))


def test_a_rout():
    course = game_flow(told([ROUT]))
    assert course.decided[0] == pytest.approx(1 / 3)
    assert course.is_last[0] == 0
    assert course.lead_changes[0] == course.drama[0] == 0
    assert course.lowest[0] == pytest.approx(0.92)


def test_a_shared_win_has_no_winner_to_follow():
    shared = ([[0, 0], [3, 3]], [[0.5, 0.5], [0.5, 0.5]])
    found = told([ROUT, shared])
    course = game_flow(found)
    assert np.isnan(course.decided[1])
    assert course.margin[1] == 0
    numbers = in_numbers(found, course)
    assert numbers.loc["decided", "games"] == 1
    assert numbers.loc["close", "games"] == 2


def test_in_numbers_with_a_target():
    found = told([ROUT, COMEBACK] * 40)
    numbers = in_numbers(found, game_flow(found), (4, 6))
    assert numbers.loc["rounds", "value"] == 3.5
    assert numbers.loc["in_target", "value"] == 0.5
    assert numbers.loc["too_short", "value"] == 0.5
    assert numbers.loc["too_long", "value"] == 0
    assert numbers.loc["comeback", "value"] == 0.5
    assert numbers.loc["close", "value"] == 0.5
    assert (numbers["low"] <= numbers["value"]).all()
    assert (numbers["value"] <= numbers["high"]).all()
    assert numbers.loc["rounds", ["p5", "median", "p95"]].tolist() == [3, 3.5, 4]


def test_who_leads_when_wins_so_often():
    rows = leader_wins(told([ROUT, COMEBACK] * 40)).set_index("moment")
    assert rows.loc[0.5, "led"] == 80
    assert rows.loc[0.5, "value"] == 0.5
    assert rows.loc[0.75, "led"] == 40  # in the comeback they are even by then
    assert rows.loc[0.75, "value"] == 1
    assert rows.loc[0.25, "fair"] == 0.5


def test_by_round_winners_are_apart_from_others():
    rows = by_round(told([ROUT, COMEBACK] * 40), ())
    after_two = rows[rows["round"] == 2].iloc[0]
    assert after_two["winners_value"] == pytest.approx((9 + 2) / 2)
    assert after_two["others_value"] == pytest.approx((2 + 6) / 2)
    assert after_two["games"] == 80
    assert rows["round"].max() == 4
    assert rows[rows["round"] == 4]["games"].item() == 40


def test_the_fan_begins_even_and_ends_with_the_win():
    rows = fan(told([ROUT, COMEBACK] * 40))
    assert rows["median"].iloc[0] == 0.5
    assert (rows.iloc[-1, 1:] == 1).all()
    assert rows["moment"].tolist()[-1] == 1


def test_so_many_games_are_over():
    assert over_by_round(told([ROUT, COMEBACK])).to_numpy().tolist() == [[3, 0.5], [4, 1.0]]


def test_what_is_worth_opening():
    rows = worth_opening(told([ROUT, COMEBACK, ROUT]), game_flow(told([ROUT, COMEBACK, ROUT])))
    first = rows.groupby("kind", sort=False).first()
    assert first.loc["dramatic", "game"] == 101
    assert first.loc["dramatic", "what"] == (
        "won after a chance of 16.0% at the end of round 2 of 4"
    )
    assert first.loc["long", "what"] == "4 rounds"
    assert first.loc["lopsided", "what"] == "20 to 2, 18 apart"
    assert first.loc["lopsided", "game"] == 100


def test_without_chances_points_are_told_of():
    found = win_chances(walks(40))
    course = game_flow(found)
    numbers = in_numbers(found, course)
    assert "decided" not in numbers.index
    assert numbers.loc["lead_changes", "value"] > 0
    assert set(worth_opening(found, course)["kind"]) == {"long", "lopsided"}


def test_cells_stand_side_by_side():
    cells = [
        CellResult(name, make_match(2), games, games, {}, trajectories=walks(games))
        for name, games in (("many", 300), ("few", 60))
    ]
    rows = shapes(cells).set_index("cell")
    assert rows.loc["many", "decided_low"] < rows.loc["many", "decided_value"]
    assert np.isnan(rows.loc["few", "decided_value"])
    assert rows.loc["few", "leader_value"] > 0.5
