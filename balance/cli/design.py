"""Commands that search for better numbers and set-ups."""

from pathlib import Path
from typing import Annotated, Unpack

import typer

from balance.app.arguments import (
    FEWEST_DEALS,
    Argument,
    Names,
    PlayersArgument,
    RequireArgument,
    SeedArgument,
    SetArgument,
    ThreadsArgument,
    as_names,
    overrides_of,
)
from balance.cli import completion
from balance.cli.options import (
    GameName,
    RandomSeed,
    ReportOptions,
    ScenarioName,
    StudyCommand,
    answered,
    command,
    output,
    read_points,
    typed_command,
)
from balance.limits import MOST_STEP

GamesOfChange = Annotated[
    int, Argument("Maximum games of each change.", least=1, fewest_deals=FEWEST_DEALS)
]


class _ByRequirements(StudyCommand, RequireArgument, total=False): ...


class _Setups(ThreadsArgument, ReportOptions, total=False): ...


class _Exploit(
    SeedArgument, PlayersArgument, SetArgument, ThreadsArgument, ReportOptions, total=False
): ...


@answered("sensitivity.sensitivity")
def sensitivity(
    scenario: ScenarioName,
    games: GamesOfChange = 20_000,
    only: Annotated[
        list[str] | None,
        Argument(
            "Numbers to change, such as 'citizens.*'; may be repeated (default: all).", "PATTERN"
        ),
    ] = None,
    step: Annotated[
        int, Argument("By how much to change each number.", least=1, most=MOST_STEP)
    ] = 1,
    **given: Unpack[_ByRequirements],
) -> None:
    """Change each number on the cards by one and rank the effects on balance.

    Each change is played by itself, on the same deals as the unchanged game:
    first a few games of every change, then more of those that matter. Balance
    means what the scenario requires, as for balance check; without that, secret
    objectives of equal strength, even seats, no card that nobody takes, and
    games as long as now. See docs/guides/change-numbers.md.

        balance sensitivity first-game --only 'citizens.*' --only 'dukes.*'
    """


@answered("tune.tune")
def tune(
    scenario: ScenarioName,
    changes: Annotated[int, Argument("Maximum number of changes.", least=1, most=12)] = 3,
    games: GamesOfChange = 8_000,
    only: Annotated[
        list[str] | None,
        Argument(
            "Numbers that may change, such as 'citizens.*' or 'seats.*'; may be repeated "
            "(default: all).",
            "PATTERN",
        ),
    ] = None,
    never: Annotated[
        list[str] | None,
        Argument("Numbers that may not change, such as 'dukes.*'; may be repeated.", "PATTERN"),
    ] = None,
    limit: Annotated[
        list[str] | None,
        Argument(
            "The values that numbers may have, such as 'citizens.*.cost=1..5'; may be repeated.",
            "RANGE",
        ),
    ] = None,
    reach: Annotated[
        int, Argument("How far a number may go from the printed one.", least=1, most=MOST_STEP)
    ] = 2,
    write: Annotated[
        Path | None,
        Argument("File for the changed scenario (default: NAME-tuned.toml).", "FILE"),
    ] = None,
    write_cards: Annotated[
        Path | None,
        Argument(
            "Folder for your own sheets with the changes (default: NAME-tuned-cards); the "
            "folder of your sheets itself changes them in place.",
            "DIR",
        ),
    ] = None,
    **given: Unpack[_ByRequirements],
) -> None:
    """Find the fewest changes of numbers that meet a scenario's requirements.

    The requirements are those of the scenario, as for balance check.
    All variants and numbers of players that they are about are played at
    once: single changes first, then the most promising ones together. The
    best set of each size is tested on fresh deals, the one that is chosen
    also by a second bot. The changed game is written as a scenario, to be
    compared with the original:

        balance tune even.toml --never 'dukes.*'

        balance tune first-game --require "seat_gap < 3pp"

        balance compare even.toml even-tuned.toml
    """


@answered("price.price")
def price(
    scenario: ScenarioName,
    cards: Annotated[
        list[str],
        typer.Argument(
            metavar="CARD...", help="Cards, by id or name.", autocompletion=completion.cards
        ),
    ],
    games: Annotated[
        int,
        Argument("Games of each price.", least=1, fewest_deals=FEWEST_DEALS, is_of_entry=True),
    ] = 100_000,
    retune: Annotated[bool, Argument("Also let the bot adapt its weights to each ban.")] = False,
    **given: Unpack[StudyCommand],
) -> None:
    """Find the fair price of cards by playing at several prices.

    The price is charged to everybody, and one player may not take the card:
    what this player loses is what access to the card is worth at that price.
    A price is fair where that is as much as for the other cards of its kind.
    Games are played at whole prices, beginning with the printed one, until
    the fair price lies between two of them. See docs/explanation/method.md.

        balance price first-game rogue troll
    """


@answered("strongest.strongest")
def strongest(
    scenario: ScenarioName,
    kind: Annotated[
        str | None, Argument("Only cards of this kind, such as Citizen.", "KIND")
    ] = None,
    games: Annotated[
        int,
        Argument(
            "Total number of games.", least=1, fewest_deals=4 * FEWEST_DEALS, is_of_entry=True
        ),
    ] = 1_000_000,
    **given: Unpack[StudyCommand],
) -> None:
    """Find the strongest card of a table.

    Every card is banned for one player. Half of the cards are dropped after
    each round, so that most games go to those that are hard to tell apart.
    The other half of all games, on fresh deals, shows how strong the winner
    is and which other cards may be the strongest.

        balance strongest first-game --kind Citizen
    """


@answered("synergy.synergy")
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
    games: Annotated[
        int,
        Argument("Games of each subset.", least=1, fewest_deals=FEWEST_DEALS, is_of_entry=True),
    ] = 100_000,
    **given: Unpack[StudyCommand],
) -> None:
    """Find out what some cards are worth together, and which need each other.

    Every subset of the cards is banned for one player. This gives each
    card's Shapley share of what they are worth together, and shows for each
    pair whether the two need or replace each other.

        balance synergy first-game butcher knight "Skeleton King"
    """


@answered("setups.rank_setups")
def setups(
    game: GameName,
    draw: Annotated[int, Argument("Number of random set-ups.", least=1)] = 200,
    bots: Annotated[
        Names | None,
        Argument("Who plays (default: the game's usual bot).", "BOT,..."),
    ] = None,
    games: Annotated[
        int,
        Argument("Minimum games of each bot, or pair of bots, at each set-up.", least=1),
    ] = 1000,
    players: Annotated[
        Names | None,
        Argument("Number of players; several for --booklet.", "N,..."),
    ] = None,
    swap: Annotated[
        int,
        Argument("Cards to swap for others, to see what each does.", least=0),
    ] = 0,
    booklet: Annotated[
        int,
        Argument("Make a booklet of so many set-ups that differ.", least=0),
    ] = 0,
    out: Annotated[
        Path | None,
        Argument("Folder for the report (default: reports/GAME/setups).", "DIR"),
    ] = None,
    seed: RandomSeed = 101,
    **given: Unpack[_Setups],
) -> None:
    """Show where the recommended set-ups lie among those that players draw.

    Of many random set-ups the report says which are the most even and the
    most varied, how certain that is, and what each card does to a set-up. With
    several bots each plays against copies of itself and against every other
    one, and the report says whether they agree. --swap plays the swap of the
    cards that seem to do most. --booklet writes a page to print with set-ups that
    differ, each with a label (short, close ...) that fresh deals and a second
    bot confirm, and a scenario of each. See docs/guides/random-setups.md.

        balance setups valeria --draw 300 --players 4
        balance setups valeria --booklet 12 --players 2,3,4
    """


@command
def exploit(
    scenario: ScenarioName,
    games: Annotated[
        int, Argument("Approximate number of games of the whole search.", least=1)
    ] = 400_000,
    by: Annotated[
        str,
        Argument("By how much a strategy must beat the field, such as 5pp.", "PP"),
    ] = "5pp",
    bots: Annotated[
        Names | None,
        Argument("The field to beat (default: the bots of the game).", "BOT,..."),
    ] = None,
    out: Annotated[
        Path | None,
        Argument("Folder for what is found (default: reports/GAME/NAME-exploit).", "DIR"),
    ] = None,
    **given: Unpack[_Exploit],
) -> None:
    """Search for strategies that beat the bots of a game.

    The field is a list of bots. The weights of the game's bots are varied to
    beat the mix of the field that none of its bots beats; what is found
    joins the field, and the next round must beat that, too. At the end all
    that was found is measured on fresh deals, and written as files that
    --bots takes.

        balance exploit king-of-the-valley --by 5pp
    """
    from balance.app.refusals import check_games

    check_games(games, 2_000)  # before cma is loaded, which takes seconds
    from balance.app.commands.exploit import ExploitOptions, exploit

    exploit(
        scenario, overrides_of(given),
        ExploitOptions(
            typed_command(), as_names(bots), games, read_points(by), given.get("workers"), out,
            output(given),
        ),
    )  # fmt: skip
