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
        If there is no such file, or it is not Python.
    """
    try:
        tree = ast.parse(read_text(file))
    except FileNotFoundError:
        raise ScenarioError(f"{file}: there is no such file, which 'python' names") from None
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
