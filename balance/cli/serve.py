"""The command that shows runs in the browser."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from balance.app.arguments import Argument
from balance.cli.options import command
from balance.errors import ScenarioError


@command
def serve(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder with runs (default: reports).")
    ] = Path("reports"),
    port: Annotated[
        int, Argument("Port of this machine (default: any that is free).", least=0, most=65_535)
    ] = 0,
    open_: Annotated[bool, Argument("Open the address in the browser.")] = False,
) -> None:
    """Show runs in the browser, and try changes there.

    Lists the runs in a folder, and shows the findings, cards and games of
    each; changes a number and refines the answer, as `try` does; sets two
    runs side by side, as `diff` does. Only one browser of this machine is
    served, that which opens the printed address first:

        balance serve reports
    """
    if find_spec("flask") is None:
        raise ScenarioError("serve: needs Flask: pip install 'tabletop-balance[serve]'.")
    from balance.serve.server import serve

    serve(folder, port, open_)
