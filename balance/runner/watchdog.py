"""Noticing a bot that stands still: a loop without end in compiled code cannot be interrupted.

A thread looks every now and then at what is watched.  What has not moved on for so long ends the
process, with a message and exit code 2: nothing else can stop compiled code.  What a run has
stored by then is safe, as shards are stored whole or not at all.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from types import TracebackType
from typing import NoReturn

PATIENCE = 30.0  # seconds that a bot may take for one decision
VARIABLE = "BALANCE_PATIENCE"  # of the environment: other seconds, or 0 for all the time there is
LOOKS = 1.0  # seconds between two looks

SHOW_CURSOR = "\x1b[?25h"  # a bar of progress has hidden it

_watched: dict[int, "Watchdog"] = {}
_begun = threading.Lock()
_threads: list[threading.Thread] = []


def patience() -> float:
    """Return how many seconds a bot may take for one decision; 0 is without limit."""
    try:
        return max(0.0, float(os.environ.get(VARIABLE, PATIENCE)))
    except ValueError:
        return PATIENCE


class Watchdog:
    """Watches what runs within it: ``with Watch(look, explain):``.

    Parameters
    ----------
    look : function () -> hashable or None
        Where it is; None is where it may stay.
    explain : function () -> str
        What to say when it stays anywhere else for too long.
    """

    def __init__(self, look: Callable[[], Hashable | None], explain: Callable[[], str]) -> None:
        self.look = look
        self.explain = explain

    def __enter__(self) -> "Watchdog":
        """Begin to be looked at."""
        self.place: Hashable | None = None
        self.since = time.monotonic()
        _watched[id(self)] = self
        if not _threads:
            _begin()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Be looked at no more."""
        del _watched[id(self)]

    def stays(self, now: float) -> float:
        """Return for how many seconds it has been where it is."""
        place = self.look()
        if place is None or place != self.place:
            self.place, self.since = place, now
        return now - self.since


def line_of(thread: int, file: Path) -> int | None:
    """Return the line of a file at which a thread is, or None if it is not in it."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename == str(file):
            return frame.f_lineno
        frame = frame.f_back
    return None


def _begin() -> None:
    """Let a thread look, one for the whole process, which does not keep it alive."""
    with _begun:
        if not _threads:
            _threads.append(threading.Thread(target=_keep_looking, daemon=True))
            _threads[0].start()


def _keep_looking() -> None:
    while True:
        longest = patience()
        time.sleep(min(LOOKS, longest / 4) or LOOKS)
        now = time.monotonic()
        for one in list(_watched.values()):
            if one.stays(now) > longest > 0:
                _end(one.explain())


def _end(message: str) -> NoReturn:
    if sys.stderr.isatty():
        sys.stderr.write(SHOW_CURSOR + "\n")
    sys.stdout.flush()
    print(f"Error: {message}", file=sys.stderr, flush=True)
    os._exit(2)
