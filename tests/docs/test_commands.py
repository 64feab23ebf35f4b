"""reference/commands: its tables of commands and options are those that the commands declare.

``make golden`` writes them anew.
"""

import inspect
import os
import re
from collections import defaultdict
from pathlib import PurePosixPath

import typer

from balance.app.arguments import Argument
from balance.cli.main import COMMANDS, app
from tests.docs.pages import DOCS, read_page

PAGE = "reference/commands"
OF_ALL = {"help", "debug"}


def all_commands():
    """Return the commands of click by name, those of `new` too."""
    commands = dict(typer.main.get_command(app).commands)
    return commands | {f"new {name}": each for name, each in commands.pop("new").commands.items()}


def table_of_commands(names):
    rows = []
    for name in names:
        command = all_commands()[name]
        words = [each.metavar for each in command.params if each.param_type_name == "argument"]
        words = [word if each.required else f"[{word}]" for word, each in zip(
            words, [each for each in command.params if each.param_type_name == "argument"],
            strict=True,
        )]  # fmt: skip
        needed = [
            f"{each.opts[0]} {each.metavar}" for each in command.params
            if each.param_type_name == "option" and each.required
        ]  # fmt: skip
        usage = " ".join(["balance", name, *words, *needed]).replace("|", r"\|")
        first = inspect.cleandoc(command.help).split("\n\n")[0]
        rows.append(f"| `{usage}` | {_linked(first.rstrip('.'))} |")
    return ["| command | does |", "|---|---|", *rows]


def _rows_of_options():
    """Return for each row of the table of options its commands."""
    rows = defaultdict(list)
    for name, command in all_commands().items():
        declared = getattr(inspect.unwrap(command.callback, stop=has_arguments), "arguments", {})
        for option in command.params:
            if option.param_type_name != "option" or option.name in OF_ALL or option.hidden:
                continue
            argument = declared.get(option.name)
            flags = ", ".join(f"`{one}`" for one in option.opts)
            if not option.is_flag:
                value = (option.metavar or "TEXT").replace("|", r"\|")
                flags = f"`{option.opts[0]} {value}`"
            see = argument.see if isinstance(argument, Argument) else ""
            rows[flags, _text(option.help, see) + _default(option.default)].append(name)
    return rows


def has_arguments(function):
    return hasattr(function, "arguments")


def _default(value):
    if type(value) in (int, float) and value:
        return f" (default: {value:,})".replace(".0)", ")")
    return f" (default: {value})" if type(value) is str and value else ""


def _text(text, see):
    text = _linked(text.rstrip("."))
    if not see:
        return text
    page, _, heading = see.partition("#")
    name = PurePosixPath(page).stem.replace("-", " ") if page else "below"
    target = f"../{see}" if page else f"#{heading}"
    return f"{text}: [{name}]({target})"


def _linked(text):
    """Return a text on one line, its pages as links."""
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"docs/([\w/-]+)\.md", r"[\1](../\1.md)", text)


def table_of_options(is_shared):
    rows = [
        f"| {flags} | {', '.join(commands)} | {text} |"
        for (flags, text), commands in _rows_of_options().items()
        if (len(commands) > 1) == is_shared
    ]
    return ["| option | commands | means |", "|---|---|---|", *rows]


def with_table(page, heading, rows):
    """Return a page whose first table below a heading consists of these rows."""
    begin = page.index(f"\n{heading}\n")
    found = re.compile(r"(?:^\|.*\n)+", re.MULTILINE).search(page, begin)
    return page[: found.start()] + "\n".join(rows) + "\n" + page[found.end() :]


def test_the_page_has_golden_tables_of_all_commands_and_options():
    page = written = read_page(PAGE)
    for panel, commands in COMMANDS.items():
        names = list(commands)
        if panel == "Look and check":
            names += [name for name in all_commands() if name.startswith("new ")]
        written = with_table(written, f"### {panel}", table_of_commands(names))
    written = with_table(written, "## Options of several commands", table_of_options(True))
    written = with_table(written, "## Options of single commands", table_of_options(False))
    if os.environ.get("BALANCE_GOLDEN") == "write":
        (DOCS / f"{PAGE}.md").write_text(written, encoding="utf-8")
    assert page == written
