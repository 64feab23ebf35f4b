"""What the source of a bot shows before it plays: misspelt fields, chance, the clock, weights."""

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np

from balance.bots.loading import ARGUMENTS
from balance.compiling.jit import plain
from balance.engine.game import Bot, Game
from balance.engine.layout import ENGINE_HIDDEN

_CHANCE = {"random", "secrets", "uuid"}  # modules with chance of their own
_CLOCK = {"time", "datetime"}
_CALLS = {  # of Python's own functions
    "open": "open() cannot be compiled: read data when the file is imported.",
    "input": "input() asks a person: a bot gets all that it needs as arguments.",
    "print": "print() writes a line at every decision: remove it before a run.",
}


@dataclass(frozen=True)
class Doubt:
    """Something in a bot's source that is wrong, or perhaps is."""

    what: str  # a sentence, without the line
    line: int
    is_wrong: bool = True  # else the bot may be as it should be

    def text(self, file: Path) -> str:
        """Return the sentence with file and line."""
        return f"{file.name}, line {self.line}: {self.what}"


def doubts_about(bot: Bot, game: Game) -> list[Doubt]:
    """Return what is doubtful in the source of a bot, in the order of its lines.

    Only the bot's own file is read, and in it the bot and what it calls there.
    """
    if bot.source is None or bot.is_list:
        return []
    functions = _functions(bot)
    found = [
        doubt
        for function in functions.values()
        for doubt in (*_foreign(function), *_fields(function, game))
    ]
    found += _without_return(functions[_name(bot)])
    found += _weights(functions[_name(bot)], bot)
    return sorted(dict.fromkeys(found), key=lambda doubt: doubt.line)


def _name(bot: Bot) -> str:
    return plain(bot.choose).__name__


def _functions(bot: Bot) -> dict[str, ast.FunctionDef]:
    """Return the bot's function and those of its file that it calls, directly or not."""
    assert bot.source is not None
    tree = ast.parse(bot.source.read_text(encoding="utf-8"))
    known = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    reached: dict[str, ast.FunctionDef] = {}
    waiting = [_name(bot)]
    while waiting:
        name = waiting.pop()
        if name in known and name not in reached:
            reached[name] = known[name]
            waiting += [node.id for node in ast.walk(known[name]) if isinstance(node, ast.Name)]
    return reached


def _foreign(function: ast.FunctionDef) -> Iterator[Doubt]:
    """Yield uses of chance, of the clock, of files, of the terminal and of memory."""
    seen: set[int] = set()  # lines: a chain holds its own beginning
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            yield Doubt(
                f"{', '.join(node.names)} lasts from game to game: a bot may remember nothing.",
                node.lineno,
            )
        chain = _chain(node)
        if not isinstance(node, ast.Name | ast.Attribute) or not chain or node.lineno in seen:
            continue
        module, before = chain[0], len(seen)
        seen.add(node.lineno)
        if module in _CHANCE or chain[:2] in (("np", "random"), ("numpy", "random")):
            yield Doubt(
                f"{'.'.join(chain)} draws numbers that no seed repeats: use below(stream, n) from "
                "balance.engine.rng.",
                node.lineno,
            )
        elif module in _CLOCK:
            yield Doubt(f"{'.'.join(chain)} reads the clock, so no game repeats.", node.lineno)
        elif module in _CALLS and len(chain) == 1:
            yield Doubt(_CALLS[module], node.lineno, module != "print")
        elif len(seen) > before:
            seen.discard(node.lineno)


def _chain(node: ast.AST) -> tuple[str, ...]:
    """Return ``("np", "random", "rand")`` for ``np.random.rand``; nothing for other nodes."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        before = _chain(node.value)
        return (*before, node.attr) if before else ()
    return ()


def _fields(function: ast.FunctionDef, game: Game) -> Iterator[Doubt]:
    """Yield misspelt fields of `view` and `table`, and fields that are covered."""
    structs = {"view": game.state, "table": game.table}
    parameters = {argument.arg for argument in function.args.args}
    hidden = {*ENGINE_HIDDEN, *game.hidden}
    for node in ast.walk(function):
        if not isinstance(node, ast.Attribute):
            continue
        path = _path(node)
        if path is None or path[0] not in parameters & structs.keys():
            continue
        kind = _struct_at(structs[path[0]], path[1:-1])
        if kind is None or not kind.names:
            continue
        field = path[-1]
        if field not in kind.names and not hasattr(np.record, field):
            close = get_close_matches(field, kind.names, 1)
            hint = f"did you mean {close[0]!r}?" if close else f"there is {', '.join(kind.names)}."
            yield Doubt(f"there is no field {field!r}: {hint}", node.lineno)
        elif len(path) == 2 and path[0] == "view" and field in hidden:
            yield Doubt(f"view.{field} is hidden from bots: it is always 0.", node.lineno, False)
        elif path[:2] == ("view", "seats") and field in game.own:
            yield Doubt(
                f"{field} of another seat is hidden from bots: it is 0.", node.lineno, False
            )


def _struct_at(struct: np.dtype[Any], fields: tuple[str, ...]) -> np.dtype[Any] | None:
    """Return the struct that a field of a field holds; None if there is none."""
    for field in fields:
        inner: Any = struct.fields or {}
        if field not in inner:
            return None
        struct = inner[field][0].base
    return struct


def _path(node: ast.AST) -> tuple[str, ...] | None:
    """Return ``("view", "seats", "points")`` for ``view.seats[seat].points``."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Subscript):
        return _path(node.value)
    if isinstance(node, ast.Attribute):
        before = _path(node.value)
        return None if before is None else (*before, node.attr)
    return None


def _without_return(function: ast.FunctionDef) -> Iterator[Doubt]:
    if not _always_returns(function.body):
        yield Doubt(
            f"{function.name} can end without a return: each branch needs one.",
            function.body[-1].end_lineno or function.lineno,
        )


def _always_returns(body: list[ast.stmt]) -> bool:
    """Return whether a block cannot be left at its end."""
    for statement in body:
        match statement:
            case ast.Return() | ast.Raise():
                return True
            case ast.If(body=then, orelse=other) if _always_returns(then) and _always_returns(
                other
            ):
                return True
            case ast.Match(cases=cases) if all(_always_returns(case.body) for case in cases) and (
                isinstance(cases[-1].pattern, ast.MatchAs) and cases[-1].pattern.pattern is None
            ):
                return True
            case ast.While(test=ast.Constant(value=True)):
                return True
    return False


def _weights(function: ast.FunctionDef, bot: Bot) -> Iterator[Doubt]:
    """Yield a doubt if the bot reads weights that its file of weights does not give."""
    assert bot.source is not None
    name = function.args.args[ARGUMENTS.index("weights")].arg
    given = len(bot.weights)
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and node.value.id == name
            and isinstance(node.slice, ast.Constant)
            and isinstance(node.slice.value, int)
            and node.slice.value >= given
        ):
            file = bot.source.with_suffix(".toml")
            has = f"{file.name} gives {given}" if file.is_file() else f"there is no {file.name}"
            yield Doubt(f"weights[{node.slice.value}] is read, but {has}.", node.lineno)


def parameters_of(choose: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of a bot's arguments, as its author named them."""
    return tuple(inspect.signature(plain(choose)).parameters)
