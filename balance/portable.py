"""What differs between operating systems: names and texts of files, paths, and command lines."""

import _thread
import contextlib
import errno
import os
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

# Errors that say that a disk, or the user's part of it, is full; Windows has no EDQUOT.
DISK_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}

CAN_FORK = hasattr(os, "fork")
KILLED = "SIGKILL"  # the name of the signal that no process can handle
# With which a process is asked to end; Windows lacks one.
ENDING_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
_DEATH_OF_PARENT = 1  # PR_SET_PDEATHSIG of Linux

# Windows keeps these names for devices, whatever follows after a dot.
_RESERVED = {"con", "prn", "aux", "nul"} | {
    f"{device}{number}" for device in ("com", "lpt") for number in range(10)
}


def write_text(path: Path, text: str) -> None:
    r"""Write a text file that is the same on all systems: UTF-8, lines ended by ``\n``.

    Bytes of a file name that are not characters are written as ``\udcff``.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")


def is_passing(path: Path) -> bool:
    """Return whether a file or folder is hidden, or is one that a program has while it is open.

    Such as ``._cards.csv`` of macOS, ``~$cards.xlsx`` of Office, ``.~lock.cards.csv#``.
    """
    return path.name.startswith((".", "~"))


def files_in(folder: Path) -> list[Path]:
    """Return the files in a folder, in the order of their names, without those that are passing."""
    return sorted(path for path in folder.iterdir() if path.is_file() and not is_passing(path))


def is_file_name(name: str) -> bool:
    """Return whether a file may have this name on all systems; separators are not checked."""
    return name.partition(".")[0].lower() not in _RESERVED and not name.endswith((".", " "))


def is_text(name: str) -> bool:
    """Return whether a path is text, not bytes in another encoding."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def relative_path(path: Path, folder: Path) -> str:
    """Return a path relative to a folder; the path itself if it is on another drive of Windows."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path)


def command_line(words: Sequence[str]) -> str:
    """Return words as a command that can be pasted into the system's usual shell."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def fork_that_ends_with_us() -> int:
    """Fork, and return 0 in the child, which ends when this process does; only Linux does that."""
    parent, child = os.getpid(), os.fork()
    if child == 0 and sys.platform == "linux":
        import ctypes  # slow to import, and other commands need not wait for it

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_DEATH_OF_PARENT, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it ended before
            os._exit(1)
    return child


def interrupt_main_thread() -> None:
    """Do what Ctrl-C does, from another thread; where signals reach threads, a wait ends too."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()
