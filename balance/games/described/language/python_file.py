"""The functions in the Python file of a game, which lines call; the file is read, not run."""

import ast
from dataclasses import dataclass
from pathlib import Path

from balance.errors import ScenarioError
from balance.sanitize import UnreadableError, read_text


@dataclass(frozen=True)
class Function:
    """A function as it is written: its line, the names of its arguments, what it says it does."""

    line: int
    arguments: tuple[str, ...]
    summary: str


def functions_in(file: Path) -> dict[str, Function]:
    """Return the functions of a file by name, without those whose names begin with ``_``.

    Raises
    ------
    ScenarioError
        If it is not Python, or cannot be read.
    """
    try:
        tree = ast.parse(read_text(file))
    except SyntaxError as error:
        raise ScenarioError(f"{file}, line {error.lineno}: not Python: {error.msg}") from None
    except (UnreadableError, OSError, ValueError, RecursionError) as error:
        raise ScenarioError(f"{file}: {error}") from None
    return {
        node.name: Function(
            node.lineno,
            tuple(name.arg for name in (*node.args.posonlyargs, *node.args.args)),
            (ast.get_docstring(node) or "not described.").partition("\n")[0],
        )
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }
