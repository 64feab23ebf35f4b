"""What commands and functions for Python are asked for: every argument that several share, once.

The command line makes an option of each (`balance.cli.options.command`), `balance.api` a keyword
argument, and `help` and the page of commands print what is said here.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypedDict

from balance.limits import MAX_SEED, MOST_GAMES, MOST_WORKERS

if TYPE_CHECKING:
    from balance.app.commands.run import RunOptions
    from balance.scenario.overrides import Overrides

FEWEST_DEALS = 256  # a fold each: with fewer there is no interval
PathOrName: TypeAlias = str | os.PathLike[str]
Names: TypeAlias = str | Sequence[str]
Changed: TypeAlias = Mapping[str, Any]  # {"citizens.knight.cost": 3}


@dataclass(frozen=True)
class Argument:
    """How an argument is asked for."""

    help: str
    metavar: str | None = None  # on the command line, where it takes a value
    least: int | None = None  # of a whole number
    most: int = MOST_GAMES
    fewest_deals: int = 0  # of a number of games: below, it is refused before anything is loaded
    is_of_entry: bool = False  # whether one player plays under other rules: in every seat in turn
    short: str = ""  # letter of a flag on the command line, with its hyphen
    see: str = ""  # page of the docs


class SeedArgument(TypedDict, total=False):
    """What chance is drawn from."""

    seed: Annotated[
        int | None, Argument("Random seed (default: the scenario's).", least=0, most=MAX_SEED)
    ]


class BotsArgument(TypedDict, total=False):
    """Who plays."""

    bots: Annotated[
        Names | None,
        Argument(
            "One bot for all seats, or one for each; your own as file.py:function.",
            "BOT,...", see="guides/bots.md#the-check-of-every-run",
        ),
    ]  # fmt: skip


class PlayersArgument(TypedDict, total=False):
    """How many play."""

    players: Annotated[int | None, Argument("Number of players.", least=1)]


class SetArgument(TypedDict, total=False):
    """What is changed of the cards and options."""

    set: Annotated[
        Changed | None,
        Argument(
            "Change an option of the table or a cell of a card sheet; may be repeated.",
            "KEY=VALUE", see="#keys-and-values-of-set",
        ),
    ]  # fmt: skip


class RequireArgument(TypedDict, total=False):
    """What is wanted of a game."""

    require: Annotated[
        list[str] | None,
        Argument(
            "What is required, such as 'seat_gap < 2pp', in place of the scenario's requirements; "
            "may be repeated.",
            "REQUIREMENT", see="guides/requirements.md#measures",
        ),
    ]  # fmt: skip


class TableArguments(SeedArgument, BotsArgument, PlayersArgument, SetArgument, total=False):
    """What is changed of one table."""


class GamesArgument(TypedDict, total=False):
    """How much is played."""

    games: Annotated[
        int | None,
        Argument("Games of the baseline; those of other variants change in proportion.", least=1),
    ]


class UntilArgument(TypedDict, total=False):
    """When enough is played."""

    until: Annotated[
        str | None,
        Argument(
            "Stop when the intervals are narrow enough (--games is then the maximum): "
            "halfwidth<0.5pp, halfwidth(objectives)<1pp or halfwidth(rounds)<0.05.",
            "RULE", see="guides/long-runs.md#stop-when-it-is-precise-enough",
        ),
    ]  # fmt: skip


class StrengthArguments(TypedDict, total=False):
    """With which strengths of play everything is played."""

    tiers: Annotated[
        Names | None,
        Argument(
            "Bots from the weakest to the strongest. Each plays all seats in turn, and the report "
            "says which findings change with the strength of play. BOT@GAMES sets the number of "
            "games of a slow bot.",
            "BOT,BOT,...", see="guides/bots.md#test-a-finding-with-stronger-play",
        ),
    ]  # fmt: skip
    noise: Annotated[
        Sequence[float] | None,
        Argument(
            "Chances of a random choice, such as 0,0.1,0.2. The bot of all seats plays everything "
            "with each of them, and the report says which findings hold with noise.",
            "P,P,...", see="guides/bots.md#noise",
        ),
    ]  # fmt: skip


class DesignsArgument(TypedDict, total=False):
    """Which experiments are played."""

    designs: Annotated[
        Names | None,
        Argument(
            "Experiments to add: ban, gift, price, surcharge, taking, supply (what cards are "
            "worth), objectives, compensation (what evens out the seats), or all.",
            "DESIGN,...", see="guides/value-a-card.md",
        ),
    ]  # fmt: skip


class ThreadsArgument(TypedDict, total=False):
    """How many threads play."""

    workers: Annotated[
        int | None,
        Argument(
            "Number of threads (default: all cores); results do not depend on it.",
            least=1,
            most=MOST_WORKERS,
        ),
    ]


class PoolArguments(TypedDict, total=False):
    """Who plays the games: threads, processes or a cluster."""

    workers: Annotated[
        int | None,
        Argument(
            "Number of threads or processes; on a cluster, shards played at a time "
            "(default: all cores).",
            least=1, most=MOST_WORKERS,
        ),
    ]  # fmt: skip
    backend: Annotated[
        str | None,
        Argument(
            "threads, processes or dask (default: threads).",
            "BACKEND", see="guides/clusters.md",
        ),
    ]  # fmt: skip
    scheduler: Annotated[
        str | None,
        Argument("Address of the cluster, such as tcp://HOST:8786.", "ADDRESS"),
    ]


class OutArgument(TypedDict, total=False):
    """Where results go."""

    out: Annotated[PathOrName | None, Argument("Folder for the run and its report.", "DIR")]


class FolderArguments(OutArgument, total=False):
    """Where results go, and whether over others."""

    replace: Annotated[bool, Argument("Replace another run stored in that folder.")]


class RecordsArgument(TypedDict, total=False):
    """What is stored."""

    records: Annotated[
        bool,
        Argument("Store every game, as Parquet.", see="guides/analyse-records.md"),
    ]
    events: Annotated[
        bool,
        Argument(
            "Store what happens in every game: cards taken, what is paid and gained.",
            see="guides/analyse-records.md#what-happened-when",
        ),
    ]
    standings: Annotated[
        bool,
        Argument(
            "Store how every seat stands after each round.",
            see="guides/analyse-records.md#what-happened-when",
        ),
    ]


class CompareArguments(
    GamesArgument, TableArguments, StrengthArguments, UntilArgument,
    PoolArguments, RecordsArgument, FolderArguments, total=False,
):  # fmt: skip
    """How scenarios are played beside each other."""

    seconds_a_decision: Annotated[
        str | float | None,
        Argument("How long a player takes for a decision, for games in minutes: 12, 8..20, or by "
                 "kind, slay=30,other=5 (default: 5..20).", "SECONDS",
                 see="reference/report.md#minutes"),
    ]  # fmt: skip


class RunArguments(CompareArguments, DesignsArgument, total=False):
    """How a scenario is played."""

    halfwidth: Annotated[
        float | None,
        Argument(
            "Precision of the experiments: half the width of a 95% interval, in percentage "
            "points (default: 1).",
            "PP",
        ),
    ]
    learn: Annotated[
        float | None,
        Argument(
            "Minutes at most in which the bot of a game as text first learns it, if no bot is "
            "named and it has not learnt it yet (default: 2); 0 goes without.",
            "MINUTES", see="guides/describe-a-game.md#3-report",
        ),
    ]  # fmt: skip


class CheckArguments(
    GamesArgument, TableArguments, RequireArgument, UntilArgument, PoolArguments, FolderArguments,
    total=False,
):  # fmt: skip
    """How a scenario with requirements is played."""


class PlayArguments(TableArguments, StrengthArguments, total=False):
    """How one game is played."""


class PlanArguments(PlayArguments, DesignsArgument, ThreadsArgument, total=False):
    """What the games are counted for."""


class StudyArguments(TableArguments, ThreadsArgument, FolderArguments, total=False):
    """How a question of its own is played."""


class TryArguments(
    SeedArgument, BotsArgument, PlayersArgument, RequireArgument, ThreadsArgument, total=False
):
    """How a change is played."""


def overrides_of(given: Mapping[str, Any]) -> "Overrides":
    """Return what arguments change in a scenario."""
    from balance.scenario.overrides import Overrides

    changes: dict[str, Any] = {"settings": given.get("set") or {}}
    for one in fields(Overrides):
        if one.name in given:
            is_list = isinstance(one.default, tuple)
            changes[one.name] = as_names(given[one.name]) if is_list else given[one.name]
    return Overrides(**changes)


def run_options(command: str, given: Mapping[str, Any], progress: bool = True) -> "RunOptions":
    """Return how a scenario is run, from arguments.

    Parameters
    ----------
    command : str
        Runs it again, in a terminal.
    """
    from balance.app.commands.run import RunOptions
    from balance.runner.worker_pool import worker_pool

    pool = worker_pool(given.get("workers"), given.get("backend"), given.get("scheduler"))
    return RunOptions(
        command, pool, folder_of(given),
        tuple(name for name in RecordsArgument.__annotations__ if given.get(name)),
        bool(given.get("replace")), progress, given.get("learn"),
    )  # fmt: skip


def folder_of(given: Mapping[str, Any]) -> Path | None:
    """Return the folder that is asked for."""
    return None if given.get("out") is None else Path(given["out"])


def as_names(names: str | Iterable[object] | None) -> tuple[str, ...]:
    """Return one name, or several, as names."""
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(map(str, names))
