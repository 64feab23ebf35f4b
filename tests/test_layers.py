"""Imports point down, never up, and never from one game to another."""

import ast
from pathlib import Path

import pytest

from balance.games import GAMES

PACKAGE = Path(__file__).resolve().parent.parent / "balance"
# From the top; a line may import all below it, and what stands beside it if named there.
LAYERS = (
    ("__main__",),
    ("cli",),
    ("serve",),
    ("api",),
    ("bench",),
    ("app",),
    ("selftest",),
    ("report", "tuning"),
    ("agents", "analysis"),
    ("stats",),
    ("runner",),
    ("store",),
    ("scenario",),
    ("games",),
    ("bots", "cards"),
    ("engine",),
    ("compiling",),
    ("installation",),
    ("error_messages",),
    ("errors",),
    ("sanitize",),
    ("toml_errors",),
    ("portable",),
    ("spelling",),
    ("crash_notes",),
    ("limits",),
)
HEIGHT = {layer: -height for height, layers in enumerate(LAYERS) for layer in layers}
SOURCES = sorted(PACKAGE.rglob("*.py"))
NUMBA = {
    "compiling/dispatchers.py", "compiling/compile_cache.py", "compiling/local_code.py",
    "compiling/parts.py",
    "compiling/quick_compiling.py", "engine/loop_types.py",
}  # fmt: skip


def imports(path):
    """Yield the modules that a file imports, at its head or within a function."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer(module):
    """Return the layer of a module of ours, or None."""
    parts = module.split(".")
    return parts[1] if parts[0] == "balance" and len(parts) > 1 else None


def layer_of(path):
    """Return the layer of a file; the report loads sections of a game, by name of the file."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return "report" if parts[0] == "games" and parts[2:3] == ("sections",) else parts[0]


def test_there_is_something_to_check():
    assert len(SOURCES) > 30
    unknown = {layer_of(path) for path in SOURCES} - set(HEIGHT) - {"__init__"}
    assert not unknown


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path):
    own = layer_of(path)
    for module in imports(path):
        other = layer(module)
        if other in HEIGHT and other != own and own in HEIGHT:
            assert HEIGHT[other] < HEIGHT[own], f"{own} imports {module}"


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("stats/*.py")), ids=lambda path: path.name)
def test_stats_import_nothing_else_of_ours(path):
    assert {layer(module) for module in imports(path)} <= {None, "stats"}


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.glob("games/*/**/*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_no_game_imports_another(path):
    own = path.relative_to(PACKAGE / "games").parts[0]
    for module in imports(path):
        if module.startswith("balance.games."):
            assert module.split(".")[2] == own


def test_numba_is_imported_at_its_border_alone():
    found = {
        str(path.relative_to(PACKAGE))
        for path in SOURCES
        if any(module.split(".")[0] == "numba" for module in imports(path))
    }
    assert found <= NUMBA


def test_nothing_but_games_knows_a_game():
    games = tuple(GAMES.values())
    for path in SOURCES:
        if path.relative_to(PACKAGE).parts[0] != "games":
            assert not any(module.startswith(games) for module in imports(path))
