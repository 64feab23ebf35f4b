"""Commands that show what there is, and check files."""

from typing import Annotated

import typer

from balance.cli.options import Debug, Settings


def list_(
    what: Annotated[str, typer.Argument(metavar="games|setups|bots|cards|scenarios")],
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help="The name or folder of a game (default: all games)."
        ),
    ] = None,
    debug: Debug = False,
) -> None:
    """List games, set-ups, bots, cards or scenarios."""
    from balance.app.list import print_lists

    print_lists(what, game)


def validate(
    scenarios: Annotated[
        list[str],
        typer.Argument(metavar="SCENARIO...", help="Scenario files, or names of ready scenarios."),
    ],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    set_: Settings = None,
    debug: Debug = False,
) -> None:
    """Check scenarios and their cards, and explain each card in plain words."""
    from balance.app.validate import validate_all

    validate_all(scenarios, quiet, set_ or ())
