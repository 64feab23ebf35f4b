"""The fewest changes that bring a game to a target: a Pig that lasts so many rounds."""

from dataclasses import replace

import pytest

from balance.analysis.balance_index import MEAN_ROUNDS, Aim, Aims, mean_rounds
from balance.analysis.sensitivity import Judge, lowest_in_the_race
from balance.runner.stop_signal import StopSignal
from balance.scenario.number_changes import arms_of_changes, steps_of
from balance.stats.verdict import Verdict
from balance.tuning.card_search import Search, best_sets, is_met, predicted
from balance.tuning.pareto import front_table, taken, targets_table
from balance.tuning.trials import Trials
from tests.conftest import store_in
from tests.tuning.numbered import KEY, MORE, PRINTED, numbered

DEALS = 1024
STEP = 10


@pytest.fixture
def search(pig_set_up, tmp_path):
    """Return a function that gives a search for a longer Pig, and its single changes."""
    variant = numbered(pig_set_up())

    def make(more, width=0.5, reach=20):
        trials = Trials(
            variant.match, store_in(tmp_path), 1, StopSignal(), lambda *_: None, lambda _: None
        )
        trials.race = lowest_in_the_race
        rounds = float(mean_rounds(trials.base(DEALS), variant.match).value[0])
        judge = Judge(Aims({MEAN_ROUNDS: Aim(rounds + more, rounds + more + width)}))

        def allowed(change):
            return abs(change.now - PRINTED[change.key]) <= reach

        arms, _ = arms_of_changes(variant, steps_of(PRINTED, STEP))
        singles = {(change,): arm for change, arm in arms.items()}
        played = trials.play(singles, DEALS, "single changes", judge)
        return Search(variant, trials, judge, allowed, DEALS), played

    return make


def changed(trial):
    return {change.key: change.now for change in trial.changes}


def test_one_change_that_is_enough_ends_the_search(search):
    made, singles = search(0.9, width=2.0)
    best = best_sets(made, singles, 3)
    assert len(best) == 1
    assert is_met(made.judge, best[0])
    assert sum(changed(best[0]).values()) in (40, 80, 50, 90)  # a longer game: 10 or 20 more


def test_a_number_goes_two_steps_where_one_is_not_enough(search):
    made, singles = search(2.0, width=2.0)
    best = best_sets(made, singles, 1)
    ((key, now),) = changed(best[0]).items()
    assert now == PRINTED[key] + 2 * STEP


def test_two_changes_come_closer_than_one_to_a_far_target(search):
    made, singles = search(5.0, reach=10)
    best = best_sets(made, singles, 2)
    assert [len(trial.changes) for trial in best] == [1, 2]
    assert changed(best[1]) == {KEY: 80, MORE: 40}
    values = [float(made.judge.of(trial)[1].index.value[0]) for trial in best]
    assert values[1] < values[0]


def test_a_change_that_changes_no_game_is_none(search):
    made, singles = search(0.9, width=2.0)
    idle = [replace(trial, sums=trial.base) for trial in singles]
    assert all(trial.has_effect for trial in singles)
    assert best_sets(made, idle, 2) == []
    best = best_sets(made, [*idle[:1], *singles[1:]], 1)
    assert best[0].changes != idle[0].changes


def test_the_effects_of_two_changes_add_up(search):
    made, singles = search(5.0, reach=10)
    by_change = {trial.changes[0]: trial for trial in singles}
    both = best_sets(made, singles, 2)[1]
    match = made.variant.match
    first, second = (by_change[change] for change in both.changes)
    if first.deals < DEALS:
        first, second = second, first
    expected = float(mean_rounds(predicted(first, second), match).value[0])
    assert expected == pytest.approx(float(mean_rounds(both.sums, match).value[0]), abs=0.5)


def test_the_pareto_front_is_of_fresh_deals_and_holds_what_is_met(search):
    made, singles = search(2.0, width=2.0)
    best = best_sets(made, singles, 2)
    fresh = made.trials.again(best, 4 * DEALS, 99)
    table = front_table(fresh, best, made.judge)
    assert table["changes"].tolist() == [0, *(len(trial.changes) for trial in best)]
    assert table["change"][0] == "as it is"
    assert table["gain_value"][0] == 0
    assert (table["gain_high"][1:] < 0).all()
    assert table["met"].iloc[0] == Verdict.NO
    assert table["met"].iloc[-1] == Verdict.YES
    winner = taken(fresh, made.judge)
    assert winner is fresh[0]
    targets = targets_table(winner, made.judge)
    assert targets["met"].tolist() == [Verdict.YES]
    assert targets["before_value"][0] < targets["aim_low"][0] < targets["after_value"][0]


def test_no_set_is_recommended_that_is_not_better(search):
    made, singles = search(0.0, width=50.0)  # as it is, it may be this long and longer
    shorter = [trial for trial in singles if trial.changes[0].now < trial.changes[0].was]
    fresh = made.trials.again(shorter, 4 * DEALS, 99)
    assert taken(fresh, made.judge) is None


def test_numbers_that_are_not_allowed_are_not_tried(search):
    made, singles = search(3.0, reach=0)
    assert best_sets(made, singles, 2) == []
