"""The commands that try the program and its games; `balance.cli.main` lists them."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import ChanceSeed, Debug, MaybeGame, Settings, Workers
from balance.errors import ScenarioError
from balance.limits import MOST_GAMES


def soak(
    game: MaybeGame = None,
    games: Annotated[
        int, typer.Option(help="How many games of each.", min=1, max=MOST_GAMES)
    ] = 1_000_000,
    seed: ChanceSeed = 1,
    workers: Workers = None,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Play at tables by lot and look at all that must always hold.

    Players and the options of the table are drawn by lot; most seats play by
    chance, the others greedily. What is set holds at all tables, such as your
    own cards:

        balance soak valeria --games 200000 --set 'cards=["my-cards"]'
    """
    from balance.app.soak import soak_games

    if not soak_games(game, games, seed, workers, set_ or ()):
        raise typer.Exit(1)


def selftest(
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer repetitions, no bots that search.")
    ] = False,
    seed: ChanceSeed = 20260801,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the figures, as JSON.")
    ] = None,
    debug: Debug = False,
) -> None:
    """Test the toolkit against known answers.

    A toy game whose win rates can be computed, a card of Valeria under two
    names, every bot against its own copies: what intervals hold, how often
    nothing is taken for something, whether planted effects are found. The
    exit code is 1 if anything is not as it must be.
    """
    from balance.app.selftest import check_itself

    if not check_itself(seed, quick, write):
        raise typer.Exit(1)


def bench(
    game: MaybeGame = None,
    seconds: Annotated[
        float, typer.Option(help="Of each measurement.", min=0.05, max=3600.0)
    ] = 1.0,
    out: Annotated[Path, typer.Option(help="Where the figures are kept.")] = Path("reports/bench"),
    compiling: Annotated[
        bool, typer.Option("--compiling", help="How long each game compiles, too: minutes.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Keep nothing; fail if a row is over 10% slower.")
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --check: the figures to hold new ones against."),
    ] = None,
    profile: Annotated[
        str, typer.Option(metavar="ROW", help="Where the time goes in such rows, by Linux's perf.")
    ] = "",
    debug: Debug = False,
) -> None:
    """Measure games per second and the time to start.

    The figures are kept in a file of their own, and held against the last ones
    kept there: each row as a ratio to a fixed loop that runs beside it. With
    --check the exit code is 1 if a row has become over 10% slower.
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
        raise ScenarioError("--against: needs --check, as figures are held against a file there")
    from balance.bench.report import bench_all

    bench_all(game, seconds, out, compiling)
