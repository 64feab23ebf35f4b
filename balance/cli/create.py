"""Commands that create files to start from."""

from pathlib import Path
from typing import Annotated

import typer

from balance.app.arguments import Argument
from balance.cli.options import answered, command


@answered("new.new_cards")
def new_cards(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder to create.")],
    game: Annotated[
        str | None,
        Argument("The name of a game that has example cards.", "GAME"),
    ] = None,
    xlsx: Annotated[bool, Argument("One workbook, cards.xlsx, instead of CSV files.")] = False,
) -> None:
    """Create a folder of example cards, ready to play and to change."""


@command
def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the bot and its files.")],
    game: Annotated[str, Argument("The name or folder of a game.", "GAME")] = "valeria",
) -> None:
    """Create a bot, NAME.py and NAME.toml, ready to play and to change.

    The file lists every decision that the game asks for, with example
    choices. See docs/guides/write-a-bot.md for more.
    """
    from balance.app.commands.new import new_bot

    new_bot(name, game)


@answered("new.new_game")
def new_game(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder to create.")],
) -> None:
    """Create a game described as text, ready to play and to change.

    A folder with game.toml and a sheet of cards, with comments. See
    docs/guides/describe-a-game.md for more.
    """


@answered("new.new_game_plugin")
def new_game_plugin(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game and its folder.")],
) -> None:
    """Create a game in Python, ready to play and to change.

    A folder NAME with the rules, a bot, a scenario and tests, in about
    140 lines. See docs/guides/add-a-game.md for more.
    """


@answered("playtests.new_playtests")
def new_playtests(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A CSV file to create.")],
) -> None:
    """Create a file in which to enter games that you played, for `balance playtests`."""
