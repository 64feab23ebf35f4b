"""What a change changes: paired, and with intervals that hold at every look."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance.analysis.comparison.what_if import (
    FEWEST_DEALS,
    PLANNED,
    SEATS,
    MatchSums,
    _difference,
    _Row,
    number_differences,
)
from balance.analysis.measures import SHARE
from balance.analysis.metrics import fold_sums
from balance.runner.batches import Batches
from balance.runner.paired_games import PairedGames
from balance.runner.stop_signal import StopSignal
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.stats.anytime_intervals import anytime_critical_value
from balance.stats.jackknife import Replicates

DEALS = 2 * FEWEST_DEALS


@pytest.fixture(scope="module")
def pig():
    """Two-player Pig with two targets."""
    file = Path(__file__).resolve().parents[3] / "examples" / "pig" / "pig.toml"
    scenario = Scenario.model_validate(
        {"name": "pig", "game": str(file.parent), "bots": ["hold_at", "hold_at"], "seed": 7}
    )
    (cell,) = prepare(scenario).cells
    return cell.match, replace(cell.match, game_table=cell.table_with({"target": 40}))


def sums_of(match, first, deals):
    """Return the sums of some deals."""
    rotations = match.lineup.rotations
    records = Batches(match).play(first * rotations, deals * rotations)
    return MatchSums(match, fold_sums.tally(records, match))


def test_a_match_does_not_differ_from_itself(pig):
    one = sums_of(pig[0], 0, DEALS)
    found = number_differences(one, one)
    assert found
    assert all(each.value == 0 and not each.is_clear for each in found)


def test_a_shorter_game_is_clearly_shorter(pig):
    found = {
        each.key: each for each in number_differences(*(sums_of(one, 0, DEALS) for one in pig))
    }
    assert found["rounds"].is_clear
    assert found["rounds"].high < 0
    assert found["rounds"].widest_low < found["rounds"].low


def test_no_share_changes_to_less_than_none_or_more_than_all(pig):
    def rates(value, spread):
        value, folds = np.array([value]), np.arange(256)[:, None]
        return Replicates(value, value + spread * ((folds % 2) - 0.5), np.array([256]))

    row = _Row("taken a", "card", "taken", "A", SHARE)
    for was, now in ((0.002, 0.001), (0.999, 0.998)):
        known = rates(was, 1e-4).estimate(anytime_critical_value(4096, PLANNED)).bounded()
        found = _difference(row, rates(was, 1e-4), rates(now, 1e-2), 4096, 1)
        wide = (rates(now, 1e-2) - rates(was, 1e-4)).estimate(2.0)
        assert wide.low[0] < -known.high[0] or wide.high[0] > 1 - known.low[0]
        assert found.low >= -known.high[0]
        assert found.high <= 1 - known.low[0]


def test_too_few_deals_have_no_answer(pig):
    assert number_differences(*(sums_of(one, 0, FEWEST_DEALS - 1) for one in pig)) == ()


def test_an_effect_of_nothing_is_hardly_ever_clear_at_any_look(pig):
    """Looking again and again must not find differences where there are none."""
    match, errors = pig[0], 0
    for study in range(20):
        other = replace(match, seed=match.seed + 1 + study)
        one = two = None
        missed = False
        for look in range(6):
            some = [sums_of(each, look * FEWEST_DEALS, FEWEST_DEALS) for each in (match, other)]
            one = some[0] if one is None else add(one, some[0])
            two = some[1] if two is None else add(two, some[1])
            seats = [each for each in number_differences(one, two) if each.topic == SEATS]
            missed |= any(each.low > 0 or each.high < 0 for each in seats)
        errors += missed
    assert errors <= 4  # 5% for each seat; 4 of 20 is beyond 99% of chance


def add(one, two):
    """Return the sums of both."""
    return replace(one, folds=one.folds + two.folds, owners=one.owners + two.owners)


def test_rounds_and_workers_do_not_change_the_sums(pig):
    totals = []
    for workers, steps in ((1, (900,)), (2, (300, 301, 900))):
        games = PairedGames(pig, [{"folds": fold_sums.tally}] * 2, workers, StopSignal())
        assert all(games.play_to(step) for step in steps)
        totals.append(games.totals)
    for one, two in zip(*totals, strict=True):
        for name, array in one["folds"].arrays().items():
            assert np.array_equal(array, two["folds"].arrays()[name])


def test_a_stopped_round_does_not_count(pig):
    stop = StopSignal()
    games = PairedGames(pig, [{"folds": fold_sums.tally}] * 2, 1, stop)
    assert games.play_to(300)
    before = games.totals
    stop.set()
    assert not games.play_to(600)
    assert games.deals == 300
    assert games.totals is before
