"""Commands that create files to start from."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import Debug


def new_cards(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder to create.")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The name of a game that has example cards."),
    ] = None,
    xlsx: Annotated[
        bool, typer.Option("--xlsx", help="One workbook, cards.xlsx, instead of CSV files.")
    ] = False,
    debug: Debug = False,
) -> None:
    """Create a folder of example cards, ready to play and to change."""
    from balance.app.new import new_cards

    new_cards(folder, game, xlsx)


def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the bot and its files.")],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The name or folder of a game.")
    ] = "valeria",
    debug: Debug = False,
) -> None:
    """Create a bot, NAME.py and NAME.toml, ready to play and to change.

    The file lists every decision that the game asks for, with example
    choices. See docs/guides/write-a-bot.md for more.
    """
    from balance.app.new import new_bot

    new_bot(name, game)


def new_playtests(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A CSV file to create.")],
    debug: Debug = False,
) -> None:
    """Create a file for games that you played, for `balance playtests`."""
    from balance.app.playtests import new_playtests

    new_playtests(file)
