"""Commands that test the toolkit and its games, and measure their speed."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import (
    GAMES,
    Debug,
    Format,
    FormatName,
    GameName,
    OptionalGame,
    Quiet,
    RandomSeed,
    Settings,
    Threads,
    output,
)
from balance.errors import ScenarioError


def verify(
    game: GameName,
    games: Annotated[
        int | None,
        typer.Option(
            help="Maximum games of each line-up (default: what its figures need).",
            **GAMES,
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN",
            help="Groups or names of figures, such as 'smithy*'; may be repeated (default: all).",
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail also if a figure is undecided.")
    ] = False,
    quiet: Quiet = False,
    seed: RandomSeed = 1,
    workers: Threads = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CSV file for the figures.")
    ] = None,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Check a game against published results.

    Published results are exact probabilities, and what other programs found.
    Each is confirmed, contradicted or undecided, depending on where its
    interval lies. The exit code is 1 if one is contradicted. See
    docs/guides/verify.md.

        balance verify dominion --only openings
    """
    from balance.app.verify import VerifyOptions, verify_game

    options = VerifyOptions(
        games, seed, tuple(only or ()), workers, out, strict, quiet, output(format_)
    )
    if not verify_game(game, options):
        raise typer.Exit(1)


def soak(
    game: OptionalGame = None,
    games: Annotated[int, typer.Option(help="Number of games of each game.", **GAMES)] = 1_000_000,
    seed: RandomSeed = 1,
    workers: Threads = None,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Play random games and check the rules' invariants.

    Players and table options are random; most seats choose at random, the
    others greedily. Settings apply to all tables, for example your own cards:

        balance soak valeria --games 200000 --set 'cards=["my-cards"]'
    """
    from balance.app.soak import soak_games

    if not soak_games(game, games, seed, workers, set_ or ()):
        raise typer.Exit(1)


def selftest(
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer repetitions, and no search bots.")
    ] = False,
    seed: RandomSeed = 20260801,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="JSON file for the figures.")
    ] = None,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Test the toolkit against known answers.

    Plays a toy game with known win rates, a card of Valeria under two names,
    and every bot against copies of itself. Checks that intervals cover the
    truth, that nothing is found where there is nothing, and that planted
    effects are found. The exit code is 1 if a check fails.
    """
    from balance.app.selftest import check_itself

    if not check_itself(seed, quick, write, output(format_)):
        raise typer.Exit(1)


def bench(
    game: OptionalGame = None,
    seconds: Annotated[
        float, typer.Option(help="Seconds of each measurement.", min=0.05, max=3600.0)
    ] = 1.0,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the figures.")] = Path(
        "reports/bench"
    ),
    compiling: Annotated[
        bool,
        typer.Option("--compiling", help="Measure compile times too; takes minutes."),
    ] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Store nothing; fail if a row is over 10% slower."),
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --check: the stored figures to compare with."),
    ] = None,
    profile: Annotated[
        str,
        typer.Option(metavar="ROW", help="Profile such rows, with perf of Linux."),
    ] = "",
    debug: Debug = False,
) -> None:
    """Measure games per second and start-up time.

    The figures are stored in a file of their own and compared with the last
    ones: each row as a ratio to a reference loop that runs beside it. With
    --check, the exit code is 1 if a row is over 10% slower.
    """
    if profile:
        if game is None:
            raise ScenarioError("--profile: needs the game, as in `balance bench dominion`")
        from balance.bench.profile import profile_rows

        profile_rows(game, profile, seconds)
        return
    if check:
        from balance.bench.regression_check import check_speed

        if not check_speed(game, out, against):
            raise typer.Exit(1)
        return
    if against is not None:
        raise ScenarioError("--against: needs --check, which compares the figures")
    from balance.bench.report import bench_all

    bench_all(game, seconds, out, compiling)
