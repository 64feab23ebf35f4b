"""How many games each question needs: as many as the same precision takes afterwards."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance.analysis.planning import planned_games
from balance.api.functions import run
from balance.app.commands.plan import plan, with_times
from balance.errors import ScenarioError
from balance.runner.worker_pool import worker_pool
from balance.scenario.experiments import BAN
from balance.scenario.overrides import Overrides
from tests.analysis.made_up_arms import cards_match, played
from tests.app.test_diff import PIG, balance
from tests.report.conftest import variant

SCENARIO = f'name = "pig"\ngame = "{PIG}"\nseed = 3\ngames = 50\nbots = ["hold_at", "hold_at"]\n'


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    """A scenario of Pig."""
    path = tmp_path / "pig.toml"
    path.write_text(SCENARIO)
    return str(path)


def test_a_share_of_a_half_needs_the_games_of_the_binomial(scenario: str) -> None:
    table, _ = plan(scenario, Overrides(), 0.02, 20_000, worker_pool(1), "", progress=False)
    (seats,) = table.to_dict("records")
    assert seats["question"] == "seats"
    assert seats["width_games"] == pytest.approx(1.96**2 * 0.25 / 0.02**2, rel=0.15)
    ratio = (2.80 / 1.96) ** 2
    assert seats["detect_games"] == pytest.approx(seats["width_games"] * ratio, rel=0.01)
    assert 0 < seats["width_seconds"] < seats["detect_seconds"]


def test_half_the_effect_takes_four_times_the_games(scenario: str) -> None:
    one, half = (
        plan(scenario, Overrides(), detect, 5_000, worker_pool(1), "", progress=False)[0]
        for detect in (0.02, 0.01)
    )
    np.testing.assert_allclose(half["width_games"], 4 * one["width_games"])


def test_the_games_that_were_planned_give_the_width(scenario: str) -> None:
    table, _ = plan(scenario, Overrides(), 0.01, 5_000, worker_pool(1), "", progress=False)
    games = int(table["width_games"].iloc[0])
    seats = run(scenario, games=games, progress=False).table("win_rate_by_seat")
    widths = seats["high"] - seats["low"]
    assert widths.mean() == pytest.approx(0.02, rel=0.15)


def test_the_command_prints_a_row_for_each_question(scenario: str, capsys) -> None:
    assert balance("plan", scenario, "--detect", "2pp", "--pilot", "3000") == 0
    printed = capsys.readouterr().out
    assert "±2 pp" in printed
    assert "seats and bots" in printed


@pytest.mark.parametrize("detect", ["0", "-1pp", "60pp", "much"])
def test_an_effect_that_is_none_is_refused(scenario: str, capsys, detect: str) -> None:
    assert balance("plan", scenario, f"--detect={detect}") == 2
    assert "expected percentage points" in capsys.readouterr().err


def test_questions_on_cards_take_the_time_of_arms() -> None:
    match = cards_match((1, 2))
    base = variant(match, 2_000)
    arms = tuple(played(match, BAN, card, 0, -0.02, 8_000, 1) for card in "ab")
    cell = replace(base, arms=arms)
    games = planned_games(cell, 0.01)
    table = with_times(games, [cell], 1.0, 32.0).set_index("question")
    rates = table["width_games"] / table["width_seconds"]
    assert rates[["seats", "option"]].tolist() == [2_000, 500]


def test_no_arm_is_planned_with_fewer_games_than_every_run_plays() -> None:
    match = cards_match((1, 2))
    arms = tuple(played(match, BAN, card, 0, -0.02, 8_000, 1) for card in "ab")
    cell = replace(variant(match, 2_000), arms=arms)
    table = planned_games(cell, 0.2).set_index("question")
    assert table.loc["option", "width_games"] == 16_000


def test_too_few_games_are_refused(scenario: str) -> None:
    with pytest.raises(ScenarioError, match="--pilot 10: too few; expected at least 256"):
        plan(scenario, Overrides(), 0.01, 10, worker_pool(1), "", progress=False)
