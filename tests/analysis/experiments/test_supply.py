"""What a card's text brings to the game, from made-up games without it."""

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.supply import supplies
from balance.analysis.metrics import fold_sums
from balance.runner.arms import ArmResult
from balance.scenario.experiments import SUPPLY, Arm
from balance.scenario.match import Match
from tests.analysis.conftest import make_match, make_records


def sums_of(match: Match, deals: int, longer: float) -> fold_sums.FoldSums:
    """Return games of the same deals; where a card is blanked they are longer."""
    rng = np.random.default_rng(7)
    luck = rng.normal(20, 2, deals)
    scores = rng.integers(20, 60, (deals, 2))
    records = make_records(
        match, np.eye(2, dtype=int)[scores.argmax(axis=1)], scores=scores,
        rounds=np.rint(luck + longer),
    )  # fmt: skip
    return fold_sums.tally(records, match)


def cell(deals: int = 4000) -> CellResult:
    match = make_match(2, cards=("axe", "bow", "cup"))
    arms = tuple(
        ArmResult(Arm(f"supply {card}", SUPPLY, match, card), deals, deals,
                  {"folds": sums_of(match, deals, longer)})
        for card, longer in (("axe", 0.4), ("bow", 0.0))
    )  # fmt: skip
    return CellResult(
        "baseline", match, deals, deals, {"folds": sums_of(match, deals, 0.0)}, arms=arms
    )


def test_the_game_is_compared_with_the_game_without_on_the_same_deals() -> None:
    axe, bow = supplies(cell()).to_dict("records")
    assert (axe["id"], axe["card"], axe["games"]) == ("axe", "Axe", 4000)
    assert axe["rounds_value"] == pytest.approx(-0.4, abs=0.05)
    assert axe["rounds_low"] < -0.4 < axe["rounds_high"]
    assert axe["rounds_sure"]
    assert bow["rounds_value"] == bow["rounds_low"] == bow["rounds_high"] == 0
    assert not bow["rounds_sure"]
    assert axe["score_value"] == axe["margin_value"] == axe["first_value"] == 0
    assert np.isnan(axe["spread_value"])  # nobody is dealt a goal


def test_too_few_deals_have_no_interval() -> None:
    axe, _ = supplies(cell(200)).to_dict("records")
    assert np.isnan([axe["rounds_low"], axe["rounds_q"]]).all()
    assert not axe["rounds_sure"]


def test_without_such_arms_there_is_nothing() -> None:
    match = make_match(2, cards=("axe",))
    assert supplies(CellResult("baseline", match, 0, 0, {})).empty
