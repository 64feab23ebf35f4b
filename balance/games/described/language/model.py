"""The keys of ``game.toml``."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from balance.engine.layout import MAX_SEATS
from balance.games.described.layout import MOST_NAMED, MOST_UNLESS_STATED

Whole = Annotated[int, Field(ge=-MOST_NAMED, le=MOST_NAMED)]
ByPlayers = Whole | tuple[Whole, ...]  # for all, or one for each number of players
Text = Annotated[str, Field(max_length=100_000)]


class _Keys(BaseModel):
    """A table of keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NumberKeys(_Keys):
    """A number of each player, or a shared one."""

    start: ByPlayers = Field(0, description="how many at the start; a list is by players")
    least: Annotated[int, Field(ge=-MOST_UNLESS_STATED, le=MOST_UNLESS_STATED)] = Field(
        0, description="it is never below this"
    )
    most: Annotated[int, Field(ge=0, le=MOST_UNLESS_STATED)] = Field(
        MOST_UNLESS_STATED, description="it is never above this"
    )
    seen_by: Literal["all", "owner"] = Field("all", description="who sees it")


class ZoneKeys(_Keys):
    """A place where cards are."""

    per_player: bool = Field(False, description="whether each player has one")
    seen_by: Literal["all", "owner", "nobody"] = Field("all", description="who sees its cards")
    starts_with: str = Field("", description="the sheet whose cards are there at the start")
    refill: str = Field("", description="the zone whose cards come here when it is empty")
    counted: bool = Field(False, description="whether cards that come here count as taken")
    order: Literal["none", "kept"] = Field(
        "none", description="whether cards stay as they were put, and are drawn from the top"
    )
    counters: tuple[str, ...] = Field(
        (), description="what can lie on the cards here, and is counted: damage, goods"
    )
    objective: str = Field(
        "", description="the part of the score that a card pays which is kept here, as an objective"
    )


class DrawKeys(_Keys):
    """How many cards of a sheet are in play."""

    count: Annotated[int, Field(ge=1)] = Field(1, description="how many cards are drawn")
    for_each: str = Field("", description="a column: so many are drawn of each of its words")


class GameFile(_Keys):
    """A game described as text; see the language of described games."""

    name: Annotated[str, Field(min_length=1, max_length=100)] = Field(description="its title")
    summary: Annotated[str, Field(max_length=1000)] = Field("", description="a sentence about it")
    players: Annotated[
        tuple[Annotated[int, Field(ge=1, le=MAX_SEATS)], ...], Field(min_length=1)
    ] = Field(description="a list of numbers of players: [2, 3, 4]")
    numbers: dict[str, ByPlayers] = Field({}, description="numbers with a name")
    each_player: dict[str, ByPlayers | NumberKeys] = Field(
        {}, description="what each player has a number of, and how many at the start"
    )
    shared: dict[str, ByPlayers | NumberKeys] = Field(
        {}, description="numbers that belong to nobody"
    )
    values: dict[str, str] = Field({}, description="values and conditions with a name")
    words: dict[str, tuple[str, ...]] = Field(
        {}, description="lists of words, for each of which keys and lines are said once"
    )
    python: str = Field("", description="a Python file with functions, for `call NAME`")
    sheets: dict[str, str] = Field({}, description="files with cards, CSV")
    zones: dict[str, ZoneKeys] = Field({}, description="places where cards are")
    setup: Text = Field("", description="lines that are carried out once, at the beginning")
    round: Text = Field("", description="lines that are carried out when a round begins")
    turn: Text = Field("", description="lines that are carried out in each player's turn")
    round_end: Text = Field("", description="lines that are carried out when a round ends")
    setups: dict[str, dict[str, tuple[str, ...]]] = Field(
        {}, description="by name, the cards of a sheet that are in play; the first is the usual one"
    )
    draw: dict[str, Annotated[int, Field(ge=1)] | DrawKeys] = Field(
        {}, description="by sheet, how many of its cards a set-up has that is drawn at random"
    )
    steps: dict[str, Text] = Field({}, description="lines with a name, for `do NAME`")
    endings: dict[str, str] = Field(
        {}, description="when the game ends: at once, after turn or after round when ..."
    )
    score: Annotated[dict[str, str], Field(min_length=1)] = Field(
        description="the parts of a score, which are added up"
    )
    result: Literal["wins", "score"] = Field(
        "wins", description="what players play for: to win, or for the mean score of many games"
    )
    ties: tuple[str, ...] = Field(
        (), description="a list of values: who has more of the first wins among equal scores"
    )


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the file, with which editors complete and check its keys."""
    return GameFile.model_json_schema()
