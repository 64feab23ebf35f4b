"""A scenario's TOML file as types: one question of one game, checked key by key."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    NonNegativeInt,
    PositiveInt,
    PrivateAttr,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticKnownError

from balance.limits import MAX_SEED, MOST_CELL_NAME, MOST_CELLS, MOST_NAME, MOST_SEATED
from balance.scenario.bot_entries import Bots, Games, Players, Strict, Tier, Tiers
from balance.scenario.error_messages import checked, did_you_mean
from balance.scenario.requirements import Requirements
from balance.scenario.stopping_rule import read_stopping_rule

BASELINE = "baseline"
FAIR_WITHIN = 2.0
HALFWIDTH = 1.0
NAME_CHARACTERS = r"\w .,:;+*%=|()\[\]/<>-"  # of a variant's name

# What a report may answer: each name stands for its analysis, its section and their tests.
Question = Literal[
    "seats", "pace", "last_round", "objectives", "cards", "value", "interactions", "shape", "skill",
    "rival", "comparison", "tiers",
]  # fmt: skip

# The designed experiments that a scenario may ask for, beyond games as they are; "all" that apply.
Design = Literal["ban", "gift", "price", "supply", "objectives", "compensation", "all"]


def dotted(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return tables within tables as one, by dotted key.

    Raises
    ------
    ValueError
        If a key stands there twice, once with dots and once as a table.
    """
    flat: dict[str, Any] = {}
    for key, value in _flatten(values):
        if key in flat:
            raise ValueError(f"{key!r} stands there twice")
        flat[key] = value
    return flat


def _flatten(values: Mapping[str, Any], prefix: str = "") -> Any:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


class Variant(Strict):
    """A change of the baseline.

    Attributes
    ----------
    name : str
    games : int or None
    players : int or None
        None is the scenario's number; more follow from `bots` of its own.
    bots : tuple of Seated or None
        As the scenario's, and instead of them.
    table : mapping or None
        The game's own options, instead of the scenario's.
    set : mapping
        Options of ``[table]`` and cells of sheets, by dotted key.
    folder : str
        What relative paths in `bots` and `table` start from, from the scenario's folder.
    axes : mapping of str to str
        Where it stands in a grid that is written out as variants: its value on each axis.
    """

    name: str = Field(
        pattern=rf"^[{NAME_CHARACTERS}]+$",
        max_length=MOST_CELL_NAME,
        description="letters, digits, spaces and . , : ; + * % = | ( ) [ ] / < > _ -",
    )
    games: Games | None = None
    players: Players | None = None
    bots: Bots | None = None
    table: Mapping[str, Any] | None = None
    set: Mapping[str, Any] = Field(default_factory=dict)
    folder: str = ""
    axes: Mapping[str, str] = Field(default_factory=dict)

    @field_validator("name")
    @classmethod
    def _is_not_the_baseline(cls, name: str) -> str:
        if name == BASELINE:
            raise ValueError("the baseline is the scenario without a variant: choose another name")
        if not any(map(str.isalnum, name)):  # ".." is a way out of the folder of a run
            raise ValueError("expected a letter or a digit in it")
        return name

    @field_validator("set")
    @classmethod
    def _dotted(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return dotted(values)

    @model_validator(mode="after")
    def _changes_something(self) -> "Variant":
        if not self.set and all(own is None for own in (self.players, self.bots, self.table)):
            raise ValueError(
                f"the variant {self.name!r} changes nothing: give it `set`, `table`, `bots` or "
                "`players`"
            )
        return self


class Scenario(Strict):
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
        One for all seats, or one for each; with tiers, how many seats there are.
    tiers : tuple of Tier
        Bots from the weakest to the strongest: all is played by each of them alone.
    sections : tuple of str or None
        The sections of the report; None is all.
    fair_within : float or None
        How many percentage points a seat's win rate may lie from an equal share; None is
        FAIR_WITHIN, where the scenario asks something else.
    designs : tuple of str
        The designed experiments that are played on each cell.
    rounds : (int, int) or None
        From fewest to most rounds that a game is to take.
    until : str or None
        How narrow intervals are to be, with `games` as the most; see
        `balance.scenario.stopping_rule`.
    require : tuple of Requirement
        What must hold, for `balance check`.
    halfwidth : float
        How precise they are to be: half of a 95 % interval of a win rate, in percentage points.
    race : bool
        Whether experiments on a card end as soon as its rank among the others is decided.
    table : mapping
        The game's own options.
    set : mapping
        What is changed at the tables of all variants: options of ``[table]`` and cells of sheets,
        by dotted key.
    grid : mapping of str to sequence
        Values of ``players``, ``bots`` and settings, of which all combinations are played.
    variants : tuple of Variant
    baseline : str
        What the variants are compared with: one of them, or the scenario without a variant.
    """

    name: str = Field(
        pattern=r"^[A-Za-z0-9][\w.+-]*$",
        max_length=MOST_NAME,
        description="letters, digits and . _ + - without spaces, a letter or digit first, as it "
        "names the folder of the report",
    )
    game: str
    question: str = ""
    seed: NonNegativeInt = Field(default=1, le=MAX_SEED)
    games: Games = 100_000
    players: Players | None = None
    tiers: Tiers = ()
    bots: Bots = Field(default=None, validate_default=True)
    sections: Annotated[tuple[Question, ...], Field(max_length=MOST_SEATED)] | None = None
    fair_within: float | None = Field(default=None, gt=0, lt=50)
    designs: Annotated[tuple[Design, ...], Field(max_length=MOST_SEATED)] = ()
    rounds: tuple[PositiveInt, PositiveInt] | None = None
    until: str | None = None
    require: Requirements = ()
    halfwidth: float = Field(default=HALFWIDTH, gt=0, lt=50)
    race: bool = False
    table: Mapping[str, Any] = Field(default_factory=dict)
    set: Mapping[str, Any] = Field(default_factory=dict)
    grid: Mapping[str, tuple[Any, ...]] = Field(default_factory=dict)
    variants: tuple[Variant, ...] = Field(
        default=(), max_length=MOST_CELLS, description="tables, each under [[variants]]"
    )
    baseline: str = BASELINE
    _file: Path = PrivateAttr(default=Path("scenario.toml"))
    _is_from_a_file: bool = PrivateAttr(default=False)

    @field_validator("bots", mode="before")
    @classmethod
    def _seats_of_tiers(cls, bots: Any, info: ValidationInfo) -> Any:
        """Let a scenario of tiers go without `bots`: each tier has all seats."""
        if bots is not None:
            return bots
        if not info.data.get("tiers"):
            raise PydanticKnownError("missing")
        return info.data["tiers"][0].bot

    @field_validator("rounds")
    @classmethod
    def _is_a_range(cls, rounds: tuple[int, int] | None) -> tuple[int, int] | None:
        if rounds is not None and rounds[0] > rounds[1]:
            raise ValueError(f"{list(rounds)}: the fewest rounds come first, then the most")
        return rounds

    @field_validator("tiers")
    @classmethod
    def _are_two_or_more(cls, tiers: tuple[Tier, ...]) -> tuple[Tier, ...]:
        if len(tiers) == 1:
            raise ValueError("one tier has nothing to be compared with: name two or more")
        for tier in tiers:
            if tiers.count(tier) > 1:
                raise ValueError(f"{tier.bot!r} stands there twice")
        return tiers

    @field_validator("until")
    @classmethod
    def _can_be_read(cls, text: str | None) -> str | None:
        if text is not None:
            read_stopping_rule(text)
        return text

    @field_validator("set")
    @classmethod
    def _dotted(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return dotted(values)

    @field_validator("grid", mode="before")
    @classmethod
    def _axes(cls, axes: Any) -> Any:
        if not isinstance(axes, Mapping):
            return axes
        flat = dotted(axes)
        for axis, values in flat.items():
            if not isinstance(values, list | tuple) or not values:
                raise ValueError(f"{axis} = {values!r}: expected a list of values")
            if len(values) > MOST_CELLS:
                raise ValueError(
                    f"{axis}: {len(values):,} values, where at most {MOST_CELLS} cells are played "
                    "as one job"
                )
            for value in values:
                if values.count(value) > 1:
                    raise ValueError(f"{axis}: {value!r} stands there twice")
        return {axis: tuple(values) for axis, values in flat.items()}

    @model_validator(mode="after")
    def _variants_differ(self) -> "Scenario":
        names = [variant.name for variant in self.variants]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two variants are called {name!r}")
        if self.baseline not in (BASELINE, *names):
            raise ValueError(
                f"baseline = {self.baseline!r}: there is no such variant: "
                f"{did_you_mean(self.baseline, (BASELINE, *names))}"
            )
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
        changed = checked(Scenario, {**self.model_dump(), **changes}, "the command line")
        return self.handed_on(changed.at(self.file))

    @property
    def is_from_a_file(self) -> bool:
        """Whether it was read from a file, so that its author may be a stranger."""
        return self._is_from_a_file

    def from_a_file(self) -> "Scenario":
        """Return the scenario as one that was read from a file: see `balance.scenario.trust`."""
        scenario = self.model_copy()
        scenario._is_from_a_file = True
        return scenario

    def handed_on(self, scenario: "Scenario") -> "Scenario":
        """Return what was made of this scenario, trusted no more than this one."""
        return scenario.from_a_file() if self.is_from_a_file else scenario

    def at(self, file: Path) -> "Scenario":
        """Return the scenario as if read from that file."""
        scenario = self.model_copy()
        scenario._file = file.resolve()
        return scenario
