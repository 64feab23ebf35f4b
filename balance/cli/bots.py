"""Commands that measure bots and tune their weights."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

import typer

from balance.app.arguments import (
    Argument,
    Names,
    PlayersArgument,
    SetArgument,
    ThreadsArgument,
)
from balance.cli import completion
from balance.cli.options import (
    FormatOption,
    GameName,
    OptionalGame,
    RandomSeed,
    ReportOptions,
    TableOptions,
    answered,
    output,
    typed_command,
)
from balance.limits import MAX_SEED

if TYPE_CHECKING:
    from balance.app.bot_matches import BotMatchOptions


class _Table(PlayersArgument, SetArgument, total=False): ...


class _Duel(_Table, ThreadsArgument, FormatOption, total=False): ...


class _Check(_Table, FormatOption, total=False): ...


class _Training(ThreadsArgument, FormatOption, total=False): ...


class _Match(_Duel, TableOptions, total=False): ...


class _Tournament(_Duel, ReportOptions, total=False): ...


GameOption = Annotated[
    str,
    Argument("The name or folder of a game.", "GAME"),
]

Strict = Annotated[
    bool,
    Argument(
        "Refuse what strangers' bots may not use: plain Python, ways out of compiled code, "
        "changes to the program."
    ),
]


@answered("duel.duel")
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
    games: Annotated[
        int | None,
        Argument("Number of games (default: 2,000; with --sprt at most 1,000,000).", least=1),
    ] = None,
    sprt: Annotated[
        str | None,
        Argument(
            "Stop as soon as one of two hypotheses is ruled out.",
            "LOW,HIGHpp",
            see="guides/bots.md#compare-two-bots",
        ),
    ] = None,
    seed: RandomSeed = 101,
    **given: Unpack[_Duel],
) -> None:
    """Compare two bots on the same deals, each in every seat.

    They play on all test tables of the game, equally often. With more than
    two players, each bot plays alone against copies of the other.

    --sprt 0,2pp runs a sequential test: does the first bot win an equal
    share, or 2 percentage points more? The duel stops as soon as one of the
    two is ruled out (each is ruled out wrongly in 1 of 20 duels).
    --sprt=-1,1pp asks which of the two bots is stronger.
    """


@answered("check_bot.check_bot")
def check_bot(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="Your own, as file.py:function.", autocompletion=completion.bot
        ),
    ],
    game: GameOption = "valeria",
    games: Annotated[int, Argument("Number of games for each number of players.", least=1)] = 200,
    seed: RandomSeed = 1,
    strict: Strict = False,
    **given: Unpack[_Check],
) -> None:
    """Check that a bot keeps to the rules for bots.

    It plays against random bots, with every number of players, on all test
    tables of the game. Every answer must be an offered choice, nothing may
    be written that a bot may only read, and each game must be the same when
    it is played again. --strict checks whether the bot may enter a strict
    tournament. The exit code is 1 if a check fails, 2 for an error.
    """


@answered("tournament.tournament")
def tournament(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT ...", help="Two or more bots.", autocompletion=completion.bot
        ),
    ],
    game: GameOption = "valeria",
    games: Annotated[int, Argument("Number of games of each pair.", least=1)] = 2000,
    seed: Annotated[
        int | None,
        Argument(
            "Random seed (default: 101; with --strict drawn at random).", least=0, most=MAX_SEED
        ),
    ] = None,
    out: Annotated[
        Path | None,
        Argument("Folder for the report (default: reports/GAME/tournament).", "DIR"),
    ] = None,
    strict: Strict = False,
    **given: Unpack[_Tournament],
) -> None:
    """Play a round robin of bots: points, ratings, seats, and who beats whom.

    Each pair plays the same deals, each bot in every seat, as in a duel.
    Ratings are Elo points above the second bot of the game's ladder, such as
    greedy: between two players, 100 points more mean 64% of the wins.

    With --strict, strangers' bots may enter: whatever could show them hidden
    cards is refused, and no bot can know the seed.
    """


@answered("ladder.run_ladders")
def ladder(
    game: OptionalGame = None,
    check: Annotated[
        bool, Argument("Test the ladder's claims; fail if one does not hold.")
    ] = False,
    quick: Annotated[
        bool,
        Argument("With --check: only claims about bots that do not search, 400 games at most."),
    ] = False,
    publish: Annotated[bool, Argument("Measure the claims and store the figures.")] = False,
    bots: Annotated[
        Names | None,
        Argument("Bots to play, the weakest first (default: all of the ladder).", "BOT,..."),
    ] = None,
    add: Annotated[
        str,
        Argument("A bot to find the place of on the ladder; your own as file.py:function.", "BOT"),
    ] = "",
    games: Annotated[
        int | None,
        Argument(
            "Number of games of each pair (default: 400, or what each claim states).", least=1
        ),
    ] = None,
    seed: Annotated[
        int | None,
        Argument(
            "Random seed (default: 101; 102 to publish, 103 to check).", least=0, most=MAX_SEED
        ),
    ] = None,
    **given: Unpack[_Match],
) -> None:
    """Show how strong the bots of a game are, from the weakest up.

    Each bot plays the one below it. With --check, every claim that the
    ladder makes about its bots is tested on other deals until it is decided;
    the exit code is 1 if one does not hold. With --quick this takes seconds
    instead of an hour. With --add, your bot plays every bot of the ladder,
    and you read between which two it stands. See docs/explanation/ladder.md.
    """


@answered("tune_bot.tune_bot")
def tune_bot(
    game: GameName,
    bot: Annotated[
        str,
        Argument("The bot to tune; your own as file.py:function.", "BOT"),
    ],
    players: Annotated[
        int | None,
        Argument("Tune for this number of players (default: weights for any number).", least=2),
    ] = None,
    games: Annotated[
        int,
        Argument("Minimum games of each candidate in a generation.", least=1),
    ] = 400,
    generations: Annotated[
        int | None, Argument("Number of generations (default: 40).", least=1)
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", help="Start no generation after this many minutes.", min=0.0),
    ] = None,
    against: Annotated[
        Names | None,
        Argument(
            "Opponents (default: the bot itself and the next weaker one on the ladder).", "BOT,..."
        ),
    ] = None,
    only: Annotated[Names | None, Argument("Tune only these weights.", "WEIGHT,...")] = None,
    fix: Annotated[Names | None, Argument("Do not change these weights.", "WEIGHT,...")] = None,
    rollouts: Annotated[
        int,
        Argument("First fit the weights to rollouts from this many games.", least=0),
    ] = 0,
    population: Annotated[
        int | None,
        Argument("Candidates in a generation (default: 4 + 3 ln(weights)).", least=4),
    ] = None,
    start: Annotated[
        Path | None,
        Argument("Weights to start from (default: the bot's own).", "FILE"),
    ] = None,
    out: Annotated[
        Path | None,
        Argument("File to write (default: BOT-tuned.toml).", "FILE"),
    ] = None,
    seed: RandomSeed = 1,
    **given: Unpack[_Training],
) -> None:
    """Improve the weights of a bot by playing.

    In each generation, candidates with different weights play the same
    deals, in every seat, on all test tables of the game:

        balance tune-bot valeria --bot greedy --players 2 --minutes 3

    A bot that values positions by a sum of features can first be fitted to
    rollouts: every choice of many decisions is played on, and the weights
    are fitted to the results.

        balance tune-bot valeria --bot planner --players 2 --rollouts 2000

    At the end the gain is measured on fresh deals. Only weights that are
    clearly better are written to FILE; its comments and its weights for
    other numbers of players are kept. The same command writes the same
    file, for any number of workers.
    """


@answered("train.train")
def train(
    game: GameName,
    bot: Annotated[
        str,
        Argument("The bot to train; it must have a network.", "BOT"),
    ] = "policy",
    players: Annotated[
        int | None,
        Argument("Number of players (default: the smallest number above one).", least=1),
    ] = None,
    games: Annotated[
        int | None, Argument("Games of self-play (default: 200,000).", least=1)
    ] = None,
    hours: Annotated[
        float | None,
        typer.Option(
            metavar="H", help="Play as many games as take about this many hours.", min=0.01
        ),
    ] = None,
    rounds: Annotated[
        int,
        Argument(
            "Number of rounds; after each, the network is tested against the best so far.", least=1
        ),
    ] = 20,
    against: Annotated[
        str | None,
        Argument(
            "Bot to measure its strength against (default: the bot that makes the decisions "
            "that the network leaves open).",
            "BOT",
        ),
    ] = None,
    new: Annotated[
        bool, Argument("Start from an untrained network instead of the bot's own.")
    ] = False,
    out: Annotated[
        Path | None,
        Argument("File to write (default: GAME-BOT.json).", "FILE"),
    ] = None,
    replace: Annotated[bool, Argument("Discard the training so far, and start again.")] = False,
    seed: RandomSeed = 1,
    **given: Unpack[_Training],
) -> None:
    """Train the network of a bot by self-play.

        balance train valeria --players 3 --hours 1

    It plays rounds of games against itself, and against the bot that makes
    the decisions it leaves open. After each round the network challenges the
    best one so far on fresh deals, and takes its place if it is clearly
    stronger. At the end its strength is measured on other deals, and the
    network is written to FILE, which can be named as a bot:

        balance duel valeria-policy.json greedy --players 3

    Networks for other numbers of players in FILE are kept. Ctrl-C keeps what
    was learnt; the same command goes on. The same number of games gives the
    same network, for any number of workers.
    """


def _options(game: str, seed: int, given: Mapping[str, Any]) -> "BotMatchOptions":
    from balance.app.bot_matches import BotMatchOptions

    return BotMatchOptions(
        game, given.get("players"), seed, given.get("set") or {}, given.get("workers"),
        typed_command(), output(given),
    )  # fmt: skip
