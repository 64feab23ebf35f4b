import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from balance.runner.stop_signal import StopSignal
from tests.program import LONG


@pytest.fixture
def handler():
    """The handler of Ctrl-C, which is what it was when the test ends."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def test_the_first_interrupt_sets_the_signal_and_the_second_is_an_error(handler, monkeypatch):
    monkeypatch.setattr("balance.runner.stop_signal.SAME_SECONDS", LONG)
    stop = StopSignal()
    with stop.on_interrupt():
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set()
        signal.raise_signal(signal.SIGINT)  # the same one, passed on by a parent process
        monkeypatch.setattr("balance.runner.stop_signal.SAME_SECONDS", 0.0)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is handler


def test_the_handler_is_put_back(handler):
    with StopSignal().on_interrupt():
        assert signal.getsignal(signal.SIGINT) is not handler
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_handler_that_python_did_not_install_is_no_error(handler, monkeypatch):
    install = signal.signal
    monkeypatch.setattr(signal, "signal", lambda number, action: install(number, action) and None)
    with StopSignal().on_interrupt():
        pass
    assert signal.getsignal(signal.SIGINT) is handler


def test_another_thread_leaves_the_handler_alone_and_can_be_stopped(handler):
    stop, begun = StopSignal(), threading.Event()

    def play():
        with stop.on_interrupt():
            begun.set()
            return stop._event.wait(LONG), signal.getsignal(signal.SIGINT)

    with ThreadPoolExecutor(1) as other:
        played = other.submit(play)
        assert begun.wait(LONG)
        stop.set()
        assert played.result() == (True, handler)


def test_the_main_thread_may_stop_another_thread_at_an_interrupt(handler):
    stop = StopSignal()
    with ThreadPoolExecutor(1) as other:
        played = other.submit(stop._event.wait, LONG)
        try:
            signal.raise_signal(signal.SIGINT)
            played.result()
        except KeyboardInterrupt:
            stop.set()
        assert played.result()
