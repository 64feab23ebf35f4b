"""What is refused of bots that strangers enter: ways around the hiding of what a seat may not see.

A bot is code that runs with the rights of the user.  This closes the ways that are known and cheap
to see; it is no sandbox.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any

import balance
from balance.compiling.frozen_values import globals_of
from balance.compiling.jit import is_compiled, leaves_compiled_code, plain
from balance.engine.watchdog import watchdog_threads
from balance.errors import BotError

_OF_FUNCTION = "__code__", "__defaults__", "__kwdefaults__"  # which may be replaced in place
_PACKAGE = balance.__name__


@contextmanager
def unchanged_program(who: str) -> Iterator[None]:
    """Refuse code that changes a module, class or function of this package meanwhile.

    Or that starts a thread, which could do so later.

    Raises
    ------
    BotError
        It names the first thing that changed, and `who` did it.
    """
    before, threads = _namespaces(), _threads()
    yield
    after = _namespaces()
    if _threads() - threads:
        raise BotError(f"{who} starts a thread, which a bot of strangers may not.")
    for place, names in before.items():
        for name, value in names.items():
            if after.get(place, {}).get(name) is not value:
                raise BotError(
                    f"{who} changes {place}.{name} of the program, which a bot of strangers "
                    "may not."
                )


def check_strictly(choose: Callable[..., Any], who: str, slow: str) -> None:
    """Refuse a bot that runs as plain Python, or leaves compiled code for it.

    Parameters
    ----------
    slow : str
        Why it is not compiled; empty if it is.

    Raises
    ------
    BotError
    """
    if slow:
        raise BotError(
            f"{who} is plain Python ({slow}), which can look at all cards: expected a bot that "
            "compiles."
        )
    for name, value in globals_of(choose):
        if leaves_compiled_code(value):
            raise BotError(
                f"{who} leaves compiled code by {name}, from where it can look at all cards."
            )


def _threads() -> set[int]:
    """Return the threads of Python, but for that which looks whether a bot is stuck."""
    return set(sys._current_frames()) - watchdog_threads()


def _namespaces() -> dict[str, dict[str, Any]]:
    """Return what the modules and classes of this package contain, by their names."""
    found = {}
    for title, module in list(sys.modules.items()):
        if title.partition(".")[0] != _PACKAGE or module is None:
            continue
        values = vars(module)
        found[title] = {
            name: value
            for name, value in values.items()
            if not isinstance(value, ModuleType) and not name.startswith("__")
        }
        for name, value in values.items():
            if isinstance(value, type) and value.__module__ == title:
                found[f"{title}.{name}"] = dict(vars(value))
    for names in found.values():
        for name, value in list(names.items()):
            if isinstance(value, FunctionType) or is_compiled(value):
                for part in _OF_FUNCTION:
                    names[f"{name}.{part}"] = getattr(plain(value), part)
    return found
