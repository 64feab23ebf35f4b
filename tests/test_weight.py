"""A room has no more code than `weight.toml` says: a fact is said once, and growth has a reason.

Counted are lines with code: no docstrings, comments or blank lines.
"""

import ast
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUDGET = Path(__file__).with_name("weight.toml")
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def code_lines(text: str) -> int:
    """Return the number of lines with code."""
    rows = enumerate(text.splitlines(), 1)
    lines = {number for number, row in rows if row.strip() and not row.lstrip().startswith("#")}
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant | ast.JoinedStr):  # all lines of a text are code
            lines.update(range(node.lineno, (node.end_lineno or 0) + 1))
        elif isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            documented.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines - documented)


def room_of(path: Path) -> str:
    """Return the room of a file: balance/report, balance/games/valeria."""
    parts = path.relative_to(ROOT).parts
    deep = 3 if len(parts) > 3 and parts[1] == "games" else 2
    return "/".join(parts[:deep]) if len(parts) > 2 else parts[0]


def rooms() -> Counter[str]:
    """Return the lines of code by room."""
    found: Counter[str] = Counter()
    for root in ("balance", "tests"):
        for file in (ROOT / root).rglob("*.py"):
            found[room_of(file)] += code_lines(file.read_text(encoding="utf-8"))
    return found


def test_no_room_has_more_code_than_its_budget() -> None:
    budget = tomllib.loads(BUDGET.read_text(encoding="utf-8"))["lines"]
    found = rooms()
    heavier = {room: f"{count:,} lines of code, {budget.get(room, 0):,} in its budget"
               for room, count in found.items() if count > budget.get(room, 0)}  # fmt: skip
    assert heavier == {}, "shorten it, or raise its number in weight.toml in a commit of its own"
    assert set(budget) == set(found), "weight.toml names a room that is not there"


def test_only_code_is_counted() -> None:
    text = '"""Two\nlines."""\n\nX = """one\n\ntwo"""  # why\n\ndef f():\n    """Say."""'
    assert code_lines(f"{text}\n    # why\n    return (\n        X\n    )\n") == 7  # 3 and 4
