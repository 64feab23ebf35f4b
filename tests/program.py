"""The program in tests: a command in this process, and what tests of other processes wait for."""

import io
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from balance.cli.main import main

LONG = 600.0  # seconds: nothing takes so long, on a busy machine either


@dataclass(frozen=True)
class Done:
    """What a command left."""

    returncode: int
    stdout: str
    stderr: str


def run_here(*words: str, folder: Path, encoding: str = "utf-8") -> Done:
    """Run a command in a folder, in this process, with a console of an encoding."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, newline="\n") for _ in range(2))
    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.chdir(folder)
            patch.setattr(sys, "argv", ["balance", *words])
            with pytest.raises(SystemExit) as left:
                main()
    finally:
        signal.signal(signal.SIGINT, before)
    said = []
    for stream in (out, err):
        stream.flush()
        said.append(stream.buffer.getvalue().decode(encoding))
    return Done(int(left.value.code or 0), *said)


def begin(folder: Path, *words: str, **keys: Any) -> "subprocess.Popen[str]":
    """Begin a command in a folder, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "balance", *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **keys,
    )  # fmt: skip


def wait_until(
    condition: Callable[[], object], process: "subprocess.Popen[str] | None" = None
) -> None:
    """Wait for something; fail if the process that should do it has ended."""
    end = time.monotonic() + LONG
    while not condition():
        assert process is None or process.poll() is None, process.communicate()
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
