"""Puts the code of a mutant in the place of a function's own, so that all who import it meet it."""

import ast
import importlib
import inspect
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from tests.mutants.operators import Mutant, mutants_of


def module_of(file: str) -> ModuleType:
    """Return the module of a source, named from the root of the checkout."""
    return importlib.import_module(file.removesuffix(".py").replace("/", "."))


def mutants_in(root: Path, file: str) -> list[Mutant]:
    """Return the mistakes that can be planted in a source.

    Not in generated functions, nor in those that have done their work once the module is loaded.
    """
    source = (root / file).read_text()
    done = {
        node.func.id
        for statement in ast.parse(source).body
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    return [
        mutant
        for mutant in mutants_of(source, file, vars(module_of(file)))
        if mutant.function not in done and function_of(mutant) is not None
    ]


def function_of(mutant: Mutant) -> FunctionType | None:
    """Return the function that a mutant is of, without its decorators; None for a generated one."""
    found: object = module_of(mutant.file)
    for name in mutant.function.split("."):
        found = inspect.getattr_static(found, name, None)
    found = getattr(found, "fget", None) or getattr(found, "__func__", None) or found
    found = inspect.unwrap(found) if callable(found) else None
    return found if isinstance(found, FunctionType) else None


def plant(mutant: Mutant) -> None:
    """Let the function do what the mutant says, for the rest of this process.

    Raises
    ------
    ValueError
        If the mutant is of a function that is not there.
    """
    function = function_of(mutant)
    if function is None:
        raise ValueError(f"{mutant.file} has no function {mutant.function}")
    whole = compile(mutant.tree(), function.__code__.co_filename, "exec")
    function.__code__ = next(code for code in whole.co_consts if isinstance(code, CodeType))
