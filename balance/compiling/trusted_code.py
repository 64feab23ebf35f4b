"""Which code from files may run: what comes with the program, and what the user trusts."""

import os
from importlib.resources import files
from pathlib import Path

VARIABLE = "BALANCE_TRUST"  # folders and files, separated as in PATH

_trusted: set[Path] = set()  # by --trust
_given: set[Path] = set()  # by --bots or --tiers: run without a notice


def trust(path: Path) -> None:
    """Let a file be run, or everything in a folder, that the user gave with --trust."""
    _trusted.add(path.resolve())


def trust_given(path: Path) -> None:
    """Let a file be run, without a notice, that the user gave as a bot."""
    _given.add(path.resolve())


def is_known(path: Path) -> bool:
    """Return whether code is run without a notice: that of the program, or given as a bot."""
    return _is_ours(path) or path in _given


def is_trusted(path: Path) -> bool:
    """Return whether code may be run: that of the program, or what the user trusts."""
    listed = os.environ.get(VARIABLE, "").split(os.pathsep)
    places = _trusted | {Path(place).resolve() for place in listed if place}
    return is_known(path) or any(path.is_relative_to(place) for place in places)


def refusal(what: str, path: Path) -> str:
    """Return why code is not run that something, `what`, needs: half a sentence on."""
    return (
        f"{what} is the code in {path}, which is not run unless you trust it: balance --trust "
        f"{path} ..., if you know what it does."
    )


def _is_ours(path: Path) -> bool:
    """Whether code comes with the program: in its package, or as an example beside it."""
    package = Path(str(files("balance"))).resolve()
    is_checkout = (package.parent / "scenarios").is_dir()
    examples = (package.parent / "examples",) if is_checkout else ()
    return any(path.is_relative_to(place) for place in (package, *examples))
