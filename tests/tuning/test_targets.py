"""Files of targets: what is read, and which errors are reported."""

import numpy as np
import pytest

from balance.analysis.balance_index import MEAN_ROUNDS, SEAT_GAP, Aim
from balance.analysis.metrics.fold_sums import tally
from balance.errors import ScenarioError
from balance.scenario.number_changes import Change
from balance.tuning.targets import Targets, read_targets
from tests.analysis.conftest import make_match, make_records
from tests.conftest import ROOT


@pytest.fixture
def read(tmp_path):
    """Return a function that reads the targets of a file with some text."""

    def read_text(text):
        file = tmp_path / "target.toml"
        file.write_text(text, encoding="utf-8")
        return read_targets(file)

    return read_text


def test_bounds_are_read_in_their_units(read):
    targets = read(
        '[target]\nseat_gap = "< 2.5pp"\nrounds = "10..16"\nnever_bought = "in 0..1%"\n'
        "[weights]\nrounds = 3\n"
    )
    match = make_match(2, cards=("axe",))
    records = make_records(match, np.tile([1, 0], (512, 1)), available=np.ones((512, 1), int))
    aims = targets.aims(tally(records, match), match).of
    assert aims[SEAT_GAP] == Aim(high=0.025)
    assert aims[MEAN_ROUNDS] == Aim(10.0, 16.0, 3.0)
    assert (aims["never_bought"].low, aims["never_bought"].high) == (0.0, 0.01)


def test_numbers_stay_within_reach_and_range(read):
    targets = read('reach = 2\n[target]\nrounds = "1..2"\n[ranges]\n"citizens.*" = "2..3"\n')
    assert targets.may_be(Change("citizens.a.cost", 2, 3), 2)
    assert not targets.may_be(Change("citizens.a.cost", 2, 1), 2)
    assert targets.may_be(Change("domains.a.cost", 5, 7), 5)
    assert not targets.may_be(Change("domains.a.cost", 5, 8), 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("target = 3", "target = 3: expected a table"),
        ("", "the key 'target' is missing"),
        ("[target]", "target: expected at least one measure"),
        ('[target]\nseat_gab = "< 2pp"', "target.seat_gab: no such measure: did you mean"),
        ('[target]\nmedian_rounds = "1..2"', "target.median_rounds: no such measure: did you mean"),
        ('[target]\nseat_gap = "2pp"', "target.seat_gap = '2pp': expected '< 3pp' or '1pp..3pp'"),
        ('[target]\nseat_gap = "< 2"', "target.seat_gap = '< 2': expected a unit, pp or %"),
        ('[target]\nrounds = "< 2pp"', "target.mean_rounds = '< 2pp': rounds have no unit"),
        ('[target]\nrounds = "9..2"', "target.mean_rounds = '9..2': expected the lower number"),
        ('[target]\nrounds = "1..2"\nmean_rounds = "1..2"', "mean_rounds is given twice"),
        ('[target]\nrounds = "1..2"\n[weights]\nseat_gap = 1', "there is no target.seat_gap"),
        ('[target]\nrounds = "1..2"\n[weights]\nrounds = 0', "expected a number above 0"),
        ('[target]\nrounds = "1..2"\n[ranges]\n"a.*" = "1-3"', "expected a range of whole numbers"),
        ('reach = 0\n[target]\nrounds = "1..2"', "reach = 0: expected"),
        ('chanes = 2\n[target]\nrounds = "1..2"', "there is no key 'chanes'"),
        ("[target", "not TOML"),
    ],
)
def test_an_error_is_one_sentence_with_file_and_key(read, text, message):
    with pytest.raises(ScenarioError) as raised:
        read(text)
    assert message in str(raised.value)
    assert "target.toml" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ScenarioError, match=r"none\.toml: there is no such file"):
        read_targets(tmp_path / "none.toml")


def test_a_measure_that_the_game_does_not_have_is_refused():
    match = make_match(2)
    sums = tally(make_records(match, np.tile([1, 0], (512, 1))), match)
    targets = Targets(target={"duke_spread": "< 2pp"})
    with pytest.raises(ScenarioError, match=r"a\.toml: target\.duke_spread: .* has nothing"):
        targets.aims(sums, match, "a.toml")


def test_the_example_can_be_read():
    assert read_targets(ROOT / "examples" / "target.toml").only
