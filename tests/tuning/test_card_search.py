"""The fewest changes that bring tables to their targets: Pigs that last so many rounds."""

from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.balance_index import mean_rounds
from balance.analysis.goals import goals_of
from balance.errors import BalanceError
from balance.runner.stop_signal import StopSignal
from balance.scenario.number_changes import Change, steps_of
from balance.scenario.requirements import Requirement
from balance.stats.verdict import Verdict
from balance.tuning.card_search import Search, best_sets, is_met, may_be_better, predicted
from balance.tuning.tables import Tables
from balance.tuning.trials import Trials
from balance.tuning.tuned_set import (
    front_table,
    nearest,
    passed_over,
    recommended,
    tuned_set,
    with_second,
)
from tests.conftest import store_in
from tests.tuning.numbered import KEY, MORE, PRINTED, numbered

DEALS = 1024
STEP = 10


@pytest.fixture
def search(pig_set_up, tmp_path):
    """Return a function that gives a search for a longer Pig, and its single changes."""

    def make(more, width=0.5, reach=20, players=(2,)):
        cells = []
        for count in players:
            cell = numbered(pig_set_up(players=count, bots=["hold_at"]))
            cells.append(replace(cell, cell=replace(cell.cell, name=f"{count} players")))
        trials = Trials(
            cells[0].match, store_in(tmp_path), 1, StopSignal(), lambda *_: None, lambda _: None
        )
        bases = Tables(tuple(cells), (), trials).base(DEALS)
        asked = []
        for cell, sums in zip(cells, bases, strict=True):
            rounds = float(mean_rounds(sums, cell.match).value[0])
            what = f"mean_rounds in {rounds + more:.3f}..{rounds + more + width:.3f}"
            asked.append(Requirement(what=what, variant=cell.name))
        aims = tuple(goals_of([one], cell.match) for one, cell in zip(asked, cells, strict=True))
        tables = Tables(tuple(cells), aims, trials)

        def allowed(change):
            return abs(change.now - PRINTED[change.key]) <= reach

        arms = {(change,): tables.arms([change]) for change in steps_of(PRINTED, STEP)}
        played = tables.play(arms, DEALS, "single changes")
        return Search(tables, allowed, DEALS), played, asked

    return make


def found_sets(*arguments):
    return list(best_sets(*arguments))


def changed(trial):
    return {change.key: change.now for change in trial.changes}


def test_one_change_that_is_enough_ends_the_search(search):
    made, singles, _ = search(0.9, width=2.0)
    best = found_sets(made, singles, 3)
    assert len(best) == 1
    assert is_met(made.tables, best[0])
    assert sum(changed(best[0]).values()) in (40, 80, 50, 90)  # a longer game: 10 or 20 more


def test_a_number_goes_two_steps_where_one_is_not_enough(search):
    made, singles, _ = search(2.0, width=2.0)
    best = found_sets(made, singles, 1)
    ((key, now),) = changed(best[0]).items()
    assert now == PRINTED[key] + 2 * STEP


def test_two_changes_come_closer_than_one_to_a_far_target(search):
    made, singles, _ = search(5.0, reach=10)
    best = found_sets(made, singles, 2)
    assert [len(trial.changes) for trial in best] == [1, 2]
    assert changed(best[1]) == {KEY: 80, MORE: 40}
    values = [float(made.tables.index(one.sums).value[0]) for one in best]
    assert values[1] < values[0]


def test_a_change_that_changes_no_game_is_none(search):
    made, singles, _ = search(0.9, width=2.0)
    idle = [
        replace(one, trials=tuple(replace(trial, sums=trial.base) for trial in one.trials))
        for one in singles
    ]
    assert all(trial.has_effect for trial in singles)
    assert not found_sets(made, idle, 2)
    best = found_sets(made, [*idle[:1], *singles[1:]], 1)
    assert best[0].changes != idle[0].changes


def test_it_is_said_whether_another_set_may_be_better(search):
    made, singles, _ = search(2.0, width=2.0)
    (best,) = found_sets(made, singles, 1)
    played = {one.changes for one in made.tables.played}
    others, better, _ = may_be_better(made, best.changes, 1, made.tables.aims)
    assert others == len(played) - 1
    assert better < others  # those that make games shorter are clearly worse
    (shorter,) = [one for one in singles if one.changes[0] == Change(KEY, 70, 60)]
    whole = replace(made, deals=shorter.deals)
    assert may_be_better(whole, shorter.changes, 1, made.tables.aims)[1] >= better
    assert may_be_better(made, (Change(KEY, 70, 0),), 1, made.tables.aims) is None


def test_of_fewer_changes_those_that_miss_a_target_are_surely_not_enough(search):
    made, singles, _ = search(1.9, width=3.0, reach=10)
    best = found_sets(made, singles, 2)
    assert is_met(made.tables, best[1])
    others, better, _ = may_be_better(made, best[1].changes, 1, made.tables.aims)
    assert (others, better) == (4, 0)


def test_the_effects_of_two_changes_add_up(search):
    made, singles, _ = search(5.0, reach=10)
    by_change = {trial.changes[0]: trial for trial in singles}
    both = found_sets(made, singles, 2)[1]
    match = made.tables.cells[0].match
    first, second = (by_change[change] for change in both.changes)
    if first.deals < DEALS:
        first, second = second, first
    expected = float(mean_rounds(predicted(first, second)[0], match).value[0])
    assert expected == pytest.approx(float(mean_rounds(both.sums[0], match).value[0]), abs=0.5)


def tuned(made, best, asked, deals=4 * DEALS):
    fresh = made.tables.again(best, deals, 99)
    return [tuned_set(made.tables, one, asked, []) for one in fresh]


def test_the_recommended_set_is_of_fresh_deals_and_meets_what_is_asked(search):
    made, singles, asked = search(2.0, width=2.0)
    sets = tuned(made, found_sets(made, singles, 2), asked)
    table = front_table(made.tables, sets)
    assert table["changes"].tolist() == [0, *(len(one.candidate.changes) for one in sets)]
    assert table["change"][0] == "as it is"
    assert table["gain_value"][0] == 0
    assert (table["gain_low"][1:] > 0).all()
    assert table["met"].tolist()[0] == 0
    assert table["met"].tolist()[-1] == 1
    winner = recommended(sets)
    assert winner is sets[0]
    assert winner.is_met
    assert winner.before["met"].tolist() == [Verdict.NO]
    assert winner.before["value"][0] < winner.after["value"][0]
    assert nearest(made.tables, winner).empty


def test_no_set_is_recommended_that_is_not_better(search):
    made, singles, asked = search(0.0, width=50.0)  # as it is, it may be this long and longer
    shorter = [one for one in singles if one.changes[0].now < one.changes[0].was]
    assert recommended(tuned(made, shorter, asked)) is None


def test_of_a_target_out_of_reach_the_nearest_is_told(search):
    made, singles, asked = search(50.0, reach=10)
    sets = tuned(made, found_sets(made, singles, 1), asked)
    (row,) = nearest(made.tables, sets[0]).to_dict("records")
    assert row["what"] == asked[0].what
    assert row["change"] == made.tables.in_words(sets[0].candidate)
    assert row["value"] == pytest.approx(float(sets[0].after["value"][0]), rel=0.05)
    assert row["was"] < row["value"]  # on the same deals


def test_harm_is_by_how_much_farther_off_a_measure_is_on_the_same_deals(search):
    made, singles, asked = search(2.0, width=2.0)
    (shorter,) = [one for one in singles if one.changes[0] == Change(KEY, 70, 60)]
    (seen,) = tuned(made, [shorter], asked)
    (row,) = seen.after.to_dict("records")
    assert row["harm_value"] == pytest.approx(seen.before["value"][0] - row["value"])
    assert 0 < row["harm_low"] < row["harm_value"] < row["harm_high"]
    assert row["seats"] == shorter.trials[0].sums.games.sum() * 4
    (longer,) = tuned(made, found_sets(made, singles, 1), asked)
    assert longer.is_met
    assert np.isnan(longer.after["harm_value"][0])


def test_each_set_that_seems_nearer_than_the_chosen_one_has_a_reason(search):
    made, singles, asked = search(50.0, reach=10)
    near, far = sorted(
        tuned(made, [one for one in singles if one.changes[0].key == KEY], asked),
        key=lambda one: float(one.index.value[0]),
    )
    one, other = with_second([near, far], [replace(far, index=far.index.times(2)), near])
    for first, second, why in ((one, other, "second"), (near, far, "close")):
        (row,) = passed_over(made.tables, [first, second], second).to_dict("records")
        assert (row["why"], row["changes"]) == (why, 1)
        assert row["words"] == made.tables.in_words(near.candidate)
        assert row["value"] > 0
    assert passed_over(made.tables, [near, far], near).empty


def test_of_two_bots_neither_is_left_far_from_its_best(search):
    """What is best for one, by a little, leaves the other far off."""
    made, singles, asked = search(50.0, reach=10)
    near, far = sorted(
        tuned(made, [one for one in singles if one.changes[0].key == KEY], asked),
        key=lambda one: float(one.index.value[0]),
    )
    base = near.base_index
    shift = float(far.index.value[0]) - 0.1 - float(near.index.value[0])
    near = replace(near, index=near.index.minus(-shift))
    seen = [replace(one, index=base.times(size), base_index=base.times(5))
            for one, size in ((near, 4), (far, 2))]  # fmt: skip
    suits_one, suits_both = with_second([near, far], seen)
    assert recommended([suits_one, suits_both]) is suits_both
    assert suits_both.distance.value[0] == pytest.approx(0.1)
    assert suits_one.distance.value[0] == pytest.approx(2 * base.value[0])
    table = front_table(made.tables, [suits_one, suits_both], suits_both)
    assert table["is_chosen"].tolist() == [False, False, True]
    assert table["second_value"][1] == pytest.approx(4 * base.value[0])
    assert table["second_value"][0] == pytest.approx(5 * base.value[0])
    is_no = replace(near, after=near.after.assign(met="no"))
    assert not with_second([near], [is_no])[0].is_met


def test_sets_for_both_bots_are_nearest_for_the_one_that_is_farther(search, pig_set_up):
    made, singles, _ = search(2.0, width=2.0)
    (cell,) = made.tables.cells
    slow = numbered(pig_set_up(players=2, bots=[{"bot": "hold_at", "weights": {"pot": 10}}]))
    other = replace(slow, cell=replace(slow.cell, name="slow", checked_by="slow"))
    both = Tables((cell, other), made.tables.aims * 2, made.tables.trials)
    (first,), (second,) = (
        replace(both, cells=(one,), aims=both.aims[:1]).base(DEALS) for one in (cell, other)
    )
    apart = [made.tables.index([sums]).value[0] for sums in (first, second)]
    assert apart[1] < apart[0]  # it plays longer games
    assert both.index([first, second]).value[0] == max(apart)
    played = both.play({one.changes: both.arms(one.changes) for one in singles}, DEALS, "both")
    best = both.with_floors()
    assert best.index(played[0].sums).value[0] <= both.index(played[0].sums).value[0]
    assert min(min(one.value[0] for one in best.by_bot(each.sums)) for each in played) == min(
        best.floors
    )
    found = found_sets(replace(made, tables=both), played, 2)
    assert all(len(one.trials) == 2 for one in found)
    values = [float(both.index(one.sums).value[0]) for one in found]
    assert values == sorted(values, reverse=True)
    assert values[-1] <= max(apart)


def test_all_tables_are_changed_and_judged_together(search):
    made, singles, asked = search(0.9, width=2.0, players=(2, 3))
    assert all(len(one.trials) == 2 for one in singles)
    (best, *_) = found_sets(made, singles, 2)
    assert is_met(made.tables, best)
    for trial, players in zip(best.trials, (2, 3), strict=True):
        assert trial.match.game_table.num_seats == players
        assert trial.has_effect
    (one, *_) = tuned(made, [best], asked)
    assert one.after["cell"].tolist() == ["2 players", "3 players"]
    assert one.is_met


def test_a_number_that_a_variant_sets_itself_stays_there(search):
    made, _, _ = search(0.9, width=2.0, players=(2, 3))
    first, second = made.tables.numbers
    own = made.tables.__dict__  # what is worked out once
    own["numbers"] = (first, {**second, KEY: 90})
    changed_there, same_here = made.tables.arms([Change(KEY, 70, 80)])
    assert changed_there is not None
    assert same_here is None


def test_a_set_that_changes_no_table_is_refused(search):
    made, _, _ = search(0.9)
    with pytest.raises(BalanceError, match="nothing at the table changes"):
        made.tables.arms([Change("rules.pig.other", 1, 2)])
    with pytest.raises(BalanceError, match="below 0"):
        made.tables.arms([Change(KEY, 70, -1)])


def test_numbers_that_are_not_allowed_are_not_tried(search):
    made, singles, _ = search(3.0, reach=0)
    assert not found_sets(made, singles, 2)
