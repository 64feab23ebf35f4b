"""The search itself, on games of a few lines: what it tries, how often, and what it makes of it."""

from typing import Any

import numpy as np
import pytest

from balance.bots import search
from balance.compiling.jit import plain
from balance.engine.layout import WIN

VIEW = np.dtype((np.record, [("num_choices", np.int32)]))
TABLE = np.dtype((np.record, [("num_seats", np.int32)]))
STATE = np.dtype(
    (
        np.record,
        [("luck", np.int64), ("chosen", np.int32), ("decision", np.int32), ("num_tasks", np.int32)],
    )
)
RECORD = np.dtype((np.record, [("wins", np.int32, (2,)), ("scores", np.int32, (2,))]))


class Toy:
    """A game of one choice: what it brings depends on the choice and on luck; all is written down.

    Parameters
    ----------
    brings : function (choice, luck) -> points
    """

    def __init__(self, brings: Any) -> None:
        self.brings = brings
        self.played: list[tuple[int, int]] = []  # luck and choice
        self.lucks = 0

    def determinise(self, state: Any, table: Any, seat: int, stream: Any) -> None:
        self.lucks += 1
        state.luck = self.lucks

    def step(self, state: Any, table: Any) -> None:
        raise AssertionError("no task is left")

    def take(self, state: Any, table: Any, index: int) -> None:
        state.chosen = index
        self.played.append((int(state.luck), int(index)))

    def keep(self, state: Any, table: Any, record: Any) -> None:
        assert not record.scores.any()
        record.scores[0] = self.brings(int(state.chosen), int(state.luck))
        record.wins[0] = WIN if record.scores[0] > 0 else 0

    def try_out(self, state: Any, *given: Any) -> float:
        return float(
            plain(search.play_out)(
                state, *given, np.zeros(0), self.step, self.take, self.keep, self.bot
            )
        )

    def bot(self, state: Any, table: Any, seat: int, weights: Any, stream: Any) -> int:
        raise AssertionError("nothing is left to decide")


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that asks the search about a toy: by default a point counts like a win."""
    for name in ("advance", "lead", "outcome", "play_to_end"):
        monkeypatch.setattr(search, name, plain(getattr(search, name)))

    def ask(
        toy: Toy, candidates: list[int], iterations: int, doubt: float = 0.0, priors: Any = None
    ) -> int:
        table = np.ones(1, TABLE)
        view, states, records = np.zeros(1, STATE), np.zeros(2, STATE), np.zeros(2, RECORD)
        weights = np.array([iterations, 1.0, doubt])
        before = len(toy.played)
        answer, spent = plain(search.search_choices)(
            view[0], table[0], 0, weights, np.zeros(2, np.uint64), np.array(candidates),
            np.zeros(len(candidates)) if priors is None else np.array(priors),
            toy.determinise, toy.try_out, states, records,
        )  # fmt: skip
        assert spent == len(toy.played) - before
        return int(answer)

    return ask


@pytest.mark.parametrize("best", [0, 3, 7])
def test_what_brings_most_is_found(ask: Any, best: int) -> None:
    noise = np.random.default_rng(1).integers(-9, 10, (8, 200))
    toy = Toy(lambda choice, luck: 4 * (choice == best) + noise[choice, luck])
    assert ask(toy, [2, 0, 1, 3, 4, 5, 6, 7], 400) == best


def test_luck_that_all_choices_share_does_not_blur_them(ask: Any) -> None:
    luck_of = np.random.default_rng(2).integers(-1000, 1000, 200)
    toy = Toy(lambda choice, luck: luck_of[luck] + (choice == 5))
    assert ask(toy, [0, 1, 2, 3, 4, 5], 40) == 5


def test_each_choice_still_tried_meets_the_same_luck(ask: Any) -> None:
    toy = Toy(lambda choice, luck: (choice * 7 + luck * 3) % 5)
    ask(toy, [3, 0, 1, 2, 4, 5], 120)
    assert sorted({luck for luck, _ in toy.played}) == list(range(1, toy.lucks + 1))
    alive = {0, 1, 2, 3, 4, 5}
    for luck in range(1, toy.lucks + 1):
        tried = [choice for one, choice in toy.played if one == luck]
        assert len(tried) == len(set(tried))
        assert tried[0] == 3  # what is to be beaten is tried to the end
        assert set(tried) <= alive
        alive = set(tried)
    assert len(alive) == 2


@pytest.mark.parametrize("iterations", [1, 2, 3, 7, 50, 200])
@pytest.mark.parametrize("size", [2, 5, 40])
def test_the_budget_is_kept_and_nearly_used(ask: Any, size: int, iterations: int) -> None:
    toy = Toy(lambda choice, luck: (choice * 7 + luck * 3) % 5)
    ask(toy, list(range(size)), iterations)
    assert len(toy.played) <= iterations
    assert len(toy.played) > iterations - size or iterations < 4  # too few to compare


def test_a_single_choice_is_answered_without_a_game(ask: Any) -> None:
    toy = Toy(lambda choice, luck: 1)
    assert ask(toy, [4], 100) == 4
    assert toy.lucks == 0


def test_choices_that_never_differ_are_not_tried_for_long(ask: Any) -> None:
    toy = Toy(lambda choice, luck: luck % 5)
    assert ask(toy, [2, 0, 1], 1000) == 2
    assert len(toy.played) == 24


def test_a_gain_that_may_be_luck_does_not_beat_the_first_choice(ask: Any) -> None:
    lucky = Toy(lambda choice, luck: choice * (3 if luck == 2 else 0))
    assert ask(lucky, [0, 1], 20) == 1
    assert ask(lucky, [0, 1], 20, doubt=2.0) == 0


def test_what_is_promised_is_added_to_what_is_found(ask: Any) -> None:
    toy = Toy(lambda choice, luck: choice + luck % 3)
    assert ask(toy, [0, 1, 2], 60) == 2
    assert ask(toy, [0, 1, 2], 60, priors=[0.0, 1.5, 0.0]) == 1
    assert ask(toy, [0, 1, 2], 60, priors=[2.5, 0.0, 0.0]) == 0


def test_all_choices_are_listed_once_the_first_one_first() -> None:
    view = np.zeros(1, VIEW)
    view["num_choices"] = 5
    candidates = np.zeros(9, np.int64)
    assert search.all_choices(view[0], 3, candidates) == 5
    assert candidates[:5].tolist() == [3, 0, 1, 2, 4]
    assert search.all_choices(view[0], 3, candidates[:2]) == 2


def test_a_lead_counts_beside_the_win_and_alone_one_has_a_rival() -> None:
    record, table = np.zeros(1, RECORD), np.ones(1, TABLE)
    record[0].scores[:] = 7, 9
    record[0].wins[1] = WIN
    outcome = plain(search.outcome)
    assert outcome(table[0], record[0], 1, 0.1) == pytest.approx(1.2)
    assert outcome(table[0], record[0], 0, 0.1) == pytest.approx(-0.2)
