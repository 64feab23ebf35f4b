"""The program in a child process that is forked, so that it starts at once."""

import contextlib
import os
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.cli.main import main

LIMIT = 60.0  # seconds that a command may take


@dataclass
class Ended:
    """How a command ended: its exit code (negative: the signal) and what it printed."""

    code: int
    text: str
    seconds: float

    @property
    def sentence(self) -> str:
        """The last line that it printed."""
        return (self.text.strip().splitlines() or [""])[-1]


class Program:
    """A command in progress."""

    def __init__(
        self, words: Sequence[str], folder: Path, prepare: Callable[[], None] = lambda: None
    ) -> None:
        self.printed = folder / f"printed-{time.monotonic_ns()}"
        self.begun = time.monotonic()
        self.process = os.fork()
        if self.process == 0:
            self._become(words, folder, prepare)

    def _become(self, words: Sequence[str], folder: Path, prepare: Callable[[], None]) -> None:
        code = 99  # of a mistake in this file
        try:
            os.setsid()
            os.chdir(folder)
            output = os.open(self.printed, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
            for stream in (1, 2):
                os.dup2(output, stream)
            prepare()
            sys.stdout, sys.stderr = (
                open(stream, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
                for stream in (1, 2)
            )
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            warnings.simplefilter("ignore", ResourceWarning)  # as outside of pytest
            sys.argv = ["balance", *words]
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException:
            with self.printed.open("a", encoding="utf-8") as file:
                traceback.print_exc(file=file)
        finally:
            os._exit(code)

    def kill(self, number: int) -> None:
        """Send a signal, if it has not ended yet."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, number)

    def end(self, seconds: float = LIMIT) -> Ended:
        """Wait for the end; after `seconds` it is killed, and its code is -9."""
        while True:
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                break
            if time.monotonic() - self.begun > seconds:
                self.kill(signal.SIGKILL)
            time.sleep(0.005)
        text = ""
        with contextlib.suppress(FileNotFoundError):  # it was killed before it began
            text = self.printed.read_text(encoding="utf-8", errors="replace")
            self.printed.unlink()
        code = os.waitstatus_to_exitcode(status)
        return Ended(code, text, time.monotonic() - self.begun)


def run(words: Sequence[str], folder: Path, prepare: Callable[[], None] = lambda: None) -> Ended:
    """Carry out a command."""
    return Program(words, folder, prepare).end()
