"""Commands that show what there is, and check files."""

from typing import Annotated, Unpack

import typer

from balance.app.arguments import Argument, SetArgument
from balance.cli import completion
from balance.cli.options import FormatOption, ScenarioNames, command, output


class _Validate(SetArgument, FormatOption, total=False): ...


@command
def list_(
    what: Annotated[
        str,
        typer.Argument(
            metavar="games|setups|bots|cards|scenarios", autocompletion=completion.lists
        ),
    ],
    game: Annotated[
        str | None,
        Argument("The name or folder of a game (default: all games).", "GAME"),
    ] = None,
    **given: Unpack[FormatOption],
) -> None:
    """List games, set-ups, bots, cards or scenarios."""
    from balance.app.list import print_lists

    print_lists(what, game, output(given))


@command
def validate(
    scenarios: ScenarioNames,
    quiet: Annotated[bool, Argument("Print errors only.", short="-q")] = False,
    **given: Unpack[_Validate],
) -> None:
    """Check scenarios and their cards, and explain each card in plain words."""
    from balance.app.validate import validate_all

    validate_all(scenarios, quiet, given.get("set") or {}, output(given))
