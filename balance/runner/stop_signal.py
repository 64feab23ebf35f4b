"""Ctrl-C: a signal that asks the workers to stop once their batch is played."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

SAME_SECONDS = 0.5  # a terminal and the parent process may both pass on one Ctrl-C
STOPPING = "Stopping after the games in progress. Ctrl-C again ends at once."


class StopSignal:
    """A flag that asks the workers to stop at the end of their batch."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._first = 0.0  # when Ctrl-C set it

    def set(self) -> None:
        """Ask the workers to stop."""
        self._event.set()

    def is_set(self) -> bool:
        """Whether the workers are asked to stop."""
        return self._event.is_set()

    @contextmanager
    def on_interrupt(self) -> Iterator[None]:
        """Let Ctrl-C set the signal, and say so; a second Ctrl-C does what it did before.

        Python gives Ctrl-C to the main thread alone.  In other threads this changes nothing: the
        main thread may catch KeyboardInterrupt and `set` the signal.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupt(number: int, frame: Any) -> None:
            now = time.monotonic()
            ANSWERS.handled = now
            if not self.is_set():
                self.set()
                self._first = now
                ANSWERS.announce()
            elif now - self._first > SAME_SECONDS:
                signal.signal(signal.SIGINT, before)
                signal.raise_signal(signal.SIGINT)

        # None is a handler that was not installed by Python, such as that of a program around it.
        before = signal.signal(signal.SIGINT, interrupt) or signal.default_int_handler
        ANSWERS.awaited += 1
        try:
            yield
        finally:
            ANSWERS.awaited -= 1
            signal.signal(signal.SIGINT, before)


class Answers:
    """What was done about the last Ctrl-C; `balance.cli.interrupts` does what was not."""

    def __init__(self) -> None:
        self.handled = 0.0  # when a handler began, by time.monotonic
        self.awaited = 0  # stop signals that wait for Ctrl-C
        self.is_announced = False
        self.is_on = False  # whether there is somebody to answer: set by the command line

    def announce(self) -> None:
        """Say that games are being stopped; from a handler, so without Python's buffers."""
        if self.is_on and not self.is_announced:
            clear = "\r\x1b[K" if sys.stderr is not None and sys.stderr.isatty() else ""
            self.is_announced = True
            with suppress(OSError):
                os.write(2, f"{clear}{STOPPING}\n".encode())


ANSWERS = Answers()
