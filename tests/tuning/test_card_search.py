"""The fewest changes that bring a game to a target: Pig, to last so many rounds."""

import pytest

from balance.analysis.balance_index import MEAN_ROUNDS, Aim, Aims, mean_rounds
from balance.analysis.sensitivity import Judge, lowest_in_the_race
from balance.runner.play import StopSignal
from balance.scenario.number_changes import arms_of_changes, steps_of
from balance.stats.verdict import Verdict
from balance.tuning.card_search import Search, best_sets, foretold, is_met
from balance.tuning.pareto import front_table, taken, targets_table
from balance.tuning.trials import Trials
from tests.conftest import store_in
from tests.tuning.numbered import KEY, MORE, PRINTED, numbered

DEALS = 1024
STEP = 10


@pytest.fixture
def search(pig_set_up, tmp_path):
    """Return a search for a Pig that lasts so many rounds more, and its single changes."""
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
    one, singles = search(0.9, width=2.0)
    found = best_sets(one, singles, 3)
    assert len(found) == 1
    assert is_met(one.judge, found[0])
    assert sum(changed(found[0]).values()) in (40, 80, 50, 90)  # a longer game: 10 or 20 more


def test_a_number_goes_two_steps_where_one_is_not_enough(search):
    one, singles = search(2.0, width=2.0)
    found = best_sets(one, singles, 1)
    ((key, now),) = changed(found[0]).items()
    assert now == PRINTED[key] + 2 * STEP


def test_two_changes_come_nearer_than_one_to_what_is_far(search):
    one, singles = search(5.0, reach=10)
    found = best_sets(one, singles, 2)
    assert [len(trial.changes) for trial in found] == [1, 2]
    assert changed(found[1]) == {KEY: 80, MORE: 40}
    values = [float(one.judge.of(trial)[1].index.value[0]) for trial in found]
    assert values[1] < values[0]


def test_what_two_changes_do_is_foretold_by_adding_up(search):
    one, singles = search(5.0, reach=10)
    by_change = {trial.changes[0]: trial for trial in singles}
    both = best_sets(one, singles, 2)[1]
    match = one.variant.match
    first, second = (by_change[change] for change in both.changes)
    if first.deals < DEALS:
        first, second = second, first
    expected = float(mean_rounds(foretold(first, second), match).value[0])
    assert expected == pytest.approx(float(mean_rounds(both.sums, match).value[0]), abs=0.5)


def test_the_front_is_of_fresh_deals_and_says_what_is_met(search):
    one, singles = search(2.0, width=2.0)
    found = best_sets(one, singles, 2)
    fresh = one.trials.again(found, 4 * DEALS, 99)
    table = front_table(fresh, found, one.judge)
    assert table["changes"].tolist() == [0, *(len(trial.changes) for trial in found)]
    assert table["change"][0] == "as it is"
    assert table["gain_value"][0] == 0
    assert (table["gain_high"][1:] < 0).all()
    assert table["met"].iloc[0] == Verdict.NO
    assert table["met"].iloc[-1] == Verdict.YES
    winner = taken(fresh, one.judge)
    assert winner is fresh[0]
    targets = targets_table(winner, one.judge)
    assert targets["met"].tolist() == [Verdict.YES]
    assert targets["before_value"][0] < targets["aim_low"][0] < targets["after_value"][0]


def test_nothing_is_taken_that_is_not_better(search):
    one, singles = search(0.0, width=50.0)  # as it is, it may be this long and longer
    shorter = [trial for trial in singles if trial.changes[0].now < trial.changes[0].was]
    fresh = one.trials.again(shorter, 4 * DEALS, 99)
    assert taken(fresh, one.judge) is None


def test_what_is_not_allowed_is_not_tried(search):
    one, singles = search(3.0, reach=0)
    assert best_sets(one, singles, 2) == []
