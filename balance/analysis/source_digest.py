"""The sources that make sums: other ones may make other sums of the same games."""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

PACKAGE = __name__.rpartition(".")[0]


def sources_of(modules: Iterable[str], folder: Path = Path(__file__).parent) -> dict[str, Path]:
    """Return the modules of a package among these, and those that they import from it.

    Parameters
    ----------
    modules : iterable of str
        Names with the package's, such as that of a tally.
    folder : Path
        Of the package.
    """
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        path = folder / f"{name.removeprefix(f'{PACKAGE}.').replace('.', '/')}.py"
        if name in found or not name.startswith(f"{PACKAGE}.") or not path.is_file():
            continue
        found[name] = path
        waiting += _imported(ast.parse(path.read_text(encoding="utf-8")))
    return dict(sorted(found.items()))


def digest_of(sources: Iterable[Path]) -> str:
    """Return what changes with any of these files."""
    text = hashlib.sha256()
    for path in sources:
        text.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()[:16]


def _imported(tree: ast.AST) -> Iterator[str]:
    """Yield all that a module may import, modules or not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
