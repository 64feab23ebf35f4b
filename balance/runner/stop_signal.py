"""Ctrl-C: a signal that asks the workers to stop once their batch is played."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SAME_SECONDS = 0.5  # a terminal and the parent process may both pass on one Ctrl-C


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
        """Let Ctrl-C set the signal; a second Ctrl-C does what it did before.

        Python gives Ctrl-C to the main thread alone.  In other threads this changes nothing: the
        main thread may catch KeyboardInterrupt and `set` the signal.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupt(number: int, frame: Any) -> None:
            now = time.monotonic()
            if not self.is_set():
                self.set()
                self._first = now
            elif now - self._first > SAME_SECONDS:
                signal.signal(signal.SIGINT, before)
                signal.raise_signal(signal.SIGINT)

        # None is a handler that was not installed by Python, such as that of a program around it.
        before = signal.signal(signal.SIGINT, interrupt) or signal.default_int_handler
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
