"""Options that several commands share, and what is read from the command line for them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.limits import MAX_SEED, MOST_GAMES, MOST_WORKERS

if TYPE_CHECKING:
    from balance.scenario.overrides import Overrides

ScenarioName = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A scenario's file, or the name of a shipped one.")
]
Games = Annotated[int | None, typer.Option(help="How many games.", min=1, max=MOST_GAMES)]
Seed = Annotated[
    int | None, typer.Option(help="Instead of the scenario's seed.", min=0, max=MAX_SEED)
]
ChanceSeed = Annotated[int, typer.Option(help="Of all chance.", min=0, max=MAX_SEED)]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="BOT,...", help="One for all seats or one each; your own as file.py:function."
    ),
]
Tiers = Annotated[
    str | None,
    typer.Option(
        metavar="BOT,BOT,...",
        help="The same by each of these alone, the weakest first: which findings move with the "
        "strength of play. BOT@GAMES for a slow one.",
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        metavar="RULE",
        help="Play until intervals are so narrow, --games at most: halfwidth<0.5pp, "
        "halfwidth(objectives)<1pp or halfwidth(rounds)<0.05.",
    ),
]
Designs = Annotated[
    str | None,
    typer.Option(
        metavar="DESIGN,...",
        help="Experiments on what cards and objectives are worth: ban, gift, price, supply, "
        "objectives, compensation; or all.",
    ),
]
Halfwidth = Annotated[
    float | None,
    typer.Option(metavar="PP", help="How precise the experiments are to be, in points; 1."),
]
Race = Annotated[
    bool, typer.Option("--race", help="End experiments on a card once its rank is decided.")
]
Players = Annotated[int | None, typer.Option(help="How many play.", min=1)]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change an option of the table or a cell of a sheet; as often as wanted.",
    ),
]
Workers = Annotated[int | None, typer.Option(help="Threads; all cores.", min=1, max=MOST_WORKERS)]
PoolWorkers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        help="Threads or processes, or shards at a time on a cluster; all cores.",
        min=1,
        max=MOST_WORKERS,
    ),
]
Backend = Annotated[
    str | None,
    typer.Option(metavar="WHERE", help="Who plays: threads, processes, dask or ray."),
]
Scheduler = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Of a cluster: tcp://HOST:8786 of dask.")
]
Out = Annotated[Path | None, typer.Option(help="The folder of the report.")]
Records = Annotated[bool, typer.Option("--records", help="Keep every game, as Parquet.")]
Replace = Annotated[bool, typer.Option("--replace", help="Forget another run in that folder.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
GameName = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="A game's name or folder.")
]
MaybeGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game's name or folder; all, if not said.")
]


def command() -> str:
    """Return the command as it was typed."""
    from shlex import join

    return join(["balance", *sys.argv[1:]])


def read_overrides(
    seed: int | None,
    bots: str | None,
    players: int | None,
    set_: list[str] | None,
    games: int | None = None,
    tiers: str | None = None,
    until: str | None = None,
    designs: str | None = None,
    halfwidth: float | None = None,
    race: bool = False,
) -> "Overrides":
    """Return what the options of a command change in a scenario.

    Raises
    ------
    ScenarioError
        If a setting is none, or is there twice.
    """
    from balance.scenario.overrides import Overrides, read_settings

    return Overrides(
        games=games,
        seed=seed,
        players=players,
        bots=_listed(bots),
        settings=read_settings(set_ or ()),
        tiers=_listed(tiers),
        designs=_listed(designs),
        halfwidth=halfwidth,
        until=until,
        race=race,
    )


def _listed(text: str | None) -> tuple[str, ...]:
    """Return what a list with commas names; an empty name too, which is then refused as one."""
    return tuple(word.strip() for word in text.split(",")) if text else ()


def words(text: str | None) -> tuple[str, ...]:
    """Return the words of a list with commas."""
    return tuple(word.strip() for word in (text or "").split(",") if word.strip())
