"""How the program ends: its exit codes, and what is printed last.

A command that may run code from outside the package runs in a process of its own.  If such code
crashes it or ends it, the parent process says so.
"""

import contextlib
import errno
import os
import signal
import sys
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NoReturn

from balance import crash_notes
from balance.portable import CAN_FORK, DISK_FULL, ENDING_SIGNALS, KILLED, fork_that_ends_with_us


class Exit(IntEnum):
    """The exit codes of all commands."""

    DONE = 0
    BROKEN = 1  # a requirement, a known answer or a published result
    REFUSED = 2  # the command cannot be carried out; one sentence says why
    BUG = 3  # of ours; a traceback says where
    INTERRUPTED = 130  # by Ctrl-C
    CLOSED = 141  # the reader of the output closed it, as `head` does
    TERMINATED = 143  # by the system or by `kill`


_CRASHES = {"SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT", "SIGTRAP"}
_OUTPUT_ERRORS = {*DISK_FULL, errno.EIO, errno.EPIPE, errno.EBADF}


def prepare_output() -> None:
    """Let any text be printed: consoles may lack characters, and output may be closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by who started the program
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8", newline="\n"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def is_output_error(error: OSError) -> bool:
    """Return whether an error is about standard output: files have a name, or a StoreError."""
    return error.filename is None and error.errno in _OUTPUT_ERRORS


def print_error(text: str) -> None:
    """Print a line to standard error, if that is possible."""
    with contextlib.suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def end(code: int) -> NoReturn:
    """End the program; what cannot be written any more is dropped."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError) as error:
            if code == Exit.DONE and stream is sys.stdout:
                is_closed = isinstance(error, BrokenPipeError)
                code = Exit.CLOSED if is_closed else Exit.REFUSED
                if not is_closed:
                    print_error(f"Error: the output cannot be written: {error}.")
            # Python would try again, and print that it failed.
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    crash_notes.note_exit(code)
    sys.exit(code)


def supervise(words: Sequence[str]) -> None:
    """Let a child process carry out a command that may run other code; the parent waits here.

    Returns in the child, or if no other code can run: such code is named by a file or a folder.
    """
    is_named = any(".py" in word or os.path.exists(word) for word in words)
    if not CAN_FORK or not (is_named or os.environ.get("BALANCE_TRUST")):
        return
    crash_notes.share()
    child = fork_that_ends_with_us()
    if child:
        _end_as(child)


def _end_as(child: int) -> NoReturn:
    """Wait for the child, and end as it ended; say why if it did not end by itself."""

    def pass_on(number: int, frame: Any) -> None:
        os.kill(child, number)

    for number in ENDING_SIGNALS:
        signal.signal(number, pass_on)
    _, status = os.waitpid(child, 0)
    noted, code = crash_notes.noted_exit(), os.waitstatus_to_exitcode(status)
    if noted is not None:
        os._exit(noted)
    if code >= 0:
        if code != Exit.REFUSED:  # with which a stuck bot is ended; it has said so
            print_error("Error: the code of a bot or a game ended the program" + _where())
        os._exit(Exit.REFUSED)
    name = signal.Signals(-code).name
    if name not in _CRASHES:
        if name == KILLED:
            print_error("Error: the program was killed, perhaps as the memory was used up.")
        os._exit(128 - code)
    print_error(
        f"Error: the program crashed ({name}){_where()} Compiled code of a bot or a game used "
        "memory outside of its arrays, or called itself without end."
    )
    os._exit(Exit.REFUSED)


def _where() -> str:
    notes = crash_notes.notes()
    return f", {' or '.join(notes)}" if notes else "."
