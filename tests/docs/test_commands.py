"""reference/commands: every command and option is listed, and no other."""

import re
from collections import defaultdict

import typer

from balance.cli.main import app
from tests.docs.pages import read_page

TEXT = read_page("reference/commands")
OF_ALL = {"--help", "--debug"}


def options_of(command, name=""):
    """Return the visible options of a command and its subcommands, by name."""
    if hasattr(command, "commands"):
        nested = (options_of(each, f"{name} {key}") for key, each in command.commands.items())
        return {key: value for part in nested for key, value in part.items()}
    visible = [each for each in command.params if each.param_type_name == "option"]
    visible = [each for each in visible if not getattr(each, "hidden", False)]
    return {name.strip(): {option for each in visible for option in each.opts} - OF_ALL}


def test_every_command_is_listed():
    listed = set(re.findall(r"^\| `balance ([\w-]+)", TEXT, re.MULTILINE))
    assert listed == {name.split()[0] for name in options_of(typer.main.get_command(app))}


def test_every_option_is_listed_with_its_commands():
    listed = defaultdict(set)
    for names, commands in re.findall(r"^\| (`-.*?) \| (.*?) \|", TEXT, re.MULTILINE):
        for command in commands.split(", "):
            listed[command] |= set(re.findall(r"`(-[\w-]+)", names))
    expected = {
        name: options
        for name, options in options_of(typer.main.get_command(app)).items()
        if options
    }
    assert listed == expected
