"""Commands that show what there is, and check files."""

from pathlib import Path
from typing import Annotated, Unpack

import typer

from balance.app.arguments import Argument, SetArgument
from balance.cli import completion
from balance.cli.options import FormatOption, ScenarioNames, answered, command


class _Validate(SetArgument, FormatOption, total=False): ...


@answered("list.print_lists")
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


@answered("validate.validate_all")
def validate(
    scenarios: ScenarioNames,
    quiet: Annotated[bool, Argument("Print errors only.", short="-q")] = False,
    **given: Unpack[_Validate],
) -> None:
    """Check scenarios and their cards, and explain each card in plain words."""


@command
def serve(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder with runs (default: reports).")
    ] = Path("reports"),
    port: Annotated[
        int, Argument("Port of this machine (default: any free one).", least=0, most=65_535)
    ] = 0,
    host: Annotated[
        str,
        Argument(
            "Serve at this IPv4 address of this machine; 0.0.0.0: in all its networks.", "ADDRESS"
        ),
    ] = "127.0.0.1",
    open_: Annotated[bool, Argument("Open the address in the browser.")] = False,
) -> None:
    """Show runs in the browser, and try changes there.

    Lists the runs in a folder, and shows the findings, cards and games of
    each; changes a number and refines the answer, as `try` does; sets two
    runs side by side, as `diff` does. Only one browser is served: the first
    to open the printed address. It must run on this machine, unless `--host`
    serves in its network, for a phone.

        balance serve reports
        balance serve reports --host 0.0.0.0
    """
    from balance.serve.server import serve

    serve(folder, port, open_, host)
