"""The command line: each command parses, calls one function of `balance.commands`, and ends.

Heavy imports stay inside the commands, so that ``--help`` answers at once.
"""

import signal
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

import balance
from balance.errors import BalanceError, Interrupted

app = typer.Typer(
    help="Play card and board games a million times over, and say what the numbers mean.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
new = typer.Typer(help="Write a start of one's own.", no_args_is_help=True)
app.add_typer(new, name="new")

ScenarioName = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A scenario's file, or the name of a shipped one.")
]
Games = Annotated[int | None, typer.Option(help="How many games.", min=1)]
Seed = Annotated[int | None, typer.Option(help="Instead of the scenario's seed.", min=0)]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="BOT,...", help="One for all seats or one each; your own as file.py:function."
    ),
]
Tiers = Annotated[
    str | None,
    typer.Option(
        metavar="BOT,BOT,...",
        help="The same by each of these alone, the weakest first: which findings move with the "
        "strength of play. BOT@GAMES for a slow one.",
    ),
]
Players = Annotated[int | None, typer.Option(help="How many play.", min=1)]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change an option of the table or a cell of a sheet; as often as wanted.",
    ),
]
Workers = Annotated[int | None, typer.Option(help="Threads; all cores.", min=1)]
Out = Annotated[Path | None, typer.Option(help="The folder of the report.")]
Records = Annotated[bool, typer.Option("--records", help="Keep every game, as Parquet.")]
Replace = Annotated[bool, typer.Option("--replace", help="Forget another run in that folder.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
GameName = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="A game's name or folder.")
]
MaybeGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game's name or folder; all, if not said.")
]

Meets = Annotated[str, typer.Option("--game", metavar="GAME", help="A game's name or folder.")]
MeetSeed = Annotated[int, typer.Option(help="Of all chance.", min=0)]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"balance {balance.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Play card and board games a million times over, and say what the numbers mean."""


@app.command()
def run(
    scenario: ScenarioName,
    games: Games = None,
    seed: Seed = None,
    workers: Workers = None,
    out: Out = None,
    bots: Bots = None,
    tiers: Tiers = None,
    players: Players = None,
    set_: Settings = None,
    records: Records = False,
    replace: Replace = False,
    debug: Debug = False,
) -> None:
    """Play a scenario and write its report; the same again goes on or adds games."""
    from balance.commands.run import RunOptions, run_scenario

    run_scenario(
        scenario,
        _overrides(games, seed, bots, players, set_, tiers),
        RunOptions(_command(), workers, out, records, replace),
    )


@app.command()
def compare(
    scenarios: Annotated[
        list[str],
        typer.Argument(metavar="SCENARIO...", help="Files of scenarios, or names of shipped ones."),
    ],
    games: Games = None,
    seed: Seed = None,
    workers: Workers = None,
    out: Out = None,
    bots: Bots = None,
    tiers: Tiers = None,
    players: Players = None,
    set_: Settings = None,
    records: Records = False,
    replace: Replace = False,
    debug: Debug = False,
) -> None:
    """Play scenarios side by side, on the same luck, and report what differs.

    Two or more scenarios of one game are compared with each other; the
    first is the one that the others are measured against:

        balance compare first-game my-game.toml --games 100000

    With --set, a scenario is compared with itself as it is. Here, of
    Valeria: what would it change if the Knight cost 3?

        balance compare first-game --set citizens.knight.cost=3

    All get the same deals and the same dice, from the seed of the first
    scenario, so that small differences show with few games. The report says
    which differences are established, and which may be chance.
    """
    from balance.commands.compare import compare_scenarios
    from balance.commands.run import RunOptions

    compare_scenarios(
        scenarios,
        _overrides(games, seed, bots, players, set_, tiers),
        RunOptions(_command(), workers, out, records, replace),
    )


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="A folder that `run` wrote.")],
    debug: Debug = False,
) -> None:
    """Write the report of a run again from what is kept."""
    from balance.commands.run import report_again

    report_again(folder)


@app.command()
def play(
    scenario: Annotated[
        str,
        typer.Argument(metavar="SCENARIO", help="A scenario's file or name, or simply a game."),
    ],
    game: Annotated[int, typer.Option("--game", help="Which game.", min=0)] = 0,
    variant: Annotated[
        str | None, typer.Option(help="Of which variant or cell; the first one.")
    ] = None,
    seed: Seed = None,
    bots: Bots = None,
    tiers: Tiers = None,
    players: Players = None,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Tell one game in sentences."""
    from balance.commands.play import tell

    tell(scenario, game, variant, _overrides(None, seed, bots, players, set_, tiers))


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(metavar="games|setups|bots|cards|scenarios")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="A game's name or folder; all, if not said."),
    ] = None,
    debug: Debug = False,
) -> None:
    """List what there is, of one game or of all."""
    from balance.commands.listing import list_what

    list_what(what, game)


@app.command()
def validate(
    scenarios: Annotated[list[str], typer.Argument(metavar="SCENARIO...")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say only what is wrong.")] = False,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Check scenarios, or folders of cards, and say each card back in words."""
    from balance.commands.validate import validate_all

    validate_all(scenarios, quiet, set_ or ())


@new.command("cards")
def new_cards(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is not there yet.")],
    game: GameName = None,
    debug: Debug = False,
) -> None:
    """Write a folder of example cards that play as they are, to be changed into one's own.

    Not every game has them; --game says of which, where more than one has.
    """
    from balance.commands.new import new_cards

    new_cards(folder, game)


@new.command("bot")
def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the bot and of its files.")],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="A game's name or folder.")
    ] = "valeria",
    debug: Debug = False,
) -> None:
    """Write a bot that plays as it is, NAME.py and NAME.toml, to be changed into one's own.

    The file lists all that the game asks, with examples of what may be
    answered; docs/bots.md goes on from there.
    """
    from balance.commands.new_bot import new_bot

    new_bot(name, game)


@app.command()
def soak(
    game: MaybeGame = None,
    games: Annotated[int, typer.Option(help="How many games of each.", min=1)] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Of all chance.", min=0)] = 1,
    workers: Workers = None,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Play at tables by lot and look at all that must always hold.

    Players, bots and the options of the table are drawn by lot; most seats
    play by chance. What is set holds at all tables, such as your own cards:

        balance soak valeria --games 200000 --set 'cards=["my-cards"]'
    """
    from balance.commands.soak import soak_games

    if not soak_games(game, games, seed, workers, set_ or ()):
        raise typer.Exit(1)


@app.command()
def bench(
    game: MaybeGame = None,
    seconds: Annotated[float, typer.Option(help="Of each measurement.", min=0.05)] = 1.0,
    out: Annotated[Path, typer.Option(help="Where the figures are kept.")] = Path("reports/bench"),
    debug: Debug = False,
) -> None:
    """Measure games per second and the time to start."""
    from balance.bench.report import bench_all

    bench_all(game, seconds, out)


@app.command()
def duel(
    one: Annotated[str, typer.Argument(metavar="BOT", help="Such as planner or search:200.")],
    two: Annotated[str, typer.Argument(metavar="BOT", help="Or your own, as file.py:function.")],
    game: Meets = "valeria",
    players: Players = None,
    games: Annotated[
        int | None, typer.Option(help="How many; 2,000, with --sprt at most 1,000,000.", min=1)
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="LOW,HIGHpp", help="Stop as soon as it is clear which of the two."),
    ] = None,
    seed: MeetSeed = 101,
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
    from balance.commands.duel import MOST_GAMES, USUAL_GAMES, duel

    most = MOST_GAMES if sprt else USUAL_GAMES
    duel(one, two, games or most, sprt, _terms(game, players, seed, set_, workers))


@app.command()
def tournament(
    bots: Annotated[list[str], typer.Argument(metavar="BOT BOT ...", help="Two or more.")],
    game: Meets = "valeria",
    players: Players = None,
    games: Annotated[int, typer.Option(help="Of each pairing.", min=1)] = 2000,
    seed: MeetSeed = 101,
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
    from balance.commands.tournament import tournament

    tournament(bots, games, out, _terms(game, players, seed, set_, workers))


@app.command()
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
        int | None, typer.Option(help="Of each pairing; 400, or as each claim says.", min=1)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="101; 102 to publish, 103 to check.", min=0)
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
    from balance.commands.ladder import Which, climb

    which = Which(_words(bots), players, games)
    if not climb(game, which, check, publish, seed, _terms("", None, 0, set_, workers)):
        raise typer.Exit(1)


@app.command("tune-bot")
def tune_bot(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name or folder.")],
    bot: Annotated[str, typer.Option(help="Which bot; your own as file.py:function.")],
    players: Annotated[
        int | None,
        typer.Option(help="Weights for so many players; else those for any number.", min=2),
    ] = None,
    games: Annotated[
        int, typer.Option(help="Of a candidate in each generation, at least.", min=1)
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
    lessons: Annotated[
        int,
        typer.Option(metavar="GAMES", help="Take lessons from so many games first; 0.", min=0),
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
    seed: Annotated[int, typer.Option(help="Of all chance.", min=0)] = 1,
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
    from balance.commands.tune_bot import TuneOptions, tune_bot

    tune_bot(
        game,
        TuneOptions(
            bot=bot,
            players=players,
            games=games,
            generations=generations,
            minutes=minutes,
            against=_words(against),
            seed=seed,
            start=start,
            out=out,
            workers=workers,
            only=_words(only),
            fix=_words(fix),
            population=population,
            lessons=lessons,
        ),
    )


def main() -> NoReturn:
    """Run the command line: one sentence for an error that the user can mend, no traceback."""
    signal.signal(signal.SIGINT, _interrupt)
    try:
        app()
    except BalanceError as error:
        if "--debug" in sys.argv:
            traceback.print_exc()
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
    except Interrupted as stopped:
        print(str(stopped), file=sys.stderr)
        sys.exit(130)
    except Exception:
        traceback.print_exc()
        print(
            "This is a bug in balance, or in the game; the lines above say where.", file=sys.stderr
        )
        sys.exit(3)
    sys.exit(0)


def _interrupt(number: int, frame: Any) -> None:
    raise Interrupted("Stopped.")


def _command() -> str:
    from shlex import join

    return join(["balance", *sys.argv[1:]])


def _terms(
    game: str, players: int | None, seed: int, set_: list[str] | None, workers: int | None
) -> Any:
    from balance.commands.arena import Terms
    from balance.scenario.overrides import read_settings

    return Terms(game, players, seed, read_settings(set_ or ()), workers, _command())


def _words(text: str | None) -> tuple[str, ...]:
    """Return the words of a list with commas."""
    return tuple(word.strip() for word in (text or "").split(",") if word.strip())


def _overrides(
    games: int | None,
    seed: int | None,
    bots: str | None,
    players: int | None,
    set_: list[str] | None,
    tiers: str | None = None,
) -> Any:
    from balance.scenario.overrides import Overrides, read_settings

    return Overrides(
        games=games,
        seed=seed,
        players=players,
        bots=tuple(bot.strip() for bot in bots.split(",")) if bots else (),
        settings=read_settings(set_ or ()),
        tiers=tuple(tier.strip() for tier in tiers.split(",")) if tiers else (),
    )


if __name__ == "__main__":
    main()
