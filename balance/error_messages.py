"""Errors in what a user wrote, checked by a model, each in one sentence."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import to_json

from balance.errors import ScenarioError
from balance.sanitize import odd_value
from balance.spelling import in_one_form

Model = TypeVar("Model", bound=BaseModel)


def did_you_mean(word: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """Return ``did you mean 'x'?``, or what there is, for an unknown word."""
    close = get_close_matches(word, list(known), 1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"there is {', '.join(known)}" if known else "there is none"


def checked(
    model: type[Model], values: Mapping[str, Any], where: str, has_lines: bool = False
) -> Model:
    """Return `values` as a model.

    Parameters
    ----------
    where : str
        The file, and the table in it, for the error.
    has_lines : bool
        Whether texts may have several lines.

    Raises
    ------
    ScenarioError
        One sentence on the first error: where, the key, its value, and what is expected.
    """
    odd = odd_value(values, has_lines)
    if odd:
        raise ScenarioError(f"{where}: {odd}")
    values = in_one_form(values)
    try:
        # As JSON, since strictness (no "yes" for true, no true for 1) then still takes lists.
        return model.model_validate_json(to_json(values), strict=True)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        for one in errors:
            keep = 1 if one["type"] == "missing" else 0  # the key itself, which nobody wrote
            place, last = one["loc"][: len(one["loc"]) - keep], one["loc"][len(one["loc"]) - keep :]
            one["loc"] = (*_written(model, place, values), *last)
        # A missing key is often a misspelt one, so unknown keys come first.
        first = min(errors, key=lambda one: one["type"] != "extra_forbidden")
        # Of a value that may be a number or a table, what is wrong in the table says more.
        place = first["loc"]
        inside = [one for one in errors if one["loc"][: len(place)] == place]
        worst = max(inside, key=lambda one: len(one["loc"]))
        raise ScenarioError(f"{where}: {sentence_of(model, dict(worst))}") from None


def _written(model: type[BaseModel], place: Sequence[Any], values: Any) -> tuple[Any, ...]:
    """Return the keys and places in lists among the parts of a place.

    Pydantic puts the names of types between them, where a value may be of several.
    """
    written: list[Any] = []
    for part in place:
        is_key = isinstance(values, Mapping) and part in values
        if isinstance(part, int) or is_key or part in _fields_at(model, tuple(written)):
            written.append(part)
            try:
                values = values[part]
            except (KeyError, IndexError, TypeError):
                values = None  # it was given in another form
    return tuple(written)


def sentence_of(model: type[BaseModel], error: Mapping[str, Any]) -> str:
    """Return a sentence on an error of pydantic: the key, its value and what is expected."""
    place, kind, value = error["loc"], error["type"], error["input"]
    key = _named(place)
    if kind in ("extra_forbidden", "missing"):
        above, last = _named(place[:-1]), str(place[-1])
        where = f"{above}: " if above else ""
        if kind == "missing":
            return f"{where}the key {last!r} is missing"
        known = tuple(_fields_at(model, place[:-1]))
        return f"{where}there is no key {last!r}: {did_you_mean(last, known)}"
    if kind == "value_error":
        message = str(error["ctx"]["error"])
    else:
        message = f"expected {_expected(model, error)}"
    if not key or isinstance(value, Mapping):
        return f"{key}: {message}" if key else message
    return f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}: {message}"


def _named(place: tuple[Any, ...]) -> str:
    """Return the path of a value: ``variants, number 1: table.areas`` (counted from 1)."""
    text, between = "", ""
    for part in place:
        if isinstance(part, int):
            text, between = f"{text}, number {part + 1}", ": "
        else:
            text, between = f"{text}{between}{part}", "."
    return text


# What is expected, for each kind of error of pydantic; the rest are left in its words.
_EXPECTED = {
    "int_type": "a whole number, without quotes or a point",
    "int_from_float": "a whole number, without quotes or a point",
    "float_type": "a number, without quotes",
    "bool_type": "true or false, without quotes",
    "string_type": "a text in quotes",
    "model_type": "a table of keys",
    "dict_type": "a table of keys",
    "mapping_type": "a table of keys",
    "greater_than": "a number above {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than": "a number below {lt}",
    "less_than_equal": "{le} or less",
    "too_short": "at least {min_length}",
    "too_long": "at most {max_length}",
    "string_too_long": "a text of {max_length} characters at most",
    "literal_error": "{expected}",
}


def _expected(model: type[BaseModel], error: Mapping[str, Any]) -> str:
    kind, place, value = error["type"], error["loc"], error["input"]
    field = _fields_at(model, place[:-1]).get(str(place[-1]))
    if kind in ("tuple_type", "string_pattern_mismatch") and field and field.description:
        return str(field.description)
    if kind == "tuple_type":
        return f"a list: [{value!r}]"
    if kind in _EXPECTED:
        return _EXPECTED[kind].format(**error.get("ctx", {}))
    return str(error["msg"]).removeprefix("Input should be ")


def _fields_at(model: type[BaseModel], place: tuple[Any, ...]) -> dict[str, Any]:
    for part in place:
        field = model.model_fields.get(str(part))
        model = _model_in(field.annotation if field else None) or model
    return model.model_fields


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the model that a type is or contains: BotEntry for ``tuple[BotEntry, ...] | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _model_in(part))), None)
