"""Stops the program when a bot does not answer, or importing its file does not end.

Compiled code cannot be interrupted.  A thread checks regularly what is watched.  If it has not
changed for too long, the process ends with a message and exit code 2, as nothing else can stop
compiled code.  The stored part of a run is safe, as shards are stored whole or not at all.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NoReturn

PATIENCE = 30.0  # seconds that a bot may take for one decision
VARIABLE = "BALANCE_PATIENCE"  # environment variable: other seconds, or 0 for no limit
LOOKS = 1.0  # seconds between two checks

SHOW_CURSOR = "\x1b[?25h"  # a progress bar has hidden the cursor

Handler = Callable[[str], None]

_watched: dict[int, "Watchdog"] = {}
_handlers = threading.local()
_begun = threading.Lock()
_threads: list[threading.Thread] = []


def patience() -> float:
    """Return the seconds that a bot may take for one decision; 0 is without limit."""
    try:
        return max(0.0, float(os.environ.get(VARIABLE, PATIENCE)))
    except ValueError:
        return PATIENCE


class Watchdog:
    """Watches the code within it: ``with Watchdog(look, explain):``.

    Parameters
    ----------
    look : function () -> hashable or None
        Its place; None is a place where it may stay.
    explain : function () -> str
        The message if it stays anywhere else for too long.
    """

    def __init__(self, look: Callable[[], Hashable | None], explain: Callable[[], str]) -> None:
        self.look = look
        self.explain = explain

    def __enter__(self) -> "Watchdog":
        """Begin to be watched."""
        self.handle: Handler = getattr(_handlers, "handle", _end)
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
        """Stop being watched."""
        _watched.pop(id(self), None)

    def stays(self, now: float) -> float:
        """Return the seconds it has been at the same place."""
        place = self.look()
        if place is None or place != self.place:
            self.place, self.since = place, now
        return now - self.since


@contextmanager
def stuck_handler(handle: Handler) -> Iterator[None]:
    """Let a function get the message of what this thread watches within, if it is stuck.

    It is called in another thread, in place of ending the process.
    """
    _handlers.handle = handle
    try:
        yield
    finally:
        del _handlers.handle


def watched_import(file: Path) -> Watchdog:
    """Return a watchdog for the import of a file, which may loop without end.

    While it imports further modules it is not stuck: on a busy machine those may take long.
    """
    thread = threading.get_ident()

    def explain() -> str:
        line = line_of(thread, file)
        at = f", at line {line}" if line else ""
        return (
            f"{file}: importing it has not ended for {patience():g} seconds{at}. (Set "
            f"{VARIABLE}=300 before the command to wait longer, {VARIABLE}=0 to wait for ever.)"
        )

    return Watchdog(lambda: (file, len(sys.modules)), explain)


def watchdog_threads() -> set[int | None]:
    """Return the threads that look whether something is stuck."""
    return {thread.ident for thread in _threads}


def line_of(thread: int, file: Path) -> int | None:
    """Return the line of a file that a thread executes, or None if it is not in the file."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename == str(file):
            return frame.f_lineno
        frame = frame.f_back
    return None


def _begin() -> None:
    """Start the checking thread, one for the whole process, which does not keep it alive."""
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
                _watched.pop(id(one), None)  # it may live on, if it is handled
                one.handle(one.explain())


def _end(message: str) -> NoReturn:
    if sys.stderr.isatty():
        sys.stderr.write(SHOW_CURSOR + "\n")
    sys.stdout.flush()
    print(f"Error: {message}", file=sys.stderr, flush=True)
    os._exit(2)
