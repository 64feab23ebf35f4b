"""What would make seats even, on made-up games of which the truth is known."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.compensation import compensation
from balance.analysis.metrics import fold_sums
from balance.runner.arms import ArmResult
from balance.scenario.experiments import COMPENSATION, CONTROL, Arm
from tests.analysis.conftest import make_match, make_records

DEALS = 12_800


def with_gold(match):
    experiments = replace(match.game.experiments, extra_goods={"gold": "extra_gold"})
    return replace(match, game=replace(match.game, experiments=experiments))


def played(match, luck, strength):
    """Games in which each seat wins by its strength and the luck of the deal."""
    won = np.argmax(luck + np.log(strength), axis=1)
    return fold_sums.tally(make_records(match, np.eye(len(strength), dtype=int)[won]), match)


def cell_of(strengths, worth, deals=DEALS, seed=3, shape=1.0, base_deals=None):
    """Seats of these shares of the wins, to which one gold adds the part `worth` of its own."""
    seats = len(strengths)
    match = with_gold(make_match(seats=seats))
    luck = np.random.default_rng(seed).gumbel(size=(max(deals, base_deals or 0), seats))
    arms = []
    for seat in range(seats):
        for amount in (1, 3):
            stronger = np.array(strengths, float)
            stronger[seat] *= np.exp(worth * amount**shape)
            arm = Arm(f"{seat} {amount}", COMPENSATION, match, str(seat), amount)
            sums = played(match, luck[:deals], stronger)
            arms.append(ArmResult(arm, deals, deals, {"folds": sums}))
    as_it_is = {"folds": played(match, luck[:deals], np.array(strengths))}
    arms.append(ArmResult(Arm(CONTROL, CONTROL, match), deals, deals, as_it_is))
    sums = {"folds": played(match, luck[: base_deals or deals], np.array(strengths))}
    return CellResult("baseline", match, deals, base_deals or deals, sums, arms=tuple(arms))


def test_the_planted_compensation_is_recovered_of_two():
    # Strengths are even where the second gets log(0.54 / 0.46) / 0.1 = 1.6 gold.
    found = compensation(cell_of([0.54, 0.46], 0.1))
    rows = found.rows
    assert rows["is_base"].tolist() == [True, False]
    assert (rows["more_value"][0], rows["more_low"][0], rows["more_high"][0]) == (0, 0, 0)
    truth = np.log(0.54 / 0.46) / 0.1
    assert rows["more_low"][1] < truth < rows["more_high"][1]
    assert rows["more_high"][1] - rows["more_low"][1] < 1.0
    assert (found.good, found.most) == ("gold", 3)
    assert rows["whole"].tolist() == [0, 2]


def test_the_planted_compensation_is_recovered_of_three():
    found = compensation(cell_of([0.36, 0.30, 0.34], 0.08))
    rows = found.rows
    assert rows["is_base"].tolist() == [True, False, False]
    for seat, strength in ((1, 0.30), (2, 0.34)):
        truth = np.log(0.36 / strength) / 0.08
        assert rows["more_low"][seat] - 0.15 < truth < rows["more_high"][seat] + 0.15
    assert abs(rows["even_value"] - 1 / 3).max() < 0.02


def test_about_95_of_100_intervals_hold_the_truth():
    truth = np.log(0.54 / 0.46) / 0.1
    rows = [compensation(cell_of([0.54, 0.46], 0.1, 2560, seed)).rows.iloc[1] for seed in range(40)]
    held = sum(row["more_low"] < truth < row["more_high"] for row in rows)
    assert 35 <= held <= 40


def test_the_seat_that_needs_none_may_be_another_one():
    truth = np.log(0.501 / 0.499) / 0.1  # of the second seat; the first needs none
    held = picked_wrong = 0
    for seed in range(40):
        rows = compensation(cell_of([0.501, 0.499], 0.1, 2560, seed)).rows
        (base,) = np.flatnonzero(rows["is_base"])
        needed = (0.0, truth)[base]
        held += rows["more_low"][base] <= needed <= rows["more_high"][base]
        picked_wrong += base == 1
    assert picked_wrong > 8  # for which an interval of width zero would be wrong
    assert held >= 38


def off_with(strengths, worth, amounts):
    """How far the farthest seat is from even with such amounts, by the truth of `cell_of`."""
    strong = np.array(strengths) * np.exp(worth * np.array(amounts, float))
    return np.abs(strong / strong.sum() - 1 / len(strong)).max()


def test_whole_amounts_are_chosen_together_within_what_was_played():
    # Rounded each by itself, and beyond the 3 that were played: 0, 0, 2 and 4.
    strengths, worth = [0.267, 0.27, 0.25, 0.213], 0.055
    sets = [one for one in product(range(4), repeat=4) if min(one) == 0]
    best = min(off_with(strengths, worth, one) for one in sets)
    off, held = [], 0
    for seed in range(4):
        rows = compensation(cell_of(strengths, worth, 12_800, seed)).rows
        whole = rows["whole"].tolist()
        assert min(whole) == 0
        assert max(whole) <= 3
        off.append(off_with(strengths, worth, whole))
        far = rows.iloc[int((rows["even_value"] - 0.25).abs().argmax())]
        strong = np.array(strengths) * np.exp(worth * np.array(whole))
        truth = (strong / strong.sum())[int(far["seat"]) - 1]
        held += bool(far["even_low"] - 0.001 <= truth <= far["even_high"] + 0.001)
    assert np.mean(off) < best + 0.003
    assert held >= 3


def test_other_deals_of_the_cell_do_not_matter():
    found = compensation(cell_of([0.54, 0.46], 0.1, base_deals=25_600))
    assert found.rows.equals(compensation(cell_of([0.54, 0.46], 0.1)).rows)


def test_a_gain_that_bends_is_seen_and_a_straight_one_is_not():
    assert (compensation(cell_of([0.5, 0.5], 0.1)).rows["bend_p"] > 0.05).all()
    assert (compensation(cell_of([0.5, 0.5], 0.3, shape=0.3)).rows["bend_p"] < 0.05).all()


def test_a_gain_that_bends_is_followed():
    # The first gold multiplies its strength by exp(0.2), three by exp(0.2 * 3**0.3) = exp(0.278).
    found = compensation(cell_of([0.535, 0.465], 0.2, shape=0.3, deals=51_200))
    row = found.rows.iloc[1]
    truth = np.log(0.535 / 0.465) / 0.2  # about 0.7: less than the smallest amount
    assert row["more_low"] < truth < row["more_high"]


def test_few_deals_have_no_interval():
    found = compensation(cell_of([0.54, 0.46], 0.1, deals=200))
    assert found.rows["more_low"].isna().all()


@pytest.mark.parametrize("keep", [0, 3])
def test_without_all_of_its_arms_there_is_nothing_to_say(keep):
    cell = cell_of([0.5, 0.5], 0.1, deals=512)
    assert compensation(replace(cell, arms=cell.arms[:keep])) is None
