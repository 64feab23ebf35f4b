"""What counts of one Python file: a digest of its code, what it takes in, if it is compiled.

What was found of a file is kept for later processes, so that commands start sooner.
"""

import ast
import atexit
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from balance.compiling.cache_place import cache_root, is_writable_by_others
from balance.portable import write_text

_COMPILERS = (
    "compiled",
    "inlined",
    "compiled_with_checks",
    "compiled_loop",
)  # of `compiling.jit` and `engine.loop_types`
_MOST_KNOWN = 5_000  # files in `_KnownSources`; the oldest go first


@dataclass(frozen=True)
class Source:
    """What counts of a Python file.

    Attributes
    ----------
    digest : bytes
        Of its code, without comments, docstrings and line numbers.
    imports : frozenset of tuple of str
        What its compiled functions and their constants use: the module that it may be, or be of.
    has_compiled : bool
        Whether it has compiled functions.
    """

    digest: bytes
    imports: frozenset[tuple[str, ...]]
    has_compiled: bool


def read_source(file: Path) -> Source:
    """Return what counts of a file."""
    return _parsed(file.read_bytes())


def has_compiled(file: Path) -> bool:
    """Return whether a file has compiled functions."""
    source = file.read_bytes()
    # Most files are not parsed, as none of the names occurs in them.
    return any(name.encode() in source for name in _COMPILERS) and _parsed(source).has_compiled


def _parsed(source: bytes) -> Source:
    known = _known_sources()
    key = hashlib.sha256(_how_parsed() + source).hexdigest()
    if key not in known:
        if not known.has_new:
            atexit.register(known.store)
        known[key], known.has_new = _parse(source), True
    return known[key]


def _parse(source: bytes) -> Source:
    try:
        tree = ast.parse(source)
        compiled = _compiled_functions(tree, has_calls=b"compiled_loop" in source)
        _drop_docstrings(tree)
        code = compile(tree, "", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):  # of a user, who is told when the file is run
        return Source(hashlib.sha256(source).digest(), frozenset(), False)
    text = hashlib.sha256()
    add_code(text, code)
    used = _names_taken_in(tree, code, compiled)
    imports = frozenset(names for local, names in _imports(tree.body) if local in used)
    return Source(text.digest(), imports, bool(compiled))


class _KnownSources(dict[str, Source]):
    """What was found of files in earlier processes, so that commands start sooner.

    It is with the compiled code, and kept where that can be.  A file that cannot be read or is no
    such file counts as none.
    """

    def __init__(self, path: Path) -> None:
        self._path, self.has_new = path, False
        with suppress(OSError, ValueError, TypeError):
            if is_writable_by_others(path) or is_writable_by_others(path.parent, True):
                return
            rows = json.loads(path.read_bytes())
            self.update(
                (
                    key,
                    Source(bytes.fromhex(digest), frozenset(map(tuple, imports)), bool(compiled)),
                )
                for key, digest, imports, compiled in rows
            )

    def store(self) -> None:
        rows = [
            (key, source.digest.hex(), sorted(source.imports), source.has_compiled)
            for key, source in list(self.items())[-_MOST_KNOWN:]
        ]
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with suppress(OSError):
            if self._path.parent.is_dir():
                write_text(beside, json.dumps(rows))
                beside.replace(self._path)


@cache
def _known_sources() -> _KnownSources:
    return _KnownSources(cache_root() / "sources.json")


@cache
def _how_parsed() -> bytes:
    """Return what else the result of parsing depends on: Python, and this module."""
    return sys.version.encode() + Path(__file__).read_bytes()


def _imports(body: Iterable[ast.stmt]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what is imported: its name in the file, and the module that it may be, or be of."""
    for statement in body:
        if isinstance(statement, ast.Import):
            for each in statement.names:
                yield each.asname or each.name.partition(".")[0], (each.name,)
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            for each in statement.names:
                module = statement.module
                yield each.asname or each.name, (f"{module}.{each.name}", module)
        elif isinstance(statement, ast.If | ast.Try) and not _is_for_types(statement):
            yield from _imports([*statement.body, *statement.orelse])


def _names_taken_in(tree: ast.Module, code: CodeType, compiled: set[str]) -> set[str]:
    """Return the names used by a module's compiled functions, and by the constants they use.

    In a module without compiled functions, of constants or of a user whose bot is yet to be
    compiled, those of all functions and constants.
    """
    functions = [part for part in code.co_consts if isinstance(part, CodeType)]
    used = set().union(
        *(_names_of(part) for part in functions if not compiled or part.co_name in compiled)
    )
    constants = [each for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)]
    while constants:
        taken = [each for each in constants if not compiled or used & _targets(each)]
        if not taken:
            break
        constants = [each for each in constants if each not in taken]
        used |= {
            node.id
            for each in taken
            if each.value is not None
            for node in ast.walk(each.value)
            if isinstance(node, ast.Name)
        }
    return used


def _names_of(code: CodeType) -> set[str]:
    inner = (_names_of(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)


def _targets(statement: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return {node.id for each in targets for node in ast.walk(each) if isinstance(node, ast.Name)}


def _compiled_functions(tree: ast.Module, has_calls: bool) -> set[str]:
    """Return the names of the functions with a decorator that compiles, or given to such a one.

    `has_calls`: whether the source has the name of the one that is also called.
    """
    names = set()
    for statement in tree.body:
        if not isinstance(statement, ast.FunctionDef):
            continue
        if any(_called_name(each) in _COMPILERS for each in statement.decorator_list):
            names.add(statement.name)
            continue
        for node in ast.walk(statement) if has_calls else ():
            if isinstance(node, ast.Call) and _called_name(node.func) == "compiled_loop":
                names |= {each.id for each in node.args if isinstance(each, ast.Name)}
    return names


def _called_name(node: ast.expr) -> str:
    while isinstance(node, ast.Call):
        node = node.func
    return node.id if isinstance(node, ast.Name) else ""


def _is_for_types(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test).endswith("TYPE_CHECKING")


def _drop_docstrings(tree: ast.AST) -> None:
    """Remove the docstrings of a module, its classes and its functions."""
    if not isinstance(tree, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if ast.get_docstring(tree, clean=False) is not None:
        first = tree.body.pop(0)
        if not tree.body and not isinstance(tree, ast.Module):
            tree.body = [ast.copy_location(ast.Pass(), first)]
    for statement in tree.body:
        _drop_docstrings(statement)


def add_code(text: Any, code: CodeType) -> None:
    """Add all of a code object to a digest but its place: file, lines and columns."""
    constants = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            add_code(text, constant)
        else:
            constants.append(
                sorted(map(repr, constant)) if isinstance(constant, frozenset) else repr(constant)
            )
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    what = code.co_name, code.co_code, constants, names, counts
    text.update(repr(what).encode())
