"""Ctrl-C: a signal that asks the workers to stop once their batch is played."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class StopSignal:
    """A flag that asks the workers to stop at the end of their batch."""

    def __init__(self) -> None:
        self._event = threading.Event()

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
            self.set()
            signal.signal(signal.SIGINT, before)

        # None is a handler that was not installed by Python, such as that of a program around it.
        before = signal.signal(signal.SIGINT, interrupt) or signal.default_int_handler
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
