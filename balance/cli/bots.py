"""The commands that measure bots and make them better; `balance.cli.main` lists them."""

from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli.options import (
    ChanceSeed,
    Debug,
    MaybeGame,
    Players,
    Settings,
    Workers,
    command,
    words,
)
from balance.limits import MAX_SEED, MOST_GAMES

Meets = Annotated[str, typer.Option("--game", metavar="GAME", help="A game's name or folder.")]


def duel(
    one: Annotated[str, typer.Argument(metavar="BOT", help="Such as planner or search:200.")],
    two: Annotated[str, typer.Argument(metavar="BOT", help="Or your own, as file.py:function.")],
    game: Meets = "valeria",
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option(help="How many; 2,000, with --sprt at most 1,000,000.", min=1, max=MOST_GAMES),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="LOW,HIGHpp", help="Stop as soon as it is clear which of the two."),
    ] = None,
    seed: ChanceSeed = 101,
    set_: Settings = None,
    workers: Workers = None,
    debug: Debug = False,
) -> None:
    """Play two bots against each other: the same deals, each in every seat.

    They meet at all tables that the game names for it, alike often. With
    more than two players each sits alone among copies of the other.

    --sprt 0,2pp asks whether the first bot wins 2 percentage points above
    an equal share, or none: the duel ends as soon as either is ruled out
    (each is wrongly ruled out in 1 of 20 duels). --sprt=-1,1pp asks the same
    of both bots alike: which is the stronger?
    """
    from balance.app.duel import MOST_GAMES, USUAL_GAMES, duel

    most = MOST_GAMES if sprt else USUAL_GAMES
    duel(one, two, games or most, sprt, _terms(game, players, seed, set_, workers))


def tournament(
    bots: Annotated[list[str], typer.Argument(metavar="BOT BOT ...", help="Two or more.")],
    game: Meets = "valeria",
    players: Players = None,
    games: Annotated[int, typer.Option(help="Of each pairing.", min=1, max=MOST_GAMES)] = 2000,
    seed: ChanceSeed = 101,
    set_: Settings = None,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Of tables and figures; reports/GAME/tournament.")
    ] = None,
    debug: Debug = False,
) -> None:
    """Play bots all against all: points, ratings, seats, and who beats whom.

    Each pairing plays the same deals, each bot in every seat, as in a duel.
    Ratings are Elo points: 100 more are 64% of the points of two players.
    """
    from balance.app.tournament import tournament

    tournament(bots, games, out, _terms(game, players, seed, set_, workers))


def ladder(
    game: MaybeGame = None,
    check: Annotated[
        bool, typer.Option("--check", help="Fail if a claim of the ladder no longer holds.")
    ] = False,
    publish: Annotated[
        bool, typer.Option("--publish", help="Measure the claims and write what they come to.")
    ] = False,
    bots: Annotated[
        str | None,
        typer.Option(metavar="BOT,...", help="The weakest first; only claims about these."),
    ] = None,
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option(help="Of each pairing; 400, or as each claim says.", min=1, max=MOST_GAMES),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="101; 102 to publish, 103 to check.", min=0, max=MAX_SEED)
    ] = None,
    set_: Settings = None,
    workers: Workers = None,
    debug: Debug = False,
) -> None:
    """Play each bot of a game's ladder against the one below it.

    With --check, what the ladder claims of its bots is played again on
    other deals, until it is clear whether it holds; if a claim does not, the
    exit code is 1. docs/ladder.md says how to read it.
    """
    from balance.app.ladder import Which, climb

    which = Which(words(bots), players, games)
    if not climb(game, which, check, publish, seed, _terms("", None, 0, set_, workers)):
        raise typer.Exit(1)


def tune_bot(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name or folder.")],
    bot: Annotated[str, typer.Option(help="Which bot; your own as file.py:function.")],
    players: Annotated[
        int | None,
        typer.Option(help="Weights for so many players; else those for any number.", min=2),
    ] = None,
    games: Annotated[
        int,
        typer.Option(help="Of a candidate in each generation, at least.", min=1, max=MOST_GAMES),
    ] = 400,
    generations: Annotated[int | None, typer.Option(help="How many; 40.", min=1)] = None,
    minutes: Annotated[
        float | None, typer.Option(help="Begin no generation after so many.", min=0.0)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,...", help="Opponents; the bot itself and the one below it on the ladder."
        ),
    ] = None,
    only: Annotated[
        str | None, typer.Option(metavar="WEIGHT,...", help="Tune these weights alone.")
    ] = None,
    fix: Annotated[
        str | None, typer.Option(metavar="WEIGHT,...", help="Leave these weights as they are.")
    ] = None,
    rollouts: Annotated[
        int,
        typer.Option(
            metavar="GAMES", help="Take lessons from so many games first; 0.", min=0, max=MOST_GAMES
        ),
    ] = 0,
    population: Annotated[
        int | None, typer.Option(help="Candidates of a generation; by the weights.", min=4)
    ] = None,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Weights to begin from; the bot's own.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write; BOT-tuned.toml.")
    ] = None,
    seed: ChanceSeed = 1,
    workers: Workers = None,
    debug: Debug = False,
) -> None:
    """Improve the weights of a bot by letting it play.

    Generation after generation, candidates with other weights play the same
    deals on all tables on which bots of the game are compared, in every seat:

        balance tune-bot valeria --bot greedy --players 2 --minutes 3

    A bot that values positions by a sum of features can take lessons first:
    all choices of many decisions are tried, and the weights fitted to what
    they led to.

        balance tune-bot valeria --bot planner --players 2 --lessons 2000

    At the end the gain is measured on fresh deals. Only weights that are
    shown to be better are written: into FILE as it is, so that comments and
    weights for other numbers of players stay. The same command makes the
    same file, for any number of workers.
    """
    from balance.app.tune_bot import TuneOptions, tune_bot

    tune_bot(
        game,
        TuneOptions(
            bot=bot,
            players=players,
            games=games,
            generations=generations,
            minutes=minutes,
            against=words(against),
            seed=seed,
            start=start,
            out=out,
            workers=workers,
            only=words(only),
            fix=words(fix),
            population=population,
            rollouts=rollouts,
        ),
    )


def _terms(
    game: str, players: int | None, seed: int, set_: list[str] | None, workers: int | None
) -> Any:
    from balance.app.bot_matches import Terms
    from balance.scenario.overrides import read_settings

    return Terms(game, players, seed, read_settings(set_ or ()), workers, command())
