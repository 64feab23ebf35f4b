"""Commands that play scenarios and report on them."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import (
    FROM_0,
    Backend,
    Bots,
    Debug,
    Designs,
    Games,
    Halfwidth,
    Out,
    Players,
    Quiet,
    Race,
    Records,
    Replace,
    RunFolder,
    ScenarioName,
    Scheduler,
    Seed,
    Settings,
    Tiers,
    Until,
    Workers,
    command,
    read_overrides,
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
    """Play a scenario and write its report; run it again to resume or add games."""
    from balance.app.report import report_on
    from balance.app.run import RunOptions, run_scenario
    from balance.runner.worker_pool import worker_pool

    run_scenario(
        scenario,
        read_overrides(seed, bots, players, set_, games, tiers, until, designs, halfwidth, race),
        RunOptions(command(), worker_pool(workers, backend, scheduler), out, records, replace),
        report_on,
    )


def compare(
    scenarios: Annotated[
        list[str],
        typer.Argument(metavar="SCENARIO...", help="Scenario files, or names of ready scenarios."),
    ],
    games: Games = None,
    seed: Seed = None,
    workers: Workers = None,
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
        read_overrides(seed, bots, players, set_, games, tiers, until),
        RunOptions(command(), worker_pool(workers, backend, scheduler), out, records, replace),
        report_on,
    )


def report(folder: RunFolder, debug: Debug = False) -> None:
    """Write the report of a run again from its stored results."""
    from balance.app.run import report_again

    report_again(folder)


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
    if not print_check(scenario, overrides, options, strict, quiet):
        raise typer.Exit(1)


def play(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO", help="A scenario file, the name of a ready scenario, or a game."
        ),
    ],
    game: Annotated[int, typer.Option("--game", help="Number of the game.", **FROM_0)] = 0,
    variant: Annotated[
        str | None, typer.Option(help="Variant or cell of the scenario (default: the first).")
    ] = None,
    seed: Seed = None,
    bots: Bots = None,
    tiers: Tiers = None,
    players: Players = None,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Print one game move by move, in sentences."""
    from balance.app.play import narrate

    overrides = read_overrides(seed, bots, players, set_, tiers=tiers)
    for line in narrate(scenario, game, variant, overrides):
        print(line)


def diff(
    one: RunFolder,
    two: Annotated[Path, typer.Argument(metavar="RUN", help="Another such folder.")],
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Compare bit by bit; the exit code is 1 on any difference."),
    ] = False,
    debug: Debug = False,
) -> None:
    """Show what differs between two runs.

    Lists the settings that differ, and the results that differ by more than
    chance, the clearest first:

        balance diff reports/valeria/first-game reports/valeria/my-game

    With --exact, says whether all stored results are equal bit by bit, as
    they are for one scenario on any number of workers or machines.
    """
    from balance.app.diff import are_identical, print_differences

    if not exact:
        print_differences(one, two)
    elif not are_identical(one, two):
        raise typer.Exit(1)
