"""Arguments of functions for Python: numpy's numbers become Python's, wrong ones a sentence."""

import inspect
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from numbers import Integral, Real
from types import UnionType
from typing import Annotated, Any, ParamSpec, TypeVar, Union, get_args, get_origin

from balance.errors import ScenarioError
from balance.limits import MOST_DEPTH, MOST_GAMES

Given = ParamSpec("Given")
Returned = TypeVar("Returned")

_NOTHING = type(None)
_EXPECTED: dict[Any, str] = {
    _NOTHING: "",
    bool: "True or False",
    int: "a whole number, without quotes",
    float: "a number, without quotes",
    str: "a text",
    "path": "a path",
    Sequence[str]: "a list of texts",
    Sequence[float]: "a list of numbers",
    Mapping[str, Any]: "a mapping, such as {'citizens.knight.cost': 3}",
}
_LEAST = {"players": 1, "workers": 1, "pilot": 1, "game": 0}  # by the name of an argument
_ABOVE_0 = ("detect", "seconds")
_AFTER_PARAMETERS = re.compile(r"\n\n(?:Returns|Raises)\n")  # in a docstring
_PLAIN = (bool, int, float, str, _NOTHING)


def takes_numpy(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """Let a function take numbers, texts and lists of numpy and pandas wherever it takes Python's.

    Each argument is checked against its annotation; one that does not fit is a `ScenarioError`
    that names it.  `help` lists the arguments that are declared elsewhere, see `spelled_out`.
    """
    signature = spelled_out(function)

    @wraps(function)
    def call(*args: Given.args, **kwargs: Given.kwargs) -> Returned:
        given = signature.bind(*args, **kwargs)
        for name, value in given.arguments.items():
            parameter = signature.parameters[name]
            if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                each = tuple(_fitting(name, one, parameter.annotation) for one in value)
                given.arguments[name] = each
            elif parameter.annotation is not inspect.Parameter.empty:
                given.arguments[name] = _fitting(name, value, parameter.annotation)
        return function(*given.args, **given.kwargs)

    call.__signature__ = signature  # type: ignore[attr-defined]  # what inspect and help look at
    call.__doc__ = _with_arguments(inspect.getdoc(function) or "", signature)
    return call


def spelled_out(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature of a function with what it takes as ``**given: Unpack[Group]``.

    Each key of the group is an argument of its own, that may be left out.
    """
    signature = inspect.signature(function)
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
            parameters.append(parameter)
            continue
        (group,) = get_args(parameter.annotation)
        parameters += [
            parameter.replace(
                name=name, kind=inspect.Parameter.KEYWORD_ONLY, annotation=annotation,
                default=False if get_args(annotation)[0] is bool else None,
            )
            for name, annotation in inspect.get_annotations(group).items()
        ]  # fmt: skip
    return signature.replace(parameters=parameters)


def _with_arguments(text: str, signature: inspect.Signature) -> str:
    """Return a docstring with the arguments that are declared elsewhere at the end of its own."""
    declared = [
        f"{name}\n    {get_args(parameter.annotation)[1].help}"
        for name, parameter in signature.parameters.items()
        if get_origin(parameter.annotation) is Annotated
    ]
    end = _AFTER_PARAMETERS.search(text)
    if not declared or end is None:
        return text
    return "\n".join([text[: end.start()], *declared]) + text[end.start() :]


def python_value(value: Any, key: str, depth: int = 0) -> Any:
    """Return a value with all numbers, lists and mappings in it as Python's own.

    Raises
    ------
    ScenarioError
        If there is anything else in it, at `key`.
    """
    if hasattr(value, "tolist"):  # of numpy, pandas and others: numbers too
        value = value.tolist()
    if depth > MOST_DEPTH:
        raise ScenarioError(f"{key}: lists lie more than {MOST_DEPTH} deep within each other.")
    if isinstance(value, Mapping):
        return {
            _text(name, key): python_value(one, f"{key}: {name}", depth + 1)
            for name, one in value.items()
        }
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | set | frozenset):
        return [python_value(one, key, depth + 1) for one in value]
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    raise ScenarioError(f"{key} = {value!r}: expected a number, a text, True, False or a list.")


def _text(name: Any, key: str) -> str:
    if not isinstance(name, str):
        raise ScenarioError(f"{key}: {name!r}: expected a text, such as 'citizens.knight.cost'.")
    return str(name)


def _fitting(name: str, value: Any, annotation: Any) -> Any:
    """Return an argument as one of the types of its annotation."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    is_union = get_origin(annotation) in (Union, UnionType)
    kinds = get_args(annotation) if is_union else (annotation,)
    if isinstance(value, os.PathLike) and any(map(_is_path, kinds)):
        return value
    plain = python_value(value, name)
    for kind in kinds:
        fits, fitting = _as(kind, plain)
        if fits:
            _check_range(name, fitting)
            return fitting
    expected = [_EXPECTED["path" if _is_path(kind) else kind] for kind in kinds]
    raise ScenarioError(f"{name} = {value!r}: expected {' or '.join(filter(None, expected))}.")


def _check_range(name: str, value: Any) -> None:
    if name in _LEAST and isinstance(value, int) and value < _LEAST[name]:
        raise ScenarioError(f"{name} = {value}: expected {_LEAST[name]} or more.")
    if name == "game" and isinstance(value, int) and value > MOST_GAMES:
        raise ScenarioError(f"{name} = {value}: expected {MOST_GAMES:,} or less.")
    if name in _ABOVE_0 and isinstance(value, int | float) and not value > 0:
        raise ScenarioError(f"{name} = {value}: expected a number above 0.")


def _is_path(kind: Any) -> bool:
    kind = get_origin(kind) or kind
    return inspect.isclass(kind) and issubclass(kind, os.PathLike)


def _as(kind: Any, value: Any) -> tuple[bool, Any]:
    """Return whether a value is of a kind, and what is passed on: 20.0 is 20 where that is due."""
    if kind is int:
        is_whole = isinstance(value, float) and value.is_integer()
        is_fit = is_whole or (isinstance(value, int) and not isinstance(value, bool))
        return is_fit, int(value) if is_fit else value
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool), value
    if get_origin(kind) is Sequence:
        (part,) = get_args(kind)
        is_fit = isinstance(value, list) and all(_as(part, one)[0] for one in value)
        return is_fit, tuple(value) if is_fit else value
    if get_origin(kind) is Mapping:
        return isinstance(value, dict), value
    return kind in (_NOTHING, bool, str) and isinstance(value, kind), value
