"""A scenario's TOML file as types: one question about one game, checked key by key."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    PrivateAttr,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticKnownError

from balance.error_messages import checked, did_you_mean
from balance.limits import (
    MAX_SEED,
    MOST_CELL_NAME,
    MOST_CELLS,
    MOST_GAMES,
    MOST_NAME,
    MOST_SEATED,
    MOST_WEIGHT,
)
from balance.portable import is_file_name
from balance.sanitize import is_one_line
from balance.scenario.decision_seconds import Seconds, read_seconds
from balance.scenario.requirements import Requirements, read_stopping_rule

BASELINE = "baseline"
FAIR_WITHIN = 2.0
HALFWIDTH = 1.0
NAME_CHARACTERS = r"\w .,:;+*%=|()\[\]/<>~-"  # of a variant's name
_MOST_DIGITS = 15  # of a number of games after an @

# The designed experiments that a scenario may ask for; "all" is all that apply.
Design = Literal[
    "ban", "gift", "price", "surcharge", "taking", "supply", "objectives", "compensation",
    "all",
]  # fmt: skip


class Strict(BaseModel):
    """A table of a scenario, in which unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _one_line(name: str) -> str:
    if not is_one_line(name):
        raise ValueError("expected a text of one line")
    return name


Games = Annotated[int, Field(gt=0, le=MOST_GAMES)]
Players = Annotated[int, Field(gt=0, le=MOST_SEATED)]
Weight = Annotated[float, Field(ge=-MOST_WEIGHT, le=MOST_WEIGHT)]
Label = Annotated[str, Field(max_length=MOST_NAME), AfterValidator(_one_line)]


class BotEntry(Strict):
    """A bot at the table: its name or file, its label, and weights of its own.

    A file is ``file.py:function``, or one of data that the game reads.
    """

    bot: str
    label: Label = ""
    weights: Mapping[str, Weight] = Field(default_factory=dict)


class Tier(BotEntry):
    """A bot that has all seats, and perhaps fewer games than others because it is slow."""

    games: Games | None = None

    @property
    def entry(self) -> BotEntry:
        """The bot."""
        return BotEntry(bot=self.bot, label=self.label, weights=self.weights)


def _bot_tables(bots: Any) -> Any:
    """Return bots as tables, whether one or many are given, by name or as tables."""
    listed = [bots] if isinstance(bots, str | dict) else bots
    if not isinstance(listed, list | tuple):
        return listed
    return tuple({"bot": bot} if isinstance(bot, str) else bot for bot in listed)


def _tier_tables(tiers: Any) -> Any:
    """Return tiers as tables; ``search:100@2000`` is a bot with its number of games."""
    if not isinstance(tiers, list | tuple):
        return tiers
    return tuple(_tier_table(tier) if isinstance(tier, str) else tier for tier in tiers)


def _tier_table(tier: str) -> dict[str, Any]:
    bot, games = split_games(tier)
    return {"bot": bot, "games": games} if games is not None else {"bot": bot}


def split_games(tier: str) -> tuple[str, int | None]:
    """Return the bot and the number of games of ``search:100@2000``; None without a number."""
    bot, at, games = tier.rpartition("@")
    if at and games.isdecimal() and len(games) <= _MOST_DIGITS:
        return bot, int(games)
    return tier, None


_BOTS = "a bot's name, or a list with a bot for each seat"
Bots = Annotated[
    tuple[BotEntry, ...],
    BeforeValidator(_bot_tables),
    Field(min_length=1, max_length=MOST_SEATED, description=_BOTS),
]
Tiers = Annotated[
    tuple[Tier, ...],
    BeforeValidator(_tier_tables),
    Field(
        max_length=MOST_SEATED,
        description="a list of bots from the weakest to the strongest, two or more",
    ),
]


def dotted(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return nested tables as one table with dotted keys.

    Raises
    ------
    ValueError
        If a key is there twice, once with dots and once as a table.
    """
    flat: dict[str, Any] = {}
    for key, value in _flatten(values):
        if key in flat:
            raise ValueError(f"{key!r} is there twice")
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
    bots : tuple of BotEntry or None
        Instead of the scenario's.
    table : mapping or None
        The game's own options, instead of the scenario's.
    set : mapping
        Options of ``[table]`` and cells of sheets, by dotted key.
    folder : str
        What relative paths in `bots` and `table` start from, relative to the scenario's folder.
    axes : mapping of str to str
        Its value on each axis of a grid, where the grid is written out as variants.
    """

    name: str = Field(
        pattern=rf"^[{NAME_CHARACTERS}]+$",
        max_length=MOST_CELL_NAME,
        description="letters, digits, spaces and . , : ; + * % = | ( ) [ ] / < > ~ _ -",
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
    """A scenario, as in its TOML file.

    Attributes
    ----------
    name : str
    game : str
        A name in `GAMES`, or a path from the scenario's folder.
    question : str
        The designer's question, which the report repeats.
    seed, games : int
        The games of the baseline, rounded up to whole deals.
    players : int or None
        Needed only if `bots` is one for all seats, or missing.
    bots : tuple of BotEntry
        One for all seats, or one for each; with tiers only their number counts.  Empty is the
        game's default bot; see `balance.scenario.default_bots`.
    tiers : tuple of Tier
        Bots from the weakest to the strongest: each plays everything, in all seats.
    check_tiers : tuple of Tier
        Bots from the weakest to the strongest, that of all seats among them: the others play a
        share of the games, so that findings are checked with another strength of play.
    sections : tuple of str or None
        The sections of the report, by name, or as ``file.py:name`` from the scenario's folder;
        None is all.  `prepare` checks them, as a game may have sections of its own.
    fair_within : float or None
        By how many percentage points a seat's win rate may differ from an equal share; None is
        FAIR_WITHIN, for a scenario with another question.
    designs : tuple of str
        The designed experiments that are played on each cell.
    rounds : (int, int) or None
        The fewest and most rounds that a game should take.
    seconds_a_decision : mapping or None
        How long a player takes for a decision, by kind, for the length of games in minutes; see
        `balance.scenario.decision_seconds`.
    until : str or None
        The precision at which a cell has enough games, with `games` as the most; see
        `balance.scenario.requirements.StoppingRule`.
    require : tuple of Requirement
        What must hold, for `balance check`.
    halfwidth : float
        The precision of the experiments: half of a 95 % interval of a win rate, in percentage
        points.
    table : mapping
        The game's own options.
    set : mapping
        What is changed at all tables: options of ``[table]`` and cells of sheets, by dotted key.
    grid : mapping of str to sequence
        Values of ``players``, ``bots`` and settings, of which all combinations are played.
    variants : tuple of Variant
    baseline : str
        What the variants are compared with: one of them, or the scenario without a variant.
    """

    name: str = Field(
        pattern=r"^[A-Za-z0-9][\w.+-]*$",
        max_length=MOST_NAME,
        description="letters, digits and . _ + - without spaces, with a letter or digit first, as "
        "it names the folder of the report",
    )
    game: str
    question: str = ""
    seed: NonNegativeInt = Field(default=1, le=MAX_SEED)
    games: Games = 100_000
    players: Players | None = None
    tiers: Tiers = ()
    check_tiers: Tiers = ()
    bots: Annotated[
        tuple[BotEntry, ...],
        BeforeValidator(_bot_tables),
        Field(max_length=MOST_SEATED, description=_BOTS),
    ] = Field(default=(), validate_default=True)
    sections: Annotated[tuple[str, ...], Field(max_length=MOST_SEATED)] | None = None
    fair_within: float | None = Field(default=None, gt=0, lt=50)
    designs: Annotated[tuple[Design, ...], Field(max_length=MOST_SEATED)] = ()
    rounds: tuple[PositiveInt, PositiveInt] | None = None
    seconds_a_decision: Annotated[Mapping[str, Seconds], BeforeValidator(read_seconds)] | None = (
        None
    )
    until: str | None = None
    require: Requirements = ()
    halfwidth: float = Field(default=HALFWIDTH, gt=0, lt=50)
    table: Mapping[str, Any] = Field(default_factory=dict)
    set: Mapping[str, Any] = Field(default_factory=dict)
    grid: Mapping[str, tuple[Any, ...]] = Field(default_factory=dict)
    variants: tuple[Variant, ...] = Field(
        default=(), max_length=MOST_CELLS, description="tables, each under [[variants]]"
    )
    baseline: str = BASELINE
    _file: Path = PrivateAttr(default=Path("scenario.toml"))
    _place: str = PrivateAttr(default="")
    _is_from_a_file: bool = PrivateAttr(default=False)

    @field_validator("name")
    @classmethod
    def _names_a_folder(cls, name: str) -> str:
        if not is_file_name(name):
            raise ValueError("Windows does not allow a folder of this name: choose another one")
        return name

    @field_validator("bots", mode="before")
    @classmethod
    def _or_tiers(cls, bots: Any, info: ValidationInfo) -> Any:
        """Name a bot in a scenario of tiers, where each tier has all seats; refuse no bot."""
        if bots == []:
            raise PydanticKnownError(
                "too_short", {"field_type": "List", "min_length": 1, "actual_length": 0}
            )
        if bots or not info.data.get("tiers"):
            return bots
        return info.data["tiers"][0].bot

    @field_validator("rounds")
    @classmethod
    def _is_a_range(cls, rounds: tuple[int, int] | None) -> tuple[int, int] | None:
        if rounds is not None and rounds[0] > rounds[1]:
            raise ValueError(f"{list(rounds)}: the fewest rounds come first, then the most")
        return rounds

    @field_validator("tiers", "check_tiers")
    @classmethod
    def _are_two_or_more(cls, tiers: tuple[Tier, ...]) -> tuple[Tier, ...]:
        if len(tiers) == 1:
            raise ValueError("one tier has nothing to be compared with: name two or more")
        for tier in tiers:
            if tiers.count(tier) > 1:
                raise ValueError(f"{tier.bot!r} is there twice")
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
                    f"{axis}: {len(values):,} values, where a run has at most {MOST_CELLS} variants"
                )
            for value in values:
                if values.count(value) > 1:
                    raise ValueError(f"{axis}: {value!r} is there twice")
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
        """The file that the scenario was read from."""
        return self._file

    @property
    def place(self) -> str:
        """What a message calls it: its file, or what was typed if it has none."""
        return self._place or str(self._file)

    @property
    def folder(self) -> Path:
        """What relative paths in it start from."""
        return self._file.parent

    @property
    def seats(self) -> int:
        """The number of players of the baseline."""
        return self.players or max(len(self.bots), 1)

    @property
    def main_tier(self) -> Tier | None:
        """The one of `check_tiers` that plays all games: its bot has all seats."""
        for tier in self.check_tiers if self.bots else ():
            if all(bot == tier.entry for bot in self.bots):
                return tier
        return None

    def changed(self, **changes: Any) -> "Scenario":
        """Return the scenario with some keys changed.

        Raises
        ------
        ScenarioError
            If a value is not one that the key may have.
        """
        values = {**self.model_dump(), **changes}
        if not values["bots"]:
            del values["bots"]  # the game's default bot
        changed = checked(Scenario, values, "the command line")
        return self.handed_on(changed.at(self.file, self._place))

    @property
    def is_from_a_file(self) -> bool:
        """Whether it was read from a file, so that its author may be a stranger."""
        return self._is_from_a_file

    def from_a_file(self) -> "Scenario":
        """Return the scenario marked as read from a file; see `balance.scenario.trust`."""
        scenario = self.model_copy()
        scenario._is_from_a_file = True
        return scenario

    def handed_on(self, scenario: "Scenario") -> "Scenario":
        """Return a scenario made from this one, which is trusted no more than this one."""
        return scenario.from_a_file() if self.is_from_a_file else scenario

    def at(self, file: Path, place: str = "") -> "Scenario":
        """Return the scenario as if read from that file, which need not exist if it has a place."""
        scenario = self.model_copy()
        scenario._file, scenario._place = file.resolve(), place
        return scenario
