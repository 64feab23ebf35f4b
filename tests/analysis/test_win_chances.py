"""Chances to win, from games followed round by round."""

from dataclasses import replace

import numpy as np

from balance.analysis.win_chances import FEWEST_GAMES, calibrated, errors, win_chances
from tests.analysis.made_up_curves import walks


def test_chances_add_up_and_end_with_what_came() -> None:
    found = win_chances(walks(300, seats=3))
    assert found.is_modelled
    assert np.allclose(found.chances.sum(axis=1), 1)
    assert (found.chances[found.ends] == found.shares).all()
    assert (found.values[found.ends, :, 0].argmax(axis=1) == found.shares.argmax(axis=1)).all()


def test_chances_are_calibrated() -> None:
    found = win_chances(walks(1_500))
    rows = calibrated(found)
    held = (rows["low"] <= rows["expected"]) & (rows["expected"] <= rows["high"])
    assert held.mean() >= 0.7
    assert (np.abs(rows["value"] - rows["expected"]) < 0.06).all()
    score, gain = errors(found)
    assert 0.1 < score.value < 0.25
    assert gain.low > 0.2


def test_as_the_game_goes_on_chances_part() -> None:
    found = win_chances(walks(600))
    early = found.chances[found.starts + 1].max(axis=1).mean()
    late = found.chances[found.ends - 1].max(axis=1).mean()
    assert early < 0.65 < 0.8 < late


def test_a_game_does_not_foretell_itself() -> None:
    trajectories = walks(400)
    changed = trajectories.values.copy()
    changed[trajectories.first[0] : trajectories.first[1]] *= -1
    one, two = (
        win_chances(trajectories),
        win_chances(replace(trajectories, values=changed, wins=trajectories.wins.copy())),
    )
    of_its_half = one.game_of % 2 == 0
    apart = one.game_of > 0
    # The models of the other half alone saw the first game, but for the scale of features.
    assert np.abs(one.chances - two.chances)[of_its_half & apart].max() < 0.01


def test_games_cut_off_are_left_out() -> None:
    trajectories = walks(300)
    stopped = np.arange(300) < 30
    found = win_chances(replace(trajectories, stopped=stopped))
    assert len(found.starts) == 270
    assert found.numbers[0] == 30
    whole = win_chances(trajectories)
    assert (found.values[: found.ends[0] + 1] == whole.values[slice(*_rows(whole, 30))]).all()


def _rows(found, game):
    return found.starts[game], found.ends[game] + 1


def test_too_few_games_have_no_chances() -> None:
    found = win_chances(walks(FEWEST_GAMES - 1))
    assert not found.is_modelled
    assert np.isnan(found.chances).all()
    trajectories = walks(40)
    none = win_chances(replace(trajectories, stopped=np.ones(40, np.bool_)))
    assert len(none.starts) == 0
    assert not none.is_modelled


def test_other_bots_are_foreseen_by_who_they_are() -> None:
    trajectories = walks(600)
    rng = np.random.default_rng(1)
    strong = rng.integers(0, 2, 600)
    wins = 60 * np.eye(2, dtype=np.int64)[strong]
    found = win_chances(
        replace(trajectories, lineup=np.eye(2, dtype=np.int64)[1 - strong], wins=wins)
    )
    assert (found.chances[found.starts][np.arange(600), strong] > 0.8).mean() > 0.95
