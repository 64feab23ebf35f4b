"""Commands that test the toolkit and its games, and measure their speed."""

from pathlib import Path
from typing import Annotated, Unpack

import typer

from balance.app.arguments import Argument, SetArgument, ThreadsArgument
from balance.cli import completion
from balance.cli.options import (
    FormatOption,
    GameName,
    OptionalGame,
    Quiet,
    RandomSeed,
    answered,
    command,
    output,
)
from balance.errors import ScenarioError


class _Verify(ThreadsArgument, FormatOption, total=False): ...


class _Soak(ThreadsArgument, SetArgument, FormatOption, total=False): ...


@answered("verify.verify_game")
def verify(
    game: GameName,
    games: Annotated[
        int | None,
        Argument("Maximum games of each line-up (default: what its figures need).", least=1),
    ] = None,
    only: Annotated[
        list[str] | None,
        Argument(
            "Groups or names of figures, such as 'smithy*'; may be repeated (default: all).",
            "PATTERN",
        ),
    ] = None,
    strict: Annotated[bool, Argument("Also fail if a figure is undecided.")] = False,
    quiet: Quiet = False,
    out: Annotated[Path | None, Argument("Write the figures to this CSV file.", "FILE")] = None,
    seed: RandomSeed = 1,
    **given: Unpack[_Verify],
) -> None:
    """Check a game against published results.

    Published results are exact probabilities, and figures that other
    programs found. Each is confirmed, contradicted or undecided, depending on where its
    interval lies. The exit code is 1 if one is contradicted. See
    docs/reference/trust.md.

        balance verify dominion --only openings
    """


@answered("soak.soak_games")
def soak(
    game: OptionalGame = None,
    games: Annotated[int, Argument("Games to play of each game.", least=1)] = 1_000_000,
    seed: RandomSeed = 1,
    **given: Unpack[_Soak],
) -> None:
    """Play random games and check the rules' invariants.

    Players and table options are random; most seats choose at random, the
    others greedily. Settings apply to all tables, for example your own cards:

        balance soak valeria --games 200000 --set 'cards=["my-cards"]'
    """


@answered("compile.compile_games")
def compile_(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="Games, their folders, or scenarios (default: the games of the program).",
            autocompletion=completion.complete_games,
        ),
    ] = None,
    **given: Unpack[FormatOption],
) -> None:
    """Compile games ahead, so that their first run starts at once.

    Any command compiles what it needs and keeps it; this is for a machine
    that is being set up.

        balance compile valeria
    """


@answered("selftest.check_itself")
def selftest(
    quick: Annotated[bool, Argument("Fewer repetitions, and no search bots.")] = False,
    write: Annotated[Path | None, Argument("Write the figures to this JSON file.", "FILE")] = None,
    seed: RandomSeed = 20260801,
    **given: Unpack[FormatOption],
) -> None:
    """Test the toolkit against known answers.

    Plays a toy game with known win rates, a card of Valeria under two names,
    and every bot against copies of itself. Checks that intervals cover the
    truth, that nothing is found where there is nothing, and that planted
    effects are found. The exit code is 1 if a check fails.
    """


@command
def bench(
    game: OptionalGame = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="Seconds of each measurement.", min=0.05, max=3600.0)
    ] = 1.0,
    out: Annotated[Path, Argument("Folder for the figures.", "DIR")] = Path("reports/bench"),
    compiling: Annotated[
        bool,
        Argument("Also measure compile times; takes minutes."),
    ] = False,
    check: Annotated[
        bool,
        Argument("Store nothing; fail if a row is over 10% slower."),
    ] = False,
    against: Annotated[
        Path | None,
        Argument("With --check: the stored figures to compare with.", "FILE"),
    ] = None,
    profile: Annotated[
        str,
        Argument(
            "Profile rows whose names contain this: by perf of Linux; of a game as text, by line.",
            "ROW",
        ),
    ] = "",
    **given: Unpack[FormatOption],
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

        if not check_speed(game, out, against, output(given)):
            raise typer.Exit(1)
        return
    if against is not None:
        raise ScenarioError("--against: needs --check, which compares the figures")
    from balance.bench.report import bench_all

    bench_all(game, seconds, out, compiling, output(given))
