"""Commands that measure bots and tune their weights."""

from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli import completion
from balance.cli.options import (
    FROM_0,
    GAMES,
    SEED,
    Debug,
    Format,
    FormatName,
    GameName,
    OptionalGame,
    Players,
    RandomSeed,
    Settings,
    Threads,
    Verbose,
    command,
    output,
    split_names,
)

GameOption = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="GAME",
        help="The name or folder of a game.",
        autocompletion=completion.games,
    ),
]

Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Refuse what bots of strangers may not: plain Python, ways out of compiled code, "
        "changes to the program.",
    ),
]


def duel(
    one: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="Such as planner or search:200.", autocompletion=completion.bot
        ),
    ],
    two: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="Or your own, as file.py:function.", autocompletion=completion.bot
        ),
    ],
    game: GameOption = "valeria",
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Number of games (default: 2,000; with --sprt at most 1,000,000).",
            **GAMES,
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGHpp", help="Stop as soon as one of two hypotheses is ruled out."
        ),
    ] = None,
    seed: RandomSeed = 101,
    set_: Settings = None,
    workers: Threads = None,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Compare two bots on the same deals, each in every seat.

    They play on all test tables of the game, equally often. With more than
    two players, each bot plays alone against copies of the other.

    --sprt 0,2pp runs a sequential test: does the first bot win an equal
    share, or 2 percentage points more? The duel stops as soon as one of the
    two is ruled out (each is ruled out wrongly in 1 of 20 duels).
    --sprt=-1,1pp asks which of the two bots is stronger.
    """
    from balance.app.duel import MOST_GAMES, USUAL_GAMES, duel

    most = MOST_GAMES if sprt else USUAL_GAMES
    duel(one, two, games or most, sprt, _options(game, players, seed, set_, workers, format_))


def check_bot(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="Your own, as file.py:function.", autocompletion=completion.bot
        ),
    ],
    game: GameOption = "valeria",
    players: Players = None,
    games: Annotated[
        int, typer.Option(help="Number of games for each number of players.", **GAMES)
    ] = 200,
    seed: RandomSeed = 1,
    set_: Settings = None,
    strict: Strict = False,
    debug: Debug = False,
) -> None:
    """Check that a bot keeps the rules for bots.

    It plays against random bots, with every number of players, on all test
    tables of the game. Every answer must be an offered choice, nothing may
    be written that a bot may only read, and each game must be the same when
    it is played again. --strict says whether the bot may enter a strict
    tournament. The exit code is 1 if one is not, 2 for an error.
    """
    from balance.app.check_bot import check_bot

    if not check_bot(bot, games, _options(game, players, seed, set_, None), strict):
        raise typer.Exit(1)


def tournament(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT ...", help="Two or more bots.", autocompletion=completion.bot
        ),
    ],
    game: GameOption = "valeria",
    players: Players = None,
    games: Annotated[int, typer.Option(help="Number of games of each pair.", **GAMES)] = 2000,
    seed: Annotated[
        int | None,
        typer.Option(help="Random seed (default: 101; with --strict one that is drawn).", **SEED),
    ] = None,
    set_: Settings = None,
    workers: Threads = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for the report (default: reports/GAME/tournament)."
        ),
    ] = None,
    strict: Strict = False,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Play a round robin of bots: points, ratings, seats, and who beats whom.

    Each pair plays the same deals, each bot in every seat, as in a duel.
    Ratings are Elo points: 100 points more mean 64% of the wins of two
    players.

    With --strict, bots of strangers may enter: what could show them all
    cards is refused, and a bot cannot know the seed.
    """
    from balance.app.tournament import USUAL_SEED, drawn_seed, tournament

    if seed is None:
        seed = drawn_seed() if strict else USUAL_SEED
    options = _options(game, players, seed, set_, workers, format_, verbose)
    tournament(bots, games, out, options, strict)


def ladder(
    game: OptionalGame = None,
    check: Annotated[
        bool, typer.Option("--check", help="Test the ladder's claims; fail if one does not hold.")
    ] = False,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            help="With --check: only claims about bots that do not search, 400 games at most.",
        ),
    ] = False,
    publish: Annotated[
        bool, typer.Option("--publish", help="Measure the claims and store the figures.")
    ] = False,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,...",
            help="Bots to play, the weakest first (default: all of the ladder).",
            autocompletion=completion.bots,
        ),
    ] = None,
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Number of games of each pair (default: 400, or what each claim states).",
            **GAMES,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Random seed (default: 101; 102 to publish, 103 to check).", **SEED),
    ] = None,
    set_: Settings = None,
    workers: Threads = None,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Show how strong the bots of a game are, from the weakest up.

    Each bot plays the one below it. With --check, every claim that the
    ladder makes about its bots is tested on other deals until it is decided;
    the exit code is 1 if one does not hold. With --quick this takes seconds
    instead of an hour. See docs/explanation/ladder.md.
    """
    from balance.app.ladder import Selection, run_ladders

    selection = Selection(split_names(bots), players, games, quick)
    options = _options("", None, 0, set_, workers, format_, verbose)
    if not run_ladders(game, selection, check, publish, seed, options):
        raise typer.Exit(1)


def tune_bot(
    game: GameName,
    bot: Annotated[
        str,
        typer.Option(
            help="The bot to tune; your own as file.py:function.", autocompletion=completion.bot
        ),
    ],
    players: Annotated[
        int | None,
        typer.Option(
            help="Tune for this number of players (default: weights for any number).", min=2
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(help="Minimum games of each candidate in a generation.", **GAMES),
    ] = 400,
    generations: Annotated[
        int | None, typer.Option(help="Number of generations (default: 40).", min=1)
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(help="Start no generation after this time.", min=0.0)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,...",
            help="Opponents (default: the bot itself and the next weaker one of the ladder).",
        ),
    ] = None,
    only: Annotated[
        str | None, typer.Option(metavar="WEIGHT,...", help="Tune only these weights.")
    ] = None,
    fix: Annotated[
        str | None, typer.Option(metavar="WEIGHT,...", help="Do not change these weights.")
    ] = None,
    rollouts: Annotated[
        int,
        typer.Option(
            help="First fit the weights to rollouts from this many games.",
            **FROM_0,
        ),
    ] = 0,
    lessons: Annotated[int, typer.Option(hidden=True, **FROM_0)] = 0,  # its old name
    population: Annotated[
        int | None,
        typer.Option(
            help="Candidates in a generation (default: from the number of weights).", min=4
        ),
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Weights to start from (default: the bot's own)."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File to write (default: BOT-tuned.toml)."),
    ] = None,
    seed: RandomSeed = 1,
    workers: Threads = None,
    debug: Debug = False,
) -> None:
    """Improve the weights of a bot by playing.

    In each generation, candidates with different weights play the same
    deals, in every seat, on all test tables of the game:

        balance tune-bot valeria --bot greedy --players 2 --minutes 3

    A bot that values positions by a sum of features can first be fitted to
    rollouts: every choice of many decisions is played on, and the weights
    are fitted to the results.

        balance tune-bot valeria --bot planner --players 2 --rollouts 2000

    In the end the gain is measured on fresh deals. Only weights that are
    clearly better are written to FILE; its comments and its weights for
    other numbers of players are kept. The same command writes the same
    file, for any number of workers.
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
            against=split_names(against),
            seed=seed,
            start=start,
            out=out,
            workers=workers,
            only=split_names(only),
            fix=split_names(fix),
            population=population,
            rollouts=rollouts or lessons,
        ),
    )


def train(
    game: GameName,
    bot: Annotated[
        str,
        typer.Option(help="The bot to train, one with a network.", autocompletion=completion.bot),
    ] = "policy",
    players: Annotated[
        int | None,
        typer.Option(help="Number of players (default: the smallest above one).", min=2),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Games of self-play (default: 200,000).", **GAMES)
    ] = None,
    hours: Annotated[
        float | None, typer.Option(help="As many games as take about so long.", min=0.01)
    ] = None,
    rounds: Annotated[
        int, typer.Option(help="Rounds, after each of which the network must prove itself.", min=1)
    ] = 20,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="The bot that its strength is measured against (default: the one that makes the "
            "decisions it does not make itself).",
        ),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Begin with an untrained network, not the bot's own.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File to write (default: GAME-BOT.json)."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Forget the training so far, and begin again.")
    ] = False,
    seed: RandomSeed = 1,
    workers: Threads = None,
    debug: Debug = False,
) -> None:
    """Train the network of a bot by self-play.

        balance train valeria --players 3 --hours 1

    It plays rounds of games against itself, and against the bot that makes
    the decisions it leaves open. After each round the network challenges the
    best one so far on fresh deals, and takes its place if it is clearly
    stronger. In the end its strength is measured on other deals, and the
    network is written to FILE, which can be named as a bot:

        balance duel valeria-policy.json greedy --players 3

    Networks for other numbers of players in FILE are kept. Ctrl-C keeps what
    was learnt; the same command goes on. The same number of games gives the
    same network, for any number of workers.
    """
    from balance.app.train import TrainOptions, train

    train(
        game,
        TrainOptions(
            bot=bot,
            players=players,
            games=games,
            rounds=rounds,
            hours=hours,
            seed=seed,
            against=against,
            is_new=new,
            out=out,
            replace=replace,
            workers=workers,
        ),
    )


def _options(
    game: str,
    players: int | None,
    seed: int,
    set_: list[str] | None,
    workers: int | None,
    format_: FormatName = FormatName.TEXT,
    verbose: bool = False,
) -> Any:
    from balance.app.bot_matches import BotMatchOptions
    from balance.scenario.overrides import read_settings

    settings, shown = read_settings(set_ or ()), output(format_, verbose)
    return BotMatchOptions(game, players, seed, settings, workers, command(), shown)
