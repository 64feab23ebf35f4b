"""Where the scenarios are that come with the program; completing their names loads nothing else."""

from functools import cache
from importlib.resources import files
from pathlib import Path


def shipped_scenarios() -> dict[str, Path]:
    """Return the scenarios that come with the program, by name."""
    package = Path(str(files("balance")))
    # In a wheel they are inside the package, in a checkout beside it.
    for folder in (package / "scenario" / "starters", package.parent / "scenarios"):
        if folder.is_dir():
            return {path.stem: path for path in sorted(folder.rglob("*.toml"))}
    return {}


@cache
def short_name(name: str) -> str:
    """Return the name of a shipped scenario instead of the path of its file; another as it is."""
    path = Path(name)
    shipped = shipped_scenarios().get(path.stem)
    return path.stem if shipped is not None and path.resolve() == shipped.resolve() else name
