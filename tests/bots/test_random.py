import numpy as np

from balance.bots.random import choose
from balance.runner.batches import Batches


def test_each_choice_is_as_likely():
    view = np.zeros(1, np.dtype((np.record, [("num_choices", np.int32)])))
    view["num_choices"] = 3
    stream = np.array([1, 2], np.uint64)
    answers = [choose(view[0], view[0], 0, np.zeros(1), stream) for _ in range(3_000)]
    assert np.bincount(answers).min() > 900  # the standard deviation is 26


def test_each_seat_and_each_deal_has_draws_of_its_own(pig_set_up):
    records = Batches(pig_set_up(bots=["random", "random"]).cells[0].match).play(0, 50)
    assert len(set(records["decisions"].tolist())) > 20
    assert (records["scores"][:, 0] != records["scores"][:, 1]).any()
