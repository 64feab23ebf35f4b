"""How often acts are offered and chosen, by phase and result, from made-up counts."""

from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.acts import act_choices
from balance.engine.layout import WIN
from tests.analysis.made_up_curves import walks


def test_choices_are_shares_of_offers_by_phase_and_result() -> None:
    games = 400
    followed = walks(games)
    won = followed.wins > 0
    acted = np.zeros((games, 3, 2, 3, 2), np.int64)
    acted[..., 0, 0] = 2  # offered twice to each seat in each third
    acted[:, 2, :, 0, 1] = np.where(won, 2, 1)  # chosen in the last third, more by winners
    acted[:, 0, 0, 1, 0] = 1
    frame = act_choices(replace(followed, acts=("build", "rest", "sing"), acted=acted))
    assert list(frame["act"]) == ["build", "rest"]  # nobody could sing
    build, rest = frame.iloc[0], frame.iloc[1]
    chosen = acted[..., 0, 1].sum() / acted[..., 0, 0].sum()
    assert build["value"] == pytest.approx(chosen)
    assert build["low"] < chosen < build["high"]
    assert build["first_value"] == build["middle_value"] == 0
    assert build["last_value"] == pytest.approx(3 * chosen)
    assert build["winners_value"] == pytest.approx(1 / 3)
    assert build["others_value"] == pytest.approx(1 / 6)
    assert build["offered_value"] == 12
    assert rest["offered_value"] == 1
    assert rest["value"] == 0
    assert rest["offers"] == games
    assert np.isnan(rest["last_value"])
    assert (followed.wins.sum(axis=1) == WIN).all()


def test_intervals_are_by_deal() -> None:
    """All seats and games of a deal doing the same are one observation."""
    followed = walks(400)
    choice = np.random.default_rng(1).integers(0, 2, 100)
    acted = np.zeros((400, 3, 2, 1, 2), np.int64)
    acted[..., 0, 0] = 1
    acted[..., 0, 1] = np.repeat(choice, 4)[:, None, None]
    frame = act_choices(replace(followed, acts=("build",), acted=acted, rotations=4))
    row = frame.iloc[0]
    assert row["deals"] == 100
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * 0.5 / 10, rel=0.1)
