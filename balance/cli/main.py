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
from balance.cli.bots import duel, ladder, tournament, tune_bot
from balance.cli.design import sensitivity, tune_cards
from balance.cli.games import diff, setups, verify
from balance.cli.options import (
    Backend,
    Bots,
    Debug,
    Designs,
    GameName,
    Games,
    Halfwidth,
    Out,
    Players,
    PoolWorkers,
    Race,
    Records,
    Replace,
    ScenarioName,
    Scheduler,
    Seed,
    Settings,
    Tiers,
    Until,
    command,
    read_overrides,
)
from balance.cli.quality import bench, selftest, soak
from balance.errors import BalanceError, Interrupted
from balance.limits import MOST_GAMES

app = typer.Typer(
    help="Play card and board games a million times over, and say what the numbers mean.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
new = typer.Typer(help="Write a start of one's own.", no_args_is_help=True)
app.add_typer(new, name="new")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"balance {balance.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
    trust: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Code that a scenario may run: a file or folder of it."),
    ] = None,
) -> None:
    """Play card and board games a million times over, and say what the numbers mean."""
    if trust:
        from balance.scenario import trust as named

        for path in trust:
            named.trust(path)


@app.command()
def run(
    scenario: ScenarioName,
    games: Games = None,
    seed: Seed = None,
    workers: PoolWorkers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    out: Out = None,
    bots: Bots = None,
    tiers: Tiers = None,
    until: Until = None,
    designs: Designs = None,
    halfwidth: Halfwidth = None,
    race: Race = False,
    players: Players = None,
    set_: Settings = None,
    records: Records = False,
    replace: Replace = False,
    debug: Debug = False,
) -> None:
    """Play a scenario and write its report; the same again goes on or adds games."""
    from balance.app.run import RunOptions, run_scenario
    from balance.runner.worker_pool import worker_pool

    run_scenario(
        scenario,
        read_overrides(seed, bots, players, set_, games, tiers, until, designs, halfwidth, race),
        RunOptions(command(), worker_pool(workers, backend, scheduler), out, records, replace),
    )


@app.command()
def compare(
    scenarios: Annotated[
        list[str],
        typer.Argument(metavar="SCENARIO...", help="Files of scenarios, or names of shipped ones."),
    ],
    games: Games = None,
    seed: Seed = None,
    workers: PoolWorkers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    out: Out = None,
    bots: Bots = None,
    tiers: Tiers = None,
    until: Until = None,
    players: Players = None,
    set_: Settings = None,
    records: Records = False,
    replace: Replace = False,
    debug: Debug = False,
) -> None:
    """Play scenarios side by side, on the same luck, and report what differs.

    Two or more scenarios of one game are compared with each other; the
    first is the one that the others are measured against:

        balance compare first-game my-game.toml --games 100000

    With --set, a scenario is compared with itself as it is. Here, of
    Valeria: what would it change if the Knight cost 3?

        balance compare first-game --set citizens.knight.cost=3

    All get the same deals and the same dice, from the seed of the first
    scenario, so that small differences show with few games. The report says
    which differences are established, and which may be chance.
    """
    from balance.app.compare import compare_scenarios
    from balance.app.run import RunOptions
    from balance.runner.worker_pool import worker_pool

    compare_scenarios(
        scenarios,
        read_overrides(seed, bots, players, set_, games, tiers, until),
        RunOptions(command(), worker_pool(workers, backend, scheduler), out, records, replace),
    )


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="A folder that `run` wrote.")],
    debug: Debug = False,
) -> None:
    """Write the report of a run again from what is kept."""
    from balance.app.run import report_again

    report_again(folder)


@app.command()
def check(
    scenario: ScenarioName,
    games: Games = None,
    until: Until = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail too if one is not yet known.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Leave out what is met.")] = False,
    seed: Seed = None,
    workers: PoolWorkers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    out: Out = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    replace: Replace = False,
    debug: Debug = False,
) -> None:
    """Play a scenario and fail if a balance that it requires does not hold.

    Each [[require]] of the scenario is met, broken or not yet known:

        balance check requirements --games 50000

    The exit code is 1 if any is broken, for a continuous integration.
    What `run` has played in the same folder is not played again.
    """
    from balance.app.check import check_scenario
    from balance.app.run import RunOptions
    from balance.runner.worker_pool import worker_pool

    overrides = read_overrides(seed, bots, players, set_, games, until=until)
    options = RunOptions(command(), worker_pool(workers, backend, scheduler), out, replace=replace)
    if not check_scenario(scenario, overrides, options, strict, quiet):
        raise typer.Exit(1)


@app.command()
def play(
    scenario: Annotated[
        str,
        typer.Argument(metavar="SCENARIO", help="A scenario's file or name, or simply a game."),
    ],
    game: Annotated[int, typer.Option("--game", help="Which game.", min=0, max=MOST_GAMES)] = 0,
    variant: Annotated[
        str | None, typer.Option(help="Of which variant or cell; the first one.")
    ] = None,
    seed: Seed = None,
    bots: Bots = None,
    tiers: Tiers = None,
    players: Players = None,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Tell one game in sentences."""
    from balance.app.play import tell

    tell(scenario, game, variant, read_overrides(seed, bots, players, set_, tiers=tiers))


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(metavar="games|setups|bots|cards|scenarios")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="A game's name or folder; all, if not said."),
    ] = None,
    debug: Debug = False,
) -> None:
    """List what there is, of one game or of all."""
    from balance.app.list import list_what

    list_what(what, game)


@app.command()
def validate(
    scenarios: Annotated[list[str], typer.Argument(metavar="SCENARIO...")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say only what is wrong.")] = False,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Check scenarios, or folders of cards, and say each card back in words."""
    from balance.app.validate import validate_all

    validate_all(scenarios, quiet, set_ or ())


@new.command("cards")
def new_cards(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is not there yet.")],
    game: GameName = None,
    debug: Debug = False,
) -> None:
    """Write a folder of example cards that play as they are, to be changed into one's own.

    Not every game has them; --game says of which, where more than one has.
    """
    from balance.app.new_cards import new_cards

    new_cards(folder, game)


@new.command("bot")
def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the bot and of its files.")],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="A game's name or folder.")
    ] = "valeria",
    debug: Debug = False,
) -> None:
    """Write a bot that plays as it is, NAME.py and NAME.toml, to be changed into one's own.

    The file lists all that the game asks, with examples of what may be
    answered; docs/bots.md goes on from there.
    """
    from balance.app.new_bot import new_bot

    new_bot(name, game)


app.command()(soak)
app.command()(selftest)
app.command()(bench)
app.command()(duel)
app.command()(tournament)
app.command()(ladder)
app.command("tune-bot")(tune_bot)
app.command()(sensitivity)
app.command("tune-cards")(tune_cards)
app.command()(verify)
app.command()(setups)
app.command()(diff)


def main() -> NoReturn:
    """Run the command line: one sentence for an error that the user can mend, no traceback."""
    signal.signal(signal.SIGINT, _interrupt)
    if hasattr(sys.stdout, "reconfigure"):  # a terminal may know fewer characters than names have
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        app()
    except BalanceError as error:
        _refuse(error)
    except Interrupted as stopped:
        print(str(stopped), file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        if isinstance(error, OSError) and error.filename is not None:  # such as a name too long
            _refuse(BalanceError(f"{error.filename}: {error.strerror}."))
        traceback.print_exc()
        print(
            "This is a bug in balance, or in the game; the lines above say where.", file=sys.stderr
        )
        sys.exit(3)
    sys.exit(0)


def _refuse(error: BalanceError) -> NoReturn:
    if "--debug" in sys.argv:
        traceback.print_exc()
    print(f"Error: {error}", file=sys.stderr)
    sys.exit(2)


def _interrupt(number: int, frame: Any) -> None:
    raise Interrupted("Stopped.")
