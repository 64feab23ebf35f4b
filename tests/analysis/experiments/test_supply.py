"""What a card's text brings to the game, from made-up games without it."""

from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.supply import supplies
from balance.analysis.metrics import fold_sums
from balance.runner.arms import ArmResult
from balance.scenario.experiments import CONTROL, SUPPLY, Arm
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


def cell(deals: int = 4000, more: int = 0) -> CellResult:
    """Return a cell that has `more` deals than its arms, in which games are much longer."""
    match = make_match(2, cards=("axe", "bow", "cup"))
    arms = tuple(
        ArmResult(Arm(f"supply {card}", SUPPLY, match, card), deals, deals,
                  {"folds": sums_of(match, deals, longer)})
        for card, longer in (("axe", 0.4), ("bow", 0.0))
    )  # fmt: skip
    control = ArmResult(
        Arm(CONTROL, CONTROL, match), deals, deals, {"folds": sums_of(match, deals, 0.0)}
    )
    whole = sums_of(match, deals, 0.0)
    if more:
        whole += sums_of(match, more, 9.0)
    return CellResult(
        "baseline", match, deals + more, deals + more, {"folds": whole}, arms=(*arms, control)
    )


def test_a_card_that_changes_nothing_has_no_effect_however_many_deals_the_cell_has() -> None:
    _, bow = supplies(cell(4000, more=9000)).to_dict("records")
    for prefix in ("rounds_", "score_", "margin_", "first_"):
        assert bow[f"{prefix}value"] == 0
        assert -0.001 < bow[f"{prefix}low"] < 0 < bow[f"{prefix}high"] < 0.001
    assert supplies(cell(4000, more=9000)).equals(supplies(cell(4000)))


def test_arms_of_other_deals_than_the_control_are_not_compared() -> None:
    whole = cell()
    control = whole.arms[-1]
    fewer = replace(control, deals=2000, totals={"folds": sums_of(whole.match, 2000, 0.0)})
    assert supplies(replace(whole, arms=(*whole.arms[:-1], fewer))).empty
    assert supplies(replace(whole, arms=whole.arms[:-1])).empty


def test_the_game_is_compared_with_the_game_without_on_the_same_deals() -> None:
    axe, bow = supplies(cell()).to_dict("records")
    assert (axe["id"], axe["card"], axe["games"]) == ("axe", "Axe", 4000)
    assert axe["rounds_value"] == pytest.approx(-0.4, abs=0.05)
    assert axe["rounds_low"] < -0.4 < axe["rounds_high"]
    assert axe["rounds_sure"]
    assert bow["rounds_value"] == 0
    assert -0.001 < bow["rounds_low"] < 0 < bow["rounds_high"] < 0.001
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


def test_the_spread_of_a_card_that_changed_no_game_has_an_interval_all_the_same() -> None:
    match = make_match(2, cards=("axe",), objectives=("sun", "moon", "star"))
    rng, deals = np.random.default_rng(3), 4000
    dealt = rng.permuted(np.tile(np.arange(3), (deals, 1)), axis=1)[:, :2]
    chance = np.array([0.5, 0.4, 0.6])[dealt[:, 0]]
    first = (rng.random(deals) < chance).astype(int)
    records = make_records(
        match, np.stack([first, 1 - first], axis=1), dealt=dealt[:, :, None], kept=dealt
    )
    same = {"folds": fold_sums.tally(records, match)}
    arms = (
        ArmResult(Arm("supply axe", SUPPLY, match, "axe"), deals, deals, same),
        ArmResult(Arm(CONTROL, CONTROL, match), deals, deals, same),
    )
    (row,) = supplies(CellResult("baseline", match, deals, deals, same, arms=arms)).to_dict(
        "records"
    )
    assert row["spread_value"] == 0
    assert -0.005 < row["spread_low"] < 0 < row["spread_high"] < 0.005
    assert not row["spread_sure"]
