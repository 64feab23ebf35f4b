"""What changes do to the index: paired, ranked, and raced."""

import numpy as np
import pandas as pd
import pytest

from balance.analysis.balance_index import SEAT_EFFECT, SEAT_GAP, Aim, Aims
from balance.analysis.metrics.fold_sums import tally
from balance.analysis.own_numbers import left_worse
from balance.analysis.sensitivity import (
    Judge,
    Trial,
    balance_table,
    changes_table,
    in_the_race,
    lowest_in_the_race,
    owned_by,
)
from balance.scenario.number_changes import Change
from balance.stats.verdict import Verdict
from balance.tuning.tables import Candidate
from balance.tuning.tuned_set import TunedSet, recommended
from tests.analysis.conftest import make_match, make_records

AIMS = Aims({SEAT_EFFECT: Aim(high=0), SEAT_GAP: Aim(high=0.02)})


def trials_of(chances, base=0.56, deals=4096, seed=3):
    """Return trials of two seats on the same luck, the first of which wins with these chances."""
    match = make_match(2)
    luck = np.random.default_rng(seed).random(deals)

    def sums(chance):
        wins = (luck < chance).astype(int)
        return tally(make_records(match, np.stack([wins, 1 - wins], axis=1)), match)

    as_it_is = sums(base)
    return [
        Trial((Change(f"sheet.c{place}.cost", 2, 3),), match, sums(chance), as_it_is)
        for place, chance in enumerate(chances)
    ]


@pytest.fixture
def trials():
    return trials_of


def test_what_helps_stands_first_and_is_sure(trials):
    table = changes_table(trials([0.56, 0.60, 0.52, 0.5601]), Judge(AIMS))
    assert table["key"].tolist()[0] == "sheet.c2.cost"
    assert table["key"].tolist()[-1] == "sheet.c1.cost"
    assert table["change"][0] == "sheet.c2.cost 2 → 3"
    assert table["is_sure"].tolist() == [True, False, False, True]
    assert table["value"][0] == pytest.approx(-8.0, abs=1.0)  # 4 points less of both measures
    assert table["seat_gap_value"][0] == pytest.approx(-0.04, abs=0.005)
    assert (table["low"] <= table["value"]).all()
    assert (table["value"] <= table["high"]).all()
    assert table["games"].tolist() == [4096] * 4


def test_shared_luck_makes_small_changes_seen(trials):
    table = changes_table(trials([0.555]), Judge(AIMS))
    # Alone each rate is known to 1.5 points; 0.5 is seen as only those games differ.
    assert table["high"][0] < 0


def test_a_change_that_changes_nothing_is_no_find(trials):
    table = changes_table(trials([0.56]), Judge(AIMS))
    assert (table["value"][0], table["low"][0], table["high"][0]) == (0, 0, 0)
    assert table["p"][0] == 1
    assert not table["is_sure"][0]


def test_of_changes_without_effect_few_are_found():
    match, rng = make_match(2), np.random.default_rng(11)

    def sums():
        wins = rng.integers(0, 2, 2048)
        return tally(make_records(match, np.stack([wins, 1 - wins], axis=1)), match)

    as_it_is = sums()
    some = [Trial((Change(f"a.c{n}.b", 2, 3),), match, sums(), as_it_is) for n in range(60)]
    table = changes_table(some, Judge(Aims({SEAT_EFFECT: Aim(high=0)})))
    assert (table["p"] < 0.05).sum() <= 12  # all are compared with the same games
    assert table["is_sure"].sum() <= 2


def test_with_too_few_deals_nothing_is_said(trials):
    table = changes_table(trials([0.9], deals=100), Judge(AIMS))
    assert np.isnan(table["low"][0])
    assert np.isnan(table["q"][0])
    assert not table["is_sure"][0]


def test_the_parts_of_the_index_stand_side_by_side(trials):
    (trial,) = trials([0.56])
    table = balance_table(trial.base, trial.match, AIMS)
    assert table["measure"].tolist() == [SEAT_EFFECT, SEAT_GAP, "index"]
    parts = table["part_value"]
    assert parts[2] == pytest.approx(parts[0] + parts[1])
    assert table["value"][1] == pytest.approx(0.06, abs=0.02)
    assert (table["part_low"] < table["part_value"]).all()


@pytest.fixture
def raced():
    low = [-5.0, -4.0, -1.0, -0.5, 3.0, -0.2, -0.1, -0.3]
    return pd.DataFrame({"low": low, "high": [value + 1.0 for value in low], "is_worse": False})


def test_half_of_the_changes_stay_in_the_race_those_at_both_ends(raced):
    assert sorted(in_the_race(raced, 2)) == [0, 1, 4, 6]


def test_who_cannot_be_among_the_first_is_out(raced):
    assert lowest_in_the_race(raced, 1) == [0, 1]
    assert lowest_in_the_race(raced, 3) == [0, 1, 2, 3]


def test_who_leaves_its_own_objective_worse_gets_no_more_deals_from_tune(raced):
    raced["is_worse"] = raced.index == 0
    assert lowest_in_the_race(raced, 1) == [1]
    assert lowest_in_the_race(raced.assign(is_worse=True), 1) == [0, 1]


def test_without_intervals_nobody_goes_on(raced):
    nothing = raced.assign(low=np.nan, high=np.nan)
    assert len(in_the_race(nothing, 2)) == 0


@pytest.fixture
def of_goals():
    """Return a trial of two seats, of whom the first keeps the goal "sun" and wins so often."""
    match = make_match(2, objectives=("sun", "moon"))

    def make(was, now, kept=1.0, deals=4096):
        luck, choice = np.random.default_rng(6).random((2, deals))
        rows = {piece.id: row for row, piece in enumerate(match.game_table.objectives)}

        def sums(chance, kept):
            wins = (luck < chance).astype(int)
            goals = np.where(choice < kept, rows["sun"], rows["moon"])
            held = np.stack([goals, np.full(deals, rows["moon"])], axis=1)
            dealt = np.stack(
                [
                    np.tile([rows["sun"], rows["moon"]], (deals, 1)),
                    np.tile(list(rows.values()), (deals, 1)),
                ],
                axis=1,
            )
            records = make_records(
                match, np.stack([wins, 1 - wins], axis=1), dealt=dealt, kept=held
            )
            return tally(records, match)

        return Trial((Change("goals.sun.points", 2, 3),), match, sums(now, kept), sums(was, 1.0))

    return make


@pytest.mark.parametrize(
    ("was", "now", "kept", "is_worse"),
    [
        (0.75, 0.35, 1.0, True),  # from too strong to too weak
        (0.75, 0.60, 1.0, False),  # still too strong, but less
        (0.75, 0.80, 1.0, True),
        (0.60, 0.50, 1.0, False),
        (0.50, 0.50, 1.0, False),
        (0.75, 0.51, 1.0, False),
        (0.50, 0.60, 1.0, True),
        (0.75, 0.50, 0.002, True),  # hardly anybody keeps it any more
    ],
)
def test_a_change_that_leaves_its_own_objective_worse_than_the_band_is_marked(
    of_goals, was, now, kept, is_worse
):
    (row,) = changes_table([of_goals(was, now, kept)], Judge(AIMS)).to_dict("records")
    assert (row["own"], row["own_kind"], row["is_worse"]) == ("Sun", "objective", is_worse)
    assert row["own_was_low"] < was < row["own_was_high"]
    if kept == 1:
        assert row["own_now_low"] < now < row["own_now_high"]


@pytest.mark.parametrize(
    ("was", "now", "kept", "deals", "is_real"),
    [
        (0.75, 0.35, 1.0, 4096, True),
        (0.75, 0.35, 1.0, 390, False),  # of so few seats nothing is said
        (0.75, 0.50, 0.002, 4096, True),
        (0.75, 0.75, 1.0, 4096, False),
    ],
)
def test_harm_is_real_if_it_is_clear_and_seats_are_many(of_goals, was, now, kept, deals, is_real):
    trial = of_goals(was, now, kept, deals)
    (one,) = owned_by(trial)
    assert one.is_real == is_real
    assert one.is_worse or not is_real
    harmed = left_worse(trial.match, trial.base, trial.sums)
    assert ("Sun" in [other.name for other in harmed]) == is_real
    assert (Candidate(trial.changes, (trial,)).harmed is not None) == is_real


def test_no_set_is_recommended_that_leaves_its_own_objective_worse_than_the_band(of_goals):
    judge = Judge(Aims({SEAT_EFFECT: Aim(high=0)}))
    broken = pd.DataFrame({"met": [Verdict.NO]})

    def tuned(trial):
        before, after = (balance.index for balance in judge.of(trial))
        return TunedSet(Candidate(trial.changes, (trial,)), broken, broken, before, after)

    too_far, fine = tuned(of_goals(0.75, 0.35)), tuned(of_goals(0.75, 0.6))
    assert recommended([too_far]) is None
    assert recommended([too_far, fine]) is fine
