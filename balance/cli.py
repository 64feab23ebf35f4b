"""The command line: each command parses, calls one function of `balance.commands`, and ends.

Heavy imports stay inside the commands, so that ``--help`` answers at once.
"""

import signal
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

import balance
from balance.errors import BalanceError, Interrupted

app = typer.Typer(
    help="Play card games a million times over, and say what the numbers mean.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

ScenarioName = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A scenario's file, or the name of a shipped one.")
]
Seed = Annotated[int | None, typer.Option(help="Instead of the scenario's seed.", min=0)]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="BOT,...", help="One for all seats or one each; your own as file.py:function."
    ),
]
Players = Annotated[int | None, typer.Option(help="How many play.", min=1)]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change an option of the table or a cell of a sheet."
    ),
]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
GameName = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="A game's name or folder.")
]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"balance {balance.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Play card games a million times over, and say what the numbers mean."""


@app.command()
def run(
    scenario: ScenarioName,
    games: Annotated[int | None, typer.Option(help="How many games.", min=1)] = None,
    seed: Seed = None,
    workers: Annotated[int | None, typer.Option(help="Threads; all cores.", min=1)] = None,
    out: Annotated[Path | None, typer.Option(help="The folder of the report.")] = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    records: Annotated[
        bool, typer.Option("--records", help="Keep every game, as Parquet.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Forget another run in that folder.")
    ] = False,
    debug: Debug = False,
) -> None:
    """Play a scenario and write its report; the same again goes on or adds games."""
    from balance.commands.run import RunOptions, run_scenario

    run_scenario(
        scenario,
        _overrides(games, seed, bots, players, set_),
        RunOptions(_command(), workers, out, records, replace),
    )


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="A folder that `run` wrote.")],
    debug: Debug = False,
) -> None:
    """Write the report of a run again from what is kept."""
    from balance.commands.run import report_again

    report_again(folder)


@app.command()
def play(
    scenario: ScenarioName,
    game: Annotated[int, typer.Option("--game", help="Which game.", min=0)] = 0,
    variant: Annotated[str, typer.Option(help="Of which variant.")] = "baseline",
    seed: Seed = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Tell one game in sentences."""
    from balance.commands.play import tell

    tell(scenario, game, variant, _overrides(None, seed, bots, players, set_))


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(metavar="games|setups|bots|cards|scenarios")],
    game: GameName = None,
    debug: Debug = False,
) -> None:
    """List what there is."""
    from balance.commands.listing import list_what

    list_what(what, game)


@app.command()
def validate(
    scenarios: Annotated[list[str], typer.Argument(metavar="SCENARIO...")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say only what is wrong.")] = False,
    debug: Debug = False,
) -> None:
    """Check scenarios and their cards, and say each card back in words."""
    from balance.commands.validate import validate_all

    validate_all(scenarios, quiet)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    seconds: Annotated[float, typer.Option(help="Of each measurement.", min=0.05)] = 1.0,
    out: Annotated[Path, typer.Option(help="Where the figures are kept.")] = Path("reports/bench"),
    debug: Debug = False,
) -> None:
    """Measure games per second and the time to start."""
    from balance.bench.report import bench_all

    bench_all(game, seconds, out)


def main() -> NoReturn:
    """Run the command line: one sentence for an error that the user can mend, no traceback."""
    signal.signal(signal.SIGINT, _interrupt)
    try:
        app()
    except BalanceError as error:
        if "--debug" in sys.argv:
            traceback.print_exc()
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
    except Interrupted as stopped:
        print(str(stopped), file=sys.stderr)
        sys.exit(130)
    except Exception:
        traceback.print_exc()
        print(
            "This is a bug in balance, or in the game; the lines above say where.", file=sys.stderr
        )
        sys.exit(3)
    sys.exit(0)


def _interrupt(number: int, frame: Any) -> None:
    raise Interrupted("Stopped.")


def _command() -> str:
    from shlex import join

    return join(["balance", *sys.argv[1:]])


def _overrides(
    games: int | None,
    seed: int | None,
    bots: str | None,
    players: int | None,
    set_: list[str] | None,
) -> Any:
    from balance.scenario.set_up import Overrides, read_setting

    return Overrides(
        games=games,
        seed=seed,
        players=players,
        bots=tuple(bot.strip() for bot in bots.split(",")) if bots else (),
        settings=dict(read_setting(text) for text in set_ or []),
    )


if __name__ == "__main__":
    main()
