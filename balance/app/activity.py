"""What the program is doing, said when it takes more than a second.

`doing` names a piece of work; a thread prints the name once the work has lasted a second.  On a
terminal the line goes away again; in a file there is a line every few seconds at most, and none
for the first piece, loading.  Bars of progress speak for themselves: they are `doing("")`.
"""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

AFTER = 1.0  # seconds of a piece of work, before it is named
BETWEEN = 10.0  # seconds between lines in a file
_CLEAR = "\r\x1b[K"


class Activity:
    """Names pieces of work on standard error; the innermost is shown."""

    def __init__(self) -> None:
        self._names: list[tuple[str, float]] = []  # with the time when each begins to be slow
        self._changed = threading.Condition()
        self._is_on = False
        self._is_shown = False  # whether a line stands on the terminal that has to go
        self._next_line = 0.0

    def start(self, name: str) -> None:
        """Start the thread, with what is done before anything else is named."""
        self._names = [(name, time.monotonic() + AFTER)]
        self._is_on = True
        threading.Thread(target=self._watch, daemon=True, name="activity").start()

    @contextmanager
    def doing(self, name: str) -> Iterator[None]:
        """Name a piece of work while it lasts; "" is one that speaks for itself."""
        self._change([*self._names, (name, time.monotonic() + AFTER)])
        try:
            yield
        finally:
            self._change(self._names[:-1])

    def _change(self, names: list[tuple[str, float]]) -> None:
        with self._changed:
            self._take_away()
            self._names = names
            self._changed.notify()

    def _watch(self) -> None:
        said: tuple[str, float] | None = None
        with self._changed:
            while self._is_on:
                now = time.monotonic()
                name = self._names[-1] if self._names else ("", now)
                if not name[0] or name == said:
                    self._changed.wait()
                elif now < name[1]:
                    self._changed.wait(name[1] - now)
                else:
                    said = name
                    self._say(name[0], now)

    def _say(self, name: str, now: float) -> None:
        if sys.stderr is None:
            return
        is_first, is_terminal = len(self._names) == 1, sys.stderr.isatty()
        if is_terminal and not is_first:
            sys.stderr.write(f"{_CLEAR}{name} ...")
            self._is_shown = True
        elif is_terminal or (not is_first and now >= self._next_line):
            self._next_line = now + BETWEEN
            sys.stderr.write(f"{name} ...\n")
        sys.stderr.flush()

    def _take_away(self) -> None:
        if self._is_shown and sys.stderr is not None:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
        self._is_shown = False


ACTIVITY = Activity()
doing = ACTIVITY.doing
