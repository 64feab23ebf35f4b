"""What is being played, in memory shared with the parent process, which can say where it crashed.

Compiled code of a bot or a game from outside the package may write beyond an array or call itself
without end.  The system then ends the process, which can say nothing any more.
"""

import mmap
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_NOTES = 64  # at most; of further threads nothing is noted
_TEXT, _MEMORY = 3000, 1000  # bytes of a note's text, and of the memory that it refers to
_HEAD = struct.Struct("qq")  # bytes of the text, where the number is in the memory
_SIZE = _HEAD.size + _TEXT + _MEMORY
_NUMBER = struct.Struct("q")
NUMBER = "{number}"  # stands for the number in the text

_shared: list[mmap.mmap] = []  # none, or one
_free: list[int] = []
_lock = threading.Lock()


def share() -> None:
    """Get the shared memory; to be called before the process forks."""
    _shared[:] = [mmap.mmap(-1, _NUMBER.size + _NOTES * _SIZE)]
    _shared[0].write(_NUMBER.pack(-1))
    _free[:] = range(_NOTES)


@contextmanager
def noted(text: str, number_at: int) -> Iterator[memoryview | None]:
    """Note what is being played; yield memory (zeros) for the loop that plays it.

    Parameters
    ----------
    text : str
        For the user; NUMBER in it stands for the int64 that the memory has at `number_at`.

    Yields
    ------
    memory : memoryview or None
        None if nobody would read the note.
    """
    with _lock:
        note = _free.pop() if _free else None
    if note is None:
        yield None
        return
    (shared,) = _shared
    start = _NUMBER.size + note * _SIZE
    content = text.encode("utf-8", "backslashreplace")[:_TEXT]
    memory = start + _HEAD.size + _TEXT
    shared[memory : memory + _MEMORY] = bytes(_MEMORY)
    shared[start + _HEAD.size : start + _HEAD.size + len(content)] = content
    _HEAD.pack_into(shared, start, len(content), number_at)
    try:
        yield memoryview(shared)[memory : memory + _MEMORY]
    finally:
        _HEAD.pack_into(shared, start, 0, 0)
        with _lock:
            _free.append(note)


def notes() -> list[str]:
    """Return what was being played when the process ended."""
    texts = []
    (shared,) = _shared
    for note in range(_NOTES):
        start = _NUMBER.size + note * _SIZE
        length, number_at = _HEAD.unpack_from(shared, start)
        if length:
            text = shared[start + _HEAD.size : start + _HEAD.size + length].decode()
            (number,) = _NUMBER.unpack_from(shared, start + _HEAD.size + _TEXT + number_at)
            texts.append(text.replace(NUMBER, str(number)))
    return texts


def note_exit(code: int) -> None:
    """Note that the program ends by itself, with this exit code."""
    for shared in _shared:
        _NUMBER.pack_into(shared, 0, code)


def noted_exit() -> int | None:
    """Return the exit code that was noted, if any."""
    (code,) = _NUMBER.unpack_from(_shared[0], 0)
    return None if code < 0 else int(code)
