"""Commands that answer one question of a designer at once, on the terminal."""

from pathlib import Path
from typing import Annotated, Unpack

import typer

from balance.app.arguments import (
    FEWEST_DEALS,
    Argument,
    TableArguments,
    ThreadsArgument,
    TryArguments,
    overrides_of,
)
from balance.cli.options import (
    FormatOption,
    ScenarioName,
    command,
    output,
    read_share,
    typed_command,
)


class _Try(TryArguments, FormatOption, total=False): ...


class _Fix(TableArguments, ThreadsArgument, FormatOption, total=False): ...


Seconds = Annotated[
    float | None,
    typer.Option(
        metavar="N",
        min=0.1,
        help="Seconds of play (default: until the answer is clear or Ctrl-C; 2 if the output is no "
        "terminal).",
    ),
]


@command
def try_(
    scenario: ScenarioName,
    changes: Annotated[
        list[str],
        typer.Argument(
            metavar="CHANGE...",
            help="KEY=VALUE, where KEY is an option of the table or a cell of a card sheet; or the "
            "name of a card or objective, followed by what changes.",
        ),
    ],
    seconds: Seconds = None,
    games: Annotated[
        int | None,
        Argument("Games of each of the two versions.", least=1, fewest_deals=2 * FEWEST_DEALS),
    ] = None,
    once: Annotated[bool, Argument("Stop after the first answer.")] = False,
    out: Annotated[Path | None, Argument("Write all numbers to this JSON file.", "FILE")] = None,
    **given: Unpack[_Try],
) -> None:
    """Show in seconds what a change does, and more precisely the longer it plays.

    The game is played as it is and with the change, on the same deals and
    dice. The answer is refined until every number is clear or hardly
    changes, or until Ctrl-C, with intervals that stay valid however often you look:

        balance try first-game citizens.butcher.cost=4

        balance try first-game Butcher cost=4

        balance try first-game simon "per 3 resources"

    Several changes together are one change. Nothing is stored.
    """
    from balance.app.commands.try_change import Limits, try_change
    from balance.app.what_if_terminal import print_answers, seconds_to_play
    from balance.scenario.overrides import read_changes

    overrides, settings = overrides_of(given), read_changes(changes)
    limits = Limits(seconds_to_play(seconds, games, once), games, given.get("workers"), once)
    print_answers(
        lambda stop, on_ready: try_change(scenario, settings, overrides, limits, stop, on_ready),
        out,
        output(given),
    )


@command
def watch(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="A folder of cards with a scenario, or your scenario file.",
        ),
    ],
    seconds: Annotated[
        float, typer.Option(metavar="N", min=0.1, help="Seconds of play after each save.")
    ] = 5.0,
    games: Annotated[int | None, Argument("Maximum games of each version.", least=1)] = None,
    **given: Unpack[_Try],
) -> None:
    """Show what a change does each time you save a card sheet.

    Each valid version is compared with the one before, as `try` does it; a
    mistake in a sheet is explained in one sentence. Ctrl-C ends it:

        balance new cards my-cards

        balance watch my-cards
    """
    from balance.app.commands.try_change import Limits
    from balance.app.commands.watch import watch

    watch(path, overrides_of(given), Limits(seconds, games, given.get("workers")), output(given))


@command
def fix(
    scenario: ScenarioName,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="WHAT", help="seat, card or objective; or the game's own word, such as duke."
        ),
    ],
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="Number of the seat, or all; else an id, a name or its beginning."
        ),
    ] = "",
    to: Annotated[
        str | None,
        Argument(
            "Win rate to reach, such as 25% (default: an even share); of a card its worth, "
            "such as 1pp.",
            "SHARE",
        ),
    ] = None,
    games: Annotated[
        int, Argument("Games of each value tried.", least=1, fewest_deals=FEWEST_DEALS)
    ] = 20_000,
    write: Annotated[
        Path | None,
        Argument(
            "Write the changed scenario to this file, and your own sheets with the change to "
            "NAME-cards beside it.",
            "FILE",
        ),
    ] = None,
    **given: Unpack[_Fix],
) -> None:
    """Find the number to change so that a seat, card or objective is as strong as wanted.

    Whole numbers are tried, on the same deals: those in the text of an
    objective, the price and other numbers of a card, what a seat starts
    with; and pairs of numbers where no single one is enough. What is found
    is played again on fresh deals:

        balance fix first-game duke simon --to 25%

        balance fix first-game seat 4

        balance fix first-game seat all

        balance fix first-game card butcher --to 1pp

    A card is worth what a player loses who may not take it.
    """
    from balance.app.commands.fix import FixOptions, fix
    from balance.app.fix_words import fix_answer, fix_lines
    from balance.errors import Interrupted

    share, shown = None if to is None else read_share(to), output(given)
    options = FixOptions(share, games, given.get("workers"), write, typed_command())
    found = fix(scenario, kind, name, overrides_of(given), options)
    shown.answer(lambda: fix_answer(found, scenario), lambda: fix_lines(found, scenario))
    if found.is_stopped:
        raise Interrupted("Stopped: these are the results so far.")
