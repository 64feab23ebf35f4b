"""Commands that play scenarios and report on them."""

from pathlib import Path
from typing import Annotated, Unpack

import typer

from balance.app.arguments import (
    Argument,
    CheckArguments,
    CompareArguments,
    OutArgument,
    PlanArguments,
    PlayArguments,
    PoolArguments,
    RunArguments,
    TableArguments,
    ThreadsArgument,
    overrides_of,
    run_options,
)
from balance.cli import completion
from balance.cli.options import (
    FormatOption,
    NoReport,
    PageOptions,
    Quiet,
    ReportOptions,
    RunFolder,
    RunName,
    ScenarioName,
    ScenarioNames,
    TableOptions,
    command,
    output,
    read_points,
    reporter,
    typed_command,
)


class _Run(RunArguments, NoReport, total=False): ...


class _Compare(CompareArguments, NoReport, total=False): ...


class _Check(CheckArguments, FormatOption, total=False): ...


class _Plan(PlanArguments, TableOptions, total=False): ...


class _Playtests(TableArguments, ThreadsArgument, TableOptions, total=False): ...


class _Rerun(OutArgument, PoolArguments, FormatOption, total=False): ...


@command
def run(
    scenario: ScenarioName,
    **given: Unpack[_Run],
) -> None:
    """Play a scenario and write its report; run it again to resume or add games."""
    from balance.app.commands.run import run_scenario

    run_scenario(
        scenario, overrides_of(given), run_options(typed_command(), given),
        reporter(given),
    )  # fmt: skip


@command
def compare(
    scenarios: ScenarioNames,
    **given: Unpack[_Compare],
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
    from balance.app.commands.compare import compare_scenarios

    compare_scenarios(
        scenarios, overrides_of(given), run_options(typed_command(), given),
        reporter(given),
    )  # fmt: skip


@command
def report(
    run: RunName,
    **given: Unpack[ReportOptions],
) -> None:
    """Write the report of a run again from its stored results."""
    from balance.app.commands.run import report_again

    report_again(run, output(given))


@command
def card(
    run: RunName,
    name: Annotated[
        str, typer.Argument(metavar="CARD", help="The id or name of a card or objective.")
    ],
    **given: Unpack[PageOptions],
) -> None:
    """Print all that a run's report knows about one card or objective.

    For example:

        balance card first-game Knight
    """
    from balance.app.commands.card import print_card

    print_card(run, name, output(given))


@command
def check(
    scenario: ScenarioName,
    strict: Annotated[bool, Argument("Also fail if a requirement is undecided.")] = False,
    quiet: Quiet = False,
    **given: Unpack[_Check],
) -> None:
    """Check the balance requirements that a scenario states.

    Each requirement of the scenario is met, broken or undecided:

        balance check requirements --games 50000

    The exit code is 1 if one is broken, for continuous integration. Games
    that `run` has stored in the same folder are not played again.
    """
    from balance.app.commands.check import print_check
    from balance.scenario.replay_command import run_command

    overrides = overrides_of(given)
    again = run_command("run", [scenario], overrides)  # what a report of this run is made by
    options = run_options(again, given)
    if not print_check(scenario, overrides, options, strict, quiet, output(given)):
        raise typer.Exit(1)


@command
def plan(
    scenario: ScenarioName,
    detect: Annotated[
        str,
        Argument("Smallest effect on a win rate to detect, such as 1pp.", "PP"),
    ] = "1pp",
    pilot: Annotated[int, Argument("Games of the pilot run.", least=1)] = 10_000,
    **given: Unpack[_Plan],
) -> None:
    """Say how many games, and how much time, each question needs.

    Plays a few games, with --designs also a few of each experiment, and
    stores nothing:

        balance plan first-game --detect 1pp --designs ban
    """
    from balance.app.commands.plan import print_plan
    from balance.runner.worker_pool import worker_pool

    print_plan(
        scenario, overrides_of(given), read_points(detect), pilot,
        worker_pool(given.get("workers")), output(given),
    )  # fmt: skip


@command
def playtests(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A CSV file, as `new playtests` creates.")
    ],
    scenario: Annotated[
        str,
        Argument("What was played: a scenario file, or the name of a ready scenario.", "SCENARIO"),
    ],
    games: Annotated[int | None, Argument("Games to simulate (default: 50,000).", least=1)] = None,
    within: Annotated[
        str, Argument("Largest difference that counts as agreement, in pp or percent.", "PP")
    ] = "5",
    bias: Annotated[
        str,
        Argument("How far bots may be from people: a standard deviation, in pp or percent.", "PP"),
    ] = "10",
    write: Annotated[Path | None, Argument("Write all numbers to this CSV file.", "FILE")] = None,
    **given: Unpack[_Playtests],
) -> None:
    """Compare games that people played with simulated ones.

    Says for each number whether the two agree, differ, or cannot be told
    apart with so few games, and how many more games that would take:

        balance playtests ours.csv --scenario first-game

    The number of players is that of the file. Games of another simulator
    are compared in the same way.
    """
    from balance.analysis.playtests import Tolerance
    from balance.app.commands.playtests import print_playtests
    from balance.runner.worker_pool import worker_pool

    tolerance = Tolerance(read_points(within), read_points(bias))
    overrides = overrides_of({**given, "games": games})
    pool = worker_pool(given.get("workers"))
    print_playtests(file, scenario, overrides, tolerance, pool, output(given), write)


@command
def play(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO",
            help="A scenario file, the name of a ready scenario, or a game.",
            autocompletion=completion.scenarios_and_games,
        ),
    ],
    game: Annotated[int, Argument("Number of the game.", least=0)] = 0,
    variant: Annotated[
        str | None, Argument("Variant of the scenario (default: the first).", "NAME")
    ] = None,
    choices: Annotated[
        bool,
        Argument("List the choices at each decision, with a policy's scores."),
    ] = False,
    **given: Unpack[PlayArguments],
) -> None:
    """Print one game move by move, in sentences.

    To take a seat yourself, name it *human*:

        balance play first-game --bots human,policy
    """
    from balance.app.commands.play import narrate

    for line in narrate(scenario, game, variant, overrides_of(given), choices):
        print(line)


@command
def diff(
    one: RunFolder,
    two: Annotated[
        Path,
        typer.Argument(
            metavar="RUN",
            help="Another such folder, to compare with it.",
            autocompletion=completion.complete_runs,
        ),
    ],
    exact: Annotated[
        bool,
        Argument("Compare bit by bit; the exit code is 1 on any difference."),
    ] = False,
    fail_on: Annotated[
        list[str] | None,
        Argument(
            "How far numbers may move, such as seats=1pp; the exit code is 1 if one moved "
            "further; may be repeated.",
            "BOUND",
            see="guides/compare.md#in-continuous-integration",
        ),
    ] = None,
    **given: Unpack[TableOptions],
) -> None:
    """Show what differs between two runs.

    Lists the settings that differ, and the results that differ by more than
    chance, those of changed cards first and then the clearest:

        balance diff reports/valeria/first-game reports/valeria/my-game

    With --exact, says whether all stored results are equal bit by bit, as
    they are for one scenario on any number of workers or machines.

    With --fail-on, for continuous integration, numbers have bounds: a topic
    (seats, pace, dealt, kept, taken, ...) or a number of it, and how far it
    may move, in percentage points (shares) or percent (other numbers); without an
    amount, no clear change is allowed:

        balance diff old new --fail-on seats=1pp --fail-on pace=5%
    """
    from balance.app.commands.diff import are_identical, print_differences

    if exact and fail_on:
        raise typer.BadParameter("it has no meaning with --exact.", param_hint="--fail-on")
    shown = output(given)
    if exact:
        is_kept = are_identical(one, two, shown)
    else:
        is_kept = print_differences(one, two, fail_on or (), shown)
    if not is_kept:
        raise typer.Exit(1)


@command
def rerun(
    folder: RunFolder,
    **given: Unpack[_Rerun],
) -> None:
    """Play a run again from its manifest, and compare bit by bit.

    The games are those that the folder has, not those of the scenario file,
    which may have changed since. Without --out they are played into a
    temporary folder. The exit code is 1 if any stored number differs:

        balance rerun reports/gallery/first-game --out reports/again
    """
    from balance.app.commands.run import rerun

    options = run_options(typed_command(), given)
    if not rerun(folder, options.out, output(given), options.pool):
        raise typer.Exit(1)
