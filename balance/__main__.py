"""The program `balance`, also as ``python -m balance``."""

# `signal` itself loads `enum` first, which takes longer than all before.
import _signal as signal  # type: ignore[import-not-found]
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def start() -> "NoReturn":
    """Run the command line; Ctrl-C ends it at once while it is still being loaded."""
    signal.signal(signal.SIGINT, _end)
    from balance.cli.bytecode import keep_bytecode  # noqa: PLC0415, as both come before all others
    from balance.cli.shell_limits import problem  # noqa: PLC0415

    if text := problem():
        os.write(2, text.encode())
        os._exit(2)
    keep_bytecode()
    from balance.cli.main import start  # noqa: PLC0415, as loading it takes a while

    start()


def _end(number: int, frame: "Any") -> "NoReturn":
    os.write(2, b"Stopped.\n")
    os._exit(130)


if __name__ == "__main__":  # other processes of a run import this file too
    start()
