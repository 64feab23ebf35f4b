"""How long players take for a decision, by kind: for the length of games in minutes.

A kind is an option that the game names, such as ``slay a Monster``, or how its name begins.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from balance.spelling import as_compared

Seconds: TypeAlias = tuple[float, float]  # of quick players, and of slow ones
OTHER = "other"  # all decisions of which no kind is named
USUAL: Seconds = (5.0, 20.0)
MOST_SECONDS = 3600.0
_NUMBER = r"\d+\.?\d*|\.\d+"
_RANGE = re.compile(rf"({_NUMBER})(?:\s*\.\.\s*({_NUMBER}))?")
EXPECTED = (
    f"expected seconds above 0, up to {MOST_SECONDS:.0f}, such as 12 or 8..20, or by kind of "
    "decision, such as 'slay=30, recruit=15..25, other=5'"
)


def read_seconds(value: Any) -> Any:
    """Return the seconds by kind, of what a scenario or the command line says.

    Raises
    ------
    ValueError
        If it says something else.
    """
    if isinstance(value, str) and "=" in value:
        pairs = [part.partition("=") for part in value.split(",")]
        value = {kind.strip(): seconds for kind, _, seconds in pairs}
        if len(value) < len(pairs):
            raise ValueError(EXPECTED)
    if not isinstance(value, Mapping):
        value = {OTHER: value}
    return {str(kind): _range(seconds) for kind, seconds in value.items()}


def _range(value: Any) -> Seconds:
    found = _RANGE.fullmatch(str(value).strip())
    ends = list(value) if isinstance(value, list | tuple) else found and [found[1], found[2]]
    if not ends or len(ends) != 2:
        raise ValueError(EXPECTED)
    low, high = (float(end if end is not None else ends[0]) for end in ends)
    if not 0 < low <= high <= MOST_SECONDS:
        raise ValueError(EXPECTED)
    return low, high


def seconds_of(kinds: Mapping[str, Seconds], option: str) -> Seconds:
    """Return the seconds of an option: of the longest kind with which its name begins."""
    fitting = [kind for kind in kinds if is_kind(kind, option)]
    return kinds[max(fitting, key=len)] if fitting else kinds.get(OTHER, USUAL)


def is_kind(kind: str, option: str) -> bool:
    """Whether an option is of a kind: its name begins with it."""
    return as_compared(option).startswith(as_compared(kind))


def unknown_kind(kinds: Iterable[str], options: Iterable[str]) -> str:
    """Return the first kind that is none of a game's options; empty if there is none."""
    named = list(options)
    return next(
        (kind for kind in kinds
         if kind != OTHER and not any(is_kind(kind, option) for option in named)), "",
    )  # fmt: skip
