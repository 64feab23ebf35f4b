"""Commands that search for better numbers and set-ups."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import completion
from balance.cli.options import (
    GAMES,
    Bots,
    Debug,
    Format,
    FormatName,
    GameName,
    Open,
    Out,
    Players,
    RandomSeed,
    Replace,
    ScenarioName,
    Seed,
    Settings,
    Threads,
    Verbose,
    command,
    output,
    read_overrides,
    read_points,
    split_names,
)
from balance.limits import MOST_STEP

GamesOfChange = Annotated[int, typer.Option(help="Maximum games of each change.", **GAMES)]


def sensitivity(
    scenario: ScenarioName,
    games: GamesOfChange = 20_000,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN",
            help="Numbers to change, such as 'citizens.*'; may be repeated (default: all).",
        ),
    ] = None,
    step: Annotated[
        int, typer.Option(help="By how much to change each number.", min=1, max=MOST_STEP)
    ] = 1,
    target: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="File with the balance targets (default: as even as possible)."
        ),
    ] = None,
    seed: Seed = None,
    workers: Threads = None,
    out: Out = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    replace: Replace = False,
    open_: Open = False,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Change each number on the cards by one and rank the effects on balance.

    Each change is played by itself, on the same deals as the unchanged game:
    first a few games of every change, then more of those that matter. A file
    can state what balance means; otherwise it means secret objectives of
    equal strength, even seats, no card that nobody takes, and games as long
    as now. See docs/guides/change-numbers.md.

        balance sensitivity first-game --only 'citizens.*' --only 'dukes.*'
    """
    from balance.app.sensitivity import AdviceOptions, sensitivity

    sensitivity(
        scenario,
        read_overrides(seed, bots, players, set_),
        AdviceOptions(
            command(),
            games,
            workers,
            out,
            replace,
            tuple(only or ()),
            step,
            target,
            output(format_, verbose, open_=open_),
        ),
    )


def tune_cards(
    scenario: ScenarioName,
    target: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="File with the balance targets; see docs/guides/change-numbers.md.",
        ),
    ],
    changes: Annotated[int, typer.Option(help="Maximum number of changes.", min=1)] = 3,
    games: GamesOfChange = 20_000,
    write: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="File for the changed scenario (default: NAME-tuned.toml)."
        ),
    ] = None,
    write_cards: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder for your own sheets with the changes (default: NAME-tuned-cards); with "
            "the folder of your sheets, these are changed themselves.",
        ),
    ] = None,
    seed: Seed = None,
    workers: Threads = None,
    out: Out = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    replace: Replace = False,
    open_: Open = False,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Find the fewest changes of numbers that meet balance targets.

    Single changes are tried first, then the most promising ones together.
    The best set of each size is tested on fresh deals, and the report shows
    the results of that test, even if a target is missed. The changed game is
    written as a scenario, to be compared with the original:

        balance tune-cards first-game --target target.toml

        balance compare first-game first-game-tuned.toml
    """
    from balance.app.sensitivity import AdviceOptions
    from balance.app.tune_cards import tune_cards

    tune_cards(
        scenario,
        read_overrides(seed, bots, players, set_),
        AdviceOptions(
            command(),
            games,
            workers,
            out,
            replace,
            target=target,
            output=output(format_, verbose, open_=open_),
        ),
        changes,
        write,
        write_cards,
    )


def price(
    scenario: ScenarioName,
    cards: Annotated[
        list[str],
        typer.Argument(
            metavar="CARD...", help="Cards, by id or name.", autocompletion=completion.cards
        ),
    ],
    games: Annotated[int, typer.Option(help="Games of each price.", **GAMES)] = 100_000,
    retune: Annotated[
        bool, typer.Option("--retune", help="Also let the bot adapt its weights to each ban.")
    ] = False,
    seed: Seed = None,
    workers: Threads = None,
    out: Out = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    replace: Replace = False,
    open_: Open = False,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Find the fair price of cards by playing at several prices.

    The price is charged to everybody, and one player may not take the card:
    what this player loses is what access to the card is worth at that price.
    A price is fair where that is as much as for the other cards of its kind.
    Games are played at whole prices, from the printed one, until the fair
    price lies between two of them. See docs/explanation/value-of-cards.md.

        balance price first-game rogue troll
    """
    from balance.app.price import price
    from balance.app.sensitivity import AdviceOptions

    price(
        scenario,
        cards,
        read_overrides(seed, bots, players, set_),
        AdviceOptions(
            command(), games, workers, out, replace, output=output(format_, verbose, open_=open_)
        ),
        retune,
    )


def strongest(
    scenario: ScenarioName,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="Only cards of this kind, such as Citizen.")
    ] = None,
    games: Annotated[int, typer.Option(help="Games in all.", **GAMES)] = 1_000_000,
    seed: Seed = None,
    workers: Threads = None,
    out: Out = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    replace: Replace = False,
    open_: Open = False,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Find the strongest card of a table.

    Every card is banned for one player. Half of the cards are dropped after
    each round, so that most games go to those that are hard to tell apart.
    The other half of all games, on fresh deals, say how strong the winner is
    and which others may be the strongest.

        balance strongest first-game --kind Citizen
    """
    from balance.app.sensitivity import AdviceOptions
    from balance.app.strongest import strongest

    strongest(
        scenario,
        kind,
        read_overrides(seed, bots, players, set_),
        AdviceOptions(
            command(), games, workers, out, replace, output=output(format_, verbose, open_=open_)
        ),
    )


def synergy(
    scenario: ScenarioName,
    cards: Annotated[
        list[str],
        typer.Argument(
            metavar="CARD CARD...",
            help="2 to 6 cards, by id or name.",
            autocompletion=completion.cards,
        ),
    ],
    games: Annotated[int, typer.Option(help="Games of each subset.", **GAMES)] = 100_000,
    seed: Seed = None,
    workers: Threads = None,
    out: Out = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    replace: Replace = False,
    open_: Open = False,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Find out what some cards are worth together, and which need each other.

    Every subset of the cards is banned for one player. From that follow each
    card's Shapley share in what they are worth together, and for each pair
    whether the two need or replace each other.

        balance synergy first-game butcher knight "Skeleton King"
    """
    from balance.app.sensitivity import AdviceOptions
    from balance.app.synergy import synergy

    synergy(
        scenario,
        cards,
        read_overrides(seed, bots, players, set_),
        AdviceOptions(
            command(), games, workers, out, replace, output=output(format_, verbose, open_=open_)
        ),
    )


def setups(
    game: GameName,
    draw: Annotated[int, typer.Option(help="Number of random set-ups.", min=1)] = 200,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,...", help="Two or more bots (default: those of the game's ladder)."
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            help="Minimum games of each bot, or pair of bots, at each set-up.",
            **GAMES,
        ),
    ] = 1000,
    players: Players = None,
    seed: RandomSeed = 101,
    workers: Threads = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for the report (default: reports/GAME/setups)."),
    ] = None,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Find the most even and the most varied of many random set-ups.

    At each set-up every bot plays against copies of itself and against every
    other bot. The report says how certain the ranking is, whether bots agree
    on it, and what each card does to a set-up. See docs/guides/random-setups.md.

        balance setups dominion --draw 300 --bots big_money_ultimate,greedy
    """
    from balance.app.bot_matches import BotMatchOptions
    from balance.app.setups import SetupOptions, rank_setups

    options = BotMatchOptions(game, players, seed, {}, workers, command(), output(format_, verbose))
    rank_setups(options, SetupOptions(draw, games, split_names(bots), out))


def exploit(
    scenario: ScenarioName,
    games: Annotated[
        int, typer.Option(help="Games of the whole search, about.", **GAMES)
    ] = 400_000,
    by: Annotated[
        str,
        typer.Option(metavar="PP", help="By how much a strategy has to beat the field, as 5pp."),
    ] = "5pp",
    bots: Annotated[
        str | None,
        typer.Option(metavar="BOT,...", help="The field to beat (default: the bots of the game)."),
    ] = None,
    players: Players = None,
    seed: Seed = None,
    set_: Settings = None,
    workers: Threads = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for what is found (default: reports/GAME/NAME-exploit)."
        ),
    ] = None,
    verbose: Verbose = False,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Search for strategies that beat the bots of a game.

    The field is a list of bots. Weights of the game's bots are varied to
    beat the mix of the field that none of its bots beats; what is found
    joins, and the next round has to beat that, too. In the end all is
    measured on fresh deals, and written as files that --bots takes.

        balance exploit king-of-the-valley --by 5pp
    """
    from balance.app.exploit import ExploitOptions, exploit

    exploit(
        scenario,
        read_overrides(seed, None, players, set_),
        ExploitOptions(
            command(),
            split_names(bots),
            games,
            read_points(by),
            workers,
            out,
            output(format_, verbose),
        ),
    )
