"""Pieces that are handed out: all of them once, whatever the workers do."""

import threading
import time
from concurrent.futures import Future
from contextlib import contextmanager

import pytest

from balance.errors import WorkerError
from balance.runner import play
from balance.runner.play import CollectedGames, play_games, play_until_enough
from balance.runner.schedule import PieceSize
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import WorkerPool
from tests.program import LONG

SEVEN = PieceSize(most=7)


def numbers(first=0):
    """Games whose result is the numbers of their deals, at most seven at a time."""
    return CollectedGames(lambda first, deals: list(range(first, first + deals)), len, SEVEN, first)


def flat(games):
    return [number for result in games.results for number in result]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_each_deal_is_played_once_and_results_are_in_order(workers):
    one, two = numbers(), numbers(first=20)
    progress = []
    play_games([one, two], [100, 50], workers, on_progress=progress.append)
    assert flat(one) == list(range(100))
    assert flat(two) == list(range(20, 50))
    assert sum(progress) == 130


def test_what_was_played_is_not_played_again():
    games = numbers()
    for deals in (10, 5, 30):
        play_games([games], [deals])
    assert flat(games) == list(range(30))


def test_rounds_are_played_until_no_more_deals_are_wanted():
    games, rounds = numbers(), []

    def wanted():
        rounds.append(len(flat(games)))
        return [2 * rounds[-1] + 1] if rounds[-1] < 10 else None

    play_until_enough([games], wanted, 2)
    assert rounds == [0, 1, 3, 7, 15]


def test_once_stopped_nothing_more_is_handed_out():
    stop = StopSignal()
    games = numbers()
    play_games([games], [1_000_000], 3, stop, lambda count: stop.set())
    assert 0 < len(flat(games)) <= 7 * 4
    play_until_enough([games], pytest.fail, 1, stop)


def test_progress_and_results_come_in_the_calling_thread():
    threads = set()
    play_games([numbers()], [50], 2, on_progress=lambda count: threads.add(threading.get_ident()))
    assert threads == {threading.get_ident()}


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_stops_the_workers_after_the_pieces_under_way(workers):
    finished = []

    def fail_at_30(first, deals):
        if first <= 30 < first + deals:
            raise ValueError("at 30")
        time.sleep(0.001)
        finished.append(first)
        return deals

    games = CollectedGames(fail_at_30, int, SEVEN)
    with pytest.raises(ValueError, match="at 30"):
        play_games([games], [1_000_000], workers)
    assert len(games.results) == len(finished) < 1_000


def test_an_error_while_a_result_is_taken_stops_the_workers_too():
    def fail(count):
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        play_games([numbers()], [1_000_000], 2, on_progress=fail)


class Unreliable:
    """Workers of which one is lost now and then."""

    number = slots = 2

    def __init__(self, losses):
        self.losses = iter(losses)

    def submit(self, call):
        future = Future()
        if next(self.losses, False):
            future.set_exception(ConnectionError("out of memory"))
        else:
            future.set_result(call())
        return future

    def loss(self, error):
        return str(error) if isinstance(error, ConnectionError) else ""


@pytest.fixture
def unreliable(monkeypatch):
    def use(losses):
        @contextmanager
        def opened(pool):
            yield Unreliable(losses)

        monkeypatch.setattr(WorkerPool, "opened", opened)

    return use


def test_the_pieces_of_a_lost_worker_are_played_again(unreliable):
    unreliable([False, True, True, False, False, True] * 4)
    games = numbers()
    play_games([games], [100], 2)
    assert flat(games) == list(range(100))


def test_workers_that_are_lost_again_and_again_are_given_up(unreliable):
    unreliable([True] * 100)
    with pytest.raises(WorkerError, match=rf"{play.MOST_LOSSES + 1} times.*out of memory"):
        play_games([numbers()], [100], 2)


class SilentCluster:
    """A pool of which only the first call is ever done, and that never says what it cancelled."""

    is_local, number, slots = False, 2, 4
    calls = 0

    @contextmanager
    def opened(self):
        yield self

    def submit(self, call):
        future = Future()
        if not self.calls:
            future.set_result(call())
        self.calls += 1
        return future

    def loss(self, error):
        return ""


def test_what_a_stopped_cluster_never_answers_is_not_waited_for():
    stop, games, ended = StopSignal(), numbers(), threading.Event()

    def run():
        play_games([games], [100], SilentCluster(), stop, lambda count: stop.set())
        ended.set()

    threading.Thread(target=run, daemon=True).start()
    assert ended.wait(LONG)
    assert flat(games) == list(range(len(flat(games))))
    assert 0 < len(flat(games)) < 100
