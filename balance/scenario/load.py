"""Finding the file of a scenario, and reading it."""

from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from balance.errors import ScenarioError
from balance.sanitize import UnreadableError, read_text, toml_of
from balance.scenario.error_messages import checked
from balance.scenario.model import Scenario


def read_scenario(name: str) -> Scenario:
    """Return the scenario of a file, or of a shipped one.

    Parameters
    ----------
    name : str
        A path, or the name of a scenario that comes with the program (``first-game``).

    Raises
    ------
    ScenarioError
        If there is none, or it says what a scenario cannot say.
    """
    path = find_scenario(name)
    try:
        values = toml_of(read_text(path))
    except (UnreadableError, OSError) as error:
        not_toml = "not TOML: " if isinstance(error, UnreadableError) and error.is_toml else ""
        raise ScenarioError(f"{path}: {not_toml}{error}") from None
    return checked(Scenario, values, str(path)).at(path).from_a_file()


def find_scenario(name: str) -> Path:
    """Return the path of a scenario's file; see `read_scenario`."""
    path = Path(name)
    if path.is_file():
        return path
    shipped = shipped_scenarios()
    if name in shipped:
        return shipped[name]
    if path.is_dir():
        raise ScenarioError(f"{name}: a folder, where the file of a scenario is expected.")
    close = get_close_matches(path.stem, shipped, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(shipped)}."
    raise ScenarioError(f"{name}: no such file, and no shipped scenario of that name; {hint}")


def shipped_scenarios() -> dict[str, Path]:
    """Return the scenarios that come with the program, by name."""
    package = Path(str(files("balance")))
    # In a wheel they lie inside the package, in a checkout beside it.
    for folder in (package / "scenario" / "starters", package.parent / "scenarios"):
        if folder.is_dir():
            return {path.stem: path for path in sorted(folder.rglob("*.toml"))}
    return {}
