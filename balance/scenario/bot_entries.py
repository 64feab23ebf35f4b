"""Who sits at a table, as a scenario's TOML file says it: bots for the seats, tiers of bots."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from balance.limits import MOST_GAMES, MOST_NAME, MOST_SEATED, MOST_WEIGHT
from balance.sanitize import is_one_line

_DIGITS = 16  # a number of games with more is no number of games


class Strict(BaseModel):
    """What is read from a scenario: no key that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def is_list(bot: str) -> bool:
    """Tell whether a bot is named by a file that is no Python, such as a list of what to buy."""
    return Path(bot).suffix not in ("", ".py") and ":" not in bot


def _on_one_line(name: str) -> str:
    if not is_one_line(name):
        raise ValueError("expected a text of one line")
    return name


Games = Annotated[int, Field(gt=0, le=MOST_GAMES)]
Players = Annotated[int, Field(gt=0, le=MOST_SEATED)]
Weight = Annotated[float, Field(ge=-MOST_WEIGHT, le=MOST_WEIGHT)]
Label = Annotated[str, Field(max_length=MOST_NAME), AfterValidator(_on_one_line)]


class BotEntry(Strict):
    """A bot at the table: its name (or its file), label, and weights of its own.

    A file is ``file.py:function``, or one of data that the game reads.
    """

    bot: str
    label: Label = ""
    weights: Mapping[str, Weight] = Field(default_factory=dict)


def _listed(bots: Any) -> Any:
    """Return bots as tables, whether one or many are given, by name or as tables."""
    listed = [bots] if isinstance(bots, str | dict) else bots
    if not isinstance(listed, list | tuple):
        return listed
    return tuple({"bot": bot} if isinstance(bot, str) else bot for bot in listed)


Bots = Annotated[
    tuple[BotEntry, ...],
    BeforeValidator(_listed),
    Field(
        min_length=1,
        max_length=MOST_SEATED,
        description="a bot's name, or a list with a bot for each seat",
    ),
]


class Tier(BotEntry):
    """A rung of the ladder: a bot that has all seats, and perhaps games of its own, being slow."""

    games: Games | None = None


def _tiers_listed(tiers: Any) -> Any:
    """Return tiers as tables; ``search:100@2000`` is a bot with its number of games."""
    if not isinstance(tiers, list | tuple):
        return tiers
    return tuple(_tier_table(tier) if isinstance(tier, str) else tier for tier in tiers)


def _tier_table(tier: str) -> dict[str, Any]:
    bot, at, games = tier.rpartition("@")
    return (
        {"bot": bot, "games": int(games)}
        if at and games.isdecimal() and len(games) < _DIGITS
        else {"bot": tier}
    )


Tiers = Annotated[
    tuple[Tier, ...],
    BeforeValidator(_tiers_listed),
    Field(
        max_length=MOST_SEATED,
        description="a list of bots from the weakest to the strongest, two or more",
    ),
]
