"""Changes played in rounds on the deals of the unchanged table."""

from functools import partial

import pytest

from balance.analysis.balance_index import MEAN_ROUNDS, Aim, Aims
from balance.analysis.sensitivity import Judge
from balance.errors import Interrupted
from balance.runner.stop_signal import StopSignal
from balance.scenario.number_changes import arms_of_changes, steps_of
from balance.tuning.tables import Tables
from balance.tuning.trials import Trials, deals_by_round, most_deals
from tests.conftest import store_in
from tests.tuning.numbered import PRINTED, numbered

DEALS = 4096
AIMS = Aims({MEAN_ROUNDS: Aim(40, 50)})


@pytest.fixture
def variant(pig_set_up):
    return numbered(pig_set_up())


@pytest.fixture
def trials(variant, tmp_path):
    """Return a function that gives trials; what they play is appended to `played`."""

    def make(played, chosen=None):
        def begin(what, games):
            played.append([what, games])

        found = Trials(
            variant.match, store_in(tmp_path), 1, StopSignal(), begin, lambda games: None
        )
        found.chosen = {} if chosen is None else chosen
        return found

    return make


@pytest.fixture
def singles(variant):
    arms, _ = arms_of_changes(variant, steps_of(PRINTED, 10))
    return {(change,): arm for change, arm in arms.items()}


def test_rounds_are_a_quarter_a_half_and_all_unless_games_are_few():
    assert deals_by_round(20_000) == [5000, 10_000, 20_000]
    assert deals_by_round(2048) == [1024, 2048]
    assert deals_by_round(300) == [300]
    assert most_deals(20_000) == 5000 + 5000 / 2 + 10_000 / 4
    assert most_deals(300) == 300


def test_each_round_plays_half_of_the_changes(trials, singles):
    played = []
    one = trials(played)
    assert one.base(DEALS).deals.sum() == DEALS
    found = one.play(singles, DEALS, "changes", Judge(AIMS))
    assert [what for what, _ in played] == [
        *["the table as it is"] * 3, "changes: 4", "changes: 2", "changes: 1"
    ]  # fmt: skip
    assert [games for _, games in played[3:]] == [4 * 1024, 2 * 1024, 2048]
    assert sorted(trial.deals for trial in found) == [1024, 1024, 2048, 4096]
    assert all(trial.base.deals.sum() == trial.deals for trial in found)
    assert one.seconds_a_deal([one.match]) > 0
    assert sorted(one.games["changes"]) == [1024, 1024, 2048, 4096]


def test_stored_games_are_not_played_again_and_the_selection_stays(trials, singles):
    first, again = [], []
    one = trials(first)
    found = one.play(singles, DEALS, "changes", Judge(AIMS))
    two = trials(again, one.chosen)
    same = two.play(singles, DEALS, "changes", Judge(AIMS))
    assert not again
    for before, after in zip(found, same, strict=True):
        assert before.text == after.text
        assert (before.sums.rounds == after.sums.rounds).all()
        assert (before.base.rounds == after.base.rounds).all()


def test_fresh_deals_are_new_and_the_same_for_all_changes(trials, variant, singles):
    one = trials([])
    tables = Tables((variant,), (AIMS,), one)
    found = tables.play({changes: [arm] for changes, arm in singles.items()}, 512, "changes")
    fresh = tables.again(found, 1024, 8)
    assert [candidate.text for candidate in fresh] == [candidate.text for candidate in found]
    assert all(candidate.deals == 1024 for candidate in fresh)
    assert len({id(candidate.trials[0].base) for candidate in fresh}) == 1
    (base,) = fresh[0].bases
    assert (base.rounds != one.base(1024).rounds).any()
    # The base on the fresh deals is what the game as it is plays with that seed.
    assert (base.rounds == one.base(1024, 8).rounds).all()


def test_a_stopped_search_names_the_folder(trials, singles, tmp_path):
    one = trials([])
    one.add = partial(lambda stop, games: stop.set(), one.stop)
    with pytest.raises(Interrupted, match=f"{tmp_path}"):
        one.play(singles, DEALS, "changes", Judge(AIMS))
