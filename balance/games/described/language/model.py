"""The keys of ``game.toml``."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from balance.engine.layout import MAX_SEATS
from balance.games.described.layout import MOST_UNLESS_STATED

_LARGEST = 1_000_000
Whole = Annotated[int, Field(ge=-_LARGEST, le=_LARGEST)]
ByPlayers = Whole | tuple[Whole, ...]  # for all, or one for each number of players
Text = Annotated[str, Field(max_length=100_000)]


class _Keys(BaseModel):
    """A table of keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NumberKeys(_Keys):
    """A number of each player, or a shared one."""

    start: ByPlayers = 0
    least: Annotated[int, Field(ge=-MOST_UNLESS_STATED, le=MOST_UNLESS_STATED)] = 0
    most: Annotated[int, Field(ge=0, le=MOST_UNLESS_STATED)] = MOST_UNLESS_STATED
    seen_by: Literal["all", "owner"] = "all"


class ZoneKeys(_Keys):
    """A zone."""

    per_player: bool = False
    seen_by: Literal["all", "owner", "nobody"] = "all"
    starts_with: str = ""
    refill: str = ""
    counted: bool = False


class GameFile(_Keys):
    """A described game."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    summary: Annotated[str, Field(max_length=1000)] = ""
    players: Annotated[
        tuple[Annotated[int, Field(ge=1, le=MAX_SEATS)], ...], Field(min_length=1)
    ] = Field(description="a list of numbers of players: [2, 3, 4]")
    numbers: dict[str, ByPlayers] = {}
    each_player: dict[str, ByPlayers | NumberKeys] = {}
    shared: dict[str, ByPlayers | NumberKeys] = {}
    sheets: dict[str, str] = {}
    zones: dict[str, ZoneKeys] = {}
    setup: Text = ""
    round: Text = ""
    turn: Text = ""
    round_end: Text = ""
    steps: dict[str, Text] = {}
    endings: Annotated[dict[str, str], Field(min_length=1)]
    score: Annotated[dict[str, str], Field(min_length=1)]
    ties: tuple[str, ...] = ()
