"""What decides games, where that is known."""

import numpy as np
import pytest

from balance.analysis.skill import LEADS, WINS, contest_parts, contests, ladder_results
from balance.games.loading import load_game
from balance.runner.replays import Replays
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.analysis.conftest import make_match
from tests.conftest import ROOT


def replays(chance: float, deals: int = 300, name: str = "good v bad") -> Replays:
    """Return games of two bots of which the first always wins, but for this share by a coin."""
    rng = np.random.default_rng(4)
    lineup = np.array([[0, 1], [1, 0]])
    tossed = rng.random((deals, 2, 2, 2)) < chance
    heads = rng.random((deals, 2, 2, 2)) < 0.5
    good_wins = np.where(tossed, heads, True)
    first_wins = good_wins == (np.array([True, False])[None, :, None, None])
    wins = 60 * np.stack([first_wins, ~first_wins], axis=-1).astype(np.int64)
    return Replays(name, ("good", "bad"), lineup, wins, wins // 6)


def test_half_the_games_by_a_coin_are_half_decided_by_skill() -> None:
    row = contests([replays(0.5)]).iloc[0]
    assert (row["better"], row["other"]) == ("good", "bad")
    assert row["value"] == pytest.approx(0.75, abs=0.03)
    assert row["skill_low"] < 0.5 < row["skill_high"]
    assert row["equal"] == 0.5


def test_the_better_bot_is_named_first_whoever_it_is() -> None:
    one = replays(0.5)
    other = Replays("bad v good", ("bad", "good"), 1 - one.lineup, one.wins, one.scores)
    row = contests([other]).iloc[0]
    assert (row["better"], row["other"]) == ("good", "bad")
    assert row["value"] == pytest.approx(0.75, abs=0.03)


def test_variance_falls_into_skill_and_the_coins() -> None:
    rows = contest_parts([replays(0.5)]).set_index("of")
    won = rows.loc[WINS]
    assert won["skill_low"] < 0.25 < won["skill_high"]  # of 0.25 in all, (0.75 - 0.5) ** 2
    assert won["bots_low"] < 0.75 < won["bots_high"]
    assert won["luck_value"] < 0.1
    assert won["set_up_low"] == 0
    assert won["sd"] == pytest.approx(0.5, abs=0.01)
    assert rows.loc[LEADS, "sd"] == pytest.approx(10, abs=0.2)


def test_one_bot_has_no_contest() -> None:
    one = replays(0.5)
    alone = Replays(
        "good", ("good",), np.zeros((1, 2), np.int64), one.wins[:, :1], one.scores[:, :1]
    )
    assert contests([alone]).empty
    assert contest_parts([alone])["skill_value"].tolist() == pytest.approx([0, 0])


def test_the_ladder_as_published() -> None:
    rows = ladder_results(_valeria(2)).query("other == 'greedy'").set_index("better")
    planner = rows.loc["planner"]
    assert planner["skill_value"] == pytest.approx(2 * planner["value"] - 1)
    assert planner["low"] < planner["value"] < planner["high"]
    assert ladder_results(_valeria(3))["skill_value"].isna().all()
    assert ladder_results(make_match(2)).empty


def _valeria(players: int) -> Match:
    assert load_game("valeria", ROOT).name == "valeria"
    values = {"name": "x", "game": "valeria", "players": players, "bots": "greedy"}
    return prepare(Scenario.model_validate(values).at(ROOT / "x.toml")).cells[0].match
