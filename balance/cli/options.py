"""Options and arguments that several commands share."""

import re
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import completion
from balance.limits import MAX_SEED, MOST_GAMES, MOST_WORKERS

if TYPE_CHECKING:
    from balance.app.output import Output
    from balance.scenario.overrides import Overrides


def whole_number(low: int, high: int) -> dict[str, Any]:
    """Return the settings of an option that takes a whole number in a range."""

    def parse(text: str | int) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise typer.BadParameter(f"{text}: expected a whole number from {low} to {high:,}.")
        return number

    return {"metavar": "N", "parser": parse}


# Not min and max: the help would print these numbers.
GAMES = whole_number(1, MOST_GAMES)
FROM_0 = whole_number(0, MOST_GAMES)
SEED = whole_number(0, MAX_SEED)
WORKERS = whole_number(1, MOST_WORKERS)


class FormatName(StrEnum):
    """How answers are printed."""

    TEXT = "text"
    JSON = "json"


# Arguments
ScenarioName = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        help="A scenario file, or the name of a ready scenario.",
        autocompletion=completion.scenarios,
    ),
]
ScenarioNames = Annotated[
    list[str],
    typer.Argument(
        metavar="SCENARIO...",
        help="Scenario files, or names of ready scenarios.",
        autocompletion=completion.scenarios,
    ),
]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The name of a game, or the folder of your own.",
        autocompletion=completion.games,
    ),
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="The name or folder of a game (default: all games).",
        autocompletion=completion.games,
    ),
]
RunFolder = Annotated[
    Path,
    typer.Argument(
        metavar="RUN", help="A folder written by `run`.", autocompletion=completion.runs
    ),
]

# Options
Games = Annotated[int | None, typer.Option(help="Number of games to play.", **GAMES)]
Seed = Annotated[
    int | None,
    typer.Option(help="Random seed (default: the scenario's).", **SEED),
]
RandomSeed = Annotated[int, typer.Option(help="Random seed.", **SEED)]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="BOT,...",
        help="One bot for all seats, or one for each; your own as file.py:function.",
        autocompletion=completion.bots,
    ),
]
Tiers = Annotated[
    str | None,
    typer.Option(
        metavar="BOT,BOT,...",
        help="Bots from the weakest to the strongest. Each plays all seats in turn, and the report "
        "says which findings change with the strength of play. BOT@GAMES sets the number of games "
        "of a slow bot.",
        autocompletion=completion.bots,
    ),
]
Noise = Annotated[
    str | None,
    typer.Option(
        metavar="P,P,...",
        help="Chances of a random choice, such as 0,0.1,0.2. The bot of all seats plays everything "
        "with each of them, and the report says which findings hold with noise.",
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        metavar="RULE",
        help="Stop when the intervals are narrow enough (--games is then the maximum): "
        "halfwidth<0.5pp, halfwidth(objectives)<1pp or halfwidth(rounds)<0.05.",
    ),
]
Designs = Annotated[
    str | None,
    typer.Option(
        metavar="DESIGN,...",
        help="Experiments to add: ban, gift, price, surcharge, taking, supply (what cards are "
        "worth), objectives, compensation (what evens out the seats), or all.",
        autocompletion=completion.designs,
    ),
]
Halfwidth = Annotated[
    float | None,
    typer.Option(
        metavar="PP",
        help="Precision of the experiments: half the width of a 95% interval, in percentage "
        "points (default: 1).",
    ),
]
Players = Annotated[int | None, typer.Option(metavar="N", help="Number of players.", min=1)]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change an option of the table or a cell of a card sheet; may be repeated.",
        autocompletion=completion.settings,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option("--workers", help="Number of threads (default: all cores).", **WORKERS),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        help="Number of threads or processes; on a cluster, of shards played at a time "
        "(default: all cores).",
        **WORKERS,
    ),
]
Backend = Annotated[
    str | None,
    typer.Option(metavar="BACKEND", help="threads, processes, dask or ray (default: threads)."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Address of the cluster, such as tcp://HOST:8786."),
]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for the run and its report.")]
Records = Annotated[bool, typer.Option("--records", help="Store every game, as Parquet.")]
Replace = Annotated[
    bool, typer.Option("--replace", help="Replace another run stored in that folder.")
]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print only what is wrong or undecided.")
]

Format = Annotated[
    FormatName,
    typer.Option("--format", help="How the answer is printed: as text, or as JSON for programs."),
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print the tables whole.")]
Pdf = Annotated[bool, typer.Option("--pdf", help="Write the report as PDF, too: report.pdf.")]
Xlsx = Annotated[
    bool, typer.Option("--xlsx", help="Write the tables as a workbook, too: report.xlsx.")
]
Open = Annotated[bool, typer.Option("--open", help="Open the report in the browser.")]


def output(
    format_: FormatName,
    verbose: bool = False,
    open_: bool = False,
    pdf: bool = False,
    xlsx: bool = False,
) -> "Output":
    """Return how a command prints its answer, from its options.

    Raises
    ------
    ScenarioError
        If a file is wanted that cannot be written on this machine.
    """
    from balance.app.output import Output
    from balance.app.report_files import ReportFiles

    files = ReportFiles(pdf, xlsx)
    files.check()
    return Output(command(), format_ == FormatName.JSON, verbose, open_, files)


def command() -> str:
    """Return the command line as it was typed."""
    from balance.portable import command_line

    return command_line(["balance", *sys.argv[1:]])


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
    noise: str | None = None,
) -> "Overrides":
    """Return what the options of a command change in a scenario.

    Raises
    ------
    ScenarioError
        If a setting is not KEY=VALUE, or its key occurs twice.
    """
    from balance.scenario.overrides import Overrides, read_settings

    return Overrides(
        games=games,
        seed=seed,
        players=players,
        bots=split_names(bots, keep_empty=True),
        settings=read_settings(set_ or ()),
        tiers=split_names(tiers, keep_empty=True),
        noise=split_names(noise, keep_empty=True),
        designs=split_names(designs, keep_empty=True),
        halfwidth=halfwidth,
        until=until,
    )


def split_names(text: str | None, keep_empty: bool = False) -> tuple[str, ...]:
    """Return the names of a comma-separated list.

    Parameters
    ----------
    keep_empty : bool
        Whether to keep empty names, so that an error can name them.
    """
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    return names if keep_empty else tuple(filter(None, names))


def read_points(text: str) -> float:
    """Return percentage points such as ``1pp`` as a share.

    Raises
    ------
    typer.BadParameter
        If it is none, or not between 0 and 50.
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*(?:pp)?\s*", text)
    if match is None or not 0 < float(match[1]) <= 50:
        raise typer.BadParameter(f"{text}: expected percentage points above 0, up to 50, as 1pp.")
    return float(match[1]) / 100


def read_share(text: str) -> float:
    """Return a share such as ``25%``, or points such as ``1pp``, as a part of one.

    Raises
    ------
    typer.BadParameter
        If it is none, or not between -100 and 100.
    """
    match = re.fullmatch(r"\s*(-?(?:\d+(?:\.\d+)?|\.\d+))\s*(?:%|pp)?\s*", text)
    if match is None or not -100 < float(match[1]) < 100:
        raise typer.BadParameter(f"{text}: expected a share below 100%, as 25%, or points, as 1pp.")
    return float(match[1]) / 100
