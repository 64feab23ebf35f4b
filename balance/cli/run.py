"""Commands that play scenarios and report on them."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from balance.cli import completion
from balance.cli.options import (
    FROM_0,
    GAMES,
    Backend,
    Bots,
    Debug,
    Designs,
    Format,
    FormatName,
    Games,
    Halfwidth,
    Noise,
    Open,
    Out,
    Pdf,
    Players,
    Quiet,
    Records,
    Replace,
    RunFolder,
    ScenarioName,
    ScenarioNames,
    Scheduler,
    Seed,
    Settings,
    Tiers,
    Until,
    Verbose,
    Workers,
    Xlsx,
    command,
    output,
    read_overrides,
    read_points,
)


def run(
    scenario: ScenarioName,
    games: Games = None,
    seed: Seed = None,
    workers: Workers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    out: Out = None,
    bots: Bots = None,
    tiers: Tiers = None,
    noise: Noise = None,
    until: Until = None,
    designs: Designs = None,
    halfwidth: Halfwidth = None,
    players: Players = None,
    set_: Settings = None,
    records: Records = False,
    replace: Replace = False,
    verbose: Verbose = False,
    open_: Open = False,
    pdf: Pdf = False,
    xlsx: Xlsx = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Play a scenario and write its report; run it again to resume or add games."""
    from balance.app.report import report_on
    from balance.app.run import RunOptions, run_scenario
    from balance.runner.worker_pool import worker_pool

    run_scenario(
        scenario,
        read_overrides(seed, bots, players, set_, games, tiers, until, designs, halfwidth, noise),
        RunOptions(command(), worker_pool(workers, backend, scheduler), out, records, replace),
        partial(report_on, output=output(format_, verbose, open_, pdf, xlsx)),
    )


def compare(
    scenarios: ScenarioNames,
    games: Games = None,
    seed: Seed = None,
    workers: Workers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    out: Out = None,
    bots: Bots = None,
    tiers: Tiers = None,
    noise: Noise = None,
    until: Until = None,
    players: Players = None,
    set_: Settings = None,
    records: Records = False,
    replace: Replace = False,
    verbose: Verbose = False,
    open_: Open = False,
    pdf: Pdf = False,
    xlsx: Xlsx = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Play scenarios on the same deals and report what differs.

    Compare two or more scenarios of one game; the first is the baseline:

        balance compare first-game my-game.toml --games 100000

    With --set, a scenario is compared with itself unchanged. For example,
    what changes in Valeria if the Knight costs 3?

        balance compare first-game --set citizens.knight.cost=3

    All scenarios play the same deals with the same dice, from the seed of
    the first one, so small differences show with few games. The report says
    which differences are statistically clear.
    """
    from balance.app.compare import compare_scenarios
    from balance.app.report import report_on
    from balance.app.run import RunOptions
    from balance.runner.worker_pool import worker_pool

    compare_scenarios(
        scenarios,
        read_overrides(seed, bots, players, set_, games, tiers, until, noise=noise),
        RunOptions(command(), worker_pool(workers, backend, scheduler), out, records, replace),
        partial(report_on, output=output(format_, verbose, open_, pdf, xlsx)),
    )


def report(
    folder: RunFolder,
    png: Annotated[bool, typer.Option("--png", help="Write each figure as PNG, too.")] = False,
    verbose: Verbose = False,
    open_: Open = False,
    pdf: Pdf = False,
    xlsx: Xlsx = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Write the report of a run again from its stored results."""
    from balance.app.run import report_again

    report_again(folder, output(format_, verbose, open_, pdf, xlsx), png)


def card(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN",
            help="A folder written by `run`, or a scenario that was run.",
            autocompletion=completion.runs,
        ),
    ],
    name: Annotated[
        str, typer.Argument(metavar="CARD", help="The id or name of a card or objective.")
    ],
    open_: Open = False,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Print all that a run's report knows of one card or objective.

    balance card first-game Knight
    """
    from balance.app.card import print_card

    print_card(run, name, output(format_, verbose, open_=open_))


def check(
    scenario: ScenarioName,
    games: Games = None,
    until: Until = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail also if a requirement is undecided.")
    ] = False,
    quiet: Quiet = False,
    seed: Seed = None,
    workers: Workers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    out: Out = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    replace: Replace = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Check the balance requirements that a scenario states.

    Each requirement of the scenario is met, broken or undecided:

        balance check requirements --games 50000

    The exit code is 1 if one is broken, for continuous integration. Games
    that `run` has stored in the same folder are not played again.
    """
    from balance.app.check import print_check
    from balance.app.run import RunOptions
    from balance.runner.worker_pool import worker_pool
    from balance.scenario.replay_command import run_command

    overrides = read_overrides(seed, bots, players, set_, games, until=until)
    pool = worker_pool(workers, backend, scheduler)
    again = run_command("run", [scenario], overrides)  # what a report of this run is made by
    options = RunOptions(again, pool, out, replace=replace)
    if not print_check(scenario, overrides, options, strict, quiet, output(format_)):
        raise typer.Exit(1)


def plan(
    scenario: ScenarioName,
    detect: Annotated[
        str,
        typer.Option(metavar="PP", help="Effect on a win rate to be found, in points, as 1pp."),
    ] = "1pp",
    pilot: Annotated[int, typer.Option(help="Games of the pilot run.", **GAMES)] = 10_000,
    seed: Seed = None,
    workers: Workers = None,
    bots: Bots = None,
    tiers: Tiers = None,
    noise: Noise = None,
    designs: Designs = None,
    players: Players = None,
    set_: Settings = None,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Say how many games, and how much time, each question needs.

    Plays a few games, and with --designs a few of each experiment, and
    keeps nothing:

        balance plan first-game --detect 1pp --designs ban
    """
    from balance.app.plan import print_plan
    from balance.runner.worker_pool import worker_pool

    overrides = read_overrides(seed, bots, players, set_, tiers=tiers, designs=designs, noise=noise)
    print_plan(
        scenario,
        overrides,
        read_points(detect),
        pilot,
        worker_pool(workers, None, None),
        output(format_, verbose),
    )


def playtests(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A CSV file, as `new playtests` creates.")
    ],
    scenario: Annotated[
        str,
        typer.Option(
            "--scenario",
            metavar="SCENARIO",
            help="What was played: a scenario file, or the name of a ready scenario.",
            autocompletion=completion.scenarios,
        ),
    ],
    games: Games = None,
    within: Annotated[
        str, typer.Option(metavar="PP", help="Differences up to this agree, in points or percent.")
    ] = "5",
    bias: Annotated[
        str,
        typer.Option(
            metavar="PP",
            help="How far bots are from people, in points or percent: one standard deviation.",
        ),
    ] = "10",
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="CSV file for all numbers.")
    ] = None,
    seed: Seed = None,
    workers: Workers = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Compare games that people played with simulated ones.

    Says for each number whether the two agree, differ, or cannot be told
    apart with so few games, and how many more games would tell:

        balance playtests ours.csv --scenario first-game

    The number of players is that of the file. Games of another simulator
    are compared in the same way.
    """
    from balance.analysis.playtests import Tolerance
    from balance.app.playtests import print_playtests
    from balance.runner.worker_pool import worker_pool

    tolerance = Tolerance(read_points(within), read_points(bias))
    overrides = read_overrides(seed, bots, players, set_, games)
    pool = worker_pool(workers, None, None)
    print_playtests(file, scenario, overrides, tolerance, pool, output(format_, verbose), write)


def play(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO",
            help="A scenario file, the name of a ready scenario, or a game.",
            autocompletion=completion.scenarios_and_games,
        ),
    ],
    game: Annotated[int, typer.Option("--game", help="Number of the game.", **FROM_0)] = 0,
    variant: Annotated[
        str | None, typer.Option(help="Variant or cell of the scenario (default: the first).")
    ] = None,
    seed: Seed = None,
    bots: Bots = None,
    tiers: Tiers = None,
    noise: Noise = None,
    players: Players = None,
    set_: Settings = None,
    choices: Annotated[
        bool,
        typer.Option(
            "--choices", help="List what was offered at each decision, with a policy's scores."
        ),
    ] = False,
    debug: Debug = False,
) -> None:
    """Print one game move by move, in sentences.

    To take a seat yourself, name it *human*:

        balance play first-game --bots human,policy
    """
    from balance.app.play import narrate

    overrides = read_overrides(seed, bots, players, set_, tiers=tiers, noise=noise)
    for line in narrate(scenario, game, variant, overrides, choices):
        print(line)


def diff(
    one: RunFolder,
    two: Annotated[
        Path,
        typer.Argument(metavar="RUN", help="Another such folder.", autocompletion=completion.runs),
    ],
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Compare bit by bit; the exit code is 1 on any difference."),
    ] = False,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOUND",
            help="How far numbers may move, such as seats=1pp; the exit code is 1 if one moved "
            "further; may be repeated.",
        ),
    ] = None,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Show what differs between two runs.

    Lists the settings that differ, and the results that differ by more than
    chance, those of changed cards first and then the clearest:

        balance diff reports/valeria/first-game reports/valeria/my-game

    With --exact, says whether all stored results are equal bit by bit, as
    they are for one scenario on any number of workers or machines.

    With --fail-on, for continuous integration, numbers have bounds: a topic
    (seats, pace, dealt, kept, taken, ...) or a number of it, and how far it
    may move, in points (shares) or percent (other numbers); without an
    amount, no clear change is allowed:

        balance diff old new --fail-on seats=1pp --fail-on pace=5%
    """
    from balance.app.diff import are_identical, print_differences

    if exact and fail_on:
        raise typer.BadParameter("it has no meaning with --exact.", param_hint="--fail-on")
    shown = output(format_, verbose)
    if exact:
        is_kept = are_identical(one, two, shown)
    else:
        is_kept = print_differences(one, two, fail_on or (), shown)
    if not is_kept:
        raise typer.Exit(1)


def trend(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder with the runs of several versions.")
    ],
    out: Out = None,
    open_: Open = False,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Show what moved between the versions of a game.

    Compares the runs in a folder, each with the one that was finished
    before it, and writes a page:

        balance trend kept
    """
    from balance.app.trend import trend

    trend(folder, out, output(format_, verbose, open_=open_))


def rerun(
    folder: RunFolder,
    out: Out = None,
    workers: Workers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Play a run again from its manifest, and compare bit by bit.

    The games are those that the folder has, not those of the scenario file,
    which may have changed since. Without --out they are played into a
    temporary folder. The exit code is 1 if any stored number differs:

        balance rerun reports/gallery/first-game --out reports/again
    """
    from balance.app.rerun import rerun
    from balance.runner.worker_pool import worker_pool

    if not rerun(folder, out, output(format_), worker_pool(workers, backend, scheduler)):
        raise typer.Exit(1)
