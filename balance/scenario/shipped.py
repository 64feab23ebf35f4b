"""Where the scenarios are that come with the program; completing their names loads nothing else."""

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
