"""A scenario's TOML file as types: one question of one game, checked key by key."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    PrivateAttr,
    ValidationError,
    field_validator,
    model_validator,
)

from balance.errors import ScenarioError

BASELINE = "baseline"
MAX_SEED = 2**63 - 1

Model = TypeVar("Model", bound=BaseModel)

# What a report may answer: each name stands for its analysis, its section and their tests.
Question = Literal["seats", "pace", "objectives", "cards", "variants"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Seated(_Strict):
    """A bot at the table: its name (or ``file.py:function``), label, and weights of its own."""

    bot: str
    label: str = ""
    weights: Mapping[str, float] = Field(default_factory=dict)


class Variant(_Strict):
    """A change of the baseline: options of ``[table]`` and cells of sheets by dotted key."""

    name: str = Field(pattern=r"^[\w .,+%=-]+$")
    games: PositiveInt | None = None
    set: Mapping[str, Any]

    @field_validator("name")
    @classmethod
    def _is_not_the_baseline(cls, name: str) -> str:
        if name == BASELINE:
            raise ValueError("the baseline is the scenario without a variant: choose another name")
        return name

    @field_validator("set")
    @classmethod
    def _dotted(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return dict(_flatten(values))


class Scenario(_Strict):
    """A question, as its TOML file asks it.

    Attributes
    ----------
    name : str
    game : str
        A name in `GAMES`, or a path from the scenario's folder.
    question : str
    seed, games : int
        The games of the baseline, rounded up to whole deals.
    players : int or None
        Needed only if `bots` is one for all seats.
    bots : tuple of Seated
        One for all seats, or one for each.
    sections : tuple of str or None
        The sections of the report; None is all.
    table : mapping
        The game's own options.
    variants : tuple of Variant
    """

    name: str = Field(pattern=r"^[A-Za-z0-9][\w.+-]*$")
    game: str
    question: str = ""
    seed: NonNegativeInt = Field(default=1, le=MAX_SEED)
    games: PositiveInt = 100_000
    players: PositiveInt | None = None
    bots: tuple[Seated, ...] = Field(min_length=1)
    sections: tuple[Question, ...] | None = None
    table: Mapping[str, Any] = Field(default_factory=dict)
    variants: tuple[Variant, ...] = ()
    _file: Path = PrivateAttr(default=Path("scenario.toml"))

    @field_validator("bots", mode="before")
    @classmethod
    def _names(cls, bots: Any) -> Any:
        listed = [bots] if isinstance(bots, str | dict) else bots
        if not isinstance(listed, list | tuple):
            return listed
        return [{"bot": bot} if isinstance(bot, str) else bot for bot in listed]

    @model_validator(mode="after")
    def _variants_differ(self) -> "Scenario":
        names = [variant.name for variant in self.variants]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two variants are called {name!r}")
        return self

    @property
    def file(self) -> Path:
        """The file that it was read from."""
        return self._file

    @property
    def folder(self) -> Path:
        """What relative paths in it start from."""
        return self._file.parent

    def changed(self, **changes: Any) -> "Scenario":
        """Return the scenario with some keys changed.

        Raises
        ------
        ScenarioError
            If a value is not one that the key may have.
        """
        return checked(Scenario, {**self.model_dump(), **changes}, "the command line").at(self.file)

    def at(self, file: Path) -> "Scenario":
        """Return the scenario as if read from that file."""
        scenario = self.model_copy()
        scenario._file = file.resolve()
        return scenario


def read_scenario(name: str) -> Scenario:
    """Return the scenario of a file, or of a shipped one.

    Parameters
    ----------
    name : str
        A path, or the name of a scenario that comes with the program (``first-game``).

    Raises
    ------
    ScenarioError
        If there is none, or it says what a scenario cannot say.
    """
    path = find_scenario(name)
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(f"{path}: not TOML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: cannot be read: {error}") from None
    return checked(Scenario, values, str(path)).at(path)


def find_scenario(name: str) -> Path:
    """Return the path of a scenario's file; see `read_scenario`."""
    path = Path(name)
    if path.is_file():
        return path
    shipped = shipped_scenarios()
    if name in shipped:
        return shipped[name]
    if path.is_dir():
        raise ScenarioError(f"{name}: a folder, where the file of a scenario is expected.")
    close = get_close_matches(path.stem, shipped, 1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise ScenarioError(
        f"{name}: no such file, and no shipped scenario ({', '.join(shipped) or 'none'}).{hint}"
    )


def shipped_scenarios() -> dict[str, Path]:
    """Return the scenarios that come with the program, by name."""
    package = Path(str(files("balance")))
    # In a wheel they lie inside the package, in a checkout beside it.
    for folder in (package / "scenario" / "starters", package.parent / "scenarios"):
        if folder.is_dir():
            return {path.stem: path for path in sorted(folder.rglob("*.toml"))}
    return {}


def checked(model: type[Model], values: Mapping[str, Any], where: str) -> Model:
    """Return `values` as a model.

    Parameters
    ----------
    model : pydantic model
    values : mapping
    where : str
        The file, and the table in it, for the error.

    Raises
    ------
    ScenarioError
        One sentence on the first thing that is wrong: where, the key, what stands there, and
        what is expected.
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        found = error.errors(include_url=False)
        # A key that is not there is often the misspelt one that is missing.
        first = min(found, key=lambda one: one["type"] != "extra_forbidden")
        raise ScenarioError(f"{where}: {_sentence(model, dict(first))}") from None


def did_you_mean(word: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """Return ``" (did you mean 'x'?)"``, or what there is, for a word that is not known."""
    close = get_close_matches(word, list(known), 1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"there is {', '.join(known)}" if known else "there is none"


def _sentence(model: type[BaseModel], error: dict[str, Any]) -> str:
    place = error["loc"]
    key = ".".join(str(part) for part in place)
    if error["type"] == "extra_forbidden":
        known = tuple(_fields_at(model, place[:-1]))
        return f"there is no key {key!r}: {did_you_mean(str(place[-1]), known)}"
    if error["type"] == "missing":
        return f"the key {key!r} is missing"
    message = str(error["msg"]).removeprefix("Value error, ").removeprefix("Input ")
    if not key:
        return message
    return f"{key} = {error['input']!r}: {message}"


def _fields_at(model: type[BaseModel], place: tuple[Any, ...]) -> dict[str, Any]:
    known: dict[str, type[BaseModel]] = {"bots": Seated, "variants": Variant}
    if place and model is Scenario and place[0] in known:
        return known[place[0]].model_fields
    for part in place:
        field = model.model_fields.get(str(part))
        inner = field.annotation if field else None
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            model = inner
    return model.model_fields


def _flatten(values: Mapping[str, Any], prefix: str = "") -> Any:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
