"""Ctrl-C is answered within a second, also while the program is where Python cannot hear it.

Python runs a handler between two of its steps.  The compiler, a library, or a long game of compiled
code is one step, of many seconds perhaps.  So a thread waits for the signal, too: if no handler
has run after a while, it answers; and it ends the program, unless games would be lost.  What is on
disk stays whole, as after `kill -9`.
"""

import os
import signal
import socket
import threading
import time
from typing import NoReturn

from balance import crash_notes
from balance.cli.exits import Exit, print_error
from balance.runner.stop_signal import ANSWERS

PATIENCE = 0.5  # seconds in which a handler should have begun


def watch_interrupts() -> None:
    """Start the thread; from the main thread of the program."""
    ANSWERS.is_on = True
    if not hasattr(signal, "pthread_kill"):  # Windows, where signals are no interrupts
        return
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reader, writer), daemon=True, name="interrupts").start()


def _watch(reader: socket.socket, writer: socket.socket) -> None:
    """Read the numbers of signals as they come; the writer must not be closed meanwhile."""
    while numbers := reader.recv(1):
        if numbers[0] == signal.SIGINT:
            _answer(time.monotonic())


def _answer(came: float) -> None:
    """Answer a Ctrl-C that no handler has answered."""
    time.sleep(PATIENCE)
    if ANSWERS.handled >= came - PATIENCE:
        return
    if ANSWERS.awaited and not ANSWERS.is_announced:
        ANSWERS.announce()
    else:
        _end_now()


def _end_now() -> NoReturn:
    print_error("Stopped.")
    crash_notes.note_exit(Exit.INTERRUPTED)
    os._exit(Exit.INTERRUPTED)
