"""Commands that show what there is, and check files."""

from typing import Annotated

import typer

from balance.cli import completion
from balance.cli.options import Debug, Format, FormatName, ScenarioNames, Settings, output


def list_(
    what: Annotated[
        str,
        typer.Argument(
            metavar="games|setups|bots|cards|scenarios", autocompletion=completion.lists
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The name or folder of a game (default: all games).",
            autocompletion=completion.games,
        ),
    ] = None,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """List games, set-ups, bots, cards or scenarios."""
    from balance.app.list import print_lists

    print_lists(what, game, output(format_))


def validate(
    scenarios: ScenarioNames,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    set_: Settings = None,
    format_: Format = FormatName.TEXT,
    debug: Debug = False,
) -> None:
    """Check scenarios and their cards, and explain each card in plain words."""
    from balance.app.validate import validate_all

    validate_all(scenarios, quiet, set_ or (), output(format_))
