"""Saying what the user waits for."""

from rich.console import Console

from balance.engine.jit import has_compiled_code
from balance.scenario.set_up import SetUp


def console() -> Console:
    """Return where notes go: the error stream, so that results can be piped."""
    return Console(stderr=True, soft_wrap=True, highlight=False, markup=False)


def say_what_takes_long(ready: SetUp, notes: Console) -> None:
    """Say that rules are compiled, if they are, and which bots are slow, and why."""
    for notice in ready.notices:
        notes.print(f"Note: {notice}")
    if not has_compiled_code(ready.game.home):
        notes.print(f"Compiling {ready.game.title} for this machine: once, for up to a minute ...")
