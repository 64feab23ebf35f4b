"""The commands that look at a game as a whole; `balance.cli.main` lists them."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import ChanceSeed, Debug, Players, Workers, command, words
from balance.limits import MOST_GAMES

WholeGame = Annotated[str, typer.Argument(metavar="GAME", help="A game's name or folder.")]


def verify(
    game: WholeGame,
    games: Annotated[
        int | None,
        typer.Option(
            help="For each line-up, at most; as many as its figures need.", min=1, max=MOST_GAMES
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Groups or names of figures, such as 'smithy*'; all."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail too if too few games were played to tell.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Leave out what is held.")] = False,
    seed: ChanceSeed = 1,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the figures go too, as CSV.")
    ] = None,
    debug: Debug = False,
) -> None:
    """Hold a game against figures that are known of it from elsewhere.

    Exact probabilities, and what other programs found: each is held, missed
    or open, by where its interval lies. The exit code is 1 if any is missed.
    docs/verify.md says how to read it.

        balance verify dominion --only openings
    """
    from balance.app.verify import VerifyOptions, verify_game

    options = VerifyOptions(games, seed, tuple(only or ()), workers, out, strict, quiet)
    if not verify_game(game, options):
        raise typer.Exit(1)


def setups(
    game: WholeGame,
    draw: Annotated[int, typer.Option(help="How many set-ups.", min=1)] = 200,
    bots: Annotated[
        str | None,
        typer.Option(metavar="BOT,...", help="Two or more; those of the game's ladder."),
    ] = None,
    games: Annotated[
        int,
        typer.Option(help="Of each bot or pair at each set-up, at least.", min=1, max=MOST_GAMES),
    ] = 1000,
    players: Players = None,
    seed: ChanceSeed = 101,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Of tables and figures; reports/GAME/setups.")
    ] = None,
    debug: Debug = False,
) -> None:
    """Draw set-ups by lot: which are the most even and varied, and why.

    At each set-up every bot plays against its like and against every other.
    Intervals say how far the order is known, several bots whether it is
    that of the set-ups or of one bot, and each card what its presence
    does. docs/setups.md says how to read it.

        balance setups dominion --draw 300 --bots big_money_ultimate,greedy
    """
    from balance.app.bot_matches import Terms
    from balance.app.setups import Wanted, rank_setups

    terms = Terms(game, players, seed, {}, workers, command())
    rank_setups(terms, Wanted(draw, games, words(bots), out))


def diff(
    one: Annotated[Path, typer.Argument(metavar="RUN", help="A folder that `run` wrote.")],
    two: Annotated[Path, typer.Argument(metavar="RUN", help="Another one.")],
    exact: Annotated[
        bool, typer.Option("--exact", help="To the bit; the exit code is 1 if anything differs.")
    ] = False,
    debug: Debug = False,
) -> None:
    """Say what differs between two runs.

    What was asked otherwise, and which results differ beyond chance, the
    surest first:

        balance diff reports/valeria/first-game reports/valeria/my-game

    With --exact, whether all that both keep is the same to the bit, as it is
    for one question on any number of workers or machines.
    """
    from balance.app.diff import are_identical, tell_difference

    if not exact:
        tell_difference(one, two)
    elif not are_identical(one, two):
        raise typer.Exit(1)
